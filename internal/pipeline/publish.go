package pipeline

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/report"
)

// Each version records what made it.
const (
	// rulesVersion changes if the same replies give another result.
	rulesVersion = evidence.RulesVersion
	// rendererVersion changes if the same result gives other reports.
	rendererVersion = 7
)

// publication is what a version publishes.
type publication struct {
	casefile.Publication
	late   []casefile.File
	drafts []casefile.Checkpoint
}

// publication renders a result into the files of its version and of its report
// folder. It is the same for the same plan, document and judgement.
func (p *Pipeline) publication(ctx context.Context, v *casefile.Version, r format.Run, out *Result) (*publication, error) {
	in := p.review(out, r.Document())
	in.Unproven = out.Judgement.Overview().MostUnproven(out.Plan)
	var err error
	if in.Previous, err = p.previous(ctx, v, out); err != nil {
		return nil, err
	}
	made, err := r.Publication(out.Judgement, in)
	if err != nil {
		return nil, err
	}
	out.Warnings = append(out.Warnings, made.Warnings...)
	if out.reproved {
		again := report.Reproved(in.Lang, fmt.Sprintf("%s v%d", in.Case, in.Version), rulesVersion)
		made.Page.Blocks = append([]report.Block{again}, made.Page.Blocks...)
	}
	md := report.Markdown(made.Page)
	pub := &publication{late: made.Late, drafts: made.Drafts}
	pub.Date, pub.VersionMD, pub.Files = in.Date, md, made.Record
	pub.Editable = format.Editable(Records())
	pub.Rules, pub.Renderer, pub.NoModel = rulesVersion, rendererVersion, out.Plan.NoModel()
	pub.Reports = append([]casefile.File{{Name: "report.md", Data: md}}, made.Files...)
	for _, r := range p.Renderers {
		b, err := r.Render(ctx, made.Page, out.Plan.StartedAt)
		if err != nil {
			return nil, fmt.Errorf("render the report as %s: %w", r.Format, err)
		}
		pub.Reports = append(pub.Reports, casefile.File{Name: "report." + r.Format, Data: b})
	}
	pub.Reports = append(pub.Reports, made.Late...)
	comment := "The panel as it judged: inheritance merged, chosen judges only."
	if out.restated {
		comment = "The panel that stored verdicts are aggregated under, inheritance merged; another one judged."
	}
	panelYAML, err := out.Plan.Panel.Write(comment)
	if err != nil {
		return nil, err
	}
	pub.Reports = append(append(pub.Reports, casefile.File{Name: "panel.yaml", Data: panelYAML}), made.Reviews...)
	out.Files = format.FileNames(pub.Reports)
	return pub, nil
}

// previous is what the last complete version before this one that it is compared with came
// to; nil: there is none, or it has no score. A language model's scores are not compared with
// the baseline's.
func (p *Pipeline) previous(ctx context.Context, v *casefile.Version, out *Result) (*report.Previous, error) {
	before, err := v.Before(ctx)
	for ; before != nil && err == nil; before, err = before.Before(ctx) {
		kept, err := before.Plan(ctx)
		if err != nil {
			return nil, err
		}
		var plan format.Plan
		if err := json.Unmarshal(kept.JSON, &plan); err != nil { // damaged, which the check of files says
			return nil, nil
		}
		if plan.NoModel() == out.Plan.NoModel() {
			break
		}
	}
	if err != nil || before == nil {
		return nil, err
	}
	f, err := Find(p.Workspace, out.Plan.Panel.OutputFormat)
	if err != nil {
		return nil, err
	}
	var unread error
	sum, err := f.Summary(func(name string) (b []byte, err error) {
		b, unread = before.Read(ctx, name)
		return b, unread
	})
	switch {
	case unread != nil && !errors.Is(unread, fs.ErrNotExist):
		return nil, unread
	case err != nil || sum.Score == nil: // of another format, or damaged, which the check of files says
		return nil, nil
	}
	return &report.Previous{Version: before.Number, Total: sum.Score.Total, Max: sum.Score.Max, Letter: sum.Score.Grade}, nil
}

// publish publishes, and leaves out what can be written later and can't be now.
func (pub *publication) publish(ctx context.Context, v *casefile.Version, out *Result) error {
	err := v.Publish(ctx, pub.Publication)
	for _, f := range pub.late {
		write := fault.From(err)
		if write == nil || write.Code.Word() != fault.Write.Word() || !strings.HasSuffix(filepath.ToSlash(write.Params["path"]), "/"+f.Name) {
			continue
		}
		pub.Reports = slices.DeleteFunc(pub.Reports, func(r casefile.File) bool { return r.Name == f.Name })
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s was not written: %s; make room for it, then make it from the stored version", f.Name, write.Error()))
		err = v.Publish(ctx, pub.Publication)
	}
	out.Published, out.Files = pub.Reports, format.FileNames(pub.Reports)
	return err
}

// day is the day of a review that begins now. One that goes on, or is rendered
// again, has the day that its version recorded.
func (p *Pipeline) day(plan *format.Plan) string {
	return plan.StartedAt.In(p.Zone).Format(time.DateOnly)
}

// review gathers what the reports of all formats need.
func (p *Pipeline) review(out *Result, doc *document.Document) report.Review {
	in := report.Review{
		Panel: out.Plan.Panel, Lang: report.Lang(out.Plan.Language),
		Scene: report.Scene{Slug: out.Plan.Scene, Name: out.Plan.SceneName},
		Brand: out.Brand, Case: out.CaseID, Version: out.Version, Date: cmp.Or(out.Date, p.day(out.Plan)),
		Provenance: report.Provenance{
			DocumentName: doc.Name, DocumentSHA256: doc.SHA256, NoModel: out.Plan.NoModel(), PromptSHA256: out.Plan.Prompts,
		},
		Source: &report.Source{Name: doc.Name, Text: doc.Text},
	}
	for _, pg := range doc.Pages {
		in.Source.Pages = append(in.Source.Pages, report.SourcePage{Number: pg.Number, Start: pg.Start, End: pg.End})
	}
	in.Integrity = format.Integrity(doc)
	var providers []string
	for _, j := range out.Plan.Judges {
		if !slices.Contains(providers, j.Provider) {
			providers = append(providers, j.Provider)
		}
		in.Provenance.Provider = strings.Join(providers, ", ")
		if !slices.Contains(in.Provenance.Models, j.Model) {
			in.Provenance.Models = append(in.Provenance.Models, j.Model)
		}
		in.Provenance.Skills = append(in.Provenance.Skills, report.Named{Name: j.Slug + " " + j.SkillVersion, Value: j.SkillSHA256})
	}
	if sel := out.Plan.Selection; sel != nil {
		in.Selected = []string{}
		for _, j := range out.Plan.Judges {
			in.Selected = append(in.Selected, j.Slug)
		}
	}
	return in
}
