package pages

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/report"
	"judgement/scene"
)

// mostEvents is how many events of a job its page reads. A panel of 40 judges with
// three repeats and all their tries has fewer.
const mostEvents = 10_000

// seconds after which a page without scripts asks for the state of a job again.
const jobReload = 5

// jobBody is what the page of a job gets.
type jobBody struct {
	Job       job.Job
	SceneName string
	Failed    string // why it failed
	Wait      string // why it waits
	Phase     string
	Judges    []liveJudge
	Last      int64 // number of the last event that the page shows
	Live      bool
	Words     string // JSON with the words of outcomes and phases and the names of judges, for the script
	// CaseID and Version are of a review that has a version already.
	CaseID  string
	Version int
}

// liveJudge is what a judge does.
type liveJudge struct{ Slug, Name, State, Score, Text string }

// jobPage is GET /cases/jobs/{job_id}.
func (p *Pages) jobPage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeJob); err != nil {
		return err
	}
	if p.o.Jobs == nil {
		return fault.NoJobs
	}
	j, err := p.o.Jobs.Job(r.Context(), r.PathValue("job_id"))
	if err != nil {
		return err
	}
	if j.Status == job.Done && j.CaseID != "" && j.Version > 0 {
		return p.redirect(w, r, casePath(j.CaseID, j.Version))
	}
	return p.writeJob(w, r, j, "", 0)
}

func (p *Pages) writeJob(w http.ResponseWriter, r *http.Request, j job.Job, caseID string, version int) error {
	events, err := p.o.Jobs.Events(r.Context(), j.ID, 0, mostEvents)
	if err != nil {
		return err
	}
	lang := Language(r.Header)
	b := &jobBody{Job: j, Live: !j.Status.Ended(), Phase: phaseName(lang, j.Phase), CaseID: caseID, Version: version}
	switch j.Status {
	case job.Failed:
		b.Failed = j.Message
	case job.Pending:
		b.Wait = j.Message
	case job.Running, job.Done:
	}
	sceneName, names := p.sceneNames(j.SceneSlug, lang)
	b.SceneName = sceneName
	b.Judges, b.Last = liveJudges(events, names, lang)
	if b.Words, err = liveWords(names, lang); err != nil {
		return err
	}
	v := p.view(r, lang, j.Brand+" · "+say(lang, "state_"+string(j.Status)), b)
	if b.Live {
		v.Live, v.Reload = true, jobReload
	}
	return p.write(w, http.StatusOK, "job", v)
}

// phaseName words a phase of a job; of one that this package does not know its name.
func phaseName(lang report.Lang, phase string) string {
	if text, err := word(lang, "phase_"+phase); err == nil {
		return text
	}
	return phase
}

// sceneNames are the name of a scene and those of its judges, by slug. A scene that is
// gone or broken has its slug.
func (p *Pages) sceneNames(slug string, lang report.Lang) (name string, judges map[string]string) {
	judges = map[string]string{}
	sc, pan, err := scene.Load(p.o.Workspace, slug)
	if err != nil {
		return slug, judges
	}
	for _, j := range pan.Judges {
		judges[j.Slug] = lang.Judge(j)
	}
	return sc.NameIn(string(lang)), judges
}

// livePhases are the phases of all jobs.
var livePhases = []string{"intake", "score", "integrity", "checkpoints", "forecast", "publish", "meeting", "read", "merge", "done", "failed"}

// liveWords are the words that the script of a job's page needs, as JSON.
func liveWords(names map[string]string, lang report.Lang) (string, error) {
	outcomes, phases := map[string]string{}, map[string]string{}
	for _, o := range []jury.Outcome{jury.OK, jury.Abstained, jury.Refused, jury.Unparsable, jury.Failed, jury.OverBudget} {
		outcomes[string(o)] = lang.Outcome(string(o))
	}
	for _, phase := range livePhases {
		phases[phase] = phaseName(lang, phase)
	}
	data, err := json.Marshal(map[string]map[string]string{"outcomes": outcomes, "phases": phases, "judges": names})
	return string(data), err
}

// liveJudges folds events into one line per judge, in the order of their first events.
func liveJudges(events []jury.Event, names map[string]string, lang report.Lang) (out []liveJudge, last int64) {
	at := map[string]int{}
	for _, e := range events {
		last = e.Seq
		if e.Judge == nil {
			continue
		}
		i, ok := at[*e.Judge]
		if !ok {
			i = len(out)
			at[*e.Judge] = i
			out = append(out, liveJudge{Slug: *e.Judge, Name: *e.Judge})
			if n := names[*e.Judge]; n != "" {
				out[i].Name = n
			}
		}
		out[i].follow(e, lang)
	}
	return out, last
}

// follow takes over what an event says of its judge.
func (l *liveJudge) follow(e jury.Event, lang report.Lang) {
	switch e.Type {
	case jury.JudgeStarted:
		l.State, l.Score, l.Text = say(lang, "judge_asked"), "", ""
	case jury.JudgeRetry:
		l.State, l.Text = say(lang, "judge_again"), e.Text
	case jury.JudgeFinished:
		l.State, l.Text = "", e.Text
		if e.Outcome != nil {
			l.State = lang.Outcome(string(*e.Outcome))
		}
		if e.Score != nil {
			l.Score = *e.Score
		}
	case jury.PhaseStarted, jury.JobDone, jury.JobFailed:
	}
}

// jobEvents is GET /cases/jobs/{job_id}/events.
func (p *Pages) jobEvents(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeJob); err != nil {
		return err
	}
	if p.o.Jobs == nil {
		return fault.NoJobs
	}
	return p.o.Follow(w, r)
}

// cancel is POST /cases/jobs/{job_id}/cancel.
func (p *Pages) cancel(w http.ResponseWriter, r *http.Request) error {
	if p.o.Jobs == nil {
		return fault.NoJobs
	}
	id := r.PathValue("job_id")
	if _, err := p.o.Jobs.Cancel(r.Context(), id); err != nil && !errors.Is(err, job.ErrEnded) {
		return err
	}
	return p.redirect(w, r, "/cases/jobs/"+id)
}

// unfinished shows a version that is not published: its job, if one runs.
func (p *Pages) unfinished(w http.ResponseWriter, r *http.Request, c *casefile.Case, v *casefile.Version) error {
	j, ok, err := p.jobOf(r.Context(), v)
	if err != nil {
		return err
	}
	if ok {
		return p.writeJob(w, r, j, c.ID, v.Number)
	}
	lang := Language(r.Header)
	body := map[string]any{"Case": c.ID, "Version": v.Number, "Started": v.StartedAt.UTC().Format("2006-01-02 15:04")}
	view := p.view(r, lang, c.Brand, body)
	view.Reload = jobReload
	return p.write(w, http.StatusOK, "unfinished", view)
}

// jobOf returns the job that makes a version; false: it is of no job that is known.
func (p *Pages) jobOf(ctx context.Context, v *casefile.Version) (job.Job, bool, error) {
	if v.Job == "" || p.o.Jobs == nil {
		return job.Job{}, false, nil
	}
	j, err := p.o.Jobs.Job(ctx, v.Job)
	if errors.Is(err, job.ErrUnknown) || errors.Is(err, fs.ErrNotExist) {
		return j, false, nil
	}
	return j, err == nil, err
}
