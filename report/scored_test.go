package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
)

func scoresOf(values ...string) map[string]panel.Points {
	out := make(map[string]panel.Points)
	for i, l := range samplePanel().Lenses {
		if i < len(values) && values[i] != "" {
			out[l.Slug] = panel.MustPoints(values[i])
		}
	}
	return out
}

// sections are the level 2 headings of a page by identifier.
func sections(p Page) string {
	var ids []string
	for _, b := range p.Blocks {
		if h, ok := b.(Heading); ok && h.Level == 2 {
			ids = append(ids, h.ID)
		}
	}
	return strings.Join(ids, " ")
}

func TestScoredSections(t *testing.T) {
	remark := []Remark{{Text: "x"}}
	for _, tt := range []struct {
		name                   string
		scores                 map[string]panel.Points
		must, suggestions, cut []Remark
		want                   string
	}{
		{"all sound", scoresOf("30", "24", "20", "12"), nil, nil, nil, "total dimensions summary"},
		{"below 60 %", scoresOf("17.99", "30", "25", "15"), nil, nil, nil, "total dimensions must-fix summary"},
		{"exactly 60 %", scoresOf("18", "30", "25", "15"), nil, nil, nil, "total dimensions suggestions summary"},
		{"just below 80 %", scoresOf("23.999", "30", "25", "15"), nil, nil, nil, "total dimensions suggestions summary"},
		{"remarks alone", scoresOf("30", "30", "25", "15"), remark, remark, remark, "total dimensions must-fix suggestions cuts summary"},
		{"cuts alone", scoresOf("30", "30", "25", "15"), nil, nil, remark, "total dimensions cuts summary"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Scored(samplePanel(), tt.scores, nil, tt.must, tt.suggestions, tt.cut, ScoredOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := sections(p); got != tt.want {
				t.Errorf("sections %q, want %q", got, tt.want)
			}
		})
	}
}

func TestScoredNamesEveryMistake(t *testing.T) {
	scores := scoresOf("30.01", "-1", "", "12")
	scores["zeal"], scores["art"] = panel.PointsOf(1), panel.PointsOf(1)
	_, err := Scored(samplePanel(), scores, map[string]string{"style": "x"}, []Remark{{Lens: "tone", Text: "x"}}, nil, nil, ScoredOptions{})
	want := `build scored report: lens "problem-fit" has a score of 30.01, outside 0 to 30
lens "evidence" has a score of -1, outside 0 to 30
lens "feasibility" has no score
lens "art" is not in panel "pitch"
lens "style" is not in panel "pitch"
lens "tone" is not in panel "pitch"
lens "zeal" is not in panel "pitch"`
	if err == nil {
		t.Fatal("no error")
	}
	if d := cmp.Diff(want, err.Error()); d != "" {
		t.Error(d)
	}
}

func TestScoredRefuses(t *testing.T) {
	twice, flat := samplePanel(), samplePanel()
	twice.Lenses[1].Slug = "problem-fit"
	flat.Lenses[0].MaxScore = panel.Points{}
	full := scoresOf("1", "1", "1", "1")
	for _, tt := range []struct {
		name   string
		panel  *panel.Panel
		scores map[string]panel.Points
		lang   Lang
		want   string
	}{
		{"no panel", nil, full, English, "no panel given"},
		{"no lenses", &panel.Panel{Name: "p"}, nil, English, `panel "p" has no lenses`},
		{"language", samplePanel(), full, "fr", `language "fr" is unknown; use "en" or "zh"`},
		{"lens twice", twice, full, English, `lens "problem-fit" is in the panel twice`},
		{"no maximum", flat, full, English, "it must be positive"},
	} {
		if _, err := Scored(tt.panel, tt.scores, nil, nil, nil, nil, ScoredOptions{Lang: tt.lang}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.want)
		}
	}
}

func TestHeadingIDsAreUnique(t *testing.T) {
	for _, p := range []Page{samplePage(English), JudgePage(sampleReview(Chinese), "evidence-checker")} {
		seen := make(map[string]bool)
		for _, b := range p.Blocks {
			if h, ok := b.(Heading); ok {
				if seen[h.ID] {
					t.Errorf("identifier %q twice", h.ID)
				}
				seen[h.ID] = true
			}
		}
	}
}

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
