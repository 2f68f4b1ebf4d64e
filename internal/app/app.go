// Package app is the composition root: it builds the workspace, the settings, the
// storage, the queue, the models and the renderers of a process, each when it is
// first asked for and once, and wires the long-running services of them. It holds
// no rule of judging, parses no arguments and prints no results.
package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"sync"
	"time"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/casefile"
	"judgement/internal/store"
	"judgement/panel"
	"judgement/scene"
)

// Error is a fault in what a process is built from.
type Error struct {
	Code string // stable, lower_snake_case
	Fix  string // what to do; may be empty
	Err  error
	// Usage says that the command line is wrong, not what it names.
	Usage bool
}

func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func refuse(code, fix string, err error) error { return &Error{Code: code, Fix: fix, Err: err} }

// Options are what a process takes from outside.
type Options struct {
	Env           func(string) string
	Environ       []string // "NAME=value"; names that no setting has are warned about
	Dir           string   // the working directory
	Starter       fs.FS    // the embedded starter workspace
	Now           func() time.Time
	Random        io.Reader               // of ids, and of marks that documents can't guess
	Version       string                  // of the program
	ReadDocuments []string                // arguments of this program that read a document in a child process
	FolderOptions []casefile.FolderOption // of the folder that cases and reports are in
	ReadTime      time.Duration           // for a small document in a child; 0 means the usual
	Say           func(text string)       // tells people something that is no result
}

// Process builds what the commands of one process share. Its methods are safe for
// concurrent use; its fields are set before the first of them is called.
type Process struct {
	Options
	WorkspaceFlag string            // the workspace that the command line names; empty: none
	Flags         map[string]string // settings that the command line gives
	Log           *slog.Logger      // of services; nil: nothing is logged

	workspace lazy[config.Workspace]
	settings  lazy[*config.Settings]
	connected lazy[*store.DB]
	database  lazy[*store.DB]
	storage   lazy[*Storage]
	queue     lazy[*Queue]
	engine    lazy[*Engine]
	warned    sync.Once // of variables that no setting has
	noted     sync.Once // that the built-in workspace is used

	mu     sync.Mutex
	closes []func() error
}

// New returns a process that has built nothing yet.
func New(o Options) *Process { return &Process{Options: o} }

// lazy is a value that is built once.
type lazy[T any] struct {
	once  sync.Once
	value T
	err   error
}

func (l *lazy[T]) get(build func() (T, error)) (T, error) {
	l.once.Do(func() { l.value, l.err = build() })
	return l.value, l.err
}

// onClose has a function called when the process ends, the last one first.
func (p *Process) onClose(f func() error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closes = append(p.closes, f)
}

// Close releases everything that was built.
func (p *Process) Close() (err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range slices.Backward(p.closes) {
		err = errors.Join(err, f())
	}
	p.closes = nil
	return err
}

// Workspace finds the workspace.
func (p *Process) Workspace() (config.Workspace, error) {
	return p.workspace.get(func() (config.Workspace, error) {
		ws, err := config.FindWorkspace(p.WorkspaceFlag, p.Env, p.Dir, p.Starter)
		if err != nil {
			return ws, refuse("workspace", "name a folder that 'judgement init DIR' has made, or leave the name out to use the built-in workspace", err)
		}
		p.onClose(ws.Close)
		return ws, nil
	})
}

// Settings finds the workspace and reads its settings. It warns of variables that
// no setting has.
func (p *Process) Settings() (config.Workspace, *config.Settings, error) {
	p.warned.Do(func() {
		for _, text := range config.UnknownVariables(p.Environ) {
			p.Say("warning: " + text)
		}
	})
	return p.Load()
}

// Load is Settings without warnings.
func (p *Process) Load() (config.Workspace, *config.Settings, error) {
	ws, err := p.Workspace()
	if err != nil {
		return ws, nil, err
	}
	s, err := p.settings.get(func() (*config.Settings, error) {
		s, err := config.Load(ws.FS, p.Env, p.Flags)
		if err != nil {
			return nil, refuse("settings", "correct the setting where it comes from; 'judgement help environment' lists every setting with its variables", err)
		}
		return s, nil
	})
	return ws, s, err
}

// Logged calls run with a log in the configured format, which w gets.
func (p *Process) Logged(w io.Writer, run func() error) (err error) {
	_, s, err := p.Load()
	if err != nil {
		return err
	}
	lines := api.NewLogBuffer(w)
	defer func() { err = errors.Join(err, lines.Close()) }()
	p.Log = newLog(s.Server.LogFormat, lines)
	p.warned.Do(func() {
		for _, text := range config.UnknownVariables(p.Environ) {
			p.Log.Warn(text)
		}
	})
	return run()
}

// newLog returns a log in one of the formats of the setting server.log_format.
func newLog(format string, w io.Writer) *slog.Logger {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil))
	case "none":
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: inMilliseconds}))
}

// inMilliseconds writes a duration as whole milliseconds with the unit in its
// key: slog's JSON has bare nanoseconds.
func inMilliseconds(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() != slog.KindDuration {
		return a
	}
	return slog.Int64(a.Key+"_ms", a.Value.Duration().Milliseconds())
}

// PlaceFix is what to do outside of a workspace.
const PlaceFix = "change into the workspace, name it with --workspace or " + config.WorkspaceEnv + ", or make one with 'judgement init DIR'"

// NeedWorkspace refuses the built-in workspace for what would leave its own traces,
// such as a database, in a folder that nobody chose, or would judge by scenes that
// nobody chose.
func (p *Process) NeedWorkspace(what string) error { return p.outside(what, PlaceFix) }

func (p *Process) outside(what, fix string) error {
	ws, err := p.Workspace()
	if err != nil || ws.Dir != "" {
		return err
	}
	return refuse("no_workspace", fix, fmt.Errorf("%s needs a workspace, and %s is in no workspace: no folder scenes/ is in it or above", what, ws.OutDir))
}

// SayBuiltIn says once that a command reads the built-in workspace, if it does.
func (p *Process) SayBuiltIn() {
	if ws, err := p.Workspace(); err == nil && ws.Dir == "" {
		p.noted.Do(func() {
			p.Say(fmt.Sprintf("note: no folder scenes/ is in %s or above: the built-in workspace is used", ws.OutDir))
		})
	}
}

// Scenes loads all scenes of the workspace, those that are at fault too.
func (p *Process) Scenes() ([]scene.Loaded, error) {
	ws, err := p.Workspace()
	if err != nil {
		return nil, err
	}
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return nil, refuse("scenes", "check that the folder scenes/ of the workspace may be read", err)
	}
	return all, nil
}

// kindOf is what the jobs of a scene are called.
func kindOf(ws config.Workspace, slug string) (string, error) {
	_, pan, err := scene.Load(ws.FS, slug)
	if err == nil && pan.OutputFormat == panel.MeetingSummary {
		return "meeting", nil
	}
	return "review", err
}
