package format

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/report"
)

// Ended is how asking one judge ended.
type Ended struct {
	Judge   string       `json:"judge"`
	NoModel bool         `json:"no_model,omitempty"` // no language model answered for it
	Repeat  int          `json:"repeat"`
	Outcome jury.Outcome `json:"outcome"`
	Reason  string       `json:"reason,omitempty"` // why, if the outcome is not ok
	Cause   string       `json:"cause,omitempty"`  // of a failed call, in one word
	Says    string       `json:"-"`                // its judgement in a line, if the outcome is ok
	Proven  bool         `json:"-"`                // a quote of it is
	// Answered says that the judge answered, but not on the lens that lacks its
	// quorum: it is not asked again.
	Answered bool `json:"-"`
}

// Shortfall is how the asking of judges ended with too few answers.
type Shortfall struct {
	Lens           string // empty: the review as a whole
	Need, Have, Of int
	Missing        []Ended       // those that did not answer
	Usage          report.Usage  // of all judges, what was answered before included
	Cost           *report.Money // nil: unknown
}

// NoQuorum is the error of too few answers: fault.OverBudget, fault.NoAnswers if
// failed calls may succeed later, or fault.NoUsable. Its parameter again is set if
// running the review again asks some judges again: those without a reply that can
// be used. A judge that scored all lenses except the one that lacks its quorum is
// not asked. Its parameter abstained is set if all missing judges say that they can't judge
// the document.
func NoQuorum(s Shortfall) *fault.Error {
	code, what, again, budget := fault.NoUsable, "the review", "", ""
	if s.Lens != "" {
		what = "lens " + s.Lens
	}
	judges := map[[2]string][]string{} // by outcome and reason
	var causes [][2]string
	for _, m := range s.Missing {
		switch {
		case m.Outcome == jury.OverBudget:
			code, budget = fault.OverBudget, cmp.Or(budget, m.Reason)
			m.Reason = budget // each has the numbers of its own call: the first ones are enough
		case m.Outcome == jury.Failed && code != fault.OverBudget:
			code = fault.NoAnswers
		}
		if !m.Answered {
			again = "yes"
		}
		cause := [2]string{string(m.Outcome), m.Reason}
		if judges[cause] == nil {
			causes = append(causes, cause)
		}
		if !slices.Contains(judges[cause], m.Judge) { // once for all its repeats
			judges[cause] = append(judges[cause], m.Judge)
		}
	}
	misses := ""
	for _, c := range causes {
		misses += fmt.Sprintf("\n%s: %s: %s", manyNames(judges[c]), c[0], text.OneLine(c[1])) // each line is an entry
	}
	abstained := ""
	if len(s.Missing) > 0 && !slices.ContainsFunc(s.Missing, func(m Ended) bool { return m.Outcome != jury.Abstained }) {
		abstained = "yes"
	}
	e := fault.New(code, nil, "what", what, "have", strconv.Itoa(s.Have), "of", strconv.Itoa(s.Of), "need", strconv.Itoa(s.Need),
		"misses", misses, "again", again, "abstained", abstained)
	if s.Usage.Calls > 0 {
		spent, _ := json.Marshal(Spent{s.Usage, s.Cost}) // numbers and an amount always encode
		e.Params["spent"] = string(spent)
	}
	return e
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
func Total[T any](list []T, spent func(T) (report.Usage, *report.Money)) (sum report.Usage, cost *report.Money) {
	known := true
	for _, v := range list {
		u, c := spent(v)
		sum = report.Usage(llm.Usage(sum).Add(llm.Usage(u)))
		switch {
		case c == nil:
			known = known && u.Calls == 0
		case cost == nil:
			cost = &report.Money{Currency: c.Currency, Amount: c.Amount}
		case cost.Currency != c.Currency:
			known = false
		default:
			cost.Amount = cost.Amount.Add(c.Amount)
		}
	}
	if !known {
		return sum, nil
	}
	return sum, cost
}
