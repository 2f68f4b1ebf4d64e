package store

import "context"

// NoteJob sets why a pending job waits, for people.
func (o *ops) NoteJob(ctx context.Context, id, message string) error {
	_, err := o.Exec(ctx, `UPDATE job SET message = $2 WHERE job_id = $1 AND status = 'pending'`, id, message)
	return err
}
