package api

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"judgement/internal/fault"
	"judgement/internal/heartbeat"
	"judgement/internal/job"
)

// Bounds of version 2.
const (
	jobTimeout  = 15 * time.Second // of one question to the queue
	healthEvery = 5 * time.Second
	defaultPage = 20
	maxPage     = 100
)

// judging is what version 2 needs beside the routes.
type judging struct {
	jobs     Jobs
	lack     string // why there is no queue, for clients
	refusal  string
	webhooks bool
	reaches  func(netip.Addr) bool // nil: all addresses
	uploads  atomic.Int64          // bytes that running submissions may hold
	streams  atomic.Int64
	stop     chan struct{} // closed by EndStreams
	problem  atomic.Pointer[string]
}

// EndStreams ends every stream of events; their clients reconnect and go on
// where they were. It must be called at most once, when the server stops.
func (a *API) EndStreams() { close(a.judging.stop) }

// watchJobs asks the queue for its health until ctx ends.
func (a *API) watchJobs(ctx context.Context) {
	a.askHealth(ctx)
	heartbeat.Every(ctx, min(healthEvery, 10*a.poll), func() { a.askHealth(ctx) })
}

func (a *API) askHealth(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	err := a.judging.jobs.Health(asked)
	was := a.judging.problem.Load()
	switch {
	case ctx.Err() != nil:
	case err == nil && was != nil:
		a.judging.problem.Store(nil)
		a.log.LogAttrs(ctx, slog.LevelInfo, "jobs are run again")
	case err != nil:
		text := err.Error()
		a.judging.problem.Store(&text)
		if was == nil || *was != text {
			a.log.LogAttrs(ctx, slog.LevelWarn, "jobs are not run", slog.String("error", text))
		}
	}
}

// ofJobs lets a handler run where there is a queue.
func (a *API) ofJobs(serve handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if a.judging.jobs == nil {
			if a.judging.lack != "" {
				return fault.New(fault.JobsRefused, nil, "text", a.judging.lack)
			}
			return fault.NoJobs
		}
		return serve(w, r)
	}
}

// askJobs asks the queue one thing. An answer that does not come in time is
// job.ErrUnavailable.
func askJobs[T any](ctx context.Context, doing string, ask func(ctx context.Context) (T, error)) (T, error) {
	asked, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	v, err := ask(asked)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return v, fmt.Errorf("%s: %w: %w", doing, job.ErrUnavailable, err)
	}
	return v, fmt.Errorf("%s: %w", doing, err)
}

// showJob is GET /v2/judgement/{job_id}.
func (a *API) showJob(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("job_id")
	j, err := askJobs(r.Context(), "look a job up", func(ctx context.Context) (job.Job, error) { return a.judging.jobs.Job(ctx, id) })
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, encode(j))
	return nil
}

// cancelJob is DELETE /v2/judgement/{job_id}.
func (a *API) cancelJob(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("job_id")
	j, err := askJobs(r.Context(), "cancel a job", func(ctx context.Context) (job.Job, error) { return a.judging.jobs.Cancel(ctx, id) })
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusAccepted, encode(j))
	return nil
}

// jobResult is GET /v2/judgement/{job_id}/result.
func (a *API) jobResult(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("job_id")
	res, err := askJobs(r.Context(), "read a result", func(ctx context.Context) (job.Result, error) { return a.judging.jobs.Result(ctx, id) })
	if errors.Is(err, job.ErrNotDone) {
		return a.noResult(w, r, id)
	}
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, encode(describeResult(&res)))
	return nil
}

// noResult tells why a job has no result.
func (a *API) noResult(w http.ResponseWriter, r *http.Request, id string) error {
	j, err := askJobs(r.Context(), "look a job up", func(ctx context.Context) (job.Job, error) { return a.judging.jobs.Job(ctx, id) })
	switch {
	case err != nil:
		return err
	case j.Status == job.Failed:
		return fault.New(fault.JobNotDone, nil, "text", strings.TrimSuffix("The job failed ("+j.Reason+"): "+j.Message, ": "))
	}
	w.Header()["Retry-After"] = retryAfter
	if j.Status == job.Done { // it ended between the two questions
		return fault.New(fault.JobNotDone, nil, "text", "The job is done by now; ask again")
	}
	return fault.New(fault.JobNotDone, nil, "text", "The job is "+string(j.Status)+" and has no result yet")
}

// listJobs is GET /v2/judgement.
func (a *API) listJobs(w http.ResponseWriter, r *http.Request) error {
	q, err := parseQuery(r.URL.Query())
	if err != nil {
		return err
	}
	asked := q
	asked.Limit++ // one more tells whether there is a next page
	list, err := askJobs(r.Context(), "list the jobs", func(ctx context.Context) ([]job.Job, error) { return a.judging.jobs.List(ctx, asked) })
	if err != nil {
		return err
	}
	out := jobsResponse{Jobs: append([]job.Job{}, list[:min(len(list), q.Limit)]...)}
	if len(list) > q.Limit {
		cursor := formatCursor(list[q.Limit-1])
		out.NextCursor = &cursor
	}
	writeJSON(w, http.StatusOK, encode(out))
	return nil
}

// parseQuery reads the parameters of a list: of duplicates the last counts, as
// in a body.
func parseQuery(values url.Values) (job.Query, error) {
	q := job.Query{Limit: defaultPage}
	last := func(name string) (string, bool) {
		v := values[name]
		if len(v) == 0 {
			return "", false
		}
		return v[len(v)-1], true
	}
	var bad invalid
	if text, ok := last("limit"); ok {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		switch {
		case err != nil:
			bad = append(bad, at(newProblem("int_parsing", "Input should be a valid integer, unable to parse string as an integer", text), "query", "limit"))
		case n < 1:
			bad = append(bad, with(at(newProblem("greater_than_equal", "Input should be greater than or equal to 1", text), "query", "limit"), "ge", 1))
		case n > maxPage:
			bad = append(bad, with(at(newProblem("less_than_equal", "Input should be less than or equal to 100", text), "query", "limit"), "le", maxPage))
		}
		q.Limit = n
	}
	if text, ok := last("cursor"); ok {
		var known bool
		if q.Before, q.BeforeAt, known = parseCursor(text); !known {
			bad = append(bad, at(valueError("this is no next_cursor of a list", text), "query", "cursor"))
		}
	}
	if text, ok := last("status"); ok {
		if q.Status = job.Status(text); !slices.Contains(job.Statuses(), q.Status) {
			const expected = "'pending', 'running', 'done' or 'failed'"
			bad = append(bad, with(at(newProblem("literal_error", "Input should be "+expected, text), "query", "status"), "expected", expected))
		}
	}
	q.SceneSlug, _ = last("scene_slug")
	if bad != nil {
		return q, bad
	}
	return q, nil
}

// formatCursor names a job's place in the list, so that the list goes on where the
// job has been removed.
func formatCursor(j job.Job) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", j.CreatedAt.UnixMilli(), j.ID))
}

func parseCursor(text string) (id string, created time.Time, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	ms, id, _ := strings.Cut(string(data), " ")
	n, numErr := strconv.ParseInt(ms, 10, 64)
	visible := id != "" && !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
	return id, time.UnixMilli(n).UTC(), err == nil && numErr == nil && visible
}

// at moves a problem to another place of the request.
func at(p problem, loc ...any) problem {
	p.Loc = loc
	return p
}

// with adds a fact to a problem.
func with(p problem, key string, v any) problem {
	p.Ctx = map[string]any{key: v}
	return p
}

// valueError is a problem that the type of a value does not show.
func valueError(message string, input any, loc ...any) problem {
	return with(newProblem("value_error", "Value error, "+message, input, loc...), "error", map[string]any{})
}
