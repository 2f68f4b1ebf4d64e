package cmd

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/calllog"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/queue"
)

// TestRetryOfDoneJob: whoever retries a job that hasn't failed reads what to do.
func TestRetryOfDoneJob(t *testing.T) {
	if f := classify(fmt.Errorf("job j-1 is done: %w", job.ErrNotFailed)); f.code != "not_failed" || !strings.Contains(f.fix, "submit it again") {
		t.Errorf("%v", f)
	}
}

// TestFailedJobSaysWhy: reason and message of a failed job are separate, its
// last event names its type once, and the list holds the message too.
func TestFailedJobSaysWhy(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	j := job.Job{
		ID: "j-1", Kind: "review", SceneSlug: "pitch", Brand: "acme", Status: job.Failed, Reason: "document", CreatedAt: at,
		Message: "encrypted.pdf: the document is protected by a password\nremove the password",
	}
	var out page
	out.job(&queue.Detail{Job: j, Message: j.Message, Events: []jury.Event{
		{Seq: 1, At: at, Type: jury.PhaseStarted, Phase: "intake"},
		{Seq: 2, At: at, Type: jury.JobFailed, Phase: "failed", Text: j.Message},
	}}, at)
	want := `j-1  review  scene pitch  brand acme
failed (document): encrypted.pdf: the document is protected by a password
  remove the password
    1 2026-03-01 09:00:00  phase  intake
    2 2026-03-01 09:00:00  failed  encrypted.pdf: the document is protected by a password …
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("jobs show (-want +got):\n%s", diff)
	}
	out.Reset()
	out.jobs([]job.Job{j}, at.Add(time.Minute))
	if want := "document: encrypted.pdf: the document is protected by a password"; !strings.Contains(out.String(), want) {
		t.Errorf("jobs list has no %q:\n%s", want, out.String())
	}
}

// TestWaitingJobSaysWhen: a job that waits for another attempt says when that is,
// with a line for each cause of its failure; one that is due says that it waits
// for a worker.
func TestWaitingJobSaysWhen(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	j := job.Job{
		ID: "j-1", Kind: "review", SceneSlug: "pitch", Brand: "acme", Status: job.Pending, CreatedAt: at, NextTryAt: at.Add(8*time.Minute + 32*time.Second),
		Message: "attempt 4 of 6: no quorum for the review: 0 of 13 voting judges answered, at least 9 are needed\n12 judges (a, b, c and 9 more): failed: can't connect\nm: refused: no",
	}
	for now, wait := range map[time.Time]string{
		at:                        "in 8m",
		at.Add(8 * time.Minute):   "in 32s",
		at.Add(200 * time.Minute): "due for 3h, waits for a worker",
	} {
		var out page
		out.job(&queue.Detail{Job: j, Message: j.Message}, now)
		want := `j-1  review  scene pitch  brand acme
pending: attempt 4 of 6: no quorum for the review: 0 of 13 voting judges answered, at least 9 are needed
  12 judges (a, b, c and 9 more): failed: can't connect
  m: refused: no
next try at 2026-03-01 09:08:32 UTC (` + wait + `)
`
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("jobs show (-want +got):\n%s", diff)
		}
	}
	if got, err := json.Marshal(j); err != nil || !strings.Contains(string(got), `"next_try_at":"2026-03-01T09:08:32.000Z"`) {
		t.Errorf("%s, %v", got, err)
	}
}

// TestTriesOfAWebhook: a try that reached nobody has no answer, not the answer 0.
func TestTriesOfAWebhook(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	var out page
	d := &queue.Detail{Job: job.Job{ID: "j-1", Kind: "review", SceneSlug: "pitch", Brand: "acme", Status: job.Done}, Messages: []queue.Message{{ID: "m-1", Kind: "webhook", Status: "sent", Tries: []queue.Attempt{
		{At: at, TookMS: 3, Error: "the receiver cannot be reached: dial tcp:\nconnection refused"},
		{At: at, TookMS: 12, Code: 500, Error: "the receiver answered 500"},
		{At: at, TookMS: 15000},
		{At: at, TookMS: 8, Code: 204},
	}}}}
	out.job(d, at)
	want := `j-1  review  scene pitch  brand acme
done
webhook m-1: sent
  try 1 at 2026-03-01 09:00:00: no answer after 3 ms: the receiver cannot be reached: dial tcp: connection refused
  try 2 at 2026-03-01 09:00:00: 500 in 12 ms: the receiver answered 500
  try 3 at 2026-03-01 09:00:00: no answer after 15000 ms
  try 4 at 2026-03-01 09:00:00: 204 in 8 ms
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("jobs show (-want +got):\n%s", diff)
	}
}

// TestCallsLine: calls that were answered may all be of no use.
func TestCallsLine(t *testing.T) {
	unparsable, ok := jury.Unparsable, jury.OK
	phase := jury.Event{Type: jury.PhaseStarted, Phase: "score"}
	ended := func(o *jury.Outcome) jury.Event {
		return jury.Event{Type: jury.JudgeFinished, Phase: "score", Outcome: o}
	}
	calls := []calllog.Call{
		{Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.5 EUR"},
		{Outcome: "ok", TokensIn: 10, TokensOut: 2, Cost: "0.25 EUR"},
		{Outcome: "timeout"},
	}
	first := []jury.Event{phase, ended(&unparsable), ended(&unparsable)}
	again := append(first, phase, ended(&ok), ended(&unparsable)) // the last run counts
	for want, events := range map[string][]jury.Event{
		"answers: 2, 2 of them without a usable reply; calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR": first,
		"answers: 2, 1 of them without a usable reply; calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR": again,
		"calls: 3, 1 of them failed; 20 tokens in, 4 out; 0.75 EUR":                                               nil,
	} {
		if got := callsLine(calls, events); got != want {
			t.Errorf("callsLine = %q, want %q", got, want)
		}
	}
}
