package cmd

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/job"
	"judgement/internal/jury"
)

// TestRetryOfDoneJob: whoever retries a job that hasn't failed is told what to do.
func TestRetryOfDoneJob(t *testing.T) {
	var f *failure
	if err := queueFailure(fmt.Errorf("job j-1 is done: %w", job.ErrNotFailed)); !errors.As(err, &f) || f.code != "not_failed" || !strings.Contains(f.fix, "submit it again") {
		t.Errorf("%v", err)
	}
}

// TestFailedJobSaysWhy: reason and message of a failed job are told apart, its
// last event names its type once, and the list holds the message too.
func TestFailedJobSaysWhy(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	j := job.Job{
		ID: "j-1", Kind: "review", SceneSlug: "pitch", Brand: "acme", Status: job.Failed, Reason: "document", CreatedAt: at,
		Message: "encrypted.pdf: the document is protected by a password\nremove the password",
	}
	var out strings.Builder
	if err := writeJob(&out, jobDetail{Job: j, Message: j.Message, Events: []jury.Event{
		{Seq: 1, At: at, Type: jury.PhaseStarted, Phase: "intake"},
		{Seq: 2, At: at, Type: jury.JobFailed, Phase: "failed", Text: j.Message},
	}}); err != nil {
		t.Fatal(err)
	}
	want := `j-1  review  scene pitch  brand acme
failed (document): encrypted.pdf: the document is protected by a password
  remove the password
    1 2026-03-01 09:00:00  phase  intake
    2 2026-03-01 09:00:00  failed  encrypted.pdf: the document is protected by a password; remove the password
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("jobs show (-want +got):\n%s", diff)
	}
	out.Reset()
	if err := writeJobs(&out, []job.Job{j}, at.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if want := "document: encrypted.pdf: the document is protected by a password"; !strings.Contains(out.String(), want) {
		t.Errorf("jobs list has no %q:\n%s", want, out.String())
	}
}
