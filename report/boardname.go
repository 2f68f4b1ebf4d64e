package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Name is how a board calls a submission. The brand is its key: it never
// changes and no other submission of the scene has it, whereas two may have one
// title.
type Name struct {
	Title string // of the document, clean and on one line; empty: it has none of its own
	Brand string
}

// NameOf makes the name of a submission from what a board holds, which is
// untrusted. A title that says no more than the brand is none.
func NameOf(title, brand string) Name {
	n := Name{Title: titleLine(title), Brand: oneLine(brand)}
	if n.Title == n.Brand {
		n.Title = ""
	}
	return n
}

// Name returns how the entry is called.
func (e BoardEntry) Name() Name { return NameOf(e.Title, e.Brand) }

// Name returns how the excluded case is called.
func (e Excluded) Name() Name { return NameOf(e.Title, e.Brand) }

// Name returns how the submission that is gone is called.
func (g Gone) Name() Name { return NameOf(g.Title, g.Brand) }

// nameColumn names submissions, each within so many cells.
func nameColumn[T interface{ Name() Name }](l Lang, all []T, cells int) []string {
	return each(all, func(e T) string { return e.Name().In(l, cells) })
}

// nameList names submissions in running text.
func nameList[T interface{ Name() Name }](l Lang, all []T) string {
	return strings.Join(nameColumn(l, all, cellsInText), l.Say(phListComma))
}

// named names an entry in running text by its brand.
func (b *Board) named(l Lang, brand string) string {
	name := NameOf("", brand)
	if i := slices.IndexFunc(b.Entries, func(e BoardEntry) bool { return e.Brand == brand }); i >= 0 {
		name = b.Entries[i].Name()
	}
	return name.In(l, cellsInText)
}

// First is what a reader looks for: the title, or the brand if there is none.
func (n Name) First() string {
	if n.Title != "" {
		return n.Title
	}
	return n.Brand
}

// Beside is what makes the row to be found again: the brand, or nothing if it
// comes first.
func (n Name) Beside() string {
	if n.Title != "" {
		return n.Brand
	}
	return ""
}

// leastTitle is how many cells a title keeps, however long its brand is.
const leastTitle = 12

// In writes the name in a language: the title with the brand in parentheses, or
// the brand alone. Above so many terminal cells (0: no limit) the title is cut;
// the brand is always whole, since titles may be the same. Each that is written from
// right to left is between FirstStrong and Pop, so that the title comes first in
// every row.
func (n Name) In(l Lang, cells int) string {
	if n.Beside() == "" {
		return isolate(n.First())
	}
	beside := l.parens(isolate(n.Beside()))
	title := n.First()
	if cells > 0 {
		title = CutWords(title, max(leastTitle, cells-Width(beside)))
	}
	return isolate(title) + beside
}

// mostMarks is how many combining marks a letter of a title keeps: more would
// paint over the lines around it.
const mostMarks = 3

// titleLine makes untrusted text one line that stays within its own.
func titleLine(s string) string {
	s = oneLine(s)
	marks := 0
	return strings.Map(func(r rune) rune {
		if r < 0x300 || !unicode.In(r, unicode.Mn, unicode.Me) {
			marks = 0
			return r
		}
		if marks++; marks > mostMarks {
			return -1
		}
		return r
	}, s)
}

// Flagged is a submission whose document holds text that speaks to the judges, or
// that a reader would not see.
type Flagged struct {
	Case  string   `json:"case"`
	Brand string   `json:"brand"`
	Kinds []string `json:"kinds"` // of its integrity warnings, then of what the integrity reader found, each once
}

// SameText is a group of submissions, two at least, that were judged by one text.
type SameText struct {
	SHA256  string     `json:"sha256"`  // of the text
	Entries []Sameness `json:"entries"` // by rank
}

// Sameness is one submission, such as one of a group.
type Sameness struct {
	Case  string `json:"case"`
	Brand string `json:"brand"`
}

// LeftOut is how many cases are not compared for a reason, one of the Reason
// constants, and whether any of them stood on the board before this one.
func (b *Board) LeftOut(reason string) (n int, before bool) {
	out := which(b.Excluded, func(x Excluded) bool { return x.Reason == reason })
	return len(out), b.Since != nil && slices.ContainsFunc(b.Since.Gone, func(g Gone) bool {
		return slices.ContainsFunc(out, func(x Excluded) bool { return g.Case == x.Case })
	})
}

// FlaggedNames names the flagged submissions, each with the kinds that were found.
func (b *Board) FlaggedNames(l Lang) []string {
	return each(b.Flagged, func(f Flagged) string { return b.named(l, f.Brand) + l.Say(phColon) + l.Kinds(f.Kinds) })
}

// UnreadNames names the submissions about which the integrity reader gave no answer.
func (b *Board) UnreadNames(l Lang) []string {
	return each(b.Unread, func(e Sameness) string { return b.named(l, e.Brand) })
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
		told, chinese := "The judges were told to give nothing for it, and nothing", "评委已被告知不予理会，亦未"
		if b.NoModel {
			told, chinese = "The baseline counts words and does not know of it; nothing", "词汇基线只统计词汇，并不知晓；也未"
		}
		add(l.pick(hold+" text that speaks to the judges or is hidden: {names}. "+told+" is excluded for it: look at the reports.",
			"{n} 件参评作品含有写给评委的内容或隐藏文本：{names}。"+chinese+"因此取消任何作品的排名，请查看其报告。",
			"{n}", strconv.Itoa(n), "{names}", strings.Join(b.FlaggedNames(l), between)))
	}
	if len(b.Unread) > 0 {
		add(l.pick("The integrity reader gave no answer about: {names}. No score depends on it.",
			"完整性阅读模型未作答：{names}。评分与其无关。", "{names}", strings.Join(b.UnreadNames(l), between)))
	}
	if len(b.SameText) > 0 {
		add(l.pick("The same text was submitted under several names, and was judged and ranked under each: {names}.",
			"同一文本以不同名称参评，并各自评审、各占名次：{names}。", "{names}", strings.Join(b.SameTextNames(l), between)))
	}
	return out
}

// beforeHan sets a name before Chinese words, afterHan behind them: a blank parts
// Latin letters from them, and none is beside a Chinese letter or bracket. In
// English, words bring their own blanks.
func beforeHan(l Lang, name string) string {
	if last, _ := utf8.DecodeLastRuneInString(name); l == Chinese && displaywidth.Rune(last) < 2 {
		return name + " "
	}
	return name
}

func afterHan(l Lang, name string) string {
	if first, _ := utf8.DecodeRuneInString(name); l == Chinese && displaywidth.Rune(first) < 2 {
		return " " + name
	}
	return name
}
