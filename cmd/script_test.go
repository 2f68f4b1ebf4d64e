package cmd

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"judgement/internal/casefile"
	"judgement/internal/database/pgtest"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

// fixedEnv has the command of the test binary live at one moment and draw the
// same random numbers in every run, so that two runs give the same bytes.
const fixedEnv = "JUDGEMENT_TEST_FIXED"

// TestMain lets the scripts in testdata/script and the tests of this package
// run the command itself as "judgement", in a process of its own.
func TestMain(m *testing.M) {
	// A command that runs inside of a test starts this program to read a document.
	if len(os.Args) > 1 && os.Args[1] == documentWorkerName {
		os.Exit(testProcess())
	}
	testscript.Main(withPostgres{m}, map[string]func(){"judgement": func() { os.Exit(testProcess()) }})
}

// withPostgres stops the Postgres that tests started after the last of them,
// and removes the program that they built.
type withPostgres struct{ *testing.M }

func (w withPostgres) Run() int {
	defer program.Forget()
	return pgtest.Main(w.M)
}

// testProcess is Main with what tests inject: a fixed moment, and a kill at a
// step of the storage where faulttest asks for it.
func testProcess() int {
	app, err := processApp(os.DirFS(os.Getenv("STARTER")))
	if err != nil {
		fmt.Fprintln(os.Stderr, "judgement:", err)
		return fault.ExitFailed
	}
	app.Environ = slices.DeleteFunc(app.Environ, func(v string) bool { // the tests' own
		return strings.HasPrefix(v, "JUDGEMENT_TEST_") || strings.HasPrefix(v, "JUDGEMENT_FAULTTEST_")
	})
	if os.Getenv(fixedEnv) != "" {
		at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		app.Now = func() time.Time { return at }
		app.Random = rand.NewChaCha8([32]byte{1})
		app.FolderOptions = append(app.FolderOptions, casefile.WithSteps(faulttest.KillAt()))
	}
	return app.runProcess()
}

// TestScript runs the transcripts of real command lines. $STARTER is the
// repository's own workspace, which the binary embeds. Beside testscript's own
// commands there are those of scriptCommands.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		RequireExplicitExec: false,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Cmds:                scriptCommands(),
		Setup: func(e *testscript.Env) error {
			e.Vars = cleanEnv(e.Vars)
			e.Setenv("STARTER", starterDir(t))
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("XDG_CACHE_HOME", e.WorkDir+"/.cache")
			e.Values[serversKey{}] = scriptServers{}
			e.Values[scriptTestKey{}] = e.T()
			return sharePDFCache(e.WorkDir + "/.cache/judgement")
		},
	})
}

// sharePDFCache gives a script the PDF reader's compiled code, which is the same
// for all: compiling it takes seconds.
func sharePDFCache(dir string) error {
	shared := filepath.Join(os.TempDir(), "judgement-test-pdfium-cmd")
	if err := errors.Join(os.MkdirAll(shared, 0o700), os.MkdirAll(dir, 0o700)); err != nil {
		return err
	}
	return os.Symlink(shared, filepath.Join(dir, "pdfium"))
}

// starterDir is the repository.
func starterDir(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return dir + "/.."
}

// program is what runs command lines in processes of their own; the scripts run
// these tests themselves, under the race detector with it.
var program faulttest.Program

// scripts are the transcripts to run: all, and under the race detector those
// whose commands do several things at once.
func scripts(t *testing.T) []string {
	t.Helper()
	var names []string
	if faulttest.Race {
		for _, name := range []string{
			"interrupt", "meeting", "postgres", "queue", "ranking", "review-batch", "review_failures", "review_models", "review_resume", "serve",
		} {
			names = append(names, "testdata/script/"+name+".txtar")
		}
		return names
	}
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d scripts, %v", len(names), err)
	}
	return names
}
