package document

import (
	"strconv"
	"strings"
)

// numbering holds the list definitions of a Word file by id.
type numbering struct {
	abstract map[string]*[9]listLevel
	nums     map[string]*listState
}

// listLevel is how one level of a list is numbered.
type listLevel struct {
	format string // decimal, bullet, lowerLetter, …
	text   string // such as "%1.%2"
	start  int
}

// maxLabel bounds how the label of a list's item is written, in bytes.
const maxLabel = 200

// listState is one list in use.
type listState struct {
	abstract string
	start    map[int]int // overrides of a level's start
}

// readNumbering reads the definitions.
func (x *docxReader) readNumbering(part string) error {
	var doc struct {
		Abstract []struct {
			ID     string `xml:"abstractNumId,attr"`
			Levels []struct {
				Index  string `xml:"ilvl,attr"`
				Start  *value `xml:"start"`
				Format value  `xml:"numFmt"`
				Text   value  `xml:"lvlText"`
			} `xml:"lvl"`
		} `xml:"abstractNum"`
		Nums []struct {
			ID        string `xml:"numId,attr"`
			Abstract  value  `xml:"abstractNumId"`
			Overrides []struct {
				Index string `xml:"ilvl,attr"`
				Start *value `xml:"startOverride"`
			} `xml:"lvlOverride"`
		} `xml:"num"`
	}
	err := x.decode(part, &doc)
	for _, a := range doc.Abstract {
		levels := &[9]listLevel{}
		for _, l := range a.Levels {
			if len(l.Text.Val) > maxLabel {
				l.Text.Val = "" // it is looked through for each item
			}
			if i := atoi(l.Index, 0); i < len(levels) {
				levels[i] = listLevel{l.Format.Val, l.Text.Val, l.Start.number(1)}
			}
		}
		x.lists.abstract[a.ID] = levels
	}
	for _, n := range doc.Nums {
		s := &listState{abstract: n.Abstract.Val, start: map[int]int{}}
		for _, o := range n.Overrides {
			if o.Start != nil {
				s.start[atoi(o.Index, 0)] = o.Start.number(1)
			}
		}
		x.lists.nums[n.ID] = s
	}
	return err
}

// listCounts are the counters of the lists of one definition.
type listCounts struct {
	count [9]int
	used  [9]bool
}

// next counts an item and returns its label; bullet says that it has no number.
// A list that is not defined counts as bullets.
func (n *numbering) next(id string, depth int, counts map[string]*listCounts) (label string, bullet bool) {
	s := n.nums[id]
	if s == nil || n.abstract[s.abstract] == nil {
		return "", true
	}
	levels := n.abstract[s.abstract]
	key := s.abstract
	if len(s.start) > 0 {
		key = "num " + id // a list that starts again
	}
	c := counts[key]
	if c == nil {
		c = &listCounts{}
		counts[key] = c
	}
	if c.used[depth] {
		c.count[depth]++
	} else {
		c.count[depth], c.used[depth] = s.first(levels, depth), true
	}
	clear(c.used[depth+1:])
	switch levels[depth].format {
	case "bullet", "":
		return "", true
	case "none":
		return "", false
	}
	label = levels[depth].text
	for i := range levels {
		v := c.count[i]
		if !c.used[i] {
			v = s.first(levels, i)
		}
		label = strings.ReplaceAll(label, "%"+strconv.Itoa(i+1), numeral(v, levels[i].format))
	}
	return strings.TrimSpace(label), false
}

// first is the number with which a level begins.
func (s *listState) first(levels *[9]listLevel, i int) int {
	if v, ok := s.start[i]; ok {
		return v
	}
	return levels[i].start
}

// numeral writes a number in a list's format; formats not known are decimal.
func numeral(n int, format string) string {
	switch format {
	case "lowerLetter", "upperLetter":
		if n < 1 || n > 780 {
			return strconv.Itoa(n)
		}
		s := strings.Repeat(string(rune('a'+(n-1)%26)), (n-1)/26+1)
		if format == "upperLetter" {
			s = strings.ToUpper(s)
		}
		return s
	case "lowerRoman":
		return strings.ToLower(roman(n))
	case "upperRoman":
		return roman(n)
	case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCountingThousand", "taiwaneseCounting", "ideographTraditional", "ideographDigital":
		return chineseNumber(n)
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	}
	return strconv.Itoa(n)
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
