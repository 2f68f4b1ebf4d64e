package format

import (
	"fmt"
	"slices"
	"strings"

	"judgement/internal/jury"
	"judgement/report"
)

// Ended is how asking one judge ended.
type Ended struct {
	Judge   string
	Repeat  int
	Outcome jury.Outcome
	Reason  string // why, if the outcome is not ok
	// Answered says that the judge answered, but not on the lens that lacks its
	// quorum: it is not asked again.
	Answered bool
}

// QuorumError says that too few judges answered.
type QuorumError struct {
	Lens    string // empty: the review as a whole
	Need    int
	Have    int
	Of      int
	Missing []Ended       // those that did not answer
	Usage   report.Usage  // of all judges, what was answered before included
	Cost    *report.Money // nil: unknown
	Fix     string        // what lets the failed calls succeed, empty where that is not known
}

// AsksAgain reports whether running the review again asks some judges again: those
// without a reply that can be used. A judge that scored all lenses but the one that
// lacks its quorum is not asked.
func (e *QuorumError) AsksAgain() bool {
	return slices.ContainsFunc(e.Missing, func(m Ended) bool { return !m.Answered })
}

func (e *QuorumError) Error() string {
	what := "the review"
	if e.Lens != "" {
		what = "lens " + e.Lens
	}
	var b strings.Builder
	fmt.Fprintf(&b, "no quorum for %s: %d of %d voting judges scored, at least %d are needed", what, e.Have, e.Of, e.Need)
	for _, m := range sameMisses(e.Missing) {
		fmt.Fprintf(&b, "\n%s: %s: %s", manyNames(m.judges), m.outcome, m.reason)
	}
	return b.String()
}

// miss is one cause with the judges that it kept from scoring.
type miss struct {
	outcome jury.Outcome
	reason  string
	judges  []string
}

// sameMisses puts judges with the same cause together, in the order in which
// the causes come first.
func sameMisses(missing []Ended) []miss {
	var out []miss
	for _, v := range missing {
		i := slices.IndexFunc(out, func(m miss) bool { return m.outcome == v.Outcome && m.reason == v.Reason })
		if i < 0 {
			i, out = len(out), append(out, miss{outcome: v.Outcome, reason: v.Reason})
		}
		if !slices.Contains(out[i].judges, v.Judge) { // once for all its repeats
			out[i].judges = append(out[i].judges, v.Judge)
		}
	}
	return out
}

// manyNames is how a line begins that is about one judge or more: a long list
// ends with how many there are besides.
func manyNames(names []string) string {
	const shown = 3
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n <= shown+1:
		return fmt.Sprintf("%d judges (%s)", n, strings.Join(names, ", "))
	default:
		return fmt.Sprintf("%d judges (%s and %d more)", n, strings.Join(names[:shown], ", "), n-shown)
	}
}

// Quorum is the least number of n judges that must have answered: two thirds, and
// two if there are two or more.
func Quorum(n int) int { return max((2*n+2)/3, min(n, 2)) }

// Spent is what asking one judge cost.
type Spent struct {
	Usage report.Usage
	Cost  *report.Money // nil: unknown
}

// Total adds what was spent. The cost is unknown as soon as one of the judges made
// calls at an unknown price, or in another currency.
func Total(spent []Spent) (report.Usage, *report.Money) {
	var u report.Usage
	var cost *report.Money
	known := true
	for _, v := range spent {
		u = report.Usage{
			Calls: u.Calls + v.Usage.Calls, FailedCalls: u.FailedCalls + v.Usage.FailedCalls,
			PromptTokens: u.PromptTokens + v.Usage.PromptTokens, CachedTokens: u.CachedTokens + v.Usage.CachedTokens,
			CompletionTokens: u.CompletionTokens + v.Usage.CompletionTokens, Estimated: u.Estimated || v.Usage.Estimated,
		}
		switch {
		case v.Cost == nil:
			known = known && v.Usage.Calls == 0
		case cost == nil:
			cost = &report.Money{Currency: v.Cost.Currency, Amount: v.Cost.Amount}
		case cost.Currency != v.Cost.Currency:
			known = false
		default:
			cost.Amount = cost.Amount.Add(v.Cost.Amount)
		}
	}
	if !known {
		return u, nil
	}
	return u, cost
}
