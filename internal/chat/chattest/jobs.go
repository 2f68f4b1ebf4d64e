package chattest

import (
	"context"
	"fmt"
	"sync"

	"judgement/internal/chat"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
)

// Jobs is a queue that does what a test tells it: a chat.Jobs. Its zero value
// is empty.
type Jobs struct {
	mu     sync.Mutex
	order  []string
	jobs   map[string]*submitted
	result *pipeline.Result
	files  map[string][]byte
}

type submitted struct {
	chat.Request
	data   []byte
	status chat.JobStatus
	times  int // it was submitted
}

// Submit takes a job in, under its own name.
func (q *Jobs) Submit(j chat.Request, data []byte) (string, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.jobs == nil {
		q.jobs = map[string]*submitted{}
	}
	id := "q-" + j.ID
	if have := q.jobs[id]; have != nil {
		have.times++
		return id, nil
	}
	q.jobs[id] = &submitted{Request: j, data: data, status: chat.JobStatus{Status: job.Pending}, times: 1}
	q.order = append(q.order, id)
	return id, nil
}

// Submitted lists what was submitted, in order, with its document, and how
// often each was.
func (q *Jobs) Submitted() (jobs []chat.Request, data [][]byte, times []int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, id := range q.order {
		j := q.jobs[id]
		j.Request.QueueID = id
		jobs, data, times = append(jobs, j.Request), append(data, j.data), append(times, j.times)
	}
	return jobs, data, times
}

// Set has a job, or with an empty id all jobs, be in a state from now on.
func (q *Jobs) Set(id string, s chat.JobStatus) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for name, j := range q.jobs {
		if id == "" || id == name {
			j.status = s
		}
	}
}

// Finish gives the result and the files that all done jobs have.
func (q *Jobs) Finish(r *pipeline.Result, files map[string][]byte) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.result, q.files = r, files
}

// Forget drops all jobs, as a queue does with old ones.
func (q *Jobs) Forget() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.jobs, q.order = nil, nil
}

// Status implements chat.Jobs.
func (q *Jobs) Status(_ context.Context, id string, after int64) (chat.JobStatus, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	j := q.jobs[id]
	if j == nil {
		return chat.JobStatus{}, fmt.Errorf("job %s: %w", id, chat.ErrUnknownJob)
	}
	s := j.status
	s.Events = nil
	for _, e := range j.status.Events {
		if e.Seq > after {
			s.Events = append(s.Events, e)
		}
	}
	return s, nil
}

// Cancel implements chat.Jobs.
func (q *Jobs) Cancel(_ context.Context, id string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if j := q.jobs[id]; j != nil && !j.status.Status.Ended() {
		j.status.Status, j.status.Reason = job.Failed, job.Cancelled
	}
	return nil
}

// Result implements chat.Jobs.
func (q *Jobs) Result(context.Context, string) (*pipeline.Result, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.result, nil
}

// File implements chat.Jobs.
func (q *Jobs) File(_ context.Context, _, name string) ([]byte, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	data, found := q.files[name]
	if !found {
		return nil, fmt.Errorf("no file %s", name)
	}
	return data, nil
}

// Events are the events of a review half-way.
func Events() []jury.Event {
	ok, first, second, score := jury.OK, "evidence-checker", "plain-reader", "72 / 100"
	return []jury.Event{
		{Seq: 1, Type: jury.PhaseStarted, Phase: "intake"},
		{Seq: 2, Type: jury.PhaseStarted, Phase: "score", Total: 3},
		{Seq: 3, Type: jury.JudgeStarted, Phase: "score", Judge: &first, Total: 3},
		{Seq: 4, Type: jury.JudgeStarted, Phase: "score", Judge: &second, Total: 3},
		{Seq: 5, Type: jury.JudgeFinished, Phase: "score", Judge: &first, Outcome: &ok, Score: &score, Done: 1, Total: 3},
	}
}
