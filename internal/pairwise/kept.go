package pairwise

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/text"
)

// Store keeps a scene's comparisons. What Keep wrote never changes; the plan is
// replaced whole. casefile has one.
type Store interface {
	jury.Ledger
	// Plan returns the last run's plan, nil if there is none.
	Plan(ctx context.Context) ([]byte, error)
	SetPlan(ctx context.Context, data []byte) error
	// List returns the names of a kind, sorted.
	List(ctx context.Context, kind string) ([]string, error)
	Read(ctx context.Context, kind, name string) ([]byte, error)
	// Keep writes a file durably; one that is there stays.
	Keep(ctx context.Context, kind, name string, data []byte) error
	// Discard moves a file aside that can't be read.
	Discard(ctx context.Context, kind, name string) error
}

// The kinds of files that are kept.
const (
	kindPairs  = "pairs"
	kindRounds = "rounds"
)

// ReadPlan returns the plan of the last run, nil if there was none.
func ReadPlan(ctx context.Context, store Store) (*Plan, error) {
	data, err := store.Plan(ctx)
	if err != nil || data == nil {
		return nil, err
	}
	var p Plan
	if err := json.Unmarshal(data, &p); err != nil || p.Schema != 1 || len(p.Judges) == 0 {
		return nil, fault.DamagedPlan
	}
	return &p, nil
}

// keepPlan makes a plan the one that boards go by.
func keepPlan(ctx context.Context, store Store, p *Plan) error {
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the plan of the comparisons: %w", err)
	}
	return store.SetPlan(ctx, append(data, '\n'))
}

// pair names two documents by their places in a sorted list, the lower first.
type pair [2]int

// found are the comparisons of a plan's judges among some documents: by pair, then
// by repeat and judge; nil if a judge has not compared it.
type found struct {
	hashes []string
	judges int
	by     map[pair][]*Comparison
}

// load reads the comparisons that count for the plan and the documents, whose
// hashes are sorted. Records of other documents, judges and plans are left alone.
func load(ctx context.Context, store Store, p *Plan, hashes []string) (*found, error) {
	f := &found{hashes: hashes, judges: len(p.Judges), by: map[pair][]*Comparison{}}
	documents, judges := map[string]int{}, map[string]int{}
	for i, h := range hashes {
		documents[fmt.Sprintf("%.16s", h)] = i
	}
	for j, judge := range p.Judges {
		judges[fmt.Sprintf("%.16s", judge.Basis)] = j
	}
	names, err := store.List(ctx, kindPairs)
	if err != nil {
		return nil, fmt.Errorf("list the comparisons: %w", err)
	}
	for _, n := range names {
		parts := strings.Split(strings.TrimSuffix(n, ".json"), "-")
		repeat, ok := repeatOf(parts)
		if !ok {
			continue
		}
		j, okJ := judges[parts[0]]
		a, okA := documents[parts[1]]
		b, okB := documents[parts[2]]
		if !okJ || !okA || !okB || a >= b {
			continue
		}
		data, err := store.Read(ctx, kindPairs, n)
		if err != nil {
			return nil, fmt.Errorf("read a comparison: %w", err)
		}
		c, err := ReadComparison(data)
		if err != nil || c.Basis != p.Judges[j].Basis || c.One != hashes[a] || c.Two != hashes[b] || c.Repeat != repeat {
			continue // damaged: the next run asks again
		}
		f.add(pair{a, b}, j, c)
	}
	return f, nil
}

// repeatOf reads the repeat, from 0, of the parts of a record's name.
func repeatOf(parts []string) (repeat int, ok bool) {
	if len(parts) == 3 {
		return 0, true
	}
	if len(parts) != 4 {
		return 0, false
	}
	n, err := strconv.Atoi(parts[3])
	return n - 1, err == nil && n > 1 && n <= MaxRepeats
}

func (f *found) add(at pair, judge int, c *Comparison) {
	for len(f.by[at]) < (c.Repeat+1)*f.judges {
		f.by[at] = append(f.by[at], nil)
	}
	f.by[at][c.Repeat*f.judges+judge] = c
}

// repeat are the comparisons of a pair in one repeat, by judge; those that are not
// there are nil.
func (f *found) repeat(at pair, n int) []*Comparison {
	if list := f.by[at]; len(list) >= (n+1)*f.judges {
		return list[n*f.judges : (n+1)*f.judges]
	}
	return make([]*Comparison, f.judges)
}

// pairs returns the pairs that were compared, in order.
func (f *found) pairs() []pair {
	return slices.SortedFunc(maps.Keys(f.by), comparePairs)
}

func comparePairs(a, b pair) int { return slices.Compare(a[:], b[:]) }

// each calls do with every comparison, pair by pair and judge by judge.
func (f *found) each(do func(judge int, c *Comparison)) {
	for _, at := range f.pairs() {
		for i, c := range f.by[at] {
			if c != nil {
				do(i%f.judges, c)
			}
		}
	}
}

// calls is how many calls the comparisons took.
func (f *found) calls() int {
	n := 0
	f.each(func(_ int, c *Comparison) { n += c.Votes[0].Usage.Calls + c.Votes[1].Usage.Calls })
	return n
}

// round is which pairs were chosen together, kept before the first call, so that a
// run that is killed goes on with them (schema 1).
type round struct {
	Schema int         `json:"schema"`
	Plan   string      `json:"plan_sha256"` // Key
	Number int         `json:"number"`      // from 1
	Pairs  [][2]string `json:"pairs"`       // hashes of the documents
}

// rounds reads the pairs that earlier runs of the plan chose, and the number of the
// last round.
func rounds(ctx context.Context, store Store, p *Plan, hashes []string) (chosen []pair, last int, err error) {
	names, err := store.List(ctx, kindRounds)
	if err != nil {
		return nil, 0, fmt.Errorf("list the rounds of comparisons: %w", err)
	}
	prefix := fmt.Sprintf("%.16s-", p.Key())
	for _, n := range names {
		if !strings.HasPrefix(n, prefix) {
			continue
		}
		data, err := store.Read(ctx, kindRounds, n)
		if err != nil {
			return nil, 0, fmt.Errorf("read a round of comparisons: %w", err)
		}
		var r round
		if err := json.Unmarshal(data, &r); err != nil || r.Schema != 1 || r.Plan != p.Key() {
			return nil, 0, fmt.Errorf("the round of comparisons %s is damaged: remove it and compare again, what was answered is kept", n)
		}
		last = max(last, r.Number)
		for _, names := range r.Pairs {
			a, okA := slices.BinarySearch(hashes, names[0])
			b, okB := slices.BinarySearch(hashes, names[1])
			if okA && okB && a != b {
				chosen = append(chosen, pair{min(a, b), max(a, b)})
			}
		}
	}
	return chosen, last, nil
}

// keepRound writes down what a round compares.
func keepRound(ctx context.Context, store Store, p *Plan, number int, hashes []string, pairs []pair) error {
	r := round{Schema: 1, Plan: p.Key(), Number: number}
	for _, at := range pairs {
		r.Pairs = append(r.Pairs, [2]string{hashes[at[0]], hashes[at[1]]})
	}
	data, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode a round of comparisons: %w", err)
	}
	return store.Keep(ctx, kindRounds, fmt.Sprintf("%.16s-%06d.json", p.Key(), number), append(data, '\n'))
}

// keepComparison writes down what a judge said of a pair. A damaged record of the
// same name makes room.
func keepComparison(ctx context.Context, store Store, c *Comparison) error {
	data, err := text.JSON(c, "  ")
	if err != nil {
		return err
	}
	n := name(c.Basis, c.One, c.Two, c.Repeat)
	if there, err := store.Read(ctx, kindPairs, n); err == nil {
		if _, err := ReadComparison(there); err == nil {
			return nil
		}
		if err := store.Discard(ctx, kindPairs, n); err != nil {
			return err
		}
	}
	return store.Keep(ctx, kindPairs, n, data)
}
