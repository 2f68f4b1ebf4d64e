package queue

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"judgement/internal/calllog"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/panel"
)

// TestCallsAreLogged: each call of a job's judges is in the log, those that
// failed too, with tokens and cost, and is counted.
func TestCallsAreLogged(t *testing.T) {
	t.Parallel()
	faults := fakeserver.Options{Schedule: fakeserver.Script(fakeserver.ServerError)}
	both(t, 2, faults, func(t *testing.T, w *world) {
		reg := prometheus.NewRegistry()
		w.opts.Metrics = reg
		db, q := w.process(t)
		p := w.pipeline(t)
		price, err := panel.ParsePoints("3")
		if err != nil {
			t.Fatal(err)
		}
		model, err := openai.New(openai.Options{
			BaseURL: w.server.URL(), APIKey: "none", Model: "fake-1", MaxConns: 4, Timeout: 5 * time.Second,
			Prices: map[string]llm.Price{"fake-1": {Currency: "EUR", Input: price, Cached: price, Output: price}},
		})
		if err != nil {
			t.Fatal(err)
		}
		p.Model = calllog.New(model, db, slog.New(slog.DiscardHandler), reg)
		w.workOn(t, db, q, WorkerOptions{Pipeline: p})
		id := w.submit(t, "kettle")
		w.finish(t, id)
		calls, err := calllog.OfJob(t.Context(), w.db, id)
		if err != nil {
			t.Fatal(err)
		}
		outcomes := map[string]int{}
		for _, c := range calls {
			outcomes[c.Outcome]++
			if c.JobID != id || !strings.HasPrefix(c.Judge, "judge-") || c.Model != "fake-1" || c.At.IsZero() || (c.Outcome == "ok") != (c.Error == "") ||
				c.Outcome == "ok" && (c.TokensIn == 0 || c.TokensOut == 0) || !strings.HasSuffix(c.Cost, " EUR") {
				t.Errorf("call %+v", c)
			}
		}
		if diff := cmp.Diff(map[string]int{"ok": 2, "transport": 1}, outcomes); diff != "" {
			t.Errorf("outcomes (-want +got):\n%s", diff)
		}
		// The run is counted after the job is done.
		eventually(t, func() bool {
			return strings.Contains(scrape(reg), `judgement_worker_job_runs_total{end="done",kind="review"} 1`)
		}, func() string { return scrape(reg) })
		for _, line := range []string{
			`judgement_model_calls_total{model="fake-1",outcome="ok"} 2`, `judgement_model_calls_total{model="fake-1",outcome="transport"} 1`,
			`judgement_model_call_duration_seconds_count{model="fake-1"} 3`, "judgement_worker_jobs_running 0",
		} {
			if text := scrape(reg); !strings.Contains(text, line+"\n") {
				t.Errorf("no %s in\n%s", line, text)
			}
		}
		if text := scrape(reg); strings.Contains(text, `judgement_model_cost_total{currency="EUR",model="fake-1"} 0`+"\n") || !strings.Contains(text, "judgement_model_cost_total") {
			t.Errorf("no cost in\n%s", text)
		}
		whole := prometheus.NewRegistry()
		whole.MustRegister(q)
		for _, line := range []string{
			"judgement_database_up 1", `judgement_jobs{status="done"} 1`, `judgement_jobs{status="pending"} 0`, "judgement_jobs_oldest_pending_seconds 0",
			"judgement_workers 1", `judgement_webhooks{status="waiting"} 0`, `judgement_webhooks{status="gave_up"} 0`,
		} {
			if text := scrape(whole); !strings.Contains(text, line+"\n") {
				t.Errorf("no %s in\n%s", line, text)
			}
		}
		w.opts.Metrics = nil // which serve one queue
		gone, lost := w.process(t)
		_ = gone.Close()
		down := prometheus.NewRegistry()
		down.MustRegister(lost)
		if text := scrape(down); !strings.Contains(text, "judgement_database_up 0\n") || strings.Contains(text, "judgement_jobs") {
			t.Errorf("with the database gone:\n%s", text)
		}
	})
}
