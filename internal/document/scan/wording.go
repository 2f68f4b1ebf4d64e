package scan

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"judgement/internal/packed"
)

// wordingFiles has two linear models, of scripts with words and of characters, which
// bench/wording computes and compresses: a block of lines with the features, the first of
// which is (bias), and one with their weights for each of wordingKinds.
//
//go:embed wording
var wordingFiles embed.FS

// wordingKinds are the kinds that the models tell apart, in the order of their weights.
var wordingKinds = [...]Kind{Command, Score, Persuasion, Reply}

type weights [len(wordingKinds)]int32

// wording is one model, by the keys of features.
type wording struct {
	bias     weights
	features map[uint64]weights
	some     [1 << 16]uint64 // a bit for the high bits of each key: most features have no weight
}

var (
	wordModel      = sync.OnceValue(func() *wording { return loadWording("words") })
	characterModel = sync.OnceValue(func() *wording { return loadWording("characters") })
)

func loadWording(script string) *wording {
	name := "wording/" + script + ".txt.zst"
	file, err := wordingFiles.ReadFile(name)
	if err != nil {
		panic(err)
	}
	data, err := packed.Read(file)
	if err != nil {
		panic(fmt.Errorf("%s: %w", name, err))
	}
	blocks := strings.Split(string(data), "\n\n")
	if len(blocks) != 1+len(wordingKinds) {
		panic(fmt.Errorf("%s: not %d blocks", name, 1+len(wordingKinds)))
	}
	features := strings.Split(blocks[0], "\n")
	of := make([]weights, len(features))
	for k, block := range blocks[1:] {
		for i, number := range strings.Split(block, "\n") {
			n, err := strconv.ParseInt(number, 10, 32)
			if err != nil {
				panic(fmt.Errorf("%s: %w", name, err)) // the files are part of the program, and a test reads them
			}
			of[i][k] = int32(n)
		}
	}
	w := &wording{bias: of[0], features: make(map[uint64]weights, len(features))}
	for i, feature := range features[1:] {
		key := featureKey(feature)
		w.features[key] = of[1+i]
		w.some[key>>48] |= 1 << (key >> 42 & 63)
	}
	return w
}

// persuasionLead is by how much persuasion must lead if a sentence also speaks to judges.
const persuasionLead = 25

// wordingScale is a weight of 1 in the files.
const wordingScale = 20

// sureSum is a sum of weights that honest sentences do not reach.
const sureSum = 100

// turnedSum is one that honest sentences do not reach if they are read backwards, and
// neither do programs.
const turnedSum = 40

// cellsSum is one that the words of honest tables do not reach.
const cellsSum = 90

// What a disguise adds to the sum of its sentence: few honest texts about judging are in
// one, and more on other subjects.
const (
	decodedLean = 40
	otherLean   = 10
)

// wording returns what a sentence is by its wording, and the sum of its weights and lean; ""
// is nothing. A sentence in two scripts is read by both models.
func (s *sentence) wording(lean int32) (kind Kind, sum int) {
	if s.words {
		kind, sum = wordModel().kind(s.tokens, lean)
	}
	if s.signs {
		if k, n := characterModel().kind(s.tokens, lean); n > sum {
			kind, sum = k, n
		}
	}
	return kind, sum
}

// A sentence in which the clauses that weigh most are only a part is more likely honest: of many
// clauses, some weigh much by chance.
const (
	besideWeight = 4  // what each token beside them takes from their sum,
	maxBeside    = 10 // for so many at most
)

// Beside is what so many tokens beside the clauses that weigh most take from their sum.
func Beside(tokens int) int32 { return besideWeight * int32(min(tokens, maxBeside)) }

// kind weighs the clauses next to each other that weigh most, for each kind: an attack is
// found beside honest clauses.
func (w *wording) kind(tokens []Token, lean int32) (Kind, int) {
	var clause, run, sums weights
	var runStart, inside [len(wordingKinds)]int // inside is how many tokens are in the clauses of sums
	start := 0                                  // of the clause
	end := func(at int) {
		for k := range sums {
			if run[k] <= 0 {
				run[k], runStart[k] = 0, start
			}
			if run[k] += clause[k]; run[k] > sums[k] {
				sums[k], inside[k] = run[k], at-runStart[k]
			}
		}
		clause, start = weights{}, at
	}
	for i := range tokens {
		if tokens[i].Clause {
			end(i)
		}
		Features(tokens, i, func(key uint64, _ int) {
			if w.some[key>>48]&(1<<(key>>42&63)) == 0 {
				return
			}
			if of, ok := w.features[key]; ok {
				for k := range clause {
					clause[k] += of[k]
				}
			}
		})
	}
	end(len(tokens))
	best := 0
	for i := range sums {
		sums[i] += w.bias[i] + lean - Beside(len(tokens)-inside[i])
		if sums[i] > sums[best] && (sums[best] <= 0 || wordingKinds[i] != Persuasion || sums[i] > sums[best]+persuasionLead) {
			best = i
		}
	}
	if sums[best] <= 0 {
		return "", 0
	}
	return wordingKinds[best], int(sums[best])
}

// A phrase that a sentence repeats.
const (
	longestPhrase = 24 // tokens
	leastRepeats  = 4
	leastTokens   = 16 // of such a sentence
)

// once is a sentence without what it repeats: a chorus does not weigh more than its phrase.
func (s *sentence) once() *sentence {
	n := len(s.tokens)
	if n < leastTokens {
		return s
	}
	middle, same := s.tokens[n/2].hash, 0
	for i := range s.tokens {
		if s.tokens[i].hash == middle {
			same++
		}
	}
	for long := 1; same >= leastRepeats && long <= longestPhrase && long*leastRepeats <= n; long++ {
		left := n/5 + 1 // tokens that may be other ones
		for i := long; i < n && left > 0; i++ {
			if s.tokens[i].hash != s.tokens[i-long].hash {
				left--
			}
		}
		if left == 0 {
			continue
		}
		out := *s
		out.tokens = slices.Clone(s.tokens[:long])
		for i := long; i < n; i++ {
			if s.tokens[i].hash != s.tokens[i-long].hash {
				out.tokens = append(out.tokens, s.tokens[i])
			}
		}
		return &out
	}
	return s
}

// heaviest returns where the words in a row begin and end that weigh most for a kind.
func (s *sentence) heaviest(kind Kind) (start, end int) {
	w, k := wordModel(), slices.Index(wordingKinds[:], kind)
	if !s.words {
		w = characterModel()
	}
	best, run, from := int32(0), int32(0), s.start
	start, end = s.start, s.end
	for i := 1; i+1 < len(s.tokens); i++ {
		if run <= 0 {
			run, from = 0, s.tokens[i].at
		}
		Features(s.tokens, i, func(key uint64, _ int) { run += w.features[key][k] })
		if run > best {
			best, start, end = run, from, s.tokens[i+1].at
		}
	}
	return start, end
}

// Token is a word, a number or an ideograph of a folded sentence.
type Token struct {
	Text       string // "#" for most numbers, "^" and "$" for the ends
	Clause     bool   // a clause begins with it
	hash, stem uint64
	han        bool
	at         int // where it begins in the folded text
}

var textStart, textEnd, clauseStart = token("^"), token("$"), token(",")

// stemLetters is how many letters of a word its stem has.
const stemLetters = 4

// word is the token of a word. All numbers are "#", except 5, 10 and 100, which are full
// marks on most scales.
func word(text string) Token {
	if digits(text, 0) == len(text) && text != "5" && text != "10" && text != "100" {
		text = "#"
	}
	t := token(text)
	if stem := stem(text); len(stem) < len(text) {
		t.stem = hash(stem, stemBasis)
	}
	t.Clause = conjunction(text)
	return t
}

func ideograph(text string) Token {
	t := token(text)
	t.han = true
	return t
}

// stem returns the first letters of a longer word.
func stem(text string) string {
	n := 0
	for i := range text {
		if n == stemLetters {
			return text[:i]
		}
		n++
	}
	return text
}

// conjunction reports a word that begins a clause without a comma before it.
func conjunction(word string) bool {
	switch word {
	case "and", "so", "but", "because", "while", "which", "since", "therefore",
		"und", "aber", "weil", "et", "mais", "car", "y", "pero", "porque", "e", "mas", "и":
		return true
	}
	return false
}

// FNV-1a, 64 bits.
const (
	hashBasis = 14695981039346656037
	hashPrime = 1099511628211
)

var stemBasis = hash("-", hashBasis)

func token(text string) Token {
	h := hash(text, hashBasis)
	return Token{Text: text, hash: h, stem: h}
}

func hash(text string, h uint64) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * hashPrime
	}
	return h
}

// The features of a token.
const (
	wordFeature  = iota // a word; an ideograph alone says little
	stemFeature         // the first letters of a longer word
	startFeature        // the stem of a word that begins a clause
	pairFeature         // the stems of a token and the one before it
)

// Features calls f for each feature of the token i.
func Features(tokens []Token, i int, f func(key uint64, feature int)) {
	t := &tokens[i]
	if !t.han {
		f(t.hash, wordFeature)
		if t.stem != t.hash {
			f(t.stem, stemFeature)
		}
		if t.Clause {
			f(pair(clauseStart.stem, t.stem), startFeature)
		}
	}
	if i > 0 {
		f(pair(tokens[i-1].stem, t.stem), pairFeature)
	}
}

func pair(a, b uint64) uint64 { return a*hashPrime ^ b }

// FeatureName is how a model's file writes a feature: words, "-" before a stem, and ","
// before the start of a clause. featureKey reads it.
func FeatureName(tokens []Token, i, feature int) string {
	switch feature {
	case wordFeature:
		return tokens[i].Text
	case stemFeature:
		return tokens[i].stemName()
	case startFeature:
		return clauseStart.Text + " " + tokens[i].stemName()
	}
	return tokens[i-1].stemName() + " " + tokens[i].stemName()
}

func (t *Token) stemName() string {
	if t.stem != t.hash {
		return "-" + stem(t.Text)
	}
	return t.Text
}

func featureKey(name string) uint64 {
	a, b, two := strings.Cut(name, " ")
	if two {
		return pair(hash(a, hashBasis), hash(b, hashBasis))
	}
	return hash(a, hashBasis)
}

// Sentences returns the tokens of each sentence of a text as the scan sees them.
func Sentences(text string) (out [][]Token) {
	theLexicon().sentences(fold(text).Text, func(s *sentence) { out = append(out, slices.Clone(s.tokens)) })
	return out
}
