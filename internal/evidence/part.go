package evidence

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parts of a whole (two thirds, 三分之二, ⅔, 2/3), numbers with a part (two and a half, 2½, 2.5)
// and thousands with a letter (20k units), as looseForm writes them.

// partSigns are parts that are one character.
var partSigns = map[rune]string{
	'½': "1/2", '¼': "1/4", '¾': "3/4", '⅓': "1/3", '⅔': "2/3", '⅕': "1/5", '⅖': "2/5", '⅗': "3/5", '⅘': "4/5",
	'⅙': "1/6", '⅚': "5/6", '⅛': "1/8", '⅜': "3/8", '⅝': "5/8", '⅞': "7/8",
}

// wordParts are parts in words, without the blank or hyphen in them: twothirds is 2/3.
var wordParts = func() map[string]string {
	m := map[string]string{}
	for i, name := range strings.Fields(`third quarter fifth sixth seventh eighth ninth tenth`) {
		below := "/" + strconv.Itoa(i+3)
		m["a"+name], m["one"+name] = "1"+below, "1"+below
		for n, w := range strings.Fields(`two three four five six seven eight nine`) {
			m[w+name+"s"] = strconv.Itoa(n+2) + below
		}
	}
	return m
}()

// Parts without "of": shareWords are before one (about a third), partEnds and partVerbs behind one: by a
// third in May, one third said, a third were; not "a third party" or "a third was planned". Quarters are parts
// of a year, too: only a word before them tells.
var (
	shareWords  = words(`by than about almost nearly roughly around approximately`)
	partEnds    = words(`in since over within compared between each per against and or`)
	partVerbs   = words(`is are was were has have had do did does will would can could said say says came went voted agreed`)
	pluralVerbs = words(`are were have do`)
)

// determiners follow "of" if a part of a whole is before it: "a third of the farms", not "a third
// party".
var determiners = words(`the a an all our my its his her their your these those this that each every`)

// scanPart reads a part of a whole in words or as a sign; end is i if there is none. previous is
// the word before.
func scanPart(s string, i int, previous string) (value string, end int) {
	r, size := utf8.DecodeRuneInString(s[i:])
	if v := partSigns[r]; v != "" {
		return v, i + size
	}
	w := firstWord(s[i:])
	if w != "a" && wordParts[w] == "" && wordValues[w] == 0 || isNumberWord(previous) ||
		previous == "and" && numberEnds(strings.TrimSuffix(s[:i], " and ")) {
		return "", i
	}
	if v := wordParts[w]; v != "" { // with a hyphen
		return v, i + len(w)
	}
	next := nextWord(s, i+len(w))
	end = i + len(w) + len(" ") + len(next)
	v := wordParts[w+next]
	after := nextWord(s, end)
	several, quarter := strings.HasSuffix(next, "s"), strings.HasPrefix(next, "quarter")
	switch {
	case v == "":
	case after == "of" && (determiners[nextWord(s, end+len(" of"))] || !quarter && isPlural(nextWord(s, end+len(" of")))),
		several && (!quarter || shareWords[previous] || w == "three" && previous == "" && partVerbs[after]),
		!several && shareWords[previous] && (after == "" || partEnds[after] || partVerbs[after]),
		!several && !quarter && (pluralVerbs[after] || w == "one" && partVerbs[after]):
		return v, end
	}
	return "", i
}

// isPlural reports whether a noun may be one of several: a third of |farms.
func isPlural(w string) bool {
	return w == "people" || w == "women" || w == "men" || w == "children" || len(w) > 3 && strings.HasSuffix(w, "s") && !strings.ContainsRune("sui", firstRune(w[len(w)-2:]))
}

// halfScale reads half of a scale at s[i:]: half a million, half million.
func halfScale(s string, i int, previous string) (value string, end int) {
	if firstWord(s[i:]) != "half" || previous == "and" || isNumberWord(previous) {
		return "", i
	}
	end = i + len("half")
	w := nextWord(s, end)
	if w == "a" {
		end += len(" a")
		w = nextWord(s, end)
	}
	if wordScales[w] == 0 {
		return "", i
	}
	return strconv.FormatInt(wordScales[w]/2, 10), end + len(" ") + len(w)
}

// hanPart reads what is behind the number at [i, end) if that number is the whole of a part:
// 三|分之一 is 1/3, 千|分之三 is 3‰.
func hanPart(s, whole string, end int) (value string, to int) {
	rest, ok := strings.CutPrefix(s[end:], "分之")
	if !ok || !isNumeral(firstRune(rest)) {
		return "", end
	}
	n, to := scanNumber(s, len(s)-len(rest))
	if !allDigits(whole) || !allDigits(n) {
		return "", end
	}
	if whole == "1000" {
		return n + "‰", to
	}
	return n + "/" + whole, to
}

// halfTime is half of a unit of time: 半|个月, not 上半年 and not 半年报.
var halfTime = regexp.MustCompile(`^半(?:个(?:月|小时|钟头|星期)|小时|年|天)`)

// hanHalf reads half of a unit of time at s[i:]: 半|个月 is 0.5.
func hanHalf(s string, i int) (value string, end int) {
	unit := halfTime.FindString(s[i:])
	if unit == "" || strings.ContainsRune("大上下前后小多一过两各", lastRune(s[:i])) || isNumeral(lastRune(s[:i])) || strings.ContainsRune("报度线多来", firstRune(s[i+len(unit):])) {
		return "", i
	}
	return "0.5", i + len("半")
}

// decimals are the parts that a number may have as decimals.
var decimals = map[string]string{"1/2": ".5", "1/4": ".25", "3/4": ".75"}

// maxWhole bounds a number with a part, in digits: a year has none.
const maxWhole = 3

// withPart reads the part behind a number that ends at end, and the scale behind that: 2| 1/2,
// two| and a half million, 一|个半小时. previous is the word before the number.
func withPart(s, value string, end int, previous string) (string, int) {
	if len(value) > maxWhole || !allDigits(value) || previous == "between" {
		return value, end
	}
	for _, p := range []string{"个半小时", "个半钟头"} {
		if strings.HasPrefix(s[end:], p) {
			return value + ".5", end + len("个半")
		}
	}
	for _, p := range []string{"个半月", "个半星期"} {
		if rest, ok := strings.CutPrefix(s[end:], p); ok && !strings.ContainsRune("刊板湾形谈状", firstRune(rest)) {
			return value + ".5个", end + len("个半")
		}
	}
	for _, p := range []string{"年半", "天半"} {
		if rest, ok := strings.CutPrefix(s[end:], p); ok && (!isHan(firstRune(rest)) || strings.ContainsRune("的以之前后内来时", firstRune(rest))) {
			return value + ".5" + strings.TrimSuffix(p, "半"), end + len(p)
		}
	}
	if part, to := hanMixed(s, end); to > end {
		return value + " " + part, to
	}
	part, to := partBehind(s, end)
	switch {
	case to == end:
		return value, end
	case decimals[part] == "":
		return value + " " + part, to
	}
	value += decimals[part]
	w := nextWord(s, to)
	if n := wordScales[w]; n > 0 {
		return scaled(value, n), to + len(" ") + len(w)
	}
	return value, to
}

// hanMixed reads 又三分之一 behind a number.
func hanMixed(s string, end int) (part string, to int) {
	at := end + len("又")
	if !strings.HasPrefix(s[end:], "又") || !isNumeral(firstRune(s[at:])) {
		return "", end
	}
	whole, n := scanNumber(s, at)
	if part, to = hanPart(s, whole, n); to > n {
		return part, to
	}
	return "", end
}

// fractionBehind is a fraction in digits behind a number and a blank.
var fractionBehind = regexp.MustCompile(`^ (\d{1,2}/\d{1,2})(?:[^\d/.]|[/.](?:\D|$)|$)`)

// wordsBehind are parts in words behind a number.
var wordsBehind = []struct{ text, part string }{
	{" and a half", "1/2"}, {" and one half", "1/2"}, {" and a quarter", "1/4"}, {" and three quarters", "3/4"}, {" and threequarters", "3/4"},
}

// partBehind reads the part behind a number; to is end if there is none.
func partBehind(s string, end int) (part string, to int) {
	rest := s[end:]
	bare := strings.TrimPrefix(rest, " ")
	r, size := utf8.DecodeRuneInString(bare)
	if v := partSigns[r]; v != "" {
		return v, len(s) - len(bare) + size
	}
	if bare == rest {
		return "", end
	}
	if m := fractionBehind.FindStringSubmatch(rest[:min(len(rest), 8)]); m != nil {
		return m[1], end + len(" ") + len(m[1])
	}
	for _, p := range wordsBehind {
		if hasPart(rest, p.text) {
			return p.part, end + len(p.text)
		}
	}
	return "", end
}

// hasPart reports whether a text starts with the words of a part that is no part of something:
// "a half hours", not "a half of the farms".
func hasPart(s, part string) bool {
	tail, ok := strings.CutPrefix(s, part)
	return ok && !isWordLetter(firstRune(tail)) && firstWord(strings.TrimPrefix(tail, " ")) != "of"
}

// cutPart reports whether a number with a part in words is cut between left and right.
func cutPart(left, right string) bool {
	for _, p := range wordsBehind {
		for k, r := range p.text {
			if r != ' ' || !hasPart(right, p.text[k+1:]) {
				continue
			}
			if number, ok := strings.CutSuffix(left, p.text[:k]); ok && numberEnds(number) {
				return true
			}
		}
	}
	return false
}

// countedWords and countedHan are counted in thousands with a k; 10k in a race or 300K are
// something else. Those inMillions are also counted with an m: nobody measures them in metres.
const (
	inMillions   = `users people persons customers clients members visitors visits views followers subscribers downloads installs requests queries messages emails calls tokens words votes tickets orders sales farmers households families students pupils teachers employees workers jobs patients readers euros dollars pounds yuan francs yen rupees eur usd gbp cny rmb chf`
	countedWords = inMillions + ` units characters lines rows records entries files images photos documents pages copies items articles posts comments reviews farms homes books samples trees`
	countedHan   = `元 美元 欧元 人 名 户 台 个 家 次 件 篇 份 用户`
)

var (
	thousands    = words(countedWords)
	millions     = words(inMillions)
	hanThousands = phrases(countedHan)
	tenThousands = phrases(`元 名 户 人 家 次 份 用户`) // 5w台灯 is a lamp of 5 W
	// thousandMark is such a k or m in a text that is not in normal form.
	thousandMark = regexp.MustCompile(`(?i)(\d)(?:k( (?:` + strings.ReplaceAll(countedWords, " ", "|") + `)\b| ?(?:` + strings.ReplaceAll(countedHan, " ", "|") + `))|m( (?:` + strings.ReplaceAll(inMillions, " ", "|") + `)\b))`)
)

// inThousands reads the k, m or w behind digits that end at end: 20|k users, 1.2|m users, 2|w名用户.
func inThousands(s, value string, end int) (string, int) {
	if end < len(s) && s[end] == 'w' && prefixed(s[end+1:], tenThousands) != "" {
		return scaled(canonicalDigits(value), 10_000), end + 1
	}
	if end < len(s) && s[end] == 'm' && millions[nextWord(s, end+1)] {
		return scaled(canonicalDigits(value), 1_000_000), end + 1
	}
	if end == len(s) || s[end] != 'k' || !thousands[nextWord(s, end+1)] && prefixed(strings.TrimPrefix(s[end+1:], " "), hanThousands) == "" {
		return value, end
	}
	return scaled(canonicalDigits(value), 1000), end + 1
}

// scaled is a number in digits times a scale; what cannot be read stays as it is.
func scaled(digits string, scale int64) string {
	n, ok := new(big.Rat).SetString(digits)
	if !ok || len(digits) > maxNumber {
		return digits
	}
	return decimal(n.Mul(n, new(big.Rat).SetInt64(scale)))
}

func allDigits(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}
