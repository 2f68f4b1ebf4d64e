package api

import (
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"judgement/internal/fault"
	"judgement/internal/job"
)

// Bounds of the streams of events.
const (
	maxStreams = 1024 // at once
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
	f := s.api.feeds.join(s.api, j)
	defer f.leave()
	if !s.out.send([]byte("retry: 2000\n\n")) {
		return
	}
	silence := time.NewTicker(keepAlive)
	defer silence.Stop()
	for {
		frames, end, changed := f.since(s.after)
		for batch := range slices.Chunk(frames, eventBatch) {
			var out []byte
			for _, frame := range batch {
				out, s.after = append(out, frame.data...), frame.seq
			}
			if !s.out.send(out) {
				return
			}
			silence.Reset(keepAlive)
		}
		if end != nil {
			s.out.send(end)
		}
		if changed == nil {
			return
		}
		select {
		case <-s.r.Context().Done():
			return
		case <-s.api.stop:
			return
		case <-changed:
		case <-silence.C:
			if !s.out.send([]byte(": keep-alive\n\n")) {
				return
			}
		}
	}
}
