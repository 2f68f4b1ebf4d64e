package scan

import (
	"unicode"
	"unicode/utf8"
)

// hit is a phrase in the text: where it begins and ends in bytes, and how long it is.
type hit struct {
	start, end int
	of         use
	units      int32
}

// sentence is the tokens and phrases of one sentence.
type sentence struct {
	start, end   int
	hits         []hit
	of           use // what its phrases are for
	odd          int // words that mix letters with digits
	tokens       []Token
	signs, words bool // it has characters of scripts without spaces, words
}

// walker goes over a folded text, sentence by sentence.
type walker struct {
	lex    *lexicon
	text   string
	s      sentence
	at     int // where the word begins
	inWord bool
	clause bool // the next word begins a clause
	begins bool // and this one does
	mixed  byte // of the word so far: 1 letters, 2 digits or marks within
	done   func(*sentence)
	n      int // sentences so far
	line   int // words of this line so far less its numbers and single letters
}

// sentences calls done for each sentence of a text.
func (l *lexicon) sentences(text string, done func(*sentence)) {
	l.sentencesIn(text, stretch{0, len(text)}, done)
}

// sentencesIn calls done for each sentence of a part of a text and returns how many there are;
// a sentence is only valid until done returns.
func (l *lexicon) sentencesIn(text string, part stretch, done func(*sentence)) (n int) {
	w := walker{lex: l, text: text, clause: true, done: done}
	w.s = sentence{start: part.start, tokens: []Token{textStart}}
	for i := part.start; i < part.end; {
		i = w.step(i)
	}
	w.end(part.end)
	return w.n
}

// byteKind says what a byte is for the walk: 0 a mark, 1 a letter, 2 a digit, 3 a
// space, 4 a line break, 5 a possible end of a sentence, 6 part of a longer character.
var byteKind = func() (out [256]byte) {
	for c := range out {
		switch {
		case c >= utf8.RuneSelf:
			out[c] = 6
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			out[c] = 1
		case c >= '0' && c <= '9':
			out[c] = 2
		case c == ' ':
			out[c] = 3
		case c == '\n':
			out[c] = 4
		case c == '.' || c == '!' || c == '?' || c == ';':
			out[c] = 5
		}
	}
	return out
}()

// step reads what is at i and returns where to go on.
func (w *walker) step(i int) int {
	switch c := w.text[i]; byteKind[c] {
	case 1, 2:
		if !w.inWord {
			w.begin(i)
		}
		for ; i < len(w.text) && byteKind[w.text[i]]-1 < 2; i++ {
			w.mixed |= byteKind[w.text[i]]
		}
		return i
	case 3:
		w.leave(i)
	case 4:
		w.leave(i)
		if w.line < 0 || breaks(w.text, i) { // a row of numbers is part of no sentence
			w.end(i)
		}
		w.line = 0
	case 5:
		if c == '!' && w.inWord && i+1 < len(w.text) && (byteKind[w.text[i+1]] == 1 || w.text[i+1] == '$' || w.text[i+1] == '@') {
			w.mixed |= 2
			break
		}
		w.leave(i)
		w.clause = true
		if ends(w.text, i) {
			w.end(i)
		}
	case 6:
		return w.wide(i)
	default:
		w.mark(i)
	}
	return i + 1
}

// wide reads a character that is more than one byte.
func (w *walker) wide(i int) int {
	r, size := utf8.DecodeRuneInString(w.text[i:])
	switch {
	case r == '。' || r == '…':
		w.leave(i)
		w.end(i)
	case r >= 0x4E00 && r <= 0x9FFF || unspaced(r) && unicode.IsLetter(r):
		w.leave(i)
		w.token(ideograph(w.lex.simple(r, w.text[i:i+size])), i, w.clause)
		w.s.signs = true
		w.line++
		w.begin(i)
		w.inWord = false
	case wordy(r):
		if !w.inWord {
			w.begin(i)
		}
	default:
		w.leave(i)
		w.clause = true
	}
	return i + size
}

// mark reads a sign that is no letter.
func (w *walker) mark(i int) {
	c := w.text[i]
	inner := i > 0 && i+1 < len(w.text) && byteKind[w.text[i-1]]-1 < 2 && byteKind[w.text[i+1]]-1 < 2
	switch {
	case c == '\'' && inner:
		return
	case (c == '@' || c == '$' || c == '|' || c == '+' && (w.inWord || i > 0 && w.text[i-1] == ' ')) && i+1 < len(w.text) && byteKind[w.text[i+1]] == 1:
		if w.inWord {
			w.mixed |= 2
			return
		}
		w.begin(i)
		w.mixed = 2
		return
	case inner && (c == '-' || c == '/'):
		w.leave(i)
		return
	case c == '|' && i > 0 && w.text[i-1] == ' ': // a cell of a table
		w.end(i)
		return
	}
	w.leave(i)
	w.clause = true
}

// leave ends the word that is left at i, if there is one.
func (w *walker) leave(i int) {
	if !w.inWord {
		return
	}
	if w.mixed == 3 {
		w.s.odd++
	}
	w.token(word(w.text[w.at:i]), w.at, w.begins)
	w.s.words = w.s.words || w.mixed != 2
	if w.mixed >= 2 || i == w.at+1 {
		w.line--
	} else {
		w.line++
	}
	w.inWord, w.mixed = false, 0
}

// token adds to the sentence a token at a place that begins a clause, or does not.
func (w *walker) token(t Token, at int, clause bool) {
	t.at = at
	t.Clause = len(w.s.tokens) > 1 && (t.Clause || clause)
	w.s.tokens = append(w.s.tokens, t)
}

// begin starts a word: the phrases that begin with it are hits.
func (w *walker) begin(i int) {
	w.at, w.begins, w.inWord, w.mixed = i, w.clause, true, 0
	w.clause = false
	t, n := w.lex.trie, int32(0)
	for j := i; j < len(w.text); j++ {
		b := w.text[j]
		if b == '\n' || b == '-' {
			b = ' '
		}
		if j == i+1 {
			n = t.second[int(w.text[i])<<8|int(b)]
		} else {
			n = t.next(n, b)
		}
		if n == 0 {
			break
		}
		if e := t.entry(n); e >= 0 && boundary(w.text, j+1) {
			p := &w.lex.phrases[e]
			w.s.hits = append(w.s.hits, hit{i, j + 1, p.of, p.units})
			w.s.of |= p.of
		}
	}
}

// boundary reports that no word goes on at i.
func boundary(text string, i int) bool {
	if i >= len(text) {
		return true
	}
	if k := byteKind[text[i]]; k != 6 {
		if r, _ := utf8.DecodeLastRuneInString(text[:i]); unspaced(r) {
			return true
		}
		return k != 1 && k != 2
	}
	r, _ := utf8.DecodeRuneInString(text[i:])
	if before, _ := utf8.DecodeLastRuneInString(text[:i]); unspaced(before) {
		return true
	}
	return unspaced(r) || !unicode.IsLetter(r)
}

func digits(text string, i int) int {
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	return i
}

// ends reports that the mark at i ends a sentence: no letter or digit is right after.
func ends(text string, i int) bool {
	if i+1 >= len(text) {
		return true
	}
	k := byteKind[text[i+1]]
	return k != 1 && k != 2 && text[i+1] != '.'
}

// breaks reports that a line break ends a sentence: a blank line, a list, a heading.
func breaks(text string, i int) bool {
	if i+1 >= len(text) {
		return true
	}
	switch c := text[i+1]; {
	case c == '\n' || c == '#' || c == '|' || c == '>' || c == '-' && i+2 < len(text) && text[i+2] == ' ':
		return true
	case c >= '0' && c <= '9':
		j := digits(text, i+1)
		return j < len(text) && (text[j] == '.' || text[j] == ')')
	}
	return false
}

// end closes the sentence.
func (w *walker) end(i int) {
	w.leave(i)
	if len(w.s.tokens) > 1 {
		w.n++
		w.s.end = i
		w.s.tokens = append(w.s.tokens, textEnd)
		w.s.tokens[len(w.s.tokens)-1].at = i
		w.done(&w.s)
	}
	w.s = sentence{start: i, hits: w.s.hits[:0], tokens: append(w.s.tokens[:0], textStart)}
	w.clause = true
}
