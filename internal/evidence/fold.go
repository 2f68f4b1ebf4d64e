package evidence

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"judgement/internal/origin"
)

// foldDocument and foldQuote bring both sides to one form. Folded away are:
// width (full and half), case, the forms of quotation marks and dashes, runs of
// blanks and line breaks, blanks beside ideographs, hyphens inside words (at
// line ends too), zero-width characters, ligatures and compatibility
// ideographs, Markdown's emphasis, headings, bullets, quotes, tables, escapes and
// link targets, and HTML's entities and plain tags. Traditional and simplified characters stay apart.
//
// Nothing that could change a number is dropped: a mark before a number stays
// (as • or >), exponents are ^6 however they are written, CO₂ is CO2, blanks between digits stay,
// and numbers of ordered lists stay.
func foldDocument(s string, breaks [][2]int) origin.Text { return foldWithout(s, nil, breaks) }

// foldQuote folds a quote. A link's target is left out only if the document
// holds the very same target, so that no words can hide in it.
func foldQuote(s, document string) origin.Text {
	return foldText(s, func(target string) bool { return strings.Contains(document, target) })
}

func foldText(s string, known func(target string) bool) origin.Text {
	return foldWithout(s, known, nil)
}

// foldWithout folds a text in which the breaks of pages within sentences are blanks if they have words that deny nothing: a
// number alone may count something.
func foldWithout(s string, known func(target string) bool, breaks [][2]int) origin.Text {
	f := folder{src: s, known: known, lineStart: true, out: origin.Builder{Source: s}}
	f.out.Grow(len(s))
	for i := 0; i < len(s); {
		for len(breaks) > 0 && breaks[0][0] < i {
			breaks = breaks[1:]
		}
		if len(breaks) > 0 && breaks[0][0] == i {
			if line := s[i:breaks[0][1]]; strings.ContainsFunc(line, unicode.IsLetter) && negationIn(strings.ToLower(line)) == "" {
				f.blank(i)
				f.lineStart = false
				i = breaks[0][1]
				continue
			}
		}
		i = f.step(i)
	}
	return f.out.Text()
}

type folder struct {
	src       string
	known     func(string) bool
	out       origin.Builder
	last      rune // last rune written, 0 at the start
	lineStart bool
	space     bool // a blank waits to be written
	spaceAt   int
	linkEnd   int // offset of the ] or > of the last link, or $ of the last formula
}

// step folds what is at i and returns where the next thing starts.
func (f *folder) step(i int) int {
	if f.lineStart {
		f.lineStart = false
		if n := f.lineMark(i); n > i {
			return n
		}
	}
	r, size := utf8.DecodeRuneInString(f.src[i:])
	if r == '&' || r == '\\' {
		r, size = char(f.src[i:])
	}
	end := i + size
	switch {
	case r >= 0x4E00 && r <= 0x9FFF, // most characters, first
		(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') && end < len(f.src) && f.src[end] < utf8.RuneSelf:
		f.put(r, i)
	case r >= 'A' && r <= 'Z' && end < len(f.src) && f.src[end] < utf8.RuneSelf:
		f.put(r+'a'-'A', i)
	case r == ' ':
		f.blank(i)
	case strings.ContainsRune("\n\r\u0085\u2028\u2029", r):
		f.blank(i)
		f.lineStart = true
	case r <= ' ' || r == 0x7f || r == '|' || r == '｜' || unicode.IsSpace(r):
		f.blank(i)
	case r == 0xAD: // a soft hyphen
		return max(end, f.wordGoesOn(end))
	case isInvisible(r):
	case isHan(r) && !isCompat(r):
		f.put(r, i)
	default:
		return f.visible(i, r, end)
	}
	return end
}

// visible folds a character that is neither a blank nor an ideograph, and returns
// where the next thing starts.
func (f *folder) visible(i int, r rune, end int) int {
	literal := end-i == utf8.RuneLen(r) // no entity or escape
	if literal && (r >= utf8.RuneSelf || isAlnum(r)) {
		if marked := f.compose(i, end); marked > 0 {
			return marked
		}
	}
	if literal {
		if n := f.exponent(i, r); n > i {
			return n
		}
		if n := f.index(i, r); n > i {
			return n
		}
	}
	if literal && r == '<' {
		if n := f.markup(i); n > i {
			return n
		}
	}
	if literal && r == '!' {
		if n := f.picture(i); n > i {
			return n
		}
	}
	narrow := r
	if r >= 0xFF01 && r <= 0xFF5E {
		narrow -= 0xFEE0
	}
	switch {
	case f.src[i] != '&' && (r == '*' || r == '_' || r == '`'):
		return f.emphasis(i, end, byte(r))
	case (r == '>' || r == '$') && f.linkEnd == i && i > 0: // of an autolink or formula
	case literal && r == '$' && f.linkEnd <= i && f.openFormula(i):
	case literal && r == '[' && f.linkEnd <= i && f.openLink(i):
	case literal && r == '!' && f.linkEnd <= i && strings.HasPrefix(f.src[end:], "[") && f.openLink(end):
		return end + 1
	case r == ']' && f.linkEnd == i && i > 0:
		return i + strings.IndexByte(f.src[i:], ')') + 1
	case strings.ContainsRune("-\u2010\u2011–﹣", narrow):
		return f.dash(i, end, true)
	case strings.ContainsRune("‒—―−─", r):
		return f.dash(i, end, false)
	case r == '，' && end < len(f.src) && isASCIIDigit(f.src[end]) && i > 0 && isASCIIDigit(f.src[i-1]):
		f.put(',', i) // 15，300家: it parts clauses, not thousands
		f.blank(i)
	case r == '○' && !f.space && isHanNumeral(f.last): // 二○二五
		f.put('〇', i)
	case r == '。' && isASCIIAlnum(f.last) && !f.space && isASCIIAlnum(f.after(end)): // between sentences in Latin letters
		f.dot(i)
		f.blank(i)
	case narrow == '+' && strings.HasPrefix(f.src[end:], "/-") && unicode.IsDigit(f.after(end+2)):
		f.put('±', i)
		return end + 2
	case narrow == '.' && f.hanStop(end):
		f.put('。', i)
	case narrow == '.':
		f.dot(i)
	case r == '…' || r == '⋯':
		f.dot(i)
		f.dot(i)
		f.dot(i)
	case strings.ContainsRune("‘’‚‛′ʼ`´", narrow):
		f.put('\'', i)
	case strings.ContainsRune("“”„‟″«»‹›「」『』〝〞〟﹁﹂", r):
		f.put('"', i)
	default:
		f.other(narrow, i)
	}
	return end
}

// other writes a rune in compatibility form if that is safe, in lower case.
func (f *folder) other(r rune, i int) {
	if !isCompat(r) {
		f.put(unicode.ToLower(r), i)
		return
	}
	for _, q := range norm.NFKC.String(string(r)) {
		f.put(unicode.ToLower(q), i)
	}
}

// compose writes the character at [i, base) with the combining marks after it in
// composed form, and returns where they end; 0 if no marks follow.
func (f *folder) compose(i, base int) int {
	end := base
	for end < len(f.src) && f.src[end] >= 0xCC {
		r, n := utf8.DecodeRuneInString(f.src[end:])
		if !unicode.Is(unicode.Mn, r) || isInvisible(r) {
			break
		}
		end += n
	}
	if end == base {
		return 0
	}
	for _, q := range norm.NFC.String(f.src[i:end]) {
		f.put(unicode.ToLower(q), i)
	}
	return end
}

func (f *folder) blank(i int) {
	if !f.space {
		f.space, f.spaceAt = true, i
	}
}

// put writes a rune, and the blank before it if blanks count.
func (f *folder) put(r rune, i int) {
	if f.space {
		f.space = false
		if f.last != 0 && keepsBlank(f.last, r) {
			f.out.Write(' ', f.spaceAt)
		}
	}
	f.out.Write(r, i)
	f.last = r
}

// keepsBlank reports whether a blank between two runes means anything.
func keepsBlank(a, b rune) bool {
	if a == '-' || b == '-' || isCJK(a) || isCJK(b) {
		return false
	}
	if isLoose(a) && !unicode.IsDigit(b) || isLoose(b) && !unicode.IsDigit(a) {
		return false
	}
	return true
}

func isLoose(r rune) bool { return strings.ContainsRune(",;:!?()", r) }

// dot writes a full stop; three and more in a row are one ellipsis.
func (f *folder) dot(i int) {
	if f.last == '.' && !f.space && strings.HasSuffix(f.out.String(), "...") {
		return
	}
	f.put('.', i)
}

// hanStop reports whether a full stop that ends at end is an ideographic one: an
// ideograph is before it or follows it, or is the last wide one in the bracket before it.
func (f *folder) hanStop(end int) bool {
	if f.last == ')' {
		written := f.out.String()
		inside := strings.TrimRightFunc(written[max(0, len(written)-40):], func(r rune) bool { return r < utf8.RuneSelf })
		if isHan(lastRune(inside)) {
			return true
		}
	}
	next := f.after(end)
	return f.last != '.' && next != '.' && next != '．' && (isHan(f.last) || isHan(next) && isAlnum(f.last) || strings.ContainsRune("%）)", f.last) && isHan(next))
}

// after is the first rune from end on that is no blank.
func (f *folder) after(end int) rune {
	return firstRune(strings.TrimLeft(f.src[end:min(len(f.src), end+8)], " "))
}

// dash writes one '-' for any run of dashes, unless its end may be the sign of
// a number. A hyphen inside a word is left out unless keepsHyphen, also if the word is
// broken over two lines.
func (f *folder) dash(i, next int, hyphen bool) int {
	if n := f.wordGoesOn(next); hyphen && n > 0 && (n > next || !keepsHyphen(f.src[:i], f.src[n:])) {
		return n
	}
	if f.last != '-' || startsNumber(f.src[next:min(len(f.src), next+40)]) {
		f.space = false
		f.put('-', i)
	}
	return next
}

// otherWithRe are words that are others without a hyphen behind "re": re-signed is not resigned, and re-started is
// restarted.
var otherWithRe = regexp.MustCompile(`^(?i)(?:act|bound|call|ced|collect|count|cover|creat|dress|form|fund|join|la[iy]|leas|lent|mark|mov|pair|plac|ply|port|pos|present|press|pris|proof|prov|quest|search|sent|serv|sid|sign|solv|sort|sound|spond|store?|strain|tir|tort|tract|treat|turn|vers|view)(?:e|es|ed|s|d|ing|y|al|er|ers|i?ons?|ations?|ments?)?$`)

// keepsHyphen reports whether a hyphen parts a prefix that makes another word with it: re-signed is not
// resigned, un-ionised is not unionised.
func keepsHyphen(before, after string) bool {
	w := strings.ToLower(lastWord(before[max(0, len(before)-len("xxre")):]))
	return w == "un" || w == "re" && otherWithRe.MatchString(after[:scanWord(after, 0)])
}

// wordGoesOn returns where the word that was written last goes on behind a hyphen that ends at
// next, also on the next line; 0 if it does not.
func (f *folder) wordGoesOn(next int) int {
	if f.space || !isWordLetter(f.last) {
		return 0
	}
	n := next
	for n < len(f.src) && (f.src[n] == ' ' || f.src[n] == '\r' || f.src[n] == '\t') {
		n++
	}
	if n < len(f.src) && f.src[n] == '\n' {
		for n < len(f.src) && (f.src[n] == ' ' || f.src[n] == '\n' && f.src[n-1] != '\n') {
			n++
		}
	} else {
		n = next
	}
	if r, _ := char(f.src[n:]); isWordLetter(r) {
		return n
	}
	return 0
}

// emphasis leaves out runs of *, _ and ` that mark text up. A run that may be
// arithmetic or part of a name (2*3, snake_case, a blank on both sides) stays. The first
// mark ends at end, and may be escaped.
func (f *folder) emphasis(i, end int, c byte) int {
	for end < len(f.src) && f.src[end] == c {
		end++
	}
	before, after := lastRune(f.src[:i]), firstRune(f.src[end:])
	wordy := isAlnum(before) && isAlnum(after)
	digits := unicode.IsDigit(before) || unicode.IsDigit(after)
	alone := (i == 0 || unicode.IsSpace(before)) && (end == len(f.src) || unicode.IsSpace(after))
	keep := alone && end < len(f.src) && i > 0
	switch c {
	case '*':
		keep = keep || wordy && digits
	case '_':
		keep = keep || wordy
	case '`':
		keep = unicode.IsDigit(before) && unicode.IsDigit(after)
	}
	if keep {
		for ; i < end; i++ {
			if f.src[i] == c {
				f.put(rune(c), i)
			}
		}
	}
	return end
}

// lineMark skips the marks that a line starts with and returns where its text
// starts; i if there are none. A mark before a number is written, because it
// might be a sign.
func (f *folder) lineMark(i int) int {
	n := i
	n += len(f.src[n:]) - len(strings.TrimLeft(f.src[n:], " \t"))
	if end := ruleLine(f.src, n); end > n {
		f.blank(i)
		return end
	}
	if end := f.pageNumber(n); end > n {
		f.blank(i)
		return end
	}
	var mark rune
	r, size := utf8.DecodeRuneInString(f.src[n:])
	end := n + size
	switch r {
	case '#':
		for end < len(f.src) && f.src[end] == '#' {
			end++
		}
		mark = '#'
	case '>':
		if !f.inBlockQuote(i) {
			mark = '>'
		}
	case '-', '*', '+', '•', '‣', '◦', '·', '●', '▪':
		mark = '•'
	default:
		return i
	}
	if end < len(f.src) && f.src[end] != ' ' && f.src[end] != '\t' && !strings.HasPrefix(f.src[end:], "\u00a0") && (r != '>' || f.src[end] != '\n' && f.src[end] != '>') {
		return i
	}
	f.blank(i)
	word := strings.ToLower(firstWord(strings.TrimLeft(f.src[end:], " \t")))
	if mark != 0 && startsNumber(f.src[end:]) || mark == '>' && strings.TrimSpace(f.src[:i]) == "" && isNumberWord(word) {
		f.put(mark, n)
	}
	f.lineStart = true
	return end
}

// pageNumber is the number of a page, alone between two blank lines: 3, Page 3, 第3页, - 3 -.
var pageNumber = regexp.MustCompile(`^(?:(?:[Pp]age |[Pp]\. ?)?\d{1,4}|第 ?\d{1,4} ?页|[-–—] ?\d{1,4} ?[-–—])[ \t]*\r?\n(?:[ \t\f]*\r?\n)+[ \t]*`)

// pageNumber returns where the text goes on behind the number of a page at byte i that is within a
// sentence of prose, which counts nothing with it; i if there is none.
func (f *folder) pageNumber(i int) int {
	if i == len(f.src) || strings.IndexByte("0123456789Pp-\xe2\xe7", f.src[i]) < 0 || !isAlnumOrHan(f.last) && f.last != ',' || unicode.IsDigit(f.last) {
		return i
	}
	above := strings.TrimRight(f.src[:i], " \t\f\r\n")
	line := above[strings.LastIndexByte(above, '\n')+1:]
	if strings.Count(f.src[len(above):i], "\n") < 2 || strings.ContainsAny(line, "#|") || weight(line) < 6 {
		return i
	}
	end := i + len(pageNumber.FindString(f.src[i:]))
	next, below := firstRune(f.src[end:]), f.src[end:]
	counts := isWords[lastWord(line)] || strings.ContainsRune("是为有达约共", f.last) || isNumberWord(firstWord(below)) || unitWords[firstWord(below)] || prefixed(below, hanUnits) != ""
	if !counts && (unicode.IsLower(next) || isHan(next) && !isHanNumeral(next)) {
		return end
	}
	return i
}

// inBlockQuote reports whether a mark > that starts a line, or follows another one, is of a quoted
// block: nothing, a blank line, a heading, the end of a sentence or another line of the block is above
// it. Elsewhere, and at the start of a quote, it may be a comparison.
func (f *folder) inBlockQuote(i int) bool {
	above := f.src[:i]
	start := strings.LastIndexByte(above, '\n') + 1
	if strings.Trim(above[start:], "> \t") == "" && i > start {
		return true
	}
	above = strings.TrimRight(above[:max(0, start-1)], " \t\r")
	if start == 0 || above == "" {
		return f.known == nil || start > 0
	}
	line := strings.TrimLeft(above[strings.LastIndexByte(above, '\n')+1:], " \t")
	return line == "" || line[0] == '>' || line[0] == '#' || strings.ContainsRune(".:!?。：！？", lastRune(line))
}

// ruleLine returns the end of a line that holds only a table's or a
// horizontal rule, at least three characters of it; i if there is none.
func ruleLine(s string, i int) int {
	n, marks := i, 0
	for n < len(s) && strings.IndexByte("|-:= \t", s[n]) >= 0 {
		if s[n] == '-' || s[n] == '=' {
			marks++
		}
		n++
	}
	if marks >= 3 && (n == len(s) || s[n] == '\n' || s[n] == '\r') {
		return n
	}
	return i
}

// startsNumber reports whether the first visible thing is a number, with or
// without a sign or currency.
func startsNumber(s string) bool {
	s = strings.TrimLeft(s, " \u00a0\t*_`")
	r := firstRune(s)
	return isNumeral(r) || isNumberSign(r) || r == '.'
}
