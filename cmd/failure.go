package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"judgement/config"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
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
		fix := "'judgement scene list' shows the scenes of the workspace; --workspace names another"
		if ws.Dir == "" {
			fix = placeFix + "; 'judgement scene list' shows the built-in scenes"
		}
		return &failure{exit: exitUsage, code: "unknown_scene", err: fmt.Errorf("%w\nlooked for in %s", err, lookedIn(ws)), fix: fix}
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

// checkScored refuses a scene that gives no scores and names those that do.
func checkScored(s *pipeline.Setup, ws config.Workspace) error {
	if s.Panel.OutputFormat != panel.MeetingSummary {
		return nil
	}
	var names []string
	if all, err := scene.LoadAll(ws.FS); err == nil {
		for _, l := range all {
			if l.Err == nil && l.Panel.OutputFormat != panel.MeetingSummary {
				names = append(names, l.Slug)
			}
		}
	}
	fix := "choose a scene whose panel has output_format op2_6section or workshop_ranking"
	if len(names) > 0 {
		fix = "choose a scene that gives scores: " + strings.Join(names, ", ")
	}
	return &failure{exit: exitUsage, code: "no_scores", fix: fix, err: fmt.Errorf("scene %s summarises meetings and gives no scores", s.Scene.Slug)}
}

// checkPrices refuses a limit in money that could not be kept to. other says what
// else the command can be limited by.
func checkPrices(e *engine, s *pipeline.Setup, other string) error {
	if e.settings.Review.MaxCost == nil {
		return nil
	}
	currency := ""
	for _, j := range s.Panel.Judges {
		info := e.pipeline.Model.Info(j.Model)
		if info.Price == nil {
			return &failure{
				exit: exitUsage, code: "no_price", err: fmt.Errorf("--max-cost needs the price of model %s, which is not known", info.Name),
				fix: "add it to judgement.yaml in the workspace, such as: llm: {prices: [{model: " + info.Name + ", input: 0.25, output: 2}]}; or " + other,
			}
		}
		if currency != "" && info.Price.Currency != currency {
			return &failure{
				exit: exitUsage, code: "no_price", err: fmt.Errorf("--max-cost needs one currency, but the judges' models have prices in %s and %s", currency, info.Price.Currency),
				fix: "give all prices of llm.prices in one currency, or " + other,
			}
		}
		currency = info.Price.Currency
	}
	return nil
}

// belowFailure is the end of a review under --fail-under.
func belowFailure(brand string, total, top, floor panel.Points) error {
	return &failure{
		exit: exitBelow, code: "below_threshold",
		err: fmt.Errorf("%s: %s of %s (%s %%) is below %s %%", brand, report.Shown(total, top, floor), top, report.ShownPercent(total, top, floor), floor),
		fix: "the must-fix items in the report raise the score most",
	}
}
