package board_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"judgement/internal/board"
	"judgement/panel"
	"judgement/report"
)

// large is a competition of n submissions, ten judges and eight lenses. Of every
// nine scores one is missing where incomplete.
func large(n int, incomplete bool) []board.Submission {
	r := rand.New(rand.NewPCG(1, 2))
	p := jury(10, 8)
	subs := make([]board.Submission, n)
	for i := range subs {
		subs[i] = board.Submission{Case: fmt.Sprintf("C-2026-%05d", i+1), Version: 1, Brand: fmt.Sprintf("e%05d", i+1), Panel: p, PanelSHA256: "aa"}
		quality := 6 + 1.5*r.NormFloat64()
		for j := range p.Judges {
			if incomplete && (i+j)%9 == 0 {
				continue
			}
			v := report.Verdict{Judge: p.Judges[j].Slug, Outcome: "ok"}
			for _, l := range p.Lenses {
				score := int64(10 * min(10, max(0, quality+r.NormFloat64()+.2*float64(j))))
				points := panel.PointsOf(score).Quo(panel.PointsOf(10))
				v.Cells = append(v.Cells, report.LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: &points})
			}
			subs[i].Verdicts = append(subs[i].Verdicts, v)
		}
	}
	return subs
}

// BenchmarkBuild is a whole board with 2,000 draws. sys-MB is all that the process
// took from the system, submissions included.
func BenchmarkBuild(b *testing.B) {
	for _, c := range []struct {
		name       string
		n          int
		incomplete bool
	}{{"1000", 1000, false}, {"1000-corrected", 1000, true}, {"10000", 10000, false}} {
		b.Run(c.name, func(b *testing.B) {
			subs := large(c.n, c.incomplete)
			b.ReportAllocs()
			for b.Loop() {
				if got := board.Build(subs, board.Rules{Severity: c.incomplete}); len(got.Entries) != c.n {
					b.Fatalf("%d entries", len(got.Entries))
				}
			}
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			b.ReportMetric(float64(m.Sys)/1e6, "sys-MB")
		})
	}
}
