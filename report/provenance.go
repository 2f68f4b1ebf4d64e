package report

import (
	"slices"
	"strconv"
	"strings"
)

// provenance is what the review was made from and with, as a table of two
// columns; what is unknown is left out.
func (in Review) provenance() []Block {
	l, p := in.Lang, in.Provenance
	t := Table{Header: []string{l.Say(phItem), l.Say(phValue)}}
	add := func(en, zh, detail string, value Inline) {
		if inlineText(value) != "" {
			t.Rows = append(t.Rows, []Cell{cell(l.pick(en, zh) + detail), {value}})
		}
	}
	add("Document", "文档", "", Plain(p.DocumentName))
	add("Document SHA-256", "文档 SHA-256", "", Code(p.DocumentSHA256))
	add("Scene", "场景", "", Plain(nameAndSlug(l, in.Scene.Name, in.Scene.Slug)))
	add("Panel", "评审团", "", Plain(nameAndSlug(l, in.Panel.DisplayName, in.Panel.Path)))
	add("Brand", "代号", "", Plain(in.Brand))
	add("Case and version", "案例与版本", "", Plain(in.caseVersion()))
	add("Date", "日期", "", Plain(in.Date))
	add("Model provider", "模型来源", "", Plain(p.Provider))
	add("Models", "模型", "", Plain(strings.Join(p.Models, l.Say(phListComma))))
	add("Prompt SHA-256", "提示词 SHA-256", "", Code(p.PromptSHA256))
	for _, v := range p.Versions {
		add("Versions", "版本", l.Say(phColon)+v.Name, Code(v.Value))
	}
	for _, s := range p.Skills {
		slug, version, _ := strings.Cut(s.Name, " ")
		name := strings.TrimSpace(judgeName(in.Panel, l, slug) + " " + version)
		add("Skill SHA-256", "技能 SHA-256", l.Say(phColon)+name, Code(s.Value))
	}
	blocks := []Block{in.heading(Phrase{"Provenance", "评审依据"}, "provenance")}
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
func (in Review) usageBlocks() []Block {
	l, u, cost, partly := in.Lang, in.Usage, in.Cost, PartCost(in.Parts)
	t := tableOf(
		column{l.Say(phItem), Left, []string{
			l.Say(phCalls), l.Say(phFailedCalls), l.Say(phPromptTokens), l.pick("Cached prompt tokens", "其中缓存命中"), l.Say(phCompletionTokens),
		}},
		column{l.Say(phValue), Right, each([]int{u.Calls, u.FailedCalls, u.PromptTokens, u.CachedTokens, u.CompletionTokens}, strconv.Itoa)},
	)
	if u.CacheWrites > 0 {
		row := []Cell{cell(l.pick("Prompt tokens written to the cache", "其中写入缓存")), cell(strconv.Itoa(u.CacheWrites))}
		t.Rows = slices.Insert(t.Rows, len(t.Rows)-1, row)
	}
	if cost != nil {
		t.Rows = append(t.Rows, []Cell{{Strong(l.Say(phCostIs))}, {Strong(cost.String())}})
	}
	if r := in.Reading; r != nil && r.Usage.Calls > 0 && r.Cost != nil {
		t.Rows = append(t.Rows, cells(l.pick("Cost of the integrity reader", "完整性阅读模型费用"), r.Cost.String()))
	}
	blocks := []Block{Heading{Level: 2, ID: "cost", Text: l.pick("Cost", "费用")}, t}
	switch {
	case cost == nil && partly != nil:
		blocks = append(blocks, note(Info, l.Say(Phrase{"Cost: %s.", "费用：%s。"}, partly.Say(l))))
	case cost == nil:
		blocks = append(blocks, note(Info, l.pick("Cost unknown: no price is known for the models used.", "费用未知：所用模型没有价格信息。")))
	}
	if u.Estimated {
		blocks = append(blocks, note(Info, l.pick("Token counts are partly estimated: the server did not report all of them.",
			"部分词元数为估算值：服务器未全部报告。")))
	}
	return blocks
}

// Part is what some calls to a model cost.
type Part struct {
	Model string
	Calls int
	Cost  *Money // nil: the model has no price
}

// Partial is what is known of a cost if some of the models have no price.
type Partial struct {
	Known   Money
	Without []string // the models without a price, sorted
}

// PartCost sums the parts that have a price; nil if none has one, all have one, their
// currencies differ, or a model without a price has no name.
func PartCost(parts []Part) *Partial {
	out := &Partial{}
	for _, p := range parts {
		switch {
		case p.Calls == 0:
		case p.Cost == nil && p.Model == "":
			return nil
		case p.Cost == nil:
			out.Without = append(out.Without, p.Model)
		case out.Known.Currency != "" && out.Known.Currency != p.Cost.Currency:
			return nil
		default:
			out.Known.Currency, out.Known.Amount = p.Cost.Currency, out.Known.Amount.Add(p.Cost.Amount)
		}
	}
	slices.Sort(out.Without)
	if out.Without = slices.Compact(out.Without); len(out.Without) == 0 || out.Known.Currency == "" {
		return nil
	}
	return out
}

// Parts are the costs of verdicts and of the integrity reader, which may be nil.
func (r *IntegrityReading) Parts(verdicts []Verdict) (parts []Part) {
	for _, v := range verdicts {
		parts = append(parts, Part{v.Model, v.Usage.Calls, v.Cost})
	}
	if r != nil {
		parts = append(parts, Part{r.Model, r.Usage.Calls, r.Cost})
	}
	return parts
}

// Say says what is known, and what is missing.
func (p *Partial) Say(l Lang) string {
	return l.Say(Phrase{"at least %s, without the price of %s", "至少 %s，不含 %s 的费用（价格未知）"}, p.Known, strings.Join(p.Without, l.Say(phListComma)))
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
