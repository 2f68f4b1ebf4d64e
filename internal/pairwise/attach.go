package pairwise

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"judgement/internal/board"
	"judgement/internal/format"
	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// Draws of the rank intervals and their seed, so that the same comparisons give
// the same board.
const (
	draws = 2000
	seed  = 20260301
)

// Attach puts what the comparisons say beside the scores of a board: the ranks
// stay those of the totals. A board whose panel is not the plan's, or of whose
// submissions none were compared, stays as it is except for its mode.
func Attach(ctx context.Context, b *report.Board, store Store, subs []board.Submission) error {
	b.Mode = report.ModePairwise
	p, err := ReadPlan(ctx, store)
	if err != nil || p == nil || p.PanelSHA256 != b.PanelSHA256 {
		return err
	}
	documents := map[string]string{} // by case
	var hashes []string
	for _, s := range subs {
		documents[s.Case] = s.Document
	}
	for _, e := range b.Entries {
		if h := documents[e.Case]; h != "" {
			hashes = append(hashes, h)
		}
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	if len(hashes) > MaxDocuments {
		return nil
	}
	f, err := load(ctx, store, p, hashes)
	if err != nil || len(f.by) == 0 {
		return err
	}
	t := &tally{plan: p, found: f, documents: documents, board: b, index: map[string]int{}}
	return t.attach(subs)
}

// tally is a board's comparisons being counted.
type tally struct {
	plan      *Plan
	found     *found
	documents map[string]string // hash by case
	board     *report.Board

	// Documents that were compared, by hash, and for each of them what follows.
	index   map[string]int
	met     []int // pairs
	fit     *stat.Strengths
	draws   *stat.Draws
	entries []compared
}

// compared is an entry of the board whose document was compared.
type compared struct {
	*report.BoardEntry
	at int // of the document in the fit
}

// field makes the fit's field of the documents that have a counted comparison.
func (t *tally) field(all []stat.Duel) []stat.Duel {
	met := make([]int, len(t.found.hashes))
	all = slices.DeleteFunc(all, func(d stat.Duel) bool { return d.WinsA+d.WinsB+d.Tie <= 0 })
	for _, d := range all {
		met[d.A]++
		met[d.B]++
	}
	to := make([]int, len(met))
	for i, n := range met {
		if n > 0 {
			to[i] = len(t.met)
			t.index[t.found.hashes[i]] = len(t.met)
			t.met = append(t.met, n)
		}
	}
	for i := range all {
		all[i].A, all[i].B = to[all[i].A], to[all[i].B]
	}
	return all
}

func (t *tally) attach(subs []board.Submission) error {
	n := len(t.found.hashes)
	judges := tallies(t.plan, t.found)
	counted := t.field(duels(t.plan, t.found, judges))
	out := &report.Pairwise{
		Compared: len(t.found.by), Possible: n * (n - 1) / 2, Limit: t.plan.Limit(n), Tie: "0", Dispersion: "1",
		Judges: []report.PairwiseJudge{}, Against: []report.PairwiseAgainst{}, Planted: []report.PairwisePlanted{},
		NoModel: t.plan.NoModel(),
	}
	sumUp(out, judges)
	t.spent(out)
	out.Repeats = t.repeats()
	for i := range t.board.Entries {
		e := &t.board.Entries[i]
		if at, ok := t.index[t.documents[e.Case]]; ok {
			t.entries = append(t.entries, compared{e, at})
		} else {
			out.Uncompared++
		}
	}
	if len(t.met) > 0 {
		if err := t.fitted(out, counted); err != nil {
			return err
		}
	}
	for _, s := range subs {
		at := slices.IndexFunc(t.board.Entries, func(b report.BoardEntry) bool { return b.Case == s.Case })
		if kinds := planted(s); at >= 0 && len(kinds) > 0 {
			out.Planted = append(out.Planted, report.PairwisePlanted{Case: s.Case, Brand: t.board.Entries[at].Brand, Kinds: kinds})
		}
	}
	t.board.Pairwise = out
	return nil
}

// fitted fills in what the fit says.
func (t *tally) fitted(out *report.Pairwise, counted []stat.Duel) (err error) {
	if t.fit, err = stat.FitStrengths(len(t.met), counted); err != nil {
		return fmt.Errorf("fit the comparisons: %w", err)
	}
	if t.draws, err = t.fit.Draw(draws, seed); err != nil {
		return fmt.Errorf("draw the comparisons' ranks: %w", err)
	}
	out.Connected, out.Decided = t.fit.Connected(), out.Uncompared == 0 && t.fit.Decided(Sure)
	out.Tie, out.Dispersion = decimal(t.fit.Tie, 2), decimal(t.fit.Dispersion, 2)
	t.strengths()
	if out.Connected {
		out.Agreement = t.agreement()
		out.Against = t.against()
	}
	return nil
}

// sumUp fills in the judges and their sums.
func sumUp(out *report.Pairwise, judges []judgeTally) {
	for _, j := range judges {
		out.Judges = append(out.Judges, j.PairwiseJudge)
		out.Comparisons += j.Comparisons
		out.Consistent += j.Consistent
		out.Contradicted += j.Contradicted
		out.Ties += j.Ties
		out.Unanswered += j.Unanswered
	}
	if out.Comparisons > 0 {
		share := decimal(1-float64(out.Consistent)/float64(out.Comparisons), 3)
		out.Inconsistent = &share
	}
}

// planted are the kinds of what speaks to the judges in a submission.
func planted(s board.Submission) (kinds []string) {
	for _, k := range s.Tricks {
		if k.SpeaksToJudges() {
			kinds = append(kinds, string(k))
		}
	}
	return kinds
}

// spent adds up calls, cost and quotes.
func (t *tally) spent(out *report.Pairwise) {
	out.Calls = t.found.calls()
	var votes []Vote
	var cited []report.Citation
	t.found.each(func(_ int, c *Comparison) {
		for _, v := range c.Votes {
			votes = append(votes, v)
			for _, q := range v.Quotes {
				cited = append(cited, q.Citation)
			}
		}
	})
	_, out.Cost = format.Total(votes, func(v Vote) (report.Usage, *report.Money) { return v.Usage, v.Cost })
	out.Quotes = report.CountEvidence(cited)
	out.Quotes.NoModel = out.NoModel
}

// places is how many decimals a strength has on the board; equals there share
// their rank.
const places = 2

// strengths fills in where the comparisons put each entry. Submissions of one text
// share a place.
func (t *tally) strengths() {
	shown := make([]panel.Points, len(t.met))
	for i, v := range t.fit.Value {
		shown[i] = panel.Rounded(v, places)
	}
	for i, e := range t.entries {
		e.Strength = &report.Strength{
			Value: shown[e.at].Decimal(places), SE: decimal(t.fit.SE[e.at], places), Pairs: t.met[e.at],
			Chance: decimal(1/(1+math.Exp(-t.fit.Value[e.at])), 3),
		}
		if !t.fit.Connected() {
			continue
		}
		rank, tied := 1, false
		for k, other := range t.entries {
			switch order := shown[other.at].Cmp(shown[e.at]); {
			case order > 0:
				rank++
			case order == 0 && k != i:
				tied = true
			}
		}
		low, high := t.draws.Interval(e.at, stat.Level)
		low, high = min(low, rank), max(high, rank)
		e.Strength.Rank, e.Strength.Tied, e.Strength.RankLo, e.Strength.RankHi = &rank, tied, &low, &high
	}
}

// needAgreement is how many submissions a rank correlation needs.
const needAgreement = 5

// agreement is the rank correlation of strengths and totals.
func (t *tally) agreement() *report.Agreement {
	var strengths, totals []float64
	for _, e := range t.entries {
		if total, err := panel.ParsePoints(e.Total); err == nil {
			strengths, totals = append(strengths, t.fit.Value[e.at]), append(totals, total.Float())
		}
	}
	tau, ok := stat.KendallTauB(strengths, totals, stat.Level)
	if !ok || tau.N < needAgreement {
		return nil
	}
	return &report.Agreement{TauB: decimal(tau.Mean, 3), Low: decimal(tau.Low, 3), High: decimal(tau.High, 3), N: tau.N}
}

// mostAgainst is how many pairs are named that the totals order the other way.
const mostAgainst = 10

func (t *tally) against() []report.PairwiseAgainst {
	out := []report.PairwiseAgainst{}
	chance := map[report.PairwiseAgainst]float64{}
	for i, lower := range t.entries {
		for _, upper := range t.entries[:i] {
			if lower.at == upper.at || lower.Total == upper.Total {
				continue
			}
			if p := t.fit.Beats(lower.at, upper.at); p >= Sure {
				a := report.PairwiseAgainst{Better: lower.Brand, Worse: upper.Brand, P: decimal(p, 3)}
				out, chance[a] = append(out, a), p
			}
		}
	}
	slices.SortStableFunc(out, func(x, y report.PairwiseAgainst) int { return cmp.Compare(chance[y], chance[x]) })
	return out[:min(mostAgainst, len(out))]
}

// decimal writes a number with at most so many places.
func decimal(v float64, places int) string { return panel.Rounded(v, places).Decimal(places) }
