package store

import (
	"context"
	"database/sql"
	"time"

	"judgement/internal/database"
)

// Call is one call of a model, as the log keeps it.
type Call struct {
	At        time.Time     `json:"at"` // filled in by the database
	JobID     string        `json:"-"`
	Judge     string        `json:"judge"`
	Model     string        `json:"model"`
	Outcome   string        `json:"outcome"` // a closed set of the caller's, such as ok, length and refusal
	TokensIn  int           `json:"tokens_in"`
	TokensOut int           `json:"tokens_out"`
	Cost      string        `json:"cost"` // a decimal number with its currency, empty if it is unknown
	Took      time.Duration `json:"-"`
	Error     string        `json:"error"`
}

// LogCall adds a call to the log.
func LogCall(ctx context.Context, q database.Conn, c Call) error {
	_, err := q.Exec(ctx, `INSERT INTO call_log (at_ms, job_id, judge, model, outcome, tokens_in, tokens_out, cost, took_ms, error)
		VALUES ({now}, $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		c.JobID, c.Judge, c.Model, c.Outcome, c.TokensIn, c.TokensOut, c.Cost, c.Took.Milliseconds(), c.Error)
	return err
}

// Calls returns the calls of a job, the oldest first.
func Calls(ctx context.Context, q database.Conn, jobID string) ([]Call, error) {
	return database.Collect(ctx, q, func(row *sql.Rows) (c Call, err error) {
		var at, took int64
		err = row.Scan(&at, &c.JobID, &c.Judge, &c.Model, &c.Outcome, &c.TokensIn, &c.TokensOut, &c.Cost, &took, &c.Error)
		c.At, c.Took = database.Time(at), time.Duration(took)*time.Millisecond
		return c, err
	}, `SELECT at_ms, job_id, judge, model, outcome, tokens_in, tokens_out, cost, took_ms, error
		FROM call_log WHERE job_id = $1 ORDER BY id`, jobID)
}
