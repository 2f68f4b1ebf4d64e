package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river/rivertype"

	"judgement/internal/heartbeat"
	"judgement/internal/store"
)

// ErrBusy is what Daily.Run answers where another attribution run is at work:
// the run is put off.
var ErrBusy = errors.New("another attribution run is at work")

// Daily is the day's attribution run. All fields must be set.
type Daily struct {
	Hour int // of the day, in Zone, from which on the run is due
	Zone *time.Location
	Now  func() time.Time
	// Done reports whether a full run of the day (YYYY-MM-DD) has taken place,
	// by whomever.
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

// ticks sees to the day's run until ctx ends, each minute anew: no worker needs
// to have been there at nine, and it doesn't matter how many are.
func (w *worker) ticks(ctx context.Context) {
	tick := w.o.Daily.tick
	if tick == 0 {
		tick = time.Minute
	}
	look := func() {
		if err := w.tick(ctx); err != nil && ctx.Err() == nil {
			w.log.Warn("see to the day's attribution run", "error", err)
		}
	}
	look()
	heartbeat.Every(ctx, tick, look)
}

// tick queues the day's run once it is due. The job's id is the day's, so that
// there is one however many workers try.
func (w *worker) tick(ctx context.Context) error {
	day, due := w.o.Daily.today()
	if !due {
		return nil
	}
	id := kindAttribution + "-" + day
	row, found, err := w.q.db.Job(ctx, id)
	if err != nil || found && !failedLongAgo(row) {
		return err
	}
	if done, err := w.o.Daily.Done(ctx, day); err != nil || done {
		return err
	}
	if found {
		return w.tickAgain(ctx, id)
	}
	err = w.q.db.InTx(ctx, func(tx *store.Tx) error {
		row := store.Job{ID: id, Kind: kindAttribution, Payload: `{"schema":1,"kind":"attribution","origin":{"kind":"timer"}}`}
		return w.q.enqueue(ctx, tx, row, priority("timer"))
	})
	if err != nil {
		if _, found, look := w.q.db.Job(ctx, id); found && look == nil {
			return nil // another worker was first
		}
	}
	return err
}

// dailyPause is how long a day's run that failed with all its attempts rests: an
// outage that lasts longer than they do must not cost the day.
const dailyPause = time.Hour

// failedLongAgo reports whether a day's run has failed, by itself, and rested.
func failedLongAgo(row store.Job) bool {
	return row.Status == store.Failed && row.Reason != store.Cancelled && time.Since(row.Finished) >= dailyPause
}

// tickAgain queues the day's run again.
func (w *worker) tickAgain(ctx context.Context, id string) error {
	_, err := w.q.Retry(ctx, id)
	if err != nil {
		if row, found, look := w.q.db.Job(ctx, id); look == nil && found && row.Status != store.Failed {
			return nil // another worker was first
		}
		return err
	}
	w.log.Warn("the day's attribution run had failed; it is made again", "job", id)
	return nil
}

// attribute makes the day's attribution run: River's worker for it.
func (w *worker) attribute(ctx context.Context, j *rivertype.JobRow, id string) error {
	t := &task{w: w, river: j}
	return t.within(ctx, id, func(ctx context.Context) error {
		d := w.o.Daily
		if d == nil {
			return &laterError{in: time.Minute, why: "this worker makes no attribution runs: it waits for one that does"}
		}
		if err := t.begin(ctx); err != nil {
			return err
		}
		var day string
		if _, err := fmt.Sscanf(id, kindAttribution+"-%s", &day); err != nil {
			return &endError{reason: "payload", err: fmt.Errorf("job %s names no day", id)}
		}
		done, err := d.Done(ctx, day)
		if err != nil {
			return err
		}
		if today, _ := d.today(); !done && today != day {
			return &endError{reason: "missed", err: fmt.Errorf("the day %s was over before its run could be made", day)}
		}
		summary := "the day's run had been made already"
		if !done {
			if summary, err = d.Run(ctx, day); errors.Is(err, ErrBusy) {
				return &laterError{in: 10 * time.Second, why: err.Error()}
			}
		}
		if err != nil {
			return err
		}
		return t.done(ctx, outcome{Summary: summary})
	})
}
