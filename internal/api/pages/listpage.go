package pages

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"judgement/internal/job"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

const (
	listRows = 50 // of one page
	listJobs = 20 // jobs of each state that the list shows
	jobsWait = 2 * time.Second
	sceneAge = time.Second // how old the scenes of a page may be
)

// listBody is what the list's template gets.
type listBody struct {
	Filter                 filter
	Rows                   []row
	Scenes, Grades, Judges []string
	judgeNames             map[string]string
	Found, All             int
	Page, Pages            int
	Previous, Next         string // addresses
	Reading                bool   // the list is read for the first time
	Done                   int64
	Jobs                   []job.Job
	JobsAway               bool
	Boards                 []sceneLine
	AllScenes              []sceneLine
	MayHandIn              bool
}

// sceneLine is a scene in the list.
type sceneLine struct {
	Slug, Name string
	Problem    bool
	Ranks      bool
	Public     bool
	scene      *scene.Scene // nil if it has a problem
	judges     []panel.Judge
}

// listPage is GET /cases.
func (p *Pages) listPage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeLists); err != nil {
		return err
	}
	q := r.URL.Query()
	f := filter{
		Search: cutText(q.Get("q"), 200), Scene: q.Get("scene"), Grade: q.Get("grade"), Judge: q.Get("judge"), Unproven: q.Get("unproven") != "",
		From: dateOf(q.Get("from")), To: dateOf(q.Get("to")),
	}
	b := &listBody{Filter: f, MayHandIn: p.o.NoJobs == "" && p.o.Jobs != nil}
	s, err := p.list.current(r.Context())
	if err != nil {
		return err
	}
	if b.Reading, b.Done = s == nil, p.list.done.Load(); s == nil {
		s = &snapshot{}
	}
	b.All, b.Scenes, b.Grades, b.Judges = len(s.rows), s.scenes, s.grades, s.judges
	b.turn(s.pick(f), q)
	ctx := r.Context()
	if b.Reading { // the page loads itself again, so that it need not wait for the first answers
		short, cancel := context.WithTimeout(ctx, recentWait)
		defer cancel()
		ctx = short
	}
	var waits sync.WaitGroup // for both at once
	waits.Go(func() { b.AllScenes, _ = p.sceneLines(ctx) })
	jobs, err := p.queued.get(ctx, p.o.Now, 0, p.openJobs)
	b.Jobs, b.JobsAway = jobs, err != nil
	waits.Wait()
	lang := Language(r.Header)
	b.nameIn(lang)
	v := p.view(r, lang, say(lang, "cases"), b)
	if b.Reading {
		v.Reload = 2
	}
	return p.write(w, http.StatusOK, "list", v)
}

// nameIn puts the names of scenes and judges in the reader's language, and picks the
// scenes with boards. A judge of several panels has the name that the first one gives it.
func (b *listBody) nameIn(lang report.Lang) {
	b.AllScenes, b.judgeNames = namedIn(lang, b.AllScenes), map[string]string{}
	for _, s := range b.AllScenes {
		for _, j := range s.judges {
			if b.judgeNames[j.Slug] == "" {
				b.judgeNames[j.Slug] = lang.Judge(j)
			}
		}
		if s.Ranks {
			b.Boards = append(b.Boards, s)
		}
	}
}

// namedIn returns scenes with their names in a language.
func namedIn(lang report.Lang, scenes []sceneLine) []sceneLine {
	scenes = slices.Clone(scenes)
	for i, s := range scenes {
		if s.scene != nil {
			scenes[i].Name = s.scene.NameIn(string(lang))
		}
	}
	return scenes
}

// JudgeName is the name of a judge, or its slug if no scene has it any more.
func (b *listBody) JudgeName(slug string) string { return cmp.Or(b.judgeNames[slug], slug) }

// NameOf is the name of a scene, or its slug if it is gone or broken.
func (b *listBody) NameOf(slug string) string {
	for _, s := range b.AllScenes {
		if s.Slug == slug {
			return s.Name
		}
	}
	return slug
}

// turn opens the page of the rows that the address asks for.
func (b *listBody) turn(rows []row, q url.Values) {
	b.Found, b.Pages = len(rows), max(1, (len(rows)+listRows-1)/listRows)
	n, err := strconv.Atoi(q.Get("page"))
	if err != nil {
		n = 1
	}
	b.Page = min(max(n, 1), b.Pages)
	b.Rows = rows[(b.Page-1)*listRows : min(b.Page*listRows, len(rows))]
	to := func(page int) string {
		next := url.Values{}
		for _, name := range []string{"q", "scene", "grade", "judge", "unproven", "from", "to"} {
			if q.Get(name) != "" {
				next.Set(name, q.Get(name))
			}
		}
		next.Set("page", strconv.Itoa(page))
		return "/cases?" + next.Encode()
	}
	if b.Page > 1 {
		b.Previous = to(b.Page - 1)
	}
	if b.Page < b.Pages {
		b.Next = to(b.Page + 1)
	}
}

// openJobs returns the jobs that run or wait.
func (p *Pages) openJobs(ctx context.Context) (out []job.Job, err error) {
	if p.o.Jobs == nil {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, jobsWait)
	defer cancel()
	for _, state := range []job.Status{job.Running, job.Pending} {
		some, err := p.o.Jobs.List(ctx, job.Query{Limit: listJobs, Status: state})
		if err != nil {
			return out, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// sceneLines are the scenes of about now.
func (p *Pages) sceneLines(ctx context.Context) ([]sceneLine, error) {
	return p.listed.get(ctx, p.o.Now, sceneAge, p.scenes)
}

// scenes reads all scenes. Healthz says what keeps them from being read.
func (p *Pages) scenes(context.Context) (all []sceneLine, err error) {
	loaded, err := scene.LoadAll(p.o.Workspace)
	if err != nil {
		return nil, err
	}
	for _, l := range loaded {
		line := sceneLine{Slug: l.Slug, Name: l.Slug, Problem: l.Err != nil}
		if l.Err == nil {
			line.Name, line.Ranks, line.Public = l.Scene.DisplayName, l.Panel.OutputFormat.Ranks(), l.Scene.Board.Public
			line.scene, line.judges = l.Scene, l.Panel.Judges
		}
		all = append(all, line)
	}
	return all, nil
}

// dateOf returns a day of the form YYYY-MM-DD, empty for anything else.
func dateOf(s string) string {
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return ""
	}
	return s
}

// cutText cuts a text to at most n bytes of whole characters.
func cutText(s string, n int) string {
	for i := range s {
		if i > n {
			return s[:i]
		}
	}
	return s
}
