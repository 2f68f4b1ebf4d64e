package report

import (
	"strconv"
	"strings"
)

// provenance is what the review was made from and with, as a table of two
// columns; what is unknown is left out.
func (in Review) provenance() []Block {
	l, p := in.Lang, in.Provenance
	t := Table{Header: []string{l.Say(phItem), l.Say(phValue)}}
	add := func(name string, value string, c Cell) {
		if value != "" {
			t.Rows = append(t.Rows, []Cell{cell(name), c})
		}
	}
	plain := func(p Phrase, value string) { add(l.Say(p), value, cell(value)) }
	code := func(name, value string) { add(name, value, Cell{Code(value)}) }
	plain(phDocument, p.DocumentName)
	code(l.Say(phDocumentHash), p.DocumentSHA256)
	plain(phScene, nameAndSlug(l, in.Scene.Name, in.Scene.Slug))
	plain(phPanel, nameAndSlug(l, in.Panel.DisplayName, in.Panel.Path))
	plain(phBrand, in.Brand)
	plain(phCase, in.caseVersion())
	plain(phDate, in.Date)
	plain(phProvider, p.Provider)
	plain(phModels, strings.Join(p.Models, l.Say(phListComma)))
	code(l.Say(phPromptHash), p.PromptSHA256)
	for _, v := range p.Versions {
		code(l.Say(phVersions)+l.Say(phColon)+v.Name, v.Value)
	}
	for _, s := range p.Skills {
		slug, version, _ := strings.Cut(s.Name, " ")
		name := strings.TrimSpace(judgeName(in.Panel, l, slug) + " " + version)
		code(l.Say(phSkillHash)+l.Say(phColon)+name, s.Value)
	}
	blocks := []Block{in.heading(phProvenance, "provenance")}
	if p.NoModel {
		blocks = append(blocks, note(Problem, l.Say(phNoModel)))
	}
	return append(blocks, t)
}

func (in Review) caseVersion() string {
	if in.Version <= 0 {
		return in.Case
	}
	return strings.TrimSpace(in.Case + " v" + strconv.Itoa(in.Version))
}

// nameAndSlug shows a name with its slug, only one if they are the same or
// one is empty.
func nameAndSlug(l Lang, name, slug string) string {
	switch {
	case name == "" || name == slug:
		return slug
	case slug == "":
		return name
	}
	return name + l.parens(slug)
}

// usageBlocks is the cost section: what the calls used, and the money or that
// it is unknown.
func usageBlocks(l Lang, u Usage, cost *Money) []Block {
	blocks := []Block{Heading{Level: 2, ID: "cost", Text: l.Say(phCost)}}
	t := Table{Header: []string{l.Say(phItem), l.Say(phValue)}, Align: []Align{Left, Right}}
	add := func(p Phrase, n int) {
		t.Rows = append(t.Rows, []Cell{cell(l.Say(p)), cell(strconv.Itoa(n))})
	}
	add(phCalls, u.Calls)
	add(phFailedCalls, u.FailedCalls)
	add(phPromptTokens, u.PromptTokens)
	add(phCachedTokens, u.CachedTokens)
	add(phCompletionTokens, u.CompletionTokens)
	if cost != nil {
		t.Rows = append(t.Rows, []Cell{{Strong(l.Say(phCostIs))}, {Strong(cost.String())}})
	}
	blocks = append(blocks, t)
	if cost == nil {
		blocks = append(blocks, note(Info, l.Say(phCostUnknown)))
	}
	if u.Estimated {
		blocks = append(blocks, note(Info, l.Say(phEstimated)))
	}
	return blocks
}

// String shows an amount with up to six decimals after its currency, such as
// "USD 0.0123". An amount below the sixth decimal that is not zero says so.
func (m Money) String() string {
	text := m.Amount.Decimal(6)
	if text == "0" && m.Amount.Sign() > 0 {
		text = "< 0.000001"
	}
	return strings.TrimSpace(m.Currency + " " + text)
}
