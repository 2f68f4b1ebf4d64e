package chat_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/job"
	"judgement/scene"
)

// down is a platform that answers nothing until it is up.
type down struct {
	recorder
	up atomic.Bool
}

var errDown = errors.New("the platform does not answer")

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

// TestWithheld: what waits in the outbox while a scene is redacted does not go
// out as it was made: the result says that it is withheld, the files are dropped.
func TestWithheld(t *testing.T) {
	o := newOffice(t)
	s := chattest.Scene("pitch")
	service, stop := o.open(s)
	o.send(service)
	o.queue.Set("", chat.JobStatus{Status: job.Done})
	o.until("the end of the job", func() bool {
		open, err := o.store.Open(t.Context(), []string{"cli_1"})
		return err == nil && len(open) == 0
	})
	stop()
	s.Report.RedactReview = true
	o.platform.up.Store(true)
	_, stop = o.open(s)
	o.until("the rest to be delivered", func() bool { return o.store.Undelivered() == 0 })
	stop()
	o.noLeak()
	if !strings.Contains(o.platform.all(), "no longer shown here") || strings.Contains(o.platform.all(), "Grade") {
		t.Errorf("the chat sees\n%s", o.platform.all())
	}
}

// TestOtherScene: a job of a redacted scene whose application answers under an
// open one by the time it is done shows counts, and nothing else.
func TestOtherScene(t *testing.T) {
	o := newOffice(t)
	o.platform.up.Store(true)
	closed := chattest.Scene("closed")
	closed.Report.RedactReview = true
	service, stop := o.open(closed)
	o.send(service)
	stop()
	_, stop = o.open(chattest.Scene("open"))
	o.queue.Set("", chat.JobStatus{Status: job.Done})
	o.until("the result", func() bool { return strings.Contains(o.platform.all(), "stay on the server") })
	o.until("the rest to be delivered", func() bool { return o.store.Undelivered() == 0 })
	stop()
	o.noLeak()
	if strings.Contains(o.platform.all(), "69.83") {
		t.Errorf("the chat sees the total\n%s", o.platform.all())
	}
}

// TestRemovedJob: a job that is in the queue no more ends; so does one whose
// report can't be read.
func TestRemovedJob(t *testing.T) {
	o := newOffice(t)
	o.platform.up.Store(true)
	service, stop := o.open(chattest.Scene("pitch"))
	o.send(service)
	o.queue.Forget()
	o.until("the end", func() bool {
		return strings.Contains(o.platform.all(), "could not be finished. The operator sees the reason")
	})
	o.until("the rest to be delivered", func() bool { return o.store.Undelivered() == 0 })
	stop()
}
