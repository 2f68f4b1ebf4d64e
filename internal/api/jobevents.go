package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
)

// Bounds of the streams of events.
const (
	maxStreams  = 256 // at once
	eventBatch  = 200
	keepAlive   = 15 * time.Second // a comment, so that nobody on the way gives the connection up
	eventWrite  = 20 * time.Second // how long a client may take to accept a batch
	retryMillis = "retry: 2000\n\n"
)

// jobEvents is GET /v2/judgement/{job_id}/events: the events of a job as
// server-sent events, from the beginning or after Last-Event-ID, until the job
// ends. Of an ended job that has no more 204 tells clients not to reconnect.
func (a *API) jobEvents(w http.ResponseWriter, r *http.Request) error {
	after, err := lastEventID(r.Header)
	if err != nil {
		return err
	}
	s := &stream{api: a, id: r.PathValue("job_id"), after: after}
	j, err := s.look(r.Context())
	if err != nil {
		return err
	}
	if j.Status.Ended() && after > 0 && after >= j.LastSeq {
		w.Header()["Cache-Control"] = noStore
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if r.Method == http.MethodHead {
		newEventStream(w, "text/event-stream", eventWrite)
		return nil
	}
	if a.judging.streams.Add(1) > maxStreams {
		a.judging.streams.Add(-1)
		return fault.StreamsBusy
	}
	defer a.judging.streams.Add(-1)
	s.out = newEventStream(w, "text/event-stream", eventWrite)
	s.run(r.Context(), j)
	return nil
}

// lastEventID reads the header that clients send when they reconnect.
func lastEventID(h http.Header) (int64, error) {
	lines := h["Last-Event-Id"]
	if len(lines) == 0 || len(lines) == 1 && lines[0] == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(lines[len(lines)-1], 10, 64)
	if err != nil {
		return 0, invalid{at(newProblem("int_parsing", "Input should be a valid integer, unable to parse string as an integer", lines[len(lines)-1]), "header", "last-event-id")}
	}
	if n < 0 {
		return 0, invalid{with(at(newProblem("greater_than_equal", "Input should be greater than or equal to 0", lines[len(lines)-1]), "header", "last-event-id"), "ge", 0)}
	}
	return n, nil
}

// stream sends the events of one job to one client.
type stream struct {
	api   *API
	out   *eventStream
	id    string
	after int64 // Seq of the last event that was sent
	buf   []byte
}

func (s *stream) look(ctx context.Context) (job.Job, error) {
	return askJobs(ctx, "look a job up", func(ctx context.Context) (job.Job, error) { return s.api.judging.jobs.Job(ctx, s.id) })
}

// run sends until the job has ended, the client is gone or the server stops. A
// queue that is out of reach for a while only delays events.
func (s *stream) run(ctx context.Context, j job.Job) {
	if !s.out.send([]byte(retryMillis)) {
		return
	}
	tick := time.NewTicker(s.api.poll)
	defer tick.Stop()
	last := time.Now()
	for known := true; ; known = s.relook(ctx, &j) {
		sent, err := 0, error(nil)
		if known && j.LastSeq > s.after {
			sent, err = s.forward(ctx)
		}
		switch {
		case errors.Is(err, errGone), errors.Is(err, job.ErrUnknown):
			return
		case sent > 0:
			last = time.Now()
			continue // there may be more
		case known && err == nil && j.Status.Ended():
			s.buf = append(append(append(s.buf[:0], "event: end\ndata: "...), encode(j)...), "\n\n"...)
			s.out.send(s.buf)
			return
		}
		if time.Since(last) >= keepAlive {
			if !s.out.send([]byte(": keep-alive\n\n")) {
				return
			}
			last = time.Now()
		}
		select {
		case <-ctx.Done():
			return
		case <-s.api.judging.stop:
			return
		case <-tick.C:
		}
	}
}

// relook looks the job up again; where that fails it stays as it was known.
func (s *stream) relook(ctx context.Context, j *job.Job) bool {
	now, err := s.look(ctx)
	if err != nil {
		return false
	}
	*j = now
	return true
}

// forward sends the next events and returns how many there were.
func (s *stream) forward(ctx context.Context) (int, error) {
	events, err := askJobs(ctx, "read events", func(ctx context.Context) ([]jury.Event, error) {
		return s.api.judging.jobs.Events(ctx, s.id, s.after, eventBatch)
	})
	if err != nil {
		return 0, err
	}
	s.buf = s.buf[:0]
	n := 0
	for i := range events {
		e := &events[i]
		if e.Seq <= s.after {
			continue
		}
		n++
		s.after = e.Seq
		s.buf = strconv.AppendInt(append(s.buf, "id: "...), e.Seq, 10)
		s.buf = append(append(s.buf, "\nevent: "...), e.Type...)
		s.buf = append(append(append(s.buf, "\ndata: "...), encode(e)...), "\n\n"...)
	}
	if n == 0 {
		return 0, nil
	}
	if !s.out.send(s.buf) {
		return n, errGone
	}
	return n, nil
}

// errGone is the error of a client that takes nothing any more.
var errGone = errors.New("the client is gone")
