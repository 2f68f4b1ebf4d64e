package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Flagged is a submission whose document holds text that speaks to the judges, or
// that a reader would not see.
type Flagged struct {
	Case  string   `json:"case"`
	Brand string   `json:"brand"`
	Kinds []string `json:"kinds"` // of the document's integrity warnings, sorted, each once
}

// SameText is a group of submissions, two at least, that were judged by one text.
type SameText struct {
	SHA256  string     `json:"sha256"`  // of the text
	Entries []Sameness `json:"entries"` // by rank
}

// Sameness is one submission of a group.
type Sameness struct {
	Case  string `json:"case"`
	Brand string `json:"brand"`
}

// LeftOut is how many cases are not compared for a reason, one of the Reason
// constants, and whether any of them stood on the board before this one.
func (b *Board) LeftOut(reason string) (n int, before bool) {
	for _, x := range b.Excluded {
		if x.Reason != reason {
			continue
		}
		n++
		before = before || b.Since != nil && slices.ContainsFunc(b.Since.Gone, func(g Gone) bool { return g.Case == x.Case })
	}
	return n, before
}

// FlaggedNames names the flagged submissions, each with the kinds that were found.
func (b *Board) FlaggedNames(l Lang) []string {
	return each(b.Flagged, func(f Flagged) string { return b.named(l, f.Brand) + l.Say(phColon) + l.Kinds(f.Kinds) })
}

// Kinds lists kinds of integrity warnings as a report names them.
func (l Lang) Kinds(kinds []string) string {
	return strings.Join(each(kinds, l.Integrity), l.Say(phListComma))
}

// SameTextNames names the submissions of each group that have one text.
func (b *Board) SameTextNames(l Lang) []string {
	return each(b.SameText, func(g SameText) string {
		return strings.Join(each(g.Entries, func(e Sameness) string { return b.named(l, e.Brand) }), l.Say(phListComma))
	})
}

// notices are what an organiser should look at before the places are read.
func (b *Board) notices(l Lang) []Block {
	var out []Block
	add := func(text string) { out = append(out, note(Caution, text)) }
	between := l.pick("; ", "；")
	if n := len(b.Flagged); n > 0 {
		hold := "{n} submissions hold"
		if n == 1 {
			hold = "{n} submission holds"
		}
		add(l.pick(hold+" text that speaks to the judges or is hidden: {names}. The judges were told to give nothing for it, and nothing is excluded for it: look at the reports.",
			"{n} 件参评作品含有写给评委的内容或隐藏文本：{names}。评委已被告知不予理会，亦未因此取消任何作品的排名，请查看其报告。",
			"{n}", strconv.Itoa(n), "{names}", strings.Join(b.FlaggedNames(l), between)))
	}
	if len(b.SameText) > 0 {
		add(l.pick("The same text stands under several names, and was judged and ranked under each: {names}.",
			"同一文本以不同名称参评，并各自评审、各占名次：{names}。", "{names}", strings.Join(b.SameTextNames(l), between)))
	}
	return out
}

// beforeHan sets a name before Chinese words, afterHan behind them: a blank parts
// Latin letters from them, and none is beside a Chinese letter or bracket. In
// English, words bring their own blanks.
func beforeHan(l Lang, name string) string {
	if last, _ := utf8.DecodeLastRuneInString(name); l == Chinese && runeWidth(last) < 2 {
		return name + " "
	}
	return name
}

func afterHan(l Lang, name string) string {
	if first, _ := utf8.DecodeRuneInString(name); l == Chinese && runeWidth(first) < 2 {
		return " " + name
	}
	return name
}
