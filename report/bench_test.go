package report

import (
	"fmt"
	"strings"
	"testing"

	"judgement/panel"
)

// BenchmarkReport builds and renders a whole report of 8 judges and 8 lenses,
// each cell with a comment and two quotes. Goal: 1 ms.
func BenchmarkReport(b *testing.B) {
	p := &panel.Panel{Name: "big", DisplayName: "大评审团"}
	means, comments, spreads := map[string]panel.Points{}, map[string]string{}, map[string]Spread{}
	var verdicts []Verdict
	for i := range 8 {
		lens := panel.Lens{Slug: fmt.Sprintf("lens-%d", i), DisplayNameCN: fmt.Sprintf("维度%d", i), MaxScore: panel.PointsOf(10)}
		p.Lenses = append(p.Lenses, lens)
		p.Judges = append(p.Judges, panel.Judge{Slug: fmt.Sprintf("judge-%d", i), Category: panel.Dimension, Weight: panel.PointsOf(1)})
		means[lens.Slug] = panel.PointsOf(int64(i + 2))
		comments[lens.Slug] = strings.Repeat("这一部分写得具体，但数据不足。", 8)
		spreads[lens.Slug] = Spread{8, panel.PointsOf(1), panel.PointsOf(9), 1.5}
	}
	for _, j := range p.Judges {
		v := Verdict{Judge: j.Slug, Outcome: "ok"}
		for _, l := range p.Lenses {
			c := Citation{Quote: strings.Repeat("参加试点的家庭有412户", 4), Status: "exact", Start: 5, End: 50, Page: 2}
			v.Cells = append(v.Cells, LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: ptr(panel.PointsOf(7)), Comment: comments[l.Slug], Citations: []Citation{c, c}})
		}
		verdicts = append(verdicts, v)
	}
	in := Review{Panel: p, Lang: Chinese, Verdicts: verdicts, Means: means, Spreads: spreads}
	remark := []Remark{{Lens: "lens-1", Text: comments["lens-1"], Judge: "judge-1"}}
	b.ReportAllocs()
	for b.Loop() {
		page, err := Scored(p, means, comments, remark, remark, remark, ScoredOptions{Lang: Chinese})
		if err != nil {
			b.Fatal(err)
		}
		page.Blocks = append(page.Blocks, Appendix(in)...)
		if len(Markdown(page)) == 0 {
			b.Fatal("empty report")
		}
	}
}
