package report

import "testing"

// TestChanceIsRoundedDown: groups are separated at 95%, so that what does not reach it is
// not shown as 95%.
func TestChanceIsRoundedDown(t *testing.T) {
	for p, want := range map[string]string{
		"0.946": "94%", "0.95": "95%", "0.9599": "95%", "0.99": "99%", "0.996": "> 99%",
		"0.5": "50%", "0.01": "1%", "0.019": "1%", "0.004": "< 1%",
	} {
		if got := (BoardEntry{PBeatsNext: &p}).Chance(); got != want {
			t.Errorf("%s is shown as %s, want %s", p, got, want)
		}
	}
}
