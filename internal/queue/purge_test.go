package queue

import (
	"bytes"
	"database/sql"
	"errors"
	"log/slog"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"judgement/internal/job"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/store"
	"judgement/panel"
)

// TestCallsAreLogged: each call of a job's judges is in the log, those that
// failed too, with tokens and cost, and is counted.
func TestCallsAreLogged(t *testing.T) {
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
		p.Model = q.LogCalls(model)
		w.workOn(t, db, q, WorkerOptions{Pipeline: p})
		id := w.submit(t, "kettle")
		w.finish(t, id)
		calls, err := w.db.Calls(t.Context(), id)
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

// TestEndsAreLogged: the log has a line for each job that ended, well or not.
func TestEndsAreLogged(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{}, address(t, "sqlite"))
	var lines bytes.Buffer
	w.opts.Log = slog.New(slog.NewTextHandler(&lines, nil))
	db, q := w.process(t)
	worker := w.workOn(t, db, q, WorkerOptions{})
	good, bad := w.submit(t, "kettle"), w.submitTo(t, "none", "lost")
	w.finish(t, good)
	w.await(t, bad, ended)
	worker.stop()
	<-worker.done
	for _, want := range []string{
		`msg="a job is done".* job=` + good + ` kind=review scene=s brand=kettle case=C-\d+-0001 version=1\n`,
		`msg="a job failed".* job=` + bad + ` kind=review scene=none brand=lost reason=unknown_scene error=.* attempt=1 final=true\n`,
	} {
		if !regexp.MustCompile(want).MatchString(lines.String()) {
			t.Errorf("no line of the log is like %s:\n%s", want, lines.String())
		}
	}
}

// TestTriesAreLogged: a model that refuses or is gone leaves a warning with the
// job and the reason at each try, and says whether it was the last.
func TestTriesAreLogged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		server fakeserver.Options
		gone   bool
		want   string // of the line behind the job's number
	}{
		{"refused", fakeserver.Options{APIKey: "another"}, false, `reason=credentials error=.* attempt=1 final=true`},
		{"gone", fakeserver.Options{}, true, `reason=no_quorum error=.*can't connect.* attempt=1 final=false`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, c.server, address(t, "sqlite"))
			if c.gone {
				w.server.Close()
			}
			var lines bytes.Buffer
			w.opts.Log = slog.New(slog.NewTextHandler(&lines, nil))
			db, q := w.process(t)
			worker := w.workOn(t, db, q, WorkerOptions{})
			id := w.submit(t, "kettle")
			w.await(t, id, func(j job.Job) bool { return ended(j) || strings.HasPrefix(j.Message, "attempt ") })
			worker.stop()
			<-worker.done
			want := `level=WARN msg="a job failed".* job=` + id + ` kind=review scene=s brand=kettle ` + c.want + `\n`
			if !regexp.MustCompile(want).MatchString(lines.String()) {
				t.Errorf("no line of the log is like %s:\n%s", want, lines.String())
			}
		})
	}
}

// TestPurge: a worker removes what is past its time; a second one within the hour
// leaves it alone. What has not ended stays, and so do fresh keys.
func TestPurge(t *testing.T) {
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		ctx := t.Context()
		old, err := w.q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: "old", Filename: "old.md", Data: []byte(kettle), IdempotencyKey: "old", Fingerprint: "x"})
		if err != nil {
			t.Fatal(err)
		}
		first := w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		w.finish(t, old.Job.ID)
		number := w.queued(t, old.Job.ID).ID
		eventually(t, func() bool { return w.count(t, "dedupe") == 1 }, func() string { return "the first worker does not purge" })
		first.stop()
		<-first.done
		age := func(column string, by time.Duration) {
			t.Helper()
			table, _, _ := strings.Cut(column, ".")
			name := column[len(table)+1:]
			if _, err := w.db.Exec(ctx, `UPDATE `+table+` SET `+name+` = `+name+` - $1`, by.Milliseconds()); err != nil {
				t.Fatal(err)
			}
		}
		for _, column := range []string{"job.finished_ms", "job_event.at_ms", "blob.touched_ms"} {
			age(column, 32*24*time.Hour)
		}
		age("idempotency.until_ms", 6*24*time.Hour) // six of its seven days are over
		fresh, err := w.q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: "fresh", Filename: "fresh.md", Data: []byte("# Another\n\nIt boils a litre in nine minutes.\n")})
		if err != nil {
			t.Fatal(err)
		}
		second := w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		w.finish(t, fresh.Job.ID)
		if _, err := w.q.Job(ctx, old.Job.ID); err != nil {
			t.Errorf("tidied twice within the hour: %v", err)
		}
		second.stop()
		<-second.done
		age("dedupe.until_ms", purgeEvery)
		w.work(t, WorkerOptions{Keep: 30 * 24 * time.Hour})
		eventually(t, func() bool { _, err := w.q.Job(ctx, old.Job.ID); return errors.Is(err, job.ErrUnknown) }, func() string { return "the old job stays" })
		if rows, err := rowsOf(ctx, w.db, number); err != nil || len(rows) != 0 {
			t.Errorf("the queue's own row of the old job stays: %v, %v", rows, err)
		}
		eventually(t, func() bool { return w.count(t, "blob") == 2 }, func() string { return "old documents stay" })
		if res, err := w.q.Result(ctx, fresh.Job.ID); err != nil || res.Report == "" {
			t.Errorf("the fresh job's result: %+v, %v", res, err)
		}
		if keys := w.count(t, "idempotency"); keys != 1 {
			t.Errorf("%d keys, want the one that is not a week old", keys)
		}
		age("idempotency.until_ms", 2*24*time.Hour)
		if gone, err := w.db.Purge(ctx, Kept(0)); err != nil || gone != (store.Purged{Keys: 1}) {
			t.Errorf("after a week: %+v, %v", gone, err)
		}
	})
}

// scrape is what a registry tells.
func scrape(reg *prometheus.Registry) string {
	w := httptest.NewRecorder()
	promhttp.HandlerFor(reg, promhttp.HandlerOpts{}).ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}

func (w *world) count(t testing.TB, table string) (n int) {
	t.Helper()
	if err := w.db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, `SELECT count(*) FROM `+table); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestReady follows a worker's readiness: from its start to its end, but for the
// time in which it doesn't hold its lease.
func TestReady(t *testing.T) {
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	if err := w.q.Ready(); !errors.Is(err, errNoWorker) {
		t.Errorf("before the start: %v", err)
	}
	s := w.workOn(t, w.db, w.q, WorkerOptions{})
	if err := w.q.Ready(); err != nil {
		t.Errorf("while it runs: %v", err)
	}
	w.q.working.Load().lease.lapse()
	if err := w.q.Ready(); err != nil && !errors.Is(err, errNoLease) {
		t.Errorf("after the lease lapsed: %v", err)
	}
	eventually(t, func() bool { return w.q.Ready() == nil }, func() string { return "the lease is not taken anew" })
	s.stop()
	<-s.done
	if err := w.q.Ready(); !errors.Is(err, errNoWorker) {
		t.Errorf("after the end: %v", err)
	}
}
