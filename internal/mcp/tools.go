package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/scene"
)

func (h *host) addTools(s *mcp.Server) {
	reads, asks := &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true}, &mcp.ToolAnnotations{DestructiveHint: new(bool)}
	tool(h, s, &mcp.Tool{
		Name: "list_scenes", Title: "List scenes", Annotations: reads,
		Description: "Lists the scenes, each with its judges and what they score. A scene is how documents of one kind are judged.",
	}, h.listScenes)
	tool(h, s, &mcp.Tool{
		Name: "plan", Title: "Plan a review", Annotations: reads,
		Description: "Says what a review of a document would take: calls, tokens and price; nothing if the document is already judged. It calls no model and writes nothing.",
	}, h.plan)
	tool(h, s, &mcp.Tool{
		Name: "review", Title: "Review a document", Annotations: asks,
		Description: "Has the scene's panel judge a document, which may cost money: call plan first. The result is kept as the next version of the document's case. If its latest version was made of the same text, scene, panel, models and options, that version is returned and nothing is paid, unless again is true. A review over standard input and output that was cancelled continues when it is asked for again.",
	}, h.review)
	tool(h, s, &mcp.Tool{
		Name: "result", Title: "Read a result", Annotations: reads,
		Description: "Reads the result of a review that is done.",
	}, h.result)
	tool(h, s, &mcp.Tool{
		Name: "compare", Title: "Compare two versions", Annotations: reads,
		Description: "Compares two versions of a case: scores, and which must-fix items are gone, still open or new.",
	}, h.compare)
	tool(h, s, &mcp.Tool{
		Name: "check_evidence", Title: "Check quotes", Annotations: reads,
		Description: "Looks for quotes in a document, and says what the document says in their places. It calls no model.",
	}, h.checkEvidence)
	tool(h, s, &mcp.Tool{
		Name: "ranking", Title: "Read a ranking", Annotations: reads,
		Description: "Reads the board of a competition, with the uncertainty of each place.",
	}, h.ranking)
}

type none struct{}

type sceneList struct {
	Scenes []sceneInfo `json:"scenes"`
	Broken []string    `json:"broken,omitempty" jsonschema:"scenes that can't be used, with the reason"`
}

type sceneInfo struct {
	Slug   string     `json:"slug"`
	Name   string     `json:"name"`
	Type   string     `json:"type" jsonschema:"review or competition"`
	Scored bool       `json:"scored" jsonschema:"false: the report has no scores, as of a meeting summary"`
	Judges []string   `json:"judges"`
	Lenses []lensInfo `json:"lenses"`
}

type lensInfo struct {
	Slug   string `json:"slug"`
	Name   string `json:"name"`
	NameZH string `json:"name_zh,omitempty" jsonschema:"the name in Chinese reports"`
	Max    string `json:"max" jsonschema:"highest score"`
}

func (h *host) listScenes(context.Context, *mcp.CallToolRequest, none) (sceneList, error) {
	all, err := scene.LoadAll(h.Pipeline.Workspace, pipeline.Outputs()...)
	if err != nil {
		return sceneList{}, err
	}
	out := sceneList{Scenes: []sceneInfo{}}
	for _, l := range all {
		if l.Err != nil {
			out.Broken = append(out.Broken, fmt.Sprintf("%s: %v", l.Slug, l.Err))
			continue
		}
		info := sceneInfo{Slug: l.Slug, Name: l.Scene.DisplayName, Type: string(l.Scene.Type), Scored: l.Panel.OutputFormat.Scores(), Judges: []string{}, Lenses: []lensInfo{}}
		for _, j := range l.Panel.Judges {
			info.Judges = append(info.Judges, j.Slug)
		}
		for _, lens := range l.Panel.Lenses {
			info.Lenses = append(info.Lenses, lensInfo{lens.Slug, report.English.Lens(lens), lens.DisplayNameCN, lens.MaxScore.String()})
		}
		out.Scenes = append(out.Scenes, info)
	}
	return out, nil
}

type planned struct {
	Scene        string        `json:"scene"`
	Brand        string        `json:"brand"`
	Calls        int           `json:"calls" jsonschema:"at most, before any retries"`
	PromptTokens int           `json:"prompt_tokens" jsonschema:"estimated"`
	ReplyTokens  int           `json:"reply_tokens" jsonschema:"at most"`
	Cost         string        `json:"cost" jsonschema:"at most, with its currency; 0 if nothing is asked; empty: the price of a model is not known"`
	Expected     expected      `json:"expected" jsonschema:"with usual replies, cached tokens and repeats that settle"`
	Judged       bool          `json:"already_judged" jsonschema:"true: the case's latest version was made of the same, so a review returns it and asks no model, unless again is true"`
	NoModel      bool          `json:"no_model" jsonschema:"true: the lexical baseline answers, not a language model"`
	Judges       []plannedCall `json:"judges"`
	Warnings     int           `json:"warnings" jsonschema:"passages of the document that the scanner lists, such as hidden ones or those that address judges"`
	Unsure       int           `json:"unsure" jsonschema:"how many of them are only near in their wording to text that addresses judges"`
}

type expected struct {
	Calls        int    `json:"calls"`
	PromptTokens int    `json:"prompt_tokens"`
	CachedTokens int    `json:"cached_tokens" jsonschema:"of the prompt, read from the server's cache"`
	ReplyTokens  int    `json:"reply_tokens"`
	Cost         string `json:"cost" jsonschema:"0 if nothing is asked; empty: the price of a model is not known"`
}

type plannedCall struct {
	Judge string `json:"judge"`
	Model string `json:"model"`
	Calls int    `json:"calls"`
}

func (h *host) plan(ctx context.Context, _ *mcp.CallToolRequest, in asked) (planned, error) {
	setup, err := h.Pipeline.Open(in.Scene)
	if err != nil {
		return planned{}, err
	}
	spec, err := h.spec(in)
	if err != nil {
		return planned{}, err
	}
	done, err := h.turn(ctx)
	if err != nil {
		return planned{}, err
	}
	p, err := h.Pipeline.Preview(ctx, setup, spec)
	done()
	if err != nil {
		return planned{}, err
	}
	out := planned{
		Scene: in.Scene, Brand: p.Brand, Calls: p.Calls, PromptTokens: p.Prompt, ReplyTokens: p.Reply,
		Judged: p.Judged, NoModel: p.Plan.NoModel(), Judges: []plannedCall{},
	}
	found := report.Passages(format.Integrity(p.Source))
	out.Warnings, out.Unsure = len(found), report.UnsurePassages(found)
	if p.Cost != nil {
		out.Cost = p.Cost.String()
	}
	e := p.Expected
	out.Expected = expected{Calls: e.Calls, PromptTokens: e.Prompt, CachedTokens: e.Cached, ReplyTokens: e.Reply}
	if e.Cost != nil {
		out.Expected.Cost = e.Cost.String()
	}
	if p.Calls == 0 {
		out.Cost, out.Expected.Cost = "0", "0"
	}
	for _, j := range p.Judges {
		out.Judges = append(out.Judges, plannedCall{j.Judge, j.Model, j.Calls})
	}
	return out, nil
}

func (h *host) review(ctx context.Context, req *mcp.CallToolRequest, in asked) (result, error) {
	if h.NeedModel != nil {
		if err := h.NeedModel(); err != nil {
			return result{}, err
		}
	}
	if _, err := h.Pipeline.Open(in.Scene); err != nil {
		return result{}, err
	}
	spec, err := h.spec(in)
	if err != nil {
		return result{}, err
	}
	at, err := h.Judge(ctx, spec, (&progress{req: req}).hear(ctx))
	if err != nil {
		return result{}, err
	}
	r, err := h.render(ctx, at.Case, at.Version)
	if err != nil {
		return result{}, err
	}
	out := newResult(r.Result)
	out.Judged = at.Judged
	if h.Folder != nil {
		out.Files = h.written(r)
	}
	return out, nil
}

// written lists the files of a report that are in the workspace folder.
func (h *host) written(r *pipeline.Rendered) (names []string) {
	for _, f := range r.Files {
		name := path.Join(r.Result.Folder, f.Name)
		if _, err := h.Folder.Stat(filepath.FromSlash(name)); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// progress says how many judges have ended, and why nobody begins, if the host wants to
// know. A phase may run again, with the replies that are there: the count goes on from
// what was said before, as the protocol has it rise each time.
type progress struct {
	req    *mcp.CallToolRequest
	before int // judges of the phases before
	said   int
}

// hear returns what takes the events of a review, one at a time.
func (p *progress) hear(ctx context.Context) func(jury.Event) {
	token := p.req.Params.GetProgressToken()
	return func(e jury.Event) {
		params := &mcp.ProgressNotificationParams{ProgressToken: token, Message: e.Text}
		switch {
		case token == nil:
			return
		case e.Type == jury.PhaseStarted:
			p.before = p.said
			if e.Text == "" || p.said > 0 { // it would not rise
				return
			}
		case e.Type == jury.JudgeFinished && e.Judge != nil:
			p.said = max(p.said+1, p.before+e.Done)
			params.Progress, params.Total = float64(p.said), float64(max(p.said, p.before+e.Total))
			params.Message = *e.Judge
			if e.Score != nil {
				params.Message += ": " + *e.Score
			}
		default:
			return
		}
		// A host that is gone ends the request by its context.
		_ = p.req.Session.NotifyProgress(ctx, params)
	}
}

type quotes struct {
	given
	Quotes   []string `json:"quotes" jsonschema:"quotes that should be in the document, at most 500"`
	Language string   `json:"language,omitempty" jsonschema:"language of the notes: en or zh (default: the document's)"`
}

type checked struct {
	Proven int     `json:"proven" jsonschema:"how many of the quotes are proven"`
	Quotes []quote `json:"quotes"`
}

type quote struct {
	Quote  string `json:"quote"`
	Status string `json:"status" jsonschema:"exact, normalised (the same content, written differently) and ellipsis (parts in order) are proven; near, altered, out_of_scope, wrong_source, too_short, not_found and uncited (an empty quote) are not"`
	Proven bool   `json:"proven"`
	Start  int    `json:"start" jsonschema:"first byte in the text of the document, -1 if it is not there"`
	End    int    `json:"end"`
	Page   int    `json:"page,omitempty"`
	Note   string `json:"note,omitempty" jsonschema:"what differs, or what else is to be known of the quote"`
	Before string `json:"before,omitempty" jsonschema:"what its sentence says before the quote"`
	Found  string `json:"found,omitempty" jsonschema:"what the document says in place of the quote; absent: the quote"`
	After  string `json:"after,omitempty" jsonschema:"what its sentence says after the quote"`
}

// maxQuotes is how many quotes are checked at once.
const maxQuotes = 500

func (h *host) checkEvidence(ctx context.Context, _ *mcp.CallToolRequest, in quotes) (checked, error) {
	if len(in.Quotes) == 0 || len(in.Quotes) > maxQuotes {
		return checked{}, usage(fmt.Sprintf("there are %d quotes", len(in.Quotes)), fmt.Sprintf("give 1 to %d", maxQuotes))
	}
	if err := checkLanguage(in.Language); err != nil {
		return checked{}, err
	}
	name, data, err := h.read(in.given)
	if err != nil {
		return checked{}, err
	}
	o := h.Pipeline.Intake
	o.MinChars = 0 // a quote may be all of a document
	done, err := h.turn(ctx)
	if err != nil {
		return checked{}, err
	}
	doc, err := document.Read(ctx, name, data, o)
	done()
	if err != nil {
		return checked{}, err
	}
	index, lang := format.Index(doc), report.Lang(cmp.Or(in.Language, format.LanguageOf(doc.Text)))
	out := checked{Quotes: []quote{}}
	for _, q := range in.Quotes {
		if err := ctx.Err(); err != nil {
			return checked{}, err
		}
		one := newQuote(lang, format.Cite(q, index))
		if one.Proven {
			out.Proven++
		}
		out.Quotes = append(out.Quotes, one)
	}
	return out, nil
}

type ofScene struct {
	Scene string `json:"scene" jsonschema:"slug of a competition, from list_scenes"`
}

type ranked struct {
	Scene   string  `json:"scene"`
	Version int     `json:"version"`
	Date    string  `json:"date"`
	NoModel bool    `json:"no_model" jsonschema:"true: no language model judged"`
	Entries []entry `json:"entries"`
}

type entry struct {
	Rank     int    `json:"rank"`
	Tied     bool   `json:"tied"`
	Brand    string `json:"brand"`
	Case     string `json:"case"`
	NoModel  bool   `json:"no_model" jsonschema:"true: no language model gave its scores"`
	Total    string `json:"total"`
	Max      string `json:"max"`
	Grade    string `json:"grade"`
	RankLow  *int   `json:"rank_low" jsonschema:"best place of its rank interval; null: there is none"`
	RankHigh *int   `json:"rank_high" jsonschema:"worst place of its rank interval; null: there is none"`
}

func (h *host) ranking(ctx context.Context, _ *mcp.CallToolRequest, in ofScene) (ranked, error) {
	b, err := h.board(ctx, in.Scene)
	if errors.Is(err, errNoBoard) {
		return ranked{}, fault.New(fault.Usage, err, "text", fmt.Sprintf("scene %s has no board yet", in.Scene), "fix", "review the entries of a competition first; a scene that does not rank has no board")
	}
	if err != nil {
		return ranked{}, err
	}
	out := ranked{Scene: b.Scene, Version: b.Version, Date: b.Date, NoModel: b.NoModel, Entries: []entry{}}
	for _, e := range b.Entries {
		out.Entries = append(out.Entries, entry{e.Rank, e.Tied, e.Brand, e.Case, b.NoModel, e.Total, e.Max, e.Grade, e.RankLo, e.RankHi})
	}
	return out, nil
}
