package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/lazy"
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
			if r, _ := utf8.DecodeRuneInString(word); !wordy(foldRune(r)) {
				break // a sign between two
			}
			letters.WriteString(word)
			count++
		case word == "":
			if count > 0 {
				letters.WriteByte(' ')
			}
		case letter(word[0]) && letter(word[1]) && len(word) < minJoined: // most words
			flush()
		default:
			inner, n := setApart(word)
			if n == 0 {
				flush()
				c.joined(i, j)
				break
			}
			letters.WriteString(inner + " ")
			count += n
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

// setApart returns the characters of a word that have signs between each two, and how
// many they are; 0: the word is no such thing.
func setApart(word string) (string, int) {
	n, beside := 0, false
	for _, r := range word {
		if wordy(r) && beside {
			return "", 0
		}
		if beside = wordy(r); beside {
			n++
		}
	}
	if n < 2 {
		return "", 0
	}
	return strings.Join(strings.FieldsFunc(word, func(r rune) bool { return !wordy(r) }), ""), n
}

// Least lengths of words in one: letters of those with a sign between them, letters of those
// without one, and words. Compounds of other languages are shorter.
const (
	minJoined   = 16
	minUnbroken = 24
	fewJoined   = 4
	fewCapitals = 6 // names in program code have fewer words
)

const joinedWords = "joined words"

// joined finds a sentence without blanks: with a sign between its words, or with none.
func (c *collector) joined(start, end int) {
	word := c.folded.Source[start:end]
	if len(word) < minJoined || strings.Contains(word, "://") || strings.ContainsFunc(word, unspaced) {
		return
	}
	parts := strings.FieldsFunc(word, func(r rune) bool { return !wordy(r) })
	switch {
	case len(parts) >= fewJoined:
		c.decode(joinedWords, start, end, strings.Join(parts, " "))
	case len(parts) == 1 && innerCapital(parts[0]):
		if apart := capitalWord().ReplaceAllString(parts[0], " $0"); strings.Count(apart, " ") >= fewCapitals {
			c.decode(joinedWords, start, end, apart)
		}
	case len(parts) == 1 && utf8.RuneCountInString(parts[0]) >= minUnbroken:
		c.decode(joinedWords, start, end, c.lex.segment(parts[0]))
	}
}

var capitalWord = lazy.Regexp(`\p{Lu}\p{Ll}+`)

// innerCapital reports words that begin with capitals and are joined, as in TestOfAll.
func innerCapital(word string) bool {
	return strings.ToUpper(word) != word && strings.ContainsFunc(word[1:], unicode.IsUpper)
}

// apart notes letters set apart whose words speak to judges.
func (c *collector) apart(start, end int, letters string) {
	if scarce(letters) { // n/a n/a n/a
		return
	}
	c.decode("letters set apart", start, end, letters, c.lex.segment(strings.ReplaceAll(letters, " ", "")))
}

// scarce reports a text of two letters at most.
func scarce(letters string) bool {
	rest := letters
	for range 3 {
		if rest = strings.TrimSpace(rest); rest == "" {
			return true
		}
		r, _ := utf8.DecodeRuneInString(rest)
		rest = strings.ReplaceAll(rest, string(r), "")
	}
	return false
}

// minKnown is the least length in bytes of known words that chance seldom makes.
const minKnown = 3

// segment puts blanks into words that were run together; "" if fewer than two in five of the bytes are
// of known ones.
func (l *lexicon) segment(text string) string {
	text = strings.Trim(fold(text).Text, "\n")
	t := l.joined()
	var b strings.Builder
	known := 0
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
		if best >= minKnown {
			known += best
		}
	}
	if known*5 < len(text)*2 {
		return ""
	}
	return b.String()
}
