package evidence

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNumber bounds the length of a number that is evaluated; longer ones are
// compared as they are.
const maxNumber = 40

// scanNumber reads the number at s[i:], in digits, in ideographs or mixed
// (3.5千万), and returns its canonical value and where it ends. Thousands
// separators and trailing zeros after the point do not count.
func scanNumber(s string, i int) (value string, end int) {
	r, _ := utf8.DecodeRuneInString(s[i:])
	if !unicode.IsDigit(r) {
		end = scanHan(s, i)
		return hanValue(s[i:end]), end
	}
	end = scanDigits(s, i)
	digits := canonicalDigits(s[i:end])
	scaleEnd := scanScale(s, end)
	if scaleEnd == end || len(digits) > maxNumber || scaleEnd-end > maxNumber {
		return digits, end
	}
	n, ok := new(big.Rat).SetString(digits)
	if !ok {
		return digits, end
	}
	for _, r := range s[end:scaleEnd] {
		n.Mul(n, new(big.Rat).SetInt64(hanScales[r]))
	}
	return decimal(n), scaleEnd
}

// scanDigits reads digits with points and separators between them.
func scanDigits(s string, i int) int {
	return scanWhile(s, i, func(r, next rune) bool {
		return unicode.IsDigit(r) || (r == '.' || r == ',') && unicode.IsDigit(next)
	})
}

// scanWhile returns where the run of characters from i ends that holds; next is the
// character after r.
func scanWhile(s string, i int, holds func(r, next rune) bool) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		next, _ := utf8.DecodeRuneInString(s[i+size:])
		if !holds(r, next) {
			break
		}
		i += size
	}
	return i
}

func canonicalDigits(s string) string {
	groups := strings.Split(s, ",")
	for i, g := range groups[1:] {
		whole, _, _ := strings.Cut(g, ".")
		if len(whole) != 3 || i+2 < len(groups) && len(g) != 3 {
			return s // no thousands separators: keep it as it is
		}
	}
	s = strings.Join(groups, "")
	if strings.Count(s, ".") == 1 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	s = strings.TrimLeft(s, "0")
	if s == "" || s[0] == '.' {
		return "0" + s
	}
	return s
}

func scanScale(s string, i int) int {
	return scanWhile(s, i, func(r, _ rune) bool { return hanScales[r] > 0 })
}

func scanHan(s string, i int) int {
	return scanWhile(s, i, func(r, next rune) bool {
		return isHanNumeral(r) || r == '点' && isHanNumeral(next) && hanScales[next] == 0
	})
}

// hanScales are the ideographs that multiply what is before them.
var hanScales = map[rune]int64{
	'十': 10, '拾': 10, '百': 100, '佰': 100, '千': 1000, '仟': 1000,
	'万': 10_000, '萬': 10_000, '亿': 100_000_000, '億': 100_000_000, '兆': 1_000_000_000_000,
}

// hanDigits are the digits as ideographs.
var hanDigits = map[rune]int64{
	'零': 0, '〇': 0, '一': 1, '壹': 1, '二': 2, '两': 2, '兩': 2, '贰': 2, '貳': 2, '三': 3, '叁': 3, '參': 3, '四': 4, '肆': 4,
	'五': 5, '伍': 5, '六': 6, '陆': 6, '陸': 6, '七': 7, '柒': 7, '八': 8, '捌': 8, '九': 9, '玖': 9,
}

// hanValue evaluates 三千五百万 and 二〇二六; what it cannot read stays as it is.
func hanValue(s string) string {
	if utf8.RuneCountInString(s) > maxNumber || strings.ContainsAny(s, "点廿") {
		return s
	}
	if strings.IndexFunc(s, func(r rune) bool { return hanScales[r] > 0 }) < 0 {
		var b strings.Builder
		for _, r := range s {
			b.WriteByte(byte('0' + hanDigits[r]))
		}
		return canonicalDigits(b.String())
	}
	total, section, digit := new(big.Int), new(big.Int), int64(-1)
	for _, r := range s {
		if d, ok := hanDigits[r]; ok {
			digit = d
			continue
		}
		scale := hanScales[r]
		if scale < 10_000 {
			section.Add(section, big.NewInt(max(digit, 0)*scale))
			if digit < 0 {
				section.Add(section, big.NewInt(scale))
			}
			digit = -1
			continue
		}
		section.Add(section, big.NewInt(max(digit, 0)))
		if section.Sign() == 0 {
			section.SetInt64(1)
			if total.Sign() > 0 {
				total, section = section, total // 万亿: scale what is there
				total.SetInt64(0)
			}
		}
		total.Add(total, section.Mul(section, big.NewInt(scale)))
		section, digit = new(big.Int), -1
	}
	section.Add(section, big.NewInt(max(digit, 0)))
	return total.Add(total, section).String()
}

func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	return strings.TrimRight(n.FloatString(20), "0")
}
