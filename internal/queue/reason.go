package queue

import (
	"errors"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
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
		quorum  *format.QuorumError
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
	case errors.As(err, new(*format.TooLongError)):
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

// quorumReason: calls that failed may succeed later. Judges whose replies can't be
// used are asked again only if somebody wants the job tried again.
func quorumReason(q *format.QuorumError) (string, bool) {
	for _, v := range q.Missing {
		switch v.Outcome {
		case jury.OverBudget:
			return "over_budget", true
		case jury.Failed:
			return "no_quorum", false
		}
	}
	return "no_quorum", true
}

// describe words an error for people, with what to do about it.
func describe(err error) string {
	var model *pipeline.ModelError
	var quorum *format.QuorumError
	switch {
	case errors.As(err, &model):
		return withFix(err, model.Fix)
	case errors.As(err, &quorum):
		switch reason, final := quorumReason(quorum); {
		case reason == "over_budget":
			return withFix(err, "submit the document again with a larger max_tokens or max_cost")
		case final && quorum.AsksAgain():
			return withFix(err, "'judgement jobs retry' asks those judges again and keeps the replies that can be used")
		}
		return withFix(err, quorum.Fix)
	}
	return err.Error()
}

func withFix(err error, fix string) string {
	if fix == "" {
		return err.Error()
	}
	return err.Error() + ": " + fix
}
