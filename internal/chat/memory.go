package chat

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Memory is a Store in memory: it forgets everything with its process. Tests
// and measurements use it in a database's place.
type Memory struct {
	now func() time.Time
	// submit gives a job with its document to the queue; it is called under
	// the lock, once a job.
	submit func(Job, []byte) (queueID string, err error)

	mu      sync.Mutex
	seen    map[[2]string]bool
	jobs    []*memoryJob
	byID    map[string]*memoryJob
	parcels []*Parcel
	parcel  map[string]*Parcel
	leases  map[string]memoryLease
}

type memoryJob struct {
	Job
	closed bool
}

// NewMemory returns an empty store. submit is what stands for the queue.
func NewMemory(now func() time.Time, submit func(job Job, data []byte) (queueID string, err error)) *Memory {
	return &Memory{now: now, submit: submit, seen: map[[2]string]bool{}, byID: map[string]*memoryJob{}, parcel: map[string]*Parcel{}, leases: map[string]memoryLease{}}
}

// Accept implements Store.
func (m *Memory) Accept(_ context.Context, e Entry) (Receipt, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := [2]string{e.Message.AppID, e.Message.MessageID}
	if m.seen[key] {
		return Receipt{Duplicate: true}, nil
	}
	r := Receipt{}
	if e.Job != nil {
		r.Ahead = m.open()
		r.RetryAt, r.Limited = m.full(e.Job.Scene, e.PerHour)
	}
	if e.Job != nil && !r.Limited {
		job := &memoryJob{Job: *e.Job}
		job.At, job.Data = m.now(), nil
		if e.Job.Data != nil {
			id, err := m.submit(job.Job, e.Job.Data)
			if err != nil {
				return Receipt{}, fmt.Errorf("queue job %s: %w", job.ID, err)
			}
			job.QueueID = id
		}
		m.jobs, m.byID[job.ID] = append(m.jobs, job), job
	}
	if j := m.byID[e.Cancel]; j != nil && !j.closed {
		j.Cancelled = true
	}
	m.seen[key] = true
	for _, p := range e.Reply(r) {
		m.put(p)
	}
	return r, nil
}

func (m *Memory) open() int {
	n := 0
	for _, j := range m.jobs {
		if !j.closed {
			n++
		}
	}
	return n
}

// full reports whether a scene's last 60 minutes are full, and when a place
// becomes free.
func (m *Memory) full(scene string, perHour int) (time.Time, bool) {
	since := m.now().Add(-time.Hour)
	var times []time.Time
	for _, j := range m.jobs {
		if j.Scene == scene && j.At.After(since) {
			times = append(times, j.At)
		}
	}
	if len(times) < perHour {
		return time.Time{}, false
	}
	return times[len(times)-perHour].Add(time.Hour), true
}

// Enqueue implements Store.
func (m *Memory) Enqueue(_ context.Context, jobID string, f Fetched) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.byID[jobID]
	switch {
	case j == nil:
		return fmt.Errorf("job %s: %w", jobID, ErrUnknownJob)
	case j.QueueID != "" || j.closed || j.Cancelled:
		return nil
	}
	j.Job = j.Named(f)
	id, err := m.submit(j.Job, f.Data)
	if err != nil {
		return fmt.Errorf("queue job %s: %w", jobID, err)
	}
	j.QueueID = id
	return nil
}

// Open implements Store.
func (m *Memory) Open(_ context.Context, apps []string) ([]Job, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Job
	for _, j := range m.jobs {
		if !j.closed && slices.Contains(apps, j.AppID) {
			out = append(out, j.Job)
		}
	}
	return out, nil
}

// Close implements Store.
func (m *Memory) Close(_ context.Context, jobID string, last []Parcel) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.byID[jobID]
	if j == nil {
		return false, fmt.Errorf("job %s: %w", jobID, ErrUnknownJob)
	}
	if j.closed {
		return false, nil
	}
	j.closed = true
	for _, p := range last {
		m.put(p)
	}
	return true, nil
}

// Put implements Store.
func (m *Memory) Put(_ context.Context, p Parcel) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(p)
	return nil
}

func (m *Memory) put(p Parcel) {
	old := m.parcel[p.ID]
	if old == nil {
		p.Version, p.Due = 1, m.now()
		m.parcels, m.parcel[p.ID] = append(m.parcels, &p), &p
		return
	}
	if old.Final || old.Dropped && !p.Final {
		return
	}
	old.Card, old.Text, old.File, old.Final = p.Card, p.Text, p.File, p.Final
	old.Scene, old.InGroup, old.Shown = p.Scene, p.InGroup, p.Shown
	old.Version, old.Dropped = old.Version+1, false
}

// Due implements Store.
func (m *Memory) Due(_ context.Context, apps []string, limit int) ([]Parcel, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	waits := map[string]bool{}
	var out []Parcel
	for _, p := range m.parcels {
		if p.Dropped || p.Delivered >= p.Version || !slices.Contains(apps, p.AppID) {
			continue
		}
		if p.Due.After(now) {
			waits[p.Group] = true
		}
		if !waits[p.Group] && len(out) < limit {
			out = append(out, *p)
		}
	}
	return out, nil
}

// Settle implements Store.
func (m *Memory) Settle(_ context.Context, s Settlement) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.parcel[s.ID]
	if p == nil {
		return fmt.Errorf("parcel %s is not in the outbox", s.ID)
	}
	p.MessageID, p.Round, p.Plain, p.Trouble = s.MessageID, s.Round, s.Plain, s.Trouble
	switch {
	case s.Delivered:
		p.Delivered, p.Attempts = max(p.Delivered, s.Version), 0
	case s.Dropped:
		p.Dropped = p.Version == s.Version
	default:
		p.Attempts++
		p.Due = m.now().Add(s.Wait)
	}
	return nil
}

// Undelivered counts the parcels that are still to be delivered.
func (m *Memory) Undelivered() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := 0
	for _, p := range m.parcels {
		if !p.Dropped && p.Delivered < p.Version {
			n++
		}
	}
	return n
}

// Leases returns the leases of a process of that name.
func (m *Memory) Leases(owner string) Leases { return &memoryLeases{m, owner} }

type memoryLeases struct {
	*Memory
	owner string
}

type memoryLease struct {
	owner string
	until time.Time
}

// Hold implements Leases.
func (l *memoryLeases) Hold(_ context.Context, apps []string, ttl time.Duration) (map[string]string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, others := l.now(), map[string]string{}
	for _, app := range apps {
		if held := l.leases[app]; held.owner != l.owner && held.until.After(now) {
			others[app] = held.owner
			continue
		}
		l.leases[app] = memoryLease{l.owner, now.Add(ttl)}
	}
	return others, nil
}

// Drop implements Leases.
func (l *memoryLeases) Drop(_ context.Context, apps []string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, app := range apps {
		if l.leases[app].owner == l.owner {
			delete(l.leases, app)
		}
	}
	return nil
}
