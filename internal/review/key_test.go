package review

import (
	"testing"
	"time"

	"judgement/panel"
)

func TestKeyLeavesOutTimeMarkAndBudget(t *testing.T) {
	cost := panel.PointsOf(1)
	base := Plan{Schema: 1, Scene: "s", Options: Options{Repeats: 1}}
	same := base
	same.StartedAt, same.Fence = time.Unix(9, 0), "abc"
	same.Options.MaxTokens, same.Options.MaxCost = 100, &cost
	other := base
	other.Options.Repeats = 2
	key := func(p Plan) string {
		t.Helper()
		k, err := p.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	if key(base) != key(same) {
		t.Error("a larger budget makes another job")
	}
	if key(base) == key(other) {
		t.Error("other repeats make the same job")
	}
	if same.Options.MaxTokens != 100 {
		t.Error("Key changed the plan")
	}
}
