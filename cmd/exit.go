package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/terminal"
)

// Exit codes of the command line.
const (
	exitOK          = 0
	exitFailed      = fault.ExitFailed
	exitUsage       = fault.ExitUsage
	exitBelow       = fault.ExitBelow
	exitCredentials = fault.ExitCredentials
	exitIncomplete  = fault.ExitIncomplete
	exitInterrupted = fault.ExitInterrupted
)

// exitCode is a line of the table of exit codes.
type exitCode struct {
	code    int
	meaning string
}

func exitCodes() []exitCode {
	return []exitCode{
		{exitOK, "done"},
		{exitFailed, "failed: the message says what and where"},
		{exitUsage, "usage: wrong flags, arguments or settings"},
		{exitBelow, "a verdict or check is below the asked-for threshold, such as --fail-under, or smoke, scene validate or scene load finds a scene invalid"},
		{exitCredentials, "credentials or model access: no model is set, the key is refused, there is no such model"},
		{exitIncomplete, "incomplete: a deadline, a budget or too few judges; what was answered is kept, and the message says how to go on"},
		{exitInterrupted, "interrupted; the same command again resumes"},
	}
}

// failure is an error that knows its exit code, its stable code for scripts and
// what to do about it.
type failure struct {
	exit int
	code string // stable, lower_snake_case
	fix  string // may be empty
	err  error
}

func (f *failure) Error() string { return f.err.Error() }

func (f *failure) Unwrap() error { return f.err }

// usageError reports wrong flags or arguments, with what to do instead.
func usageError(fix, format string, args ...any) error {
	return &failure{exit: exitUsage, code: "usage", fix: fix, err: fmt.Errorf(format, args...)}
}

// failed wraps an error that ends a command with exit code 1.
func failed(code, fix string, err error) error {
	return &failure{exit: exitFailed, code: code, fix: fix, err: err}
}

// silent ends a command with an exit code after it has said everything itself.
type silent struct{ exit int }

func (s silent) Error() string { return fmt.Sprintf("exit code %d", s.exit) }

// exitFor turns an error into an exit code and prints it: as text, or as one
// JSON object where the caller asked for JSON. Text is broken between words for a
// terminal of that many cells; 0 means that w is none.
func exitFor(err error, w io.Writer, asJSON bool, width int) int {
	if err == nil {
		return exitOK
	}
	var s silent
	if errors.As(err, &s) {
		return s.exit
	}
	f := classify(err)
	if asJSON {
		b, _ := json.Marshal(map[string]any{"error": map[string]any{
			"code": f.code, "message": f.err.Error(), "fix": f.fix,
		}})
		fmt.Fprintf(w, "%s\n", b)
		return f.exit
	}
	fmt.Fprintln(w, fitted("judgement: ", f.err.Error(), width))
	if f.fix != "" {
		fmt.Fprintln(w, fitted("  → ", f.fix, width))
	}
	return f.exit
}

func classify(err error) *failure {
	known := fault.From(err)
	var f *failure
	var built *app.Error
	switch {
	case known != nil && known.Code.Database():
		return worded(err, known)
	case errors.As(err, &f):
		return &failure{exit: f.exit, code: f.code, fix: f.fix, err: err}
	case errors.As(err, &built):
		return &failure{exit: exitOf(built), code: built.Code, fix: built.Fix, err: err}
	case known != nil:
		return worded(err, known)
	case errors.Is(err, context.Canceled):
		return &failure{exit: exitInterrupted, code: "interrupted", err: errors.New("interrupted")}
	case errors.Is(err, context.DeadlineExceeded):
		return &failure{exit: exitIncomplete, code: "deadline", err: ended(err)}
	}
	if errors.Is(err, syscall.ENOSPC) {
		return &failure{exit: exitFailed, code: "write", fix: "free some space, then run the same command again", err: err}
	}
	return &failure{exit: exitFailed, code: "failed", err: err}
}

// exitOf is the exit code of an error in what the process is built from.
func exitOf(e *app.Error) int {
	if e.Usage {
		return exitUsage
	}
	switch e.Code {
	case "workspace", "settings", "no_workspace", "no_chromium", "webhook_secret", "chat_mode", "no_scores", "no_price", "usage":
		return exitUsage
	case "no_model", "model_settings", "no_records", "bad_record", "no_bots", "chat_credentials", "chat_token":
		return exitCredentials
	}
	return exitFailed
}

// ended words the end of a context for people.
func ended(err error) error {
	return errors.New(strings.NewReplacer(
		context.DeadlineExceeded.Error(), "the time limit was over", context.Canceled.Error(), "interrupted",
	).Replace(err.Error()))
}

// fitted is a message after its lead, with further lines indented.
func fitted(lead, text string, width int) string {
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
