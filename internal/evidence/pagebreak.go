package evidence

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// blankLines are between two paragraphs, or two pages.
var blankLines = regexp.MustCompile(`\n[ \t\r]*\n\s*`)

// pageLine is a line that numbers a page: 3, 3 / 9, Page 3 of 9 - Report, Report | Page 3, 第3页 共9页.
var pageLine = regexp.MustCompile(`^(?:\d{1,4}(?: ?(?:/|of) ?\d{1,4})?|[-–—] ?\d{1,4} ?[-–—]|\d{1,4} ?\| ?(?i:page)|(?:.*(?:[-–—|·,] ?|  +|\t))?(?i:page|p\.) ?\d{1,4}(?: ?(?:/|of) ?\d{1,4})?(?: ?[-–—|·,].*)?|(?:.* )?第 ?\d{1,4} ?页(?:[ ,，/／]*共 ?\d{1,4} ?页)?(?: .*)?)$`)

// maxPageLines bounds the lines at the top or foot of a page, and maxPageLine each of them in bytes.
const (
	maxPageLines = 3
	maxPageLine  = 120
)

// pages knows the lines that a document has at the top or foot of its pages.
type pages struct {
	text  string
	count func() map[string]int // of short lines, without their digits
}

func newPages(text string) pages {
	return pages{text, sync.OnceValue(func() map[string]int {
		count := map[string]int{}
		for line := range strings.Lines(text) {
			if len(line) < maxPageLine {
				count[withoutDigits(strings.TrimSpace(line))]++
			}
		}
		return count
	})}
}

// withoutDigits is a line in which each digit is a 0.
func withoutDigits(line string) string {
	if !strings.ContainsAny(line, "123456789") {
		return line
	}
	return strings.Map(func(r rune) rune {
		if r >= '1' && r <= '9' {
			return '0'
		}
		return r
	}, line)
}

// has reports whether a line is at the top or foot of a page: it numbers the page, or is on other pages, too.
func (p pages) has(line string) bool {
	line = strings.TrimSpace(line)
	switch {
	case line == "" || len(line) > maxPageLine || hasStop(line+" "):
		return false
	case strings.ContainsAny(line, "0123456789") && pageLine.MatchString(line):
		return true
	}
	return !isItem(line) && !strings.ContainsRune("#|`", firstRune(line)) && strings.ContainsFunc(line, unicode.IsLetter) && p.count()[withoutDigits(line)] > 1
}

// namesPage reports whether a line numbers a page with the word for it.
func namesPage(line string) bool {
	line = strings.TrimSpace(line)
	return pageLine.MatchString(line) && strings.ContainsFunc(line, unicode.IsLetter)
}

// gap returns the break that the blank lines at [i, j) are part of, with the lines at the top and foot of pages in it.
func (p pages) gap(i, j int) (from, to int) {
	numbered := false // a line in the break numbers the page
	for range maxPageLines {
		line := lineAt(p.text[j:])
		next := len(line) + len(p.text[j+len(line):]) - len(strings.TrimLeft(p.text[j+len(line):], " \t\r\n"))
		if !p.has(line) || next == len(p.text)-j {
			break
		}
		j += next
		numbered = numbered || strings.ContainsAny(line, "0123456789")
	}
	for range maxPageLines {
		k := strings.LastIndexByte(p.text[:i], '\n')
		if k <= 0 || !p.has(p.text[k+1:i]) {
			break
		}
		above := strings.TrimRight(p.text[:k], " \t\r\n")
		if !numbered && !strings.Contains(p.text[len(above):k], "\n") && !namesPage(p.text[k+1:i]) {
			break // the end of a paragraph
		}
		i = len(above)
	}
	return i, j
}

// Least that is before a page break within a sentence, in weight: less may be a title, unless a word of
// openEnds is the last one. minLine is the least of a line in Chinese without a comma, such as one of a paragraph.
const (
	minBroken = 10
	minLine   = 18
)

// openEnds do not end a sentence.
var openEnds = words(`that whether to the a an of and or in on at by for with from if unless until as than because its their our is are was were not`)

// breaks are the breaks of pages within sentences, with the lines at the top and foot of pages in them.
func (p pages) breaks() (out [][2]int) {
	text, end := p.text, 0
	for _, b := range blankLines.FindAllStringIndex(text, -1) {
		if b[0] < end || endsSentence(text[max(0, b[0]-8):b[0]]) {
			continue
		}
		from, to := p.gap(b[0], b[1])
		if !sentenceGoesOver(text[:from], text[to:], strings.TrimSpace(text[from:to]) != "") {
			continue
		}
		out = append(out, [2]int{from, to})
		end = to
	}
	return out
}

// withoutBreaks is a form of the document, as long, in which breaks of pages are blanks.
func withoutBreaks(form string, breaks [][2]int) string {
	if len(breaks) == 0 {
		return form
	}
	out := []byte(form)
	for _, b := range breaks {
		copy(out[b[0]:b[1]], slices.Repeat([]byte{' '}, b[1]-b[0]))
	}
	return string(out)
}

// sentenceGoesOver reports whether a sentence goes on from before to after a break. A line of a sentence is
// told from a title by its length, and in Chinese by a comma or the line above it; paged is true if lines at the top or
// foot of a page are in the break.
func sentenceGoesOver(before, after string, paged bool) bool {
	last, next := strings.TrimSpace(lastLine(before)), firstRune(after)
	if last == "" || isItem(last) || isItem(after) || strings.HasPrefix(last, "#") || strings.Contains(last, "|") || strings.Contains(lineAt(after), "|") {
		return false
	}
	if len(after) > 1 && after[1] == ' ' && after[0] != 'a' && !isASCIIDigit(after[0]) {
		return false // an item: o sell pumps
	}
	end := foldLine(last)
	switch {
	case unicode.IsLower(next):
		w := lastWord(end)
		return strings.HasSuffix(end, ",") || openEnds[w] || w != "" && weight(end) >= minBroken
	case !isHan(next) && !unicode.IsUpper(next) && !unicode.IsDigit(next):
		return false
	case !isHan(next):
		return paged && unicode.IsDigit(next) && weight(end) >= minBroken || openEnds[lastWord(end)] && (paged || weight(end) >= minBroken) || paged && strings.HasSuffix(end, ",")
	case strings.HasSuffix(end, ",") || strings.HasSuffix(end, "、"):
		return true
	}
	above, _ := strings.CutSuffix(before, lastLine(before))
	full := weight(end) >= minLine && !endsBlock(strings.TrimSuffix(above, "\n"))
	return isHan(lastRune(end)) && (full || weight(end) >= minBroken && strings.Contains(end, ","))
}

// inBreak reports whether byte i of the normal form is in the break of a page within a sentence, such as
// the number of the page.
func (x *Index) inBreak(i int) bool {
	s := x.folded.Origin(i)
	return x.blocks[s] == ' ' && x.text[s] != ' '
}

// sentencePart is [i, j) of the normal form without the numbers of pages, as cues are looked for in it.
func (x *Index) sentencePart(i, j int) string {
	s := x.simple()[i:j]
	if from, to := x.span(i, max(j, i+1)); i < j && x.blocks[from:to] != x.text[from:to] {
		b := []byte(s)
		for k := range b {
			if x.inBreak(i + k) {
				b[k] = ' '
			}
		}
		s = string(b)
	}
	return s
}

// nextPage notes that the first sentence of the next paragraph takes back the one before, which ends at
// byte i of the normal form.
func (x *Index) nextPage(i int) Note {
	i = len(strings.TrimRight(x.folded.Text[:min(i, len(x.folded.Text))], " "))
	if i == 0 || i == len(x.folded.Text) {
		return nil
	}
	s := x.folded.Origin(i-1) + 1
	blank := blankLines.FindStringIndex(x.text[s:min(len(x.text), s+maxReference)])
	if blank == nil || strings.ContainsFunc(x.text[s:s+blank[0]], isAlnumOrHan) {
		return nil
	}
	_, next := x.pages.gap(s+blank[0], s+blank[1])
	if startsBlock(x.text[next:]) {
		return nil
	}
	from := x.folded.Place(next)
	to := sentenceEnd(x.simple(), from, min(len(x.folded.Text), from+maxSentence, x.folded.Place(x.blockEnd(next))))
	if said := x.simple()[from:to]; weight(said) <= maxTail && (weight(said) <= maxDoubt || refersBack.MatchString(said)) && isRetraction(said) {
		return Found(saidNext, x.words(from, to))
	}
	return nil
}
