package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/casefile"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// result is a judged version as hosts read it. Scores are decimal texts, which lose
// nothing.
type result struct {
	Case        string   `json:"case"`
	Version     int      `json:"version"`
	Judged      bool     `json:"already_judged,omitempty" jsonschema:"of a review: true: the latest version was made of the same and is returned; no model was asked"`
	Scene       string   `json:"scene"`
	Brand       string   `json:"brand"`
	Date        string   `json:"date"`
	NoModel     bool     `json:"no_model" jsonschema:"true: the lexical baseline answered, not a language model"`
	Total       string   `json:"total,omitempty"`
	Max         string   `json:"max,omitempty"`
	Grade       string   `json:"grade,omitempty" jsonschema:"S from 95 %, A from 85 %, B from 70 %, C from 55 %, else D"`
	Spread      *spread  `json:"spread,omitempty" jsonschema:"of the judges' totals; absent with fewer than two judges"`
	Answered    int      `json:"judges_answered"`
	Judges      []judge  `json:"judges"`
	Lenses      []lens   `json:"lenses"`
	MustFix     []remark `json:"must_fix"`
	Suggestions []remark `json:"suggestions"`
	// Highlights and Shortcomings are those of a meeting summary.
	Highlights   []remark `json:"highlights,omitempty" jsonschema:"of a summary without scores"`
	Shortcomings []remark `json:"shortcomings,omitempty" jsonschema:"of a summary without scores"`
	Proven       int      `json:"quotes_proven"`
	Quotes       int      `json:"quotes"`
	Tricks       []string `json:"speaks_to_judges" jsonschema:"kinds of text in the document that is hidden or speaks to its judges; empty: none was found"`
	Unsure       []string `json:"perhaps_speaks_to_judges" jsonschema:"kinds of text whose wording is only near to that of such text; honest text can be so, too"`
	Tokens       int      `json:"tokens"`
	Cost         string   `json:"cost" jsonschema:"with its currency; empty: not known"`
	Report       string   `json:"report" jsonschema:"resource with the whole report as Markdown"`
	Files        []string `json:"files,omitempty" jsonschema:"of a review: the report's files in the workspace folder; absent if this server shares no folder"`
}

type spread struct {
	Low  string `json:"low"`
	High string `json:"high"`
	SD   string `json:"sd"`
}

type judge struct {
	Judge   string `json:"judge"`
	NoModel bool   `json:"no_model" jsonschema:"true: no language model answered for it"`
	Repeat  int    `json:"repeat"`
	Outcome string `json:"outcome" jsonschema:"ok, or why there is no score: abstained, refused, unparsable, failed, over_budget"`
	Reason  string `json:"reason,omitempty"`
	Says    string `json:"says,omitempty" jsonschema:"its judgement in a line"`
}

type lens struct {
	Lens    string `json:"lens"`
	NoModel bool   `json:"no_model" jsonschema:"true: no language model judged"`
	Score   string `json:"score"`
	Max     string `json:"max"`
	Low     string `json:"low" jsonschema:"of the judges"`
	High    string `json:"high" jsonschema:"of the judges"`
	Comment string `json:"comment" jsonschema:"of the judge nearest to the mean"`
	Judge   string `json:"judge"`
}

type remark struct {
	Lens   string  `json:"lens,omitempty"`
	Text   string  `json:"text"`
	Judge  string  `json:"judge,omitempty"`
	Quotes []quote `json:"quotes"`
}

type ofVersion struct {
	Case    string `json:"case" jsonschema:"case id such as C-2026-0001, report folder or brand"`
	Version int    `json:"version,omitempty" jsonschema:"number of the version (default: the latest)"`
}

func (h *host) result(ctx context.Context, _ *mcp.CallToolRequest, in ofVersion) (result, error) {
	return h.stored(ctx, in.Case, in.Version)
}

// stored reads a version that was published.
func (h *host) stored(ctx context.Context, name string, version int) (result, error) {
	r, err := h.render(ctx, name, version)
	if err != nil {
		return result{}, err
	}
	return newResult(r.Result), nil
}

func (h *host) render(ctx context.Context, name string, version int) (*pipeline.Rendered, error) {
	if version < 0 {
		return nil, usage(fmt.Sprintf("version is %d", version), "give 1 or more, or leave it out for the latest")
	}
	return h.Pipeline.Render(ctx, name, pipeline.RenderOptions{Version: version})
}

func newResult(r *pipeline.Result) result {
	o := r.Judgement.Overview()
	remarks := func(list []report.Remark) []remark { return remarksIn(report.Lang(r.Plan.Language), list) }
	out := result{
		Case: r.CaseID, Version: r.Version, Scene: r.Scene, Brand: r.Brand, Date: r.Date, NoModel: r.Plan.NoModel(), Answered: o.Answered(),
		Judges: []judge{}, Lenses: []lens{}, MustFix: remarks(o.MustFix), Suggestions: remarks(o.Suggestions), Highlights: remarks(o.Highlights), Shortcomings: remarks(o.Shortcomings),
		Tricks: []string{}, Unsure: []string{}, Proven: o.Evidence.Proven, Quotes: o.Evidence.Total, Tokens: o.Usage.PromptTokens + o.Usage.CompletionTokens, Report: reportURI(r.CaseID, r.Version),
	}
	for _, kind := range r.Document.Tricks() {
		out.Tricks = append(out.Tricks, string(kind))
	}
	for _, kind := range r.Document.Unsure() {
		out.Unsure = append(out.Unsure, string(kind))
	}
	if s := o.Score; s != nil {
		out.Total, out.Max, out.Grade = report.Shown(s.Total, s.Max), s.Max.String(), s.Grade
		if s.Spread != nil {
			out.Spread = &spread{s.Spread.Min.String(), s.Spread.Max.String(), fmt.Sprintf("%.2f", s.Spread.SD)}
		}
	}
	if o.Cost != nil {
		out.Cost = o.Cost.String()
	}
	for _, e := range o.Judges {
		out.Judges = append(out.Judges, judge{e.Judge, e.NoModel, e.Repeat, string(e.Outcome), e.Reason, e.Says})
	}
	for _, l := range o.Lenses {
		out.Lenses = append(out.Lenses, lens{l.Lens, l.NoModel, report.Shown(l.Score, l.Max), l.Max.String(), l.Spread.Min.String(), l.Spread.Max.String(), l.Comment, l.Judge})
	}
	return out
}

// remarksIn are remarks with the notes on their quotes in a language.
func remarksIn(lang report.Lang, list []report.Remark) []remark {
	out := []remark{}
	for _, r := range list {
		one := remark{r.Lens, r.Text, r.Judge, []quote{}}
		for _, c := range r.Citations {
			if c.Quote != "" {
				one.Quotes = append(one.Quotes, newQuote(lang, c))
			}
		}
		out = append(out, one)
	}
	return out
}

func newQuote(lang report.Lang, c report.Citation) quote {
	return quote{c.Quote, c.Status, report.Proven(c.Status), c.Start, c.End, c.Page, lang.Finding(c.Note), c.Before, c.Found, c.After}
}

type twoVersions struct {
	Case string `json:"case" jsonschema:"case id, report folder or brand"`
	From int    `json:"from" jsonschema:"number of the earlier version"`
	To   int    `json:"to,omitempty" jsonschema:"number of the later version (default: the latest)"`
}

type difference struct {
	Case        string       `json:"case"`
	From        int          `json:"from"`
	To          int          `json:"to"`
	SamePanel   bool         `json:"same_panel" jsonschema:"false: other judges, criteria or skills, so the difference is not of the document alone"`
	GradeFrom   string       `json:"grade_from,omitempty"`
	GradeTo     string       `json:"grade_to,omitempty"`
	Change      string       `json:"change,omitempty" jsonschema:"of the total, in points; absent if the maxima differ or one version's scores are the baseline's"`
	NoModelFrom bool         `json:"no_model_from,omitempty" jsonschema:"no language model judged the earlier version"`
	NoModelTo   bool         `json:"no_model_to,omitempty" jsonschema:"no language model judged the later version"`
	Lenses      []lensChange `json:"lenses"`
	Gone        []string     `json:"must_fix_gone"`
	Open        []string     `json:"must_fix_open"`
	New         []string     `json:"must_fix_new"`
}

type lensChange struct {
	Lens   string `json:"lens"`
	From   string `json:"from"`
	To     string `json:"to"`
	Change string `json:"change,omitempty" jsonschema:"absent as that of the total"`
}

func (h *host) compare(ctx context.Context, _ *mcp.CallToolRequest, in twoVersions) (difference, error) {
	if in.From < 1 {
		return difference{}, usage("the earlier version is not named", "give its number as from, 1 or more")
	}
	a, err := h.render(ctx, in.Case, in.From)
	if err != nil {
		return difference{}, err
	}
	b, err := h.render(ctx, a.Result.CaseID, in.To)
	if err != nil {
		return difference{}, err
	}
	if a.Result.Version >= b.Result.Version {
		return difference{}, usage(fmt.Sprintf("version %d is not earlier than version %d", a.Result.Version, b.Result.Version), "give the earlier version as from")
	}
	return newDifference(a.Result, b.Result), nil
}

func newDifference(a, b *pipeline.Result) difference {
	from, to := a.Judgement.Overview(), b.Judgement.Overview()
	out := difference{
		Case: b.CaseID, From: a.Version, To: b.Version, SamePanel: a.Plan.PanelSHA256 == b.Plan.PanelSHA256, Lenses: []lensChange{},
		NoModelFrom: a.Plan.NoModel(), NoModelTo: b.Plan.NoModel(),
	}
	if from.Score != nil && to.Score != nil {
		out.GradeFrom, out.GradeTo = from.Score.Grade, to.Score.Grade
		out.Change = change(from.Score.Total, from.Score.Max, to.Score.Total, to.Score.Max)
	}
	for _, l := range to.Lenses {
		for _, old := range from.Lenses {
			if old.Lens == l.Lens {
				out.Lenses = append(out.Lenses, lensChange{l.Lens, report.Shown(old.Score, old.Max), report.Shown(l.Score, l.Max), change(old.Score, old.Max, l.Score, l.Max)})
			}
		}
	}
	if out.NoModelFrom != out.NoModelTo {
		out.Change = ""
		for i := range out.Lenses {
			out.Lenses[i].Change = ""
		}
	}
	gone, open, fresh := report.CompareFixes(from.MustFix, to.MustFix)
	out.Gone, out.Open, out.New = texts(gone), texts(open), texts(fresh)
	return out
}

// change is a difference of two scores; empty if their maxima differ.
func change(from, fromMax, to, toMax panel.Points) string {
	if fromMax.Cmp(toMax) != 0 {
		return ""
	}
	return report.Difference(to.Sub(from))
}

func texts(list []report.Remark) []string {
	out := []string{}
	for _, r := range list {
		out = append(out, r.Text)
	}
	return out
}

var errNoBoard = errors.New("there is no board")

// board reads the newest board of a competition.
func (h *host) board(ctx context.Context, slug string) (*report.Board, error) {
	sc, _, err := scene.Load(h.Pipeline.Workspace, slug, pipeline.Outputs()...)
	if err != nil {
		return nil, err
	}
	data, err := h.Pipeline.Cases.Board(ctx, casefile.BoardFolder(sc.Report.BrandPrefix))
	if err == nil && data == nil {
		err = errNoBoard
	}
	if err != nil {
		return nil, err
	}
	var b report.Board
	if err := json.Unmarshal(data, &b); err != nil {
		return nil, fmt.Errorf("read the board of scene %s: %w", slug, err)
	}
	return &b, b.Check()
}
