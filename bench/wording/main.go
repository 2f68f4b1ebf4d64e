// Command wording computes the models of internal/document/scan/wording from texts:
// attacks that bench/wording/texts makes, the attacks of internal/immunity, honest
// sentences, and background text. Texts of scripts with words make one model, those of
// scripts without spaces, and Korean ones, the other. See texts/README.md.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"judgement/internal/document/scan"
)

func main() {
	in := flag.String("in", "", "folder with attacks-*.jsonl, honest-*.txt and background.txt")
	out := flag.String("out", "internal/document/scan/wording", "folder for the models")
	flag.Parse()
	if err := run(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "wording:", err)
		os.Exit(1)
	}
}

// kinds is how families are told apart, in the order of the model's weights.
var kinds = map[string]int{
	"command": 0, "role": 0, "suppress": 0, "score": 1, "nullmodel": 1, "authority": 2, "bandwagon": 2, "begging": 2, "persuasion": 2, "reply": 3,
}

const models = 4

// example is a sentence: what it is (-1: honest) and its features.
type example struct {
	kind     int
	weight   float32
	features [][]int32 // of each clause
}

// learner has the vocabulary and the weights of one model.
type learner struct {
	ids     map[uint64]int32
	names   []string
	pruned  []bool
	weights [models][]float32
	bias    [models]float32
	squares [models][]float32 // of AdaGrad
	biasSq  [models]float32
}

func run(in, out string) error {
	attacks, err := readAttacks(in)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(in, "honest-*.txt"))
	if err != nil {
		return err
	}
	var honest []string
	for _, file := range append(files, filepath.Join(in, "background.txt")) {
		lines, err := readLines(file)
		if err != nil {
			return err
		}
		honest = append(honest, lines...)
	}
	for _, script := range []string{"words", "characters"} {
		hasCharacters := script == "characters"
		err := learn(filepath.Join(out, script+".txt"), lean[script],
			slices.DeleteFunc(slices.Clone(attacks), func(a attack) bool { return characters(a.Text) != hasCharacters }),
			slices.DeleteFunc(slices.Clone(honest), func(text string) bool { return characters(text) != hasCharacters }))
		if err != nil {
			return err
		}
	}
	return nil
}

// characters reports a text with characters of Chinese, Japanese or Korean.
func characters(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	})
}

// quotation is one that the scan leaves out, too: a shorter one is a word.
var quotation = regexp.MustCompile(`["“„«「『](?:[^"“”»」』]{15,}|[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}][^"“”»」』]{4,})["“”»」』]|(?:^|[\s(（])['‘][^'’]{12,}['’]`)

// learn writes one model.
func learn(file string, lean [models]float32, attacks []attack, honest []string) error {
	l := &learner{ids: map[uint64]int32{}}
	for i, text := range honest {
		honest[i] = quotation.ReplaceAllString(text, " ") // an honest text may quote an attack
	}
	l.learnWords(attacks, honest)
	var plain []example
	for _, text := range honest {
		for _, s := range scan.Sentences(text) {
			plain = append(plain, example{-1, honestWeight, l.features(s)})
		}
	}
	// A text of several sentences is found by one of them: first the longest, then the one
	// that scores most.
	longest := func(sentences [][]scan.Token) []scan.Token {
		return slices.MaxFunc(sentences, func(a, b []scan.Token) int { return cmp.Compare(len(a), len(b)) })
	}
	l.train(slices.Concat(l.positive(attacks, longest), plain), 4)
	best := func(sentences [][]scan.Token) []scan.Token {
		return slices.MaxFunc(sentences, func(a, b []scan.Token) int { return cmp.Compare(l.most(l.features(a)), l.most(l.features(b))) })
	}
	positive := l.positive(attacks, best)
	l.train(slices.Concat(positive, plain), 10)
	l.prune() // and learn again without the features that say little
	for _, examples := range [][]example{positive, plain} {
		for i := range examples {
			for j, clause := range examples[i].features {
				examples[i].features[j] = slices.DeleteFunc(clause, l.useless)
			}
		}
	}
	l.train(slices.Concat(positive, plain), 15)
	for k := range models {
		l.bias[k] += lean[k]
	}
	found := 0
	for _, e := range positive {
		if l.most(e.features) > 0 {
			found++
		}
	}
	alarms := 0
	for _, e := range plain {
		if l.most(e.features) > 0 {
			alarms++
		}
	}
	fmt.Printf("%s: %d of %d attacks and %d of %d honest sentences are found\n", file, found, len(positive), alarms, len(plain))
	return l.write(file)
}

// attack is a text and its family.
type attack struct{ Family, Text string }

func readAttacks(in string) (out []attack, err error) {
	files, err := filepath.Glob(filepath.Join(in, "attacks-*.jsonl"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(err, fmt.Errorf("no attacks-*.jsonl in %s", in))
	}
	for _, file := range files {
		lines, err := readLines(file)
		if err != nil {
			return nil, err
		}
		for _, line := range lines {
			var a attack
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if _, ok := kinds[a.Family]; ok {
				out = append(out, a)
			}
		}
	}
	return out, nil
}

func readLines(file string) (out []string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := strings.TrimSpace(sc.Text()); line != "" {
			out = append(out, line)
		}
	}
	return out, sc.Err()
}

// learnWords numbers the features, in the order of their names: the same texts give the
// same model.
func (l *learner) learnWords(attacks []attack, honest []string) {
	names := map[uint64]string{}
	counted := map[string]bool{} // many texts are there more than once
	count := func(text string) {
		if counted[text] {
			return
		}
		counted[text] = true
		for _, s := range scan.Sentences(text) {
			for i := range s {
				scan.Features(s, i, func(key uint64, feature int) {
					if _, ok := names[key]; !ok {
						names[key] = scan.FeatureName(s, i, feature)
					}
				})
			}
		}
	}
	for _, a := range attacks {
		count(a.Text)
	}
	for _, t := range honest {
		count(t)
	}
	keys := slices.SortedFunc(maps.Keys(names), func(a, b uint64) int { return cmp.Compare(names[a], names[b]) })
	for i, key := range keys {
		l.ids[key] = int32(i)
		l.names = append(l.names, names[key])
	}
}

func (l *learner) features(tokens []scan.Token) (out [][]int32) {
	for i, t := range tokens {
		if i == 0 || t.Clause {
			out = append(out, nil)
		}
		scan.Features(tokens, i, func(key uint64, _ int) {
			if id, ok := l.ids[key]; ok {
				out[len(out)-1] = append(out[len(out)-1], id)
			}
		})
	}
	return out
}

func (l *learner) positive(attacks []attack, choose func([][]scan.Token) []scan.Token) (out []example) {
	for _, a := range attacks {
		if s := scan.Sentences(a.Text); len(s) > 0 {
			out = append(out, example{kinds[a.Family], 1, l.features(choose(s))})
		}
	}
	return out
}

// drop is the part of an attack's features that a step of training leaves out, at random:
// others get weights beside the surest ones, and attacks in other words are found.
const drop = 0.3

// train is logistic regression of each kind against honest text, by AdaGrad. The weights
// are the mean of those after each round of the second half.
func (l *learner) train(examples []example, rounds int) {
	var sums [models][]float32
	var sumBias [models]float32
	for k := range models {
		l.weights[k], l.squares[k], sums[k] = make([]float32, len(l.names)), make([]float32, len(l.names)), make([]float32, len(l.names))
		l.bias[k], l.biasSq[k] = -2, 1
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		random.Shuffle(len(examples), func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
		for _, e := range examples {
			for k := range models {
				switch {
				case e.kind < 0:
					l.step(k, e.features, 0, e.weight)
				case e.kind == k: // many texts are of two kinds: others learn nothing of it
					l.step(k, dropped(e.features, random), 1, e.weight)
				}
			}
		}
		if round < rounds/2 {
			continue
		}
		for k := range models {
			for id, w := range l.weights[k] {
				sums[k][id] += w
			}
			sumBias[k] += l.bias[k]
		}
	}
	n := float32(rounds - rounds/2)
	for k := range models {
		for id := range sums[k] {
			l.weights[k][id] = sums[k][id] / n
		}
		l.bias[k] = sumBias[k] / n
	}
}

// step moves the weights of one model towards what it should say of an example.
func (l *learner) step(k int, clauses [][]int32, want, weight float32) {
	const step, shrink = 0.15, 2e-4
	sum, run := l.best(k, clauses)
	g := (1/(1+float32(math.Exp(-float64(sum)))) - want) * weight
	if g < 1e-4 && g > -1e-4 {
		return
	}
	l.biasSq[k] += g * g
	l.bias[k] -= step * g / float32(math.Sqrt(float64(l.biasSq[k])))
	for _, clause := range run {
		for _, id := range clause {
			l.squares[k][id] += g * g
			w := &l.weights[k][id]
			*w -= step*g/float32(math.Sqrt(float64(l.squares[k][id]+1))) + shrink*(*w)
		}
	}
}

func dropped(clauses [][]int32, random *rand.Rand) [][]int32 {
	out := make([][]int32, len(clauses))
	for i, clause := range clauses {
		for _, id := range clause {
			if random.Float32() >= drop {
				out[i] = append(out[i], id)
			}
		}
	}
	return out
}

// best is the clauses next to each other that weigh most, and their sum.
func (l *learner) best(k int, clauses [][]int32) (most float32, run [][]int32) {
	most = -1e9
	sum, from := float32(0), 0
	for i, clause := range clauses {
		if sum < 0 {
			sum, from = 0, i
		}
		for _, id := range clause {
			sum += l.weights[k][id]
		}
		if sum >= most {
			most, run = sum, clauses[from:i+1]
		}
	}
	return most + l.bias[k], run
}

func (l *learner) most(clauses [][]int32) float32 {
	most := float32(-1e9)
	for k := range models {
		sum, _ := l.best(k, clauses)
		most = max(most, sum)
	}
	return most
}

// honestWeight is what an honest sentence counts beside an attack.
const honestWeight = 4

// lean moves the models towards finding, by kind: a missed attack is worse than a false
// alarm, and findings count only in documents that are not about judging.
var lean = map[string][models]float32{"words": {1.5, 1.5, -0.5, 0.7}, "characters": {0.95, 0.95, 0.55, 0.35}}

// scale is the unit of the weights in the file; features below least are left out.
const (
	scale = 20
	least = 0.55
)

// prune leaves out the features whose weights are small.
func (l *learner) prune() {
	for id := range l.names {
		l.pruned = append(l.pruned, max(abs(l.weights[0][id]), abs(l.weights[1][id]), abs(l.weights[2][id]), abs(l.weights[3][id])) < least)
	}
}

func (l *learner) useless(id int32) bool { return l.pruned[id] }

func abs(x float32) float32 { return max(x, -x) }

// write writes a block of lines with the features and one with their weights for each kind. Weights
// are even: they find as much, and compress better.
func (l *learner) write(file string) error {
	blocks := [1 + models][]string{{"(bias)"}}
	for k := range models {
		blocks[1+k] = []string{fmt.Sprintf("%.0f", l.bias[k]*scale)}
	}
	for i, name := range l.names {
		if w := [models]float32{l.weights[0][i], l.weights[1][i], l.weights[2][i], l.weights[3][i]}; w != [models]float32{} {
			blocks[0] = append(blocks[0], name)
			for k := range models {
				blocks[1+k] = append(blocks[1+k], strconv.Itoa(2*int(math.Round(float64(w[k])*scale/2))))
			}
		}
	}
	var texts []string
	for _, block := range blocks {
		texts = append(texts, strings.Join(block, "\n"))
	}
	model := strings.Join(texts, "\n\n")
	fmt.Printf("%s: %d of %d features, %d bytes\n", file, len(blocks[0])-1, len(l.names), len(model))
	return os.WriteFile(file, []byte(model), 0o644)
}
