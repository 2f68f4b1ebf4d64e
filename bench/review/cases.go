//go:build unix

package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"judgement/internal/llm/fakeserver"
)

func cases() []benchCase {
	const ms = time.Millisecond
	return []benchCase{
		{name: "process 100x1 0ms", run: (*bench).whole},
		{name: "default formats 100x1 0ms", run: (*bench).defaultFormats},
		{name: "engine 100x1 0ms", run: (*bench).engineOnly},
		{name: "cpu 100x6 0ms", run: (*bench).cpu},
		{name: "ideal 100x6 200ms at 16", run: func(b *bench) ([]figure, error) { return b.ideal(100, 16, 200*ms, "≥ 0.97") }},
		{name: "ideal 100x6 200ms at 64", run: func(b *bench) ([]figure, error) { return b.ideal(100, 64, 200*ms, "≥ 0.93") }},
		{name: "ideal 1x6 200ms at 16", run: func(b *bench) ([]figure, error) { return b.ideal(1, 16, 200*ms, "≥ 0.90") }},
		{name: "jitter 100x6 at 16", run: (*bench).jitter},
		{name: "faults 100x6 per judge", run: (*bench).faultsPerJudge, once: true},
		{name: "faults 100x6 at 30 %", run: (*bench).faultsIndependent, once: true},
		{name: "429 without Retry-After", run: (*bench).rateLimit, once: true},
		{name: "startup", run: (*bench).startup},
		{name: "1,000 scenes", run: (*bench).manyScenes},
	}
}

// defaultFormats: 100 documents of 4 KB × 1 judge of 6 lenses, 0 ms, 16 at once,
// with the default reports: Markdown, HTML and PDF.
func (b *bench) defaultFormats() ([]figure, error) {
	u, _, err := b.review(spec{judges: 1, documents: 100, atOnce: 16})
	return []figure{
		{"whole process, default formats", u.wall.Seconds(), "s", ""},
		{"CPU", u.cpu().Seconds(), "s", "≤ 2.0"},
		{"peak memory", u.mib, "MiB", "≤ 160"},
	}, err
}

// whole: the same with Markdown reports only.
func (b *bench) whole() ([]figure, error) {
	u, _, err := b.review(spec{judges: 1, documents: 100, atOnce: 16, formats: "md"})
	return []figure{
		{"whole process, durable reports", u.wall.Seconds(), "s", "≤ 0.60"},
		{"CPU", u.cpu().Seconds(), "s", "≤ 0.40"},
		{"  in user code", u.user.Seconds(), "s", ""},
		{"  in the kernel", u.system.Seconds(), "s", ""},
		{"peak memory", u.mib, "MiB", "≤ 48"},
	}, err
}

// engineOnly: the same without publishing: intake, plan, prompts, calls,
// replies, evidence and aggregation, with the ledger in memory.
func (b *bench) engineOnly() ([]figure, error) {
	u, err := b.engine(spec{judges: 1, documents: 100, atOnce: 16})
	return []figure{
		{"engine without publishing", u.wall.Seconds(), "s", "≤ 0.30"},
		{"CPU of that", u.cpu().Seconds(), "s", ""},
	}, err
}

// cpu: CPU per call against a bare net/http loop that makes the same calls, for
// the engine and, for information, for the whole process, which also stores 600
// replies and publishes 100 reports on the disk.
func (b *bench) cpu() ([]figure, error) {
	const calls = 600
	rec := &recorder{}
	var floor usage
	sp := spec{
		judges: 6, documents: calls / 6, atOnce: 16, formats: "md",
		server: fakeserver.Options{OnRequest: rec.add},
		after: func(ws string, s *fakeserver.Server) error {
			file := filepath.Join(ws, "bodies.json")
			err := rec.save(file)
			if err == nil {
				floor, err = self("-bare", file, "-url", s.URL()+"/chat/completions", "-at-once", "16")
			}
			return err
		},
	}
	u, _, err := b.review(sp)
	if err != nil {
		return nil, err
	}
	sp.server.OnRequest = nil
	e, err := b.engine(sp)
	each := func(d time.Duration) float64 { return float64(d.Microseconds()) / calls }
	return []figure{
		{"CPU a call, bare net/http", each(floor.cpu()), "µs", ""},
		{"CPU a call, engine", each(e.cpu()), "µs", ""},
		{"ratio, engine", e.cpu().Seconds() / floor.cpu().Seconds(), "", "≤ 8"},
		{"CPU a call, whole process", each(u.cpu()), "µs", ""},
		{"  in user code", each(u.user), "µs", ""},
		{"  in the kernel", each(u.system), "µs", ""},
		{"ratio, whole process", u.cpu().Seconds() / floor.cpu().Seconds(), "", ""},
	}, err
}

// ideal: the share of ceil(calls / at once) × delay, of the engine and, for
// information, of the whole process with its start and its durable reports.
func (b *bench) ideal(documents, atOnce int, delay time.Duration, goal string) ([]figure, error) {
	sp := spec{
		judges: 6, documents: documents, atOnce: atOnce, formats: "md",
		server: fakeserver.Options{Delay: fakeserver.Delay{Median: delay}},
	}
	e, err := b.engine(sp)
	if err != nil {
		return nil, err
	}
	u, n, err := b.review(sp)
	ideal := time.Duration(math.Ceil(float64(n.Calls)/float64(atOnce))) * delay
	return []figure{
		{"share of ideal, engine", ideal.Seconds() / e.wall.Seconds(), "", goal},
		{"share of ideal, whole process", ideal.Seconds() / u.wall.Seconds(), "", ""},
	}, err
}

// jitter: log-normal delays against mean work ÷ 16.
func (b *bench) jitter() ([]figure, error) {
	u, n, err := b.review(spec{
		judges: 6, documents: 100, atOnce: 16, formats: "md",
		server: fakeserver.Options{Seed: 1, Delay: fakeserver.Delay{Median: 200 * time.Millisecond, Sigma: 0.5}},
	})
	return []figure{{"share of mean work ÷ 16", n.Delayed.Seconds() / 16 / u.wall.Seconds(), "", "≥ 0.93"}}, err
}

// faultsPerJudge: up to three transport faults and one content fault per judge,
// over 600 calls.
func (b *bench) faultsPerJudge() ([]figure, error) {
	return b.faults(fakeserver.PerJudge(3, transportFaults(), contentFaults()), "600")
}

// faultsIndependent: every call fails with a probability of 30 %.
func (b *bench) faultsIndependent() ([]figure, error) {
	return b.faults(fakeserver.Independent(0.3, append(transportFaults(), contentFaults()...)), "")
}

func transportFaults() []fakeserver.Fault {
	return []fakeserver.Fault{fakeserver.RateLimit, fakeserver.ServerError, fakeserver.Overloaded, fakeserver.Cut, fakeserver.Hang}
}

func contentFaults() []fakeserver.Fault {
	return []fakeserver.Fault{fakeserver.Malformed, fakeserver.Prose, fakeserver.Empty}
}

func (b *bench) faults(schedule fakeserver.Schedule, goal string) ([]figure, error) {
	u, counters, err := b.review(spec{
		judges: 6, documents: 100, atOnce: 64, formats: "md", settings: "llm: {timeout: 1s}\n", mayFail: true,
		server: fakeserver.Options{Seed: 7, Schedule: schedule},
	})
	if err != nil {
		return nil, err
	}
	n, err := outcomes(u.out)
	out := []figure{{"judges ok", float64(n["ok"]), "", goal}}
	names := make([]string, 0, len(n))
	for name := range n {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name != "ok" {
			out = append(out, figure{"judges " + name, float64(n[name]), "", ""})
		}
	}
	return append(out, figure{"calls", float64(counters.Calls), "", ""}, figure{"time", u.wall.Seconds(), "s", ""}), err
}

// rateLimit: a 429 without Retry-After costs seconds, not minutes.
func (b *bench) rateLimit() ([]figure, error) {
	u, _, err := b.review(spec{
		judges: 1, documents: 1, atOnce: 16, formats: "md",
		server: fakeserver.Options{Schedule: fakeserver.Script(fakeserver.RateLimit, fakeserver.RateLimit)},
	})
	return []figure{{"two 429 before the answer", u.wall.Seconds(), "s", "seconds"}}, err
}

// startup: help, version and the list of 50 scenes.
func (b *bench) startup() ([]figure, error) {
	ws, err := b.scenes(50)
	if err != nil {
		return nil, err
	}
	return b.times([]timed{
		{"--help", "≤ 25", []string{"--help"}},
		{"version", "≤ 25", []string{"version"}},
		{"scene list, 50 scenes", "≤ 50", []string{"scene", "list", "--workspace", ws}},
	})
}

// manyScenes: every scene and panel file of a large workspace is read and checked.
func (b *bench) manyScenes() ([]figure, error) {
	ws, err := b.scenes(1000)
	if err != nil {
		return nil, err
	}
	return b.times([]timed{
		{"scene validate", "≤ 300", []string{"scene", "validate", "--workspace", ws}},
		{"smoke all", "≤ 500", []string{"smoke", "all", "--workspace", ws}},
	})
}

// timed is a command with the maximum of milliseconds that it may take.
type timed struct {
	what, goal string
	args       []string
}

func (b *bench) times(commands []timed) ([]figure, error) {
	var out []figure
	for _, c := range commands {
		u, err := process(false, os.Environ(), b.binary, c.args...)
		if err != nil {
			return nil, err
		}
		out = append(out,
			figure{c.what, float64(u.wall.Microseconds()) / 1000, "ms", c.goal},
			figure{"  CPU", float64(u.cpu().Microseconds()) / 1000, "ms", ""})
	}
	return out, nil
}

// scenes makes a workspace with this number of scenes.
func (b *bench) scenes(n int) (ws string, err error) {
	if ws, _, err = b.workspace(1, 0); err != nil {
		return "", err
	}
	for i := range n - 1 {
		dir := filepath.Join(ws, "scenes", fmt.Sprintf("bench-%d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", err
		}
		scene := strings.NewReplacer("slug: bench", fmt.Sprintf("slug: bench-%d", i), "_BENCH", fmt.Sprintf("_BENCH_%d", i)).Replace(sceneYAML)
		if err := errors.Join(os.WriteFile(filepath.Join(dir, "scene.yaml"), []byte(scene), 0o644),
			os.WriteFile(filepath.Join(dir, "panel.yaml"), []byte(panelYAML(1)), 0o644)); err != nil {
			return "", err
		}
	}
	return ws, nil
}
