package evidence

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxEntity bounds an entity of HTML, in bytes.
const maxEntity = 12

// char reads the character at the start of a text. It may be written as an entity of HTML
// (&amp;) or escaped as in Markdown (\_).
func char(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	switch {
	case r == '&':
		end := strings.IndexByte(s[:min(len(s), maxEntity)], ';') + 1
		if c, n := utf8.DecodeRuneInString(html.UnescapeString(s[:end])); n > 0 && n < end && html.UnescapeString(s[:end]) == string(c) {
			return c, end
		}
	case r == '\\' && len(s) > 1 && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[1]) >= 0:
		return rune(s[1]), 2
	}
	return r, size
}

// tag is an element of HTML that only marks text up or starts a line or cell. Those that change
// what a text says (<del>, <sup>) are none; those with attributes are attributed.
var tag = regexp.MustCompile(`^</?(?:b|i|u|em|strong|small|mark|code|span|(br|p|div|ul|ol|li|table|thead|tbody|tr|th|td)) ?/?>`)

// attributed is the start of an element with attributes that only mark text up, name it or link it.
var attributed = regexp.MustCompile(`^<(?:a|b|i|u|em|strong|small|mark|code|span|(p|div|ul|ol|li|table|tr|th|td))(?:\s+(?:class|id|href|target|rel|lang|dir|name|align|colspan|rowspan|scope)=(?:"[^"<>\n]*"|'[^'<>\n]*'))+\s*>`)

// blockTag is an element that starts or ends a paragraph, item or cell.
var blockTag = regexp.MustCompile(`</?(?:p|div|ul|ol|li|table|thead|tbody|tr|th|td) ?/?>`)

// autolink is a link that Markdown writes as <https://example.org>.
var autolink = regexp.MustCompile(`^<(?:https?://|mailto:)[^\s<>]+>`)

// power is an exponent as HTML, TeX, Markdown or plain text may write it.
var power = regexp.MustCompile(`^(?:<sup>([-−+]?\d{1,4})</sup>|\^\{([-−+]?\d{1,4})\}|\^(\d{1,2})\^|\^([-−]?\d))`)

// lowered are digits below the line, and raised is the mark of a reference above it.
var (
	lowered = regexp.MustCompile(`^(?:<sub>(\d{1,3})</sub>|~(\d{1,2})~)`)
	raised  = regexp.MustCompile(`^<sup>(\[\d{1,3}(?:[-,–] ?\d{1,3})*\])</sup>`)
)

// maxPower bounds what power matches, in bytes.
const maxPower = 24

// superscripts are the digits and the sign of exponents. In normal form 10⁶ is 10^6.
var superscripts = map[rune]rune{'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', '⁵': '5', '⁶': '6', '⁷': '7', '⁸': '8', '⁹': '9', '⁻': '⁻'}

// index writes the digits below the line at byte i as plain ones if they belong to letters (CO₂,
// CO<sub>2</sub>), and leaves out <sup> around the mark of a reference. It returns where the
// next thing starts; i if there is none.
func (f *folder) index(i int, r rune) int {
	below := r >= '₀' && r <= '₉'
	if !below && r != '<' && r != '~' {
		return i
	}
	before := lastRune(f.src[:i])
	letters := isWordLetter(before) || before == ')' || before >= '₀' && before <= '₉' || before == '>' && isAlnum(f.last)
	if below && letters && !f.space {
		f.put('0'+r-'₀', i)
		return i + utf8.RuneLen(r)
	}
	rest := f.src[i:min(len(f.src), i+maxPower)]
	m := raised.FindStringSubmatchIndex(rest)
	if m == nil && letters && !f.space {
		m = lowered.FindStringSubmatchIndex(rest)
	}
	if m == nil {
		return i
	}
	for k := 2; k < len(m); k += 2 {
		for n := m[k]; n < m[k+1]; n++ {
			f.put(rune(rest[n]), i+n)
		}
	}
	return i + m[1]
}

// exponent writes the exponent at byte i, or its first character, and returns where the next
// thing starts; i if there is none.
func (f *folder) exponent(i int, r rune) int {
	if c := superscripts[r]; c != 0 {
		if superscripts[lastRune(f.src[:i])] == 0 {
			f.put('^', i)
		}
		f.put(c, i)
		return i + utf8.RuneLen(r)
	}
	if r != '<' && r != '^' {
		return i
	}
	m := power.FindStringSubmatchIndex(f.src[i:min(len(f.src), i+maxPower)])
	if m == nil {
		return i
	}
	f.put('^', i)
	for k, c := range f.src[i : i+m[1]] {
		switch {
		case c == '-' || c == '−':
			f.put('⁻', i+k)
		case unicode.IsDigit(c):
			f.put(c, i+k)
		}
	}
	return i + m[1]
}

// markup skips the tag or the mark of a link at byte i, and returns where the next thing
// starts; i if there is none. Attributes of a quote must be in the document, so that no words can hide in them.
func (f *folder) markup(i int) int {
	if strings.HasPrefix(f.src[i:], "</a>") {
		return i + len("</a>")
	}
	rest := f.src[i:min(len(f.src), i+maxLink)]
	if n := attributed.FindStringSubmatchIndex(rest); n != nil && (f.known == nil || f.known(rest[:n[1]])) {
		if n[2] >= 0 {
			f.blank(i)
		}
		return i + n[1]
	}
	if n := tag.FindStringSubmatchIndex(f.src[i:min(len(f.src), i+maxEntity)]); n != nil {
		if n[2] >= 0 {
			f.blank(i)
		}
		return i + n[1]
	}
	if n := len(autolink.FindString(f.src[i:])); n > 0 && f.linkEnd <= i {
		f.linkEnd = i + n - 1
		return i + 1
	}
	return i
}

// maxLink bounds how far a link's target is looked for.
const maxLink = 500

// openLink reports whether a [text](target) starts at i, and remembers its ].
func (f *folder) openLink(i int) bool {
	rest := f.src[i:min(len(f.src), i+maxLink)]
	mid := strings.Index(rest, "](")
	if mid < 0 || strings.ContainsAny(rest[1:mid], "[\n") {
		return false
	}
	end := strings.IndexByte(rest[mid:], ')')
	if end < 0 {
		return false
	}
	target := rest[mid : mid+end+1]
	url := target[2 : len(target)-1]
	if strings.ContainsAny(url, " \n(") || !strings.ContainsAny(url, "/#:.") || !strings.ContainsFunc(url, unicode.IsLetter) {
		return false
	}
	if f.known != nil && !f.known(target) {
		return false
	}
	f.linkEnd = i + mid
	return true
}

// image is a picture of Markdown with a name of one or two words.
var image = regexp.MustCompile(`^!\[(\pL+(?: \pL+)?)?\]\([^\s()]+\)`)

// picture returns where the picture at byte i ends if it is within the words of a line, and its name changes nothing;
// i for others.
func (f *folder) picture(i int) int {
	rest := f.src[i:min(len(f.src), i+maxLink)]
	m := image.FindStringSubmatch(rest)
	if m == nil || f.known != nil && !f.known(m[0]) || changesSense(simplified(strings.ToLower(m[1]))) != "" {
		return i
	}
	before, after := f.src[strings.LastIndexByte(f.src[:i], '\n')+1:i], lineAt(rest[len(m[0]):])
	if !strings.ContainsFunc(before, isAlnumOrHan) || !strings.ContainsFunc(after, isAlnumOrHan) {
		return i
	}
	return i + len(m[0])
}

// formula is a name in a formula of TeX: $x_1$. A sign of dollars has a digit behind it.
var formula = regexp.MustCompile(`^\$[a-zA-Z][a-zA-Z0-9_^{}]{0,20}\$`)

// openFormula reports whether such a formula starts at i, and remembers its last $.
func (f *folder) openFormula(i int) bool {
	n := len(formula.FindString(f.src[i:min(len(f.src), i+maxPower)]))
	if n == 0 || isAlnum(firstRune(f.src[i+n:])) || isAlnum(lastRune(f.src[:i])) {
		return false
	}
	f.linkEnd = i + n - 1
	return true
}

// title is a heading of Markdown in [start, end) of a document, with its level and its line without #.
type title struct {
	start, end int
	level      int
	text       string
}

// headings are the headings of a document in its order.
func headings(document string) (out []title) {
	line, start := "", 0 // the line above
	for below := range strings.Lines(document) {
		end := start + len(line)
		mark := strings.TrimSpace(below)
		switch bare := strings.TrimLeft(line, "#"); {
		case len(bare) < len(line):
			out = append(out, title{start, end, len(line) - len(bare), strings.TrimSuffix(bare, "\n")})
		case len(mark) < 3 || line == "" || !strings.HasSuffix(below, "\n") || strings.Trim(mark, "=") != "" && strings.Trim(mark, "-") != "" || startsBlock(line):
		default:
			out = append(out, title{start, end + len(below), 1 + strings.Count(mark[:1], "-"), strings.TrimSuffix(line, "\n")})
		}
		line, start = below, end
	}
	return out
}

// headingsAbove are the headings above the line of byte s of the document.
func (x *Index) headingsAbove(s int) []title {
	n, _ := slices.BinarySearchFunc(x.headings(), s+1, func(h title, s int) int { return cmp.Compare(h.end, s) })
	return x.headings()[:n]
}
