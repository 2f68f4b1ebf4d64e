package pages

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/panel"
	"judgement/report"
)

// caseBody is what the case page's template gets.
type caseBody struct {
	ID, Scene, SceneName, Brand, Title string
	Version                            int
	Versions                           []versionLine
	Date                               string
	Base                               string // address of the version, without a slash at its end
	Sight                              Sight
	Login                              bool
	Result                             *pipeline.Result // nil: not complete or damaged
	Overview                           format.Overview
	ReportLang                         report.Lang
	Total                              string
	Judges                             []judgeLine
	Problems                           []string // what is damaged
	Links                              []linkLine
	Days                               []int
	Comparison                         *comparison
	Answered                           int
}

// Framed reports whether the page shows the report itself, which says what else would be
// above it.
func (b *caseBody) Framed() bool { return b.Result != nil && b.Sight.Text && b.Sight.Scores }

type versionLine struct {
	Number int
	Shown  bool // it is this page's
}

type judgeLine struct{ Slug, Name, Outcome, Says, Reason string }

type linkLine struct {
	ID, End, Address string
	New              bool
}

// caseOf loads the case and reads the version that a path names.
func (p *Pages) caseOf(r *http.Request) (*casefile.Case, int, error) {
	digits, ok := strings.CutPrefix(r.PathValue("version"), "v")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 || strconv.Itoa(n) != digits {
		return nil, 0, fault.NoPath
	}
	c, err := p.load(r.Context(), r.PathValue("case"))
	return c, n, err
}

// load loads a case by its id.
func (p *Pages) load(ctx context.Context, id string) (*casefile.Case, error) {
	c, _, err := p.o.Cases.Load(ctx, id)
	if errors.Is(err, casefile.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return nil, fault.NoPath
	}
	return c, err
}

// latest is GET /cases/{case}.
func (p *Pages) latest(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeLists); err != nil {
		return err
	}
	c, err := p.load(r.Context(), r.PathValue("case"))
	if err != nil {
		return p.damaged(w, r, err)
	}
	numbers, err := c.Numbers(r.Context())
	if err != nil || len(numbers) == 0 {
		return p.damaged(w, r, errors.Join(err, fault.NoPath))
	}
	return p.redirect(w, r, casePath(c.ID, numbers[len(numbers)-1]))
}

// open finds the version that a request is about and decides what its sender sees.
func (p *Pages) open(r *http.Request, act Act) (*casefile.Case, int, Sight, error) {
	v, err := p.visitor(r)
	if err != nil {
		return nil, 0, Sight{}, err
	}
	if r.PathValue("case") == "" { // a link
		c, err := p.load(r.Context(), v.Case)
		if err != nil {
			return nil, 0, Sight{}, fault.NoLink
		}
		sc, err := p.sceneOf(c.Scene)
		return c, v.Version, Decide(v, act, Target{v.Case, v.Version, sc}), err
	}
	if s := Decide(v, act, Target{}); !s.Allowed { // before anything is looked up
		return nil, 0, s, fault.Unauthorized
	}
	c, n, err := p.caseOf(r)
	return c, n, Decide(v, act, Target{Version: n}), err
}

// casePage is GET /cases/{case}/{version} and GET /cases/s/{link}.
func (p *Pages) casePage(w http.ResponseWriter, r *http.Request) error {
	c, n, sight, err := p.open(r, SeeReport)
	if err != nil {
		return p.damaged(w, r, err)
	}
	if !sight.Allowed {
		return fault.NoLink
	}
	login := r.PathValue("case") != ""
	v, err := c.Version(r.Context(), n)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fault.NoPath
	case err != nil:
		return p.damaged(w, r, err)
	case !v.Complete && login:
		return p.unfinished(w, r, c, v)
	case !v.Complete:
		return fault.NoLink
	}
	b := &caseBody{ID: c.ID, Scene: c.Scene, SceneName: c.Scene, Brand: c.Brand, Version: n, Date: v.Date, Sight: sight, Login: login, Base: casePath(c.ID, n), Days: linkDays}
	if !login {
		b.Base = "/cases/s/" + r.PathValue("link")
	}
	p.fill(r, b, c, v)
	lang := Language(r.Header)
	if login {
		if err := p.addLogin(r, b, c, v); err != nil {
			return err
		}
	}
	if vs := r.URL.Query().Get("vs"); vs != "" && b.Result != nil {
		if b.Comparison, err = p.compare(r, b, c, vs, lang); err != nil {
			return err
		}
	}
	title := b.Brand
	if b.Title != "" && sight.Text {
		title = b.Title
	}
	view := p.view(r, lang, title+" · "+b.ID+" v"+strconv.Itoa(n), b)
	view.Framed = b.Framed()
	return p.write(w, http.StatusOK, "case", view)
}

// fill reads the version's result into the body.
func (p *Pages) fill(r *http.Request, b *caseBody, c *casefile.Case, v *casefile.Version) {
	engine, err := p.o.Engine(r.Context())
	if err == nil {
		b.Result, err = engine.Stored(r.Context(), c, v.Number)
	}
	if err != nil {
		b.Problems = append(b.Problems, say(Language(r.Header), "unreadable"))
		if b.Login {
			b.Problems = append(b.Problems, public(err))
		}
		return
	}
	res := b.Result
	b.Overview, b.Title, b.ReportLang = res.Judgement.Overview(), res.Document.OwnTitle(), report.Lang(res.Plan.Language)
	b.SceneName, b.Answered = res.Plan.SceneName, b.Overview.Answered()
	if s := b.Overview.Score; s != nil {
		b.Total = report.Shown(s.Total, s.Max)
	}
	lang := Language(r.Header)
	b.name(res.Plan.Panel, lang)
	for _, e := range b.Overview.Judges {
		name := e.Judge
		if j, ok := res.Plan.Panel.Judge(e.Judge); ok {
			name = lang.Judge(j)
		}
		if e.Repeat > 0 {
			name += fmt.Sprintf(" (%d)", e.Repeat+1)
		}
		b.Judges = append(b.Judges, judgeLine{Slug: e.Judge, Name: name, Outcome: lang.Outcome(string(e.Outcome)), Says: e.Says, Reason: lang.WhyNot(e.Cause, e.Reason)})
	}
}

// name puts the names of lenses and judges in the place of their slugs.
func (b *caseBody) name(pan *panel.Panel, lang report.Lang) {
	o := &b.Overview
	o.Lenses = slices.Clone(o.Lenses)
	for i, l := range o.Lenses {
		o.Lenses[i].Lens = lensName(pan, l.Lens, lang)
	}
	o.MustFix, o.Suggestions, o.Cuts = named(o.MustFix, pan, lang), named(o.Suggestions, pan, lang), named(o.Cuts, pan, lang)
}

// named returns remarks with the names of their lenses and judges.
func named(list []report.Remark, pan *panel.Panel, lang report.Lang) []report.Remark {
	out := slices.Clone(list)
	for i, r := range out {
		out[i].Lens = lensName(pan, r.Lens, lang)
		if j, ok := pan.Judge(r.Judge); ok {
			out[i].Judge = lang.Judge(j)
		}
	}
	return out
}

func lensName(pan *panel.Panel, slug string, lang report.Lang) string {
	for _, l := range pan.Lenses {
		if l.Slug == slug {
			return lang.Lens(l)
		}
	}
	return slug
}

// addLogin adds what only logins see: other versions, damage, links.
func (p *Pages) addLogin(r *http.Request, b *caseBody, c *casefile.Case, v *casefile.Version) error {
	numbers, err := c.Numbers(r.Context())
	if err != nil {
		return err
	}
	for _, n := range numbers {
		b.Versions = append(b.Versions, versionLine{n, n == v.Number})
	}
	if err := b.verify(r.Context(), c, v.Number); err != nil {
		return err
	}
	links, err := p.links(r.Context(), c.ID, v.Number)
	if err != nil {
		return err
	}
	for _, l := range links {
		b.Links = append(b.Links, linkLine{l.ID, l.End.UTC().Format("2006-01-02 15:04"), p.address(r, l), l.ID == r.URL.Query().Get("link")})
	}
	return nil
}

// verify adds what is damaged of a version that the page shows.
func (b *caseBody) verify(ctx context.Context, c *casefile.Case, n int) error {
	v, err := c.Version(ctx, n)
	if err != nil {
		return err
	}
	if err := v.Verify(ctx); err != nil {
		b.Problems = append(b.Problems, lines(err)...)
	}
	return nil
}

// lines are the problems of an error, for clients.
func lines(err error) (out []string) {
	for line := range strings.SplitSeq(public(err), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// damaged shows to a login which files of a case can't be read. Other errors go on.
func (p *Pages) damaged(w http.ResponseWriter, r *http.Request, err error) error {
	for _, c := range []fault.Code{fault.NoPath, fault.NoLink, fault.Unauthorized} {
		if errors.Is(err, c) {
			return c
		}
	}
	if errors.Is(err, context.Canceled) || r.PathValue("case") == "" {
		return err
	}
	lang := Language(r.Header)
	body := map[string]any{"Case": r.PathValue("case"), "Problems": lines(err)}
	return p.write(w, http.StatusInternalServerError, "damaged", p.view(r, lang, r.PathValue("case"), body))
}
