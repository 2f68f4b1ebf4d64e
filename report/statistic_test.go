package report

import (
	"strings"
	"testing"

	"judgement/panel"
)

// TestStatisticsFold: what can be said is in a list, what can't in one
// sentence a reason, in either language.
func TestStatisticsFold(t *testing.T) {
	judges := []panel.Judge{{Slug: "a-one", DisplayNameCN: "甲"}, {Slug: "b-two", DisplayNameCN: "乙"}, {Slug: "c-three", DisplayNameCN: "丙"}}
	per := func(kind string, n, need int, enough ...bool) []Statistic {
		var out []Statistic
		for i, j := range judges {
			out = append(out, Statistic{Kind: kind, Judge: j.Slug, Value: "1", Low: "0", High: "2", Unit: UnitDimensions, N: n + i, Need: need, Enough: enough[i], Of: 3})
		}
		return out
	}
	all := []Statistic{
		{Kind: StatAlpha, Value: "0.5", Low: "0.1", High: "0.9", Unit: UnitDimensions, N: 8, Need: 5, Enough: true, Of: 3},
		{Kind: StatCorrelation, Unit: UnitDimensions, N: 0, Need: 10, Of: 3},
		{Kind: "effective_judges", Value: "1.2", Unit: UnitDimensions, N: 12, Need: 10, Enough: true, Of: 3}, // of an earlier release
	}
	all = append(all, per(StatLeniency, 1, 5, false, false, false)...)
	all = append(all, per(StatConsistency, 20, 10, true, false, true)...)
	for lang, want := range map[Lang]struct {
		items int
		text  []string
	}{
		English: {3, []string{
			"Not enough data, counted in dimensions that judges share, of those needed: correlation between judges (0 of 10), leniency (3 of 5).",
			"Nothing to say, since judges are too few or some judge's scores are all the same: consistency with the others of B two.",
		}},
		Chinese: {3, []string{
			"数据不足（括号内为评委共同评过的评分维度数与所需数）：评委相关系数（0/10）、评分宽严（3/5）。",
			"无从判断（评委过少，或有评委的评分全部相同）：与其他评委的一致程度·乙。",
		}},
	} {
		blocks := Statistics(lang, judges, all)
		md := string(Markdown(Page{Lang: lang, Blocks: blocks}))
		for _, text := range want.text {
			if !strings.Contains(md, "\n"+text+"\n") {
				t.Errorf("%s lacks %q", md, text)
			}
		}
		if n := strings.Count(md, "\n- "); n != want.items {
			t.Errorf("%d items, want %d:\n%s", n, want.items, md)
		}
	}
	if got := Statistics(English, judges, []Statistic{{Kind: StatAlpha, Value: "1", Low: "1", High: "1", Enough: true, Of: 3, NoModel: true}}); got != nil {
		t.Errorf("the agreement of the baseline with itself gives %d blocks", len(got))
	}
	if got := Statistics(English, judges, all[1:2]); len(got) != 2 {
		t.Errorf("nothing told gives %d blocks, want a heading and a sentence", len(got))
	}
}

// TestConsistencyGoesByItsInterval: no judge is said to agree whose correlation
// with the others may as well be none.
func TestConsistencyGoesByItsInterval(t *testing.T) {
	for _, tc := range []struct{ value, low, high, en, zh string }{
		{"0.8", "0.6", "0.9", "Orders things as the others do.", "评分次序与其他评委一致。"},
		{"0.4", "0.1", "0.7", "Partly agrees with the others.", "部分一致"},
		{"0.2", "0", "0.4", "No agreement with the others shows, and none is ruled out.", "尚看不出"},
		{"-0.1", "-0.45", "0.24", "No agreement with the others shows", "尚看不出"},
		{"-0.3", "-0.5", "-0.02", "Goes its own way", "明显不同"},
	} {
		s := Statistic{Kind: StatConsistency, Judge: "a", Value: tc.value, Low: tc.low, High: tc.high, Unit: UnitSubmissions, N: 30, Need: 10, Enough: true, Of: 3}
		for l, want := range map[Lang]string{English: tc.en, Chinese: tc.zh} {
			if got := s.sentence(l, "A"); !strings.Contains(got, want) {
				t.Errorf("%s from %s to %s: %q lacks %q", tc.value, tc.low, tc.high, got, want)
			}
		}
	}
}
