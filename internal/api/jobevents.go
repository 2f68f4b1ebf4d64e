package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
)

// Bounds of the streams of events.
const (
	maxStreams = 256 // at once
	eventBatch = 200
	keepAlive  = 15 * time.Second // between comments, so that no proxy closes the connection
	eventWrite = 20 * time.Second // how long a client may take to accept a batch
)

// jobEvents is GET /v2/judgement/{job_id}/events: the events of a job as
// server-sent events, from the beginning or after Last-Event-ID, until the job
// ends. Of an ended job that has no more 204 says that clients need not reconnect.
func (a *API) jobEvents(w http.ResponseWriter, r *http.Request) error {
	after, err := lastEventID(r.Header)
	if err != nil {
		return err
	}
	j, err := a.lookUp(r)
	if err != nil {
		return err
	}
	if j.Status.Ended() && after > 0 && after >= j.LastSeq {
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	defer a.streams.Add(-1)
	if a.streams.Add(1) > maxStreams && r.Method != http.MethodHead {
		return fault.StreamsBusy
	}
	s := &stream{api: a, r: r, out: newEventStream(w, "text/event-stream", eventWrite), after: after}
	if r.Method != http.MethodHead {
		s.run(j)
	}
	return nil
}

// lastEventID reads the header that clients send when they reconnect.
func lastEventID(h http.Header) (int64, error) {
	lines := h["Last-Event-Id"]
	if len(lines) == 0 || lines[len(lines)-1] == "" {
		return 0, nil
	}
	const name = "last-event-id"
	f := &fields{in: "header", values: map[string]json.RawMessage{name: encode(lines[len(lines)-1])}}
	n := f.number(name, 0, 1<<53)
	return int64(n), f.err()
}

// stream sends the events of one job to one client.
type stream struct {
	api   *API
	r     *http.Request
	out   *eventStream
	after int64 // Seq of the last event that was sent
}

// run sends until the job has ended, the client is gone or the server stops. If the
// queue can't be reached for a while, events only come later.
func (s *stream) run(j job.Job) {
	if !s.out.send([]byte("retry: 2000\n\n")) {
		return
	}
	tick := time.NewTicker(s.api.o.Poll)
	defer tick.Stop()
	var err error
	for last := time.Now(); ; {
		sent := 0
		if err == nil && j.LastSeq > s.after {
			sent, err = s.forward()
		}
		switch {
		case errors.Is(err, fault.ClientLeft), errors.Is(err, job.ErrUnknown):
			return
		case sent > 0: // there may be more
			last = time.Now()
		case err == nil && j.Status.Ended():
			s.out.send(fmt.Appendf(nil, "event: end\ndata: %s\n\n", encode(j)))
			return
		default:
			if time.Since(last) >= keepAlive {
				if !s.out.send([]byte(": keep-alive\n\n")) {
					return
				}
				last = time.Now()
			}
			select {
			case <-s.r.Context().Done():
				return
			case <-s.api.stop:
				return
			case <-tick.C:
			}
		}
		var now job.Job
		if now, err = s.api.lookUp(s.r); err == nil {
			j = now
		}
	}
}

// forward sends the next events and returns how many there were. fault.ClientLeft:
// the client takes no more.
func (s *stream) forward() (int, error) {
	events, err := askJobs(s.r.Context(), "read events", func(ctx context.Context) ([]jury.Event, error) {
		return s.api.o.Jobs.Events(ctx, s.r.PathValue("job_id"), s.after, eventBatch)
	})
	var out []byte
	n := 0
	for _, e := range events {
		if e.Seq > s.after {
			n, s.after = n+1, e.Seq
			out = fmt.Appendf(out, "id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Type, encode(e))
		}
	}
	if n > 0 && !s.out.send(out) {
		return n, fault.ClientLeft
	}
	return n, err
}
