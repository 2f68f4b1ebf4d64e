package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/report"
)

const (
	// draftsDir has the documents whose plans people look at.
	draftsDir = ".judgement/handin"
	// draftTime is how long such a document waits.
	draftTime = 24 * time.Hour
	// planTime is how long reading a document and planning its review may take.
	planTime = 50 * time.Second
)

// HandIn is the form that hands a document in, as it was read.
type HandIn struct {
	Submission *job.Submission   // nil if there are problems
	Values     map[string]string // what was filled in, without a file
	Problems   []Problem
	CSRF       string
}

// Problem is what is wrong with a field of a form.
type Problem struct{ Field, Text string }

// draft is a document that waits until its reader has seen the plan.
type draft struct {
	Submission  job.Submission `json:"submission"`
	Document    []byte         `json:"document"`
	Fingerprint string         `json:"fingerprint"`
	Job         string         `json:"job,omitempty"` // that the document became; the document is with it then
}

// draftID is the form of a draft's id.
var draftID = regexp.MustCompile(`^[0-9]{1,12}-[0-9a-f]{32}$`)

func draftName(id string) string { return draftsDir + "/" + id + ".json" }

// handInBody is what the form's template gets.
type handInBody struct {
	Values   map[string]string
	Currency string // of the price of the server's model; empty: it has none
	Problems []Problem
	Scenes   []sceneLine
	Closed   string // why no document is taken
}

// handInPage is GET /cases/new.
func (p *Pages) handInPage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, Submit); err != nil {
		return err
	}
	return p.writeForm(w, r, http.StatusOK, map[string]string{"scene_slug": r.URL.Query().Get("scene"), "brand": r.URL.Query().Get("brand")}, nil)
}

func (p *Pages) writeForm(w http.ResponseWriter, r *http.Request, status int, values map[string]string, problems []Problem) error {
	lang := Language(r.Header)
	b := &handInBody{Values: values, Problems: labelled(lang, problems), Closed: p.o.NoJobs}
	all, _ := p.scenes(r.Context())
	for _, s := range namedIn(lang, all) {
		if !s.Problem {
			b.Scenes = append(b.Scenes, s)
		}
	}
	if engine, err := p.o.Engine(r.Context()); err == nil {
		if price := engine.Model.Info("").Price; price != nil {
			b.Currency = price.Currency
		}
	}
	return p.write(w, status, "handin", p.view(r, lang, say(lang, "hand_in"), b))
}

// labelled returns the problems of a form with the labels of its fields.
func labelled(lang report.Lang, problems []Problem) (out []Problem) {
	labels := map[string]string{"scene_slug": "scene", "document": "document", "brand": "brand", "max_tokens": "max_tokens", "max_cost": "max_cost", "repeats": "repeats"}
	for _, b := range problems {
		if label, ok := labels[b.Field]; ok {
			b.Field = say(lang, label)
		}
		b.Text = strings.TrimPrefix(b.Text, "Value error, ")
		if strings.HasPrefix(b.Text, "Field required") {
			b.Text = say(lang, "field_required")
		}
		out = append(out, b)
	}
	return out
}

// handIn is POST /cases/new: it keeps the document and shows its plan. Nothing is
// judged before start.
func (p *Pages) handIn(w http.ResponseWriter, r *http.Request) error {
	if err := p.mayChange(r, Submit); err != nil {
		return err
	}
	if p.o.NoJobs != "" {
		return fault.New(fault.JobsRefused, nil, "text", p.o.NoJobs)
	}
	in, err := p.o.Read(w, r)
	switch {
	case err != nil:
		return err
	case !p.session(r).holds(in.CSRF):
		return fault.CrossSite
	case len(in.Problems) > 0:
		return p.writeForm(w, r, http.StatusUnprocessableEntity, in.Values, in.Problems)
	}
	if err := p.forgetDrafts(r.Context()); err != nil {
		return err
	}
	random, err := p.random(16)
	if err != nil {
		return err
	}
	id := strconv.FormatInt(p.o.Now().Add(draftTime).Unix(), 10) + "-" + random
	s := *in.Submission
	d := draft{Document: s.Data, Fingerprint: s.Fingerprint}
	s.Data = nil
	d.Submission = s
	data, err := json.Marshal(d)
	if err == nil {
		err = p.o.Storage.Write(r.Context(), casefile.File{Name: draftName(id), Data: data})
	}
	if err != nil {
		return fmt.Errorf("keep a document that is handed in: %w", err)
	}
	return p.redirect(w, r, "/cases/new/"+id)
}

// draft reads what waits under an id; job is what it became already.
func (p *Pages) draft(ctx context.Context, id string) (s *job.Submission, became string, err error) {
	if !draftID.MatchString(id) || p.draftEnded(id) {
		return nil, "", fault.NoPath
	}
	data, err := p.o.Storage.Read(ctx, draftName(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fault.NoPath
	}
	var d draft
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		return nil, "", fmt.Errorf("read a document that is handed in: %w", err)
	}
	s = &d.Submission
	s.Data, s.Fingerprint, s.IdempotencyKey = d.Document, d.Fingerprint, "page-"+id
	return s, d.Job, nil
}

// draftEnded reports whether a document has waited for its time.
func (p *Pages) draftEnded(id string) bool {
	end, _, _ := strings.Cut(id, "-")
	n, err := strconv.ParseInt(end, 10, 64)
	return err == nil && p.o.Now().After(time.Unix(n, 0))
}

// forgetDrafts removes documents that nobody started.
func (p *Pages) forgetDrafts(ctx context.Context) error {
	names, err := p.o.Storage.List(ctx, draftsDir)
	if err != nil {
		return fmt.Errorf("list the documents that are handed in: %w", err)
	}
	var old []string
	for _, name := range names {
		if p.draftEnded(name) {
			old = append(old, path.Join(draftsDir, name))
		}
	}
	return p.o.Storage.Remove(ctx, old...)
}

// planBody is what the plan's template gets.
type planBody struct {
	ID                string
	Submission        *job.Submission
	SceneName         string
	Preview           *pipeline.Preview
	Problem           string
	Judges            []planJudge
	Cost              string // at most; empty: unknown
	Likely            string // expected cost; empty: unknown
	MaxCost           string // of the budget; empty: none
	MaxTokens         int
	Over              bool // the budget may be too small
	NoModel           bool
	Bytes             int
	Warnings          []string
	Brand, Scene, Doc string
	// Again is what a budget that is too small is changed with: the form's values.
	Title string
}

type planJudge struct {
	Name, Model, Cost string
	Calls, Prompt     int
	Reply             int
}

// planPage is GET /cases/new/{draft}: what the review will ask and cost at most.
func (p *Pages) planPage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, Submit); err != nil {
		return err
	}
	s, became, err := p.draft(r.Context(), r.PathValue("draft"))
	if err != nil {
		return err
	}
	if became != "" {
		return p.redirect(w, r, "/cases/jobs/"+became)
	}
	lang := Language(r.Header)
	b := &planBody{ID: r.PathValue("draft"), Submission: s, SceneName: s.SceneSlug, Brand: s.Brand, Scene: s.SceneSlug, Doc: s.Filename, Bytes: len(s.Data)}
	preview, err := p.preview(r.Context(), s)
	switch {
	case errors.Is(err, fault.UploadsBusy), errors.Is(err, context.Canceled):
		return err
	case err != nil:
		b.Problem = job.Message(cmp.Or(fault.From(err), fault.New(fault.Failed, err, "text", public(err))))
	default:
		b.take(preview, p.budget(s), lang)
	}
	return p.write(w, http.StatusOK, "plan", p.view(r, lang, say(lang, "plan"), b))
}

// budget is what the job may use: its own limits, else the configured ones.
func (p *Pages) budget(s *job.Submission) job.Options {
	out := p.o.Defaults
	out.MaxTokens = cmp.Or(s.Options.MaxTokens, out.MaxTokens)
	out.MaxCost = cmp.Or(s.Options.MaxCost, out.MaxCost)
	out.Repeats = cmp.Or(s.Options.Repeats, out.Repeats)
	out.Language, out.Checkpoints = s.Options.Language, s.Options.Checkpoints
	return out
}

// preview plans the review of a document. Few documents are read at once.
func (p *Pages) preview(ctx context.Context, s *job.Submission) (*pipeline.Preview, error) {
	ctx, cancel := context.WithTimeout(ctx, planTime)
	defer cancel()
	select {
	case p.planner <- struct{}{}:
		defer func() { <-p.planner }()
	case <-ctx.Done():
		return nil, fault.UploadsBusy
	}
	engine, err := p.o.Engine(ctx)
	if err != nil {
		return nil, err
	}
	setup, err := engine.Open(s.SceneSlug)
	if err != nil {
		return nil, err
	}
	spec := job.Spec{Schema: 1, Unique: true, SceneSlug: s.SceneSlug, Brand: s.Brand, Filename: s.Filename, Options: p.budget(s), Data: s.Data}
	return engine.Preview(ctx, setup, spec)
}

// take puts a plan into words.
func (b *planBody) take(v *pipeline.Preview, budget job.Options, lang report.Lang) {
	b.Brand = v.Brand // without the scene's prefix, as the case will have it
	b.Preview, b.SceneName, b.NoModel, b.MaxTokens = v, v.Plan.SceneName, v.Plan.NoModel(), budget.MaxTokens
	if v.Source != nil {
		b.Title = v.Source.OwnTitle()
		b.Warnings = lang.FoundKinds(format.Integrity(v.Source))
	}
	switch {
	case v.Cost != nil:
		b.Cost = v.Cost.String()
	case v.Calls == 0:
		b.Cost = "0"
	}
	if v.Expected.Cost != nil {
		b.Likely = v.Expected.Cost.String()
	}
	if budget.MaxCost != nil {
		limit := report.Money{Amount: *budget.MaxCost}
		if v.Cost != nil {
			limit.Currency = v.Cost.Currency
		}
		b.MaxCost = limit.String()
		b.Over = v.Cost != nil && v.Cost.Amount.Cmp(*budget.MaxCost) > 0
	}
	b.Over = b.Over || b.MaxTokens > 0 && v.Prompt+v.Reply > b.MaxTokens
	for _, e := range v.Judges {
		j := planJudge{Name: e.Judge, Model: e.Model, Calls: e.Calls, Prompt: e.Prompt, Reply: e.Reply}
		if member, ok := v.Plan.Panel.Judge(e.Judge); ok {
			j.Name = lang.Judge(member)
		}
		if e.Cost != nil {
			j.Cost = e.Cost.String()
		}
		b.Judges = append(b.Judges, j)
	}
}

// start is POST /cases/new/{draft}: it makes the document a job. The draft is the
// job's idempotency key: two clicks make one job.
func (p *Pages) start(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("draft")
	if r.PostForm.Get("act") == "discard" {
		if !draftID.MatchString(id) {
			return fault.NoPath
		}
		if err := p.o.Storage.Remove(r.Context(), draftName(id)); err != nil {
			return fmt.Errorf("remove a document that is handed in: %w", err)
		}
		return p.redirect(w, r, "/cases/new")
	}
	if p.o.NoJobs != "" || p.o.Jobs == nil {
		return fault.New(fault.JobsRefused, nil, "text", cmp.Or(p.o.NoJobs, "This server has no job queue"))
	}
	s, became, err := p.draft(r.Context(), id)
	if err != nil {
		return err
	}
	if became != "" {
		return p.redirect(w, r, "/cases/jobs/"+became)
	}
	s.Origin = job.Origin{Kind: "http"}
	got, err := p.o.Jobs.Submit(r.Context(), *s)
	if err != nil {
		return fmt.Errorf("submit a job: %w", err)
	}
	data, err := json.Marshal(draft{Job: got.Job.ID}) // the queue has the document now
	if err == nil {
		err = p.o.Storage.Write(r.Context(), casefile.File{Name: draftName(id), Data: data})
	}
	if err != nil {
		return fmt.Errorf("note what a document became: %w", err)
	}
	return p.redirect(w, r, "/cases/jobs/"+got.Job.ID)
}
