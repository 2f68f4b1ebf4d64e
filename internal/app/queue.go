package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/queue"
	"judgement/internal/store"
	"judgement/scene"
)

// Queue is the queue of a workspace with the database that it is kept in.
type Queue struct {
	*queue.Queue
	DB *store.DB

	counts *prometheus.Registry // what this process's worker did
}

// NeedQueue refuses to look for a queue if there is neither a workspace nor a
// named database.
func (p *Process) NeedQueue(what string) error {
	if store.IsPostgres(p.databaseAddress()) {
		return nil
	}
	return p.outside(what, PlaceFix+"; database.url names a database that needs none")
}

// Queue opens the queue, and makes its database if there is none.
func (p *Process) Queue(ctx context.Context) (*Queue, error) {
	return p.queue.get(func() (*Queue, error) {
		db, err := p.Database(ctx)
		if err != nil {
			return nil, err
		}
		counts := prometheus.NewRegistry()
		q, err := queue.New(db, queue.Options{
			Log: p.Log, Random: p.Random, Defaults: p.JobOptions(), Ended: postWebhook, Metrics: counts,
			Kind: func(slug string) (string, error) {
				_, pan, err := scene.Load(p.Workspace.FS, slug)
				if err != nil {
					return "", err
				}
				return pan.OutputFormat.Kind(), nil
			},
		})
		return &Queue{q, db, counts}, err
	})
}

// JobOptions are the settings that a job takes if it says nothing itself.
func (p *Process) JobOptions() job.Options {
	s := p.Settings
	return job.Options{
		Repeats: s.Review.Repeats, MaxTokens: s.Review.MaxTokens, MaxCost: s.Review.MaxCost,
		MaxReplyTokens: s.LLM.MaxReplyTokens, Temperature: s.LLM.Temperature, Seed: s.LLM.Seed,
	}
}

// JobDetail is what jobs show prints.
type JobDetail struct {
	Job      job.Job      `json:"job"`
	Message  string       `json:"message,omitempty"` // why it waits or failed
	Events   []jury.Event `json:"events"`
	Calls    []JobCall    `json:"calls"`    // of models, the oldest first
	Messages []JobMessage `json:"messages"` // about its end
}

// JobMessage says to the world that a job has ended.
type JobMessage struct {
	ID     string       `json:"id"`
	Kind   string       `json:"kind"`
	Status string       `json:"status"`
	Tries  []JobAttempt `json:"tries"`
}

// JobAttempt is one try to deliver a message.
type JobAttempt struct {
	At     time.Time `json:"at"`
	TookMS int64     `json:"took_ms"`
	Code   int       `json:"code"` // of the receiver's answer; 0: there was none
	Error  string    `json:"error"`
}

// JobCall is one call of a model that a job made.
type JobCall struct {
	store.Call
	TookMS int64 `json:"took_ms"`
}

// Detail returns a job with everything that is known of it.
func (q *Queue) Detail(ctx context.Context, id string) (*JobDetail, error) {
	j, err := q.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	d := &JobDetail{Job: j, Message: j.Message}
	if d.Events, err = q.Events(ctx, id, 0, 10_000); err != nil {
		return nil, err
	}
	if d.Calls, err = jobCalls(ctx, q.DB, id); err != nil {
		return nil, err
	}
	d.Messages, err = jobMessages(ctx, q.DB, id)
	return d, err
}

func jobCalls(ctx context.Context, db *store.DB, id string) ([]JobCall, error) {
	out := []JobCall{}
	all, err := db.Calls(ctx, id)
	for _, c := range all {
		out = append(out, JobCall{c, c.Took.Milliseconds()})
	}
	return out, err
}

func jobMessages(ctx context.Context, db *store.DB, id string) ([]JobMessage, error) {
	out := []JobMessage{}
	all, err := db.Messages(ctx, id)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		tries, err := db.Deliveries(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		one := JobMessage{ID: m.ID, Kind: m.Kind, Status: string(m.Status), Tries: []JobAttempt{}}
		for _, t := range tries {
			one.Tries = append(one.Tries, JobAttempt{At: t.At, TookMS: t.Took.Milliseconds(), Code: t.Code, Error: t.Error})
		}
		out = append(out, one)
	}
	return out, nil
}

// Answers counts how asking each judge ended, and how often it gave nothing of
// use. Of a phase that ran several times the last time counts.
func Answers(events []jury.Event) (unusable, all int) {
	type count struct{ unusable, all int }
	phases := map[string]count{}
	for _, e := range events {
		n := phases[e.Phase]
		switch e.Type {
		case jury.PhaseStarted:
			n = count{}
		case jury.JudgeFinished:
			n.all++
			if e.Outcome == nil || *e.Outcome != jury.OK {
				n.unusable++
			}
		case jury.JudgeStarted, jury.JudgeRetry, jury.JobDone, jury.JobFailed:
			continue
		}
		phases[e.Phase] = n
	}
	for _, n := range phases { // a sum
		unusable, all = unusable+n.unusable, all+n.all
	}
	return unusable, all
}

// Pruned is what db prune prints.
type Pruned struct {
	Database  string       `json:"database"`   // empty: there is none yet
	OlderThan string       `json:"older_than"` // in days; 0: jobs are kept for ever
	DryRun    bool         `json:"dry_run"`
	Removed   store.Purged `json:"removed"` // or what would be
	Before    int64        `json:"bytes_before"`
	After     int64        `json:"bytes_after"`
	Leftovers []string     `json:"leftovers"` // incomplete versions and temporary files, removed or to be
}

// tempGrace is how old a temporary file is at least when it is removed: some are
// made without the lock that tells a living writer's.
const tempGrace = time.Hour

// Prune removes ended jobs that are past their time, and what killed runs left. A dry
// run only counts and lists them.
func (p *Process) Prune(ctx context.Context, dryRun, compact bool) (*Pruned, error) {
	ws, keep := p.Workspace, p.Settings.Database.Keep
	v := &Pruned{OlderThan: fmt.Sprintf("%dd", keep/(24*time.Hour)), DryRun: dryRun}
	var db *store.DB // nil if there is none yet, but cases
	if err := p.NeedDatabase(false); err == nil {
		if db, err = p.Database(ctx); err != nil {
			return nil, err
		}
		if err := v.jobs(ctx, db, keep, compact); err != nil {
			return nil, err
		}
	} else if _, missing := os.Stat(filepath.Join(ws.OutDir, "cases")); missing != nil || ws.Dir == "" {
		return nil, err
	}
	var err error
	v.Leftovers, err = p.leftovers(ctx, keep, db, dryRun)
	return v, err
}

func (v *Pruned) jobs(ctx context.Context, db *store.DB, keep time.Duration, compact bool) error {
	v.Database = db.Name()
	info, err := db.Info(ctx)
	if err != nil {
		return err
	}
	v.Before = info.Bytes
	purge := db.Purge
	if v.DryRun {
		purge = db.WouldPurge
	}
	if v.Removed, err = purge(ctx, queue.Kept(keep)); err == nil && compact {
		err = db.Compact(ctx)
	}
	if err == nil {
		info, err = db.Info(ctx)
	}
	v.After = info.Bytes
	return err
}

// leftovers removes, or lists, what killed runs left in the cases.
func (p *Process) leftovers(ctx context.Context, keep time.Duration, db *store.DB, dryRun bool) ([]string, error) {
	storage, err := p.Storage(ctx)
	if err != nil {
		return nil, err
	}
	out := []string{}
	if folder, ok := storage.Storage.(*casefile.Folder); ok {
		if out, err = folder.Sweep(ctx, p.Now().Add(-tempGrace), dryRun); err != nil {
			return out, err
		}
	}
	if keep == 0 {
		return out, nil
	}
	held := func(ctx context.Context, job string) (found bool, err error) {
		if db != nil {
			_, found, err = db.Job(ctx, job)
		}
		return found, err
	}
	versions, err := casefile.New(storage, p.Now).Prune(ctx, p.Now().Add(-keep), held, dryRun)
	return append(out, versions...), err
}
