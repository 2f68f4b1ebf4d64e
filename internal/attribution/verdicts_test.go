package attribution

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
	"judgement/report"
)

func TestDamagedVerdicts(t *testing.T) {
	for _, data := range []string{
		`[{"cells":[{"score":"7","max":10}]}]`, `[{"cells":[{"score":7,"max":ten}]}]`, `[{"cells":[{"score":NaN,"max":10}]}]`,
		`[{"cells":[{"score":7,"max":NaN}]}]`, `[{"cells":[{"score":Inf,"max":Inf}]}]`, `[{"cells":[{"score":-1,"max":10}]}]`, `[{"cells":[{"score":11,"max":10}]}]`,
	} {
		if _, err := shares([]byte(data)); err == nil {
			t.Errorf("%s is taken for whole", data)
		}
	}
}

func TestShares(t *testing.T) {
	data, err := json.Marshal([]report.Verdict{
		{Judge: "a", Cells: []report.LensVerdict{{Score: points("7.5"), Max: *points("10")}, {Max: *points("5")}, {Score: points("0"), Max: *points("5")}}},
		{Judge: "b", Outcome: "failed"},
		{Judge: "c", Cells: []report.LensVerdict{{Score: points("2"), Max: *points("8")}}},
		{Judge: "a", Repeat: 1, Cells: []report.LensVerdict{{Score: points("5"), Max: *points("10")}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := shares(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]float64{"a": 0.5, "c": 0.25}, got); diff != "" {
		t.Errorf("shares (-want +got):\n%s", diff)
	}
}

func points(s string) *panel.Points {
	p := panel.MustPoints(s)
	return &p
}
