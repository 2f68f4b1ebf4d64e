package store

import "context"

// Ahead counts the jobs that wait or run and came before a job.
func (o *ops) Ahead(ctx context.Context, id string) (int, error) {
	var n int
	_, err := o.row(ctx, []any{&n}, `SELECT count(*) FROM job WHERE status IN ('pending', 'running')
		AND created_ms < (SELECT created_ms FROM job WHERE job_id = $1)`, id)
	return n, err
}
