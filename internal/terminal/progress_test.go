package terminal

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/report"
)

// screen plays what was written on a terminal of one bar: what is left when a
// carriage return begins a line again.
func screen(written string) []string {
	var lines []string
	for _, l := range strings.Split(written, "\n") {
		if i := strings.LastIndex(l, "\r\x1b[K"); i >= 0 {
			l = l[i+len("\r\x1b[K"):]
		}
		lines = append(lines, l)
	}
	return lines
}

func onTerminal(width int) (*Progress, *bytes.Buffer, *time.Time) {
	var out bytes.Buffer
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	return NewProgress(&out, true, width, func() time.Time { return now }), &out, &now
}

func TestProgressOnATerminal(t *testing.T) {
	p, out, now := onTerminal(60)
	p.Begin(4)
	for _, name := range []string{"one", "two", "three", "four"} {
		p.Start(name)
	}
	*now = now.Add(75 * time.Second)
	p.Finish("two", "%s: 81 / 100 %s", "two", "B")
	p.Step("one", 1, 2)
	want := []string{"1/4 two: 81 / 100 B", "███░░░░░░░░░░░░ 1/4 · 1m15s · one 1/2, three, four"}
	if diff := cmp.Diff(want, screen(out.String())); diff != "" {
		t.Error(diff)
	}
	p.Line("a\x1b[31m red\nline")
	p.End()
	want = []string{"1/4 two: 81 / 100 B", "a[31m red line", ""}
	if diff := cmp.Diff(want, screen(out.String())); diff != "" {
		t.Error(diff)
	}
	if done, total := p.Counts(); done != 1 || total != 4 {
		t.Errorf("%d of %d", done, total)
	}
}

// The bar never fills the line: it would wrap, and could not be wiped.
func TestBarFitsAnyWidth(t *testing.T) {
	for width := 1; width <= 200; width++ {
		p, out, _ := onTerminal(width)
		p.Begin(1000)
		for range 12 {
			p.Start("判据审核员-evidence-auditor")
		}
		p.End()
		for _, l := range strings.Split(out.String(), "\r\x1b[K") {
			if n := report.Width(l); n >= width && n > 1 {
				t.Fatalf("width %d: %d cells: %q", width, n, l)
			}
		}
	}
}

func TestProgressWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, false, 80, time.Now)
	p.Begin(2)
	p.Start("one")
	p.Finish("one", "one: done")
	p.Finish("two", "two: done")
	p.End()
	if diff := cmp.Diff("1/2 one: done\n2/2 two: done\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestSilenceWithoutATerminal: a run that says nothing for a minute says how far it is.
func TestSilenceWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	var mu sync.Mutex
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	pass := func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
	p := NewProgress(&out, false, 80, func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	})
	p.Begin(100)
	for done := range 5 {
		p.Set(done, 100)
		pass(25 * time.Second)
	}
	p.Start("one")
	p.Line("a line")
	pass(50 * time.Second)
	p.Step("one", 1, 3)
	pass(10 * time.Second)
	p.Step("one", 2, 3)
	p.End()
	if diff := cmp.Diff("3/100 · 1m15s\na line\n4/100 · 3m5s · one 2/3\n", out.String()); diff != "" {
		t.Error(diff)
	}
}

// TestRetries: retries by one cause take a line, and one with their number.
func TestRetries(t *testing.T) {
	var out bytes.Buffer
	p := NewProgress(&out, false, 80, time.Now)
	p.Begin(2)
	more := func(n int) string { return fmt.Sprintf("%d more", n) }
	for _, name := range []string{"one", "two", "one", "three"} {
		p.Retry("the server answered 503", name+": the server answered 503", more)
	}
	p.Finish("one", "one 5")
	p.Retry("the call took too long", "two: the call took too long", more)
	p.End()
	want := []string{"one: the server answered 503", "1/2 one 5", "3 more", "two: the call took too long", ""}
	if diff := cmp.Diff(want, strings.Split(out.String(), "\n")); diff != "" {
		t.Error(diff)
	}
}
