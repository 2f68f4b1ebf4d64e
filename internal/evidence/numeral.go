package evidence

import (
	"strconv"
	"strings"
)

// wordValues are the numbers below 100 as words; normal form writes thirtyfour without its
// hyphen.
var wordValues = func() map[string]int64 {
	m := map[string]int64{}
	small := strings.Fields(`one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
		sixteen seventeen eighteen nineteen`)
	for i, w := range small {
		m[w] = int64(i + 1)
	}
	for i, tens := range strings.Fields(`twenty thirty forty fifty sixty seventy eighty ninety`) {
		m[tens] = int64(10*i + 20)
		for k, w := range small[:9] {
			m[tens+w] = m[tens] + int64(k+1)
		}
	}
	return m
}()

// wordScales multiply what is before them; moneyScales do so in amounts with a sign of currency.
var (
	wordScales  = map[string]int64{"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1e6, "billion": 1e9, "bn": 1e9, "trillion": 1e12}
	moneyScales = map[string]int64{"k": 1000, "m": 1e6, "mn": 1e6, "b": 1e9}
)

// isNumberWord reports a word that is or ends a number.
func isNumberWord(w string) bool { return numberWords[w] || wordValues[w] > 0 }

// scanWords reads the number in words at s[i:] and returns its value and where it ends; end is
// i if there is none, and if it is part of another one: two thirds, twenty twenty. A lone
// "one" is none. previous is the word before.
func scanWords(s string, i int, previous string) (value string, end int) {
	if isNumberWord(previous) {
		return "", i
	}
	var n wordNumber
	n.limit = 1e15
	at := i
	w := firstWord(s[i:])
	if w == "a" && wordScales[nextWord(s, i+1)] > 0 && previous != "half" && previous != "of" && previous != "many" {
		n.section, at = 1, i+len("a ")
		w = firstWord(s[at:])
	}
	end = i
	for n.add(w) {
		end = at + len(w)
		at = end + 1
		w = nextWord(s, end)
		if w == "and" && n.mayJoin && previous != "between" && previous != "from" && wordValues[nextWord(s, at+len(w))] > 0 {
			at += len("and ")
			w = firstWord(s[at:])
		}
	}
	if total := n.total + n.section; end > i && total > 1 && !isNumberWord(w) {
		return strconv.FormatInt(total, 10), end
	}
	return "", i
}

// nextWord is the word after byte i of a text, behind one blank.
func nextWord(s string, i int) string {
	if i < len(s) && s[i] == ' ' {
		return firstWord(s[i+1:])
	}
	return ""
}

// wordNumber is a number that is read word by word.
type wordNumber struct {
	total, section int64 // section is below 1000
	room           int64 // if not zero, what may follow in the section is below it
	limit          int64 // the next scale is below it
	mayJoin        bool  // "and" may follow
}

// add reads one more word of a number, false if it is none.
func (n *wordNumber) add(w string) bool {
	v, scale := wordValues[w], wordScales[w]
	switch {
	case v > 0 && (n.section == 0 || v < n.room):
		n.section += v
		n.room, n.mayJoin = 1, false
		if v >= 20 && v%10 == 0 {
			n.room = 10
		}
	case (scale == 100 || scale == 12) && n.section > 0 && n.section < 20:
		n.section *= scale
		n.room, n.mayJoin = scale, true
	case scale > 100 && n.section > 0 && scale < n.limit:
		n.total += n.section * scale
		n.section, n.room, n.limit, n.mayJoin = 0, 0, scale, true
	default:
		return false
	}
	return true
}
