package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
)

// feeds are those of the jobs that clients follow. However many clients follow a job,
// the queue is asked once.
type feeds struct {
	mu  sync.Mutex
	all map[string]*feed
}

// feed has the events of one job.
type feed struct {
	api    *API
	id     string
	cancel context.CancelFunc
	owner  *feeds
	count  int // clients; guarded by owner.mu

	mu      sync.Mutex
	frames  []frame // by seq
	end     []byte  // what ends a stream; nil: the job runs
	over    bool    // nothing more comes
	changed chan struct{}
}

// frame is an event as clients get it.
type frame struct {
	seq  int64
	data []byte
}

// join returns the feed of a job. Its client leaves it when it is done.
func (all *feeds) join(a *API, j job.Job) *feed {
	all.mu.Lock()
	defer all.mu.Unlock()
	f := all.all[j.ID]
	if f == nil {
		f = &feed{api: a, id: j.ID, owner: all, changed: make(chan struct{})}
		if all.all == nil {
			all.all = map[string]*feed{}
		}
		all.all[j.ID] = f
		var ctx context.Context
		ctx, f.cancel = context.WithCancel(context.Background())
		go f.read(ctx, j)
	}
	f.count++
	return f
}

// leave ends the feed with its last client.
func (f *feed) leave() {
	f.owner.mu.Lock()
	defer f.owner.mu.Unlock()
	if f.count--; f.count == 0 {
		f.cancel()
		delete(f.owner.all, f.id)
	}
}

// since returns the events after one, what ends the stream if nothing else comes, and
// a channel that is closed at the next change; nil: there will be none.
func (f *feed) since(after int64) (frames []frame, end []byte, changed <-chan struct{}) {
	f.mu.Lock()
	defer f.mu.Unlock()
	at, found := slices.BinarySearchFunc(f.frames, after, func(x frame, seq int64) int { return int(x.seq - seq) })
	if found {
		at++
	}
	if f.over {
		return f.frames[at:], f.end, nil
	}
	return f.frames[at:], nil, f.changed
}

// change applies a change and wakes all clients.
func (f *feed) change(apply func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	apply()
	close(f.changed)
	f.changed = make(chan struct{})
}

// read reads what comes until the job has ended or ctx ends.
func (f *feed) read(ctx context.Context, j job.Job) {
	tick := time.NewTicker(f.api.o.Poll)
	defer tick.Stop()
	last, err := int64(0), error(nil)
	for {
		fresh := 0
		if err == nil && j.LastSeq > last {
			fresh, last, err = f.take(ctx, last)
		}
		switch {
		case errors.Is(err, job.ErrUnknown):
			f.change(func() { f.over = true })
			return
		case fresh > 0: // there may be more
		case err == nil && j.Status.Ended():
			f.change(func() { f.over, f.end = true, fmt.Appendf(nil, "event: end\ndata: %s\n\n", encode(j)) })
			return
		default:
			select {
			case <-ctx.Done():
				return
			case <-f.api.stop:
				return
			case <-tick.C:
			}
		}
		var now job.Job
		now, err = askJobs(ctx, "look a job up", func(ctx context.Context) (job.Job, error) { return f.api.o.Jobs.Job(ctx, f.id) })
		if err == nil {
			j = now
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// take reads the next events after the last one.
func (f *feed) take(ctx context.Context, last int64) (fresh int, now int64, err error) {
	events, err := askJobs(ctx, "read events", func(ctx context.Context) ([]jury.Event, error) {
		return f.api.o.Jobs.Events(ctx, f.id, last, eventBatch)
	})
	var got []frame
	for _, e := range events {
		if e.Seq > last {
			last = e.Seq
			got = append(got, frame{e.Seq, fmt.Appendf(nil, "id: %d\nevent: %s\ndata: %s\n\n", e.Seq, e.Type, encode(e))})
		}
	}
	if len(got) > 0 {
		f.change(func() { f.frames = append(f.frames, got...) })
	}
	return len(got), last, err
}
