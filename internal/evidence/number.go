package evidence

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNumber bounds the length of a number that is evaluated; longer ones are
// compared as they stand.
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
		n.Mul(n, new(big.Rat).SetInt64(hanScale(r)))
	}
	return decimal(n), scaleEnd
}

// scanDigits reads digits with points and separators between them.
func scanDigits(s string, i int) int {
	end := i
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if unicode.IsDigit(r) {
			end += size
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[end+size:])
		if (r == '.' || r == ',') && unicode.IsDigit(next) {
			end += size
			continue
		}
		break
	}
	return end
}

func canonicalDigits(s string) string {
	groups := strings.Split(s, ",")
	for i, g := range groups[1:] {
		whole, _, _ := strings.Cut(g, ".")
		if len(whole) != 3 || i+2 < len(groups) && len(g) != 3 {
			return s // no thousands separators: keep as it stands
		}
	}
	s = strings.Join(groups, "")
	if strings.Count(s, ".") == 1 {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	if t := strings.TrimLeft(s, "0"); t != "" && t[0] != '.' {
		return t
	} else if t != "" {
		return "0" + t
	}
	return "0"
}

func scanScale(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if hanScale(r) == 0 {
			break
		}
		i += size
	}
	return i
}

func scanHan(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !isHanNumeral(r) {
			next, n := utf8.DecodeRuneInString(s[i+size:])
			if r != '点' || !isHanNumeral(next) || hanScale(next) > 0 || n == 0 {
				break
			}
		}
		i += size
	}
	return i
}

func hanScale(r rune) int64 {
	switch r {
	case '十', '拾':
		return 10
	case '百', '佰':
		return 100
	case '千', '仟':
		return 1000
	case '万', '萬':
		return 10_000
	case '亿', '億':
		return 100_000_000
	case '兆':
		return 1_000_000_000_000
	}
	return 0
}

func hanDigit(r rune) (int64, bool) {
	i := strings.IndexRune("零一二三四五六七八九", r)
	if i >= 0 {
		return int64(i / 3), true
	}
	switch r {
	case '〇':
		return 0, true
	case '两', '兩', '贰', '貳':
		return 2, true
	case '壹':
		return 1, true
	case '叁', '參':
		return 3, true
	case '肆':
		return 4, true
	case '伍':
		return 5, true
	case '陆', '陸':
		return 6, true
	case '柒':
		return 7, true
	case '捌':
		return 8, true
	case '玖':
		return 9, true
	}
	return 0, false
}

// hanValue evaluates 三千五百万 and 二〇二六; what it cannot read stands as it is.
func hanValue(s string) string {
	if utf8.RuneCountInString(s) > maxNumber {
		return s
	}
	if strings.ContainsRune(s, '点') || strings.ContainsRune(s, '廿') {
		return s
	}
	if strings.IndexFunc(s, func(r rune) bool { return hanScale(r) > 0 }) < 0 {
		var b strings.Builder
		for _, r := range s {
			d, _ := hanDigit(r)
			b.WriteByte(byte('0' + d))
		}
		return canonicalDigits(b.String())
	}
	total, section, digit := new(big.Int), new(big.Int), int64(-1)
	for _, r := range s {
		if d, ok := hanDigit(r); ok {
			digit = d
			continue
		}
		scale := hanScale(r)
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
