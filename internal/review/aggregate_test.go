package review

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/fault"
	"judgement/panel"
	"judgement/report"
)

func testPanel(judges ...panel.Judge) *panel.Panel {
	return &panel.Panel{
		Path: "scenes/t/panel.yaml", Judges: judges,
		Lenses: []panel.Lens{{Slug: "x", MaxScore: panel.PointsOf(60)}, {Slug: "y", MaxScore: panel.PointsOf(40)}},
	}
}

func dim(slug string, lenses ...string) panel.Judge {
	return panel.Judge{Slug: slug, Category: panel.Dimension, Weight: panel.PointsOf(1), Lenses: lenses}
}

func ok(judge string, x, y string) report.Verdict {
	v := report.Verdict{Schema: 1, Judge: judge, Outcome: "ok", Usage: report.Usage{Calls: 1, PromptTokens: 10}}
	for _, c := range []struct{ lens, score, top string }{{"x", x, "60"}, {"y", y, "40"}} {
		if c.score == "" {
			continue
		}
		s := panel.MustPoints(c.score)
		v.Cells = append(v.Cells, report.LensVerdict{
			Lens: c.lens, Max: panel.MustPoints(c.top), Score: &s, Comment: judge + " on " + c.lens,
			Citations: []report.Citation{{Quote: "q", Status: "exact"}},
		})
	}
	return v
}

func failed(judge string) report.Verdict {
	return report.Verdict{Schema: 1, Judge: judge, Outcome: "failed", Reason: "server gone"}
}

func TestAggregateMean(t *testing.T) {
	p := testPanel(dim("a"), dim("b"), dim("c"))
	r, err := Aggregate(p, []report.Verdict{ok("a", "50", "30"), ok("b", "51", "31"), ok("c", "52", "33")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// 51 + 94/3 = 82.333…: shown as 82.33 and B.
	if got := r.Total.String(); got != "82.33" || r.Grade != "B" || r.Max.String() != "100" {
		t.Errorf("total %s of %s, grade %s", got, r.Max, r.Grade)
	}
	if l := r.Lenses[1]; l.Judge != "b" || l.Spread.Judges != 3 || l.Spread.Min.String() != "30" || l.Spread.Max.String() != "33" {
		t.Errorf("lens y = %+v", l)
	}
	if r.Spread == nil || r.Spread.Min.String() != "80" || r.Spread.Max.String() != "85" {
		t.Errorf("spread of totals = %+v", r.Spread)
	}
	if r.Evidence.Total != 6 || r.Evidence.Proven != 6 {
		t.Errorf("evidence = %+v", r.Evidence)
	}
}

func TestAggregateGradesBeforeRounding(t *testing.T) {
	p := testPanel(dim("a"))
	for total, want := range map[string]string{"45": "A", "44.9999": "B", "44.96": "B"} {
		r, err := Aggregate(p, []report.Verdict{ok("a", total, "40")}, nil)
		if err != nil || r.Grade != want {
			t.Errorf("x %s + 40: grade %s, want %s (%v)", total, r.Grade, want, err)
		}
	}
}

func TestAggregateWeightsRepeatsAndHolding(t *testing.T) {
	heavy := dim("b")
	heavy.Weight = panel.PointsOf(3)
	p := testPanel(dim("a"), heavy)
	second := ok("a", "20", "20")
	second.Repeat = 1
	r, err := Aggregate(p, []report.Verdict{ok("a", "40", "40"), second, ok("b", "999", "0")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// a: (40+20)/2 = 30; b is held to 60: (30 + 3×60)/4 = 52.5.
	if got := r.Lenses[0].Score.String(); got != "52.5" {
		t.Errorf("x = %s", got)
	}
	if got := r.Lenses[1].Score.String(); got != "7.5" {
		t.Errorf("y = %s", got)
	}
}

func TestAggregateAnchorsStandBeside(t *testing.T) {
	anchor := panel.Judge{Slug: "z", Category: panel.Anchor}
	p := testPanel(dim("a"), dim("b"), anchor)
	r, err := Aggregate(p, []report.Verdict{ok("a", "50", "30"), ok("b", "50", "30"), ok("z", "37.9", "22")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Total.String() != "80" {
		t.Errorf("the anchor voted: %s", r.Total)
	}
	if len(r.Anchors) != 2 || !r.Anchors[0].Flagged || r.Anchors[0].Difference.String() != "-12.1" || r.Anchors[1].Flagged {
		t.Errorf("anchors = %+v", r.Anchors)
	}
	only := testPanel(anchor)
	if r, err := Aggregate(only, []report.Verdict{ok("z", "60", "40")}, nil); err != nil || r.Total.String() != "100" || len(r.Anchors) != 0 {
		t.Errorf("a panel of anchors: %+v, %v", r, err)
	}
}

func TestQuorum(t *testing.T) {
	three := testPanel(dim("a"), dim("b"), dim("c"))
	r, err := Aggregate(three, []report.Verdict{ok("a", "30", "30"), ok("b", "40", "30"), failed("c")}, nil)
	if err != nil || r.Lenses[0].Score.String() != "35" {
		t.Errorf("a failed judge must be missing, not a zero: %+v, %v", r, err)
	}
	_, err = Aggregate(three, []report.Verdict{ok("a", "30", "30"), failed("b"), failed("c")}, nil)
	if !errors.Is(err, fault.NoAnswers) || !strings.Contains(err.Error(), "1 of 3 voting judges answered, at least 2 are needed") || !strings.Contains(err.Error(), "2 judges (b, c): failed: server gone") {
		t.Errorf("err = %v", err)
	}
	perLens := testPanel(dim("a"), dim("b", "x"), dim("c", "y"))
	_, err = Aggregate(perLens, []report.Verdict{ok("a", "30", "30"), ok("b", "30", ""), failed("c")}, nil)
	if !errors.Is(err, fault.NoAnswers) || !strings.Contains(err.Error(), "no quorum for lens y: 1 of 2 ") {
		t.Errorf("err = %v", err)
	}
	// A judge that scored other lenses but passed on this one says why.
	quiet := ok("a", "30", "")
	quiet.Cells = append(quiet.Cells, report.LensVerdict{Lens: "y", Max: panel.PointsOf(40), Comment: "no plan in it"})
	_, err = Aggregate(perLens, []report.Verdict{quiet, ok("b", "30", ""), ok("c", "", "30")}, nil)
	if !errors.Is(err, fault.NoUsable) || !strings.Contains(err.Error(), "no quorum for lens y: ") || !strings.Contains(err.Error(), "a: abstained: no plan in it") {
		t.Errorf("err = %v", err)
	}
	if _, err := Aggregate(testPanel(dim("a", "x")), []report.Verdict{ok("a", "30", "")}, nil); err == nil || !strings.Contains(err.Error(), "lens y: no voting judge") {
		t.Errorf("err = %v", err)
	}
}

func TestRemarksFollowTheBands(t *testing.T) {
	p := testPanel(dim("a"))
	v := ok("a", "10", "28")
	v.MustFix = []report.Remark{{Lens: "y", Text: "later", Judge: "a"}, {Lens: "x", Text: "Name  a user", Judge: "a"}, {Lens: "x", Text: "name a user", Judge: "a"}}
	v.Suggestions = []report.Remark{{Lens: "x", Text: "more", Judge: "a"}, {Text: "whole", Judge: "a"}}
	v.Cuts = []report.Remark{{Lens: "y", Text: "slogan", Judge: "a"}}
	r, err := Aggregate(p, []report.Verdict{v}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.MustFix) != 1 || r.MustFix[0].Text != "Name  a user" {
		t.Errorf("must fix = %+v", r.MustFix)
	}
	if len(r.Suggestions) != 2 || r.Suggestions[0].Lens != "x" || r.Suggestions[1].Lens != "" { // must-fix of y is no suggestion
		t.Errorf("suggestions = %+v", r.Suggestions)
	}
	if len(r.Cuts) != 1 {
		t.Errorf("cuts = %+v", r.Cuts)
	}
}

func TestRescale(t *testing.T) {
	old := []report.Verdict{ok("a", "30", "30")}
	p := testPanel(dim("a"))
	p.Lenses = []panel.Lens{{Slug: "x", MaxScore: panel.PointsOf(10)}}
	scaled, err := Rescale(p, old)
	if err != nil {
		t.Fatal(err)
	}
	if got := scaled[0].Cells; len(got) != 1 || got[0].Score.String() != "5" || got[0].Max.String() != "10" {
		t.Errorf("cells = %+v", got)
	}
	if old[0].Cells[0].Score.String() != "30" {
		t.Error("the old verdicts were changed")
	}
	p.Lenses = append(p.Lenses, panel.Lens{Slug: "new", MaxScore: panel.PointsOf(1)})
	if _, err := Rescale(p, old); err == nil || !strings.Contains(err.Error(), "lens new: no stored reply") {
		t.Errorf("err = %v", err)
	}
}
