package document

import (
	"fmt"
	"strconv"
	"strings"
)

// wordList is a list of a Word file. Its methods work on nil, a list that is not
// defined.
type wordList struct {
	levels *[9]listLevel
	start  map[int]int // levels that start at another number than their definition says
	counts *[9]*int    // nil for a level that has no item yet; shared by lists of one definition
}

// listLevel is how one level of a list is numbered.
type listLevel struct {
	format string // decimal, bullet, lowerLetter, …
	text   string // such as "%1.%2"
	start  int
}

// maxLabel bounds how the label of a list's item is written, in bytes.
const maxLabel = 200

// readNumbering reads the definitions.
func (x *docxReader) readNumbering(n *node) {
	definitions := map[string]wordList{}
	for _, a := range n.kids {
		if a.name != "w:abstractNum" {
			continue
		}
		levels := &[9]listLevel{}
		for _, l := range a.kids {
			text := l.child("w:lvlText").get("val")
			if len(text) > maxLabel {
				text = "" // it is looked through for each item
			}
			if i := atoi(l.get("ilvl"), 0); l.name == "w:lvl" && i < len(levels) {
				levels[i] = listLevel{l.child("w:numFmt").get("val"), text, l.child("w:start").number(1)}
			}
		}
		definitions[a.get("abstractNumId")] = wordList{levels: levels, counts: &[9]*int{}}
	}
	for _, num := range n.kids {
		list, defined := definitions[num.child("w:abstractNumId").get("val")]
		if num.name != "w:num" || !defined {
			continue
		}
		list.start = map[int]int{}
		for _, o := range num.kids {
			if start := o.child("w:startOverride"); o.name == "w:lvlOverride" && start != nil {
				list.start[atoi(o.get("ilvl"), 0)] = start.number(1)
				list.counts = &[9]*int{} // it starts again
			}
		}
		x.lists[num.get("numId")] = &list
	}
}

// next counts an item and returns its label; bullet says that it has no number.
func (l *wordList) next(depth int) (label string, bullet bool) {
	if l == nil {
		return "", true
	}
	if l.counts[depth] == nil {
		first := l.first(depth)
		l.counts[depth] = &first
	} else {
		*l.counts[depth]++
	}
	clear(l.counts[depth+1:])
	switch l.levels[depth].format {
	case "bullet", "":
		return "", true
	case "none":
		return "", false
	}
	label = l.levels[depth].text
	for i, level := range l.levels {
		n := l.first(i)
		if l.counts[i] != nil {
			n = *l.counts[i]
		}
		label = strings.ReplaceAll(label, "%"+strconv.Itoa(i+1), numeral(n, level.format))
	}
	return strings.TrimSpace(label), false
}

// first is the number with which a level begins.
func (l *wordList) first(i int) int {
	if n, ok := l.start[i]; ok {
		return n
	}
	return l.levels[i].start
}

// numeral writes a number in a list's format; formats not known are decimal.
func numeral(n int, format string) string {
	switch format {
	case "lowerLetter":
		return letters(n)
	case "upperLetter":
		return strings.ToUpper(letters(n))
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCountingThousand", "taiwaneseCounting", "ideographTraditional", "ideographDigital":
		return chineseNumber(n)
	case "decimalZero":
		return fmt.Sprintf("%02d", n)
	}
	return strconv.Itoa(n)
}

// letters counts a to z, then aa to zz and so on, decimal beyond thirty letters.
func letters(n int) string {
	if n < 1 || n > 780 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
}

func roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	for _, p := range []struct {
		v int
		s string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= p.v {
			b.WriteString(p.s)
			n -= p.v
		}
	}
	return b.String()
}

// chineseNumber counts up to ninety-nine in words, decimal beyond.
func chineseNumber(n int) string {
	digits := []rune("零一二三四五六七八九")
	switch {
	case n < 0 || n > 99:
		return strconv.Itoa(n)
	case n < 10:
		return string(digits[n])
	}
	s := "十"
	if n >= 20 {
		s = string(digits[n/10]) + s
	}
	if n%10 > 0 {
		s += string(digits[n%10])
	}
	return s
}
