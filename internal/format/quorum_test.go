package format

import (
	"slices"
	"strings"
	"testing"

	"judgement/panel"
	"judgement/report"
)

func TestQuorum(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 9: 6} {
		if got := Quorum(n); got != want {
			t.Errorf("Quorum(%d) = %d, want %d", n, got, want)
		}
	}
}

// TestQuorumSaysCausesOnce: judges that failed of the same cause share a line,
// also across repeats.
func TestQuorumSaysCausesOnce(t *testing.T) {
	var missing []Ended
	for _, slug := range strings.Fields("a b c d e f g h i j k l") {
		missing = append(missing, Ended{Judge: slug, Outcome: "failed", Reason: "can't connect"})
	}
	missing = append(missing, missing[0])
	missing = slices.Insert(missing, 2,
		Ended{Judge: "x", Outcome: "failed", Reason: "no such model"},
		Ended{Judge: "y", Outcome: "refused", Reason: "can't connect"},
		Ended{Judge: "z", Outcome: "refused", Reason: "can't connect"})
	got := NoQuorum(Shortfall{Need: 10, Of: 15, Missing: missing}).Error()
	want := `no quorum for the review: 0 of 15 voting judges answered, at least 10 are needed
12 judges (a, b, c and 9 more): failed: can't connect
x: failed: no such model
2 judges (y, z): refused: can't connect`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestQuorumSaysOverBudgetOnce: each judge's call needs another number of tokens, and
// one of them is enough to say.
func TestQuorumSaysOverBudgetOnce(t *testing.T) {
	got := NoQuorum(Shortfall{Need: 2, Of: 3, Missing: []Ended{
		{Judge: "a", Outcome: "over_budget", Reason: "a call may need 6001"},
		{Judge: "b", Outcome: "failed", Reason: "can't connect"},
		{Judge: "c", Outcome: "over_budget", Reason: "a call may need 6002"},
	}}).Error()
	want := `no quorum for the review: 0 of 3 voting judges answered, at least 2 are needed
2 judges (a, c): over_budget: a call may need 6001
b: failed: can't connect`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCostIsUnknownUnlessAllIsKnown(t *testing.T) {
	usd := func(s string) *report.Money { return &report.Money{Currency: "USD", Amount: panel.MustPoints(s)} }
	one := report.Usage{Calls: 1}
	spent := func(s Spent) (report.Usage, *report.Money) { return s.Usage, s.Cost }
	a, b := Spent{one, usd("0.01")}, Spent{one, usd("0.02")}
	if _, m := Total([]Spent{a, b}, spent); m == nil || m.Amount.Decimal(4) != "0.03" {
		t.Errorf("cost = %+v", m)
	}
	b.Cost = nil
	if _, m := Total([]Spent{a, b}, spent); m != nil {
		t.Errorf("a partly unknown cost was shown as %+v", m)
	}
	b.Cost = &report.Money{Currency: "EUR"}
	if _, m := Total([]Spent{a, b}, spent); m != nil {
		t.Errorf("currencies were added: %+v", m)
	}
}

// TestAbstained: the advice is another one if all who are missing say that they can't judge
// the document.
func TestAbstained(t *testing.T) {
	a, b := Ended{Judge: "a", Outcome: "abstained", Reason: "no figures"}, Ended{Judge: "b", Outcome: "unparsable"}
	if got := NoQuorum(Shortfall{Need: 2, Of: 3, Missing: []Ended{a}}); got.Params["abstained"] == "" {
		t.Errorf("%+v", got.Params)
	}
	for _, missing := range [][]Ended{nil, {a, b}} {
		if got := NoQuorum(Shortfall{Need: 2, Of: 3, Missing: missing}); got.Params["abstained"] != "" {
			t.Errorf("%v: %+v", missing, got.Params)
		}
	}
}
