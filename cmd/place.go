package cmd

import (
	"fmt"

	"judgement/config"
	"judgement/internal/store"
)

// placeFix is what to do outside of a workspace.
const placeFix = "change into the workspace, name it with --workspace or " + config.WorkspaceEnv + ", or make one with 'judgement init DIR'"

// outside refuses the built-in workspace for what would leave its own traces, such
// as a database, in a folder that nobody chose. fix says what else there is to do.
func outside(ws config.Workspace, what, fix string) error {
	if ws.Dir != "" {
		return nil
	}
	return &failure{
		exit: exitUsage, code: "no_workspace", fix: fix,
		err: fmt.Errorf("%s needs a workspace, and %s is in no workspace: no folder scenes/ is in it or above", what, ws.OutDir),
	}
}

// needWorkspace refuses to run or to queue jobs outside of a workspace, a shared
// database or not: they would be judged by scenes that nobody chose. It touches
// nothing but the workspace's settings.
func (a *App) needWorkspace(what string) error {
	ws, err := a.workspace()
	if err != nil {
		return err
	}
	defer ws.Close()
	return outside(ws, what, placeFix)
}

// sayBuiltIn says on standard error that a command reads the built-in workspace.
func (a *App) sayBuiltIn(ws config.Workspace) {
	if ws.Dir == "" {
		fmt.Fprintf(a.Err, "note: no folder scenes/ is in %s or above: the built-in workspace is used\n", ws.OutDir)
	}
}

// needQueue refuses to look for a queue where there is neither a workspace nor a
// named database.
func needQueue(ws config.Workspace, s *config.Settings, what string) error {
	if store.IsPostgres(databaseAddress(ws, s)) {
		return nil
	}
	return outside(ws, what, placeFix+"; database.url names a database that needs none")
}

// lookedIn says for people which workspace something was looked for in.
func lookedIn(ws config.Workspace) string {
	if ws.Dir == "" {
		return "the built-in workspace: there is no scenes/ in " + ws.OutDir + " or above"
	}
	return "the workspace " + ws.Dir
}
