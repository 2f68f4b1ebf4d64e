// Command review measures the whole review process against a fake
// OpenAI-compatible server on loopback and prints each figure beside its goal.
// It builds the program, makes a workspace and documents of its own in a
// temporary folder, and leaves nothing behind.
//
//	go run ./bench/review            all cases
//	go run ./bench/review -case cpu  one case
//	go run ./bench/review -rounds 5  more rounds; medians are printed
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/internal/llm/fakeserver"
)

func main() {
	only := flag.String("case", "", "run the cases whose names hold this")
	rounds := flag.Int("rounds", 3, "rounds of each case; medians are printed")
	bare := flag.String("bare", "", "internal: make the calls in this file with net/http alone")
	url := flag.String("url", "", "internal: with -bare, where to")
	atOnce := flag.Int("at-once", 16, "internal: with -bare, calls at once")
	flag.Parse()
	if *bare != "" {
		if err := bareLoop(*bare, *url, *atOnce); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*only, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is a built program with its documents.
type bench struct {
	dir    string // temporary
	binary string
	rounds int
}

func run(only string, rounds int) error {
	dir, err := os.MkdirTemp("", "judgement-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, binary: filepath.Join(dir, "judgement"), rounds: rounds}
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", b.binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build the program (run this from the repository's root): %w", err)
	}
	for _, c := range cases() {
		if !strings.Contains(c.name, only) {
			continue
		}
		if err := c.run(b, c.name); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

type benchCase struct {
	name string
	run  func(b *bench, name string) error
}

func cases() []benchCase {
	return []benchCase{
		{"process 100x1 0ms", (*bench).process},
		{"cpu 100x6 0ms", (*bench).cpu},
		{"ideal 100x6 200ms at 16", func(b *bench, n string) error { return b.ideal(n, 100, 16, 0.97) }},
		{"ideal 100x6 200ms at 64", func(b *bench, n string) error { return b.ideal(n, 100, 64, 0.93) }},
		{"ideal 1x6 200ms at 16", func(b *bench, n string) error { return b.ideal(n, 1, 16, 0.90) }},
		{"jitter 100x6 lognormal at 16", (*bench).jitter},
		{"faults 100x6", (*bench).faults},
		{"rate limit without Retry-After", (*bench).rateLimit},
		{"startup", (*bench).startup},
	}
}

// workspace makes a fresh workspace with one scene of so many judges with six
// lenses each, and so many documents of 4 KB.
func (b *bench) workspace(judges, documents int) (ws, docs string, err error) {
	ws, err = os.MkdirTemp(b.dir, "ws")
	if err != nil {
		return "", "", err
	}
	files := map[string]string{"scenes/bench/scene.yaml": sceneYAML, "scenes/bench/panel.yaml": panelYAML(judges)}
	for j := range judges {
		slug := fmt.Sprintf("judge-%d", j)
		files["judges/"+slug+"/SKILL.md"] = "---\nname: " + slug + "\ndescription: Judge number " + fmt.Sprint(j) + " of the benchmark.\n---\n" +
			strings.Repeat("Read the document twice and weigh what it shows against what it claims.\n", 20)
	}
	for d := range documents {
		files[fmt.Sprintf("docs/doc-%03d.md", d)] = documentText(d)
	}
	files["anchors/bench/perspective/SKILL.md"] = "---\nname: perspective\ndescription: The benchmark's viewpoint.\nmetadata:\n  judge-slug: bench\n---\nRead.\n"
	for name, text := range files {
		path := filepath.Join(ws, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return "", "", err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", "", err
		}
	}
	return ws, filepath.Join(ws, "docs"), nil
}

const sceneYAML = `slug: bench
scene_type: competition
chat: {app_id_env: CHAT_APP_ID_BENCH, app_secret_env: CHAT_APP_SECRET_BENCH}
report: {brand_prefix: bench-, language: en}
anchor_judge: null
show_scores_publicly: true
`

func panelYAML(judges int) string {
	var b strings.Builder
	b.WriteString("scoring_mode: sum_max_score\noutput_format: op2_6section\njudges:\n")
	for j := range judges {
		fmt.Fprintf(&b, "  - {slug: judge-%d, judge_category: dimension, skill_path: judges/judge-%d/SKILL.md}\n", j, j)
	}
	b.WriteString("scoring_lenses:\n")
	for l := range 6 {
		fmt.Fprintf(&b, "  - {slug: lens-%d, max_score: %d, description: What the document shows on point %d.}\n", l, 10+5*(l%2), l)
	}
	return b.String()
}

// documentText is about 4 KB of prose that differs from document to document.
func documentText(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Entry %d\n\n", n)
	for i := 0; b.Len() < 4000; i++ {
		fmt.Fprintf(&b, "Trial %d of entry %d ran for %d weeks with %d testers, who saved %d minutes a day on average. ", i, n, 3+i, 10+i*n%37, 5+i%11)
		if i%4 == 3 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// usage is what one process took.
type usage struct {
	wall, cpu time.Duration
	mib       float64
	out       []byte
}

// review runs the program over documents and returns what it took. A failure
// of the program is an error unless may is set.
func (b *bench) review(s *fakeserver.Server, ws, docs string, atOnce int, may bool, more ...string) (usage, error) {
	args := append([]string{
		"review", docs, "--scene", "bench", "--formats", "md", "--workspace", ws,
		"--concurrency", fmt.Sprint(atOnce), "--output", "json",
	}, more...)
	return b.process1(may, append(os.Environ(),
		"JUDGEMENT_LLM_MODEL=fake-1", "OPENAI_API_KEY=none", "OPENAI_BASE_URL="+s.URL(), "JUDGEMENT_WORKSPACE="), b.binary, args...)
}

func (b *bench) process1(may bool, env []string, name string, args ...string) (usage, error) {
	c := exec.Command(name, args...)
	c.Env = env
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	start := time.Now()
	err := c.Run()
	u := usage{wall: time.Since(start), out: out.Bytes()}
	if c.ProcessState != nil {
		u.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
		if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			u.mib = float64(r.Maxrss) / 1024
		}
	}
	var exit *exec.ExitError
	if err != nil && !(may && errors.As(err, &exit)) {
		return u, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), args[0], err, tail(errs.Bytes()))
	}
	return u, nil
}

func tail(b []byte) []byte {
	if len(b) > 2000 {
		return b[len(b)-2000:]
	}
	return b
}

// show prints a figure beside its goal.
func show(name, what string, value float64, unit, goal string) {
	fmt.Printf("%-32s %-34s %10.3f %-6s goal %s\n", name, what, value, unit, goal)
}

func median(values []float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[len(s)/2]
}

// process: 100 documents of 4 KB × 1 judge of 6 lenses, 0 ms, 16 at once.
func (b *bench) process(name string) error {
	var wall, cpu, mib []float64
	for range b.rounds {
		s, err := fakeserver.New(fakeserver.Options{})
		if err != nil {
			return err
		}
		ws, docs, err := b.workspace(1, 100)
		if err != nil {
			return err
		}
		u, err := b.review(s, ws, docs, 16, false)
		s.Close()
		if err != nil {
			return err
		}
		wall, cpu, mib = append(wall, u.wall.Seconds()), append(cpu, u.cpu.Seconds()), append(mib, u.mib)
	}
	show(name, "whole process, durable reports", median(wall), "s", "≤ 0.60")
	show(name, "CPU", median(cpu), "s", "≤ 0.40")
	show(name, "peak memory", median(mib), "MiB", "≤ 48")
	return nil
}

// cpu: CPU a call against a bare net/http loop that makes the same calls.
func (b *bench) cpu(name string) error {
	var ratios, ours, theirs []float64
	for range b.rounds {
		rec := &recorder{}
		s, err := fakeserver.New(fakeserver.Options{OnRequest: rec.add})
		if err != nil {
			return err
		}
		ws, docs, err := b.workspace(6, 100)
		if err != nil {
			return err
		}
		u, err := b.review(s, ws, docs, 16, false)
		if err != nil {
			return err
		}
		file := filepath.Join(ws, "bodies.json")
		if err := rec.save(file); err != nil {
			return err
		}
		self, err := os.Executable()
		if err != nil {
			return err
		}
		floor, err := b.process1(false, os.Environ(), self, "-bare", file, "-url", s.URL()+"/chat/completions", "-at-once", "16")
		s.Close()
		if err != nil {
			return err
		}
		ours, theirs = append(ours, u.cpu.Seconds()/600*1e6), append(theirs, floor.cpu.Seconds()/600*1e6)
		ratios = append(ratios, u.cpu.Seconds()/floor.cpu.Seconds())
	}
	show(name, "CPU a call", median(ours), "µs", "")
	show(name, "CPU a call, bare net/http", median(theirs), "µs", "")
	show(name, "ratio", median(ratios), "", "≤ 3.5")
	return nil
}

// ideal: the share of ceil(calls / at once) × delay.
func (b *bench) ideal(name string, documents, atOnce int, goal float64) error {
	const delay = 200 * time.Millisecond
	var shares []float64
	for range b.rounds {
		s, err := fakeserver.New(fakeserver.Options{Delay: fakeserver.Delay{Median: delay}})
		if err != nil {
			return err
		}
		ws, docs, err := b.workspace(6, documents)
		if err != nil {
			return err
		}
		u, err := b.review(s, ws, docs, atOnce, false)
		calls := s.Counters().Calls
		s.Close()
		if err != nil {
			return err
		}
		ideal := time.Duration(math.Ceil(float64(calls)/float64(atOnce))) * delay
		shares = append(shares, ideal.Seconds()/u.wall.Seconds())
	}
	show(name, "share of ideal, whole process", median(shares), "", fmt.Sprintf("≥ %.2f", goal))
	return nil
}

// jitter: log-normal delays against mean work ÷ 16.
func (b *bench) jitter(name string) error {
	var shares []float64
	for i := range b.rounds {
		s, err := fakeserver.New(fakeserver.Options{Seed: uint64(i + 1), Delay: fakeserver.Delay{Median: 200 * time.Millisecond, Sigma: 0.5}})
		if err != nil {
			return err
		}
		ws, docs, err := b.workspace(6, 100)
		if err != nil {
			return err
		}
		u, err := b.review(s, ws, docs, 16, false)
		work := s.Counters().Delayed
		s.Close()
		if err != nil {
			return err
		}
		shares = append(shares, work.Seconds()/16/u.wall.Seconds())
	}
	show(name, "share of mean work ÷ 16", median(shares), "", "≥ 0.93")
	return nil
}

// outcomes counts the verdicts of a batch by outcome.
func outcomes(out []byte) (map[string]int, error) {
	var rows []struct {
		Result *struct {
			Verdicts []struct {
				Outcome string `json:"outcome"`
			} `json:"verdicts"`
		} `json:"result"`
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		return nil, fmt.Errorf("read the program's output: %w", err)
	}
	n := map[string]int{}
	for _, r := range rows {
		if r.Result == nil {
			n["document failed"]++
			continue
		}
		for _, v := range r.Result.Verdicts {
			n[v.Outcome]++
		}
	}
	return n, nil
}

// faults: up to three transport faults and one content fault a judge, over 600
// calls; and independent faults at 30 %.
func (b *bench) faults(name string) error {
	transport := []fakeserver.Fault{fakeserver.RateLimit, fakeserver.ServerError, fakeserver.Overloaded, fakeserver.Cut, fakeserver.Hang}
	content := []fakeserver.Fault{fakeserver.Malformed, fakeserver.Prose, fakeserver.Empty}
	for _, c := range []struct {
		what     string
		schedule fakeserver.Schedule
		goal     string
	}{
		{"3 transport + 1 content a judge", fakeserver.PerJudge(3, transport, content), "600"},
		{"independent at 30 %", fakeserver.Independent(0.3, append(slices.Clone(transport), content...)), "no wrong score"},
	} {
		s, err := fakeserver.New(fakeserver.Options{Seed: 7, Schedule: c.schedule})
		if err != nil {
			return err
		}
		ws, docs, err := b.workspace(6, 100)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(ws, "judgement.yaml"), []byte("llm: {timeout: 1s}\n"), 0o644); err != nil {
			return err
		}
		u, err := b.review(s, ws, docs, 64, true)
		calls := s.Counters().Calls
		s.Close()
		if err != nil {
			return err
		}
		n, err := outcomes(u.out)
		if err != nil {
			return err
		}
		show(name, c.what+": judges ok", float64(n["ok"]), "", c.goal)
		fmt.Printf("%-32s %v in %d calls, %.1f s\n", "", n, calls, u.wall.Seconds())
	}
	return nil
}

// rateLimit: a 429 without Retry-After costs seconds, not minutes.
func (b *bench) rateLimit(name string) error {
	s, err := fakeserver.New(fakeserver.Options{Schedule: fakeserver.Script(fakeserver.RateLimit, fakeserver.RateLimit)})
	if err != nil {
		return err
	}
	defer s.Close()
	ws, docs, err := b.workspace(1, 1)
	if err != nil {
		return err
	}
	u, err := b.review(s, ws, docs, 16, false)
	if err != nil {
		return err
	}
	show(name, "two 429 before the answer", u.wall.Seconds(), "s", "seconds")
	return nil
}

// startup: help, version and the list of 50 scenes.
func (b *bench) startup(name string) error {
	ws, _, err := b.workspace(1, 0)
	if err != nil {
		return err
	}
	for i := range 49 {
		dir := filepath.Join(ws, "scenes", fmt.Sprintf("bench-%d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		scene := strings.Replace(sceneYAML, "slug: bench", fmt.Sprintf("slug: bench-%d", i), 1)
		if err := errors.Join(os.WriteFile(filepath.Join(dir, "scene.yaml"), []byte(scene), 0o644),
			os.WriteFile(filepath.Join(dir, "panel.yaml"), []byte(panelYAML(1)), 0o644)); err != nil {
			return err
		}
	}
	for _, c := range []struct {
		what, goal string
		args       []string
	}{
		{"--help", "≤ 25", []string{"--help"}},
		{"version", "≤ 25", []string{"version"}},
		{"scene list, 50 scenes", "≤ 50", []string{"scene", "list", "--workspace", ws}},
	} {
		var ms []float64
		for range max(b.rounds, 5) {
			u, err := b.process1(false, os.Environ(), b.binary, c.args...)
			if err != nil {
				return err
			}
			ms = append(ms, float64(u.wall.Microseconds())/1000)
		}
		show(name, c.what, median(ms), "ms", c.goal)
	}
	return nil
}
