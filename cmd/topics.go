package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/fault"
	"judgement/internal/terminal"
)

// environmentTopic is made from the one table of settings.
func environmentTopic() string {
	var b strings.Builder
	b.WriteString(`A setting is looked for on the command line, then in the environment, then in
judgement.yaml in the workspace; else its default counts. Secrets are read from
the environment only. 'judgement config show' prints what counts now. A variable
JUDGEMENT_… that is not on this page gives a warning.

Settings (name in judgement.yaml, environment variables, default):
`)
	for _, v := range config.Defaults() {
		fmt.Fprintf(&b, "\n  %s\n", v.Key)
		if len(v.Env) > 0 {
			fmt.Fprintf(&b, "      %s\n", strings.Join(v.Env, ", "))
		}
		for _, l := range terminal.Wrap(v.Doc, 72) {
			fmt.Fprintf(&b, "      %s\n", l)
		}
		if v.Value != "" && v.Value != "not set" {
			fmt.Fprintf(&b, "      default: %s\n", v.Value)
		}
	}
	b.WriteString(`
Other variables:

  ` + config.WorkspaceEnv + `
      the workspace folder, if --workspace is not given
  NO_COLOR
      when it is not empty, no colour is used; TERM=dumb does the same
  XDG_CACHE_HOME
      where caches go (default: ~/.cache): the PDF reader's compiled code, and
      which reply format each model server knows
  CHAT_APP_ID_<SLUG>, CHAT_APP_SECRET_<SLUG>
      a scene's bot; scene.yaml names the variables
`)
	return b.String()
}

const formattingTopic = `Results go to standard output; progress, warnings and errors go to standard
error. So a result can always be piped, and nothing else is ever in it.

  --output table   for people (the default of most commands)
  --output json    one JSON document
  --output yaml    the same keys as YAML

smoke also knows junit and github, review github, for continuous integration. An
unknown format is an error that lists the valid ones. With --output json an error
is JSON too, on standard error; 'judgement help exit-codes' shows it.

Keys are stable. Amounts of money and scores are decimal numbers without
rounding. null means unknown; a judge that did not answer has an outcome and no
score, never a zero. no_model: true means that no language model judged; if it is
false or missing, one did. Lists are sorted the same way each time.

What a run says about documents, and how it ended, is in the language of their
reports. What servers, files and the system say stays as it is. Usage errors, logs
and JSON are in English.

On a terminal a run shows a bar that is redrawn; elsewhere there are plain lines,
one per judge or document, and after a minute without a line one that says how
far the run is. Colour is used on terminals only, and not when
NO_COLOR is set or TERM is dumb.
`

// exitTopic has the one table of exit codes.
func exitTopic() string {
	var b strings.Builder
	for _, e := range []struct {
		code    int
		meaning string
	}{
		{0, "done"},
		{fault.ExitFailed, "failed: the message says what and where"},
		{fault.ExitUsage, "usage: wrong flags, arguments or settings"},
		{fault.ExitBelow, "a verdict or check is below the asked-for threshold, such as --fail-under, smoke, scene validate or scene load finds a scene invalid, or a stored case is damaged or was changed"},
		{fault.ExitCredentials, "credentials or model access: no model is set, the key is refused, there is no such model"},
		{fault.ExitIncomplete, "incomplete: a deadline, a budget or too few judges; what was answered is kept, and the message says how to go on"},
		{fault.ExitInterrupted, "interrupted; the same command again resumes"},
	} {
		fmt.Fprintf(&b, "  %3d   %s\n", e.code, e.meaning)
	}
	b.WriteString(`
With --output json an error is one JSON object on standard error:

  {"error":{"code":"unknown_scene","message":"…","fix":"…"}}

code is stable and made for scripts; message says what happened and where; fix
says what to do about it and may be empty.
`)
	return b.String()
}

// scriptNames are the contract's names of scripts, as hidden commands that take
// the contract's arguments.
func (a *App) scriptNames() (out []*cobra.Command) {
	smoke := a.smokeCmd()
	for _, c := range smoke.Commands() {
		c.Use = "smoke-" + c.Use
	}
	for _, alias := range []struct {
		use, needs string
		c          *cobra.Command
	}{
		{"scene_loader", needFiles, a.sceneCmd()},
		{"panel_loader", needFiles, a.panelCmd()},
		{"smoke_e2e", needFiles, smoke},
		{"add_scene SLUG --type review|competition", needFiles, a.addSceneCmd()},
		{"meeting_summary_pipeline", needSettings, a.meetingCmd()},
		{"meeting_summary_pptx BRAND", needSettings, a.meetingDeckCmd()},
		{"smoke-scene SLUG", needFiles, a.smokeOneCmd()},
		{"smoke-all", needFiles, a.smokeAllCmd()},
	} {
		c := need(alias.needs, alias.c)
		c.Use, c.Hidden, c.Example = alias.use, true, ""
		c.Aliases = append(c.Aliases, c.Name()+".py")
		out = append(out, c)
	}
	return out
}
