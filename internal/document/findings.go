package document

import (
	"cmp"
	"slices"
	"strings"

	"judgement/internal/document/scan"
)

// maxPerKind bounds how many warnings of one kind are listed; the last of them
// has the count of the rest.
const maxPerKind = 25

// maxHiddenScan bounds how much hidden text is searched for planted commands.
const maxHiddenScan = 1 << 20

// maxLined bounds a file in which the lines of findings are looked for.
const maxLined = 1 << 20

// findings gathers integrity warnings while a document is read.
type findings struct {
	list   []Warning
	index  map[string]int  // kind and excerpt of what was left out → place in list
	words  map[int]string  // place in list → what was left out
	hidden strings.Builder // what was left out, for the scan
}

// leftOut reports text that is not in the judged text. Blank text is ignored.
func (f *findings) leftOut(kind WarningKind, text string) {
	f.unseen(text)
	f.report(kind, 0, text)
}

// comment takes a comment of a page. A harmless one is no finding by itself.
func (f *findings) comment(text string) {
	if harmlessComment(text) {
		f.unseen(text)
		return
	}
	f.leftOut(HiddenText, text)
}

// leftOutOf reports each of the texts of a page or slide that are not in the judged text,
// after a prefix. They are searched together, since a sentence may be cut up into them.
func (f *findings) leftOutOf(kind WarningKind, page int, prefix string, texts []string) {
	f.unseen(strings.Join(texts, "\n"))
	for _, t := range texts {
		if strings.TrimSpace(t) != "" {
			f.report(kind, page, prefix+t)
		}
	}
}

// report lists a text that is not in the judged text.
func (f *findings) report(kind WarningKind, page int, text string) {
	if ex := excerpt(text); ex != "" {
		f.add(Warning{Kind: kind, Excerpt: ex, Start: -1, End: -1, Count: 1, Page: page}, text)
	}
}

// unseen takes text that is no part of the document for readers, such as a
// page's comments: it is no finding by itself, but is searched for some. What is too
// much to be searched is reported.
func (f *findings) unseen(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	cut := min(len(text), max(0, maxHiddenScan-f.hidden.Len()))
	if cut > 0 {
		f.hidden.WriteString("\n\n" + strings.ToValidUTF8(text[:cut], ""))
	}
	f.report(NotSearched, 0, text[cut:])
}

// add lists a warning about words; equal ones without a place are counted together.
func (f *findings) add(w Warning, words string) {
	if f.index == nil {
		f.index, f.words = map[string]int{}, map[int]string{}
	}
	of := string(w.Kind) + "\x00" // sure and unsure ones are counted apart
	if w.Unsure {
		of += string(GradeUnsure) + "\x00"
	}
	key := of + w.Excerpt
	if i, ok := f.index[key]; ok && w.Start < 0 {
		f.list[i].count(w)
		return
	}
	last := of + "…"
	if i, ok := f.index[last]; ok {
		f.list[i].count(w)
		f.list[i].Rest = true
		return
	}
	n := 0
	for i := range f.list {
		if f.list[i].Kind == w.Kind && f.list[i].Unsure == w.Unsure {
			n++
		}
	}
	if n == maxPerKind-1 {
		key = last
	}
	if w.Start < 0 || key == last {
		f.index[key] = len(f.list)
	}
	f.words[len(f.list)] = words
	f.list = append(f.list, w)
}

// locate fills in the lines or paragraphs of the file in which findings are, if their words are
// there as often as in the text, or as they were left out of it.
func (f *findings) locate(c *content, text string) {
	file := c.source
	if len(f.list) > 0 && len(c.paragraphs) > 0 {
		var lines strings.Builder
		for _, p := range slices.Concat(c.paragraphs, c.beside) {
			lines.WriteString(strings.ReplaceAll(clean(p, &findings{}), "\n", "\t") + "\n")
		}
		file = lines.String()
	}
	if file == "" || len(file) > maxLined {
		return
	}
	for i := range f.list {
		w := &f.list[i]
		words, _, _ := strings.Cut(strings.TrimSpace(f.words[i]), "\n")
		if words == "" {
			continue
		}
		nth, all := 0, w.Count
		if w.Rest { // most of those that it counts say something else
			all = 1
		}
		if w.Start >= 0 {
			nth, all = strings.Count(text[:w.Start], words), strings.Count(text, words)
		}
		if strings.Count(file, words) != all {
			continue
		}
		at := strings.Index(file, words)
		for range nth {
			at += len(words)
			at += strings.Index(file[at:], words)
		}
		switch n := 1 + strings.Count(file[:at], "\n"); {
		case c.paragraphs == nil:
			w.Line = n
		case n <= len(c.paragraphs):
			w.Paragraph = n
		}
	}
}

// count adds the number of another one to that of w.
func (w *Warning) count(other Warning) {
	w.Count += other.Count
	w.AtLeast = w.AtLeast || other.AtLeast
}

// removed counts the invisible character at i, with a look at the first of its kind.
func (f *findings) removed(kind WarningKind, runes []rune, i int) {
	if at, ok := f.index[string(kind)]; ok {
		f.list[at].Count++
		return
	}
	f.add(Warning{Kind: kind, Excerpt: excerpt(around(runes, i)), Start: -1, End: -1, Count: 1}, "")
	f.index[string(kind)] = len(f.list) - 1
}

// spelt reports what tag characters of one text spell.
func (f *findings) spelt(message string) {
	if message == "" {
		return
	}
	f.hidden.WriteString("\n\n" + message)
	const intro = "hidden message: "
	if w := &f.list[f.index[string(TagCharacter)]]; !strings.HasPrefix(w.Excerpt, intro) {
		w.Excerpt = excerpt(intro + message)
	}
}

// sorted returns the warnings by Start, then Kind, then Excerpt, the rest of a kind last;
// never nil.
func (f *findings) sorted() []Warning {
	out := append([]Warning{}, f.list...)
	last := func(w Warning) int {
		if w.Rest {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b Warning) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind), last(a)-last(b), cmp.Compare(a.Excerpt, b.Excerpt))
	})
	return out
}

// scan looks for what speaks to the judge, in the judged text and in what was
// left out of it.
func (f *findings) scan(text string, format Format) {
	for _, w := range scanText(text, format == HTML || format == Markdown) {
		f.add(w, text[w.Start:w.End])
	}
	hidden := clean(f.hidden.String(), &findings{})
	for _, w := range scanText(hidden, false) {
		if w.Kind != Nonsense {
			words := hidden[w.Start:w.End]
			w.Start, w.End = -1, -1
			f.add(w, words)
		}
	}
}

// kinds are the warnings for what the scanner finds.
var kinds = map[scan.Kind]WarningKind{
	scan.Command: PlantedCommand, scan.Score: PlantedScore, scan.Persuasion: Persuasion,
	scan.Reply: FakeReply, scan.Fence: FakeFence, scan.Nonsense: Nonsense,
}

// scanText returns what the scanner finds in a text as warnings with their places. Excerpts
// of Markdown are as its readers see them, without the escapes of signs.
func scanText(text string, markdown bool) []Warning {
	var out []Warning
	for _, f := range scan.Text(text) {
		shown := text[f.Start:f.Until]
		if markdown {
			shown = unescape(shown)
		}
		if f.Cut {
			shown += "…"
		}
		w := Warning{Kind: kinds[f.Kind], Excerpt: excerpt(shown), Start: f.Start, End: f.End, Count: 1, AtLeast: f.More, Unsure: f.Unsure}
		if f.Encoding != "" {
			w.Excerpt = excerpt(f.Encoding + ": " + f.Decoded)
		}
		out = append(out, w)
	}
	return out
}
