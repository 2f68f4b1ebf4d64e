package scan

import (
	"embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed lang/*.txt
var languageFiles embed.FS

// use says what phrases of the language files are for.
type use uint8

const (
	judging use = 1 << iota // words about judging
	praise                  // words of praise
	order                   // orders that no honest sentence begins with
	turned                  // words of a script without spaces, backwards
)

// phrase is one entry of the lexicon.
type phrase struct {
	of    use
	units int32 // words, or characters of a script without spaces
}

// lexicon is what the files of all languages say.
type lexicon struct {
	trie      *trie
	phrases   []phrase
	mention   []string        // words near a quoted example
	openers   map[string]bool // lines that begin an answer and say nothing
	parts     map[string]bool // their words, or pairs of characters
	starts    map[string]bool // their first words, or ideographs
	known     map[string]bool // words by which a disguised text is recognised
	joined    func() *trie    // finds these in words that were run together
	disguises func() *disguises

	simplified [1 << 16]rune // of traditional ideographs
}

// theLexicon is made when it is first needed.
var theLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{openers: map[string]bool{}, parts: map[string]bool{}, starts: map[string]bool{}, known: map[string]bool{}}
	uses := map[string]use{}
	files, err := languageFiles.ReadDir("lang")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		data, err := languageFiles.ReadFile("lang/" + f.Name())
		if err != nil {
			panic(err)
		}
		if err := l.file(string(data), uses); err != nil {
			panic(fmt.Errorf("%s: %w", f.Name(), err)) // the files are part of the program, and a test reads them
		}
	}
	for text := range uses {
		for word := range strings.FieldsSeq(text) {
			l.known[word] = true
		}
	}
	for word := range l.known {
		if r, _ := utf8.DecodeRuneInString(word); unspaced(r) && utf8.RuneCountInString(word) > 1 && uses[reverse(word)] == 0 && !l.known[reverse(word)] {
			uses[reverse(word)] = turned
		}
	}
	texts := slices.Sorted(maps.Keys(uses))
	for _, text := range texts {
		l.phrases = append(l.phrases, phrase{of: uses[text], units: unitsOf(text)})
	}
	l.trie = newTrie(texts)
	l.joined = sync.OnceValue(func() *trie { return newTrie(slices.Sorted(maps.Keys(l.known))) })
	l.disguises = sync.OnceValue(l.makeDisguises)
	return l
})

// file reads one language: lines 'NAME: phrase, phrase' and 'variants: 评評 审審'.
func (l *lexicon) file(data string, uses map[string]use) error {
	variant := map[rune]rune{}
	for line := range strings.Lines(data) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name != "variants" {
			continue
		}
		for pair := range strings.FieldsSeq(rest) {
			r := []rune(pair)
			variant[r[0]] = r[1]
			l.simplified[r[1]&0xFFFF] = r[0]
		}
	}
	traditional := func(r rune) rune {
		if v, ok := variant[r]; ok {
			return v
		}
		return r
	}
	number := 0
	for line := range strings.Lines(data) {
		number++
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if name == "" || name[0] == '#' || name == "variants" {
			continue
		}
		for p := range strings.SplitSeq(rest, ", ") {
			for _, p := range []string{foldPhrase(p), foldPhrase(strings.Map(traditional, p))} {
				switch name {
				case "mention":
					l.mention = append(l.mention, p)
				case "openers":
					l.openers[p], l.starts[firstOf(p)] = true, true
					for _, part := range partsOf(p) {
						l.parts[part] = true
					}
				case "words":
					l.known[p] = true
				case "judging":
					uses[p] |= judging
				case "praise":
					uses[p] |= praise
				case "orders":
					uses[p] |= order
				default:
					return fmt.Errorf("line %d: unknown name %q", number, name)
				}
			}
		}
	}
	return nil
}

// opens reports a phrase that begins an answer and says nothing: a known one, or one of at least
// four words of known ones with a long one among them, or of six characters.
func (l *lexicon) opens(phrase string) bool {
	if l.openers[phrase] {
		return true
	}
	parts, unknown, long := partsOf(phrase), 0, false
	for _, part := range parts {
		if !l.parts[part] {
			unknown++
		}
		long = long || len(part) >= minLong
	}
	least := 4
	if r, _ := utf8.DecodeRuneInString(phrase); unspaced(r) {
		least = 5
	}
	return len(parts) >= least && unknown*8 <= len(parts) && long && !strings.ContainsAny(phrase, ":;")
}

// minLong is how many bytes a word has that may say what a line is: think, answer, 答案.
const minLong = 5

// partsOf are the words of a phrase, and the pairs of characters of scripts without spaces.
func partsOf(phrase string) (out []string) {
	for word := range strings.FieldsFuncSeq(phrase, func(r rune) bool { return !wordy(r) && !unspaced(r) && r != '\'' }) {
		previous := -1
		for i, r := range word {
			switch {
			case !unspaced(r):
				previous = -1
			case previous >= 0:
				out = append(out, word[previous:i+utf8.RuneLen(r)])
				fallthrough
			default:
				previous = i
			}
		}
		if r, _ := utf8.DecodeRuneInString(word); !unspaced(r) {
			out = append(out, word)
		}
	}
	return out
}

// foldPhrase folds a phrase of the files as a text is folded.
func foldPhrase(p string) string {
	if plainPhrase(p) {
		return p
	}
	return strings.ReplaceAll(strings.Trim(fold(p).Text, "\n"), "-", " ")
}

// plainPhrase reports a phrase of small Latin letters and single spaces, which is folded.
func plainPhrase(p string) bool {
	for i := range len(p) {
		if c := p[i]; (c < 'a' || c > 'z') && (c != ' ' || i == 0 || i == len(p)-1 || p[i-1] == ' ') {
			return false
		}
	}
	return true
}

// simple returns the simplified form of the character r that a text has.
func (l *lexicon) simple(r rune, text string) string {
	if r <= 0xFFFF && l.simplified[r] != 0 {
		return string(l.simplified[r])
	}
	return text
}

// unitsOf counts words, or characters of scripts without spaces.
func unitsOf(text string) (n int32) {
	inWord := false
	for i, r := range text {
		switch {
		case unspaced(r):
			n++
			inWord = false
		case wordy(r) || r == '\'' && i > 0:
			if !inWord {
				n++
			}
			inWord = true
		default:
			inWord = false
		}
	}
	return max(1, n)
}

// unspaced reports a character of a script that writes no spaces between words, or,
// as Hangul, puts endings on them.
func unspaced(r rune) bool { return cjk(r) || r >= 0xAC00 && r <= 0xD7A3 }
