package queue

import (
	"judgement/internal/job"
	"judgement/internal/store"
)

// View is a job's row as everybody but the store sees it, for what is told of
// its end.
func View(row store.Job) job.Job { return view(row) }
