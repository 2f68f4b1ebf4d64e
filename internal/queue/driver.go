package queue

import (
	"context"
	"slices"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivertype"
)

// steadyDriver is River's driver of Postgres without a way to end the process.
// Where a job's row is changed by somebody else at the very moment at which a
// worker ends the job (another worker takes it over), River's statement changes
// nothing and yet returns the row as it was before, running; River takes that
// for a fault of its own and panics.
type steadyDriver struct{ *riverpgxv5.Driver }

// GetExecutor is called by River.
func (d steadyDriver) GetExecutor() riverdriver.Executor {
	return steadyExecutor{d.Driver.GetExecutor()}
}

type steadyExecutor struct{ riverdriver.Executor }

// JobSetStateIfRunningMany is called by River. It leaves out the rows that it
// didn't change, which River then treats as rows that are gone.
func (e steadyExecutor) JobSetStateIfRunningMany(ctx context.Context, params *riverdriver.JobSetStateIfRunningManyParams) ([]*rivertype.JobRow, error) {
	rows, err := e.Executor.JobSetStateIfRunningMany(ctx, params)
	return slices.DeleteFunc(rows, func(r *rivertype.JobRow) bool { return r.State == rivertype.JobStateRunning }), err
}
