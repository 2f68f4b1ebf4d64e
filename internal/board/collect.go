package board

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/report"
)

// Collect reads the latest complete version of each case of a scene, and says of
// those that can't be read why. Only submissions judged alike are returned:
// if a language model judged any, those judged by the baseline are excluded;
// of the rest, those of one panel: that with the hash wanted if any was, else
// the one that judged most (of equals, the one of the highest case number).
// Brands that are withdrawn, with or without the scene's prefix, are excluded before all that.
func Collect(ctx context.Context, cases *casefile.Cases, scene, wanted string, withdrawn []string) ([]Submission, []report.Excluded, error) {
	all, excluded, err := Judged(ctx, cases, scene, withdrawn)
	if err != nil {
		return nil, nil, err
	}
	all, baseline := byModel(all)
	excluded = append(excluded, baseline...)
	chosen := onePanel(all, wanted)
	var out []Submission
	for _, s := range all {
		if s.PanelSHA256 == chosen {
			out = append(out, s)
			continue
		}
		excluded = append(excluded, s.excluded(report.ReasonOtherPanel))
	}
	return out, excluded, nil
}

// Judged reads the latest complete version of each case of a scene, whatever judged
// it. Brands that are withdrawn are excluded, and cases that can't be read.
func Judged(ctx context.Context, cases *casefile.Cases, scene string, withdrawn []string) (all []Submission, excluded []report.Excluded, err error) {
	entries, err := cases.Index(ctx, casefile.Filter{Scene: scene})
	if err != nil {
		return nil, nil, fmt.Errorf("list the cases: %w", err)
	}
	excluded = []report.Excluded{}
	for _, c := range entries {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if c.Err != nil {
			continue // its scene is unknown; attribution reports it
		}
		s, reason := read(ctx, c.Case)
		if slices.Contains(withdrawn, c.Brand) || slices.Contains(withdrawn, c.Folder) {
			reason = report.ReasonWithdrawn
		}
		if reason != "" {
			excluded = append(excluded, s.excluded(reason))
			continue
		}
		all = append(all, s)
	}
	return all, excluded, nil
}

// read returns a case's latest complete version, or why it has none.
func read(ctx context.Context, c *casefile.Case) (Submission, string) {
	s := Submission{Case: c.ID, Brand: c.Brand, Folder: c.Folder}
	versions, err := c.Versions(ctx)
	if err != nil {
		return s, err.Error()
	}
	for _, v := range slices.Backward(versions) {
		if !v.Complete {
			continue
		}
		kept, err := v.Plan(ctx)
		if err != nil {
			return s, err.Error()
		}
		s.Title, s.Tricks = described(kept.DocumentJSON)
		var plan format.Plan
		if err := json.Unmarshal(kept.JSON, &plan); err != nil || plan.Panel == nil {
			return s, fmt.Sprintf("plan.json of version %d is damaged: restore it from a backup", v.Number)
		}
		data, err := v.Read(ctx, "verdicts.json")
		if err != nil {
			return s, err.Error()
		}
		if err := json.Unmarshal(data, &s.Verdicts); err != nil {
			return s, fmt.Sprintf("verdicts.json of version %d is damaged: restore it from a backup", v.Number)
		}
		if s.Reading, err = plan.RereadReading(func(name string) ([]byte, error) { return v.Read(ctx, name) }, nil, nil); err != nil {
			s.Reading = &report.IntegrityReading{Outcome: string(jury.Failed)} // it changes no place
		}
		s.Version, s.Panel, s.PanelSHA256, s.NoModel = v.Number, plan.Panel, plan.PanelSHA256, plan.NoModel()
		s.Language, s.Document = report.Lang(plan.Language), plan.Document.SHA256
		s.Source, s.Judges = plan.Document.SourceSHA256, plan.Judges
		s.Aligned = plan.Alignment != nil && plan.Alignment.Grades
		return s, ""
	}
	return s, report.ReasonNoVersion
}

// excluded is the submission if it is not compared.
func (s Submission) excluded(reason string) report.Excluded {
	return report.Excluded{Case: s.Case, Brand: s.Brand, Title: s.title(), Reason: reason}
}

// title is what the board keeps of the document's title.
func (s Submission) title() string { return report.NameOf(s.Title, s.Brand).Title }

// described returns a document's title and what in it may be meant to sway its
// judges, each kind once, by what intake found.
func described(description []byte) (title string, tricks []document.WarningKind) {
	var doc document.Document
	if json.Unmarshal(description, &doc) != nil {
		return "", nil // a version without a description is none with findings
	}
	return doc.OwnTitle(), doc.Tricks()
}

// byModel parts submissions that the baseline judged from the others. If it
// judged all there is, all are kept.
func byModel(all []Submission) (kept []Submission, excluded []report.Excluded) {
	if !slices.ContainsFunc(all, func(s Submission) bool { return !s.NoModel }) {
		return all, nil
	}
	for _, s := range all {
		if s.NoModel {
			excluded = append(excluded, s.excluded(report.ReasonBaseline))
			continue
		}
		kept = append(kept, s)
	}
	return kept, excluded
}

// onePanel chooses the panel whose submissions are compared.
func onePanel(all []Submission, wanted string) string {
	counts, last := map[string]int{}, map[string]int{}
	var hashes []string
	for i, s := range all {
		if counts[s.PanelSHA256] == 0 {
			hashes = append(hashes, s.PanelSHA256)
		}
		counts[s.PanelSHA256]++
		last[s.PanelSHA256] = i
	}
	if counts[wanted] > 0 || len(hashes) == 0 {
		return wanted
	}
	return slices.MaxFunc(hashes, func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(last[a], last[b]))
	})
}

// Compare fills in what changed since the last board, and reports whether
// anything did. last may be nil. Entries have no change if a language model gave the scores
// of only one of the two boards.
func Compare(b, last *report.Board) (changed bool) {
	if last == nil {
		return true
	}
	// By both, since a case's folder may have been moved away and its number given
	// to another brand.
	type key struct{ id, brand string }
	old := map[key]report.BoardEntry{}
	for _, e := range last.Entries {
		old[key{e.Case, e.Brand}] = e
	}
	b.Since = &report.BoardSince{Version: last.Version, Date: last.Date, Gone: []report.Gone{}}
	for i := range b.Entries {
		e := &b.Entries[i]
		was, ok := old[key{e.Case, e.Brand}]
		delete(old, key{e.Case, e.Brand})
		switch {
		case b.NoModel != last.NoModel:
		case !ok:
			e.Delta = &report.Delta{New: true, Total: "0"}
		default:
			e.Delta = &report.Delta{Rank: was.Rank - e.Rank, Total: difference(e.Total, was.Total)}
		}
	}
	for _, e := range last.Entries {
		if _, ok := old[key{e.Case, e.Brand}]; ok {
			b.Since.Gone = append(b.Since.Gone, report.Gone{Case: e.Case, Brand: e.Brand, Title: e.Title, Rank: e.Rank})
		}
	}
	return !same(b, last)
}

// same compares boards without their number, their time and what changed, and without the
// no_model of lenses and statistics: in boards of earlier releases only the board has it.
func same(a, b *report.Board) bool {
	plain := func(b *report.Board) string {
		c := *b
		c.Version, c.Date, c.At, c.Since = 0, "", time.Time{}, nil
		c.Entries = slices.Clone(b.Entries)
		for i := range c.Entries {
			c.Entries[i].Delta = nil
		}
		c.Lenses = slices.Clone(b.Lenses)
		for i := range c.Lenses {
			c.Lenses[i].NoModel = false
		}
		c.Statistics = slices.Clone(b.Statistics)
		for i := range c.Statistics {
			c.Statistics[i].NoModel = false
		}
		data, err := json.Marshal(c)
		if err != nil {
			return err.Error()
		}
		return string(data)
	}
	return plain(a) == plain(b)
}
