package chat_test

import (
	"strings"
	"testing"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/job"
)

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
