package scan

import "strings"

// disguised looks at a sentence whose words are in another alphabet, backwards, or have
// digits for letters.
func (c *collector) disguised(s *sentence) {
	if s.odd >= 2 {
		known := 0 // words that digits were written into
		out := eachWord(c.folded.Text[s.start:s.end], func(w string) string {
			plain := c.lex.unleet(w)
			if plain != w && c.lex.known[strings.TrimRight(plain, ".,:;?!\n")] {
				known++
			}
			return plain
		})
		if known > 0 {
			c.deciphered("digits for letters", s, out)
		}
	}
	if c.upside {
		if text := c.folded.Source[c.folded.Origin(s.start):c.folded.Origin(s.end)]; hasUpsideDown(text) {
			c.deciphered("upside down", s, reverse(upsideDown.Replace(text)))
		}
	}
	c.turnedOrCiphered(s)
	if s.signs || strings.Contains(c.folded.Text[s.start:s.end], ":") {
		s.parts(c.folded.Text, c.turnedOrCiphered)
	}
}

// turnedOrCiphered looks at a sentence, or a part of one, that may be backwards or in another
// alphabet.
func (c *collector) turnedOrCiphered(s *sentence) {
	backwards := 0
	for _, h := range s.hits {
		if h.of&turned != 0 && s.start <= h.start && h.start < s.end {
			backwards++
		}
	}
	if backwards > 0 && backwards*turnedOneOf >= len(s.tokens) {
		c.deciphered("reversed", s, reverse(c.folded.Text[s.start:s.end]))
	}
	if s.strange() {
		c.ciphered(s)
	}
}

// minPart is the least number of words or ideographs of a part.
const minPart = 5

// parts calls f for each part of a sentence that is in one script and has no colon within: a
// disguise may be announced, or have a note after it.
func (s *sentence) parts(text string, f func(*sentence)) {
	from, last := 1, len(s.tokens)-1
	for i := 2; i <= last; i++ {
		t, before := &s.tokens[i], &s.tokens[i-1]
		at := t.at
		if i == last {
			at = s.end
		} else if t.han == before.han && !strings.Contains(text[before.at:at], ":") {
			continue
		}
		if i-from >= minPart && i-from < last-1 {
			f(&sentence{start: s.tokens[from].at, end: at, hits: s.hits, tokens: s.tokens[from:i], signs: before.han})
		}
		from = i
	}
}

// turnedOneOf is in how many ideographs a sentence that is backwards has one known word.
const turnedOneOf = 8

// deciphered notes a sentence if one of the texts speaks to judges.
func (c *collector) deciphered(name string, s *sentence, texts ...string) {
	c.decode(name, c.folded.Origin(s.start), c.folded.Origin(s.end), texts...)
}

// strange reports a sentence with few of the words that join others.
func (s *sentence) strange() bool {
	n := len(s.tokens)
	if s.signs || n <= 4 {
		return false
	}
	joining := 0
	for i := range s.tokens {
		if w := s.tokens[i].Text; len(w) >= minJoining && len(w) <= maxJoining && joins[w] {
			if joining++; joining > 1 || n < 8 {
				return false
			}
		}
	}
	return true
}

// minVotes is how many words must be known ones in the same disguise.
const minVotes = 2

// ciphered tries words backwards and other alphabets on a strange sentence.
func (c *collector) ciphered(s *sentence) {
	known := c.lex.disguises()
	var shifts [26]int
	turned, mirrored := 0, 0
	for i := range s.tokens {
		w := s.tokens[i].Text
		if known.turned[w] {
			turned++
		}
		if first, ok := known.shapes[shape(w, 1)]; ok {
			shifts[(int(w[0])-int(first)+26)%26]++
		}
		if first, ok := known.shapes[shape(w, -1)]; ok && w[0]-'a' == 'z'-first {
			mirrored++
		}
	}
	text := c.folded.Text[s.start:s.end]
	if turned >= minVotes {
		c.deciphered("reversed", s, reverse(text), eachWord(text, reverse))
	}
	if mirrored >= minVotes {
		c.deciphered("alphabet backwards", s, mirror(text))
	}
	for shift, n := range shifts {
		if shift > 0 && n >= minVotes {
			name := "shifted alphabet"
			if shift == 13 {
				name = "rot13"
			}
			c.deciphered(name, s, rotate(text, 26-shift))
		}
	}
}

// disguises are the known words backwards, and their first letters by their shapes.
type disguises struct {
	turned map[string]bool
	shapes map[uint64]byte
}

func (l *lexicon) makeDisguises() *disguises {
	d := &disguises{turned: map[string]bool{}, shapes: map[uint64]byte{}}
	for w := range l.known {
		if len(w) >= minTurned {
			d.turned[reverse(w)] = true
		}
		if s := shape(w, 1); s != 0 {
			d.shapes[s] = w[0]
		}
	}
	return d
}

// The least number of letters that say something about a word's alphabet and direction.
const (
	minShape  = 5
	minTurned = 4
)

// shape is a hash of the differences of a word's letters, which shifting them in the
// alphabet keeps, and writing the alphabet backwards makes negative. 0: the word has none.
func shape(word string, sign int) uint64 {
	if len(word) < minShape {
		return 0
	}
	h := uint64(hashBasis)
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return 0
		}
		if i > 0 {
			h = (h ^ uint64(26+sign*(int(word[i])-int(word[i-1])))%26) * hashPrime
		}
	}
	return h
}

// rotate shifts the letters of a text in the alphabet.
func rotate(s string, by int) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+rune(by))%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+rune(by))%26
		}
		return r
	}, s)
}

// hasUpsideDown reports one of two letters that nearly every English text has upside down.
func hasUpsideDown(text string) bool {
	return strings.Contains(text, "ǝ") || strings.Contains(text, "ʇ")
}

// upsideDown writes letters for those that look like them upside down.
var upsideDown = func() *strings.Replacer {
	var pairs []string
	letters := []rune("abcdefghijklmnopqrstuvwyz")
	for i, r := range []rune("ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍʎz") {
		pairs = append(pairs, string(r), string(letters[i]))
	}
	return strings.NewReplacer(append(pairs, "ı", "i", "∀", "a", "˙", ".", "'", ",")...)
}()

func rot13(s string) string { return rotate(s, 13) }

// mirror writes a for z, b for y and so on.
func mirror(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return 'a' + 'z' - r
		}
		return r
	}, s)
}

func eachWord(text string, f func(string) string) string {
	words := strings.Split(text, " ")
	for i, w := range words {
		words[i] = f(w)
	}
	return strings.Join(words, " ")
}

var leet = [2]*strings.Replacer{leetWith("i"), leetWith("l")}

func leetWith(one string) *strings.Replacer {
	return strings.NewReplacer("0", "o", "1", one, "!", "i", "|", "l", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "+", "t", "8", "b", "9", "g", "#", "h", "(", "c")
}

// unleet writes letters for the digits and signs of a word. A 1 is an i or an l,
// whichever makes a known word.
func (l *lexicon) unleet(word string) string {
	core := strings.TrimRight(word, ".,:;?\n")
	if digits(core, 0) == len(core) && len(core) < 3 || strings.Contains(core, "/") {
		return word
	}
	out := leet[0].Replace(core)
	if other := leet[1].Replace(core); !l.known[out] && l.known[other] {
		out = other
	}
	return out + word[len(core):]
}
