package report

import (
	"testing"

	"judgement/panel"
)

func TestMoney(t *testing.T) {
	for amount, want := range map[string]string{"0": "USD 0", "0.0123": "USD 0.0123", "0.0000001": "USD < 0.000001", "12": "USD 12"} {
		if got := (Money{"USD", panel.MustPoints(amount)}).String(); got != want {
			t.Errorf("%s is shown as %q, want %q", amount, got, want)
		}
	}
}

// TestPartCost: the known part of a cost is said with the models that have no price.
func TestPartCost(t *testing.T) {
	t.Parallel()
	usd := &Money{Currency: "USD", Amount: panel.PointsOf(2)}
	verdicts := []Verdict{{Model: "big", Usage: Usage{Calls: 1}, Cost: usd}, {Model: "big", Usage: Usage{Calls: 1}, Cost: usd}, {Model: "idle"}}
	reader := &IntegrityReading{Model: "reader", Usage: Usage{Calls: 1}}
	if got, want := PartCost(reader.Parts(verdicts)).Say(English), "at least USD 4, without the price of reader"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	euro := append(verdicts[:2:2], Verdict{Usage: Usage{Calls: 1}, Cost: &Money{Currency: "EUR"}})
	for _, got := range []*Partial{PartCost(reader.Parts(nil)), PartCost((*IntegrityReading)(nil).Parts(verdicts)), PartCost(reader.Parts(euro))} {
		if got != nil {
			t.Errorf("%+v", got)
		}
	}
}
