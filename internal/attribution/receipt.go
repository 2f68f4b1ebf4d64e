package attribution

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/text"
)

const receiptsDir = "cases/.attribution/receipts"

// Receipt is one file of receipts/ (schema 1): that a real run took place.
type Receipt struct {
	Schema     int       `json:"schema"`
	InvokedAt  time.Time `json:"invoked_at"`
	FinishedAt time.Time `json:"finished_at"`
	Today      string    `json:"today"`
	Case       string    `json:"case"`               // the only case of the run; empty: all
	NoModel    bool      `json:"no_model,omitempty"` // no language model answered in any case
	Deep       bool      `json:"deep"`
	Checked    int       `json:"checked"`
	Changed    int       `json:"changed"` // cases of which something was written
	ByStatus   Counts    `json:"by_status"`
	Evidence   Evidence  `json:"evidence"`
	RawSHA256  string    `json:"raw_sha256"` // of the raw output
}

// finish ends a real run: the calibration of a full one, then the receipt.
func (r *run) finish(ctx context.Context, sum *Summary, invoked time.Time) error {
	only := ""
	if r.Case == "" {
		if err := r.calibrate(ctx, sum.Cases); err != nil {
			return err
		}
	} else if len(sum.Cases) == 1 {
		only = sum.Cases[0].Case
	}
	data, err := encodeFile(Receipt{
		Schema: 1, InvokedAt: invoked, FinishedAt: r.Now().UTC(), Today: sum.Today, Case: only, NoModel: sum.NoModel, Deep: r.Deep,
		Checked: sum.TotalChecked, Changed: sum.Changed, ByStatus: sum.ByStatus, Evidence: sum.Evidence, RawSHA256: text.Hash([]byte(sum.RawOutput)),
	})
	if err != nil {
		return fmt.Errorf("encode the receipt: %w", err)
	}
	next := receiptName{day: sum.Today, full: only == ""}
	if next.number, err = r.nextReceipt(ctx, sum.Today); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return stopped(sum.TotalChecked, sum.TotalChecked, err)
	}
	return r.Storage.Write(ctx, casefile.File{Name: receiptsDir + "/" + next.String(), Data: data, Once: true})
}

// receiptName is what the name of a receipt says: 2026-03-31-0002-full.json is
// the day's second one, of a run over all cases.
type receiptName struct {
	day    string
	number int // from 1
	full   bool
}

func (n receiptName) String() string {
	full := ""
	if n.full {
		full = "-full"
	}
	return fmt.Sprintf("%s-%04d%s.json", n.day, n.number, full)
}

var receiptPattern = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)-(\d{4,9})(-full)?\.json$`)

func parseReceiptName(name string) (out receiptName, ok bool) {
	m := receiptPattern.FindStringSubmatch(name)
	if m == nil {
		return out, false
	}
	number, _ := strconv.Atoi(m[2]) // at most nine digits
	_, err := parseDay(m[1])
	return receiptName{day: m[1], number: number, full: m[3] != ""}, err == nil
}

// receipts returns the names of all receipts, by day and number. Other files
// don't count.
func (c *Checker) receipts(ctx context.Context) ([]receiptName, error) {
	names, err := c.Storage.List(ctx, receiptsDir)
	if err != nil {
		return nil, fmt.Errorf("list the receipts: %w", err)
	}
	var out []receiptName
	for _, name := range names {
		if n, ok := parseReceiptName(name); ok {
			out = append(out, n)
		}
	}
	return out, nil
}

// nextReceipt returns the number of a day's next receipt.
func (c *Checker) nextReceipt(ctx context.Context, day string) (int, error) {
	all, err := c.receipts(ctx)
	next := 1
	for _, n := range all {
		if n.day == day {
			next = max(next, n.number+1)
		}
	}
	return next, err
}

// lastDay returns the day of the latest receipt, empty without one.
func (c *Checker) lastDay(ctx context.Context) (string, error) {
	all, err := c.receipts(ctx)
	last := ""
	for _, n := range all {
		last = max(last, n.day)
	}
	return last, err
}

// Ran reports whether a full real run for a day has ended: the daily run is
// skipped then.
func (c *Checker) Ran(ctx context.Context, day time.Time) (bool, error) {
	all, err := c.receipts(ctx)
	return slices.ContainsFunc(all, func(n receiptName) bool { return n.full && n.day == day.Format(time.DateOnly) }), err
}
