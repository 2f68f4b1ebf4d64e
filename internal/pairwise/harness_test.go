package pairwise_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/board"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/internal/pairwise"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
)

// memory is a Store in memory.
type memory struct {
	ledgertest.Memory
	plan  []byte
	files map[string][]byte
}

func (m *memory) Plan(context.Context) ([]byte, error) { return m.plan, nil }

func (m *memory) SetPlan(_ context.Context, data []byte) error {
	m.plan = data
	return nil
}

func (m *memory) List(_ context.Context, kind string) ([]string, error) {
	var out []string
	for _, n := range slices.Sorted(maps.Keys(m.files)) {
		if rest, ok := strings.CutPrefix(n, kind+"/"); ok {
			out = append(out, rest)
		}
	}
	return out, nil
}

func (m *memory) Read(_ context.Context, kind, name string) ([]byte, error) {
	data, ok := m.files[kind+"/"+name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return data, nil
}

func (m *memory) Keep(_ context.Context, kind, name string, data []byte) error {
	if _, ok := m.files[kind+"/"+name]; !ok {
		m.files[kind+"/"+name] = data
	}
	return nil
}

func (m *memory) Discard(_ context.Context, kind, name string) error {
	delete(m.files, kind+"/"+name)
	return nil
}

// answering is a model that answers comparisons by a function of what it is asked.
func answering(answer func(llm.Request) (string, error)) *llmtest.Model {
	return &llmtest.Model{Models: models(false), Answer: func(_ context.Context, req llm.Request) (llm.Reply, error) {
		text, err := answer(req)
		if err != nil {
			return llm.Reply{}, err
		}
		return llmtest.Text(text), nil
	}}
}

// models has one model with a price, which may be the baseline.
func models(baseline bool) llmtest.Models {
	return func(string) llm.Info {
		return llm.Info{Name: "m", Provider: "test", NoModel: baseline, Price: &llm.Price{Currency: "EUR", Input: panel.PointsOf(1), Output: panel.PointsOf(2)}}
	}
}

// reply is a well-formed reply with a quote from each document's first line.
func reply(req llm.Request, winner string) string {
	head := func(s string) string { line, _, _ := strings.Cut(s, "\n"); return line }
	data, _ := json.Marshal(map[string]any{
		"quotes_a": []string{head(req.Criteria[0].Text)}, "quotes_b": []string{head(req.Criteria[1].Text)},
		"reason": "It shows more.", "winner": winner,
	})
	return string(data)
}

// worth reads the number that a test document begins with.
func worth(text string) float64 {
	var v float64
	_, _ = fmt.Sscanf(text, "Our measured gain is %f", &v)
	return v
}

// better answers by worth, whichever is first.
func better(req llm.Request) (string, error) {
	a, b := worth(req.Criteria[0].Text), worth(req.Criteria[1].Text)
	switch {
	case a > b:
		return reply(req, "A"), nil
	case b > a:
		return reply(req, "B"), nil
	}
	return reply(req, "tie"), nil
}

func always(winner string) func(llm.Request) (string, error) {
	return func(req llm.Request) (string, error) { return reply(req, winner), nil }
}

// world is a competition of n texts, worth 1 to n by their numbers.
type world struct {
	store   *memory
	model   *llmtest.Model
	docs    []pairwise.Document
	panel   *panel.Panel
	skill   map[string]*skill.Skill
	calls   int // limit
	repeats pairwise.Repeats
	round   []pairwise.Round
}

func newWorld(n, judges int, answer func(llm.Request) (string, error)) *world {
	w := &world{store: &memory{files: map[string][]byte{}}, model: answering(answer), panel: &panel.Panel{}, skill: map[string]*skill.Skill{}}
	for i := range n {
		w.docs = append(w.docs, document(fmt.Sprintf("Our measured gain is %d percent in each of the four trial towns.\nMore follows here.", i+1)))
	}
	for j := range judges {
		path := fmt.Sprintf("judges/j%d/SKILL.md", j)
		w.skill[path] = &skill.Skill{Body: "Look at the figures.", SHA256: fmt.Sprintf("%064d", j)}
		w.panel.Judges = append(w.panel.Judges, panel.Judge{Slug: fmt.Sprintf("j%d", j), Category: panel.Dimension, SkillPath: path, Weight: panel.PointsOf(1)})
	}
	w.panel.Lenses = []panel.Lens{{Slug: "figures", MaxScore: panel.PointsOf(10)}, {Slug: "clarity", MaxScore: panel.PointsOf(5)}}
	return w
}

func document(text string) pairwise.Document {
	sum := sha256.Sum256([]byte(text))
	return pairwise.Document{SHA256: hex.EncodeToString(sum[:]), Text: text}
}

func (w *world) plan(t testing.TB) *pairwise.Plan {
	t.Helper()
	p, err := pairwise.NewPlan(pairwise.Input{
		Scene: "s", PanelSHA256: "pp", Language: "en", Panel: w.panel, Skills: w.skill, Models: w.model,
		Options: pairwise.Options{MaxReplyTokens: 500}, Calls: w.calls, Repeats: w.repeats, Now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC),
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (w *world) try(t testing.TB, ctx context.Context) (*pairwise.Ended, error) {
	t.Helper()
	r := &pairwise.Run{
		Plan: w.plan(t), Documents: pairwise.Sort(w.docs), Store: w.store, Random: rand.NewChaCha8([32]byte{1}),
		Jury: &jury.Runner{
			Model: w.model, Slots: make(jury.Slots, 8), Retry: jury.Retry{Attempts: 2, Base: time.Millisecond, Max: time.Millisecond},
			Now: func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }, Jitter: func() float64 { return 0 },
			Sleep: func(context.Context, time.Duration) error { return nil },
		},
		OnRound: func(r pairwise.Round) { w.round = append(w.round, r) },
	}
	return r.Go(ctx)
}

func (w *world) run(t testing.TB) *pairwise.Ended {
	t.Helper()
	out, err := w.try(t, t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// board is one of totals by worth, best first, with the comparisons beside them.
func (w *world) board(t testing.TB) *report.Board {
	t.Helper()
	docs := slices.Clone(w.docs)
	slices.SortStableFunc(docs, func(a, b pairwise.Document) int { return int(worth(b.Text) - worth(a.Text)) })
	b := &report.Board{PanelSHA256: "pp", Judges: w.panel.Judges}
	var subs []board.Submission
	for i, d := range docs {
		id := fmt.Sprintf("C-%d", i)
		b.Entries = append(b.Entries, report.BoardEntry{Rank: i + 1, Case: id, Brand: fmt.Sprintf("worth-%.0f", worth(d.Text)), Total: fmt.Sprint(50 - i), Max: "60", Grade: "B"})
		subs = append(subs, board.Submission{Case: id, Document: d.SHA256})
	}
	if err := pairwise.Attach(t.Context(), b, w.store, subs); err != nil {
		t.Fatal(err)
	}
	return b
}
