package api

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
)

// memJobs is a queue in memory that the tests move on by hand.
type memJobs struct {
	mu      sync.Mutex
	jobs    []*memJob // oldest first
	keys    map[string]*memJob
	down    error // what every method answers with while it is set
	hang    bool  // every method waits for its context
	waiting int   // calls that hang
}

type memJob struct {
	job.Job
	sub    job.Submission
	events []jury.Event
	result *job.Result
}

func newMemJobs() *memJobs { return &memJobs{keys: map[string]*memJob{}} }

// enter takes the lock, or returns what the queue fails with.
func (m *memJobs) enter(ctx context.Context) error {
	m.mu.Lock()
	if m.hang {
		m.waiting++
		m.mu.Unlock()
		<-ctx.Done()
		m.mu.Lock()
		m.waiting--
		m.mu.Unlock()
		return ctx.Err()
	}
	if m.down != nil {
		defer m.mu.Unlock()
		return m.down
	}
	return nil
}

func (m *memJobs) find(id string) *memJob {
	for _, j := range m.jobs {
		if j.ID == id {
			return j
		}
	}
	return nil
}

func (m *memJobs) Submit(ctx context.Context, s job.Submission) (job.Receipt, error) {
	if err := m.enter(ctx); err != nil {
		return job.Receipt{}, err
	}
	defer m.mu.Unlock()
	if j := m.keys[s.IdempotencyKey]; j != nil && s.IdempotencyKey != "" {
		if j.sub.Fingerprint != s.Fingerprint {
			return job.Receipt{}, fmt.Errorf("key %s: %w", s.IdempotencyKey, job.ErrKeyReused)
		}
		return job.Receipt{Job: j.Job, Repeated: true}, nil
	}
	j := &memJob{sub: s, Job: job.Job{
		ID: fmt.Sprintf("job-%03d", len(m.jobs)+1), Kind: "review", SceneSlug: s.SceneSlug, Brand: s.Brand, Filename: s.Filename,
		Status: job.Pending, CreatedAt: time.Date(2026, 3, 1, 9, 0, len(m.jobs), 0, time.UTC),
	}}
	m.jobs = append(m.jobs, j)
	m.keys[s.IdempotencyKey] = j
	return job.Receipt{Job: j.Job}, nil
}

func (m *memJobs) Job(ctx context.Context, id string) (job.Job, error) {
	if err := m.enter(ctx); err != nil {
		return job.Job{}, err
	}
	defer m.mu.Unlock()
	j := m.find(id)
	if j == nil {
		return job.Job{}, fmt.Errorf("job %q: %w", id, job.ErrUnknown)
	}
	return j.Job, nil
}

func (m *memJobs) Result(ctx context.Context, id string) (job.Result, error) {
	if err := m.enter(ctx); err != nil {
		return job.Result{}, err
	}
	defer m.mu.Unlock()
	j := m.find(id)
	switch {
	case j == nil:
		return job.Result{}, job.ErrUnknown
	case j.result == nil:
		return job.Result{}, fmt.Errorf("job %s: %w", id, job.ErrNotDone)
	}
	return *j.result, nil
}

func (m *memJobs) Events(ctx context.Context, id string, after int64, limit int) ([]jury.Event, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	j := m.find(id)
	if j == nil {
		return nil, job.ErrUnknown
	}
	var out []jury.Event
	for _, e := range j.events {
		if e.Seq > after && len(out) < limit {
			out = append(out, e)
		}
	}
	return out, nil
}

func (m *memJobs) Cancel(ctx context.Context, id string) (job.Job, error) {
	if err := m.enter(ctx); err != nil {
		return job.Job{}, err
	}
	defer m.mu.Unlock()
	j := m.find(id)
	switch {
	case j == nil:
		return job.Job{}, job.ErrUnknown
	case j.Status == job.Failed && j.Reason == job.Cancelled:
	case j.Status.Ended():
		return job.Job{}, job.ErrEnded
	case j.Status == job.Running:
		j.Cancelling = true
	default:
		j.Status, j.Reason, j.FinishedAt = job.Failed, job.Cancelled, j.CreatedAt.Add(time.Second)
	}
	return j.Job, nil
}

func (m *memJobs) List(ctx context.Context, q job.Query) ([]job.Job, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	var out []job.Job
	for _, j := range slices.Backward(m.jobs) {
		begun := q.Before == "" || j.CreatedAt.Before(q.BeforeAt) || j.CreatedAt.Equal(q.BeforeAt) && j.ID < q.Before
		fits := (q.Status == "" || j.Status == q.Status) && (q.SceneSlug == "" || j.SceneSlug == q.SceneSlug)
		if begun && fits && len(out) < q.Limit {
			out = append(out, j.Job)
		}
	}
	return out, nil
}

func (m *memJobs) Health(ctx context.Context) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	m.mu.Unlock()
	return nil
}

// move changes a job as a worker would.
func (m *memJobs) move(t *testing.T, id string, change func(j *memJob)) {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.find(id)
	if j == nil {
		t.Fatalf("there is no job %s", id)
	}
	change(j)
	j.LastSeq = 0
	if n := len(j.events); n > 0 {
		j.LastSeq = j.events[n-1].Seq
	}
}

// remove removes a job, as when it is past its time.
func (m *memJobs) remove(i int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs = slices.Delete(m.jobs, i, i+1)
}

func (m *memJobs) set(down error, hang bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.down, m.hang = down, hang
}

// run makes a job run and send n events.
func (j *memJob) run(n int) {
	j.Status, j.Phase, j.Total, j.StartedAt = job.Running, "scoring", n, j.CreatedAt.Add(40*time.Millisecond)
	for range n {
		judge := fmt.Sprintf("judge-%d", len(j.events))
		seq := int64(len(j.events) + 1)
		j.events = append(j.events, jury.Event{
			JobID: j.ID, Seq: seq, At: j.StartedAt, Type: jury.JudgeStarted, Phase: "scoring", Judge: &judge, Text: "line one\nline two", Total: n,
		})
	}
}

// finish makes a job done.
func (j *memJob) finish() {
	j.Status, j.CaseID, j.Version, j.FinishedAt = job.Done, "C-2026-0001", 1, j.CreatedAt.Add(time.Minute)
	j.events = append(j.events, jury.Event{JobID: j.ID, Seq: int64(len(j.events) + 1), At: j.FinishedAt, Type: jury.JobDone, Phase: "done", Text: "71.5 / 100, B"})
	j.result = &job.Result{
		JobID: j.ID, SceneSlug: j.SceneSlug, Brand: j.Brand, Report: "# Report <b>\n", Reviews: []job.Review{{Judge: "careful", Outcome: "ok", Text: "# Careful\n"}},
		Outcome: job.Outcome{CaseID: j.CaseID, Version: 1, Total: "71.5", Max: "100", Grade: "B", Folder: "reports/p-" + j.Brand, Files: []string{"report.md"}},
	}
}
