package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
)

// Bounds of version 2.
const (
	jobTimeout  = 15 * time.Second // of one question to the queue
	healthEvery = 5 * time.Second
	defaultPage = 20
	maxPage     = 100
)

// EndStreams ends every stream of events; their clients reconnect and continue
// after the last event. It must be called at most once, when the server stops.
func (a *API) EndStreams() { close(a.stop) }

// checkJobs asks the queue for its health.
func (a *API) checkJobs(ctx context.Context) {
	asked, cancel := context.WithTimeout(ctx, jobTimeout)
	defer cancel()
	err := a.o.Jobs.Health(asked)
	was := a.jobProblem.Load()
	switch {
	case ctx.Err() != nil:
	case err == nil && was != nil:
		a.o.Log.LogAttrs(ctx, slog.LevelInfo, "jobs are run again")
		a.jobProblem.Store(nil)
	case err != nil:
		text := err.Error()
		if was == nil || *was != text {
			a.o.Log.LogAttrs(ctx, slog.LevelWarn, "jobs are not run", slog.String("error", text))
		}
		a.jobProblem.Store(&text)
	}
}

// ofJobs lets a handler run if there is a queue.
func (a *API) ofJobs(serve handler) handler {
	switch {
	case a.o.Jobs != nil:
		return serve
	case a.o.NoJobs != "":
		return func(http.ResponseWriter, *http.Request) error {
			return fault.New(fault.JobsRefused, nil, "text", a.o.NoJobs)
		}
	}
	return func(http.ResponseWriter, *http.Request) error { return fault.NoJobs }
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

// lookUp returns the job that a path names.
func (a *API) lookUp(r *http.Request) (job.Job, error) {
	return askJobs(r.Context(), "look a job up", func(ctx context.Context) (job.Job, error) { return a.o.Jobs.Job(ctx, r.PathValue("job_id")) })
}

// showJob is GET /v2/judgement/{job_id}.
func (a *API) showJob(w http.ResponseWriter, r *http.Request) error {
	j, err := a.lookUp(r)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, encode(j))
	return nil
}

// cancelJob is DELETE /v2/judgement/{job_id}.
func (a *API) cancelJob(w http.ResponseWriter, r *http.Request) error {
	j, err := askJobs(r.Context(), "cancel a job", func(ctx context.Context) (job.Job, error) { return a.o.Jobs.Cancel(ctx, r.PathValue("job_id")) })
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusAccepted, encode(j))
	return nil
}

// jobResult is GET /v2/judgement/{job_id}/result.
func (a *API) jobResult(w http.ResponseWriter, r *http.Request) error {
	res, err := askJobs(r.Context(), "read a result", func(ctx context.Context) (job.Result, error) { return a.o.Jobs.Result(ctx, r.PathValue("job_id")) })
	if errors.Is(err, job.ErrNotDone) {
		return a.noResult(w, r)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Vary", "Accept")
	if ending := resultEnding(r.Header); ending != "" {
		return a.resultFile(w, r, res, ending)
	}
	writeJSON(w, http.StatusOK, encode(res))
	return nil
}

// resultEnding is the ending of the report's file that Accept asks for by name; empty:
// JSON, which programs that take anything get.
func resultEnding(h http.Header) string {
	accepted := acceptedTypes(h)
	switch {
	case accepted["application/json"]:
	case accepted["text/html"]:
		return "html"
	case accepted["application/pdf"]:
		return "pdf"
	}
	return ""
}

// resultFile answers with a file of the report, as the version kept it.
func (a *API) resultFile(w http.ResponseWriter, r *http.Request, res job.Result, ending string) error {
	if a.cases == nil || res.CaseID == "" {
		return fault.NotAcceptable
	}
	err := a.cases.ServeReport(w, r, res.CaseID, res.Version, ending)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fault.NoPath) {
		return fault.NotAcceptable
	}
	return err
}

// noResult says why a job has no result.
func (a *API) noResult(w http.ResponseWriter, r *http.Request) error {
	j, err := a.lookUp(r)
	if err != nil {
		return err
	}
	text := "The job is " + string(j.Status) + " and has no result yet"
	switch j.Status {
	case job.Failed:
		return fault.New(fault.JobNotDone, nil, "text", strings.TrimSuffix("The job failed ("+j.Reason+"): "+j.Message, ": "))
	case job.Done: // it ended between the two questions
		text = "The job is done by now; ask again"
	case job.Pending, job.Running:
	}
	w.Header().Set("Retry-After", retryAfter)
	return fault.New(fault.JobNotDone, nil, "text", text)
}

// listJobs is GET /v2/judgement.
func (a *API) listJobs(w http.ResponseWriter, r *http.Request) error {
	q, err := parseQuery(r.URL.Query())
	if err != nil {
		return err
	}
	asked := q
	asked.Limit++ // one more says whether there is a next page
	list, err := askJobs(r.Context(), "list the jobs", func(ctx context.Context) ([]job.Job, error) { return a.o.Jobs.List(ctx, asked) })
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
	f := &fields{in: "query", values: map[string]json.RawMessage{}}
	last := func(name string) string {
		v, ok := values[name]
		if !ok {
			return ""
		}
		text := v[len(v)-1]
		f.values[name] = encode(text)
		return text
	}
	cursor, status := last("cursor"), last("status")
	q := job.Query{Limit: defaultPage, Status: job.Status(status), SceneSlug: last("scene_slug")}
	if last("limit"); f.has("limit") {
		q.Limit = f.number("limit", 1, maxPage)
	}
	if f.has("cursor") {
		var known bool
		if q.Before, q.BeforeAt, known = parseCursor(cursor); !known {
			f.refuse("cursor", "this is no next_cursor of a list")
		}
	}
	if f.has("status") && !slices.Contains(job.Statuses(), q.Status) {
		const expected = "'pending', 'running', 'done' or 'failed'"
		f.reject("status", "literal_error", "Input should be "+expected, "expected", expected)
	}
	return q, f.err()
}

// formatCursor names a job's place in the list, so that the list continues if the
// job has been removed.
func formatCursor(j job.Job) string {
	return base64.RawURLEncoding.EncodeToString(fmt.Appendf(nil, "%d %s", j.CreatedAt.UnixMilli(), j.ID))
}

func parseCursor(text string) (id string, created time.Time, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(text)
	ms, id, _ := strings.Cut(string(data), " ")
	n, numErr := strconv.ParseInt(ms, 10, 64)
	return id, time.UnixMilli(n).UTC(), err == nil && numErr == nil && visible(id)
}
