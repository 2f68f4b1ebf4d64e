package pairwise

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/skill"
	"judgement/panel"
	"judgement/report"
)

// Limits are a run's own settings.
type Limits struct {
	Calls   int           // in all, 0: the scene's, else by the number of submissions
	MaxCost *panel.Points // of this run; nil: no limit
	Repeats Repeats
	Options
}

// Open plans a run over the submissions on a competition's board. What makes the
// calls is still to be filled in. A scene that compares nothing is fault.NoRanking or
// fault.NotPairwise.
func Open(ctx context.Context, m *board.Maker, skills map[string]*skill.Skill, models format.Models, now time.Time, o Limits) (*Run, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	if !m.Scene.Ranking.Pairwise() {
		return nil, fault.New(fault.NotPairwise, nil, "scene", m.Scene.Slug)
	}
	if err := format.CheckModels(models, m.Panel); err != nil {
		return nil, err
	}
	b, subs, err := m.Scored(ctx)
	if err != nil {
		return nil, err
	}
	judges, calls := m.Panel, o.Calls
	if len(subs) > 0 {
		judges = subs[0].Panel // those whose scores are on the board
	}
	if calls == 0 {
		calls = m.Scene.Ranking.Calls
	}
	out := &Run{Submissions: len(b.Entries), Store: m.Cases.Comparisons(m.Scene.Slug), MaxCost: o.MaxCost}
	out.Plan, err = NewPlan(Input{
		Scene: m.Scene.Slug, PanelSHA256: b.PanelSHA256, Language: string(b.Language), Panel: judges, Skills: skills, Models: models,
		Options: o.Options, Calls: calls, Repeats: o.Repeats, Now: now,
	})
	if err != nil {
		return nil, fmt.Errorf("plan the comparisons of scene %s: %w", m.Scene.Slug, err)
	}
	different := map[string]bool{}
	for _, s := range subs {
		different[s.Document] = true
	}
	if n := len(different); n > MaxDocuments {
		return nil, fault.New(fault.TooMany, nil, "detail", strconv.Itoa(n), "limit", strconv.Itoa(MaxDocuments))
	}
	out.Documents, err = texts(ctx, m.Cases, b.Entries)
	return out, err
}

// texts reads the documents of a board's entries and sorts them.
func texts(ctx context.Context, cases *casefile.Cases, entries []report.BoardEntry) ([]Document, error) {
	var out []Document
	for _, e := range entries {
		d, err := submitted(ctx, cases, e)
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return Sort(out), nil
}

// Sort orders documents by their hashes and drops doubles: the hash is the lot by
// which they are drawn.
func Sort(docs []Document) []Document {
	out := slices.Clone(docs)
	slices.SortFunc(out, func(a, b Document) int { return strings.Compare(a.SHA256, b.SHA256) })
	return slices.CompactFunc(out, func(a, b Document) bool { return a.SHA256 == b.SHA256 })
}

// submitted reads the document that a board's entry was judged by.
func submitted(ctx context.Context, cases *casefile.Cases, e report.BoardEntry) (Document, error) {
	c, err := cases.Find(ctx, e.Case)
	if err != nil {
		return Document{}, err
	}
	versions, err := c.Versions(ctx)
	if err != nil {
		return Document{}, err
	}
	at := slices.IndexFunc(versions, func(v *casefile.Version) bool { return v.Number == e.CaseVersion })
	if at < 0 {
		return Document{}, fault.New(fault.UnknownVersion, nil, "detail", fmt.Sprintf("case %s has no version %d", e.Case, e.CaseVersion))
	}
	kept, err := versions[at].Plan(ctx)
	if err != nil {
		return Document{}, err
	}
	var doc document.Document
	if err := json.Unmarshal(kept.DocumentJSON, &doc); err != nil {
		return Document{}, fmt.Errorf("read the document's description of case %s: %w", e.Case, err)
	}
	return Document{SHA256: doc.SHA256, Text: string(kept.Document), PageAt: doc.PageAt, Found: format.Passages(doc.Warnings), Hidden: format.HiddenTexts(doc.Warnings)}, nil
}

// Preview is what comparing would do.
type Preview struct {
	Scene       string            `json:"scene"`
	Submissions int               `json:"submissions"` // on the board
	Documents   int               `json:"documents"`   // different texts among them
	Possible    int               `json:"possible_pairs"`
	Compared    int               `json:"compared_pairs"` // already, as often as it takes
	Pairs       int               `json:"pairs"`          // to come, at most
	Limit       int               `json:"limit"`          // of calls
	Used        int               `json:"used"`           // of these already
	Judges      []format.Estimate `json:"judges"`
	// CallsPerPair is what a pair takes per repeat when every reply is usable at once.
	CallsPerPair int           `json:"calls_per_pair"`
	Calls        int           `json:"calls"`         // to come, at most, when every reply is usable at once
	Prompt       int           `json:"prompt_tokens"` // estimated for documents of mean length
	Reply        int           `json:"reply_tokens"`  // at most
	Cost         *report.Money `json:"cost"`          // null: unknown
	// Expected is with usual replies, and with repeats until one of a pair leads.
	Expected format.Expected `json:"expected"`
	Repeats
}

// Preview says what the run would take, before the first call. It writes nothing.
func (r *Run) Preview(ctx context.Context, models format.Models) (*Preview, error) {
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	n := len(r.Documents)
	out := &Preview{
		Scene: r.Plan.Scene, Submissions: r.Submissions, Documents: n, Possible: n * (n - 1) / 2, Judges: []format.Estimate{},
		Limit: r.Plan.Limit(n), Used: r.found.calls(), CallsPerPair: r.Plan.CallsPerPair(), Repeats: r.Plan.Repeats,
	}
	for at := range r.found.by {
		if r.complete(at) {
			out.Compared++
		}
	}
	left := max(0, out.Limit-out.Used)
	out.Pairs = min(out.Possible-out.Compared, left/(out.CallsPerPair*r.Plan.least()))
	requests, err := r.Plan.requests(r.usual())
	if err != nil {
		return nil, err
	}
	per := out.Pairs * 2 * r.Plan.most() // calls of one judge
	if of := len(requests); per*of > left {
		per = left / of
	}
	expected := min(float64(out.Pairs*2)*r.Plan.expected(), float64(per))
	for i, req := range requests {
		e := format.EstimateRequest(r.Plan.Judges[i].Slug, req)
		e.Calls, e.Prompt, e.Reply, e.Likely = per, per*e.Prompt, per*e.Reply, per*e.Likely
		e.Share = expected / float64(max(1, per))
		out.Judges = append(out.Judges, e)
	}
	out.Expected = format.Expect(out.Judges, models, 0)
	sum := format.Price(out.Judges, models)
	out.Calls, out.Prompt, out.Reply, out.Cost = sum.Calls, sum.Prompt, sum.Reply, sum.Cost
	return out, nil
}

// usual is the shortest of the documents that are at least of mean length.
func (r *Run) usual() (out Document) {
	total := 0
	for _, d := range r.Documents {
		total += len(d.Text)
	}
	for _, d := range r.Documents {
		if len(d.Text)*len(r.Documents) >= total && (out.Text == "" || len(d.Text) < len(out.Text)) {
			out = d
		}
	}
	return out
}
