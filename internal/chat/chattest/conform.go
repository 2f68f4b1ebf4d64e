package chattest

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/outbox"
)

// Submitted counts what a store gave to the queue.
type Submitted struct {
	mu    sync.Mutex
	Jobs  []string // by brand, in order
	Data  []string
	Fault error // of the next submissions
}

// Take is the queue: it names a job by its brand.
func (s *Submitted) Take(brand, data string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Fault != nil {
		return "", s.Fault
	}
	s.Jobs, s.Data = append(s.Jobs, brand), append(s.Data, data)
	return "q-" + brand, nil
}

func (s *Submitted) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.Jobs)
}

// Conform holds a store to what chat.Store says. open returns an empty one that
// submits to the queue.
func Conform(t *testing.T, open func(t *testing.T, queue *Submitted) *Store) {
	for _, c := range []struct {
		name string
		run  func(t *testing.T, s *Store, q *Submitted)
	}{
		{"accept once", acceptOnce},
		{"accept at once", acceptAtOnce},
		{"all or nothing", allOrNothing},
		{"limit", limit},
		{"enqueue", enqueue},
		{"cancel", cancel},
		{"close", closeOnce},
		{"applications", applications},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := &Submitted{}
			c.run(t, open(t, q), q)
		})
	}
}

const app = "cli_1"

// message is one of the outbox; its payload is only a text.
func message(id, text string) outbox.Message {
	return outbox.Message{ID: id, Kind: chat.OutboxKind, Lane: id, Target: app, Payload: text}
}

// waiting returns the messages that are due, which are claimed by that.
func waiting(t *testing.T, s *Store) map[string]outbox.Message {
	t.Helper()
	out := map[string]outbox.Message{}
	for _, m := range must(outbox.Of(s.DB).Claim(t.Context(), "test", chat.OutboxKind, []string{app}, 100, time.Minute))(t) {
		out[m.ID] = m
	}
	return out
}

// entry is a message with a job; text says that the message holds the document.
func entry(n int, text bool) chat.Entry {
	id := fmt.Sprintf("om_%d", n)
	j := &chat.Request{
		ID: chat.JobID(app, id), Scene: "pitch", AppID: app, ChatID: "oc_1", MessageID: id, Sender: "ou_1", Group: true,
		Lang: "zh", Filename: "plan.md", Brand: fmt.Sprintf("plan-%d", n), File: chat.File{MessageID: id, Key: "k", Name: "plan.md"},
	}
	if text {
		j.Data = []byte("text " + id)
	}
	return chat.Entry{
		Message: chat.Message{AppID: app, MessageID: id, ChatID: "oc_1"}, Request: j, PerHour: 1000,
		Reply: func(r chat.Receipt) []outbox.Message {
			return []outbox.Message{message("reply-"+id, fmt.Sprintf("limited %v, %d before you", r.Limited, r.Ahead))}
		},
	}
}

func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func acceptOnce(t *testing.T, s *Store, q *Submitted) {
	ctx := t.Context()
	for n, want := range []chat.Receipt{{}, {Duplicate: true}, {Duplicate: true}} {
		if got := must(s.Accept(ctx, entry(1, true)))(t); got != want {
			t.Errorf("time %d: %+v, want %+v", n, got, want)
		}
	}
	if got := must(s.Accept(ctx, entry(2, false)))(t); got.Ahead != 1 || got.Duplicate {
		t.Errorf("the second message: %+v, want one ahead", got)
	}
	other := entry(1, false)
	other.Message.AppID, other.Request.AppID, other.Request.ID = "cli_2", "cli_2", chat.JobID("cli_2", "om_1")
	other.Reply = func(chat.Receipt) []outbox.Message { return nil }
	if got := must(s.Accept(ctx, other))(t); got.Duplicate {
		t.Error("another bot of the same group sees the same message: it is not a duplicate")
	}
	if q.count() != 1 || q.Data[0] != "text om_1" {
		t.Errorf("submitted %v %v", q.Jobs, q.Data)
	}
	open := must(s.Open(ctx, []string{app}))(t)
	if len(open) != 2 || open[0].ID != chat.JobID(app, "om_1") || open[0].QueueID == "" || open[1].QueueID != "" || open[0].At.IsZero() {
		t.Fatalf("open: %+v", open)
	}
	want := *entry(2, false).Request
	want.At = open[1].At
	if fmt.Sprintf("%+v", open[1]) != fmt.Sprintf("%+v", want) {
		t.Errorf("kept %+v, want %+v", open[1], want)
	}
	if due := waiting(t, s); len(due) != 2 || due["reply-om_2"].Payload != "limited false, 1 before you" {
		t.Errorf("due: %+v", due)
	}
}

func acceptAtOnce(t *testing.T, s *Store, q *Submitted) {
	var all sync.WaitGroup
	var mu sync.Mutex
	fresh := 0
	for range 4 {
		for n := range 10 {
			all.Go(func() {
				r, err := s.Accept(t.Context(), entry(n, true))
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					t.Error(err)
				}
				if !r.Duplicate {
					fresh++
				}
			})
		}
	}
	all.Wait()
	if open := must(s.Open(t.Context(), []string{app}))(t); fresh != 10 || len(open) != 10 {
		t.Errorf("%d fresh, %d jobs; want 10 of each", fresh, len(open))
	}
}

func allOrNothing(t *testing.T, s *Store, q *Submitted) {
	q.Fault = errors.New("the queue is gone")
	if _, err := s.Accept(t.Context(), entry(1, true)); err == nil {
		t.Fatal("accepted without a queue")
	}
	if open := must(s.Open(t.Context(), []string{app}))(t); len(open) != 0 {
		t.Errorf("a job was kept: %+v", open)
	}
	if due := waiting(t, s); len(due) != 0 {
		t.Errorf("a reply was kept: %+v", due)
	}
	q.Fault = nil
	if r := must(s.Accept(t.Context(), entry(1, true)))(t); r.Duplicate {
		t.Error("the message is taken for a duplicate of one that was not kept")
	}
}

func limit(t *testing.T, s *Store, _ *Submitted) {
	at := func(n int) chat.Receipt {
		e := entry(n, false)
		e.PerHour = 2
		return must(s.Accept(t.Context(), e))(t)
	}
	at(1)
	at(1) // a duplicate takes no place
	if at(2).Limited {
		t.Error("the second of two is limited")
	}
	r := at(3)
	if wait := time.Until(r.RetryAt); !r.Limited || wait < 59*time.Minute || wait > 61*time.Minute {
		t.Errorf("the third of two: %+v", r)
	}
	if !at(3).Duplicate {
		t.Error("a limited message that comes again is answered again")
	}
	if open := must(s.Open(t.Context(), []string{app}))(t); len(open) != 2 {
		t.Errorf("%d jobs, want 2", len(open))
	}
	e := entry(4, false)
	e.PerHour, e.Request.Scene = 2, "another"
	if must(s.Accept(t.Context(), e))(t).Limited {
		t.Error("one scene's hour fills another's")
	}
}

func enqueue(t *testing.T, s *Store, q *Submitted) {
	ctx := t.Context()
	must(s.Accept(ctx, entry(1, false)))(t)
	id := chat.JobID(app, "om_1")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if err := s.Enqueue(ctx, id, chat.Fetched{Name: "other.md", Data: []byte("fetched")}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if q.count() != 1 || q.Data[0] != "fetched" {
		t.Errorf("submitted %v %v", q.Jobs, q.Data)
	}
	if open := must(s.Open(ctx, []string{app}))(t); open[0].QueueID == "" || open[0].Filename != "plan.md" || open[0].Brand != "plan-1" {
		t.Errorf("the job does not know its name in the queue, or lost its own: %+v", open[0])
	}
	unnamed := entry(2, false)
	unnamed.Request.Filename = ""
	must(s.Accept(ctx, unnamed))(t)
	if err := s.Enqueue(ctx, unnamed.Request.ID, chat.Fetched{Name: "a/Looked up.md", Data: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if open := must(s.Open(ctx, []string{app}))(t); open[1].Filename != "Looked up.md" || open[1].Brand != chat.Brand("oc_1", "om_2", "Looked up.md") || q.Jobs[1] != open[1].Brand {
		t.Errorf("a job without a name does not take its document's: %+v, %v", open[1], q.Jobs)
	}
	if err := s.Enqueue(ctx, "chat-unknown", chat.Fetched{}); !errors.Is(err, chat.ErrUnknownJob) {
		t.Errorf("an unknown job: %v", err)
	}
}

// cancel: what calls a job off is kept with its message, once, and reaches no job
// that came later.
func cancel(t *testing.T, s *Store, q *Submitted) {
	ctx := t.Context()
	must(s.Accept(ctx, entry(1, false)))(t)
	off := entry(2, false)
	off.Cancel, off.Request = chat.JobID(app, "om_1"), nil
	must(s.Accept(ctx, off))(t)
	must(s.Accept(ctx, entry(3, false)))(t)
	off.Cancel = chat.JobID(app, "om_3")
	if !must(s.Accept(ctx, off))(t).Duplicate {
		t.Error("the message is taken twice")
	}
	open := must(s.Open(ctx, []string{app}))(t)
	if len(open) != 2 || !open[0].Cancelled || open[1].Cancelled || open[0].Filename != "plan.md" {
		t.Errorf("open: %+v", open)
	}
	if err := s.Enqueue(ctx, open[0].ID, chat.Fetched{Data: []byte("fetched meanwhile")}); err != nil || q.count() != 0 {
		t.Errorf("a job that was called off went to the queue: %v", err)
	}
	for _, unknown := range []string{"chat-unknown", open[0].ID} {
		e := entry(9, false)
		e.Message.MessageID, e.Cancel, e.Request = "om_"+unknown, unknown, nil
		if r := must(s.Accept(ctx, e))(t); r.Duplicate {
			t.Error("a message is lost where there is nothing to call off")
		}
	}
}

func closeOnce(t *testing.T, s *Store, q *Submitted) {
	ctx := t.Context()
	must(s.Accept(ctx, entry(1, false)))(t)
	id := chat.JobID(app, "om_1")
	last := []outbox.Message{message(id+"/card", "done")}
	if !must(s.Close(ctx, id, last))(t) || must(s.Close(ctx, id, last))(t) {
		t.Error("a job closes once")
	}
	if open := must(s.Open(ctx, []string{app}))(t); len(open) != 0 {
		t.Errorf("open: %+v", open)
	}
	if err := s.Enqueue(ctx, id, chat.Fetched{Data: []byte("late")}); err != nil || q.count() != 0 {
		t.Errorf("a closed job was queued: %v", err)
	}
	due := waiting(t, s)
	if len(due) != 2 || due[id+"/card"].Version != 1 {
		t.Errorf("due: %+v", due)
	}
	if _, err := s.Close(ctx, "chat-unknown", nil); !errors.Is(err, chat.ErrUnknownJob) {
		t.Errorf("an unknown job: %v", err)
	}
}

func applications(t *testing.T, s *Store, _ *Submitted) {
	must(s.Accept(t.Context(), entry(1, false)))(t)
	for _, apps := range [][]string{nil, {"cli_2"}} {
		if open := must(s.Open(t.Context(), apps))(t); len(open) != 0 {
			t.Errorf("the bots %v see %d jobs of others", apps, len(open))
		}
	}
}
