package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// numberSplit finds a number whose thousands are set apart by a blank, an
// apostrophe or a sign (1 500, 1'500) and of which the quote holds some digits
// only.
func (x *Index) numberSplit(i, j int) string {
	if i >= j {
		return "" // marks alone, of which nothing is left
	}
	if s := x.folded.Origin(i); splitAt(x.text[:s], x.text[s:]) {
		return "starts inside a number"
	}
	if _, e := x.span(j-1, j); splitAt(x.text[:e], x.text[e:]) {
		return "ends inside a number"
	}
	return ""
}

// splitAt reports whether a place of the document lies inside of a number with
// thousands set apart, beside the mark between two groups.
func splitAt(left, right string) bool {
	if r, size := utf8.DecodeLastRuneInString(left); isGroupMark(r) {
		left = left[:len(left)-size]
	} else if r, size := utf8.DecodeRuneInString(right); isGroupMark(r) {
		right = right[size:]
	} else {
		return false
	}
	before, after := 0, 0
	for before < 4 && before < len(left) && isASCIIDigit(left[len(left)-1-before]) {
		before++
	}
	for after < 4 && after < len(right) && isASCIIDigit(right[after]) {
		after++
	}
	prefix, _ := utf8.DecodeLastRuneInString(left[:len(left)-before])
	return before >= 1 && before <= 3 && after == 3 && !isWordLetter(prefix) // not Q3 250 users
}

func isGroupMark(r rune) bool { return strings.ContainsRune(" \u00a0\u2009\u202f'’_*", r) }

func isASCIIDigit(c byte) bool { return c >= '0' && c <= '9' }

// exponentsAndParts follow a number and make it another one: 10⁶, 3⅓.
const exponentsAndParts = "⁰⁴⁵⁶⁷⁸⁹⁻⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

// numberGoesOn reports whether what follows a digit is part of its number.
func numberGoesOn(right string) bool {
	bare := strings.TrimPrefix(right, " ")
	r, _ := utf8.DecodeRuneInString(bare)
	return strings.ContainsRune(exponentsAndParts, r) || bare != right && fraction(bare)
}

// fraction reports whether s starts like 1/2.
func fraction(s string) bool {
	return len(s) > 2 && isASCIIDigit(s[0]) && s[1] == '/' && isASCIIDigit(s[2])
}

// rangeGoesOn reports whether the other end of a range follows a number.
func rangeGoesOn(right string) bool {
	for _, word := range []string{" to ", "到", "至"} {
		if rest, ok := strings.CutPrefix(right, word); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return unicode.IsDigit(r) || isHanNumeral(r)
		}
	}
	return false
}

// restOfNumber reports whether a number at the start of a quote ends one that
// began before it: 3 |1/2, 3亿|5000万, 三到|五万.
func restOfNumber(left, body string) bool {
	if bare := strings.TrimSuffix(left, " "); bare != left && fraction(body) {
		r, _ := utf8.DecodeLastRuneInString(bare)
		return unicode.IsDigit(r)
	}
	for _, word := range []string{" to ", "到", "至", "亿", "万", "千"} {
		if rest, ok := strings.CutSuffix(left, word); ok {
			r, _ := utf8.DecodeLastRuneInString(rest)
			return unicode.IsDigit(r) || isHanNumeral(r)
		}
	}
	return false
}

// scaleWords multiply the number before them.
var scaleWords = words(`hundred thousand million billion trillion dozen`)

// wordsBefore finds a quote that starts with the rest of a number in words:
// twenty|five, 5|million.
func wordsBefore(bare, body string) string {
	first := firstWord(body)
	r, _ := utf8.DecodeLastRuneInString(bare)
	if w := lastWord(bare); numberWords[first] && numberWords[w] || scaleWords[first] && unicode.IsDigit(r) {
		return "starts inside a number"
	}
	return ""
}

// hanRest returns what is left out behind a Chinese number, or behind its unit,
// and says that it is more: 5万|多, 三年|半.
func hanRest(body, right string) string {
	r, size := utf8.DecodeRuneInString(right)
	if !strings.ContainsRune("多余餘半", r) {
		return ""
	}
	if r != '余' && r != '餘' && !numberEnds(body) {
		body = strings.TrimSuffix(body, suffixed(body, hanUnits))
		next, _ := utf8.DecodeRuneInString(right[size:])
		if strings.ContainsRune("次个個种種样樣名家元处處位项項方数數", next) {
			return "" // 多次, 半数: what counts something else
		}
	} else if !numberEnds(body) {
		body = strings.TrimSuffix(body, suffixed(body, hanUnits))
	}
	if last, _ := utf8.DecodeLastRuneInString(body); !unicode.IsDigit(last) && !isHanNumeral(last) {
		return ""
	}
	return string(r)
}
