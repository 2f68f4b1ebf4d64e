package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// timeLimit ends a run that was given a time limit. errors.Is finds
// context.DeadlineExceeded in it.
type timeLimit struct{ limit time.Duration }

func (t *timeLimit) Error() string {
	return fmt.Sprintf("the time limit of %s was over before all judges had answered", t.limit)
}

func (t *timeLimit) Unwrap() error { return context.DeadlineExceeded }

// overLimit names the time limit in an error that only says that the time is over.
func overLimit(ctx context.Context, err error) error {
	var limit *timeLimit
	if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &limit) && errors.As(context.Cause(ctx), &limit) {
		return limit
	}
	return err
}

// sceneFailure gives the error of opening a scene of a workspace its exit code. Of
// an unknown one it says where it was looked for.
func sceneFailure(ws config.Workspace, err error) error {
	if errors.Is(err, scene.ErrUnknownScene) {
		place, fix := "the workspace "+ws.Dir, "'judgement scene list' shows the scenes of the workspace; --workspace names another"
		if ws.Dir == "" {
			fix = app.PlaceFix + "; 'judgement scene list' shows the built-in scenes"
			place = "the built-in workspace: there is no scenes/ in " + ws.OutDir + " or above"
		}
		return &failure{exit: exitUsage, code: "unknown_scene", err: fmt.Errorf("%w\nlooked for in %s", err, place), fix: fix}
	}
	return &failure{exit: exitFailed, code: "invalid_scene", err: err, fix: "fix the files named above; 'judgement smoke all' checks every scene"}
}

// reviewFailure advises on the end of a review's time. What else ended it is worded
// by its fault.
func reviewFailure(err error) error {
	if fault.From(err) == nil && !errors.As(err, new(*failure)) && errors.Is(err, context.DeadlineExceeded) {
		return &failure{exit: exitIncomplete, code: "deadline", err: err, fix: "run the same command again to resume, with a longer --timeout: what was answered is kept"}
	}
	return err
}

// renderFailure advises on an error of report render.
func renderFailure(err error) error {
	switch fault.CodeOf(err) {
	case fault.NoAnswers, fault.NoUsable, fault.OverBudget:
		return &failure{
			exit: exitIncomplete, code: "no_quorum", err: err,
			fix: "only stored verdicts count here: take judges and lenses that have none out of the panel, or begin with panel.yaml in the report's folder, which is the panel as it judged; judges that are new are asked by a review under a scene with that panel",
		}
	}
	return reviewFailure(err)
}

// readFailure is the error of a file that cannot be read.
func readFailure(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError("check the path and its spelling", "there is no file %s", name)
	}
	return failed("read_file", "check the path and that you may read the file", fmt.Errorf("read %s: %s", name, cause(err)))
}

// interruption is the end of a run that goes on where it was.
func interruption(err error) error {
	return &failure{
		exit: exitInterrupted, code: "interrupted", err: err,
		fix: "run the same command again to resume: what was answered is kept and not paid for twice",
	}
}

// cause drops the operation and the path, which the message says already.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// belowFailure is the end of a review under --fail-under.
func belowFailure(brand string, total, top, floor panel.Points) error {
	return &failure{
		exit: exitBelow, code: "below_threshold",
		err: fmt.Errorf("%s: %s of %s (%s %%) is below %s %%", brand, report.Shown(total, top, floor), top, report.ShownPercent(total, top, floor), floor),
		fix: "the must-fix items in the report raise the score most",
	}
}
