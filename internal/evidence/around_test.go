package evidence

import (
	"strings"
	"testing"
)

// TestAround quotes what is in brackets; the status, and a word that the note must have.
func TestAround(t *testing.T) {
	const mill = "[the mill grinds six tonnes of rye per shift]"
	for _, tt := range []struct {
		text string
		want Status
		note string
	}{
		{"The vendor claims: the seal is new; " + mill + ".", OutOfScope, "The vendor claims"},
		{"We plan the following: the seal is renewed, the log completed, and " + mill + ".", OutOfScope, "We plan"},
		{"厂家声称：密封圈是新的；[磨坊每班磨六吨黑麦]。", OutOfScope, "厂家声称"},
		{"We did three things: the seal is new; " + mill + ".", Exact, ""},
		{"Either the meter is broken or " + mill + ".", Exact, "Either the meter"},
		{"仪表坏了，或者[磨坊每班磨六吨黑麦]。", Exact, "或者"},
		{"The following is untrue. " + mill + ".", OutOfScope, "The following is untrue"},
		{"以下说法不实。[磨坊每班磨六吨黑麦]。", OutOfScope, "以下说法不实"},
		{"The seal is below the valve. " + mill + ".", Exact, ""},
		{mill + " (since retracted).", Exact, "since retracted"},
		{mill + " – thus the brochure.", Exact, "thus the brochure"},
		{mill + ", and the audit denied it.", Exact, "and the audit denied it"},
		{mill + ", and then the figures were found to be forged.", Exact, "forged"},
		{mill + ", up from two in the year before.", Exact, "goes on: up from two"},
		{mill + ", not because of luck, but because of work.", Exact, "goes on: not because"},
		{"[磨坊每班磨六吨黑麦]，随后停产三个月。", Exact, "goes on: 随后停产"},
		{"[厂房以现金购置完毕了]，而不是贷款。", Exact, "而不是贷款"},
		{mill + ". Unless the seal breaks.", Exact, "Unless the seal breaks"},
		{mill + ". Sadly, this never happened.", Exact, "Sadly"},
		{"[磨坊每班磨六吨黑麦]。假的。", Exact, "假的"},
		{mill + " [4].", Exact, ""},
		{mill + ".[^1]\n\n[^1]: Not confirmed by the test.", Exact, "Not confirmed by the test"},
		{mill + ".[^1]\n\n[^1]: Measured in May.", Exact, ""},
		{"For example, " + mill + ".", Exact, ""},
		{"例如，[磨坊每班磨六吨黑麦]。", Exact, ""},
		{"Lie no. 2: " + mill + ".", Exact, "Lie no. 2:"},
		{"Nobody denies that " + mill + ".", Exact, "that"},
		{"结果与假设相反，[磨坊每班磨六吨黑麦]。", Exact, "相反"},
		{"據說[磨坊每班磨六噸黑麥]。", OutOfScope, "據說"},
		{"假設[磨坊每班磨六噸黑麥]，我們將擴產。", OutOfScope, "假設"},
		{"沒有證據表明[磨坊每班磨六噸黑麥]。", OutOfScope, "沒有證據"},
		{"[磨坊每班磨六噸黑麥]。這並不是真的。", Exact, "這並不是真的"},
		{"The share varies between 10 and [60 % of the wood in the valley].", Altered, "inside a number"},
		{"介于10%和[60%的木柴被节省下来]。", Altered, "inside a number"},
	} {
		before, rest, _ := strings.Cut(tt.text, "[")
		quote, after, _ := strings.Cut(rest, "]")
		c := New(before + quote + after).Verify(quote)
		if c.Status != tt.want || !strings.Contains(c.Note.String(), tt.note) || tt.note == "" && len(c.Note) > 0 {
			t.Errorf("%s: %s (%s), want %s with a note of %q", tt.text, c.Status, c.Note, tt.want, tt.note)
		}
	}
	for _, tt := range []struct{ text, quote string }{
		{"We sold two to three million pumps in Peru.", "We sold 2 to 3,000,000 pumps in Peru."},
		{"The log is written once per second in the mill.", "The log is written once per 2nd in the mill."},
		{"Nine bakeries buy our flour. The roof is flat. None of this is true, however. The company has no debts at all.", "Nine bakeries buy our flour. … The company has no debts at all."},
	} {
		if c := New(tt.text).Verify(tt.quote); c.Status.Proven() {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.text, c.Status, c.Note)
		}
	}
}
