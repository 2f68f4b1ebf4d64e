package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// ErrNoVersion is the cause of an error about a version that is not there or
// not complete.
var ErrNoVersion = errors.New("no such complete version")

// RenderOptions says how a stored version is rendered.
type RenderOptions struct {
	Version int // 0: the latest complete one
	// Panel aggregates the stored verdicts anew under other lenses or weights;
	// nil: the panel of the version.
	Panel *panel.Panel
	// Verify holds every file of every version to its recorded hash, which may be
	// a *casefile.DifferenceError, and proves every stored quote again, by today's
	// rules.
	Verify bool
}

// Rendered is a stored version as files: what was published, byte for byte,
// unless the options ask for something else.
type Rendered struct {
	Result *Result
	Files  []casefile.File // report.md first
}

// Render makes the report of a stored version again, with no call and without
// writing anything. name is a case id, a report folder or a brand.
func (p *Pipeline) Render(ctx context.Context, name string, o RenderOptions) (*Rendered, error) {
	c, err := p.Cases.Find(ctx, name)
	if err != nil {
		return nil, err
	}
	var found *casefile.Published
	if o.Verify {
		if found, err = unchanged(ctx, c); err != nil {
			return nil, fmt.Errorf("case %s: %w", c.ID, err)
		}
	}
	v, err := complete(ctx, c, o.Version)
	if err != nil {
		return nil, err
	}
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	render := p.renderReview
	if isMeetingPlan(kept.JSON) {
		render = p.renderMeeting
	}
	out, err := render(ctx, c, v, o)
	if err == nil && found != nil {
		out.Result.Recheck.Versions, out.Result.Recheck.Unrecorded = found.Versions, found.Unrecorded
	}
	return out, err
}

// renderReview makes the files of a stored version again.
func (p *Pipeline) renderReview(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Rendered, error) {
	out, err := p.stored(ctx, c, v, o)
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	pub, err := p.publication(ctx, nil, out, &out.Document)
	if err != nil {
		return nil, err
	}
	return &Rendered{Result: out, Files: pub.Reports}, nil
}

// complete picks a complete version; 0 is the latest one.
func complete(ctx context.Context, c *casefile.Case, number int) (*casefile.Version, error) {
	versions, err := c.Versions(ctx)
	if err != nil {
		return nil, err
	}
	for i := len(versions) - 1; i >= 0; i-- {
		v := versions[i]
		if number == 0 && v.Complete || number == v.Number && v.Complete {
			return v, nil
		}
		if number == v.Number {
			return nil, fmt.Errorf("%w: version %d of case %s is not finished", ErrNoVersion, number, c.ID)
		}
	}
	if number == 0 {
		return nil, fmt.Errorf("%w: case %s has none yet", ErrNoVersion, c.ID)
	}
	return nil, fmt.Errorf("%w: case %s has no version %d", ErrNoVersion, c.ID, number)
}

// stored reads a version back into a result.
func (p *Pipeline) stored(ctx context.Context, c *casefile.Case, v *casefile.Version, o RenderOptions) (*Result, error) {
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	out := &Result{
		Schema: 1, CaseID: c.ID, Version: v.Number, Scene: c.Scene, Brand: c.Brand,
		Date: v.Date, Folder: "reports/" + c.Folder, Plan: &review.Plan{},
	}
	if err := json.Unmarshal(kept.JSON, out.Plan); err != nil {
		return nil, fmt.Errorf("read plan.json: %w", err)
	}
	if err := json.Unmarshal(kept.DocumentJSON, &out.Document); err != nil {
		return nil, fmt.Errorf("read the document's description: %w", err)
	}
	out.Document.Text = string(kept.Document)
	b, err := v.Read(ctx, "verdicts.json")
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &out.Verdicts); err != nil {
		return nil, fmt.Errorf("read verdicts.json: %w", err)
	}
	if o.Verify {
		p.verify(out)
	}
	if o.Panel != nil {
		if err := out.restate(o.Panel); err != nil {
			return nil, err
		}
	}
	if out.Result, err = review.Aggregate(out.Plan.Panel, out.Verdicts); err == nil {
		out.Result.NoModel = out.Plan.NoModel()
	}
	return out, err
}

// restate puts the verdicts under another panel, and keeps what was published.
func (r *Result) restate(other *panel.Panel) error {
	was, err := review.Aggregate(r.Plan.Panel, r.Verdicts)
	if err != nil {
		return err
	}
	r.Restated = &report.Restated{Version: fmt.Sprintf("%s v%d", r.CaseID, r.Version), Total: was.Total, Max: was.Max}
	if r.Verdicts, err = review.Rescale(other, r.Verdicts); err != nil {
		return err
	}
	r.Plan.Panel = other
	r.Plan.Judges = slices.DeleteFunc(r.Plan.Judges, func(j review.PlannedJudge) bool {
		_, ok := other.Judge(j.Slug)
		return !ok
	})
	return nil
}

// methods are the judges' skills, for quotes that stand in them instead of in
// the document.
func (s *Setup) methods(plan *review.Plan) map[string]string {
	out := map[string]string{}
	for _, j := range plan.Panel.Judges {
		if sk := s.Skills[j.SkillPath]; sk != nil {
			out["the method of judge "+j.Slug] = sk.Body
		}
	}
	return out
}

func prover(doc *document.Document, others map[string]string) *evidence.Index {
	return evidence.New(doc.Text, evidence.WithPages(doc.PageAt), evidence.WithOthers(others))
}

// judged returns the result of the latest complete version where it is the
// same job, so that a batch that is run again pays for nothing that is done.
func (p *Pipeline) judged(ctx context.Context, c *casefile.Case, key string) (*Result, error) {
	versions, err := c.Versions(ctx)
	if err != nil {
		return nil, err
	}
	for i := len(versions) - 1; i >= 0; i-- {
		v := versions[i]
		if !v.Complete {
			continue
		}
		if v.Key != key {
			return nil, nil
		}
		return p.finished(ctx, c, v)
	}
	return nil, nil
}

// finished reads a complete version back as the result of a job that asked
// nothing.
func (p *Pipeline) finished(ctx context.Context, c *casefile.Case, v *casefile.Version) (*Result, error) {
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, err
	}
	var out *Result
	if isMeetingPlan(kept.JSON) {
		out, _, err = p.storedMeeting(ctx, c, v, RenderOptions{})
	} else {
		out, err = p.stored(ctx, c, v, RenderOptions{})
	}
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	out.Unchanged = true
	return out, nil
}
