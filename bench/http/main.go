// Command http measures `judgement serve` against a bare net/http handler that
// writes the same bytes. They take turns within each round. It prints each figure
// beside its goal. It builds the program, makes a workspace of 50 scenes in a
// temporary folder, serves on the loopback only, and removes all that it writes.
// It needs wrk.
//
//	go run ./bench/http                  all parts
//	go run ./bench/http -part ratio      one part: ratio, p99, soak or slow
//	go run ./bench/http -rounds 3        fewer rounds; medians are printed
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// connections is the number of connections that wrk holds open.
const connections = 16

func main() {
	part := flag.String("part", "", "run one part: ratio, p99, soak or slow")
	rounds := flag.Int("rounds", 7, "rounds of ratio and p99")
	length := flag.Duration("d", 3*time.Second, "length of one run of wrk")
	bare := flag.String("bare", "", "internal: serve the files of this folder with a bare handler")
	flag.Parse()
	run := func() error { return measure(*part, *rounds, *length) }
	if *bare != "" {
		run = func() error { return serveBare(*bare) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// target is one path with the minimum share of the bare handler's rate.
type target struct {
	path string
	goal float64
}

// targets are measured in this order.
var targets = [...]target{{"/v1/healthz", 0.65}, {"/v1/panels", 0.7}, {"/v1/scenes", 0.7}}

func measure(part string, rounds int, length time.Duration) error {
	if _, err := exec.LookPath("wrk"); err != nil {
		return fmt.Errorf("wrk is missing: apt-get install wrk: %w", err)
	}
	dir, err := os.MkdirTemp("", "bench-http-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p, err := start(dir)
	if err != nil {
		return err
	}
	defer p.stop()
	parts := []struct {
		name string
		run  func() error
	}{
		{"ratio", func() error { return ratios(p, rounds, length) }},
		{"p99", func() error { return latencies(p, rounds, length) }},
		{"soak", func() error { return soak(p, 30*time.Second) }},
		{"slow", func() error { return slowClients(p, 1000) }},
	}
	known := part == ""
	for _, each := range parts {
		if part != "" && part != each.name {
			continue
		}
		known = true
		if err := each.run(); err != nil {
			return fmt.Errorf("%s: %w", each.name, err)
		}
	}
	if !known {
		return fmt.Errorf("unknown part %q; choose one of: ratio, p99, soak, slow", part)
	}
	return nil
}

// ratios compares requests per second at full load.
func ratios(p *pair, rounds int, length time.Duration) error {
	for _, t := range targets {
		var shares, rates, work []float64
		for range rounds {
			bare, bareCPU, err := p.bare.loaded(t.path, length)
			if err != nil {
				return err
			}
			ours, oursCPU, err := p.ours.loaded(t.path, length)
			if err != nil {
				return err
			}
			shares = append(shares, ours.rate/bare.rate)
			work = append(work, oursCPU/bareCPU)
			rates = append(rates, ours.rate)
		}
		fmt.Printf("%-12s %8.0f requests/s, x%.2f of the bare handler (%.2f to %.2f), goal x%.2f %s; processor time per request x%.2f\n",
			t.path, median(rates), median(shares), slices.Min(shares), slices.Max(shares), t.goal, verdict(median(shares) >= t.goal), median(work))
	}
	return nil
}

// latencies compares the 99th percentile at half the bare handler's rate.
func latencies(p *pair, rounds int, length time.Duration) error {
	script := filepath.Join(p.dir, "paced.lua")
	if err := os.WriteFile(script, []byte("function delay() return 1 end\n"), 0o600); err != nil {
		return err
	}
	for _, t := range targets {
		full, err := wrk(p.bare.url+t.path, length, connections, "")
		if err != nil {
			return err
		}
		paced, err := pacing(p.bare.url+t.path, length, full.rate/2, script)
		if err != nil {
			return err
		}
		var shares, ours, bare, rates []float64
		for range rounds {
			b, err := wrk(p.bare.url+t.path, length, paced, script)
			if err != nil {
				return err
			}
			o, err := wrk(p.ours.url+t.path, length, paced, script)
			if err != nil {
				return err
			}
			bare, ours, rates = append(bare, b.p99), append(ours, o.p99), append(rates, o.rate/full.rate)
			shares = append(shares, o.p99/b.p99)
		}
		fmt.Printf("%-12s p99 %.2f ms, bare %.2f ms: x%.2f at %.0f %% of the bare handler's full rate, goal x2.00 %s\n",
			t.path, median(ours), median(bare), median(shares), 100*median(rates), verdict(median(shares) <= 2))
	}
	return nil
}

// pacing finds how many rate-limited connections give a rate. Each makes a little less
// than 1000 requests per second; with more connections each makes fewer.
func pacing(url string, length time.Duration, rate float64, script string) (int, error) {
	conns := max(2, int(rate*1.2/1000))
	most := 2 * conns // above it wrk itself is the limit
	for range 3 {
		l, err := wrk(url, length, conns, script)
		if err != nil {
			return 0, err
		}
		if l.rate > 0.95*rate || conns == most {
			break
		}
		conns = min(most, max(conns+1, int(float64(conns)*rate/l.rate)))
	}
	return conns, nil
}

func verdict(ok bool) string {
	if ok {
		return "ok"
	}
	return "MISSED"
}

func median(v []float64) float64 {
	s := slices.Sorted(slices.Values(v))
	n := len(s)
	if n%2 == 1 {
		return s[n/2]
	}
	return (s[n/2-1] + s[n/2]) / 2
}
