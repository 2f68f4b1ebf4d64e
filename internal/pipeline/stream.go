package pipeline

import (
	"sync"
	"time"

	"judgement/internal/jury"
)

// stream numbers a job's events and hands them on one at a time.
type stream struct {
	job string
	now func() time.Time
	to  func(jury.Event)

	kept int // replies of a run that failed
	mu   sync.Mutex
	seq  int64
}

func (s *stream) phase(name string) { s.send(jury.Event{Type: jury.PhaseStarted, Phase: name}) }

func (s *stream) send(e jury.Event) {
	if s.to == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	e.JobID, e.Seq = s.job, s.seq
	if e.At.IsZero() {
		e.At = s.now().UTC()
	}
	s.to(e)
}
