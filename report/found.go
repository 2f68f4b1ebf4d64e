package report

import (
	"cmp"
	"slices"
	"strings"
)

// foundText says what the text with findings is, by their grades.
func (l Lang) foundText(found []IntegrityWarning) string {
	has := func(grade string) bool {
		return slices.ContainsFunc(found, func(w IntegrityWarning) bool { return w.Grade == grade && !w.named() })
	}
	var is []string
	for _, g := range []struct {
		grade string
		is    Phrase
	}{
		{"hidden", Phrase{"that a reader does not see", "读者看不到"}},
		{"addressed", Phrase{"that addresses the judges", "写给评委"}},
		{"persuasion", Phrase{"that persuades instead of showing", "以劝说代替内容"}},
		{"nonsense", Phrase{"that says nothing to a reader", "对读者毫无意义"}},
	} {
		if has(g.grade) {
			is = append(is, l.Say(g.is))
		}
	}
	var said []string
	if n := len(is); n > 0 {
		list := is[n-1]
		if n > 1 {
			list = strings.Join(is[:n-1], l.Say(phListComma)) + l.pick(" or ", "或") + list
		}
		said = append(said, l.Say(Phrase{"The document has text %s.", "文档中含有%s的内容。"}, list))
	}
	if has(unsureGrade) && len(is) == 0 {
		said = append(said, l.pick("The document may have text that addresses or persuades the judges.", "文档中可能有写给或劝说评委的内容。"))
	}
	model := l.modelSays(found)
	if model != "" {
		said = append(said, model)
	}
	if len(is) > 0 || model != "" {
		said = append(said, l.pick("This does not say who put it there, or why: templates, converters and conferences leave such text, too.",
			"这不说明由谁写入、为何写入：模板、转换工具和会议方也会留下此类内容。"))
	}
	return strings.Join(said, l.gap())
}

// named reports that the integrity reader named the passage: nothing but a model says what it is.
func (w IntegrityWarning) named() bool { return strings.HasPrefix(w.Kind, "reader_") }

// modelSays says that what the integrity reader named is said by a model; empty if it named nothing.
func (l Lang) modelSays(found []IntegrityWarning) string {
	switch n := len(which(found, IntegrityWarning.named)); n {
	case 0:
		return ""
	case len(found):
		return l.pick("A model says that this text addresses judges. Models err: read the sentence.", "这些内容写给评委，是模型的判断。模型会出错：请读原句。")
	}
	return l.pick("Where it says “integrity reader”, a model says that the text addresses judges. Models err: read the sentence.",
		"注明“完整性阅读模型”之处，写给评委是模型的判断。模型会出错：请读原句。")
}

// ToDo says what to do about passages with findings.
func (l Lang) ToDo(all []Passage) (out []string) {
	grades, leftOut := map[string]bool{}, false
	for _, p := range all {
		for _, f := range p.Found {
			seen := !p.LeftOut() || f.Grade == "hidden" || f.Grade == "file"
			leftOut = leftOut || !seen
			grades[f.Grade] = grades[f.Grade] || seen || f.Unsure()
		}
	}
	for _, t := range toDo {
		if grades[t.key] {
			out = append(out, l.pick(t.en, t.zh))
		}
	}
	if leftOut && !grades["hidden"] { // which says the same
		out = append(out, l.pick("judges do not get the text that is left out: ask how it came into the document", "评委看不到已略去的文字：请查明它为何在文档中"))
	}
	return out
}

// Unsure reports that the wording is only near to that of such text.
func (w IntegrityWarning) Unsure() bool { return w.Grade == unsureGrade }

// FoundKinds names the kinds of findings, each once, and says of which it is unsure.
func (l Lang) FoundKinds(found []IntegrityWarning) (out []string) {
	unsure, listed := map[string]bool{}, map[string]bool{}
	for _, w := range found {
		unsure[w.Kind] = unsure[w.Kind] || w.Unsure()
	}
	for _, w := range slices.SortedStableFunc(slices.Values(found), Graver) { // a sure one before unsure ones of its kind
		switch {
		case listed[w.Kind]:
		case w.Unsure():
			out = append(out, l.Perhaps(w.Kind))
		case unsure[w.Kind]:
			out = append(out, l.Integrity(w.Kind)+l.parens(l.pick("some of it perhaps", "部分仅为可能")))
		default:
			out = append(out, l.Integrity(w.Kind))
		}
		listed[w.Kind] = true
	}
	return out
}

// Perhaps is a kind of which all findings are unsure.
func (l Lang) Perhaps(kind string) string {
	return l.Say(Phrase{"perhaps %s", "可能是%s"}, l.Integrity(kind))
}

// MayBe lists kinds of which all findings are unsure.
func (l Lang) MayBe(kinds []string) string { return l.kinds(kinds, l.Perhaps) }

// Kinds lists kinds of integrity warnings as a report names them.
func (l Lang) Kinds(kinds []string) string { return l.kinds(kinds, l.Integrity) }

func (l Lang) kinds(kinds []string, named func(string) string) string {
	sorted := slices.SortedStableFunc(slices.Values(kinds), func(a, b string) int {
		return cmp.Compare(order(integrityTerms, a), order(integrityTerms, b))
	})
	return strings.Join(each(sorted, named), l.Say(phListComma))
}

// Kinds are those of a passage in one line; an unsure one says so.
func (p *Passage) Kinds(l Lang) string {
	return strings.Join(each(p.Found, func(w IntegrityWarning) string {
		if w.Unsure() {
			return l.Perhaps(w.Kind)
		}
		return l.Integrity(w.Kind)
	}), l.Say(phListComma))
}
