// Package app is the composition root: it builds the workspace, the settings, the
// storage, the queue, the models and the renderers of a process, each when it is
// first asked for and once, and wires the long-running services of them. It holds
// no rule of judging, parses no arguments and prints no results.
package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/scene"
)

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
	Ticket        string                  // whoever opens the pages with it first is logged in; empty: there is none
	Listening     func(address string)    // is called with each address that is served; nil: nobody waits
}

// Process builds what the commands of one process share. Open or Load is called
// before all other methods, which are safe for concurrent use.
type Process struct {
	Options
	WorkspaceFlag string                 // the workspace that the command line names; empty: none
	Flags         map[string]*pflag.Flag // settings that the command line gives
	Log           *slog.Logger           // of services; nil: nothing is logged

	Workspace config.Workspace // set by Open
	Settings  *config.Settings // set by Load; nil: they are at fault, or the command needs none

	connected lazy[*database.DB]
	database  lazy[*database.DB]
	storage   lazy[*Storage]
	queue     lazy[*Queue]
	engine    lazy[*Engine]
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

// Open finds the workspace.
func (p *Process) Open() (err error) {
	p.Workspace, err = config.FindWorkspace(p.WorkspaceFlag, p.Env, p.Dir, p.Starter)
	if err != nil {
		fix := "name a folder that 'judgement init DIR' has made, or leave the name out to use the built-in workspace"
		if p.WorkspaceFlag == "" && p.Env(config.WorkspaceEnv) == "" {
			fix = "correct the link, or name the workspace with --workspace"
		}
		return fault.Refuse(fault.Workspace, fix, err)
	}
	p.onClose(p.Workspace.Close)
	return nil
}

// Load reads the settings of the workspace.
func (p *Process) Load() error {
	s, err := config.Load(p.Workspace.FS, p.Env, p.Flags)
	if err != nil {
		return fault.Refuse(fault.Settings, "correct the setting where it comes from; 'judgement help environment' lists every setting with its variables", err)
	}
	p.Settings = s
	return nil
}

// OpenLog writes the log to w in the configured format.
func (p *Process) OpenLog(w io.Writer) {
	p.Log = newLog(p.Settings.Server.LogFormat, w)
	for _, text := range config.UnknownVariables(p.Environ) {
		p.Log.Warn(text)
	}
}

// newLog returns a log in one of the formats of the setting server.log_format.
func newLog(format string, w io.Writer) *slog.Logger {
	switch format {
	case "text":
		return slog.New(slog.NewTextHandler(w, nil))
	case "none":
		return slog.New(slog.DiscardHandler)
	}
	// A duration is written in whole milliseconds with the unit in its key: slog's JSON
	// has bare nanoseconds.
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Value.Kind() == slog.KindDuration {
			return slog.Int64(a.Key+"_ms", a.Value.Duration().Milliseconds())
		}
		return a
	}}))
}

// PlaceFix is what to do outside of a workspace.
const PlaceFix = "change into the workspace, name it with --workspace or " + config.WorkspaceEnv + ", or make one with 'judgement init DIR'"

// NeedWorkspace refuses the built-in workspace for what would leave its own traces,
// such as a database, in a folder that the user did not choose, or would judge by
// scenes that the user did not choose.
func (p *Process) NeedWorkspace(what string) error { return p.outside(what, PlaceFix) }

func (p *Process) outside(what, fix string) error {
	ws := p.Workspace
	if ws.Dir != "" {
		return nil
	}
	return fault.Refuse(fault.NoWorkspace, fix, fmt.Errorf("%s needs a workspace, and %s is in no workspace: no folder scenes/ is in it or above", what, ws.OutDir))
}

// LocaleLang is the language of this person's environment, for what is about no document.
func LocaleLang(env func(string) string) report.Lang {
	if strings.HasPrefix(cmp.Or(env("LC_ALL"), env("LC_MESSAGES"), env("LANG")), "zh") {
		return report.Chinese
	}
	return report.English
}

// SettingsFix is what to do with settings that are in no workspace.
const SettingsFix = "make a workspace with 'judgement init DIR' and put it there"

// SayBuiltIn says once that a command reads the built-in workspace, if it does.
func (p *Process) SayBuiltIn() {
	if p.Workspace.Dir == "" {
		p.noted.Do(func() {
			note, unread := "note: no folder scenes/ is in %s or above: the built-in workspace is used", "; "+config.File+" in this folder is not read: "+SettingsFix
			if LocaleLang(p.Env) == report.Chinese {
				note, unread = "提示：%s 及其上级中没有文件夹 scenes/：使用内置工作区", "；不读取此文件夹中的 "+config.File+"：请用 'judgement init DIR' 新建工作区，再把它放进去"
			}
			if p.Workspace.UnreadSettings() {
				note += unread
			}
			p.Say(fmt.Sprintf(note, p.Workspace.OutDir))
		})
	}
}

// Scenes loads all scenes of the workspace, those that are at fault too.
func (p *Process) Scenes() ([]scene.Loaded, error) {
	ws := p.Workspace
	all, err := scene.LoadAll(ws.FS, pipeline.Outputs()...)
	if err != nil {
		return nil, fault.Refuse(fault.Scenes, "check that the folder scenes/ of the workspace may be read", err)
	}
	return all, nil
}
