package attribution

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/job"
)

// readJobs reads what done jobs published. A database that can't be read does not
// stop the check, but is an error of it. It comes before the cases are listed: a job is
// done after its version is complete.
func (r *run) readJobs(ctx context.Context, sum *Summary) error {
	if r.Published == nil || r.NoEvidence {
		return nil
	}
	all, err := r.Published(ctx)
	if ctx.Err() != nil {
		return stopped(0, 0, ctx.Err())
	}
	if err != nil {
		sum.JobsUnread = oneLine("whether jobs lost their versions was not checked: " + err.Error())
	}
	r.jobs = map[string][]job.Published{}
	for _, j := range all {
		if casefile.IsID(j.Case) {
			r.jobs[j.Case] = append(r.jobs[j.Case], j)
		}
	}
	return nil
}

// withLost adds the cases that are gone and that only their number, their reports or
// jobs know.
func (r *run) withLost(ctx context.Context, ids []string) ([]string, error) {
	lost, err := r.cases.Lost(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for lost cases: %w", err)
	}
	r.gone = map[string]error{}
	for _, l := range lost {
		r.gone[l.ID] = &l
		ids = append(ids, l.ID)
	}
	for id := range r.jobs {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, casefile.CompareIDs)
	return slices.Compact(ids), nil
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

// checkBoards compares all boards with what was published.
func (r *run) checkBoards(ctx context.Context, sum *Summary) error {
	boards, err := r.cases.Boards(ctx)
	if err != nil {
		return fmt.Errorf("look for boards: %w", err)
	}
	for _, folder := range boards {
		recorded, err := r.cases.CheckBoard(ctx, folder)
		if ctx.Err() != nil {
			return stopped(0, 0, ctx.Err())
		}
		if err != nil {
			for line := range strings.Lines(err.Error()) {
				sum.Boards = append(sum.Boards, oneLine(line))
			}
		} else if !recorded {
			sum.UnrecordedBoards++
		}
	}
	return nil
}
