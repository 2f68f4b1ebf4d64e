package document

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"judgement/internal/origin"
)

// rule is one way in which a text speaks to the judge. The expression is tried
// only near the literals of need, one of which is in every hit, and if one of
// also, if there are any, is near too. A hit counts unless veto matches the words
// right before it or check says no.
type rule struct {
	kind  WarningKind
	need  []string
	also  []string
	hit   expression
	veto  expression // on up to vetoBytes before the hit; may be nil
	check func(text string, hit []int) bool
}

// expression is compiled when it is first needed: most documents need few, and
// all of them take a megabyte.
type expression func() *regexp.Regexp

func lazy(expr string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

const (
	vetoBytes   = 60
	nearBefore  = 160 // bytes of folded text tried before a literal
	nearAfter   = 240 // and after it
	sameReply   = 600 // bytes within which keys belong to one planted reply
	maxFindings = 200 // hits of one rule that are looked at
)

// scanText finds planted commands, scores, replies and fences. Start and End are
// offsets into text. Regular expressions here run in linear time.
func scanText(text string) []Warning {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	f := fold(text)
	var out []Warning
	near := newFinder(f.Text)
	for _, r := range rules() {
		for _, w := range near.windows(&r) {
			out = r.collect(f, w, out)
		}
	}
	return out
}

// collect appends the rule's hits in one window of the folded text.
func (r *rule) collect(f origin.Text, w [2]int, out []Warning) []Warning {
	for _, hit := range r.hit().FindAllStringSubmatchIndex(f.Text[w[0]:w[1]], maxFindings) {
		for i := range hit {
			if hit[i] >= 0 {
				hit[i] += w[0]
			}
		}
		if r.veto != nil && r.veto().MatchString(before(f.Text, hit[0])) || r.check != nil && !r.check(f.Text, hit) {
			continue
		}
		for hit[0] < hit[1]-1 && strings.IndexByte(" \n.!?:;,\"'(-", f.Text[hit[0]]) >= 0 {
			hit[0]++
		}
		start, end := f.Origin(hit[0]), f.Origin(hit[1])
		if n := len(out); r.kind == FakeReply && n > 0 && out[n-1].Kind == FakeReply && start >= out[n-1].Start && start < out[n-1].End+sameReply {
			out[n-1].End = max(end, out[n-1].End) // one reply has many keys
			continue
		}
		covered := func(w Warning) bool { return w.Kind == r.kind && start < w.End && w.Start < end }
		if start >= end || slices.ContainsFunc(out, covered) {
			continue
		}
		out = append(out, Warning{Kind: r.kind, Excerpt: excerpt(f.Source[start:sentenceEnd(f.Source, end)]), Start: start, End: end, Count: 1})
	}
	return out
}

// finder looks up where literals are in a folded text.
type finder struct {
	text string
	flat string // with a space for every line break
	at   map[string][]int
}

func newFinder(text string) *finder {
	return &finder{text: text, flat: strings.ReplaceAll(text, "\n", " "), at: map[string][]int{}}
}

// places returns where a literal is.
func (f *finder) places(literal string) []int {
	if at, ok := f.at[literal]; ok {
		return at
	}
	text := f.flat
	if strings.Contains(literal, "\n") {
		text = f.text
	}
	var at []int
	for i := 0; ; {
		n := strings.Index(text[i:], literal)
		if n < 0 {
			break
		}
		at = append(at, i+n)
		i += n + len(literal)
	}
	f.at[literal] = at
	return at
}

// windows returns the stretches of text in which a rule is tried, in order and
// without overlap, cut between words.
func (f *finder) windows(r *rule) [][2]int {
	var at []int
	for _, l := range r.need {
		at = append(at, f.places(l)...)
	}
	slices.Sort(at)
	var out [][2]int
	for _, i := range at {
		from, to := wordStart(f.text, i-nearBefore), wordStart(f.text, i+nearAfter)
		if n := len(out); n > 0 && from <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], to)
		} else {
			out = append(out, [2]int{from, to})
		}
	}
	if len(r.also) == 0 {
		return out
	}
	return slices.DeleteFunc(out, func(w [2]int) bool {
		return !slices.ContainsFunc(r.also, func(l string) bool { return strings.Contains(f.flat[w[0]:w[1]], l) })
	})
}

// wordStart moves i on to a place between words, at most a few bytes.
func wordStart(text string, i int) int {
	if i <= 0 {
		return 0
	}
	for n := 0; i < len(text) && (!utf8.RuneStart(text[i]) || n < 40 && letter(text[i])); n++ {
		i++
	}
	return min(i, len(text))
}

// before is the text of one line up to at, at most vetoBytes of it.
func before(text string, at int) string {
	from := max(0, at-vetoBytes)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	return text[from+strings.LastIndexByte(text[from:at], '\n')+1 : at]
}

// sentenceEnd extends a hit to the end of its sentence, for the excerpt.
func sentenceEnd(text string, at int) int {
	for i, r := range text[at:min(len(text), at+120)] {
		if r == '\n' || r == '。' || r == '！' || r == utf8.RuneError {
			return at + i
		}
	}
	return min(len(text), at+strings.LastIndexAny(text[at:min(len(text), at+120)]+" ", " "))
}

// fullMarks checks a score 'n/m' in the first two groups: only n = m is a
// planted score, any other is a plain number.
func fullMarks(text string, hit []int) bool {
	if len(hit) < 6 || hit[2] < 0 || hit[4] < 0 {
		return true
	}
	return text[hit[2]:hit[3]] == text[hit[4]:hit[5]]
}

// textFollows checks that the document goes on after its alleged end.
func textFollows(text string, hit []int) bool {
	return utf8.RuneCountInString(strings.TrimSpace(text[hit[1]:])) >= 12
}

// fold makes a text easy to search: lower case, narrow forms, Latin letters
// for their look-alikes, no Markdown emphasis, one space for a run of blanks,
// none between ideographs. Line breaks, one or many, are one \n,
// and a \n is before the first line.
func fold(text string) origin.Text {
	b := origin.Builder{Source: text}
	last, blankAt, blank, lines := rune('\n'), 0, rune(0), 0
	emit := func(r rune, at int) {
		b.Write(r, at)
		last = r
	}
	emit('\n', 0)
	for i, r := range text {
		switch {
		case r == '\n':
			if blank == 0 {
				blankAt = i
			}
			blank = '\n'
			lines++
			continue
		case unicode.IsSpace(r) || r == '\u2800':
			if blank == 0 {
				blank, blankAt = ' ', i
			}
			continue
		case r == '*' || r == '`' || r == '~' || r == '_' && (blank != 0 || !wordy(last)):
			continue
		}
		r = foldRune(r)
		if blank != 0 && last != '\n' && !joined(last, r, lines) {
			emit(blank, blankAt)
		}
		blank, lines = 0, 0
		emit(r, i)
	}
	return b.Text()
}

// joined reports that blanks between two characters say nothing: spaces between
// full-width characters, and one line break between ideographs.
func joined(a, b rune, lines int) bool {
	if lines == 0 {
		return cjk(a) && cjk(b)
	}
	return lines == 1 && unicode.Is(unicode.Han, a) && unicode.Is(unicode.Han, b)
}

// wordy reports a letter or digit, beside which an underscore is no emphasis.
func wordy(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// cjk reports an ideograph or a full-width mark.
func cjk(r rune) bool {
	return r >= 0x2E80 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0xFF00 && r <= 0xFFEF || r >= 0x20000 && r <= 0x3FFFF
}

// foldRune maps r to its plain form.
func foldRune(r rune) rune {
	if r < utf8.RuneSelf {
		return unicode.ToLower(r)
	}
	switch r {
	case '“', '”', '„', '«', '»', '「', '」':
		return '"'
	case '‘', '’', '´':
		return '\''
	case '–', '—', '−':
		return '-'
	}
	if r >= 0x1D400 && r <= 0x1D6A3 { // mathematical letters
		return 'a' + (r-0x1D400)%26
	}
	if n := width.LookupRune(r).Folded(); n != 0 {
		r = n
	}
	r = unicode.ToLower(r)
	if i := strings.IndexRune(lookAlikes, r); i >= 0 && r >= utf8.RuneSelf {
		return rune(lookAlikeOf[utf8.RuneCountInString(lookAlikes[:i])])
	}
	return r
}

// Lower-case Cyrillic and Greek letters that look like Latin ones.
const (
	lookAlikes  = "абвеіјкмнорсѕтухԁһӏαορντικυχ"
	lookAlikeOf = "abbeijkmhopcstyxdhiaopvtikux"
)
