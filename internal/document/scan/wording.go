package scan

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// wordingFiles has a linear model for each language, which bench/wording computes: lines
// '(bias) B B B' and 'FEATURE W W W', the weights of a feature for each of wordingKinds.
//
//go:embed wording
var wordingFiles embed.FS

// wordingKinds are the kinds that the models tell apart, in the order of their weights.
var wordingKinds = [3]Kind{Command, Score, Persuasion}

type weights [len(wordingKinds)]int16

// wording is the model of one language, by the keys of features.
type wording struct {
	bias     weights
	features map[uint64]weights
}

var (
	latinWording = sync.OnceValue(func() *wording { return loadWording("en") })
	hanWording   = sync.OnceValue(func() *wording { return loadWording("zh") })
)

func loadWording(language string) *wording {
	data, err := wordingFiles.ReadFile("wording/" + language + ".txt")
	if err != nil {
		panic(err)
	}
	w := &wording{features: map[uint64]weights{}}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		var of weights
		for i := range of {
			n, err := strconv.ParseInt(fields[i+1], 10, 16)
			if err != nil {
				panic(fmt.Errorf("wording/%s.txt: %w", language, err)) // the files are part of the program, and a test reads them
			}
			of[i] = int16(n)
		}
		if fields[0] == "(bias)" {
			w.bias = of
			continue
		}
		w.features[featureKey(fields[0])] = of
	}
	return w
}

// persuasionLead is by how much persuasion must lead if a sentence also speaks to judges.
const persuasionLead = 25

// wordingScale is a weight of 1 in the files.
const wordingScale = 20

// sureSum is a sum of weights that honest sentences do not reach.
const sureSum = 100

// kind returns what a sentence of a folded text is by its wording, and the sum of its
// weights; "" is nothing. A sentence in two scripts is read by both models.
func (c *collector) kind(sentence string) (kind Kind, sum int) {
	var han, latin bool
	c.tokens, han, latin = Tokens(c.tokens[:0], sentence)
	if latin {
		kind, sum = latinWording().kind(c.tokens)
	}
	if han {
		if k, n := hanWording().kind(c.tokens); n > sum {
			kind, sum = k, n
		}
	}
	return kind, sum
}

func (w *wording) kind(tokens []Token) (Kind, int) {
	sums := [...]int{int(w.bias[0]), int(w.bias[1]), int(w.bias[2])}
	Features(tokens, func(key uint64, _, _ int) {
		if of, ok := w.features[key]; ok {
			for i := range sums {
				sums[i] += int(of[i])
			}
		}
	})
	best := 0
	for i := range sums {
		if sums[i] > sums[best] && (sums[best] <= 0 || wordingKinds[i] != Persuasion || sums[i] > sums[best]+persuasionLead) {
			best = i
		}
	}
	if sums[best] <= 0 {
		return "", 0
	}
	return wordingKinds[best], sums[best]
}

// Token is a word, a number or an ideograph.
type Token struct {
	Text string // "#" for a number, "^" and "$" for the ends
	hash uint64
	han  bool
}

// Tokens appends the tokens of a folded sentence, and reports ideographs and words.
func Tokens(to []Token, sentence string) (tokens []Token, han, latin bool) {
	tokens = append(to, token("^"))
	for i := 0; i < len(sentence); {
		r, end := rune(sentence[i]), i+1
		if r >= utf8.RuneSelf {
			size := 0
			r, size = utf8.DecodeRuneInString(sentence[i:])
			end = i + size
		}
		switch {
		case byteKind[sentence[i]] == 2:
			end = digits(sentence, i)
			tokens = append(tokens, token("#"))
		case r >= utf8.RuneSelf && unspaced(r):
			if unicode.IsLetter(r) {
				t := token(simplified(r, sentence[i:end]))
				t.han = true
				tokens, han = append(tokens, t), true
			}
		case byteKind[sentence[i]] == 1 || r >= utf8.RuneSelf && unicode.IsLetter(r):
			end = wordEnd(sentence, end)
			tokens, latin = append(tokens, token(sentence[i:end])), true
		}
		i = end
	}
	return append(tokens, token("$")), han, latin
}

// wordEnd returns where a word that reaches to i ends.
func wordEnd(text string, i int) int {
	for i < len(text) {
		if byteKind[text[i]] == 1 || text[i] == '\'' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r < utf8.RuneSelf || unspaced(r) || !unicode.IsLetter(r) {
			break
		}
		i += size
	}
	return i
}

func simplified(r rune, text string) string {
	if r <= 0xFFFF && theLexicon().simplified[r] != 0 {
		return string(theLexicon().simplified[r])
	}
	return text
}

// FNV-1a, 64 bits.
const (
	hashBasis = 14695981039346656037
	hashPrime = 1099511628211
)

func token(text string) Token {
	h := uint64(hashBasis)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * hashPrime
	}
	return Token{Text: text, hash: h}
}

// Features calls f for each word and each two tokens: n tokens from i on.
func Features(tokens []Token, f func(key uint64, i, n int)) {
	for i, t := range tokens {
		if !t.han {
			f(t.hash, i, 1)
		}
		if i+1 < len(tokens) {
			f(pair(t, tokens[i+1]), i, 2)
		}
	}
}

func pair(a, b Token) uint64 { return a.hash*hashPrime ^ b.hash }

// FeatureName is how a model's file writes a feature; featureKey reads it.
func FeatureName(tokens []Token, i, n int) string {
	if n == 1 {
		return tokens[i].Text
	}
	return tokens[i].Text + " " + tokens[i+1].Text
}

func featureKey(name string) uint64 {
	a, b, two := strings.Cut(name, " ")
	if two {
		return pair(token(a), token(b))
	}
	return token(a).hash
}

// Sentences returns the sentences of a text as the scan sees them.
func Sentences(text string) (out []string) {
	folded := fold(text).Text
	theLexicon().sentences(folded, func(s *sentence) { out = append(out, folded[s.start:s.end]) })
	return out
}
