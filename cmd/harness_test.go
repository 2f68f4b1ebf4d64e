package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/database"
	"judgement/internal/llm/fakeserver"
	"judgement/scene/scenetest"
)

const ferry = `# A ferry that runs on time

We asked forty passengers at two piers what a late ferry costs them.
Most of them lose half an hour of paid work on every late day.
The harbour office lent us its log of arrivals for the whole of last year.
Every third crossing in that log began later than its timetable says.
Our pilot moved the fuelling to the night and wrote down every departure.
`

// site is a workspace on disk with one scene of some judges, a document beside
// it and a fake model server.
type site struct {
	dir      string // of the workspace
	document string
	server   *fakeserver.Server
}

// newSite makes a site in dir, which may be a file system of its own.
func newSite(t *testing.T, dir string, judges int, o fakeserver.Options) *site {
	t.Helper()
	s := &site{dir: dir, document: filepath.Join(t.TempDir(), "ferry.md")}
	files := scenetest.Workspace(judges, scenetest.Scene{Slug: "s", Prefix: "t-", Panel: "scoring_lenses:\n  - {slug: sense, max_score: 10}\n  - {slug: proof, max_score: 20}\n"})
	if err := errors.Join(os.WriteFile(s.document, []byte(ferry), 0o644), os.CopyFS(dir, files)); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.server, err = fakeserver.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.server.Close)
	return s
}

// command is a command line in a process of its own at a fixed moment, with
// nothing of this process's own settings.
func command(ctx context.Context, t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(ctx, program.Path(t))
	cmd.Args = append([]string{"judgement"}, args...)
	cmd.Env = append(cleanEnv(os.Environ()), "STARTER="+starterDir(t), fixedEnv+"=1")
	return cmd
}

// review is the command line that reviews the site's document, with more
// environment ("NAME=value").
func (s *site) review(ctx context.Context, t *testing.T, env ...string) *exec.Cmd {
	t.Helper()
	cmd := command(ctx, t, "review", s.document, "--scene", "s", "--workspace", s.dir, "--concurrency", "2", "--formats", "md")
	cmd.Dir = filepath.Dir(s.document)
	cmd.Env = append(cmd.Env, "OPENAI_BASE_URL="+s.server.URL(), "OPENAI_API_KEY=none", "JUDGEMENT_LLM_MODEL=fake-1")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// run runs a command and returns its exit code and what it wrote to standard
// error.
func run(t *testing.T, cmd *exec.Cmd) (code int, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

// mustRun demands exit code 0.
func mustRun(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if code, stderr := run(t, cmd); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, stderr)
	}
}

// written returns what a review left in the workspace: modes and contents of
// cases and reports by name, without lock files.
func (s *site) written(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, top := range []string{"cases", "reports"} {
		root := filepath.Join(s.dir, top)
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) && name == root {
				return nil
			}
			if err != nil || d.IsDir() || d.Name() == ".lock" {
				return err
			}
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			out[strings.TrimPrefix(name, s.dir+"/")] = fmt.Sprintf("%v %s", info.Mode(), data)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// replies counts the replies that are kept whole.
func replies(files map[string]string) int {
	n := 0
	for name := range files {
		if strings.Contains(name, "/replies/") && strings.HasSuffix(name, ".json") {
			n++
		}
	}
	return n
}

// jobsFolder is where a workspace keeps its database.
func (s *site) jobsFolder() string { return filepath.Join(s.dir, ".judgement") }

func (s *site) open(t *testing.T) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), filepath.Join(s.jobsFolder(), "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
