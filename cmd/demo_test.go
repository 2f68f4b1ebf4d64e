package cmd

import (
	"bufio"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// demonstration is a running demo and a browser that is logged in.
type demonstration struct {
	cmd     *exec.Cmd
	site    string // its address
	ticket  string // the address that logs in
	browser *http.Client
	said    strings.Builder
}

func startDemo(t *testing.T, dir string, args ...string) *demonstration {
	t.Helper()
	d := &demonstration{cmd: command(t.Context(), t, append([]string{"demo", "--no-browser"}, args...)...)}
	d.cmd.Dir, d.cmd.Stderr = dir, &d.said
	// What this person has set is not used.
	d.cmd.Env = append(d.cmd.Env, "TMPDIR="+dir, "OPENAI_BASE_URL=http://127.0.0.1:9/v1", "OPENAI_API_KEY=canary", "JUDGEMENT_LLM_MODEL=canary", "JUDGEMENT_FORMATS=nothing")
	out, err := d.cmd.StdoutPipe()
	if err == nil {
		err = d.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = d.cmd.Wait()
		t.Fatalf("%v: %s", err, d.said.String())
	}
	d.ticket = strings.TrimSpace(line)
	d.site, _, _ = strings.Cut(d.ticket, "/cases")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	d.browser = &http.Client{Jar: jar}
	return d
}

func (d *demonstration) get(t *testing.T, address string) string {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Accept", "text/html")
	resp, err := d.browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("%s: %s %v", address, resp.Status, err)
	}
	return string(body)
}

// TestDemo looks at the pages of the demonstration: all are judged by the baseline and say
// so. It leaves nothing behind.
func TestDemo(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	d := startDemo(t, dir)
	ticket := d.ticket
	for begun := time.Now(); time.Since(begun) < time.Minute && strings.Contains(d.get(t, d.ticket), "is being read"); {
		d.ticket = d.site + "/cases" // it has logged in
	}
	for _, page := range []struct {
		path string
		want []string
	}{
		{"/cases", []string{"6 of 6 cases", "C-2026-0001 v2", "/cases/boards/" + demoScene, ">baseline<"}},
		{"/cases/C-2026-0001/v2", []string{"Judges (7)", "?vs=v1"}},
		{"/cases/C-2026-0001/v2/report.html", []string{"57 turned between 29.5 and 30.5 °C", "20 of 20", "7 of 7 judges", "baseline, no language model"}},
		{"/cases/C-2026-0001/v2?vs=v1", []string{"Compared with v1", "Gone (5)", "Still open (1)", `B</span> <strong>42.1</strong>`, `D</span> 4.9 <span class="bad">baseline, no language model</span>`}},
		{"/cases/boards/" + demoScene, []string{"DreamConnect", "小菜圃", "No language model was used", ">baseline<"}},
		{"/boards/" + demoScene, []string{"小菜圃", "No language model was used"}},
		{"/cases/new", []string{"<form"}},
	} {
		text := d.get(t, d.site+page.path)
		for _, want := range page.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s does not say %q:\n%s", page.path, want, text)
			}
		}
	}
	if !strings.Contains(d.get(t, ticket), "6 of 6 cases") {
		t.Error("the browser that is logged in does not get the cases from the same address")
	}
	d.browser.Jar = nil
	text := d.get(t, ticket)
	if strings.Contains(text, "6 of 6 cases") || !strings.Contains(text, "name=\"token\"") {
		t.Error("the address logs in twice")
	}
	for _, want := range []string{"one login only", "token that the terminal shows", "start it again"} {
		if !strings.Contains(text, want) {
			t.Errorf("the used address does not say %q", want)
		}
	}
	if err := d.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := d.cmd.Wait(); err != nil {
		t.Errorf("interrupted: %v: %s", err, d.said.String())
	}
	if strings.Contains(d.said.String(), "canary") {
		t.Error("a key is shown")
	}
	if left, err := filepath.Glob(dir + "/*"); err != nil || len(left) > 0 {
		t.Errorf("left behind: %q, %v", left, err)
	}
}

// TestDemoRefuses: it is for this machine only, and touches no folder of anybody.
func TestDemoRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "mine.md"), []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	workspace := filepath.Join(t.TempDir(), "demo")
	if exit, said := run(t, command(t.Context(), t, "init", workspace)); exit != 0 {
		t.Fatal(said)
	}
	for _, c := range []struct {
		args []string
		exit int
		want string
	}{
		{[]string{"--listen", "0.0.0.0:0"}, 2, "no address of this machine"},
		{[]string{"--listen", "8421"}, 2, "such as 127.0.0.1:8421"},
		{[]string{"--dir", dir}, 1, "is not empty"},
		{[]string{"--dir", workspace}, 1, "'judgement up --workspace " + workspace + " --provider offline' serves it again"},
		{[]string{"extra"}, 2, ""},
	} {
		exit, said := run(t, command(t.Context(), t, append([]string{"demo", "--no-browser"}, c.args...)...))
		if exit != c.exit || !strings.Contains(said, c.want) {
			t.Errorf("%q: exit code %d, %s", c.args, exit, said)
		}
	}
}
