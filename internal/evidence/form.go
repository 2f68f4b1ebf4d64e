package evidence

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/origin"
)

const (
	openMarks  = "\"'“”„‟‘’‚‛«‹»›「『〝《〈＂＇`｢﹁﹃❝❛"
	closeMarks = "\"'“”‟‘’‛»›«‹」』〞〟》〉＂＇`｣﹂﹄❞❜"
	endMarks   = ".,;:!?。，；：！？、．｡"
)

// cleaned returns a quote without what judges add around it: escapes of JSON and HTML,
// marks of quotation, one mark at the end. Each is one step further; none is the quote.
func cleaned(quote string) []string {
	var out []string
	s := quote
	step := func(next string) {
		if next != s {
			s = next
			out = append(out, s)
		}
	}
	step(unescaped(s))
	step(withoutItem(s))
	if bare := withoutEnd(s); strings.ContainsRune(openMarks, firstRune(s)) && strings.ContainsRune(closeMarks, lastRune(bare)) {
		step(bare)
	}
	step(unwrapped(s))
	step(withoutEnd(s))
	step(unwrapped(s))
	step(withoutEnd(s))
	return out
}

// cleanest is the last form of a quote.
func cleanest(quote string) string {
	if all := cleaned(quote); len(all) > 0 {
		return all[len(all)-1]
	}
	return quote
}

// withoutItem leaves out the mark of an item before a quote. A dash before a digit is a sign.
func withoutItem(s string) string {
	s = strings.TrimSpace(s)
	r, size := utf8.DecodeRuneInString(s)
	rest := strings.TrimLeft(s[size:], " ")
	if strings.ContainsRune("-–*•·●▪", r) && len(rest) < len(s)-size && !strings.ContainsRune("0123456789.", firstRune(rest)) {
		return rest
	}
	return s
}

var unicodeEscape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)

var escapes = strings.NewReplacer(`\\n`, "\n", `\\"`, `"`, `\"`, `"`, `\'`, `'`, `\n`, "\n", `\r`, "\n", `\t`, "\t", `\/`, "/", `\*`, "*", `\_`, "_", `\|`, "|", `\#`, "#", `\\`, `\`)

// unescaped resolves escapes of JSON that were escaped twice, and HTML entities.
func unescaped(s string) string {
	for range 3 { // a reply within a reply
		if !strings.ContainsRune(s, '\\') {
			break
		}
		s = unicodeEscape.ReplaceAllStringFunc(s, func(e string) string {
			n, _ := strconv.ParseUint(e[2:], 16, 16)
			return string(rune(n))
		})
		s = escapes.Replace(s)
	}
	if strings.ContainsRune(s, '&') {
		s = html.UnescapeString(html.UnescapeString(s))
	}
	return s
}

// unwrapped leaves out marks of quotation and emphasis around a quote. A mark that
// belongs to one inside the quote stays.
func unwrapped(s string) string {
	s = strings.TrimSpace(s)
	for range 3 {
		if bare := strings.Trim(s, "*_"); bare != s {
			s = strings.TrimSpace(bare)
			continue
		}
		first, n := utf8.DecodeRuneInString(s)
		last, m := utf8.DecodeLastRuneInString(s)
		opens, closes := strings.ContainsRune(openMarks, first), strings.ContainsRune(closeMarks, last)
		switch {
		case s == "" || !opens && !closes:
			return s
		case opens && closes && n+m < len(s):
			s = s[n : len(s)-m]
		case opens && !strings.ContainsAny(s[n:], closersOf(first)):
			s = s[n:]
		case closes && !strings.ContainsAny(s[:len(s)-m], openersOf(last)):
			s = s[:len(s)-m]
		default:
			return s
		}
		s = strings.TrimSpace(s)
	}
	return s
}

// markPairs are marks of quotation as they open and close; a mark that is in no pair closes
// itself.
var markPairs = [][2]string{{"“", "”"}, {"„", "“”‟"}, {"‟", "”"}, {"‘", "’"}, {"‚", "‘’"}, {"‛", "’"}, {"«", "»"}, {"»", "«"}, {"‹", "›"}, {"›", "‹"}, {"「", "」"}, {"『", "』"}, {"〝", "〞〟"}, {"《", "》"}, {"〈", "〉"}, {"｢", "｣"}, {"﹁", "﹂"}, {"﹃", "﹄"}, {"❝", "❞"}, {"❛", "❜"}}

func closersOf(mark rune) string {
	for _, p := range markPairs {
		if p[0] == string(mark) {
			return p[1]
		}
	}
	return string(mark)
}

func openersOf(mark rune) (out string) {
	for _, p := range markPairs {
		if strings.ContainsRune(p[1], mark) {
			out += p[0]
		}
	}
	return cmp.Or(out, string(mark))
}

// withoutEnd leaves out one mark at the end of a quote.
func withoutEnd(s string) string {
	last, n := utf8.DecodeLastRuneInString(s)
	if n < len(s) && strings.ContainsRune(endMarks, last) && !unicode.IsSpace(lastRune(s[:len(s)-n])) && !ellipsisMark.MatchString(s[max(0, len(s)-3*n):]) {
		return s[:len(s)-n]
	}
	return s
}

// smallNumbers are the numbers that are written as words.
var smallNumbers = map[string]string{
	"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
	"seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30", "forty": "40", "fifty": "50",
	"sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90",
}

// withNumerals is a text in normal form with its numbers in ideographs, and the small
// ones in words, as digits, and with a comma for the mark of lists in Chinese. What is written in digits alone stays: 3.10 is not 3.1.
func withNumerals(s string) origin.Text {
	b := origin.Builder{Source: s}
	write := func(value string, at, step int) {
		for k, r := range value {
			b.Write(r, at+k*step)
		}
	}
	previous := ""
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case isWordLetter(r):
			end := scanWord(s, i)
			w := s[i:end]
			next := firstWord(strings.TrimLeft(s[end:], " "))
			if v := smallNumbers[w]; v != "" && !numberWords[previous] && !numberWords[next] {
				write(v, i, 0)
			} else {
				write(w, i, 1)
			}
			previous, i = w, end
			continue
		case unicode.IsDigit(r), isHanNumeral(r):
			value, end := scanNumber(s, i)
			if digits := scanDigits(s, i); unicode.IsDigit(r) && (digits == end || canonicalDigits(s[i:digits]) != s[i:digits]) {
				value = s[i:end]
			}
			if strings.HasSuffix(value, ".") || end <= i {
				end = i + size
				value = s[i:end]
			}
			write(value, i, 0)
			i, previous = end, ""
			continue
		case r == ' ' && loneBlank(lastRune(b.String()), s[i+1:]):
			i += size
			continue
		case r == '、' && !isNumeral(lastRune(b.String())) && !isNumeral(firstRune(s[i+size:])):
			r, previous = ',', ""
		case r != ' ':
			previous = ""
		}
		b.Write(r, i)
		i += size
	}
	return b.Text()
}

// loneBlank reports whether a blank after a rune and before rest is beside a number, and
// not between two of them: it counts in digits and not in ideographs.
func loneBlank(before rune, rest string) bool {
	next := isNumeral(firstRune(rest)) || smallNumbers[firstWord(rest)] != ""
	return next != isNumeral(before)
}

// numbered finds a quote that writes numbers in another script: 5天, 五天.
func (x *Index) numbered(quote string, lo, hi int) finding {
	f := foldQuote(quote, x.text)
	if !strings.ContainsFunc(f.Text, isNumeral) && !strings.ContainsRune(f.Text, ',') && !slices.ContainsFunc(strings.Fields(f.Text), func(w string) bool { return smallNumbers[w] != "" }) {
		return missing
	}
	want, doc := withNumerals(f.Text).Text, x.numerals()
	from, to := doc.Place(x.folded.Place(lo)), doc.Place(x.folded.Place(hi))
	return firstProven(doc.Text, want, from, to, func(k int) finding {
		e := k + len(want)
		inside := func(p int) bool { return p > 0 && p < len(doc.Text) && doc.Origin(p-1) == doc.Origin(p) }
		if inside(k) || inside(e) {
			return missing
		}
		i, j := doc.Origin(k), len(x.folded.Text)
		if e < len(doc.Text) {
			j = doc.Origin(e)
		}
		i, j = trimmed(x.folded.Text, i, j)
		s, end := x.span(i, j)
		if !slices.Equal(casedUnits(quote), casedUnits(x.text[s:end])) {
			return missing
		}
		return x.judge(Normalised, s, end, i, j)
	})
}

// casedUnits are the units of a text that are others in another case, in its order.
func casedUnits(s string) (out []string) {
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordLetter(r) }) {
		if _, ok := caseUnits[strings.ToLower(w)]; ok {
			out = append(out, w)
		}
	}
	return out
}
