package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// pageBreak is what is between two paragraphs, or two pages: blank lines, maybe the number of a page.
var pageBreak = regexp.MustCompile(`\n[ \t\r]*\n\s*(?:(?:(?i:page )?\d{1,4}(?: ?(?:/|of) ?\d{1,4})?|[-–—] ?\d{1,4} ?[-–—]|第 ?\d{1,4} ?页)[ \t\r]*\n[ \t\r]*\n\s*)?`)

// Least that is before a page break within a sentence, in weight: less may be a title, unless a word of
// openEnds is the last one. minLine is the least of a line in Chinese without a comma, such as one of a paragraph.
const (
	minBroken = 10
	minLine   = 18
)

// openEnds do not end a sentence.
var openEnds = words(`that whether to the a an of and or in on at by for with from if unless until as than because its their our is are was were not`)

// withoutBreaks is a document in which breaks of pages within sentences are blanks.
func withoutBreaks(text string) string {
	var out []byte
	for _, b := range pageBreak.FindAllStringIndex(text, -1) {
		if !sentenceGoesOver(text[:b[0]], text[b[1]:]) {
			continue
		}
		if out == nil {
			out = []byte(text)
		}
		copy(out[b[0]:b[1]], slices.Repeat([]byte{' '}, b[1]-b[0]))
	}
	if out == nil {
		return text
	}
	return string(out)
}

// sentenceGoesOver reports whether a sentence goes on from before to after a break. A line of a sentence is
// told from a title by its length, and in Chinese by a comma or the line above it.
func sentenceGoesOver(before, after string) bool {
	last, next := strings.TrimSpace(lastLine(before)), firstRune(after)
	if last == "" || isItem(last) || isItem(after) || strings.HasPrefix(last, "#") || strings.Contains(last, "|") || strings.Contains(lineAt(after), "|") {
		return false
	}
	if len(after) > 1 && after[1] == ' ' && after[0] != 'a' {
		return false // an item: o sell pumps
	}
	end := foldLine(last)
	switch {
	case unicode.IsLower(next):
		w := lastWord(end)
		return strings.HasSuffix(end, ",") || openEnds[w] || w != "" && weight(end) >= minBroken
	case !isHan(next):
		return false
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
	s := x.folded.Text[i:j]
	if from, to := x.span(i, max(j, i+1)); i < j && x.blocks[from:to] != x.text[from:to] {
		b := []byte(s)
		for k := range b {
			if x.inBreak(i + k) {
				b[k] = ' '
			}
		}
		s = string(b)
	}
	return simplified(s)
}

// nextPage notes that the first sentence of the next paragraph takes back the one before, which ends at
// byte i of the normal form.
func (x *Index) nextPage(i int) Note {
	i = len(strings.TrimRight(x.folded.Text[:min(i, len(x.folded.Text))], " "))
	if i == 0 || i == len(x.folded.Text) {
		return nil
	}
	s := x.folded.Origin(i-1) + 1
	gap := pageBreak.FindStringIndex(x.text[s:min(len(x.text), s+maxReference)])
	if gap == nil || strings.ContainsFunc(x.text[s:s+gap[0]], isAlnumOrHan) || startsBlock(x.text[s+gap[1]:]) {
		return nil
	}
	from := x.folded.Place(s + gap[1])
	to := sentenceEnd(x.folded.Text, from, min(len(x.folded.Text), from+maxSentence, x.folded.Place(x.blockEnd(s+gap[1]))))
	if next := simplified(x.folded.Text[from:to]); weight(next) <= maxTail && isRetraction(next) {
		return Found(saidNext, x.words(from, to))
	}
	return nil
}
