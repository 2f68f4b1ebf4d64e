package report

import (
	"fmt"
	"strings"
	"testing"

	"judgement/panel"
)

// TestAlignedFact: the verdict shows the aligned total, and says so if its grade is
// another one than that of the raw total beside it.
func TestAlignedFact(t *testing.T) {
	for _, tt := range []struct {
		aligned *Aligned
		raw     string
		want    string
		kind    NoteKind
	}{
		{nil, "B", "", ""},
		{&Aligned{Grade: "C"}, "B", "{40.84 / 60 #aligned false} (C); the grade follows the raw total", Info},
		{&Aligned{Grade: "B", Grades: true}, "B", "{40.84 / 60 #aligned false} (B); the grade follows it", Info},
		{&Aligned{Grade: "C", Grades: true}, "B", "{40.84 / 60 #aligned false} (C); the grade follows it, the raw total has B", Caution},
	} {
		if tt.aligned != nil {
			tt.aligned.Total, tt.aligned.Max = panel.MustPoints("40.84"), panel.PointsOf(60)
		}
		text, kind := "", NoteKind("")
		for _, f := range tt.aligned.fact(English, tt.raw) {
			kind = f.Kind
			for _, in := range f.Text {
				text += fmt.Sprint(in)
			}
		}
		if text != tt.want || kind != tt.kind {
			t.Errorf("got %s %q, want %s %q", kind, text, tt.kind, tt.want)
		}
	}
	if facts := (&Aligned{Grade: "C", Grades: true, Max: panel.PointsOf(60)}).fact(Chinese, "B"); !strings.Contains(fmt.Sprint(facts), "原始总分对应 B") {
		t.Errorf("in Chinese: %v", facts)
	}
}

func TestAlignedBasis(t *testing.T) {
	a := &Aligned{Labels: 40, People: 1, Date: "2026-03-01", LabelsSHA256: "0123456789", Gain: 0.5}
	for lang, want := range map[Lang]string{English: "40 labelled items of one person on 2026-03-01 (labels 01234567).", Chinese: "依据 1 人标注的 40 个条目校准，日期 2026-03-01（标注 01234567）"} {
		if got := a.Basis(lang); !strings.Contains(got, want) {
			t.Errorf("%s: %s", lang, got)
		}
	}
	if a.People = 2; !strings.Contains(a.Basis(English), "of 2 people on") {
		t.Error(a.Basis(English))
	}
}
