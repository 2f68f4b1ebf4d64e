package align_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/align"
	"judgement/internal/study"
	"judgement/panel"
	"judgement/report"
)

var jury = &panel.Panel{
	Lenses: []panel.Lens{{Slug: "clarity", MaxScore: panel.PointsOf(10)}, {Slug: "risk", MaxScore: panel.PointsOf(5)}},
	Judges: []panel.Judge{{Slug: "x", Category: panel.Dimension}, {Slug: "y", Category: panel.Dimension}},
}

func file(kind study.Kind, lenses ...align.Lens) *align.File {
	return &align.File{
		Schema: 1, Scene: "s", Date: "2026-03-01", PanelSHA256: "p", LabelsSHA256: "l", Labels: 50, People: 2, Kind: kind, Gain: 0.1, GainLow: 0.05, GainHigh: 0.15,
		Judges: []align.Judge{{Judge: "x", Model: "m", SkillSHA256: "1"}, {Judge: "y", Model: "m", SkillSHA256: "2"}}, Lenses: lenses,
	}
}

// TestRoundTrip: a file is read as it was written; a change of any letter is seen.
func TestRoundTrip(t *testing.T) {
	f := file(study.Scores, align.Lens{Lens: "clarity", Base: 5.123456, Judges: []align.Fit{{Judge: "x", Mean: 1.0 / 4, SD: 0.333333, Weight: 1e-6}}})
	data, err := f.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := align.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(f, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, edit := range [][2]string{{"5.123456", "6"}, {"judge: x", "judge: z"}, {"weight: 1e-06", "weight: .nan"}, {"labels: 50", "labels: 500"}, {"schema: 1", "schema: 2"}, {"base:", "bias:"}} {
		changed := bytes.Replace(data, []byte(edit[0]), []byte(edit[1]), 1)
		if bytes.Equal(changed, data) {
			t.Fatalf("%q is not in:\n%s", edit[0], data)
		}
		if _, err := align.Parse(changed); err == nil {
			t.Errorf("%q in place of %q is read", edit[1], edit[0])
		}
	}
	if _, err := align.Parse(nil); err == nil {
		t.Error("an empty file is read")
	}
}

func TestStale(t *testing.T) {
	f := file(study.Scores)
	now := func(change func([]align.Judge)) []align.Judge {
		out := append([]align.Judge{{Judge: "anchor"}}, f.Judges...)
		change(out)
		return out
	}
	same := func([]align.Judge) {}
	for _, tt := range []struct {
		scene, panel string
		judges       []align.Judge
		want         string
	}{
		{"s", "p", now(same), ""},
		{"t", "p", now(same), "of scene s"},
		{"s", "q", now(same), "older than the scene's panel"},
		{"s", "p", now(func(j []align.Judge) { j[1].Model = "n" }), "has the model n, not m"},
		{"s", "p", now(func(j []align.Judge) { j[2].SkillSHA256 = "3" }), "skill of judge y was changed"},
		{"s", "p", now(same)[:2], "judge y does not judge"},
	} {
		if got := f.Stale(tt.scene, tt.panel, tt.judges); !strings.Contains(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func verdicts(scores ...string) (out []report.Verdict) {
	for i, j := range jury.Judges {
		if scores[i] == "" {
			continue
		}
		v := report.Verdict{Judge: j.Slug, Outcome: "ok"}
		for _, l := range jury.Lenses {
			p := panel.MustPoints(scores[i])
			v.Cells = append(v.Cells, report.LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: &p})
		}
		out = append(out, v)
	}
	return out
}

// TestApplyInOrder: lenses are in the panel's order, and the table adds up to its totals.
func TestApplyInOrder(t *testing.T) {
	three := *jury
	three.Lenses = append([]panel.Lens{{Slug: "zeal", MaxScore: panel.PointsOf(10)}}, jury.Lenses...)
	raw := map[string]panel.Points{"zeal": panel.PointsOf(2), "clarity": panel.PointsOf(4), "risk": panel.PointsOf(3)}
	fit := func(lens string, base float64) align.Lens {
		return align.Lens{Lens: lens, Base: base, Judges: []align.Fit{{Judge: "x", Mean: 5, SD: 1}}}
	}
	said := verdicts("5", "5")
	for i := range said {
		p := panel.PointsOf(5)
		said[i].Cells = append(said[i].Cells, report.LensVerdict{Lens: "zeal", Max: panel.PointsOf(10), Score: &p})
	}
	use := align.Use{File: file(study.Scores, fit("clarity", 6), fit("zeal", 7))}
	_, rows := use.Apply(&three, said, raw).Rows(report.English, &three)
	want := [][]string{{"Zeal", "2", "7", "10"}, {"Clarity", "4", "6", "10"}, {"Other dimensions, not aligned", "3", "3", "5"}, {"Total", "9", "16", "25"}}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestApply: known answers, held to the scale, with a lens that has no fit.
func TestApply(t *testing.T) {
	raw := map[string]panel.Points{"clarity": panel.PointsOf(4), "risk": panel.PointsOf(3)}
	clarity := align.Lens{Lens: "clarity", Base: 6, Judges: []align.Fit{{Judge: "x", Mean: 3, SD: 2, Weight: 1}, {Judge: "y", Mean: 5, SD: 1, Weight: 0.5}}}
	for _, tt := range []struct {
		name   string
		file   *align.File
		scores []string
		want   string // clarity, total, grade
	}{
		{"both judges", file(study.Scores, clarity), []string{"5", "4"}, "6.5 9.5 C"}, // 6 + 1 − 0.5
		{"one is missing and counts as the other", file(study.Scores, clarity), []string{"5", ""}, "7.5 10.5 B"},
		{"held to the maximum", file(study.Scores, align.Lens{Lens: "clarity", Base: 99, Judges: clarity.Judges}), []string{"5", "4"}, "10 13 A"},
		{"the whole", file(study.Scores, align.Lens{Base: 8, Judges: []align.Fit{{Judge: "x", Mean: 6, SD: 1, Weight: 1}}}), []string{"4", ""}, "- 10 C"},
		{"weights of preferences", file(study.Preferences, align.Lens{Lens: "clarity", Judges: []align.Fit{{Judge: "x", SD: 1, Weight: 3}, {Judge: "y", SD: 1, Weight: 1}}}), []string{"5", "1"}, "4 7 D"},
		{"nobody scored", file(study.Scores, clarity), []string{"", ""}, "none"},
	} {
		use := align.Use{File: tt.file}
		a, got := use.Apply(jury, verdicts(tt.scores...), raw), "none"
		if a != nil {
			got = "-"
			if len(a.Lenses) > 0 {
				got = a.Lenses[0].Score.String()
			}
			got += " " + a.Total.String() + " " + a.Grade
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
