package queue

import (
	"errors"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/internal/store"
	"judgement/scene"
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

// endError ends a job for good.
type endError struct {
	reason string
	err    error
}

func (e *endError) Error() string { return e.err.Error() }

func (e *endError) Unwrap() error { return e.err }

// sceneError is the error of opening a job's scene.
type sceneError struct{ err error }

func (s *sceneError) Error() string { return s.err.Error() }

func (s *sceneError) Unwrap() error { return s.err }

// reasonOf names what a job failed with, one word, and tells whether another
// attempt would be in vain.
func reasonOf(err error) (reason string, final bool) {
	var (
		end     *endError
		inScene *sceneError
		model   *pipeline.ModelError
		quorum  *review.QuorumError
		write   *casefile.WriteError
		stored  *store.Error
	)
	switch {
	case errors.As(err, &end):
		return end.reason, true
	case errors.Is(err, scene.ErrUnknownScene):
		return "unknown_scene", true
	case errors.As(err, &inScene):
		return "invalid_scene", true
	case errors.As(err, new(*document.InputError)):
		return "document", true
	case errors.As(err, new(*pipeline.TooLongError)):
		return "too_long", true
	case errors.As(err, new(*casefile.OtherSceneError)):
		return "other_scene", true
	case errors.As(err, &model):
		return string(model.Kind), true
	case errors.As(err, &quorum):
		return quorumReason(quorum)
	case errors.As(err, &write):
		return "write", false
	case errors.As(err, &stored):
		return string(stored.Kind), false
	}
	return "failed", false
}

// quorumReason: calls that failed may succeed later; replies that are of no use
// come from the journal again.
func quorumReason(q *review.QuorumError) (string, bool) {
	for _, v := range q.Missing {
		switch v.Outcome {
		case string(jury.OverBudget):
			return "over_budget", true
		case string(jury.Failed):
			return "no_quorum", false
		}
	}
	return "no_quorum", true
}

// describe words an error for people, with what to do about it.
func describe(err error) string {
	var model *pipeline.ModelError
	if errors.As(err, &model) && model.Fix != "" {
		return err.Error() + ": " + model.Fix
	}
	return err.Error()
}
