package cmd

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/fault"
)

// docsMarks are the words after ```sh that keep TestDocsCommands from running a block.
// They are visible in the page's source. No test runs the first three.
var docsMarks = map[string]string{
	"network":   "it calls a model's provider, a chat's platform or a database server, or downloads tools",
	"container": "it needs a cluster or an engine for containers",
	"editor":    "a person or an editor goes on",
	"root":      "it changes the system: TestDocsAsRoot runs it",
}

// docsGuides are the pages that other tests follow to the letter, in processes of their own.
var docsGuides = map[string]string{
	"CONTRIBUTING.md": "TestContributing",
	"README.md":       "TestReadme", "docs/caching.md": "TestReadmePrice", "README.zh-CN.md": "TestChineseCommands", "docs/data.md": "TestDataGuide", "docs/http.md": "TestDocumentedCommands",
	"docs/own-competition.md": "TestOwnGuides", "docs/own-competition-zh.md": "TestChineseCommands", "docs/own-panel.md": "TestOwnGuides",
	"docs/workspace.md": "TestWorkspaceGuide",
}

// docsSetup makes the workspace in which the commands of the pages run.
const docsSetup = `
mkdir entries docs scenes/pitch-review/samples
cp pitch-1.md scenes/pitch-review/samples/pitch.md
cp examples/contest/cold-bag-en.md entries/cold-bag-en.md
cp examples/contest/stairlight-en.md entries/stairlight-en.md
cp examples/pitch-good-en.md pitch.md
cp examples/proposal-good-en.md plan.md
cp examples/proposal-good-en.md docs/plan.md
judgement review pitch.md --scene pitch-review --brand acme --checkpoints
judgement review pitch.md --scene pitch-review --brand acme --formats md,html,pdf
cp reports/pitch-acme/report.pdf plan.pdf
judgement review entries --scene startup-contest
judgement meeting-summary --doc examples/meeting-en.txt --brand weekly --scene meeting
cp reports/pitch-acme/panel.yaml heavier-risk.yaml
judgement study import verdicts.csv --map preference=verdict --map label=gold --name llm-bar
judgement review pitch.md --scene pitch-review --brand queued --queue
`

// docsFiles are the files that pages name without showing them.
var docsFiles = map[string]string{
	"pitch-1.md":     "# A ferry\n\nWe asked 50 passengers at two piers what a late ferry costs them: 12 euros each.\n",
	"verdicts.csv":   "item,judge,verdict,gold\na,x,1,1\na,y,1,1\nb,x,2,1\nb,y,1,1\nc,x,2,2\nc,y,2,2\n",
	"reviews.csv":    "item,judge,score\na,x,1\na,y,2\nb,x,3\nb,y,4\nc,x,4\nc,y,4\n",
	"people.csv":     "item,h1,h2\na,1,2\nb,3,3\nc,4,5\n",
	"papers.csv":     "item,human1,human2\na,1,2\nb,3,3\nc,4,5\n",
	"promptfoo.json": `{"results":{"version":3,"results":[{"testIdx":0,"promptIdx":0,"provider":{"id":"x"},"vars":{"gold":1},"gradingResult":{"componentResults":[{"score":0.5,"assertion":{"type":"llm-rubric","metric":"tone","provider":"judge"}}]}}]}}`,
	"labels.csv":     "case,lens,person,score\nC-2026-0001,clarity,ann,7.5\nC-2026-0001,clarity,bob,4\n",
	"ann.csv":        "case,lens,points\nC-2026-0001,numbers,6\n",
	"call.vtt":       "WEBVTT\n\n00:00:01.000 --> 00:00:09.000\n<v Ann>We ship the release on 3 May, and Bob writes the notes.\n\n00:00:10.000 --> 00:00:19.000\n<v Bob>I will have them done by 2 May.\n",
}

// docsBefore are commands that make what a command's example begins with.
var docsBefore = map[string]string{
	"judgement align":               "judgement labels import pitch-review labels.csv",
	"judgement attribution resolve": "judgement attribution accept C-2026-0001 --all",
	"judgement jobs retry":          "judgement jobs cancel JOB",
	"judgement jobs watch":          "judgement jobs cancel JOB",
	"judgement labels":              "judgement labels import pitch-review labels.csv",
	"judgement ranking":             "cp reports/contest-cold-bag-en/panel.yaml other.yaml",
	"judgement study report":        "judgement labels import pitch-review labels.csv",
}

// docsExits are the exit codes of commands that end with another than 0 in the workspace
// of these tests.
var docsExits = map[string]int{
	"judgement align pitch-review":                         fault.ExitBelow, // two labels are too few
	"judgement align pitch-review --dry-run --output json": fault.ExitBelow,
	"judgement study align llm-bar":                        fault.ExitBelow,
	"judgement study align --output json":                  fault.ExitBelow,
	"judgement jobs watch JOB":                             fault.ExitFailed, // it was cancelled
}

// docsBlock is a fenced block of commands.
type docsBlock struct{ marks, text string }

var docsFence = regexp.MustCompile("(?ms)^( *)```(?:sh|bash|console)([^\n]*)\n(.*?)^ *```$")

func docsBlocks(t *testing.T, page string) (out []docsBlock) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", page))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range docsFence.FindAllStringSubmatch(string(data), -1) {
		out = append(out, docsBlock{strings.TrimSpace(m[2]), strings.ReplaceAll(strings.TrimPrefix(m[3], m[1]), "\n"+m[1], "\n")})
	}
	return out
}

// docsShell runs command lines of the documentation in this process: the program itself,
// and the few tools that pages use beside it.
type docsShell struct {
	t     *testing.T
	dir   string // where the page starts
	cwd   string
	cache string
	env   map[string]string
}

// TestDocsCommands runs every command of the documentation that is not marked, with the
// baseline in the place of a model. Each page has a copy of one workspace; each command of
// the reference has its own.
func TestDocsCommands(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	made := newDocsShell(t, temp+"/w", temp+"/cache")
	if err := errors.Join(os.Mkdir(made.dir, 0o755), sharePDFCache(temp+"/cache/judgement")); err != nil {
		t.Fatal(err)
	}
	made.run("judgement init .")
	for name, text := range docsFiles {
		writeTree(t, filepath.Join(made.dir, name), text)
	}
	writeTree(t, filepath.Join(made.dir, "plan.docx"), string(plainDocx(t, "We asked 50 passengers at two piers what a late ferry costs them.")))
	made.run(docsSetup)
	made.edit("judges/clarity-structure/SKILL.md", "judges/my-judge/SKILL.md", "name: clarity-structure", "name: my-judge")
	made.edit("scenes/startup-contest/scene.yaml", "scenes/startup-contest/scene.yaml", "\nreport:", "\nranking: {mode: pairwise}\nreport:")
	blocks := 0
	for _, file := range append(pages, "../README.md", "../README.zh-CN.md", "../CONTRIBUTING.md", "../SECURITY.md") {
		page := strings.TrimPrefix(file, "../")
		var todo []docsBlock
		for _, b := range docsBlocks(t, page) {
			blocks++
			for mark := range strings.FieldsSeq(b.marks) {
				if docsMarks[mark] == "" {
					t.Errorf("%s: unknown mark %q; there are %v", page, mark, slices.Sorted(maps.Keys(docsMarks)))
				}
				if mark == "root" && page != docsRootPage {
					t.Errorf("%s has a mark that only %s may have: %s", page, docsRootPage, mark)
				}
			}
			if b.marks == "" && docsGuides[page] == "" {
				todo = append(todo, b)
			}
		}
		if !strings.HasPrefix(page, "docs/cli-") && len(todo) > 0 {
			t.Run(page, func(t *testing.T) {
				t.Parallel()
				sh := made.copy(t)
				for _, b := range todo {
					sh.run(b.text)
				}
			})
			continue
		}
		for _, b := range todo {
			t.Run(page+"/"+strings.SplitN(b.text, "\n", 2)[0], func(t *testing.T) {
				t.Parallel()
				sh := made.copy(t)
				for _, begin := range slices.Sorted(maps.Keys(docsBefore)) {
					if strings.HasPrefix(b.text, begin) {
						sh.run(docsBefore[begin])
					}
				}
				if !strings.HasPrefix(b.text, "judgement init") {
					sh.run(b.text)
					return
				}
				for line := range strings.Lines(b.text) { // each wants an empty folder
					sh.cwd = t.TempDir()
					sh.run(line)
				}
			})
		}
	}
	if blocks < 100 {
		t.Errorf("only %d blocks of commands were found", blocks)
	}
}

func newDocsShell(t *testing.T, dir, cache string) *docsShell {
	t.Helper()
	if err := os.MkdirAll(dir+"-home/run/judgement", 0o755); err != nil { // of a socket
		t.Fatal(err)
	}
	return &docsShell{t: t, dir: dir, cwd: dir, cache: cache, env: map[string]string{
		"HOME": dir + "-home", "XDG_CACHE_HOME": cache, "JUDGEMENT_FORMATS": "md", "JUDGEMENT_LLM_PROVIDER": "offline", "BROWSER": "true",
		"JUDGEMENT_LISTEN": "127.0.0.1:0",
	}}
}

// copy is a shell in a copy of the workspace.
func (s *docsShell) copy(t *testing.T) *docsShell {
	t.Helper()
	temp, err := os.MkdirTemp("", "docs") // short, since a socket's path is
	if err == nil {
		t.Cleanup(func() { _ = os.RemoveAll(temp) })
		err = os.CopyFS(temp+"/w", os.DirFS(s.dir))
	}
	if err != nil {
		t.Fatal(err)
	}
	return newDocsShell(t, temp+"/w", s.cache)
}

// edit copies a file with a change.
func (s *docsShell) edit(from, to, before, after string) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, from))
	if err != nil || !strings.Contains(string(data), before) {
		s.t.Fatalf("%s has no %q: %v", from, before, err)
	}
	writeTree(s.t, filepath.Join(s.dir, to), strings.Replace(string(data), before, after, 1))
}

// run runs lines of commands, and stops the test at one that fails.
func (s *docsShell) run(text string) {
	s.t.Helper()
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", " ")) {
		words := s.words(strings.TrimSpace(line))
		for len(words) > 0 {
			n := slices.IndexFunc(words, func(w string) bool { return w == "&&" || w == "||" })
			command, last := words, n < 0
			if !last {
				command = words[:n]
			}
			code, out := s.command(command)
			name := jobID.ReplaceAllString(strings.Join(command, " "), "JOB")
			if !last && words[n] == "||" && code == 0 {
				break
			}
			if want := docsExits[name]; code != want && (last || words[n] == "&&") {
				s.t.Fatalf("%s ended with %d, want %d\n%s", name, code, want, out)
			}
			if last {
				break
			}
			words = words[n+1:]
		}
	}
}

var jobID = regexp.MustCompile(`j-[0-9a-f]{24}|JOB`)

// docsWord is a part of a line: quoted text, a comment, a redirection, or a plain word.
var docsWord = regexp.MustCompile(`"([^"]*)"|'([^']*)'|(#.*)|(&&|\|\||>)|([^\s"'>]+)`)

// words splits a line. What differs between machines gets a fixed value: commands in $(…),
// ports, ids of jobs, and folders outside of the workspace.
func (s *docsShell) words(line string) (words []string) {
	line = regexp.MustCompile(`\$\([^)]*\)`).ReplaceAllString(line, "0123456789abcdef0123456789abcdef")
	line = regexp.MustCompile(`(listen 127\.0\.0\.1):\d+`).ReplaceAllString(line, "$1:0")
	line = regexp.MustCompile(`(^|[ =])(~|/srv|/run)/`).ReplaceAllString(line, "$1"+s.dir+"-home$2/")
	line = strings.NewReplacer("home~", "home", "<(judgement completion bash)", "judgement completion bash").Replace(line)
	if jobID.MatchString(line) {
		line = jobID.ReplaceAllString(line, s.job())
	}
	glued := false // the part belongs to the word before it
	at := 0
	for _, m := range docsWord.FindAllStringSubmatchIndex(line, -1) {
		glued = len(words) > 0 && m[0] == at && m[8] < 0
		at = m[1]
		text := line[m[0]:m[1]]
		switch {
		case m[6] >= 0 && !glued:
			return words
		case m[2] >= 0:
			text = line[m[2]:m[3]]
		case m[4] >= 0:
			text = line[m[4]:m[5]]
		}
		if glued {
			words[len(words)-1] += text
			continue
		}
		words = append(words, text)
	}
	return words
}

// job is the id of the workspace's one job.
func (s *docsShell) job() string {
	_, out := s.judgement(s.env, "jobs", "list", "--output", "json")
	id := regexp.MustCompile(`j-[0-9a-f]{24}`).FindString(out)
	if id == "" {
		s.t.Fatalf("there is no job:\n%s", out)
	}
	return id
}

// command runs one command and returns its exit code and output.
func (s *docsShell) command(words []string) (code int, out string) {
	s.t.Helper()
	env := maps.Clone(s.env)
	for len(words) > 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(words[0]) {
		name, value, _ := strings.Cut(words[0], "=")
		env[name], words = value, words[1:]
	}
	to := ""
	if n := len(words); n > 2 && words[n-2] == ">" {
		to, words = filepath.Join(s.cwd, words[n-1]), words[:n-2]
	}
	if len(words) == 0 {
		return 0, ""
	}
	var err error
	args := words[1:]
	switch words[0] {
	case "judgement":
		code, out = s.judgement(env, args...)
		if to != "" {
			err = os.WriteFile(to, []byte(out), 0o644)
		}
	case "source":
		return s.command(args)
	case "export":
		for _, a := range args {
			name, value, _ := strings.Cut(a, "=")
			s.env[name] = value
		}
	case "cd":
		s.cwd = s.path(args[0])
		_, err = os.Stat(s.cwd)
	case "man": // reads the pages that judgement man wrote
		_, err = os.Stat(filepath.Join(s.dir+"-home/.local/share/man/man1", args[0]+".1"))
	case "mkdir", "cp", "rm", "chmod":
		err = s.tool(words[0], slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.HasPrefix(a, "-") }))
	default:
		s.t.Fatalf("the tests don't know the command %s: mark the block in the page (%v)", words[0], slices.Sorted(maps.Keys(docsMarks)))
	}
	if err != nil {
		return 1, err.Error()
	}
	return code, out
}

func (s *docsShell) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.cwd, name)
}

// tool is a command on files.
func (s *docsShell) tool(name string, args []string) error {
	if name == "chmod" {
		args = args[1:]
	}
	var files []string
	for _, a := range args {
		found, err := filepath.Glob(s.path(a))
		if err != nil {
			return err
		}
		if len(found) == 0 { // it is to be made
			found = []string{s.path(a)}
		}
		files = append(files, found...)
	}
	last := files[len(files)-1]
	for _, f := range files {
		var err error
		switch {
		case name == "mkdir":
			err = os.MkdirAll(f, 0o755)
		case name == "rm":
			err = os.RemoveAll(f)
		case name == "chmod":
			err = os.Chmod(f, 0o600)
		case f != last:
			err = copyFile(f, last)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file to another name, or into a folder.
func copyFile(from, to string) error {
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		to = filepath.Join(to, filepath.Base(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// judgement runs the program in this process. A service ends as soon as it says that it
// listens or works.
func (s *docsShell) judgement(env map[string]string, args ...string) (int, string) {
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	log := &untilReady{stop: cancel}
	out := &bytes.Buffer{}
	a := &App{In: strings.NewReader(""), Out: out, Err: log, Width: 120, Options: app.Options{
		Dir: s.cwd, Starter: os.DirFS(".."), Random: rand.Reader, Env: func(k string) string { return env[k] },
		Now: func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) },
	}}
	code := a.Run(ctx, args)
	if log.ready && code == fault.ExitInterrupted {
		code = 0
	}
	return code, out.String() + log.String()
}

// untilReady is a log that stops its command once it is ready.
type untilReady struct {
	bytes.Buffer
	mu    sync.Mutex
	ready bool
	stop  func()
}

func (u *untilReady) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	ready := []string{`"msg":"listening"`, `"msg":"worker started"`, "Ctrl-C ends it"}
	if slices.ContainsFunc(ready, func(s string) bool { return bytes.Contains(p, []byte(s)) }) {
		u.ready = true
		u.stop()
	}
	return u.Buffer.Write(p)
}

// plainDocx is a Word file with one paragraph.
func plainDocx(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, part := range [][2]string{
		{"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/document.xml", `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>` + text + `</w:t></w:r></w:p></w:body></w:document>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = io.WriteString(w, part[1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
