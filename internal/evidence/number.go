package evidence

import (
	"html"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNumber bounds the length of a number that is evaluated; longer ones are
// compared as they are.
const maxNumber = 40

// scanNumber reads the number at s[i:], in digits, in ideographs or mixed
// (3.5千万, 1.5 million), and returns its canonical value and where it ends. Marks of
// thousands and trailing zeros after the point do not count.
func scanNumber(s string, i int) (value string, end int) {
	if !unicode.IsDigit(firstRune(s[i:])) {
		end = scanHan(s, i)
		return hanValue(s[i:end]), end
	}
	end = scanDigits(s, i)
	digits := canonicalDigits(s[i:end])
	scale, scaleEnd := scanScale(s, i, end)
	if scaleEnd == end || len(digits) > maxNumber || scaleEnd-end > maxNumber {
		return digits, end
	}
	n, ok := new(big.Rat).SetString(digits)
	if !ok {
		return digits, end
	}
	n.Mul(n, new(big.Rat).SetInt(scale))
	for {
		smaller, m, to := scanSmaller(s, scaleEnd, scale)
		if smaller == nil {
			break
		}
		n.Add(n, m)
		scale, scaleEnd = smaller, to
	}
	return decimal(n), scaleEnd
}

// scanSmaller reads digits with a smaller scale behind a scale in ideographs: 1万|5千. scale is nil if
// there are none.
func scanSmaller(s string, i int, above *big.Int) (scale *big.Int, n *big.Rat, to int) {
	end := scanDigits(s, i)
	if end == i || end-i > maxNumber || hanScales[lastRune(s[:i])] == 0 {
		return nil, nil, i
	}
	scale, to = scanScale(s, i, end)
	n, ok := new(big.Rat).SetString(canonicalDigits(s[i:end]))
	if to == end || !ok || scale.Cmp(above) >= 0 || n.Mul(n, new(big.Rat).SetInt(scale)).Cmp(new(big.Rat).SetInt(above)) >= 0 {
		return nil, nil, i
	}
	return scale, n, to
}

// scanDigits reads digits with points and marks of thousands between them.
func scanDigits(s string, i int) int {
	if end := scanGroups(s, i); end > i {
		return end
	}
	return scanWhile(s, i, func(r, next rune) bool {
		return unicode.IsDigit(r) || (r == '.' || r == ',') && unicode.IsDigit(next)
	})
}

// doseWords are units of which several pieces are counted.
var doseWords = words(`mg g kg ml cl l mm cm`)

// groupMarks leaves out the marks of thousands of a number.
var groupMarks = strings.NewReplacer(",", "", " ", "", "'", "")

// scanGroups reads digits in groups of three with one mark between them (15,000.5, 15 000,
// 15'000); it returns i if there is none.
func scanGroups(s string, i int) int {
	end := i
	for end < len(s) && isASCIIDigit(s[end]) {
		end++
	}
	if end == i || end-i > 3 || end == len(s) || strings.IndexByte(", '", s[end]) < 0 {
		return i
	}
	before := lastRune(s[:i])
	if isAlnum(before) || s[end] == ' ' && before == ' ' && unicode.IsDigit(lastRune(s[:i-1])) {
		return i // Q3 250 users, 2023 500 250
	}
	start, mark := end, s[end]
	for end < len(s) && s[end] == mark && threeDigits(s[end+1:]) {
		end += 4
	}
	if end == start || end+1 < len(s) && s[end] == mark && mark != ' ' && isASCIIDigit(s[end+1]) {
		return i
	}
	if mark == ' ' && start-i == 1 && doseWords[nextWord(s, end)] && s[start+1:end] != "000" {
		return i // 2 500 mg tablets
	}
	if end+1 < len(s) && s[end] == '.' && isASCIIDigit(s[end+1]) {
		end++
		for end < len(s) && isASCIIDigit(s[end]) {
			end++
		}
	}
	return end
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
	groups := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(", '", r) })
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

// scanScale reads what multiplies the digits at [i, end): ideographs, a word such as million,
// or the letter of an amount of money ($1.5m).
func scanScale(s string, i, end int) (scale *big.Int, to int) {
	to = scanWhile(s, end, func(r, _ rune) bool { return hanScales[r] > 0 })
	if to > end {
		scale = big.NewInt(1)
		for _, r := range s[end:to] {
			scale.Mul(scale, big.NewInt(hanScales[r]))
		}
		return scale, to
	}
	rest := strings.TrimPrefix(s[end:], " ")
	w := firstWord(rest)
	n := wordScales[w]
	if before := strings.TrimRight(s[:i], " "); n == 0 && (strings.ContainsRune("$€£¥", lastRune(before)) || currencyWords[lastWord(before)]) {
		n = moneyScales[w]
	}
	if n == 0 || isNumberWord(firstWord(strings.TrimPrefix(rest[len(w):], " "))) {
		return nil, end
	}
	return big.NewInt(n), len(s) - len(rest) + len(w)
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

// hanValue evaluates 三千五百万, 一点二亿 and 二〇二六; what it cannot read stays as it is, and
// so does what is about a number: 三四, 十七八.
func hanValue(s string) string {
	if utf8.RuneCountInString(s) > maxNumber || hanAbout(s) {
		return s
	}
	s = strings.ReplaceAll(s, "廿", "二十")
	if whole, part, ok := strings.Cut(s, "点"); ok {
		return hanDecimal(s, whole, part)
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
	section.Add(section, big.NewInt(max(digit, 0)*lastPlace([]rune(s))))
	return total.Add(total, section).String()
}

// itemNumbers are the number of an item in digits and, below 100, in ideographs.
func itemNumbers(s string) []string {
	n, err := strconv.Atoi(s)
	if err != nil {
		return []string{s, hanValue(s)}
	}
	const digits = "一二三四五六七八九"
	han := func(d int) string { return digits[max(0, 3*d-3) : 3*d] }
	switch {
	case n == 0 || n > 99:
		return []string{s}
	case n < 10:
		return []string{s, han(n)}
	case n < 20:
		return []string{s, "十" + han(n-10)}
	}
	return []string{s, han(n/10) + "十" + han(n%10)}
}

// lastPlace is what the last digit of a number in ideographs counts: ten in 一百五, 1000 in 两万三.
func lastPlace(s []rune) int64 {
	if n := len(s); n > 1 && hanScales[s[n-2]] >= 100 && hanScales[s[n-1]] == 0 {
		return hanScales[s[n-2]] / 10
	}
	return 1
}

// hanAbout reports two digits in a row that are about a number, 三四 and 十七八, or a weight, 三两.
func hanAbout(s string) bool {
	scaled := strings.ContainsFunc(s, func(r rune) bool { return hanScales[r] > 0 })
	previous := int64(0)
	whole, _, _ := strings.Cut(s, "点")
	for i, r := range whole {
		d := hanDigits[r]
		if d > 0 && previous > 0 && (r == '两' || r == '兩' || scaled || d == previous+1 && utf8.RuneCountInString(whole) == 2) {
			return true
		}
		if previous = d; hanScales[r] > 0 && i > 0 {
			previous = 0
		}
	}
	return false
}

// hanDecimal evaluates a number with a point: whole点part, where part may end with a scale.
func hanDecimal(s, whole, part string) string {
	digits := strings.TrimRightFunc(part, func(r rune) bool { return hanScales[r] >= 10_000 })
	if digits == "" || strings.ContainsFunc(digits, func(r rune) bool { _, ok := hanDigits[r]; return !ok }) {
		return s
	}
	var b strings.Builder
	for _, r := range digits {
		b.WriteByte(byte('0' + hanDigits[r]))
	}
	n, ok := new(big.Rat).SetString(hanValue(whole) + "." + b.String())
	if !ok {
		return s
	}
	for _, r := range part[len(digits):] {
		n.Mul(n, new(big.Rat).SetInt64(hanScales[r]))
	}
	return decimal(n)
}

func decimal(n *big.Rat) string {
	if n.IsInt() {
		return n.Num().String()
	}
	return strings.TrimRight(n.FloatString(2*maxNumber), "0")
}

// numberSplit finds a number whose thousands are set apart by a blank, an
// apostrophe or a sign (1 500, 1'500) and of which the quote holds some digits
// only.
func (x *Index) numberSplit(i, j int) Note {
	if i >= j {
		return nil // marks alone, of which nothing is left
	}
	if splitAt(x.beside(x.folded.Origin(i))) {
		return Found("the quote starts inside a number")
	}
	if _, e := x.span(j-1, j); splitAt(x.beside(e)) {
		return Found("the quote ends inside a number")
	}
	return nil
}

// beside is the text before and after a place of the document, without entities of HTML.
func (x *Index) beside(at int) (left, right string) {
	const far = 4 * maxEntity
	return html.UnescapeString(x.text[max(0, at-far):at]), html.UnescapeString(x.text[at:min(len(x.text), at+far)])
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
	prefix := lastRune(left[:len(left)-before])
	return before >= 1 && before <= 3 && after == 3 && !isWordLetter(prefix) // not Q3 250 users
}

func isGroupMark(r rune) bool { return strings.ContainsRune(" \u00a0\u2009\u202f'’_*", r) }

func isASCIIDigit(c byte) bool { return c >= '0' && c <= '9' }

func isASCIIAlnum(r rune) bool { return r < utf8.RuneSelf && isAlnum(r) }

// parts follow a number and make it another one: 3⅓.
const parts = "½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"

// numberGoesOn reports whether what follows a digit is part of its number.
func numberGoesOn(right string) bool {
	bare := strings.TrimPrefix(right, " ")
	return strings.ContainsRune(parts, firstRune(bare)) || bare != right && fraction(bare)
}

// fraction reports whether s starts like 1/2.
func fraction(s string) bool {
	return len(s) > 2 && isASCIIDigit(s[0]) && s[1] == '/' && isASCIIDigit(s[2])
}

// rangeGoesOn reports whether the other end of a range follows a number.
func rangeGoesOn(right string) bool {
	for _, word := range []string{" to ", "到", "至"} {
		if rest, ok := strings.CutPrefix(right, word); ok {
			return isNumeral(firstRune(rest))
		}
	}
	return false
}

// ranges are words between which and behind which the two ends of a range are.
var ranges = []struct{ opens, joins, closes string }{
	{"between ", " and ", ""},
	{"from ", " to ", ""},
	{"从", "到", ""},
	{"由", "到", ""},
	{"从", "至", ""},
	{"介于", "和", "之间"},
	{"介于", "与", "之间"},
	{"在", "和", "之间"},
	{"在", "与", "之间"},
	{"在", "至", "之间"},
	{"在", "到", "之间"},
}

// openRange reports whether a quote ends with the first end of a range, and its unit:
// between £1m| and £2m, 从三千台|到五千台.
func openRange(body, right string) bool {
	if !isNumeral(lastRune(body)) && !unitEnds(body) && !quantityLast(body) {
		return false
	}
	for _, r := range ranges {
		i := strings.LastIndex(body, r.opens)
		if i < 0 || weight(body[i+len(r.opens):]) > maxBound || !numberFirst(body[i+len(r.opens):]) {
			continue
		}
		rest, ok := strings.CutPrefix(right, r.joins)
		if ok && numberFirst(rest) && strings.Contains(rest[:min(len(rest), maxEnd)], r.closes) {
			return true
		}
	}
	return false
}

// closesRange reports whether a quote starts with the second end of a range: between 10 and |60 %.
func closesRange(left, body string) bool {
	if !numberFirst(body) {
		return false
	}
	for _, r := range ranges {
		bare, joined := strings.CutSuffix(left, r.joins)
		i := strings.LastIndex(bare, r.opens)
		if joined && i >= 0 && weight(bare[i+len(r.opens):]) <= maxBound && numberFirst(bare[i+len(r.opens):]) {
			return true
		}
	}
	return false
}

// maxBound bounds the weight of the first end of a range, and maxEnd the bytes of the second.
const (
	maxBound = 8
	maxEnd   = 48
)

// halfUnit reports whether a quote leaves out the digit that is a tenth of its last unit:
// 两米|五, 三块|五, 九成|五.
func halfUnit(body, right string) bool {
	next, n := utf8.DecodeRuneInString(right)
	if !strings.ContainsRune("成米块元斤尺丈毛", lastRune(body)) || !isHanNumeral(next) || strings.ContainsRune("百千万亿十两", next) || !unitEnds(body) {
		return false
	}
	return endsHalfUnit(right[n:])
}

// endsHalfUnit reports whether a tenth of a unit may be before s.
func endsHalfUnit(s string) bool {
	after := firstRune(s)
	return !isHan(after) || strings.ContainsRune("的左右上下多至到", after)
}

// aboutSplit reports whether the mark between two digits that are about a number is between left and
// right: 三、|四个月. At the start of a block it may be the label of an item.
func aboutSplit(left, right string) bool {
	bare, ok := strings.CutSuffix(left, "、")
	if !ok {
		right, ok = strings.CutPrefix(right, "、")
	}
	a := hanDigits[lastRune(bare)]
	return ok && a > 0 && hanDigits[firstRune(right)] == a+1 && isHan(lastRune(bare[:len(bare)-len("一")]))
}

// restOfNumber reports whether a number at the start of a quote ends one that
// began before it: 3 |1/2, 3亿|5000万, 三到|五万, 二又|三分之一.
func restOfNumber(left, body string) bool {
	if bare := strings.TrimSuffix(left, " "); bare != left && fraction(body) {
		return unicode.IsDigit(lastRune(bare))
	}
	for _, word := range []string{" to ", "到", "至", "又", "亿", "万", "千"} {
		if rest, ok := strings.CutSuffix(left, word); ok {
			return isNumeral(lastRune(rest))
		}
	}
	return false
}

// wordsBefore finds a quote that starts with the rest of a number in words:
// twenty|five, 5|million.
func wordsBefore(bare, body string) Note {
	first, last := firstWord(body), lastWord(bare)
	if isNumberWord(first) && isNumberWord(last) || wordScales[first] > 0 && unicode.IsDigit(lastRune(bare)) {
		return Found("the quote starts inside a number")
	}
	return nil
}

// hanRest returns what is left out behind a Chinese number, or behind its unit,
// and says that it is more: 5万|多, 三年|半.
func hanRest(body, right string) string {
	r, size := utf8.DecodeRuneInString(right)
	if !strings.ContainsRune("多余餘半来", r) || r == '来' && !isNumeral(lastRune(body)) || r == '来' && prefixed(right[size:], hanUnits) == "" {
		return ""
	}
	if !numberEnds(body) {
		body = strings.TrimSuffix(body, suffixed(body, hanUnits))
		if r != '余' && r != '餘' && strings.ContainsRune("次个個种種样樣名家元处處位项項方数數", firstRune(right[size:])) {
			return "" // 多次, 半数: what counts something else
		}
	}
	if !isNumeral(lastRune(body)) {
		return ""
	}
	return string(r)
}
