package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
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
	return &failure{exit: exitFailed, code: "invalid_scene", err: err, fix: "mend the files named above; 'judgement smoke all' checks every scene"}
}

// reviewFailure gives a review's error its exit code, its code and advice.
func reviewFailure(err error) error {
	var (
		known   *failure
		blocked *pipeline.ModelError
		quorum  *format.QuorumError
		long    *format.TooLongError
		intake  *document.InputError
		write   *casefile.WriteError
		other   *casefile.OtherSceneError
		damaged *casefile.DamagedError

		unfinished *jury.UnfinishedError
	)
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.As(err, &blocked):
		fix := blocked.Fix
		if fix == "" {
			fix = "'judgement doctor' says what is wrong with the model's settings"
		}
		return &failure{exit: exitCredentials, code: string(blocked.Kind), fix: fix, err: err}
	case errors.As(err, &quorum):
		return quorumFailure(err, quorum)
	case errors.As(err, &long):
		return failed("too_long", "shorten the document, or set llm.context_tokens (JUDGEMENT_LLM_CONTEXT_TOKENS) to what the model really takes", err)
	case errors.As(err, &intake):
		return documentFailure(err)
	case errors.As(err, &write):
		return writeFailure(err)
	case errors.As(err, &damaged):
		return failed("damaged_case", damaged.Fix(), err)
	case errors.As(err, &other):
		return &failure{
			exit: exitUsage, code: "other_scene", err: errors.New(other.Message()),
			fix: "name another case with --brand, or give the scene a report.brand_prefix of its own",
		}
	case errors.As(err, &unfinished):
		fix := "run the same command again to resume: what was answered is kept"
		if unfinished.Last.Fix != "" {
			fix = unfinished.Last.Fix + "; then " + fix
		}
		return &failure{exit: exitIncomplete, code: "deadline", err: err, fix: fix}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{exit: exitIncomplete, code: "deadline", err: err, fix: "run the same command again to resume, with a longer --timeout: what was answered is kept"}
	}
	return err
}

// quorumFailure advises by what kept the judges from scoring.
func quorumFailure(err error, q *format.QuorumError) error {
	if q.Usage.Calls > 0 {
		err = fmt.Errorf("%w\nspent on it: %s", err, spent(q.Usage, q.Cost))
	}
	f := &failure{
		exit: exitIncomplete, code: "no_quorum", err: err,
		fix: "ask everybody again with --new-version, or choose another model with --model",
	}
	if q.AsksAgain() {
		f.fix = "run the same command again to ask those judges once more: replies that can be used are kept; or " + f.fix
	}
	for _, v := range q.Missing {
		switch v.Outcome {
		case jury.OverBudget:
			f.code, f.fix = "over_budget", "raise --max-tokens or --max-cost (see --plan) and run the command again: what was answered is kept and not paid for twice"
			return f
		case jury.Failed:
			f.fix = "run the same command again: what was answered is kept and not paid for twice"
			if q.Fix != "" {
				f.fix = q.Fix + "; then " + f.fix
			}
		}
	}
	return f
}

// documentFailure splits an intake error into message and fix.
func documentFailure(err error) error {
	var in *document.InputError
	if !errors.As(err, &in) {
		return err
	}
	plain := *in
	plain.Fix = ""
	return failed("document", in.Fix, &plain)
}

// writeFailure splits the error of a file that could not be written.
func writeFailure(err error) error {
	var w *casefile.WriteError
	if !errors.As(err, &w) {
		return err
	}
	fix := w.Fix()
	if fix == "" {
		fix = "see to it that the file can be written, then run the same command again: what is done is kept"
	}
	return failed("write", fix, errors.New(w.Message()))
}

// renderFailure gives an error of report render its exit code and advice.
func renderFailure(err error) error {
	var quorum *format.QuorumError
	switch {
	case errors.As(err, &quorum):
		return &failure{
			exit: exitIncomplete, code: "no_quorum", err: err,
			fix: "only stored verdicts count here: take judges and lenses that have none out of the panel, or begin with panel.yaml in the report's folder, which is the panel as it judged; judges that are new are asked by a review under a scene with that panel",
		}
	case errors.As(err, new(*casefile.DifferenceError)):
		return &failure{exit: exitBelow, code: "changed", err: fmt.Errorf("what was published is no longer what it was: %w", err), fix: "restore the files that are named from a backup; 'judgement attribution check' looks at all cases"}
	case errors.Is(err, casefile.ErrPublishing):
		return failed("publishing", "run the command again in a moment", err)
	case errors.Is(err, casefile.ErrNotFound):
		return &failure{exit: exitUsage, code: "unknown_case", err: err, fix: "cases are listed in the folder cases/, brands in reports/; --workspace names another workspace"}
	case errors.Is(err, pipeline.ErrNoVersion):
		return &failure{exit: exitUsage, code: "unknown_version", err: err, fix: "leave --version out for the latest one; run the review again to finish one that was stopped"}
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
