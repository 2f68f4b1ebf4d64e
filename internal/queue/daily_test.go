package queue

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// diary is an attribution check that only notes its runs.
type diary struct {
	mu   sync.Mutex
	now  time.Time
	runs []string
	cron map[string]bool // days that somebody else has made
	asks int             // how often the time was asked for
	ill  error           // what runs end with
}

func (d *diary) daily(zone *time.Location) *Daily {
	return &Daily{
		Hour: 9, Zone: zone, tick: 20 * time.Millisecond,
		Now: func() time.Time {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.asks++
			return d.now
		},
		Done: func(_ context.Context, day string) (bool, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.cron[day], nil
		},
		Run: func(_ context.Context, day string) (string, error) {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.runs = append(d.runs, day)
			return "made " + day, d.ill
		},
	}
}

func (d *diary) at(now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.now = now
}

// looks waits until the workers have looked at the clock n times more.
func (d *diary) looks(t testing.TB, n int) {
	t.Helper()
	asks := func() int {
		d.mu.Lock()
		defer d.mu.Unlock()
		return d.asks
	}
	until := asks() + n
	eventually(t, func() bool { return asks() >= until }, func() string { return "nobody looks at the clock" })
}

func (d *diary) made() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.runs)
}

// TestDailyRun: at nine in the zone, once, however many workers there are and
//
//	not on a day that cron has made; and later where
//
// nobody was there at nine.
func TestDailyRun(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		zone := time.FixedZone("east", 8*3600)
		d := &diary{now: time.Date(2026, 3, 1, 8, 59, 59, 0, zone), cron: map[string]bool{}}
		for range 3 {
			w.work(t, WorkerOptions{Daily: d.daily(zone)})
		}
		d.looks(t, 9)
		if list, err := w.q.List(t.Context(), job.Query{Limit: 9}); err != nil || len(list) != 0 {
			t.Fatalf("before nine there are jobs: %+v, %v", list, err)
		}
		d.at(time.Date(2026, 3, 1, 9, 0, 0, 0, zone))
		w.appears(t, "attribution-2026-03-01")
		w.finish(t, "attribution-2026-03-01")
		d.at(time.Date(2026, 3, 1, 23, 30, 0, 0, zone))
		d.looks(t, 9)
		d.mu.Lock()
		d.cron["2026-03-02"] = true
		d.mu.Unlock()
		d.at(time.Date(2026, 3, 2, 9, 30, 0, 0, zone))
		d.looks(t, 9)
		if _, err := w.q.Job(t.Context(), "attribution-2026-03-02"); !errors.Is(err, job.ErrUnknown) {
			t.Errorf("a run was queued that cron has made: %v", err)
		}
		d.at(time.Date(2026, 3, 3, 17, 0, 0, 0, zone)) // an outage until the afternoon
		w.appears(t, "attribution-2026-03-03")
		w.finish(t, "attribution-2026-03-03")
		if res, err := w.q.Result(t.Context(), "attribution-2026-03-03"); err != nil || res.Report != "made 2026-03-03" {
			t.Errorf("the run's result is %+v, %v", res, err)
		}
		if d.made() != 2 {
			t.Errorf("runs: %v, want those of March 1 and 3", d.runs)
		}
	})
}

// appears waits until there is a job of that id.
func (w *world) appears(t *testing.T, id string) {
	t.Helper()
	eventually(t, func() bool {
		_, err := w.q.Job(t.Context(), id)
		return err == nil
	}, func() string { return "there is no job " + id })
}

// TestDailyRunThatCronMade: cron comes between the queueing and the run.
func TestDailyRunThatCronMade(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	d := &diary{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), cron: map[string]bool{"2026-03-01": true}}
	err := w.db.InTx(t.Context(), func(tx *database.Tx) error {
		return w.q.enqueue(t.Context(), tx, job.Job{ID: "attribution-2026-03-01", Kind: kindAttribution})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.work(t, WorkerOptions{Daily: d.daily(time.UTC)})
	w.finish(t, "attribution-2026-03-01")
	if d.made() != 0 {
		t.Errorf("runs: %v, want none", d.runs)
	}
}

// TestDailyRunAfterALongOutage: a disk that stays full for longer than all of the
// run's attempts costs the day nothing; a run that a user cancelled stays so.
func TestDailyRunAfterALongOutage(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		const id = "attribution-2026-03-01"
		d := &diary{now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), cron: map[string]bool{}, ill: errors.New("the disk is full")}
		for range 2 {
			w.work(t, WorkerOptions{ttl: brief, wait: quick, Daily: d.daily(time.UTC)})
		}
		w.appears(t, id)
		w.await(t, id, ended)
		d.looks(t, 9)
		if d.made() != maxAttempts {
			t.Errorf("%d attempts, want %d and then a rest", d.made(), maxAttempts)
		}
		d.mu.Lock()
		d.ill = nil
		d.mu.Unlock()
		rested := func(reason string) {
			if _, err := w.db.Exec(t.Context(), `UPDATE job SET finished_ms = finished_ms - $2, reason = $3 WHERE job_id = $1`, id, dailyPause.Milliseconds(), reason); err != nil {
				t.Fatal(err)
			}
		}
		rested(job.Cancelled)
		d.looks(t, 9)
		if d.made() != maxAttempts {
			t.Error("a run that was cancelled is made again")
		}
		rested("write")
		eventually(t, func() bool {
			j, err := w.q.Job(t.Context(), id)
			return err == nil && j.Status == job.Done
		}, func() string { return "the day's run is lost" })
		if d.made() != maxAttempts+1 {
			t.Errorf("%d runs, want one more than the %d attempts", d.made(), maxAttempts)
		}
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
