package report

import (
	"cmp"
	"slices"
	"strings"
)

// IntegrityWarning is something in the document that a reader would not see or
// that speaks to the judge; see internal/document.
type IntegrityWarning struct {
	Kind    string
	Excerpt string
	Start   int // byte offset into the judged text, −1 if it was left out of it
	End     int
	Count   int
	Page    int // 0 if unknown
}

// IntegrityNotice says in one line what was found in a document, kind by kind,
// and links to the section that Appendix and Colophon write about it. It is empty
// if nothing was found.
func IntegrityNotice(l Lang, found []IntegrityWarning) []Block {
	if len(found) == 0 {
		return nil
	}
	var kinds []string
	count := map[string]int{}
	for _, w := range found {
		if count[w.Kind] == 0 {
			kinds = append(kinds, w.Kind)
		}
		count[w.Kind] += max(1, w.Count)
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return cmp.Compare(gravity(a), gravity(b)) })
	for i, k := range kinds {
		kinds[i] = l.Integrity(k) + l.parens(l.Say(phTimes, count[k]))
	}
	return []Block{Note{Kind: Caution, Text: []Inline{
		Plain(l.Say(Phrase{"Found in the document: %s. See “", "文档中发现：%s。详见“"}, strings.Join(kinds, l.Say(phListComma)))),
		Link{Text: l.Say(phIntegrity), Target: "#integrity"},
		Plain(l.pick("”.", "”。")),
	}}}
}

// gravity orders kinds: what speaks to the judges comes first.
func gravity(kind string) int {
	if slices.Contains([]string{"planted_command", "planted_score", "fake_reply", "fake_fence"}, kind) {
		return 0
	}
	return 1
}

func (in Review) integrity() []Block {
	l := in.Lang
	blocks := []Block{in.heading(phIntegrity, "integrity")}
	if len(in.Integrity) == 0 {
		return append(blocks, para(l.pick("Nothing unusual was found: no hidden text and no instructions to the judges.",
			"未发现异常：没有隐藏文本，也没有写给评委的指令。")))
	}
	var list List
	for _, w := range in.Integrity {
		text := []Inline{Strong(l.Integrity(w.Kind)), Plain(" · " + l.Say(phTimes, max(1, w.Count)))}
		if w.Page > 0 {
			text = append(text, Plain(l.Say(phComma)+l.Say(phPage, w.Page)))
		}
		if w.Start < 0 {
			text = append(text, Plain(l.Say(phComma)+l.pick("left out of the judged text", "未纳入评审文本")))
		}
		if w.Excerpt != "" {
			text = append(text, Plain(l.Say(phColon)), Code(w.Excerpt))
		}
		list.Items = append(list.Items, Item{Text: text})
	}
	return append(blocks, note(Caution, l.pick("The document has text that a reader does not see, or that addresses the judges. This does not say who put it there, or why: templates, converters and conferences leave such text, too.",
		"文档中含有读者看不到的内容，或写给评委的内容。这不说明由谁写入、为何写入：模板、转换工具和会议方也会留下此类内容。")), list)
}
