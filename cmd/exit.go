package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/internal/app"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/terminal"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

// usageError reports wrong flags or arguments, with what to do instead.
func usageError(fix, format string, args ...any) error {
	return fault.Refuse(fault.Usage, fix, fmt.Errorf(format, args...))
}

// withExit is an error with an exit code other than that of its code.
type withExit struct {
	error
	exit int
}

func (e withExit) Unwrap() error { return e.error }

// silent ends a command with an exit code after it has said everything itself.
type silent struct{ exit int }

func (s silent) Error() string { return fmt.Sprintf("exit code %d", s.exit) }

// exitFor turns an error into an exit code and prints it: as text, or as one
// JSON object if the caller asked for JSON. Text is broken between words for a
// terminal of that many cells; 0 means that w is none.
func exitFor(err error, w io.Writer, asJSON bool, width int) int {
	if err == nil {
		return 0
	}
	var s silent
	if errors.As(err, &s) {
		return s.exit
	}
	f := classify(err)
	if asJSON {
		said := map[string]any{"code": f.code, "message": f.text, "fix": f.fix}
		if rows := badRows(err, ""); len(rows) > 0 {
			said["rows"] = rows
		}
		b, _ := json.Marshal(map[string]any{"error": said})
		fmt.Fprintf(w, "%s\n", b)
		return f.exit
	}
	f.inLanguage(err)
	fmt.Fprintln(w, fitted("judgement: ", f.text, width))
	if f.fix != "" {
		fmt.Fprintln(w, fitted("  → ", f.fix, width))
	}
	return f.exit
}

// failure is what is said of an error: its exit code, its code for scripts, its words
// and what to do about it.
type failure struct {
	exit      int
	code      string
	text, fix string
}

// classify words an error. A fault of the database decides, whatever it is in.
func classify(err error) *failure {
	f := fault.From(err)
	for in := f; in != nil; in = fault.From(in.Cause) {
		if in.Code.Database() {
			f = in
		}
	}
	var out *failure
	switch {
	case f != nil:
		out = worded(err, f)
	case errors.Is(err, context.Canceled):
		out = &failure{fault.ExitInterrupted, "interrupted", "interrupted", ""}
	case errors.Is(err, context.DeadlineExceeded):
		out = &failure{fault.ExitIncomplete, "deadline", "the time limit was over", runLonger}
	case errors.Is(err, syscall.ENOSPC):
		out = &failure{fault.ExitFailed, "write", err.Error(), "free some space, then run the same command again"}
	default:
		out = &failure{fault.ExitFailed, "failed", err.Error(), ""}
	}
	var other withExit
	if errors.As(err, &other) {
		out.exit = other.exit
	}
	return out
}

// fitted is a message after its lead, with further lines indented. What a name in it
// could do to the terminal is shown, not done.
func fitted(lead, text string, width int) string {
	text = terminal.Visible(text)
	if width > 0 {
		var lines []string
		for l := range strings.SplitSeq(text, "\n") {
			lines = append(lines, terminal.Wrap(l, max(width-len([]rune(lead)), 20))...)
		}
		text = strings.Join(lines, "\n")
	}
	return lead + indent(text)
}

func indent(s string) string { return strings.ReplaceAll(s, "\n", "\n  ") }

// sceneFailure gives the error of opening a scene of the workspace its exit code. Of
// an unknown one it says where it was looked for.
func (a *App) sceneFailure(err error) error {
	if errors.Is(err, scene.ErrUnknownScene) {
		place, fix := "the workspace "+a.Workspace.Dir, "'judgement scene list' shows the scenes of the workspace; --workspace names another"
		if slugs, err := scene.List(a.Workspace.FS); err == nil && len(slugs) == 0 {
			fix = "'judgement init DIR' makes a workspace with scenes; --workspace names another"
		}
		if a.Workspace.Dir == "" {
			fix = app.PlaceFix + "; 'judgement scene list' shows the built-in scenes"
			place = "the built-in workspace: there is no scenes/ in " + a.Workspace.OutDir + " or above"
		}
		return fault.Refuse(fault.UnknownScene, fix, fmt.Errorf("%w\nlooked for in %s", err, place))
	}
	return fault.Refuse(fault.InvalidScene, "", err)
}

// overTime is the end of a run whose time is over.
func overTime(limit time.Duration) error {
	f := bilingual(fault.Deadline, fmt.Sprintf("the time limit of %s was over before all judges had answered", limit), runLonger,
		fmt.Sprintf("时限 %s 已到，仍有评委未作答", limit), "用更长的 --timeout 再次运行同一命令即可继续：已得到的回复会保留")
	f.Cause = context.DeadlineExceeded
	return f
}

// findCase finds a case. Of one that is not there it says which there are and, outside of
// a workspace, where it was looked for.
func (a *App) findCase(ctx context.Context, e *app.Engine, name string) (*casefile.Case, error) {
	found, err := e.Pipeline.Cases.Find(ctx, a.CaseName(name))
	if !errors.Is(err, fault.UnknownCase) {
		return found, err
	}
	fix := listCases
	all, _ := e.Pipeline.Cases.Index(ctx, casefile.Filter{})
	if there := otherBrands(name, all); there != "" {
		err = fmt.Errorf("%w\n%s", err, there)
	}
	if a.Workspace.Dir == "" && e.Storage.DB == nil {
		fix, err = app.PlaceFix, fmt.Errorf("%w\nlooked for in %s, which is in no workspace: no folder scenes/ is in it or above", err, a.Workspace.OutDir)
	}
	return nil, fault.Refuse(fault.UnknownCase, fix, err)
}

// otherBrands names the judged brand that may be meant, else some of all; empty: there is none.
func otherBrands(name string, all []casefile.Entry) string {
	const most = 10
	var brands []string
	for _, e := range all {
		if e.Latest > 0 && !slices.Contains(brands, e.Brand) {
			brands = append(brands, e.Brand)
		}
	}
	if near, ok := yamlfile.Nearest(name, brands); ok {
		return "did you mean " + near + "?"
	}
	if len(brands) == 0 {
		return ""
	}
	if more := len(brands) - most; more > 0 {
		brands = append(brands[:most], fmt.Sprintf("and %d more", more))
	}
	return "brands: " + strings.Join(brands, ", ")
}

// renderFailure advises on an error of report render.
func renderFailure(err error) error {
	switch fault.CodeOf(err) {
	case fault.NoAnswers, fault.NoUsable, fault.OverBudget:
		return fault.Refuse(fault.NoUsable,
			"only stored verdicts count here: take judges and lenses that have none out of the panel, or begin with panel.yaml in the report's folder, which is the panel as it judged; judges that are new are asked by a review under a scene with that panel", err)
	}
	return err
}

// readFailure is the error of a file that cannot be read.
func readFailure(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usageError("check the path and its spelling", "there is no file %s", name)
	}
	return fault.Refuse(fault.ReadFile, "check the path and that you may read the file", fmt.Errorf("read %s: %s", name, cause(err)))
}

// interruption is the end of a run that goes on where it was.
func interruption(text, chinese string) error {
	return bilingual(fault.Interrupted, text, "run the same command again to resume: what was answered is kept and not paid for twice; calls that were under way are made again, and may be paid twice",
		chinese, "再次运行同一命令即可继续：已得到的回复会保留，不会重复付费；中断时正在进行的调用会重新进行，可能再次付费")
}

// cause drops the operation and the path, which the message says already.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
