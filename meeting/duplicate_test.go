package meeting

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/report"
)

func TestDuplicateViews(t *testing.T) {
	point := func(text string, at int) Point {
		return Point{Text: text, Citations: []report.Citation{{Start: at, End: at + 10}}}
	}
	view := func(judge string, texts ...string) View {
		v := View{Judge: judge, Outcome: "ok"}
		for i, s := range texts {
			if i < 3 {
				v.Highlights = append(v.Highlights, point(s, i*100))
			} else {
				v.Shortcomings = append(v.Shortcomings, point(s, i*100))
			}
		}
		return v
	}
	base := []string{"提价写明了起始日和负责人", "复核条件可以数", "整改有签字的人", "晚餐没有人数", "尽快没有期限", "送餐老人没有问到"}
	reworded := []string{"提价写明起始日与负责人", "复核的条件可以数", "整改有签字人", "晚餐没有人数可查", "“尽快”没有期限", "没有问到送餐老人"}
	other := []string{"The rota has an owner", "The bus line was checked", "Costs are inside the budget", "No figure for stops", "The grant is gone", "Training was moved twice"}
	swapped := append(append([]string{}, base[3:]...), base[:3]...)
	views := []View{view("a", base...), view("b", other...), view("c", reworded...), view("d", base...), view("e", swapped...), view("f", base[:2]...), {Judge: "g", Outcome: "failed"}}
	if diff := cmp.Diff([][]string{{"a", "c", "d"}}, DuplicateViews(views)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := DuplicateViews(views[4:]); got != nil {
		t.Errorf("few points and praise for blame are no voice: %v", got)
	}
}
