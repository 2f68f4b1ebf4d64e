package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
	"judgement/report"
)

// aligning is a scene whose judges scored many documents.
type aligning struct {
	*site
	t *testing.T
}

func newAligning(t *testing.T, documents int) *aligning {
	t.Helper()
	a := &aligning{newSite(t, t.TempDir(), 2, fakeserver.Options{}), t}
	lines := strings.SplitAfter(strings.TrimSpace(strings.SplitN(ferry, "\n\n", 2)[1]), "\n")
	for i := range documents {
		text := fmt.Sprintf("# Ferry %d\n\n", i)
		for k := range 4 + 3*(i%11) {
			text += fmt.Sprintf("%d%% more. %s", 7*i+k, lines[(i*k+k)%len(lines)])
		}
		a.write(fmt.Sprintf("docs/ferry-%02d.md", i), text)
	}
	a.ok("review", filepath.Join(a.dir, "docs"), "--scene", "s", "--formats", "md")
	return a
}

func (a *aligning) write(name, text string) {
	a.t.Helper()
	name = filepath.Join(a.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		a.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		a.t.Fatal(err)
	}
}

// run runs a command in the workspace with the offline baseline.
func (a *aligning) run(args ...string) (code int, stdout, stderr string) {
	a.t.Helper()
	cmd := command(a.t.Context(), a.t, append(args, "--workspace", a.dir)...)
	cmd.Dir, cmd.Env = a.dir, append(cmd.Env, "JUDGEMENT_LLM_PROVIDER=offline")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		a.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

func (a *aligning) ok(args ...string) (stdout, stderr string) {
	a.t.Helper()
	code, stdout, stderr := a.run(args...)
	if code != 0 {
		a.t.Fatalf("%v: exit code %d\n%s%s", args, code, stdout, stderr)
	}
	return stdout, stderr
}

// labels makes a file with a label per case: of the raw score of lens sense.
func (a *aligning) labels(name string, of func(i int, raw float64) float64) {
	a.t.Helper()
	cases, err := filepath.Glob(filepath.Join(a.dir, "cases/C-*/v1/verdicts.json"))
	if err != nil {
		a.t.Fatal(err)
	}
	rows := "case,person,lens,score\n"
	for _, file := range cases {
		info, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(file)), "case.yaml"))
		if err != nil {
			a.t.Fatal(err)
		}
		i := 0 // of the document
		if _, brand, ok := strings.Cut(string(info), "brand: ferry-"); !ok {
			a.t.Fatalf("case.yaml names no brand:\n%s", info)
		} else if _, err := fmt.Sscanf(brand, "%d", &i); err != nil {
			a.t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			a.t.Fatal(err)
		}
		var verdicts []report.Verdict
		if err := json.Unmarshal(data, &verdicts); err != nil {
			a.t.Fatal(err)
		}
		sum := 0.0
		for _, v := range verdicts {
			c, _ := v.Cell("sense")
			sum += c.Score.Float() / float64(len(verdicts))
		}
		rows += fmt.Sprintf("%s,ann,sense,%.2f\n", filepath.Base(filepath.Dir(filepath.Dir(file))), min(max(of(i, sum), 0), 10))
	}
	a.write(name, rows)
}

func (a *aligning) has(what, text string, words ...string) {
	a.t.Helper()
	for _, w := range words {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), w) {
			a.t.Errorf("%s does not say %q:\n%s", what, w, text)
		}
	}
}

func (a *aligning) read(name string) string {
	a.t.Helper()
	data, err := os.ReadFile(filepath.Join(a.dir, name))
	if err != nil {
		a.t.Fatal(err)
	}
	return string(data)
}

// TestAlign: labels that the panel misses by a shift and a scale align it, and every
// form of a report has raw and aligned scores with what they rest on. A file that was
// edited, or is older than the panel, is not used.
func TestAlign(t *testing.T) {
	a := newAligning(t, 22)
	if code, _, stderr := a.run("align", "s"); code != 3 || !strings.Contains(stderr, "labels import") {
		t.Errorf("without labels: exit code %d: %s", code, stderr)
	}
	a.labels("labels.csv", func(i int, raw float64) float64 { return 6 + 0.3*raw + 0.1*float64(i%3) })
	a.ok("labels", "import", "s", "labels.csv")
	out, _ := a.ok("align", "s", "--dry-run")
	a.has("a dry run", out, "22 labelled items", "gain")
	if _, err := os.Stat(filepath.Join(a.dir, "scenes/s/alignment.yaml")); err == nil {
		t.Fatal("a dry run wrote the alignment")
	}
	out, _ = a.ok("align", "s")
	a.has("align", out, "wrote scenes/s/alignment.yaml")

	a.write("new.md", strings.Replace(ferry, "forty", "fifty", 1))
	out, stderr := a.ok("review", "new.md", "--scene", "s", "--formats", "md,html,pdf")
	a.has("the terminal", out, "Aligned to 22 labelled items of one person on 2026-03-01", "The grade follows the raw total", "Raw Aligned Maximum")
	if strings.Contains(stderr, "not used") {
		t.Errorf("a fresh alignment is not used: %s", stderr)
	}
	for _, name := range []string{"reports/t-new/report.md", "reports/t-new/report.html"} {
		a.has(name, a.read(name), "Raw and aligned with people", "gain of", "labels ")
	}
	a.has("the verdict of the page", a.read("reports/t-new/report.html"), "the grade follows the raw total")
	if !strings.HasPrefix(a.read("reports/t-new/report.pdf"), "%PDF-") {
		t.Error("the PDF is none")
	}
	var result struct {
		Grade   string
		Aligned *report.Aligned
	}
	if err := json.Unmarshal([]byte(a.read("cases/C-2026-0023/v1/result.json")), &result); err != nil || result.Aligned == nil || len(result.Aligned.Lenses) != 1 {
		t.Fatalf("result.json has no aligned scores: %v", err)
	}
	if low, high := result.Aligned.Lenses[0].Score.Float(), 9.5; low < 6 || low > high {
		t.Errorf("the aligned score %v is not near the labels", low)
	}
	// The stored version renders the same, whatever becomes of the alignment.
	before := a.read("reports/t-new/report.md")
	scene := a.read("scenes/s/scene.yaml")
	a.write("scenes/s/scene.yaml", scene+"alignment: {grades: aligned}\n")
	if out, _ = a.ok("report", "render", "new"); out != before {
		t.Error("the published report is rendered otherwise under another scene file")
	}
	out, _ = a.ok("review", "new.md", "--scene", "s", "--formats", "md")
	a.has("a scene whose grades are aligned", out, "The grade follows the aligned total")

	good := a.read("scenes/s/alignment.yaml")
	a.write("scenes/s/alignment.yaml", strings.Replace(good, "base: ", "base: 1", 1))
	out, stderr = a.ok("review", "new.md", "--scene", "s", "--formats", "md")
	a.has("an edited alignment", stderr, "edited by hand", "align the scene again")
	if strings.Contains(out, "Aligned") {
		t.Error("an edited alignment is used")
	}
	if code, out, _ := a.run("smoke", "scene", "s"); code != 3 || !strings.Contains(out, "edited by hand") {
		t.Errorf("smoke of an edited alignment: exit code %d: %s", code, out)
	}
	a.write("scenes/s/alignment.yaml", good)
	a.write("scenes/s/panel.yaml", strings.Replace(a.read("scenes/s/panel.yaml"), "max_score: 20", "max_score: 30", 1))
	if code, _, stderr := a.run("align", "s"); code != 3 || !strings.Contains(stderr, "no document is judged by today's panel") {
		t.Errorf("documents of an earlier panel: exit code %d: %s", code, stderr)
	}
	_, stderr = a.ok("study", "report", "--scene", "s")
	a.has("the report of an earlier panel", stderr, "caution: no document is judged by today's panel")
	_, stderr = a.ok("review", "new.md", "--scene", "s", "--formats", "md")
	a.has("another panel", stderr, "older than the scene's panel")
	if code, out, _ := a.run("smoke", "all"); code != 3 || !strings.Contains(out, "older than the scene's panel") {
		t.Errorf("smoke of an old alignment: exit code %d: %s", code, out)
	}
	a.write("newer.md", strings.Replace(ferry, "forty", "sixty", 1))
	_, stderr = a.ok("review", "new.md", "newer.md", "--scene", "s", "--formats", "md")
	if n := strings.Count(stderr, "older than the scene's panel"); n != 1 {
		t.Errorf("two documents warn %d times of one alignment, want once:\n%s", n, stderr)
	}
}

// TestAlignRefuses: labels that have nothing to do with the scores align nothing.
func TestAlignRefuses(t *testing.T) {
	a := newAligning(t, 22)
	a.labels("labels.csv", func(i int, raw float64) float64 { return raw + float64(i*7%5-2)/4 })
	a.ok("labels", "import", "s", "labels.csv")
	code, _, stderr := a.run("align", "s")
	if code != 3 {
		t.Errorf("exit code %d", code)
	}
	a.has("the refusal", stderr, "22 labelled items show no gain", "interval", "; about ", "nothing was written")
	if _, err := os.Stat(filepath.Join(a.dir, "scenes/s/alignment.yaml")); err == nil {
		t.Error("a refusal wrote the alignment")
	}
}
