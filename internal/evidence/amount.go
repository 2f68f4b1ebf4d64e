package evidence

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// currencies are the ways to write a currency whose sign means nothing else: its sign, what is
// before an amount, what is behind it.
var currencies = []struct {
	sign          string
	before, after []string
}{
	{"€", []string{"€", "€ ", "eur ", "eur"}, []string{"€", " €", " euros", " euro", " eur", "欧元"}},
	{"$", []string{"$", "$ ", "us$", "us$ ", "usd ", "usd", "us dollars "}, []string{" dollars", " us dollars", " usd", "美元", "美金"}},
	{"£", []string{"£", "£ ", "gbp "}, []string{" gbp", " pounds sterling"}},
	{"元", []string{"人民币", "rmb ", "cny ", "rmb", "cny"}, []string{"元", "元人民币", " yuan", " rmb", " cny"}},
}

// looseAmount reads an amount of money at s[i:], as its number and the sign of its currency, or
// a number as looseNumber does.
func looseAmount(s string, i int, previous string) (value string, end int) {
	for _, c := range currencies {
		if isWordLetter(lastRune(s[:i])) {
			break
		}
		for _, mark := range c.before {
			at := i + len(mark)
			if !strings.HasPrefix(s[i:], mark) || !unicode.IsDigit(firstRune(s[min(at, len(s)):])) {
				continue
			}
			if value, end := looseNumber(s, at, ""); end > at && value != "" && unicode.IsDigit(lastRune(value)) {
				return value + c.sign, end + len(prefixed(s[end:], c.after))
			}
		}
	}
	value, end = looseNumber(s, i, previous)
	if end == i || !unicode.IsDigit(lastRune(value)) {
		return value, end
	}
	for _, c := range currencies {
		if mark := prefixed(s[end:], c.after); mark != "" && !isWordLetter(firstRune(s[end+len(mark):])) {
			return value + c.sign, end + len(mark)
		}
	}
	return value, end
}

// looseNumber reads the number at s[i:] with its percent sign; end is i if there is none.
// previous is the word before it.
func looseNumber(s string, i int, previous string) (value string, end int) {
	r := firstRune(s[i:])
	switch {
	case strings.HasPrefix(s[i:], "百分之"):
		at := i + len("百分之")
		if n, end := looseNumber(s, at, ""); end > at && unicode.IsDigit(lastRune(n)) {
			return n + "%", end
		}
		return "", i
	case r == '半':
		return hanHalf(s, i)
	case unicode.IsDigit(r), isHanNumeral(r):
		value, end = looseDigits(s, i)
	case isWordLetter(r):
		value, end = looseWords(s, i, previous)
	default:
		return scanPart(s, i, previous)
	}
	if end > i {
		value, end = withPart(s, value, end, previous)
	}
	rest := strings.TrimPrefix(s[end:], " ")
	for _, w := range []string{"percent", "per cent", "pct"} {
		if tail, ok := strings.CutPrefix(rest, w); end > i && ok && !isWordLetter(firstRune(tail)) {
			return value + "%", len(s) - len(tail)
		}
	}
	return value, end
}

// looseDigits reads the number in digits or ideographs at s[i:].
func looseDigits(s string, i int) (value string, end int) {
	value, end = scanNumber(s, i)
	if n, to := scanHundredth(s, end); to > end && utf8.RuneCountInString(s[i:end]) == 1 && len(value) == 1 {
		return value + n + "%", to
	}
	if isTenths(s, i, end) {
		return value + "0%", end + len("成")
	}
	if digits := scanDigits(s, i); digits > i {
		plain := s[i:digits]
		if scanGroups(s, i) > i {
			plain = groupMarks.Replace(plain)
		}
		if end == digits || canonicalDigits(plain) != plain { // 4.0亿 is not 4亿
			value, end = inThousands(s, plain, digits)
		}
	}
	if part, to := hanPart(s, value, end); to > end {
		return part, to
	}
	if strings.Trim(s[i:end], "百千万亿") == "" && !strings.HasSuffix(s[:i], "分之") {
		return s[i:end], end // 百帕 is not 1 百帕
	}
	return value, end
}

// looseWords reads the number in words at s[i:]; end is i if there is none. A lone "one" is none.
func looseWords(s string, i int, previous string) (value string, end int) {
	w := firstWord(s[i:])
	if ordinals[w] != "" && !(w == "second" && (perWords[previous] || isNumberWord(previous) || i > 1 && unicode.IsDigit(lastRune(strings.TrimRight(s[:i], " "))))) {
		return ordinals[w], i + len(w)
	}
	if value, end := scanCompound(w); end > 0 {
		return value, i + end
	}
	if value, end = halfScale(s, i, previous); end > i {
		return value, end
	}
	if value, end = scanPart(s, i, previous); end > i {
		return value, end
	}
	if value, end = scanWords(s, i, previous); end > i || w != "one" || isNumberWord(previous) {
		return value, end
	}
	if value, end = withPart(s, "1", i+len(w), previous); value == "1" && !compounds[nextWord(s, end)] {
		return "", i
	}
	return value, end
}

// isTenths reports whether the number at [i, end) counts tenths: 三成 is 30 %, 三成立 is none.
func isTenths(s string, i, end int) bool {
	number, before, rest := s[i:end], lastRune(s[:i]), s[end:]
	if utf8.RuneCountInString(number) != 1 || !strings.HasPrefix(rest, "成") || strings.ContainsAny(number, "0零〇十百千万亿") {
		return false
	}
	after := firstRune(rest[len("成"):])
	return !isNumeral(before) && !isNumeral(after) && !strings.ContainsRune("第周.", before) && prefixed(rest, notTenths) == ""
}

// scanHundredth reads the tenth of a tenth behind a number: 九|成五, 八|成半; end if there is none.
func scanHundredth(s string, end int) (digit string, to int) {
	rest, ok := strings.CutPrefix(s[end:], "成")
	r, size := utf8.DecodeRuneInString(rest)
	if !ok || r != '半' && hanDigits[r] == 0 || r == '两' || !endsHalfUnit(rest[size:]) {
		return "", end
	}
	digit = "5"
	if r != '半' {
		digit = strconv.FormatInt(hanDigits[r], 10)
	}
	return digit, len(s) - len(rest) + size
}
