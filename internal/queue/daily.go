package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/store"
)

// ErrBusy is what Daily.Run answers if another attribution run is at work:
// the run is put off.
var ErrBusy = errors.New("another attribution run is at work")

// Daily is the day's attribution run. All fields must be set.
type Daily struct {
	Hour int // of the day, in Zone, from which on the run is due
	Zone *time.Location
	Now  func() time.Time
	// Done reports whether a full run of the day (YYYY-MM-DD) has taken place,
	// by any process.
	Done func(ctx context.Context, day string) (bool, error)
	// Run makes the day's run and returns its summary.
	Run func(ctx context.Context, day string) (string, error)

	tick time.Duration // 0: a minute
}

// today returns the day, and whether its run is due by the clock.
func (d *Daily) today() (day string, due bool) {
	now := d.Now().In(d.Zone)
	return now.Format(time.DateOnly), now.Hour() >= d.Hour
}

// tick queues the day's run once it is due, even if no worker was up at the scheduled
// hour. The job's id is the day's, so that there is one however many workers try.
func (w *worker) tick(ctx context.Context) error {
	day, due := w.o.Daily.today()
	if !due {
		return nil
	}
	id := kindAttribution + "-" + day
	row, found, err := store.Job(ctx, w.q.db, id)
	if err != nil || found && !failedLongAgo(row) {
		return err
	}
	if done, err := w.o.Daily.Done(ctx, day); err != nil || done {
		return err
	}
	if found {
		w.log.Warn("the day's attribution run had failed; it is made again", "job", id)
		if _, err = w.q.Retry(ctx, id); errors.Is(err, job.ErrNotFailed) {
			err = nil // another worker was first
		}
		return err
	}
	err = w.q.db.InTx(ctx, func(tx *database.Tx) error {
		return w.q.enqueue(ctx, tx, job.Job{ID: id, Kind: kindAttribution, Spec: job.Spec{Schema: 1, JobID: id, Origin: job.Origin{Kind: "timer"}}})
	})
	if errors.Is(err, fault.DatabaseTaken) {
		return nil // another worker was first
	}
	return err
}

// dailyPause is how long a day's run that failed with all its attempts rests: an
// outage that lasts longer than they do must not cost the day.
const dailyPause = time.Hour

// failedLongAgo reports whether a day's run has failed, by itself, and rested.
func failedLongAgo(row job.Job) bool {
	return row.Status == job.Failed && row.Reason != job.Cancelled && time.Since(row.FinishedAt) >= dailyPause
}

// attribute makes the day's attribution run.
func (t *task) attribute(ctx context.Context) error {
	d := t.w.o.Daily
	if d == nil {
		return &laterError{errors.New("this worker makes no attribution runs: it waits for one that does"), time.Minute}
	}
	day, ok := strings.CutPrefix(t.row.ID, kindAttribution+"-")
	if !ok {
		return fault.New(fault.Payload, nil, "text", fmt.Sprintf("job %s names no day", t.row.ID))
	}
	done, err := d.Done(ctx, day)
	if err != nil {
		return err
	}
	if today, _ := d.today(); !done && today != day {
		return fault.New(fault.Missed, nil, "day", day)
	}
	summary := "the day's run had been made already"
	if !done {
		if summary, err = d.Run(ctx, day); errors.Is(err, ErrBusy) {
			return &laterError{err, 10 * time.Second}
		}
	}
	if err != nil {
		return err
	}
	return t.done(ctx, job.Outcome{Schema: 1, Summary: summary})
}
