package chat_test

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/job"
)

var errDown = errors.New("the platform does not answer")

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
