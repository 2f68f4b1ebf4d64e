package cmd

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets the scripts in testdata/script run the command itself as
// "judgement", in a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"judgement": func() { os.Exit(Main(os.DirFS(os.Getenv("STARTER")))) },
	})
}

// TestScript runs the transcripts of real command lines. $STARTER is the
// repository's own workspace, which the binary embeds.
func TestScript(t *testing.T) {
	repo, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: false,
		Cmds:                scriptCommands(),
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(e *testscript.Env) error {
			e.Vars = cleanEnv(e.Vars)
			e.Values[fakesKey{}] = fakes{}
			e.Setenv("STARTER", repo+"/..")
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/.cache")
			return nil
		},
	})
}
