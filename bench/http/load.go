package main

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// load is what wrk reports.
type load struct {
	rate float64 // requests per second
	p99  float64 // milliseconds
}

var (
	rateLine  = regexp.MustCompile(`Requests/sec:\s+([0-9.]+)`)
	p99Line   = regexp.MustCompile(`99%\s+([0-9.]+)(us|ms|s)`)
	errorLine = regexp.MustCompile(`Non-2xx|Socket errors`)
)

// wrk runs wrk once. A script limits its rate; without one it runs at full speed.
func wrk(url string, length time.Duration, conns int, script string) (load, error) {
	args := []string{"-t2", "-c" + strconv.Itoa(conns), "-d" + length.String(), "--latency", "-H", "Authorization: Bearer " + token}
	if script != "" {
		args = append(args, "-s", script)
	}
	out, err := exec.Command("wrk", append(args, url)...).CombinedOutput()
	if err != nil {
		return load{}, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	if errorLine.Match(out) {
		return load{}, fmt.Errorf("wrk saw errors:\n%s", out)
	}
	rate, p99 := rateLine.FindSubmatch(out), p99Line.FindSubmatch(out)
	if rate == nil || p99 == nil {
		return load{}, fmt.Errorf("wrk printed something unknown:\n%s", out)
	}
	var l load
	if l.rate, err = strconv.ParseFloat(string(rate[1]), 64); err != nil {
		return load{}, err
	}
	d, err := time.ParseDuration(string(p99[1]) + string(p99[2]))
	l.p99 = float64(d) / float64(time.Millisecond)
	return l, err
}

// loaded runs wrk at full load. It also returns the processor time of the server per
// request, in seconds, because other work on the machine disturbs it less.
func (s process) loaded(path string, length time.Duration) (load, float64, error) {
	before, err := s.processorTime()
	if err != nil {
		return load{}, 0, err
	}
	l, err := wrk(s.url+path, length, connections, "")
	if err != nil {
		return load{}, 0, err
	}
	after, err := s.processorTime()
	return l, (after - before) / (l.rate * length.Seconds()), err
}

// processorTime reads what the server has used so far, in seconds: fields 14
// and 15 of its stat file, in hundredths.
func (s process) processorTime() (float64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	user, err := strconv.ParseFloat(fields[11], 64)
	if err != nil {
		return 0, err
	}
	system, err := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100, err
}

// soak loads the program fully and checks whether memory or goroutines grow.
func soak(p *pair, length time.Duration) error {
	before, err := p.gauges()
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := wrk(p.ours.url+"/v1/panels", length, connections, "")
		done <- err
	}()
	time.Sleep(length / 6)
	early, err := p.gauges()
	if err != nil {
		return err
	}
	time.Sleep(length * 4 / 6)
	late, err := p.gauges()
	if err != nil {
		return err
	}
	if err := <-done; err != nil {
		return err
	}
	time.Sleep(time.Second)
	after, err := p.gauges()
	if err != nil {
		return err
	}
	grown := late.memory/early.memory - 1
	fmt.Printf("%s at full load: %.1f MB after a sixth, %.1f MB after five (%+.1f %%, goal below 10 %%) %s; goroutines %.0f before, %.0f after %s\n",
		length, early.memory/1e6, late.memory/1e6, 100*grown, verdict(grown < 0.1), before.goroutines, after.goroutines, verdict(after.goroutines <= before.goroutines+1))
	return nil
}

type gauges struct{ memory, goroutines float64 }

func (p *pair) gauges() (gauges, error) {
	body, err := fetch(p.metrics)
	if err != nil {
		return gauges{}, err
	}
	value := func(name string) float64 {
		for line := range bytes.Lines(body) {
			if text, ok := strings.CutPrefix(string(line), name+" "); ok {
				if f, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
					return f
				}
			}
		}
		return 0
	}
	return gauges{value("process_resident_memory_bytes"), value("go_goroutines")}, nil
}

// slowClients opens connections that begin a request and do not continue, and
// asks for the health at the same time.
func slowClients(p *pair, n int) error {
	addr := strings.TrimPrefix(p.ours.url, "http://")
	conns := make([]net.Conn, 0, n)
	defer func() {
		for _, c := range conns {
			_ = c.Close()
		}
	}()
	for range n {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			return err
		}
		conns = append(conns, c)
		if _, err := c.Write([]byte("GET /v1/healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")); err != nil {
			return err
		}
	}
	var took []time.Duration
	for range 100 {
		start := time.Now()
		if _, err := fetch(p.ours.url + "/v1/healthz"); err != nil {
			return err
		}
		took = append(took, time.Since(start))
		time.Sleep(10 * time.Millisecond)
	}
	worst := slices.Max(took)
	fmt.Printf("%d slow connections: healthz within %s at worst, goal 50ms %s\n", n, worst.Round(10*time.Microsecond), verdict(worst < 50*time.Millisecond))
	return nil
}
