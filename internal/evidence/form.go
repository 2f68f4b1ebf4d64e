package evidence

import (
	"cmp"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	openMarks  = "\"'“”„‟‘’‚‛«‹»›「『【〝《〈＂＇`｢﹁﹃❝❛"
	closeMarks = "\"'“”‟‘’‛»›«‹」』】〞〟》〉＂＇`｣﹂﹄❞❜"
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

// withoutItem leaves out the mark of an item or of a block quote before a quote. A dash or > before a digit is a sign.
func withoutItem(s string) string {
	s = strings.TrimSpace(s)
	r, size := utf8.DecodeRuneInString(s)
	rest := strings.TrimLeft(s[size:], " ")
	if r == '>' && numberFirst(foldText(rest, nil).Text) && !endsSentence(rest) {
		return s // > five tonnes
	}
	if strings.ContainsRune("-–*•·●▪>", r) && len(rest) < len(s)-size && !strings.ContainsRune("0123456789.", firstRune(rest)) {
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
var markPairs = [][2]string{{"“", "”"}, {"„", "“”‟"}, {"‟", "”"}, {"‘", "’"}, {"‚", "‘’"}, {"‛", "’"}, {"«", "»"}, {"»", "«"}, {"‹", "›"}, {"›", "‹"}, {"「", "」"}, {"『", "』"}, {"【", "】"}, {"〝", "〞〟"}, {"《", "》"}, {"〈", "〉"}, {"｢", "｣"}, {"﹁", "﹂"}, {"﹃", "﹄"}, {"❝", "❞"}, {"❛", "❜"}}

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

// withoutEnd leaves out one mark at the end of a quote, and a blank before it.
func withoutEnd(s string) string {
	last, n := utf8.DecodeLastRuneInString(s)
	if n == len(s) || !strings.ContainsRune(endMarks, last) || ellipsisMark.MatchString(s[max(0, len(s)-3*n):]) {
		return s
	}
	bare := strings.TrimRightFunc(s[:len(s)-n], unicode.IsSpace)
	if len(bare) < len(s)-n && strings.ContainsRune(endMarks, lastRune(bare)) {
		return s // dots with blanks between them
	}
	return bare
}

// moneyScale is an amount whose scale is a letter ($1.5m, £20K), or a time of day, 7 a.m.
var moneyScale = regexp.MustCompile(`(?i)(?:[$€£¥]|\b(?:usd|eur|gbp|cny|rmb)) ?[\d.,]+ ?[kmb]\b|\b[ap]\.m\b`)

// wordUnits are units of caseUnits in words.
var wordUnits = map[string]string{
	"tonne": "t", "tonnes": "t", "hour": "h", "hours": "h", "seconds": "s", "celsius": "C",
	"metre": "m", "metres": "m", "meter": "m", "meters": "m",
}

// casedUnits are the units of a text that are others in another case, in its order.
func casedUnits(s string) (out []string) {
	if strings.ContainsFunc(s, isCompat) {
		s = norm.NFKC.String(s) // ㎡ is m2
	}
	s = thousandMark.ReplaceAllString(moneyScale.ReplaceAllString(s, ""), "$1$2$3")
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordLetter(r) && !strings.ContainsRune("'’", r) }) {
		w = strings.Trim(w, "'’") // not the t of isn't
		w = cmp.Or(wordUnits[strings.ToLower(w)], w)
		if _, ok := caseUnits[strings.ToLower(w)]; ok {
			out = append(out, w)
		}
	}
	return out
}
