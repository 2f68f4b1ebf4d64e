package queue

import (
	"strings"
	"testing"
	"time"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// TestDatabasesClockJumps: a worker whose lease lies in the past, or further ahead
// than any lease can, because the database's clock was set, has lost it. It stops
// its jobs and goes on with a new one; there is one version.
func TestDatabasesClockJumps(t *testing.T) {
	t.Parallel()
	jumps := map[string]time.Duration{"sqlite forwards": -time.Hour, "sqlite back": time.Hour, "postgres forwards": -time.Hour, "postgres back": time.Hour}
	for name, by := range jumps {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, arrived, release := held()
			kind, _, _ := strings.Cut(name, " ")
			w := newWorld(t, 1, o, address(t, kind))
			w.work(t, WorkerOptions{ttl: brief})
			id := w.submit(t, "kettle")
			<-arrived
			before := w.worker(t, id)
			if _, err := w.db.Exec(t.Context(), `UPDATE lease SET until_ms = until_ms + $1`, by.Milliseconds()); err != nil {
				t.Fatal(err)
			}
			eventually(t, func() bool { return w.worker(t, id) != before }, func() string { return "the old run goes on" })
			close(release)
			if j := w.finish(t, id); j.Version != 1 || w.versions(t, "s-kettle") != 1 {
				t.Errorf("version %d of %d", j.Version, w.versions(t, "s-kettle"))
			}
		})
	}
}

// worker is who ran a job last.
func (w *world) worker(t testing.TB, id string) string {
	t.Helper()
	return lastWorker(w.queued(t, id))
}

// TestClockSetBackWhileJobsWait: a job that was queued or put off before the clock
// was set back by an hour does not wait for an hour.
func TestClockSetBackWhileJobsWait(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		ahead := `strftime('%Y-%m-%d %H:%M:%f', 'now', '+1 hour')`
		if w.db.SQLite() == nil {
			ahead = `now() + interval '1 hour'`
		}
		queued, put := w.submit(t, "queued"), w.submit(t, "put-off")
		number := w.queued(t, put).ID
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET scheduled_at = `+ahead); err != nil {
			t.Fatal(err)
		}
		if _, err := w.db.Exec(t.Context(), `UPDATE river_job SET state = 'scheduled' WHERE id = $1`, number); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{ttl: brief})
		w.finish(t, queued)
		w.finish(t, put)
	})
}

// TestDailyRunWhenTheClockJumps: forwards over days, back over nine o'clock, back
// over midnight: one run a day all the same.
func TestDailyRunWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 3, day, hour, minute, 0, 0, time.UTC) }
	d := &diary{now: at(1, 9, 0), cron: map[string]bool{}}
	w.work(t, WorkerOptions{Daily: d.daily(time.UTC)})
	w.appears(t, "attribution-2026-03-01")
	w.finish(t, "attribution-2026-03-01")
	for _, step := range []struct {
		at    time.Time
		wants string // the day that is run now; empty: none
	}{
		{at(1, 8, 30), ""},            // back by half an hour
		{at(1, 9, 0), ""},             // nine o'clock again
		{at(5, 10, 0), "2026-03-05"},  // forwards over days: only today's
		{at(4, 23, 59), "2026-03-04"}, // back over midnight: a day without a run
		{at(5, 9, 0), ""},             // and on
		{at(6, 8, 59), ""},
		{at(6, 9, 0), "2026-03-06"},
	} {
		before := d.made()
		d.at(step.at)
		if step.wants == "" {
			d.looks(t, 3)
			if n := d.made(); n != before {
				t.Errorf("at %v there were %d more runs: %v", step.at, n-before, d.runs)
			}
			continue
		}
		w.appears(t, "attribution-"+step.wants)
		w.finish(t, "attribution-"+step.wants)
		if n := d.made(); n != before+1 {
			t.Errorf("at %v there were %d more runs, want one", step.at, n-before)
		}
	}
}

// TestDailyRunAcrossDaylightSaving: nine o'clock is the zone's, on the days around
// and of each change, whose hours are 23 and 25.
func TestDailyRunAcrossDaylightSaving(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []struct {
		month time.Month
		days  []int
		hours []int // of nine o'clock, in UTC
	}{
		{time.March, []int{28, 29, 30}, []int{8, 7, 7}},
		{time.October, []int{24, 25, 26}, []int{7, 8, 8}},
	} {
		t.Run(change.month.String(), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
			d := &diary{cron: map[string]bool{}, now: time.Date(2026, change.month, change.days[0], 0, 0, 0, 0, time.UTC)}
			w.work(t, WorkerOptions{Daily: d.daily(zone)})
			for i, day := range change.days {
				nine := time.Date(2026, change.month, day, change.hours[i], 0, 0, 0, time.UTC)
				d.at(nine.Add(-time.Minute))
				d.looks(t, 3)
				if n := d.made(); n != i {
					t.Errorf("a minute before nine on day %d: %d runs, want %d", day, n, i)
				}
				d.at(nine)
				id := "attribution-" + nine.Format(time.DateOnly)
				w.appears(t, id)
				w.finish(t, id)
				d.at(nine.Add(14 * time.Hour))
				d.looks(t, 3)
			}
			if d.made() != len(change.days) {
				t.Errorf("runs: %v", d.runs)
			}
			if list, err := w.q.List(t.Context(), job.Query{Limit: 9}); err != nil || len(list) != len(change.days) {
				t.Errorf("%d jobs, %v", len(list), err)
			}
		})
	}
}
