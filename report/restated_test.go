package report

import (
	"strings"
	"testing"

	"judgement/panel"
)

// A report under another panel than the one that judged says what was published,
// at the total and on each judge's page.
func TestRestated(t *testing.T) {
	was := &Restated{Version: "C-2026-0007 v2", Total: panel.PointsOf(42), Max: panel.PointsOf(60)}
	for lang, want := range map[Lang]string{
		English: "under another panel (panels/other.yaml); as published, C-2026-0007 v2 has 42 of 60 points, grade B.",
		Chinese: "按另一评审团（panels/other.yaml）重新汇总。已发布的 C-2026-0007 v2 得分为 42 / 60，等级 B。",
	} {
		p := &panel.Panel{Path: "panels/other.yaml", Lenses: []panel.Lens{{Slug: "plan", MaxScore: panel.PointsOf(10)}}}
		scores := map[string]panel.Points{"plan": panel.PointsOf(7)}
		for name, restated := range map[string]*Restated{"restated": was, "as published": nil} {
			page, err := Scored(p, scores, nil, nil, nil, nil, ScoredOptions{Lang: lang, Restated: restated})
			if err != nil {
				t.Fatal(err)
			}
			judge := JudgePage(Review{Panel: p, Lang: lang, Restated: restated}, "somebody")
			for _, md := range []string{string(Markdown(page)), string(Markdown(judge))} {
				if got := strings.Contains(md, want); got != (restated != nil) {
					t.Errorf("%s, %s: says %q: %v\n%s", lang, name, want, got, md)
				}
			}
		}
	}
}
