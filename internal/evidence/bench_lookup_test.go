package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// report is a document of about n bytes with headings and paragraphs.
func report(n int, han bool) string {
	var b strings.Builder
	for i, line := range strings.Split(longText(n, han), "\n") {
		switch {
		case i%40 == 0:
			fmt.Fprintf(&b, "\n\n## Part %d\n\n", i)
		case i%5 == 0:
			b.WriteString("\n\n")
		case !han:
			b.WriteString(" ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// lookups are quotes of a text by kind: sentences as they are, written differently, with a character changed, and of
// no text.
func lookups(text string, han bool, count int) map[string][]string {
	stop := ". "
	if han {
		stop = "。"
	}
	all := strings.Split(text, stop)
	out := map[string][]string{}
	for i := range count {
		q := strings.TrimSpace(all[(i*len(all)+len(all)/2)/count])
		if at := strings.LastIndexByte(q, '\n'); at >= 0 {
			q = q[at+1:]
		}
		at := len(q) / 3
		for !utf8.RuneStart(q[at]) {
			at++
		}
		_, size := utf8.DecodeRuneInString(q[at:])
		out["exact"] = append(out["exact"], q)
		out["normalised"] = append(out["normalised"], "“"+strings.ToUpper(q)+strings.TrimSpace(stop)+"”")
		out["changed"] = append(out["changed"], q[:at]+"xy"+q[at+size:])
		out["absent"] = append(out["absent"], strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' {
				return 'a' + (r-'a'+7)%26
			}
			return r ^ 1
		}, q))
	}
	return out
}

// BenchmarkLookup looks up quotes in a document of 250 KB: the goal is 50 µs for those that are in it.
func BenchmarkLookup(b *testing.B) {
	for _, han := range []bool{false, true} {
		text := report(250_000, han)
		for kind, quotes := range lookups(text, han, 50) {
			b.Run(fmt.Sprintf("%s/han=%v", kind, han), func(b *testing.B) {
				x := New(text)
				x.Verify(quotes[0])
				for i := 0; b.Loop(); i++ {
					x.Verify(quotes[i%len(quotes)])
				}
			})
		}
	}
}

// BenchmarkFirst prepares a document of 250 KB and looks up its first quote: the goal is 20 ms.
func BenchmarkFirst(b *testing.B) {
	for _, han := range []bool{false, true} {
		text := report(250_000, han)
		for kind, quotes := range lookups(text, han, 1) {
			b.Run(fmt.Sprintf("%s/han=%v", kind, han), func(b *testing.B) {
				for b.Loop() {
					New(text).Verify(quotes[0])
				}
			})
		}
	}
}

// TestLookupTimes prints the median and the worst time of a lookup in a document of 250 KB.
func TestLookupTimes(t *testing.T) {
	for _, han := range []bool{false, true} {
		text := report(250_000, han)
		x := New(text)
		for kind, quotes := range lookups(text, han, 200) {
			var times []time.Duration
			statuses := map[Status]int{}
			x.Verify(quotes[0])
			for _, q := range quotes {
				start := time.Now()
				c := x.Verify(q)
				times = append(times, time.Since(start))
				statuses[c.Status]++
			}
			slices.Sort(times)
			t.Logf("han=%v, %s: median %v, worst %v, %v", han, kind, times[len(times)/2], times[len(times)-1], statuses)
		}
	}
}
