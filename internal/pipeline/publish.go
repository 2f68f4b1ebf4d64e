package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// Each version records what made it.
const (
	// rulesVersion changes when the same replies give another result.
	rulesVersion = 1
	// rendererVersion changes when the same result gives other reports.
	rendererVersion = 1
)

// publication renders a result into the files of its version and of its report
// folder. It is the same for the same plan, document and verdicts, whichever
// setup lends its panel file; nil lends none.
func (p *Pipeline) publication(ctx context.Context, s *Setup, out *Result, doc *document.Document) (casefile.Publication, error) {
	var pub casefile.Publication
	in := p.review(out, doc)
	page, err := p.page(in, out)
	if err != nil {
		return pub, err
	}
	md := report.Markdown(page)
	pub.Date, pub.VersionMD, pub.Rules, pub.Renderer, pub.NoModel = in.Date, md, rulesVersion, rendererVersion, out.Plan.NoModel()
	pub.Reports = append(pub.Reports, casefile.File{Name: "report.md", Data: md})
	for _, r := range p.Renderers {
		b, err := r.Render(ctx, page, out.Plan.StartedAt)
		if err != nil {
			return pub, fmt.Errorf("render the report as %s: %w", r.Format, err)
		}
		pub.Reports = append(pub.Reports, casefile.File{Name: "report." + r.Format, Data: b})
	}
	panelYAML, err := s.panelYAML(out.Plan.Panel)
	if err != nil {
		return pub, err
	}
	if out.Restated != nil {
		panelYAML = bytes.Replace(panelYAML, []byte(panelThatJudged), []byte(panelPutUnder), 1)
	}
	pub.Reports = append(pub.Reports, casefile.File{Name: "panel.yaml", Data: panelYAML})
	for _, j := range out.Plan.Judges {
		b := report.Markdown(report.JudgePage(in, j.Slug))
		pub.Reports = append(pub.Reports, casefile.File{Name: "reviews/" + j.Slug + ".md", Data: b})
	}
	for _, f := range pub.Reports {
		out.Files = append(out.Files, f.Name)
	}
	type file struct {
		name  string
		value any
	}
	files := []file{{"verdicts.json", out.Verdicts}, {"result.json", out.Result}}
	if out.Statistics != nil {
		files = append(files, file{"statistics.json", out.Statistics})
	}
	if out.Drafts != nil {
		files = append(files, file{draftsFile, out.Drafts.Checkpoints})
	}
	for _, f := range files {
		b, err := encode(f.value)
		if err != nil {
			return pub, fmt.Errorf("encode %s: %w", f.name, err)
		}
		pub.Files = append(pub.Files, casefile.File{Name: f.name, Data: b})
	}
	return pub, nil
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	err := enc.Encode(v)
	return b.Bytes(), err
}

// page is the whole report: the contract's six sections and our appendix.
func (p *Pipeline) page(in report.Review, out *Result) (report.Page, error) {
	comments := map[string]string{}
	for _, l := range out.Result.Lenses {
		name := l.Judge
		if j, ok := in.Panel.Judge(l.Judge); ok {
			name = in.Lang.Judge(j)
		}
		comments[l.Lens] = l.Comment
		if len(in.Panel.Judges) > 1 && l.Comment != "" {
			comments[l.Lens] = name + colon(in.Lang) + l.Comment
		}
	}
	opts := []report.Option{
		report.InLanguage(in.Lang), report.Titled(out.Document.Title, subtitle(in)),
		report.WithSpread(out.Result.Spread, in.Spreads), report.WithIntegrity(in.Integrity),
		report.WithRestated(in.Restated), report.WithMissing(in.Missing()),
	}
	if in.Provenance.NoModel {
		opts = append(opts, report.WithoutModel())
	}
	page, err := report.Scored(in.Panel, in.Means, comments, out.Result.MustFix, out.Result.Suggestions, out.Result.Cuts, opts...)
	if err != nil {
		return page, err
	}
	appendix := report.Appendix(in)
	at := len(appendix)
	if at > 0 {
		if _, ok := appendix[at-1].(report.Source); ok {
			at-- // the judged document comes last
		}
	}
	out.Statistics = board.ReviewStatistics(in.Panel, in.Verdicts)
	votes := report.Statistics(in.Lang, in.Panel.Judges, out.Statistics)
	page.Blocks = append(page.Blocks, slices.Insert(appendix, at, votes...)...)
	return page, nil
}

func colon(l report.Lang) string {
	if l == report.Chinese {
		return "："
	}
	return ": "
}

func subtitle(in report.Review) string {
	return fmt.Sprintf("%s · %s · %s v%d · %s", in.Brand, in.Scene.Name, in.Case, in.Version, in.Date)
}

// day is the day of a review that begins now. One that goes on, or is rendered
// again, has the day that its version recorded.
func (p *Pipeline) day(plan *review.Plan) string {
	return plan.StartedAt.In(p.Zone).Format(time.DateOnly)
}

// review gathers what the report's builders need.
func (p *Pipeline) review(out *Result, doc *document.Document) report.Review {
	in := report.Review{
		Panel: out.Plan.Panel, Lang: report.Lang(out.Plan.Language),
		Scene: report.Scene{Slug: out.Plan.Scene, Name: out.Plan.SceneName},
		Brand: out.Brand, Case: out.CaseID, Version: out.Version, Restated: out.Restated,
		Date:     cmp.Or(out.Date, p.day(out.Plan)),
		Verdicts: out.Verdicts, Means: map[string]panel.Points{}, Spreads: map[string]report.Spread{},
		Provenance: report.Provenance{
			DocumentName: doc.Name, DocumentSHA256: doc.SHA256, NoModel: out.Plan.NoModel(), PromptSHA256: out.Plan.Prompts,
		},
		Source: &report.Source{Name: doc.Name, Text: doc.Text},
	}
	if out.Result != nil {
		in.Usage, in.Cost = out.Result.Usage, out.Result.Cost
		for _, l := range out.Result.Lenses {
			in.Means[l.Lens], in.Spreads[l.Lens] = l.Score, l.Spread
		}
	}
	for _, pg := range doc.Pages {
		in.Source.Pages = append(in.Source.Pages, report.SourcePage{Number: pg.Number, Start: pg.Start, End: pg.End})
	}
	for _, w := range doc.Warnings {
		page := 0
		if w.Start >= 0 {
			page = doc.PageAt(w.Start)
		}
		in.Integrity = append(in.Integrity, report.IntegrityWarning{
			Kind: string(w.Kind), Excerpt: w.Excerpt, Start: w.Start, End: w.End, Count: w.Count, Page: page,
		})
	}
	for _, j := range out.Plan.Judges {
		in.Provenance.Provider = j.Provider
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
