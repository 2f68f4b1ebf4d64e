package scan

import (
	"strings"
	"unicode/utf8"
)

// Limits of sentences that are cut up into cells.
const (
	fewCells    = 5   // cells of the shortest sentence
	mostColumns = 32  // columns that are looked at
	cellBytes   = 24  // of the longest word
	rowBytes    = 256 // of the longest line that is no row of a Markdown table; it has few blanks, too
	knownOneOf  = 3   // one of so many words is one that attacks have
)

const wordsInCells = "words in cells"

// cells are where in the source those of a row or a column are that follow each other and
// have one word each.
type cells [][2]int

// tables looks for sentences that have one word in each cell of a row or a column of a
// table, or in each item of a list.
func (c *collector) tables() {
	text := c.folded.Source
	var row cells
	var columns [mostColumns]cells
	used := 0 // columns before this one may have cells
	for at := 0; at < len(text); {
		from, end := at, len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i
		}
		at = end + 1
		line := text[from:end]
		sign := byte('|')
		if strings.IndexByte(line, sign) < 0 {
			sign = 0
			if i := strings.IndexAny(line[:min(len(line), rowBytes)], "\t;,"); i >= 0 {
				sign = line[i]
			}
		}
		n := 0
		switch {
		case strings.Trim(line, " |:-+=\t\r") == "": // nothing, or the line under a header
			continue
		case sign == '|', len(line) <= rowBytes && strings.Count(line, " ") <= 2*strings.Count(line, string(rune(sign)))+2:
			for ; from <= end && n < mostColumns; n++ {
				cell := text[from:end]
				if i := strings.IndexByte(cell, sign); sign != 0 && i >= 0 {
					cell = cell[:i]
				}
				switch word := oneWord(cell); {
				case word[0] < word[1]:
					at := [2]int{from + word[0], from + word[1]}
					row, columns[n] = append(row, at), append(columns[n], at)
				case word[1] > 0:
					c.cut(&row)
					c.cut(&columns[n])
				}
				from += len(cell) + 1
			}
		}
		if n > 1 {
			c.cut(&row)
		}
		row = row[:0]
		for j := n; j < used; j++ {
			c.cut(&columns[j])
		}
		used = n
	}
	for j := range used {
		c.cut(&columns[j])
	}
}

// oneWord returns where the word of a cell begins and ends, without the number of a list and
// marks: twice 0 if the cell is empty, and twice 1 if it has anything else.
func oneWord(cell string) [2]int {
	start, end := 0, len(cell)
	for start < end && cell[start] < utf8.RuneSelf && !letter(cell[start]) {
		start++
	}
	for end > start && cell[end-1] < utf8.RuneSelf && byteKind[cell[end-1]] != 1 {
		end--
	}
	switch {
	case start == end && strings.TrimSpace(cell) == "":
		return [2]int{}
	case start == end, end-start > cellBytes, strings.IndexByte(cell[start:end], ' ') >= 0:
		return [2]int{1, 1}
	}
	return [2]int{start, end}
}

// cut ends a row or a column, and looks at what it says if some of its words are known.
func (c *collector) cut(s *cells) {
	if n := len(*s); n >= fewCells {
		var b strings.Builder
		known := 0
		for _, at := range *s {
			word := c.folded.Source[at[0]:at[1]]
			b.WriteString(word + " ")
			if r, _ := utf8.DecodeRuneInString(word); !cjk(r) { // which stay as they are
				word = foldPhrase(strings.ToLower(word))
			}
			if c.lex.known[word] {
				known++
			}
		}
		if known*knownOneOf >= n {
			c.decode(wordsInCells, (*s)[0][0], (*s)[n-1][1], b.String())
		}
	}
	*s = (*s)[:0]
}
