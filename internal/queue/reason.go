package queue

import (
	"time"

	"judgement/internal/job"

	"judgement/internal/fault"
	"judgement/internal/store"
)

// laterError puts a job off without costing it an attempt.
type laterError struct {
	in  time.Duration
	why string // for people; may be empty
	err error  // may be nil
}

func (l *laterError) Error() string { return "not now: " + l.message() }

func (l *laterError) Unwrap() error { return l.err }

func (l *laterError) message() string {
	if l.err != nil {
		return l.err.Error()
	}
	return l.why
}

// faultOf is what a job failed with. What no code fits is fault.Failed.
func faultOf(err error) *fault.Error {
	if f := fault.From(err); f != nil {
		return f
	}
	return fault.New(fault.Failed, err, "text", err.Error())
}

// failure is the ending of a job that failed. The row keeps code and parameters:
// who shows it words it.
func failure(f *fault.Error) store.Ending {
	return store.Ending{Status: job.Failed, Reason: f.Code.Word(), Message: f.Encode()}
}
