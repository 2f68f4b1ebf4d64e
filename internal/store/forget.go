package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/job"
)

// Submitted names what was handed in under one brand of one scene.
type Submitted struct {
	Case   string   // id
	Scene  string   // slug
	Brands []string // the ways in which jobs write the brand
}

func (s Submitted) of(scene, brand string) bool {
	return scene == s.Scene && slices.Contains(s.Brands, brand)
}

// Forget removes everything that the database has of a submission, whatever its age:
// jobs with their events, calls, messages and keys, their documents and texts unless
// another job has the same, and the rows of chats. Jobs that have not ended are
// fault.Busy.
func Forget(ctx context.Context, tx *database.Tx, s Submitted) (p Purged, err error) {
	jobs, err := findJobs(ctx, tx, `scene = $1 ORDER BY job_id`, s.Scene)
	if err != nil {
		return p, err
	}
	var blobs []string
	for _, j := range jobs {
		if j.Outcome.CaseID != s.Case && !s.of(j.SceneSlug, j.Brand) {
			continue
		}
		if !j.Status.Ended() {
			return p, fault.New(fault.Busy, nil, "text", "job "+j.ID+" of this submission has not ended")
		}
		if err := forgetJob(ctx, tx, j, &p); err != nil {
			return p, err
		}
		blobs = append(blobs, j.Spec.DocumentSHA256, j.Outcome.Texts)
	}
	if err := forgetChats(ctx, tx, s, &p); err != nil {
		return p, err
	}
	return p, forgetBlobs(ctx, tx, blobs, &p)
}

// counted is a statement with the count that its rows go into.
type counted struct {
	count *int64
	query string
}

func run(ctx context.Context, tx *database.Tx, id string, steps ...counted) error {
	for _, step := range steps {
		n, err := tx.Exec(ctx, step.query, id)
		if *step.count += n; err != nil {
			return err
		}
	}
	return nil
}

func forgetJob(ctx context.Context, tx *database.Tx, j job.Job, p *Purged) error {
	if err := DeleteQueued(ctx, tx, j.QueueID); err != nil {
		return err
	}
	return run(
		ctx, tx, j.ID,
		counted{&p.Events, `DELETE FROM job_event WHERE job_id = $1`},
		counted{&p.Calls, `DELETE FROM call_log WHERE job_id = $1`},
		counted{&p.Keys, `DELETE FROM idempotency WHERE job_id = $1`},
		counted{&p.Messages, `DELETE FROM outbox_try WHERE id IN (SELECT id FROM outbox WHERE job_id = $1)`},
		counted{&p.Messages, `DELETE FROM outbox WHERE job_id = $1`},
		counted{&p.Jobs, `DELETE FROM job WHERE job_id = $1`},
	)
}

// forgetChats removes the jobs of chats about a submission, with the cards that they
// showed.
func forgetChats(ctx context.Context, tx *database.Tx, s Submitted, p *Purged) error {
	type chat struct {
		id           string
		Scene, Brand string
	}
	chats, err := database.Collect(ctx, tx, func(row *sql.Rows) (c chat, err error) {
		data := ""
		if err = row.Scan(&c.id, &data); err == nil {
			err = json.Unmarshal([]byte(data), &c)
		}
		return c, err
	}, `SELECT job_id, data FROM chat_job ORDER BY job_id`)
	for _, c := range chats {
		if err == nil && s.of(c.Scene, c.Brand) {
			err = run(
				ctx, tx, c.id,
				counted{&p.Messages, `DELETE FROM outbox_try WHERE id IN (SELECT id FROM outbox WHERE grp = $1)`},
				counted{&p.Messages, `DELETE FROM outbox WHERE grp = $1`},
				counted{&p.Chats, `DELETE FROM chat_job WHERE job_id = $1`},
			)
		}
	}
	return err
}

// forgetBlobs removes bytes that no job names any more.
func forgetBlobs(ctx context.Context, tx *database.Tx, keys []string, p *Purged) error {
	jobs, err := findJobs(ctx, tx, `1 = 1`)
	if err != nil {
		return err
	}
	for _, j := range jobs {
		keys = slices.DeleteFunc(keys, func(key string) bool { return key == j.Spec.DocumentSHA256 || key == j.Outcome.Texts })
	}
	for _, key := range keys {
		var size int64
		gone, err := tx.Row(ctx, []any{&size}, `DELETE FROM blob WHERE sha256 = $1 RETURNING length(data)`, key)
		if err != nil {
			return err
		}
		if gone {
			p.Blobs, p.Bytes = p.Blobs+1, p.Bytes+size
		}
	}
	return nil
}
