package evidence

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"judgement/internal/origin"
)

// looseForm is a text in normal form in which the same values and marks look the same:
// numbers in ideographs and words are digits without marks of thousands (3.5万, "thirtyfive
// thousand", 35,000; 2nd for "second"), "7 a.m." is "7 am", "didn't" is "did not", shares have a percent sign, single marks of quotation are double ones,
// the mark of lists in Chinese is a comma, ranges have a dash (10 to 20, 10%至20%), and marks
// of references ([3]) are left out. What is written in digits stays: 3.10 is not 3.1.
func looseForm(s string) origin.Text {
	b := origin.Builder{Source: s}
	b.Grow(len(s))
	last := rune(0) // rune that was written last
	previous := ""  // word before, "" if anything is between
	plain := -1     // where no number starts
	scaled := false // the number that was written last had a scale, such as million
	for i := 0; i < len(s); {
		if end := plainWord(s, i); end > i && !unicode.IsDigit(last) {
			previous = s[i:end]
			b.Copy(previous, i)
			last, i = rune(s[end-1]), end
			if i < len(s) && s[i] == ' ' && plainWord(s, i+1) > i+1 {
				b.Byte(' ', i)
				last = ' '
				i++
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if isHan(r) && !isHanNumeral(r) && !strings.ContainsRune("半到至人", r) { // most ideographs
			b.Write(r, i)
			i, last, previous = i+size, r, ""
			continue
		}
		if i != plain {
			if value, end := looseAmount(s, i, previous); end > i {
				for _, r := range value {
					b.Write(r, i)
				}
				has := hasScale(s[i:end])
				if has && !scaled && last == '-' {
					b.Write('*', i) // two to three million is not 2 to 3,000,000
				}
				i, last, previous, scaled = end, lastRune(value), "", has
				continue
			}
		}
		if n := scanReference(s, i); n > i {
			i = n
			continue
		}
		if isArea(s, i) {
			i++ // m² is m2
			b.Write(rune(s[i]), i)
			last = rune(s[i])
			i++
			continue
		}
		if n := scanRange(s, i); n > i {
			b.Write('-', i)
			i, last, previous = n, '-', ""
			continue
		}
		if n := scanClock(s, i); n > i {
			b.Write(r, i)
			b.Write('m', i)
			i, last, previous = n, 'm', ""
			continue
		}
		switch {
		case isWordLetter(r):
			end := scanWord(s, i)
			previous = s[i:end]
			if bare := accented[previous]; bare != "" {
				for _, r := range bare {
					b.Write(r, i)
					last = r
				}
				previous, i = bare, end
				continue
			}
			if long := longForm(previous); long != "" {
				for _, r := range long {
					b.Write(r, i)
				}
				last, previous, i = lastRune(long), lastWord(long), end
				continue
			}
			if symbol, to := unitSymbol(s, i, end); symbol != "" && unicode.IsDigit(last) {
				for _, r := range symbol {
					b.Write(r, i)
					last = r
				}
				i = to
				continue
			}
			for k, r := range previous {
				b.Write(r, i+k)
				last = r
			}
			i = end
			continue
		case r == '-' && isNumeral(last) && compounds[firstWord(s[i+size:])]:
			i += size
			continue
		case r == ' ' && (last == '"' || isQuotation(s, i+1) || besidePer(s, i)):
			i += size
			continue
		case r == ' ' && (previous == "half" || previous == "all") && nextWord(s, i) == "of" && determiners[nextWord(s, i+len(" of"))]:
			i += len(" of") // half the farms
			continue
		case r == ' ' && (strings.ContainsRune(comparisons, last) || strings.ContainsRune(comparisons, firstRune(s[i+1:]))):
			i += size
			continue
		case r == ' ':
			_, end := looseAmount(s, i+1, previous)
			if end == i+1 {
				plain = end
			}
			if (isNumeral(last) || last == '%') != (end > i+1) {
				i += size
				continue
			}
		case isQuotation(s, i):
			r = '"'
		case r == '、' && !isNumeral(last) && !isNumeral(firstRune(s[i+size:])):
			r = ','
		}
		if r != ' ' {
			previous = ""
		}
		b.Write(r, i)
		last = r
		i += size
	}
	return b.Text()
}

// amountStarts are the first three letters of words that looseForm looks at: they may start a number, an amount of money
// or a range, or have "of" behind them.
var amountStarts = func() map[string]bool {
	m := words(`to us eur usd gbp rmb cny hal all`)
	for w := range wordValues {
		m[w[:3]] = true
	}
	for w := range ordinals {
		m[w[:3]] = true
	}
	for w := range wordParts {
		m[w[:3]] = true
	}
	return m
}()

// plainWord returns where the word at byte i of a normal form ends if looseForm leaves it as it is; i otherwise.
func plainWord(s string, i int) int {
	end := i
	for end < len(s) && s[end] >= 'a' && s[end] <= 'z' {
		end++
	}
	if end-i < 2 || amountStarts[s[i:min(end, i+3)]] || end < len(s) && (s[end] == '\'' || s[end] >= utf8.RuneSelf) {
		return i
	}
	return end
}

// accented are words that English writes with accents or without them, as without. Other words stay as they are: an accent
// may make another word (résumé, pagó, könnten).
var accented = func() map[string]string {
	m := map[string]string{}
	for w := range strings.FieldsSeq(`naïve naïvely naïveté café cafés façade façades cliché clichés clichéd élite élites régime régimes première premières
		décor débris début débuts crèche crèches crème entrée entrées fiancé fiancée protégé protégés émigré émigrés communiqué communiqués soufflé purée
		sauté matinée soirée déjà cortège mêlée négligée séance séances éclair éclairs
		jalapeño jalapeños piñata piñatas señor coöperate coöperation coördinate coördination reëlect rôle rôles fête fêtes crêpe crêpes
		château québec montréal genève são bogotá córdoba málaga curaçao`) {
		m[w] = strings.Map(func(r rune) rune { return firstRune(norm.NFD.String(string(r))) }, w)
	}
	return m
}()

// contractions are those with a long form of their own; others end with one of contracted. "'s" and "'d" behind nouns may be
// of something else.
var (
	contractions = map[string]string{
		"can't": "cannot", "won't": "will not", "shan't": "shall not", "let's": "let us", "i'm": "i am",
		"it's": "it is", "that's": "that is", "there's": "there is", "here's": "here is", "he's": "he is", "she's": "she is", "what's": "what is",
	}
	contracted = [][2]string{{"n't", " not"}, {"'re", " are"}, {"'ve", " have"}, {"'ll", " will"}}
)

// longForm is the long form of a word, such as "did not" for "didn't"; "" if it is none that is short.
func longForm(w string) string {
	if long := contractions[w]; long != "" || !strings.Contains(w, "'") {
		return long
	}
	for _, c := range contracted {
		if start, ok := strings.CutSuffix(w, c[0]); ok && start != "" && start != "ai" {
			return start + c[1]
		}
	}
	return ""
}

// besidePer reports whether the blank at byte i is beside the slash between two units: 40 kWh / t.
func besidePer(s string, i int) bool {
	unit, per, slash := strings.TrimRight(s[:i], " /"), strings.TrimLeft(s[i:], " /"), strings.Trim(s[max(0, i-1):min(len(s), i+2)], " ")
	return strings.Contains(slash, "/") && unitWords[lastWord(strings.TrimRight(unit, "^23"))] && unitWords[firstWord(per)]
}

// unitSymbols are the symbols of units in words, of which the case may matter.
var unitSymbols = map[string]string{
	"tonne": "t", "tonnes": "t", "kilogram": "kg", "kilograms": "kg", "kilogramme": "kg", "kilogrammes": "kg",
	"kilometre": "km", "kilometres": "km", "kilometer": "km", "kilometers": "km",
	"hour": "h", "hours": "h", "minute": "min", "minutes": "min", "seconds": "s",
	"square metre": "m2", "square metres": "m2", "square meter": "m2", "square meters": "m2",
	"degree celsius": "°c", "degrees celsius": "°c",
}

// unitSymbol returns the symbol of the unit in one or two words that s[i:end] starts, and where it
// ends; "" if there is none.
func unitSymbol(s string, i, end int) (symbol string, to int) {
	w := s[i:end]
	if w == "square" || w == "degree" || w == "degrees" {
		w += " " + nextWord(s, end)
	}
	return unitSymbols[w], i + len(w)
}

// hasScale reports whether a number has a scale, such as million or 万.
func hasScale(number string) bool {
	return strings.ContainsFunc(number, func(r rune) bool { return hanScales[r] > 10 }) || hasWord(number, scaleWords, nil)
}

var scaleWords = words(`dozen hundred thousand million billion bn trillion k m mn b`)

// rangeMarks are between the two ends of a range.
var rangeMarks = []string{"-", "~", "〜", " - ", " ~ ", " to ", "到", "至"}

// scanRange returns where the mark of a range at byte i ends, i if there is none: it is between
// an amount, with or without its unit, and another number.
func scanRange(s string, i int) int {
	if i == 0 {
		return i
	}
	mark := prefixed(s[i:], rangeMarks)
	if mark == "" {
		return i
	}
	before, end := s[:i], i+len(mark)
	if clock, ok := strings.CutSuffix(strings.TrimSuffix(before, "."), ".m"); ok && (strings.HasSuffix(clock, "a") || strings.HasSuffix(clock, "p")) {
		before = clock + "m" // 9 a.m. to 5 p.m.
	}
	share := shareEnd.MatchString(before[max(0, len(before)-len(" per cent")):])
	if !share && !numberEnds(before) && !unitEnds(before) {
		return i
	}
	at := end + len(s[end:]) - len(strings.TrimLeft(s[end:], "$€£¥"))
	value, n := looseNumber(s, at, "")
	if n == at || !numberEnds(before) && share != (shareEnd.MatchString(value) || shareMark(s[n:])) {
		return i // from 12% to 1.5 million users
	}
	return end
}

// shareEnd matches the end of a share, and shareMark reports its sign behind a number.
var shareEnd = regexp.MustCompile(`(?:[%‰]|percent|per cent|pct)$`)

func shareMark(s string) bool {
	return strings.ContainsRune("%‰", firstRune(strings.TrimPrefix(s, " ")))
}

// scanClock returns where a.m. or p.m. at byte i ends, with or without its last mark; i if
// there is none.
func scanClock(s string, i int) int {
	rest := s[i+1:]
	if s[i] != 'a' && s[i] != 'p' || !strings.HasPrefix(rest, ".m") || isWordLetter(firstRune(rest[2:])) {
		return i
	}
	return len(s) - len(strings.TrimPrefix(rest[2:], "."))
}

// ordinals are numbers that looseForm writes in digits; normal form writes twentyfirst without
// its hyphen.
var ordinals = func() map[string]string {
	m := map[string]string{"twentieth": "20th", "thirtieth": "30th"}
	for i, w := range strings.Fields(`first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth
		thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth`) {
		n := i + 1
		end := cmp.Or(map[int]string{1: "st", 2: "nd", 3: "rd"}[n], "th")
		m[w] = strconv.Itoa(n) + end
		if n < 10 {
			m["twenty"+w], m["thirty"+w] = strconv.Itoa(20+n)+end, strconv.Itoa(30+n)+end
		}
	}
	return m
}()

// perWords are before a second of time.
var perWords = words(`per a each every one`)

// compounds follow a number with a hyphen: a six-week pilot, a 2-year-old firm. Normal form
// writes sixweek and 2-yearold.
var compounds = words(`year month week day hour minute decade yearold monthold weekold dayold yearlong monthlong weeklong
	daylong hourlong mile metre meter kilometre kilometer foot inch acre hectare tonne litre liter page part step stage phase
	tier level layer point person member seat bed room bedroom storey story star digit figure way fold line item question
	word lane wheel piece column row slide state country party site arm dose`)

// scanCompound returns where the number at the start of a compound word ends, and its value: six|week.
func scanCompound(w string) (value string, end int) {
	for end = len("one"); end < len(w); end++ {
		if n := wordValues[w[:end]]; n > 0 && compounds[w[end:]] {
			return strconv.FormatInt(n, 10), end
		}
	}
	return "", 0
}

// reference is a mark of a reference or footnote, with the blank before it.
var reference = regexp.MustCompile(`^ ?\[(?:\^\w{1,9}|\d{1,3}(?:[-,] ?\d{1,3})*)\]`)

// comparisons have blanks around them or none: p<0.001.
const comparisons = "<>=≤≥≠"

// areaUnits are units whose power is also written as a plain digit: m2.
var areaUnits = words(`mm cm dm m km ft s`)

// isArea reports whether the exponent at byte i is the power of such a unit: m|^2.
func isArea(s string, i int) bool {
	if s[i] != '^' || i+1 == len(s) || s[i+1] != '2' && s[i+1] != '3' || isAlnum(firstRune(s[i+2:])) {
		return false
	}
	w := lastWord(s[:i])
	return areaUnits[w] && (numberEnds(strings.TrimRight(s[:i-len(w)], " ")) || strings.HasSuffix(s[:i-len(w)], "/"))
}

// raisedReference is a mark of a reference above the line, in normal form.
var raisedReference = regexp.MustCompile(`^\^[1-9]\d?`)

// powerWords may have a power of more than one letter: sin²; digits 2 to 4 may be the power of
// any word (speed², temperature⁴).
var powerWords = words(`sin cos tan cot sec csc log exp chi eta alpha beta gamma delta sigma lambda omega theta`)

// scanRaised returns where the mark of a reference above the line at byte i ends, i if there is
// none: it follows a word that is no unit, or a mark that ends a clause.
func scanRaised(s string, i int) int {
	mark := raisedReference.FindString(s[i:min(len(s), i+4)])
	if mark == "" || i == 0 || isAlnum(firstRune(s[i+len(mark):])) && !isHan(lastRune(s[:i])) {
		return i
	}
	before := lastRune(s[:i])
	if strings.ContainsRune(".,;:?。", before) || before == '"' && !unicode.IsDigit(lastRune(s[:i-1])) {
		return i + len(mark)
	}
	if len(mark) == 2 && strings.Contains("234", mark[1:]) || strings.HasPrefix(s[i+len(mark):], "/") {
		return i
	}
	if isHan(before) && !isHanNumeral(before) && !unitEnds(s[:i]) {
		return i + len(mark)
	}
	w := lastWord(s[:i])
	left := s[:i-len(w)]
	if utf8.RuneCountInString(w) < 3 || unitWords[w] || powerWords[w] || numberEnds(strings.TrimRight(left, " -")) || strings.HasSuffix(left, "/") {
		return i
	}
	return i + len(mark)
}

// isIndexed reports whether a text ends with a name that may have an index: a[3], q1[3], x_max[3].
func isIndexed(s string) bool {
	w := lastWord(s)
	before := lastRune(s[:len(s)-len(w)])
	return isWordLetter(firstRune(w)) && utf8.RuneCountInString(w) < 3 && !isHan(before) || before == '_' || w == "" && unicode.IsDigit(before) && isWordLetter(lastRune(strings.TrimRight(s, "0123456789")))
}

// maxReference bounds a mark of a reference, in bytes.
const maxReference = 24

// scanReference returns where the mark of a reference at byte i ends, i if there is none.
func scanReference(s string, i int) int {
	if strings.HasPrefix(s[i:], "^") {
		return scanRaised(s, i)
	}
	if rest := strings.TrimPrefix(s[i:], " "); rest == "" || rest[0] != '[' || rest == s[i:] && isIndexed(s[:i]) {
		return i
	}
	return i + len(reference.FindString(s[i:min(len(s), i+maxReference)]))
}

// isQuotation reports a mark of quotation at byte i: no apostrophe in a word, and no mark of
// feet or inches behind a digit.
func isQuotation(s string, i int) bool {
	if i >= len(s) || s[i] != '\'' && s[i] != '"' {
		return false
	}
	before := lastRune(s[:i])
	return !unicode.IsDigit(before) && (s[i] == '"' || !isAlnum(before) || !isAlnum(firstRune(s[i+1:])))
}

// loosely finds a quote that writes numbers in another way, or has other marks: 5天, 五天.
func (x *Index) loosely(quote string, lo, hi int) finding {
	f := foldQuote(quote, x.text)
	want, doc := looseForm(f.Text), x.loose()
	if want.Text == "" {
		return missing
	}
	from, to := doc.Place(x.folded.Place(lo)), doc.Place(x.folded.Place(hi))
	return firstProven(x.looser(), want.Text, from, to, func(k int) finding {
		e := k + len(want.Text)
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
		if !slices.Equal(casedUnits(quote), casedUnits(x.text[s:end])) || looseForm(x.folded.Text[i:j]).Text != want.Text {
			return missing
		}
		for n := range want.Text {
			if want.Text[n] == '-' && signAt(f, want.Origin(n)) != signAt(x.folded, doc.Origin(k+n)) {
				return missing
			}
		}
		return x.judge(Normalised, s, end, i, j)
	})
}

// signAt reports whether byte i of a normal form is a dash that is the sign of a number. Right
// behind a percent sign or a unit in Chinese it is the mark of a range.
func signAt(t origin.Text, i int) bool {
	if before := lastRune(t.Source[:t.Origin(i)]); strings.ContainsRune("%％", before) || isHan(before) && unitEnds(t.Text[:i]) {
		return false
	}
	return t.Text[i] == '-' && startsNumber(t.Text[i+1:min(len(t.Text), i+8)]) && isSign(t.Source, t.Origin(i))
}
