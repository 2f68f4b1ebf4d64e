package report

import (
	"fmt"
	"strings"
	"testing"

	"judgement/panel"
)

// comparedBoard has five submissions: two of them in the other order by
// comparisons, one tied there, one not compared.
func comparedBoard(l Lang) *Board {
	ptr := func(n int) *int { return &n }
	text := func(s string) *string { return &s }
	b := &Board{
		Schema: 1, Scene: "fair", SceneName: "Fair", Version: 3, Date: "2026-03-01", Language: l, Mode: ModePairwise, PanelSHA256: "aa", Level: "90",
		Unsure: UnsureSame,
		Judges: []panel.Judge{{Slug: "plain-reader", DisplayNameCN: "文字评委"}, {Slug: "cost-controller"}},
		Pairwise: &Pairwise{
			Compared: 5, Possible: 10, Comparisons: 9, Consistent: 5, Contradicted: 3, Ties: 1, Unanswered: 1, Uncompared: 1,
			Inconsistent: text("0.444"), Connected: true, Agreement: &Agreement{TauB: "0.6", Low: "-0.12", High: "1", N: 5},
			Tie: "0.4", Dispersion: "1.35", Calls: 23, Limit: 60, Cost: &Money{Currency: "EUR", Amount: panel.MustPoints("0.0182")},
			Quotes: EvidenceCounts{Total: 30, Proven: 28, Noted: 2},
			Judges: []PairwiseJudge{
				{Judge: "plain-reader", Model: "m", Comparisons: 5, Consistent: 4, Ties: 1, FirstWon: text("0.5")},
				{Judge: "cost-controller", Model: "m", Comparisons: 4, Consistent: 1, Contradicted: 3, Unanswered: 1, FirstWon: text("0.875"), SetAside: true},
			},
			Against: []PairwiseAgainst{{Better: "stairlight", Worse: "cold bag", P: "0.987"}},
			Planted: []PairwisePlanted{{Case: "C-2026-0003", Brand: "dream", Kinds: []string{"planted_score", "fake_reply"}}},
		},
	}
	for i, e := range []struct {
		brand, total string
		s            *Strength
	}{
		{"cold bag", "42.5", &Strength{Value: "0.31", SE: "0.74", Chance: "0.577", Pairs: 3, Rank: ptr(2), Tied: true, RankLo: ptr(2), RankHi: ptr(3)}},
		{"stairlight", "40", &Strength{Value: "2.4", SE: "0.9", Chance: "0.9968", Pairs: 3, Rank: ptr(1), RankLo: ptr(1), RankHi: ptr(1)}},
		{"dream", "31.25", &Strength{Value: "0.31", SE: "0.74", Chance: "0.577", Pairs: 2, Rank: ptr(2), Tied: true, RankLo: ptr(2), RankHi: ptr(3)}},
		{"late", "30", nil},
		{"小菜", "12", &Strength{Value: "-2.05", SE: "0.88", Chance: "0.114", Pairs: 2, Rank: ptr(4), RankLo: ptr(3), RankHi: ptr(4)}},
	} {
		b.Entries = append(b.Entries, BoardEntry{Rank: i + 1, Case: fmt.Sprintf("C-2026-000%d", i+1), Brand: e.brand, Total: e.total, Max: "60", Grade: "C", Strength: e.s})
	}
	return b
}

func TestComparisonsGolden(t *testing.T) {
	for _, l := range []Lang{English, Chinese} {
		b := comparedBoard(l)
		golden(t, "pairwise."+string(l)+".md", Markdown(BoardPage(b)))
	}
}

// TestComparisonsThatTellLittle: whatever is missing, the page says so in words.
func TestComparisonsThatTellLittle(t *testing.T) {
	for name, tc := range map[string]struct {
		change func(b *Board)
		want   []string
		not    string
	}{
		"scores only":      {func(b *Board) { b.Mode, b.Pairwise = ModeScores, nil }, nil, "two at a time"},
		"nothing compared": {func(b *Board) { b.Pairwise = nil }, []string{"No submissions have been compared yet under this panel"}, "By pairs"},
		"no answer counts": {func(b *Board) {
			for i := range b.Entries {
				b.Entries[i].Strength = nil
			}
			b.Pairwise.Connected, b.Pairwise.Agreement, b.Pairwise.Inconsistent = false, nil, nil
		}, []string{"None of the answers says anything about the order"}, "Places by comparisons"},
		"parts": {func(b *Board) {
			for i := range b.Entries {
				if s := b.Entries[i].Strength; s != nil {
					s.Rank, s.RankLo, s.RankHi = nil, nil, nil
				}
			}
			b.Pairwise.Connected, b.Pairwise.Agreement = false, nil
		}, []string{"fall into parts", "Places by comparisons"}, "Kendall"},
		"by the baseline": {func(b *Board) { b.Pairwise.NoModel = true }, []string{"No language model was used to compare the submissions.", "; the baseline counts words and does not know of it. "}, "were told"},
		"few":             {func(b *Board) { b.Pairwise.Agreement = nil }, []string{"Not enough data to say how far it agrees"}, "Kendall"},
		"settled, always the same answer, cost unknown": {func(b *Board) {
			p := b.Pairwise
			p.Decided, p.Consistent, p.Cost, p.Against = true, p.Comparisons, nil, nil
		}, []string{"The order is settled as far as the judges' answers tell", "Every comparison had the same answer", "cost: unknown"}, "opposite"},
	} {
		for _, l := range []Lang{English, Chinese} {
			b := comparedBoard(l)
			tc.change(b)
			md := string(Markdown(BoardPage(b)))
			for _, bad := range []string{"NaN", "%!", "{n}", "{p}", "<nil>"} {
				if strings.Contains(md, bad) {
					t.Errorf("%s: %q is on the page", name, bad)
				}
			}
			if l == Chinese {
				continue
			}
			for _, want := range tc.want {
				if !strings.Contains(md, want) {
					t.Errorf("%s: the page lacks %q:\n%s", name, want, md)
				}
			}
			if strings.Contains(md, tc.not) {
				t.Errorf("%s: the page says %q", name, tc.not)
			}
		}
	}
}

// TestNothingIsCertainByPairs: a probability that is rounded to 1 is not shown as
// 100 %, and a certain rank is one number.
func TestNothingIsCertainByPairs(t *testing.T) {
	for _, l := range []Lang{English, Chinese} {
		b := titledBoard(l, "Twin project")
		for i := range b.Pairwise.Against {
			b.Pairwise.Against[i].P = "1"
		}
		md := string(Markdown(BoardPage(b)))
		if len(b.Pairwise.Against) == 0 || strings.Contains(md, "(100%)\n") || strings.Contains(md, "（100%）") || !strings.Contains(md, "> 99%") || strings.Contains(md, "1–1") {
			t.Errorf("%s:\n%s", l, md)
		}
	}
}
