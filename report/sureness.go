package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// GradeProbability is how probable a grade is, from 0 to 1, if the judges were other
// ones like these, or one judge were asked again.
type GradeProbability struct {
	Grade string  `json:"grade"`
	P     float64 `json:"p"`
}

// Repeats is how often judges were asked that are asked until the grade is settled.
type Repeats struct {
	Used int        `json:"used"`
	Most int        `json:"most"`
	Stop RepeatStop `json:"stop"`
}

// RepeatStop says why judges were not asked again.
type RepeatStop string

// The reasons why judges are not asked again.
const (
	RepeatsSettled RepeatStop = "settled" // more repeats would hardly change the grade
	RepeatsMost    RepeatStop = "most"    // there are as many as may be
	RepeatsBudget  RepeatStop = "budget"  // the budget was spent
	RepeatsFailed  RepeatStop = "failed"  // no judge answered once more
)

// Probabilities names the probable grades, the most probable first: B 82 %, A 15 %.
// Empty: nothing is known.
func (l Lang) Probabilities(list []GradeProbability) string {
	var parts []string
	sorted := slices.SortedStableFunc(slices.Values(list), func(a, b GradeProbability) int { return cmp.Compare(b.P, a.P) })
	for _, g := range sorted {
		switch percent := math.Round(100 * g.P); {
		case percent >= 100:
			parts = append(parts, g.Grade+" > 99 %")
		case percent >= 1:
			parts = append(parts, fmt.Sprintf("%s %.0f %%", g.Grade, percent))
		}
	}
	return strings.Join(parts, l.Say(phListComma))
}

// Repeats says how many repeats were used and why no more.
func (l Lang) Repeats(r *Repeats) string {
	why := map[RepeatStop]Phrase{
		RepeatsSettled: {"more would hardly change the grade", "继续重复几乎不会改变等级"},
		RepeatsMost:    {"the maximum; the grade was not settled before", "已达上限，此前等级未稳定"},
		RepeatsBudget:  {"the budget was spent before the grade was settled", "等级稳定前预算已用完"},
		RepeatsFailed:  {"no judge answered once more, so the grade was not settled", "再次询问时没有评委作答，等级未稳定"},
	}[r.Stop]
	return fmt.Sprintf(l.pick("%d of at most %d repeats: %s", "重复评审 %d 次（上限 %d 次）：%s"), r.Used, r.Most, l.Say(why))
}

// sureness says how sure the grade is, as far as that is known.
func (in Review) sureness() []Block {
	l := in.Lang
	var blocks []Block
	if text := l.Probabilities(in.Probabilities); text != "" {
		blocks = append(blocks, para(sentence(l, l.pick("Probabilities of the grades: ", "各等级的概率：")+text)), para(l.pick(
			"They come from the spread of the judges and an assumed correlation of their errors; if no dimension has two judges, from the repeats alone. They say nothing of what judges get wrong alike beyond that.",
			"由评委之间的离散度及假定的误差相关性估计；若每个维度只有一位评委，则仅由重复评分估计。不反映此外评委共有的偏差。")))
	}
	if in.Repeats != nil {
		blocks = append(blocks, para(sentence(l, l.Repeats(in.Repeats))))
	}
	if len(blocks) == 0 {
		return nil
	}
	return append([]Block{in.heading(Phrase{"How sure the grade is", "等级的把握"}, "sureness")}, blocks...)
}
