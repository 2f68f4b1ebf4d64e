package job_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"judgement/internal/job"
)

func TestWebhook(t *testing.T) {
	at := time.Date(2026, 3, 1, 17, 0, 3, 7_000_000, time.FixedZone("east", 8*3600))
	j := job.Job{
		ID: "j-1", Kind: "review", SceneSlug: "pitch", Brand: "评<b>", Filename: "a.md", Status: job.Failed, Reason: job.Cancelled, Message: "m",
		Phase: "scoring", Done: 1, Total: 3, Cancelling: true, CaseID: "C-1", Version: 2, CreatedAt: at.Add(-time.Minute), FinishedAt: at, Page: "https://a.example/cases/jobs/j-1",
	}
	const want = `{"type":"judgement.failed","timestamp":"2026-03-01T09:00:03.007Z","data":{"job_id":"j-1","kind":"review","status":"failed","reason":"cancelled","message":"m","phase":"scoring","progress":{"done":1,"total":3},"cancelling":false,"scene_slug":"pitch","brand":"评\u003cb\u003e","filename":"a.md","case_id":null,"version":null,"no_model":null,"created_at":"2026-03-01T08:59:03.007Z","started_at":null,"finished_at":"2026-03-01T09:00:03.007Z","next_try_at":null,"page":"https://a.example/cases/jobs/j-1"}}`
	if got, err := job.Webhook(j); err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	j.Status, j.Outcome.NoModel = job.Done, true
	var done struct {
		Type string
		Data struct {
			Reason  *string
			CaseID  *string `json:"case_id"`
			Version *int
			NoModel *bool `json:"no_model"`
		}
	}
	got, err := job.Webhook(j)
	if err == nil {
		err = json.Unmarshal(got, &done)
	}
	if err != nil || done.Type != "judgement.done" || done.Data.Reason != nil || *done.Data.CaseID != "C-1" || *done.Data.Version != 2 || !*done.Data.NoModel {
		t.Errorf("%s, %v", got, err)
	}
	for _, s := range []job.Status{job.Pending, job.Running} {
		if s.Ended() {
			t.Errorf("%s is an end", s)
		}
		if _, err := job.Webhook(job.Job{Status: s}); err == nil {
			t.Errorf("a job that is %s has a webhook", s)
		}
	}
	if a, b := job.WebhookID("j-1", 1), job.WebhookID("j-1", 2); a != "msg_j-1_1" || a == b {
		t.Errorf("%s, %s", a, b)
	}
}

// TestResult: clients compare bytes; the report is written as it is.
func TestResult(t *testing.T) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(job.Result{JobID: "j", SceneSlug: "s", Brand: "b", Outcome: job.Outcome{CaseID: "c", Version: 2, Total: "71.5", Folder: "f"}, Report: "a <b> & c", Reviews: []job.Review{{Judge: "x", Outcome: "ok", Text: "<i>"}}}); err != nil {
		t.Fatal(err)
	}
	want := `{"job_id":"j","case_id":"c","version":2,"scene_slug":"s","brand":"b","total":"71.5","max":null,"grade":null,"grade_probabilities":[],"repeats":null,"no_model":false,` +
		`"report":"a <b> & c","reviews":[{"judge":"x","outcome":"ok","review":"<i>"}],"folder":"f","files":[],"warnings":[],"page":null}` + "\n"
	if b.String() != want {
		t.Error(b.String())
	}
}
