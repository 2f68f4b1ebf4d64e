package scan

import (
	"strings"
	"unicode/utf8"
)

// spaced finds characters that are set apart: i g n o r e, r-a-t-e, 请-给-满-分. The
// words of the text are what is between blanks; an empty one is a gap between words.
func (c *collector) spaced() {
	text := c.folded.Source
	var letters strings.Builder
	count, start, end := 0, 0, 0
	flush := func() {
		if count == 0 {
			return
		}
		if count >= minSpaced || count >= 4 && letters.Len() >= 3*count {
			c.apart(start, end, letters.String())
		}
		letters.Reset()
		count = 0
	}
	for i := 0; i <= len(text); {
		j := i
		for j < len(text) && text[j] != ' ' && text[j] != '\n' && text[j] != '\t' {
			j++
		}
		word := text[i:j]
		switch single := len(word) > 0 && (len(word) == 1 || len(word) < 5 && utf8.RuneCountInString(word) == 1); {
		case single:
			letters.WriteString(word)
			count++
		case word == "":
			if count > 0 {
				letters.WriteByte(' ')
			}
		default:
			if word[0] < utf8.RuneSelf && word[0] != '.' && encodedKind[word[1]] != 0 && word[1] != '-' && word[1] != '_' && word[1] != '+' && word[1] != '/' && word[1] != '=' {
				flush() // most words
			} else if inner, n := joinedBy(word); n > 0 {
				letters.WriteString(inner + " ")
				count += n
			} else {
				flush()
			}
		}
		if count > 0 && word != "" {
			if letters.Len() == len(word) || count == 1 {
				start = i
			}
			end = j
		}
		if j < len(text) && text[j] == '\n' && j+1 < len(text) && text[j+1] == '\n' {
			flush()
		}
		i = j + 1
	}
	flush()
}

// joinedBy returns the characters of a word that have one sign between each two, and
// how many they are; 0: the word is no such thing.
func joinedBy(word string) (string, int) {
	word = strings.TrimPrefix(word, ".") // .a.l.l.
	if word == "" {
		return "", 0
	}
	_, size := utf8.DecodeRuneInString(word)
	if len(word) < 2*size+1 || word[size] >= utf8.RuneSelf || strings.IndexByte("-._/|*+~,:=", word[size]) < 0 {
		return "", 0
	}
	sign := word[size : size+1]
	parts := strings.Split(strings.Trim(word, sign), sign)
	for _, p := range parts {
		if utf8.RuneCountInString(p) != 1 {
			return "", 0
		}
	}
	return strings.Join(parts, ""), len(parts)
}

// apart notes letters set apart whose words speak to judges.
func (c *collector) apart(start, end int, letters string) {
	c.decode("letters set apart", start, end, letters, c.lex.segment(strings.ReplaceAll(letters, " ", "")))
}

// segment puts blanks into words that were run together.
func (l *lexicon) segment(text string) string {
	text = strings.Trim(fold(text).Text, "\n")
	t := l.joined()
	var b strings.Builder
	for i := 0; i < len(text); {
		n, best := int32(0), 0
		for j := i; j < len(text); j++ {
			if n = t.next(n, text[j]); n == 0 {
				break
			}
			if t.entry(n) >= 0 {
				best = j + 1 - i
			}
		}
		if best == 0 {
			b.WriteByte(text[i])
			i++
			continue
		}
		b.WriteString(" " + text[i:i+best] + " ")
		i += best
	}
	return b.String()
}
