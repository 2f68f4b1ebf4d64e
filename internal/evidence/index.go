package evidence

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"judgement/internal/origin"
)

// MaxQuote is how many characters a quote may have to be looked for.
const MaxQuote = 4000

// Index is one document, prepared once so that many quotes can be verified
// against it. It is safe for concurrent use.
type Index struct {
	text     string
	pages    pages
	blocks   string // the text without breaks of pages in sentences, and with bars in its tables; as long
	unbroken string // the text without these breaks; as long
	folded   origin.Text
	page     func(offset int) int
	others   []other
	marked   []Passage
	unseen   func() []*Index // texts that are hidden in the document

	simple   func() string      // the normal form in simplified characters and withEnds, as cues and sentences are looked for in it
	loose    func() origin.Text // of the normal form
	raw      searched           // the text
	form     searched           // the normal form
	looser   func() searched    // the loose form
	tables   func() []*row
	lists    func() []*row
	struck   func() [][2]int
	titles   func() map[string]bool
	headings func() []title
}

type other struct {
	name  string
	index func() *Index
}

// New prepares a document. Text should be valid UTF-8 below 2 GiB; invalid
// bytes are never part of a proof except for an exact one. It takes linear time
// and about five times the room of the text, and up to three times four bytes for each character
// when the first quotes are looked for.
func New(text string, opts ...Option) *Index {
	sheet := withBars(text)
	x := &Index{text: text, pages: newPages(text)}
	breaks := x.pages.breaks()
	x.folded, x.blocks = foldDocument(text, breaks), withoutBreaks(sheet, breaks)
	x.unbroken = withoutBreaks(text, breaks)
	x.simple = sync.OnceValue(func() string { return simplified(withEnds(x.folded)) })
	x.loose = sync.OnceValue(func() origin.Text { return looseForm(x.folded.Text) })
	x.raw, x.form = newSearched(text), newSearched(x.folded.Text)
	x.looser = sync.OnceValue(func() searched { return newSearched(x.loose().Text) })
	x.tables = sync.OnceValue(func() []*row { return rows(text, sheet) })
	x.lists = sync.OnceValue(func() []*row { return lists(text) })
	x.struck = sync.OnceValue(func() [][2]int { return struckSpans(text) })
	x.headings = sync.OnceValue(func() []title { return headings(text) })
	x.titles = sync.OnceValue(func() map[string]bool { return titles(x.headings()) })
	for _, o := range opts {
		o(x)
	}
	return x
}

// Verify looks for a quote in the document and says how it is there.
//
// Exact and Normalised quotes start and end at the borders of words and
// numbers, and not right after a negation or bound that they leave out; a quote
// that is cut so is Altered, with the place and what was cut in Note. If the
// same words are at several places, the first clean one counts.
//
// Quotes need at least eight letters and digits, an ideograph counting as two,
// at least two ideographs or four letters among them, and two words if there
// are no ideographs: less is TooShort. Similarity (Near) is only looked for from 20
// characters on, Altered by alignment from 12, where an ideograph counts two. A quote
// without any letter, digit or sign is Uncited.
func (x *Index) Verify(quote string) Citation {
	quote = strings.ToValidUTF8(quote, "\uFFFD")
	c := Citation{Quote: quote, Status: NotFound, Start: -1, End: -1}
	switch {
	case !strings.ContainsFunc(quote, unicode.IsGraphic) || strings.TrimSpace(quote) == "":
		c.Status = Uncited
		return c
	case utf8.RuneCountInString(quote) > MaxQuote:
		c.Note = Found("longer than 4,000 characters: not looked for")
		return c
	case tooShort(quote):
		c.Status = TooShort
		return c
	}
	f := x.find(quote)
	if !f.status.Proven() && f.status != Near && f.status != OutOfScope {
		if name := x.elsewhere(quote); name != "" {
			return Citation{Quote: quote, Status: WrongSource, Start: -1, End: -1, Note: ReadNote("it is in " + name)}
		}
		if x.unseen != nil && f.status == NotFound && slices.ContainsFunc(x.unseen(), func(y *Index) bool { return y.hides(quote) }) {
			f.note = Found("the words are only in text that the document hides")
		}
	}
	return x.citation(quote, f)
}

// finding is where a quote is, in bytes of the document.
type finding struct {
	status     Status
	start, end int
	note       Note
	parts      [][2]int // of an ellipsis
	similar    bool     // the words are not the same
}

var missing = finding{status: NotFound, start: -1, end: -1}

func (x *Index) citation(quote string, f finding) Citation {
	c := Citation{Quote: quote, Status: f.status, Start: f.start, End: f.end, Note: f.note, Parts: f.parts}
	if f.status == Normalised && f.note == nil && !strings.Contains(quote, "\n") {
		joins, _ := x.joinsRows(f.start, f.end)
		if joins || !strings.ContainsAny(quote, "|｜") && joinsBlocks(x.unbroken[f.start:f.end]) {
			c.Note = Found("the quote joins two paragraphs, items or cells")
		}
	}
	if f.start < 0 {
		return c
	}
	c.Before, c.After = x.around(f.start, f.end)
	c.Found = x.found(quote, f.start, f.end)
	if f.status == OutOfScope && c.Before+c.After == "" { // of what is struck through, the marks count
		for _, span := range x.struck() {
			if f.start < span[1] && span[0] < f.end {
				c.Found = x.found(quote, min(f.start, span[0]), max(f.end, span[1]))
			}
		}
	}
	c.Note = x.Noted(c.Note, f.start, f.end)
	if x.page != nil {
		c.Page = x.page(f.start)
	}
	return c
}

// Noted adds to a note what was found in [s, e) of the document, each code once.
func (x *Index) Noted(n Note, s, e int) Note {
	for _, p := range x.marked {
		lo, hi := max(s, p.Start), min(e, p.End)
		known := slices.ContainsFunc(n, func(f Finding) bool { return f.Code == p.Note })
		if lo < hi && !known && strings.ContainsFunc(x.text[lo:hi], isAlnumOrHan) {
			n = append(n[:len(n):len(n)], Finding{Code: p.Note})
		}
	}
	return n
}

// findAs tries what is cheap first: the bytes as they are, the normal form, the forms
// that judges write, the parts around ellipses, alignment.
func (x *Index) findAs(quote string) finding {
	f := x.literal(quote, 0, len(x.text))
	if f.status.Proven() {
		return f
	}
	if parts := ellipsisParts(cleanest(quote)); parts != nil {
		e := x.ellipsis(parts)
		if e.status != NotFound {
			return e
		}
		if len(parts) == 1 {
			quote = parts[0] // with dots at its ends
		}
	}
	if f.status != NotFound {
		return f
	}
	if cells := x.cellsOf(quote); cells.status != NotFound {
		return cells
	}
	return x.align(foldQuote(quote, x.text).Text)
}

// literal finds a quote in text[lo:hi] as it is, in normal form, or as judges write it.
func (x *Index) literal(quote string, lo, hi int) finding {
	f := x.asWritten(quote, lo, hi)
	if f.status != NotFound {
		return f
	}
	last := quote
	for _, last = range cleaned(quote) {
		if tooShort(last) {
			return f
		}
		if g := x.asWritten(last, lo, hi); g.status == Exact {
			g.status = Normalised
			return g
		} else if g.status != NotFound {
			return g
		}
	}
	return x.loosely(last, lo, hi)
}

// asWritten finds a quote as it is or in normal form, in text[lo:hi].
func (x *Index) asWritten(quote string, lo, hi int) finding {
	as := x.exact(quote, lo, hi)
	if as.status.Proven() {
		return as
	}
	f := as
	for form := range x.forms(quote) {
		if n := x.normalised(form, lo, hi, as); n.status.Proven() || f.status == NotFound {
			f = n
		}
		if f.status.Proven() {
			break
		}
		as = missing // of the other forms
	}
	return f
}

// wideGroup is a wide comma between digits: it may part thousands in a quote.
var wideGroup = regexp.MustCompile(`([0-9])，([0-9])`)

// itemMark is the mark of an item that starts a quote: others may be on the same line.
var itemMark = regexp.MustCompile(`^[-*+•‣◦·●▪] `)

// bracketed are letters or words that a quote writes in another case, [T]he or [The] team, and ownRemark
// is what it says of itself.
var (
	bracketed = regexp.MustCompile(`\[(\pL[\pL' ]*)\]`)
	ownRemark = regexp.MustCompile(` ?[\[(](?:sic!?|emphasis (?:added|mine))[\])]`)
)

// maxHead bounds a head in bold that starts a paragraph, in bytes.
const maxHead = 60

// itemStart is the number of an item that starts a quote.
var itemStart = regexp.MustCompile(`^[(（]?(\d{1,3}|[一二三四五六七八九十]{1,3})(?:[.)] ?|、|）)`)

// forms returns the normal forms that a quote may have: its line breaks start
// lines with their marks, or are mere blanks; its wide commas part clauses or thousands; its
// items are on one line; the number of its item has another mark; [T]he is the;
// a head in bold ends with a colon.
func (x *Index) forms(quote string) iter.Seq[origin.Text] {
	return func(yield func(origin.Text) bool) {
		forms := []origin.Text{foldQuote(quote, x.text)}
		if !yield(forms[0]) {
			return
		}
		for _, other := range x.writings(quote) {
			f := foldQuote(other, x.text)
			if slices.ContainsFunc(forms, func(g origin.Text) bool { return g.Text == f.Text }) {
				continue
			}
			if forms = append(forms, f); !yield(f) {
				return
			}
		}
	}
}

// writings are the other ways to write a quote that its forms are of.
func (x *Index) writings(quote string) []string {
	others := []string{strings.ReplaceAll(quote, "\n", " ")}
	if strings.Contains(quote, "，") {
		others = append(others, wideGroup.ReplaceAllString(quote, "$1,$2"))
	}
	if strings.ContainsAny(quote, "[(") {
		others = append(others, bracketed.ReplaceAllString(ownRemark.ReplaceAllString(quote, ""), "$1"))
	}
	others = append(others, withCommas(quote)...)
	if head, rest, ok := strings.Cut(quote, ": "); ok && len(head) < maxHead && strings.Contains(x.text, "**"+head+".**") {
		others = append(others, head+". "+rest)
	}
	if mark := itemMark.FindString(quote); mark != "" {
		others = append(others, strings.ReplaceAll(quote, " "+mark, "\n"+mark))
	}
	if m := itemStart.FindStringSubmatch(quote); m != nil && len(m[0]) < len(quote) && !isNumeral(firstRune(quote[len(m[0]):])) {
		for _, number := range itemNumbers(m[1]) {
			for _, marks := range [][2]string{{"", ". "}, {"", ") "}, {"", "、"}, {"(", ")"}} {
				others = append(others, marks[0]+number+marks[1]+quote[len(m[0]):])
			}
		}
	}
	return slices.DeleteFunc(others, func(other string) bool { return other == quote })
}

// maxPlaces bounds how many places of one quote are looked at, and maxNearPlaces those of a part
// of it beside an ellipsis.
const (
	maxPlaces     = 100
	maxNearPlaces = 20
)

func (x *Index) exact(quote string, lo, hi int) finding {
	return firstProven(x.raw, quote, lo, hi, func(s int) finding {
		i, j := trimmed(x.folded.Text, x.folded.Place(s), x.folded.Place(s+len(quote)))
		return x.judge(Exact, s, s+len(quote), i, j)
	})
}

// normalised finds a normal form of a quote in text[lo:hi]. as is what was found of its bytes: these are not
// looked at again.
func (x *Index) normalised(f origin.Text, lo, hi int, as finding) finding {
	want := f.Text
	if want == "" {
		return missing
	}
	return firstProven(x.form, want, x.folded.Place(lo), x.folded.Place(hi), func(i int) finding {
		s, e := x.span(i, i+len(want))
		if as.status != NotFound && x.text[s:e] == f.Source {
			return as
		}
		found := x.judge(Normalised, s, e, i, i+len(want))
		if found.status.Proven() {
			if why := x.rewritten(i, f); why != nil {
				found.status, found.note = Altered, why
			}
		}
		return found
	})
}

// firstProven looks at the places of a quote in text[lo:hi], and returns the first
// that is proven, else the first.
func firstProven(t searched, quote string, lo, hi int, at func(place int) finding) finding {
	best, left := missing, maxPlaces
	if hi-lo < len(t.text) {
		left = maxNearPlaces
	}
	for place := range t.places(quote, lo, hi) {
		f := at(place)
		if f.status.Proven() {
			return f
		}
		if best.status == NotFound {
			best = f
		}
		if left--; left == 0 {
			break
		}
	}
	return best
}

// judge looks at the borders [i, j) of a place in the normal form.
func (x *Index) judge(status Status, s, e, i, j int) finding {
	if i >= j {
		return finding{status: status, start: s, end: e}
	}
	refused, note := x.border(i, j)
	if refused == "" {
		var more Note
		refused, more = x.inTable(status, s, e)
		note = append(more, note...)
	}
	if refused != "" {
		status = refused
	}
	return finding{status: status, start: s, end: e, note: note}
}

// trimmed is [i, j) without the blanks at its ends.
func trimmed(t string, i, j int) (int, int) {
	for i < j && t[i] == ' ' {
		i++
	}
	for j > i && t[j-1] == ' ' {
		j--
	}
	return i, j
}

// span turns a half-open range of the normal form into one of the document.
func (x *Index) span(i, j int) (s, e int) {
	s = x.folded.Origin(i)
	e = x.folded.Origin(j - 1)
	_, size := char(x.text[e:])
	e += size
	for e < len(x.text) && x.text[e] >= 0xCC {
		r, size := utf8.DecodeRuneInString(x.text[e:])
		if !unicode.Is(unicode.Mn, r) {
			break
		}
		e += size
	}
	return s, e
}

func (x *Index) elsewhere(quote string) string {
	for _, o := range x.others {
		y := o.index()
		if s := y.literal(quote, 0, len(y.text)).status; s.Proven() || s == OutOfScope {
			return o.name
		}
	}
	return ""
}

// hides reports whether a quote is in a hidden text, or goes on where the start of one that is kept ends.
func (x *Index) hides(quote string) bool {
	parts := ellipsisParts(cleanest(quote))
	if parts == nil {
		parts = []string{quote}
	}
	start, cut := strings.CutSuffix(x.text, "…")
	return !slices.ContainsFunc(parts, func(p string) bool {
		s := x.literal(p, 0, len(x.text)).status
		return (s == NotFound || s == TooShort) && !(cut && overlaps(foldLine(start), foldQuote(cleanest(p), start).Text))
	})
}

// overlaps reports whether a text ends with the start of another one, which says enough.
func overlaps(text, next string) bool {
	for i := range text {
		if strings.HasPrefix(next, text[i:]) {
			return !tooShort(text[i:])
		}
	}
	return false
}

// longWord is enough for a quote of one word or of numbers, in letters and digits: a hash, a line of base64.
const longWord = 20

// tooShort reports a quote that would be in many texts by chance.
func tooShort(quote string) bool {
	var han, letters, digits, count int
	inWord := false
	for _, r := range quote {
		word := false
		switch {
		case isCJK(r) && unicode.IsLetter(r) || unicode.Is(unicode.Hangul, r):
			han++
		case unicode.IsLetter(r):
			letters++
			word = true
		case unicode.IsDigit(r):
			digits++
			word = true
		}
		if word && !inWord {
			count++
		}
		inWord = word || inWord && (r == '\'' || r == '’')
	}
	if letters+digits >= longWord {
		return false
	}
	return 2*han+letters+digits < 8 || han == 0 && count < 2 || han < 2 && letters < 4
}
