package attribution

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"judgement/internal/casefile"
	"judgement/internal/job"
)

// readJobs reads what done jobs published. A database that can't be read does not
// stop the check, which says so. It comes before the cases are listed: a job is
// done after its version is complete.
func (r *run) readJobs(ctx context.Context, sum *Summary) error {
	if r.Published == nil || r.NoEvidence {
		return nil
	}
	all, err := r.Published(ctx)
	if ctx.Err() != nil {
		return &InterruptedError{Err: ctx.Err()}
	}
	if err != nil {
		sum.JobsUnread = oneLine(err.Error())
	}
	r.jobs = map[string][]job.Published{}
	for _, j := range all {
		if casefile.IsID(j.Case) {
			r.jobs[j.Case] = append(r.jobs[j.Case], j)
		}
	}
	return nil
}

// withLost adds the cases that only jobs know.
func (r *run) withLost(ids []string) []string {
	known := make(map[string]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	for id := range r.jobs {
		if !known[id] {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, casefile.CompareIDs)
	return ids
}

// lost names the jobs of a case whose versions are not among the complete ones.
func (r *run) lost(id string, versions []int) error {
	var all []error
	for _, j := range r.jobs[id] {
		if !slices.Contains(versions, j.Version) {
			all = append(all, fmt.Errorf("cases/%s/v%d is missing, which job %s published: restore it from a backup", id, j.Version, j.Job))
		}
	}
	return errors.Join(all...)
}
