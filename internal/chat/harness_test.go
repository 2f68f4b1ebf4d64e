package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/scene"
)

// marks are words that no card has of its own: every text of a result begins
// with one, so that any that gets out is found.
type marks struct{ all []string }

func (m *marks) word(what string) string {
	w := fmt.Sprintf("leak%04d", len(m.all))
	m.all = append(m.all, w)
	return w + " " + what
}

// found lists the marks in a text, and names of the panel.
func (m *marks) found(text string) []string {
	var out []string
	for _, w := range m.all {
		if strings.Contains(text, w) {
			out = append(out, w)
		}
	}
	return out
}

// recorder is a platform that keeps all that goes out.
type recorder struct {
	mu  sync.Mutex
	out []string
	n   int
}

func (r *recorder) note(v any) {
	b, _ := json.Marshal(v)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out = append(r.out, string(b))
}

func (r *recorder) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.out, "\n")
}

func (r *recorder) Send(_ context.Context, p chat.Post) (string, error) {
	r.note(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	return fmt.Sprintf("om_%d", r.n), nil
}

func (r *recorder) Update(_ context.Context, _ string, c chat.Card) error { r.note(c); return nil }

func (r *recorder) Upload(_ context.Context, name string, data []byte) (string, error) {
	r.note([]string{name, string(data)})
	return "key", nil
}

func (r *recorder) Download(context.Context, chat.File, int) (chat.Fetched, error) {
	return chat.Fetched{Name: "f", Data: []byte("data")}, nil
}

// play takes a document through everything that can happen to it, and returns
// all that went out to the chat.
func play(t *testing.T, s *scene.Scene, m *marks, group bool, end chat.JobStatus, result *pipeline.Result) string {
	t.Helper()
	out, queue := &recorder{}, &chattest.Jobs{}
	bot := &chat.Bot{Scene: s, Panel: result.Plan.Panel, AppID: "cli_1", AppSecret: "s", PerHour: 100}
	store := chattest.NewStore(t, queue.Submit)
	var service *chat.Service
	service, err := chat.New(chat.Options{
		Bots: []*chat.Bot{bot}, Platforms: map[string]chat.Platform{"cli_1": out}, Store: store, Jobs: queue,
		Deliver: func(ctx context.Context) { store.Deliver(ctx, service) },
		Now:     time.Now, Poll: time.Millisecond, Space: time.Nanosecond, Refresh: time.Nanosecond, Backoff: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	queue.Finish(result, map[string][]byte{"report.html": []byte(m.word("html")), "report.pdf": []byte(m.word("pdf")), "meeting-summary.pptx": []byte(m.word("deck"))})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); service.Run(ctx) }()
	defer func() { cancel(); <-done }()
	receive := func(id string, kind chat.Kind, text string, file chat.File) {
		if _, err := service.Receive(ctx, chat.Message{
			AppID: "cli_1", MessageID: id, ChatID: "oc_1", Sender: "ou_1", Group: group, Mentioned: true, Person: true, Kind: kind, Text: text, File: file,
		}); err != nil {
			t.Fatal(err)
		}
	}
	until := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(90 * time.Second); !ok(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("waited in vain for %s:\n%s", what, out.all())
			}
		}
	}
	receive("om_in", chat.KindFile, "", chat.File{MessageID: "om_in", Key: "k", Name: m.word("file") + ".docx"})
	until("the job", func() bool { jobs, _, _ := queue.Submitted(); return len(jobs) == 1 })
	receive("om_status", chat.KindText, "status", chat.File{})
	queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	until("progress", func() bool { return strings.Contains(out.all(), "Under review") })
	queue.Set("", end)
	final := map[string]string{"done": "Done", "failed": "Failed", "failedcancelled": "Cancelled"}[string(end.Status)+end.Reason]
	if end.Status == job.Done && chat.ShownTo(s, group) == chat.ShowAll && result.Judgement.Overview().Score != nil {
		final = "Grade C"
	}
	until("the end", func() bool { return strings.Contains(out.all(), final) || strings.Contains(out.all(), "Grade C") })
	receive("om_cancel", chat.KindText, "cancel", chat.File{})
	until("the answer to cancel", func() bool { return strings.Contains(out.all(), "nothing of yours to cancel") })
	time.Sleep(5 * time.Millisecond) // whatever else would go out
	return out.all()
}

// down is a platform that answers nothing until it is up.
type down struct {
	recorder
	up atomic.Bool
}

func (d *down) Send(ctx context.Context, p chat.Post) (string, error) {
	if !d.up.Load() {
		return "", errDown
	}
	return d.recorder.Send(ctx, p)
}

func (d *down) Upload(ctx context.Context, name string, data []byte) (string, error) {
	if !d.up.Load() {
		return "", errDown
	}
	return d.recorder.Upload(ctx, name, data)
}

// office is a service over a store that outlives it.
type office struct {
	t        *testing.T
	marks    *marks
	platform *down
	queue    *chattest.Jobs
	store    *chattest.Store
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, marks: &marks{}, platform: &down{}, queue: &chattest.Jobs{}}
	o.store = chattest.NewStore(t, o.queue.Submit)
	o.queue.Finish(chattest.Result(o.marks.word), map[string][]byte{"report.html": []byte(o.marks.word("html")), "report.pdf": []byte(o.marks.word("pdf"))})
	return o
}

// open runs a service for a scene until it is closed.
func (o *office) open(s *scene.Scene) (service *chat.Service, stop func()) {
	o.t.Helper()
	var err error
	service, err = chat.New(chat.Options{
		Bots: []*chat.Bot{{Scene: s, Panel: chattest.Panel(), AppID: "cli_1", AppSecret: "s", PerHour: 100}}, Platforms: map[string]chat.Platform{"cli_1": o.platform},
		Store: o.store, Deliver: func(ctx context.Context) { o.store.Deliver(ctx, service) }, Jobs: o.queue, Now: time.Now, Poll: time.Millisecond, Space: time.Nanosecond, Refresh: time.Nanosecond, Backoff: time.Millisecond,
	})
	if err != nil {
		o.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); service.Run(ctx) }()
	return service, func() { cancel(); <-done }
}

func (o *office) until(what string, ok func() bool) {
	o.t.Helper()
	for deadline := time.Now().Add(90 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			o.t.Fatalf("waited in vain for %s:\n%s", what, o.platform.all())
		}
	}
}

func (o *office) send(s *chat.Service) {
	o.t.Helper()
	_, err := s.Receive(o.t.Context(), chat.Message{
		AppID: "cli_1", MessageID: "om_in", ChatID: "oc_1", Sender: "ou_1", Person: true, Kind: chat.KindFile,
		File: chat.File{MessageID: "om_in", Key: "k", Name: o.marks.word("plan") + ".docx"},
	})
	if err != nil {
		o.t.Fatal(err)
	}
	o.until("the job", func() bool { jobs, _, _ := o.queue.Submitted(); return len(jobs) == 1 })
}

func (o *office) noLeak() {
	o.t.Helper()
	if leaked := o.marks.found(o.platform.all()); len(leaked) > 0 || strings.Contains(o.platform.all(), "report.") {
		o.t.Errorf("leaked %q in\n%s", leaked, o.platform.all())
	}
}
