package report

import "strings"

// findingRule translates the notes that begin and end alike; {} is what
// lies between.
type findingRule struct{ prefix, suffix, zh string }

// findingRules are tried in turn; internal/evidence and meeting write the notes.
var findingRules = []findingRule{
	{"starts inside a number or word", "", "开头截断了数字或单词"},
	{"starts inside a number", "", "开头截断了数字"},
	{"starts inside a word", "", "开头截断了单词"},
	{"starts after its number", "", "开头遗漏了前面的数字"},
	{"starts after the sign of its number", "", "开头遗漏了数字的符号"},
	{"starts after ", "", "开头遗漏了“{}”"},
	{"ends inside a word or number", "", "结尾截断了单词或数字"},
	{"ends inside a number", "", "结尾截断了数字"},
	{"ends inside a range", "", "结尾截断了数值范围"},
	{"ends inside a word", "", "结尾截断了单词"},
	{"ends before the unit of its number", "", "结尾遗漏了数字的单位"},
	{"ends before a number", "", "结尾遗漏了后面的数字"},
	{"ends before ", "", "结尾遗漏了“{}”"},
	{"the clause before the quote holds ", "", "引文之前的分句含有“{}”"},
	{"the ellipsis leaves out ", "", "省略号略去了“{}”"},
	{"a part beside the ellipsis is too short", "", "省略号旁的片段过短"},
	{"more than 8 parts beside ellipses: not looked for", "", "省略号之间超过 8 段，未作查找"},
	{"longer than 4,000 characters: not looked for", "", "超过 4000 个字符，未作查找"},
	{"similarity ", "", "相似度 {}"},
	{"negation ", " differs", "否定词缀“{}”不一致"},
	{"stands in the judge's method", "", "见于该评委的评审方法"},
	{"stands in the method of judge ", "", "见于评委“{}”的评审方法"},
	{"stands in ", "", "见于“{}”"},
	{"no such time stamp", "", "记录中没有此时间戳"},
	{"the record has no time stamp ", "", "记录中没有时间戳 {}"},
	{"not at ", "", "不在 {} 处"},
	{"it stands at ", "", "实际位于 {}"},
}

// findingKinds are what the guard watches: a note begins with one of them.
var findingKinds = []struct{ en, zh string }{
	{"number ", "数字"}, {"unit ", "单位"}, {"negation ", "否定词"}, {"comparator ", "比较词"},
}

// Finding returns the note of a citation in the language. Notes are kept in
// English; one that is none of ours is returned as it is.
func (l Lang) Finding(note string) string {
	if l != Chinese || note == "" {
		return note
	}
	parts := strings.Split(note, "; ")
	for i, p := range parts {
		zh, ok := findingInChinese(p)
		if !ok {
			return note
		}
		parts[i] = zh
	}
	return strings.Join(parts, "；")
}

func findingInChinese(note string) (string, bool) {
	for _, k := range findingKinds {
		rest, ok := strings.CutPrefix(note, k.en)
		if !ok {
			continue
		}
		if what, ok := strings.CutSuffix(rest, " is not in the source"); ok {
			return "原文中没有" + k.zh + "“" + what + "”", true
		}
		if what, ok := strings.CutSuffix(rest, " of the source is missing"); ok {
			return "缺少原文的" + k.zh + "“" + what + "”", true
		}
		if what, there, ok := strings.Cut(rest, " where the source has "); ok {
			return k.zh + "“" + what + "”在原文中为“" + there + "”", true
		}
	}
	for _, r := range findingRules {
		rest, ok := strings.CutPrefix(note, r.prefix)
		if !ok {
			continue
		}
		if what, ok := strings.CutSuffix(rest, r.suffix); ok && (what != "") == strings.Contains(r.zh, "{}") {
			return strings.ReplaceAll(r.zh, "{}", what), true
		}
	}
	return "", false
}
