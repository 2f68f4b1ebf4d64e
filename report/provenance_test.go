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
