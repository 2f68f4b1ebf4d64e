package app

import (
	"bytes"
	"context"
	"io/fs"
	"slices"

	"judgement/internal/api/pages"
	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/label"
	"judgement/internal/store"
	"judgement/scene"
)

// Deleted says what was removed of a submission, or would be.
type Deleted struct {
	Case   string       `json:"case_id"`
	Scene  string       `json:"scene"`
	DryRun bool         `json:"dry_run"`
	Files  []string     `json:"files"`
	Rows   store.Purged `json:"rows"`
	Stays  []string     `json:"stays"` // folders and files that still name the submission or quote it
}

// Delete removes one submission: its case with documents, replies and reports, and
// what the database of jobs has of it. The rows go first: if the files fail, the same
// call finds the case again.
func (p *Process) Delete(ctx context.Context, name string, dryRun bool) (*Deleted, error) {
	st, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	cases := casefile.New(st, p.Now)
	id, err := cases.IDOf(ctx, name)
	if err != nil {
		return nil, err
	}
	c, _, err := cases.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	out := &Deleted{Case: id, Scene: c.Scene, DryRun: dryRun}
	// A dry run first: a case that another process judges keeps its rows too.
	if out.Files, err = cases.Delete(ctx, id, true); err != nil {
		return nil, err
	}
	if out.Rows, err = p.forget(ctx, store.Submitted{Case: id, Scene: c.Scene, Brands: []string{c.Brand, c.Folder}}, dryRun); err != nil {
		return nil, err
	}
	kept, err := pages.Forget(ctx, st, id, c.Scene, []string{c.Brand, c.Folder}, dryRun)
	if err != nil {
		return nil, err
	}
	out.Files = append(out.Files, kept...)
	if !dryRun {
		if _, err = cases.Delete(ctx, id, false); err != nil {
			return nil, err
		}
	}
	out.Stays, err = p.stays(ctx, st, c)
	return out, err
}

func (p *Process) forget(ctx context.Context, s store.Submitted, dryRun bool) (n store.Purged, err error) {
	if !p.HasDatabase() {
		return n, nil
	}
	db, err := p.Database(ctx)
	if err != nil {
		return n, err
	}
	in := db.InTx
	if dryRun {
		in = db.DryRun
	}
	err = in(ctx, func(tx *database.Tx) (err error) { n, err = store.Forget(ctx, tx, s); return err })
	return n, err
}

// stays lists what a deletion leaves: boards and comparisons are about all submissions
// of a scene, labels are what people said.
func (p *Process) stays(ctx context.Context, st *Storage, c *casefile.Case) ([]string, error) {
	out := []string{}
	prefix := ""
	if s, _, err := scene.Load(p.Workspace.FS, c.Scene); err == nil {
		prefix = s.Report.BrandPrefix
	}
	for _, dir := range []string{"comparisons/" + c.Scene, "reports/" + prefix + "ranking"} {
		names, err := st.List(ctx, dir)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(names, func(n string) bool { return n[0] != '.' }) {
			out = append(out, dir)
		}
	}
	labels := label.File(c.Scene)
	if data, err := fs.ReadFile(p.Workspace.FS, labels); err == nil && bytes.Contains(data, []byte(c.ID)) {
		out = append(out, labels)
	}
	return out, nil
}
