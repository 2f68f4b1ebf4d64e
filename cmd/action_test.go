package cmd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"gopkg.in/yaml.v3"

	"judgement/internal/llm/fakeserver"
	"judgement/internal/testtool"
)

// actionFile is what the tests need of action.yml.
type actionFile struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Steps []struct {
			ID, If, Uses, Shell, Run string
			Env                      map[string]string
		}
	}
}

func readAction(t *testing.T) actionFile {
	t.Helper()
	data, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a actionFile
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// TestActionInterpolatesNothing: no value of a pull request or of a workflow becomes part
// of a command, and actions of others are fixed by their commit.
func TestActionInterpolatesNothing(t *testing.T) {
	steps := readAction(t).Runs.Steps
	for _, s := range steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("an expression is in a command: %s", s.Run)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("%q runs under %q, want bash", s.Run, s.Shell)
		}
		if s.Uses != "" && !regexp.MustCompile(`^[a-z-]+/[a-z-]+@[0-9a-f]{40}$`).MatchString(s.Uses) {
			t.Errorf("%s is not fixed by its commit", s.Uses)
		}
	}
	if len(steps) < 4 {
		t.Errorf("only %d steps", len(steps))
	}
}

// githubFake is the part of GitHub's API that the action uses, for one pull request.
type githubFake struct {
	*httptest.Server
	mu       sync.Mutex
	files    []map[string]any
	blobs    map[string]string // by hash
	comments []map[string]any
	writes   []string          // method and path of what changed something
	refuses  int               // status for writes; 0: they are done
	assets   map[string][]byte // of release v1.2.3; empty: there is none
}

func newGithubFake(t *testing.T) *githubFake {
	g := &githubFake{blobs: map[string]string{}, comments: []map[string]any{}}
	mux := http.NewServeMux()
	reply := func(w http.ResponseWriter, v any) { _ = json.NewEncoder(w).Encode(v) }
	mux.HandleFunc("GET /repos/owner/name/pulls/7/files", func(w http.ResponseWriter, r *http.Request) {
		page := 0
		_, _ = fmt.Sscan(r.URL.Query().Get("page"), &page)
		from := min((page-1)*100, len(g.files))
		reply(w, g.files[from:min(from+100, len(g.files))])
	})
	mux.HandleFunc("GET /repos/owner/name/git/blobs/{hash}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, g.blobs[r.PathValue("hash")])
	})
	mux.HandleFunc("GET /repos/owner/name/issues/7/comments", func(w http.ResponseWriter, _ *http.Request) { reply(w, g.comments) })
	write := func(w http.ResponseWriter, r *http.Request) {
		if g.refuses != 0 {
			w.WriteHeader(g.refuses)
			return
		}
		c := map[string]any{}
		_ = json.NewDecoder(r.Body).Decode(&c)
		g.writes = append(g.writes, r.Method+" "+r.URL.Path)
		c["id"], c["user"] = 100+len(g.comments), map[string]string{"login": "github-actions[bot]"}
		if id := r.PathValue("id"); id != "" {
			c["id"], _ = strconv.Atoi(id)
			g.comments = slices.DeleteFunc(g.comments, func(old map[string]any) bool { return old["id"] == c["id"] })
		}
		g.comments = append(g.comments, c)
		reply(w, c)
	}
	mux.HandleFunc("POST /repos/owner/name/issues/7/comments", write)
	mux.HandleFunc("PATCH /repos/owner/name/issues/comments/{id}", write)
	mux.HandleFunc("GET /repos/maker/judgement/releases/tags/v1.2.3", func(w http.ResponseWriter, r *http.Request) {
		if len(g.assets) == 0 {
			http.NotFound(w, r)
			return
		}
		var list []map[string]string
		for name := range g.assets { // the order is the client's concern
			list = append(list, map[string]string{"name": name, "url": g.URL + "/assets/" + name})
		}
		reply(w, map[string]any{"assets": list})
	})
	mux.HandleFunc("GET /assets/{name}", func(w http.ResponseWriter, r *http.Request) { _, _ = w.Write(g.assets[r.PathValue("name")]) })
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer token-of-the-job" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

// change adds a changed file to the pull request.
func (g *githubFake) change(path, text string) {
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(path+text)))[:40]
	g.blobs[hash] = text
	g.files = append(g.files, map[string]any{"filename": path, "sha": hash, "status": "modified", "changes": 1})
}

// actionRun is one run of the action's steps.
type actionRun struct {
	inputs map[string]string
	github map[string]string // of the context github
	fork   bool
	event  string // the workflow's own event in place of a pull request's
	job    string

	dir, out, summary, outputs string // filled by run
}

// run runs the steps of action.yml one after the other, as a runner does: with their
// expressions put in, and go as a command that takes the tests' own program.
func (a *actionRun) run(t *testing.T, g *githubFake) error {
	t.Helper()
	testtool.Need(t, "jq", "curl")
	file, err := filepath.Abs("../")
	if err != nil {
		t.Fatal(err)
	}
	a.dir = t.TempDir()
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal(err)
	}
	head := `{"pull_request":{"number":7,"head":{"sha":"0123abc","repo":{"full_name":"owner/name"}}}}`
	if a.fork {
		head = strings.Replace(head, "owner/name", "mallory/name", 1)
	}
	if a.event != "" {
		head = a.event
	}
	for name, text := range map[string]string{
		"event.json": head, "output": "", "summary": "",
		// Programs that reach the network see no key of the model.
		"bin/curl": "#!/bin/bash\nif env | grep -q secret-key; then touch '" + a.dir + "/leaked'; fi\nexec " + curl + " \"$@\"\n",
		"bin/go":   "#!/bin/bash\nwhile [ \"$1\" != -o ]; do shift; done\nln -sf \"$(command -v judgement)\" \"$2\"\n",
	} {
		writeTree(t, filepath.Join(a.dir, name), text)
	}
	runner := []string{
		"PATH=" + a.dir + "/bin:" + os.Getenv("PATH"), "HOME=" + a.dir, "STARTER=" + starterDir(t), "JUDGEMENT_FORMATS=md",
		"RUNNER_TEMP=" + a.dir + "/temp", "RUNNER_OS=Linux", "RUNNER_ARCH=X64", "GITHUB_ACTION_PATH=" + file,
		"GITHUB_WORKSPACE=" + a.dir + "/checkout", "GITHUB_REPOSITORY=owner/name", "GITHUB_RUN_ID=9", "GITHUB_WORKFLOW=documents", "GITHUB_JOB=" + a.job,
		"GITHUB_SERVER_URL=https://github.com",
		"GITHUB_API_URL=" + g.URL, "GITHUB_EVENT_NAME=pull_request", "GITHUB_EVENT_PATH=" + a.dir + "/event.json",
		"GITHUB_OUTPUT=" + a.dir + "/output", "GITHUB_STEP_SUMMARY=" + a.dir + "/summary",
	}
	if base := a.inputs["recorded"]; base != "" {
		if err := os.CopyFS(a.dir+"/checkout", os.DirFS(base)); err != nil {
			t.Fatal(err)
		}
	}
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(a.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	action := readAction(t)
	for _, s := range action.Runs.Steps {
		if s.Uses != "" || s.If == "steps.release.outputs.found != 'true'" && strings.Contains(read("output"), "found=true") {
			continue
		}
		cmd := exec.CommandContext(t.Context(), "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
		cmd.Dir, cmd.Env = a.dir, runner
		for name, value := range s.Env {
			cmd.Env = append(cmd.Env, name+"="+a.value(t, action, value))
		}
		out, stepErr := cmd.CombinedOutput()
		a.out += string(out)
		if err = stepErr; err != nil {
			break
		}
	}
	a.summary, a.outputs = read("summary"), read("output")
	return err
}

// value is a value of a step's env with its expression put in.
func (a *actionRun) value(t *testing.T, action actionFile, text string) string {
	t.Helper()
	m := regexp.MustCompile(`^\$\{\{ (inputs|github)\.([a-z_-]+) \}\}$`).FindStringSubmatch(text)
	switch {
	case m == nil:
		t.Fatalf("the tests know no expression %q", text)
	case m[1] == "github":
		return a.github[m[2]]
	}
	if v, given := a.inputs[m[2]]; given {
		return v
	}
	if m[2] == "token" {
		return "token-of-the-job"
	}
	in, known := action.Inputs[m[2]]
	if !known {
		t.Fatalf("action.yml has no input %s", m[2])
	}
	return in.Default
}

func writeTree(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

const actionChinese = "提案/文档 一.md"

const actionEntry = "# Plan\n\nSee @owner/team and #12 for more.\n\n##[error]Everybody will love our revolutionary drink, and 100% of them will buy it.\n"

// recordedWorkspace is a checkout whose folder ws holds recorded replies about
// actionEntry under two names.
func recordedWorkspace(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	server, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	if out, err := command(t.Context(), t, "init", dir+"/ws").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range names {
		writeTree(t, filepath.Join(dir, name), actionEntry)
		c := command(t.Context(), t, "review", filepath.Join(dir, name), "--workspace", dir+"/ws", "--scene", "proposal-review", "--formats", "md", "--brand", "recorded")
		c.Env = append(c.Env, "OPENAI_BASE_URL="+server.URL(), "JUDGEMENT_LLM_MODEL=fake-1", "OPENAI_API_KEY=none")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return dir
}

// TestAction runs the action's steps against a fake of GitHub's API. Names and contents
// of the pull request try to be commands, mentions and links.
func TestAction(t *testing.T) {
	t.Parallel()
	const hostile = "entries/$(touch pwned)`touch pwned`;'\"::error::x.md"
	recorded := recordedWorkspace(t, "plan.md", filepath.Base(hostile), filepath.Base(actionChinese))
	inputs := func(more ...string) map[string]string {
		in := map[string]string{"scene": "proposal-review", "files": "*.md\n  !README.md", "provider": "replay", "workspace": "ws", "recorded": recorded, "api-key": "secret-key", "name": "plans"}
		for i := 0; i < len(more); i += 2 {
			in[more[i]] = more[i+1]
		}
		return in
	}
	mark := "<!-- judgement " + actionKey(t, "plans") + " proposal-review -->"
	theirs := map[string]any{"id": 1, "body": mark + " mine", "user": map[string]string{"login": "mallory"}}
	ours := map[string]any{"id": 2, "body": mark + " old", "user": map[string]string{"login": "github-actions[bot]"}}
	asIs := func(*githubFake) {}
	for name, tt := range map[string]struct {
		run      actionRun
		pull     func(*githubFake)
		fails    bool
		outcome  string
		writes   string // the last change of GitHub
		comments []string
		says     []string // in the log
	}{
		"first comment": {
			actionRun{inputs: inputs()},
			asIs, false, "passed", "POST /repos/owner/name/issues/7/comments",
			[]string{mark, "| C |", "[a/plan.md](https://github.com/owner/name/blob/0123abc/a/plan.md)", "/actions/runs/9)"},
			[]string{"::warning file=a/plan.md,line=3,"},
		},
		"updated comment, below": {
			actionRun{inputs: inputs("fail-under", "100")},
			func(g *githubFake) { g.comments = []map[string]any{theirs, ours} }, true, "below",
			"PATCH /repos/owner/name/issues/comments/2",
			[]string{"**below 100 %**"},
			[]string{"::error file=a/plan.md,", "below 100 %25"},
		},
		"no comment wanted":              {actionRun{inputs: inputs("comment", "false")}, asIs, false, "passed", "", nil, nil},
		"no comment wanted, in capitals": {actionRun{inputs: inputs("comment", "FALSE")}, asIs, false, "passed", "", nil, nil},
		"comment wanted, in capitals": {
			actionRun{inputs: inputs("comment", "True")}, asIs, false, "passed", "POST /repos/owner/name/issues/7/comments", []string{mark}, nil,
		},
		"another word for comment": {
			actionRun{inputs: inputs("comment", "`yes\nsir")},
			func(g *githubFake) { g.comments = []map[string]any{ours} }, true, "failed", "PATCH /repos/owner/name/issues/comments/2",
			[]string{mark, "the input comment has to be true or false: `'yes sir`"},
			[]string{"has to be true or false: 'yes sir\n"},
		},
		"comment refused": {
			actionRun{inputs: inputs()},
			func(g *githubFake) { g.refuses = http.StatusForbidden }, false, "passed", "", nil,
			[]string{"the comment was not written: the input token needs the permission pull-requests: write (status 403)"},
		},
		"comment not accepted": {
			actionRun{inputs: inputs()},
			func(g *githubFake) { g.refuses = http.StatusUnprocessableEntity }, false, "passed", "", nil,
			[]string{"the comment was not written: GitHub answered with status 422"},
		},
		"no name of a scene": {
			actionRun{inputs: inputs("scene", "Proposal Review")},
			func(g *githubFake) { g.comments = []map[string]any{theirs, ours} }, true, "failed", "PATCH /repos/owner/name/issues/comments/2",
			[]string{mark, "Not judged: the input scene is no name of a scene: `Proposal Review`"},
			[]string{"no name of a scene: Proposal Review"},
		},
		"unknown scene": {
			actionRun{inputs: inputs("scene", "proposal-reviw")},
			func(g *githubFake) { g.comments = []map[string]any{theirs, ours} }, true, "failed", "PATCH /repos/owner/name/issues/comments/2",
			[]string{mark, `did not run (exit code 2): ` + "`" + `unknown scene "proposal-reviw": did you mean proposal-review?`, "→ 'judgement scene list'"},
			[]string{`::error title=judgement::the review did not run (exit code 2): unknown scene "proposal-reviw"`},
		},
		"unknown scene of two": {
			actionRun{inputs: inputs("scene", "proposal-reviw")},
			func(g *githubFake) {
				pitch := strings.Replace(mark, "proposal", "pitch", 1)
				g.comments = []map[string]any{ours, {"id": 3, "body": pitch, "user": ours["user"]}}
			}, true, "failed", "", nil, nil,
		},
		"error with keys": {
			actionRun{inputs: inputs("api-key", "other-key", "max-cost", "other-key https://me:pass@host/ 100%")},
			func(g *githubFake) { g.comments = []map[string]any{ours} },
			true, "failed", "PATCH /repos/owner/name/issues/comments/2",
			[]string{"*** https://***@host/ 100%"},
			[]string{"*** https://***@host/ 100%25"},
		},
		"no document": {
			actionRun{inputs: inputs("files", "*.txt")},
			func(g *githubFake) { g.comments = []map[string]any{ours} }, false, "none",
			"PATCH /repos/owner/name/issues/comments/2",
			[]string{"No document"},
			nil,
		},
		"too many":                    {actionRun{inputs: inputs("max-documents", "1")}, asIs, true, "failed", "", nil, []string{"2 documents changed, and max-documents is 1"}},
		"fork without key":            {actionRun{inputs: inputs("provider", "", "api-key", ""), fork: true}, asIs, false, "skipped", "", nil, []string{"GitHub gives no secrets to pull requests of forks"}},
		"fork without key for Claude": {actionRun{inputs: inputs("provider", "anthropic", "api-key", ""), fork: true}, asIs, false, "skipped", "", nil, []string{"GitHub gives no secrets to pull requests of forks"}},
		"no model": {
			actionRun{inputs: inputs("provider", "", "api-key", "")}, asIs, true, "failed", "", nil, []string{"the review did not run (exit code 4): --fail-under needs a model, and none is set → set OPENAI_API_KEY"},
		},
		"Chinese name with a blank": {
			actionRun{inputs: inputs("files", "提案/*.md")},
			func(g *githubFake) { g.change(actionChinese, actionEntry) }, false, "passed", "POST /repos/owner/name/issues/7/comments",
			[]string{"[提案/文档 一.md](https://github.com/owner/name/blob/0123abc/%E6%8F%90%E6%A1%88/%E6%96%87%E6%A1%A3%20%E4%B8%80.md)"},
			[]string{"::warning file=" + actionChinese + ",line=3,"},
		},
		"name with a line break": {
			actionRun{inputs: inputs()}, func(g *githubFake) { g.change("a\n::error::b.md", "x") }, true, "failed", "", nil, []string{"characters that are not accepted"},
		},
		"stored in LFS": {
			actionRun{inputs: inputs()},
			func(g *githubFake) { g.change("big.md", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n") }, true, "failed", "", nil,
			[]string{"Git LFS"},
		},
		"moved or deleted only": {
			actionRun{inputs: inputs("files", "*.md\n!a/*\n!entries/*\n!README.md")},
			func(g *githubFake) {
				g.files = append(g.files, map[string]any{"filename": "new/plan.md", "previous_filename": "old/plan.md", "sha": "0", "status": "renamed", "changes": 0})
			}, false, "none", "", nil, nil,
		},
		"no token": {
			actionRun{inputs: inputs("token", "")},
			asIs, true, "failed", "", nil,
			[]string{"the list of changed files can't be read: GitHub does not accept the input token (status 401)"},
		},
		"another event": {actionRun{inputs: inputs(), event: "{}"}, asIs, true, "failed", "", nil, []string{"run this action on pull_request"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, a := newGithubFake(t), tt.run
			g.change("README.md", "not judged")
			g.files = append(g.files, map[string]any{"filename": "gone.md", "sha": "0", "status": "removed", "changes": 9})
			g.change("a/plan.md", actionEntry)
			g.change(hostile, actionEntry)
			tt.pull(g)
			err := a.run(t, g)
			if (err != nil) != tt.fails || !strings.Contains(a.outputs, "outcome="+tt.outcome) {
				t.Errorf("ended with %v, outputs %s", err, a.outputs)
			}
			a.checkHarmless(t, hostile)
			for _, want := range tt.says {
				if !strings.Contains(a.out, want) {
					t.Errorf("the log lacks %q", want)
				}
			}
			last, body := "", ""
			if n := len(g.writes); n > 0 {
				last, body = g.writes[n-1], fmt.Sprint(g.comments[len(g.comments)-1]["body"])
			}
			if last != tt.writes || len(g.writes) > 1 {
				t.Errorf("GitHub was changed by %q, want %q", g.writes, tt.writes)
			}
			for _, want := range tt.comments {
				if !strings.Contains(body, want) {
					t.Errorf("the comment lacks %q:\n%s", want, body)
				}
			}
			if body != "" && !strings.HasSuffix(body, a.summary) {
				t.Errorf("comment and summary differ:\n%s\n%s", body, a.summary)
			}
			if t.Failed() {
				t.Log(a.out)
			}
		})
	}
}

// actionKey is the part of a comment's mark that the input name gives.
func actionKey(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "bash", "-c", `cksum <<<"$0" | tr ' ' -`, name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestActionKeepsCommentsApart: jobs, patterns and names have a comment each, and none
// touches that of another, also if it has no document to judge.
func TestActionKeepsCommentsApart(t *testing.T) {
	t.Parallel()
	g := newGithubFake(t)
	g.change("a/plan.md", actionEntry)
	const posts, updates = "POST /repos/owner/name/issues/7/comments", "PATCH /repos/owner/name/issues/comments/"
	for _, step := range []struct{ job, files, name, want string }{
		{"first", "*.md", "", posts},               // 100
		{"second", "*.md", "", posts},              // 101
		{"first", "a/*", "", posts},                // 102
		{"first", "*.md", "costs", posts},          // 103
		{"first", "*.md", "", updates + "100"},     // the same again
		{"other", "a/*", "costs", updates + "103"}, // the same name
		{"third", "*.txt", "", ""},                 // no document
	} {
		g.writes = nil
		a := actionRun{job: step.job, inputs: map[string]string{"scene": "pitch-review", "files": step.files, "name": step.name, "provider": "offline"}}
		if err := a.run(t, g); err != nil {
			t.Fatalf("%v: %v\n%s", step, err, a.out)
		}
		if got := strings.Join(g.writes, ", "); got != step.want {
			t.Errorf("%v: GitHub was changed by %q", step, got)
		}
	}
}

// checkHarmless: nothing of the pull request ran, mentioned someone, or came into the log
// as a command.
func (a *actionRun) checkHarmless(t *testing.T, hostile string) {
	t.Helper()
	for _, text := range []string{a.summary, a.out} {
		if strings.Contains(text, "token-of-the-job") {
			t.Error("the token is in the output")
		}
	}
	if strings.Contains(a.summary, "@owner") || strings.Contains(a.summary, " #12") {
		t.Errorf("the summary mentions people or issues:\n%s", a.summary)
	}
	guard := ""
	for line := range strings.Lines(a.out) {
		line = strings.TrimSpace(line)
		switch stop, found := strings.CutPrefix(line, "::stop-commands::"); {
		case guard == "" && found && len(stop) == 32:
			guard = stop
		case line == "::"+guard+"::":
			guard = ""
		case guard == "" && strings.HasPrefix(line, "::"):
			if !regexp.MustCompile(`^::(error|warning|notice) (file=(a/plan[.]md|` + actionChinese + `|` + regexp.QuoteMeta(strings.ReplaceAll(hostile, ":", "%3A")) + `),|title=judgement::)`).MatchString(line) {
				t.Errorf("a command in the log is not ours: %s", line)
			}
		case guard == "" && strings.Contains(line, "##["):
			t.Errorf("text of the document is in the log: %s", line)
		}
	}
	_ = filepath.WalkDir(a.dir, func(path string, _ os.DirEntry, _ error) error {
		if slices.Contains([]string{"pwned", "auth", "leaked"}, filepath.Base(path)) {
			t.Errorf("there is %s", path)
		}
		return nil
	})
}

// TestActionUsesARelease: the release of the action's tag is used if its checksum is
// right, and nothing is built in its place if it is wrong.
func TestActionUsesARelease(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("judgement")
	if err != nil {
		t.Fatal(err)
	}
	var archive bytes.Buffer
	z := gzip.NewWriter(&archive)
	w := tar.NewWriter(z)
	text := "#!/bin/bash\necho released >&2\nexec " + program + " \"$@\"\n"
	err = w.WriteHeader(&tar.Header{Name: "judgement", Mode: 0o755, Size: int64(len(text))})
	if _, werr := w.Write([]byte(text)); err != nil || werr != nil || w.Close() != nil || z.Close() != nil {
		t.Fatal(err, werr)
	}
	const name = "judgement_1.2.3_linux_amd64.tar.gz"
	for title, sum := range map[string]string{"right": fmt.Sprintf("%x", sha256.Sum256(archive.Bytes())), "wrong": strings.Repeat("0", 64)} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			g := newGithubFake(t)
			g.assets = map[string][]byte{name: archive.Bytes(), "judgement_1.2.3_checksums.txt": []byte(sum + "  " + name + "\n")}
			g.change("plan.md", actionEntry)
			a := actionRun{
				inputs: map[string]string{"scene": "pitch-review", "files": "*.md", "provider": "offline"},
				github: map[string]string{"action_ref": "v1.2.3", "action_repository": "maker/judgement"},
			}
			err := a.run(t, g)
			if used := strings.Contains(a.out, "released"); used != (title == "right") || (err == nil) != used {
				t.Errorf("released: %v, ended with %v\n%s", used, err, a.out)
			}
		})
	}
}
