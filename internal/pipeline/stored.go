package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/panel"
)

// RenderOptions says how a stored version is rendered.
type RenderOptions struct {
	Version int // 0: the latest complete one
	// Panel aggregates the stored verdicts again under other lenses or weights;
	// nil: the panel of the version.
	Panel *panel.Panel
	// Verify holds every file of every version to its recorded hash, which may be
	// fault.Changed, and proves every stored quote again, by today's rules. The
	// report keeps the stored statuses.
	Verify bool
	// Current renders the report with the statuses that today's rules give the quotes.
	Current bool
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
	var found *format.Recheck
	if o.Verify {
		if found, err = unchanged(ctx, c); err != nil {
			return nil, fmt.Errorf("case %s: %w", c.ID, err)
		}
	}
	if o.Current {
		found = cmp.Or(found, &format.Recheck{})
		found.Replace = true
	}
	v, err := complete(ctx, c, o.Version)
	if err != nil {
		return nil, err
	}
	if err := v.Unchanged(ctx); err != nil {
		return nil, fmt.Errorf("case %s: %w", c.ID, err)
	}
	var s *Setup // nil if the scene is gone
	if opened, err := p.Open(c.Scene); err == nil {
		s = opened
	}
	out, r, err := p.stored(ctx, s, c, v, format.Reread{Panel: o.Panel, Recheck: found})
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	out.Recheck, out.restated, out.reproved = found, o.Panel != nil, o.Current
	pub, err := p.publication(ctx, v, r, out)
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
	detail := fmt.Sprintf("case %s has no version %d", c.ID, number)
	if number == 0 {
		detail = fmt.Sprintf("case %s has none yet", c.ID)
	}
	var others []string
	for _, v := range slices.Backward(versions) {
		switch {
		case v.Complete && (number == 0 || number == v.Number):
			return v, nil
		case v.Complete:
			others = append([]string{strconv.Itoa(v.Number)}, others...)
		case number == v.Number:
			detail = fmt.Sprintf("version %d of case %s is not finished", number, c.ID)
		}
	}
	if len(others) > 0 {
		detail += ": complete are " + strings.Join(others, ", ")
	}
	return nil, fault.New(fault.UnknownVersion, nil, "detail", detail)
}

// stored reads a version back into a result.
func (p *Pipeline) stored(ctx context.Context, s *Setup, c *casefile.Case, v *casefile.Version, o format.Reread) (*Result, format.Run, error) {
	kept, err := v.Plan(ctx)
	if err != nil {
		return nil, nil, err
	}
	doc := &document.Document{}
	if err := json.Unmarshal(kept.DocumentJSON, doc); err != nil {
		return nil, nil, fmt.Errorf("read the document's description: %w", err)
	}
	doc.Text = string(kept.Document)
	r, err := p.restore(s, kept, doc)
	if err != nil {
		return nil, nil, err
	}
	judgement, err := r.Reread(func(name string) ([]byte, error) { return v.Read(ctx, name) }, o)
	if err != nil {
		return nil, nil, err
	}
	return newResult(c, v, r, judgement), r, nil
}

// unchanged holds every file of every version of a case to its recorded hash.
func unchanged(ctx context.Context, c *casefile.Case) (*format.Recheck, error) {
	info, err := c.Info(ctx)
	if err != nil {
		return nil, err
	}
	found, err := c.Check(ctx, info, format.Editable(Records()))
	if err != nil {
		return nil, err
	}
	return &format.Recheck{Versions: found.Versions, Unrecorded: found.Unrecorded}, nil
}

// judged returns the result of the latest complete version if it is the same job, so
// that a batch that is run again pays for nothing that is done.
func (p *Pipeline) judged(ctx context.Context, c *casefile.Case, key string) (*Result, error) {
	v, err := complete(ctx, c, 0)
	if errors.Is(err, fault.UnknownVersion) || err == nil && v.Key != key {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return p.finished(ctx, c, v)
}

// finished reads a complete version back as the result of a job that asked
// nothing.
func (p *Pipeline) finished(ctx context.Context, c *casefile.Case, v *casefile.Version) (*Result, error) {
	out, _, err := p.stored(ctx, nil, c, v, format.Reread{})
	if err != nil {
		return nil, fmt.Errorf("case %s, version %d: %w", c.ID, v.Number, err)
	}
	out.Unchanged = true
	return out, nil
}
