package report

import "testing"

// TestQuotesOfSheet: the verdict sheet names claims without a quote beside the share of
// quotes that are proven.
func TestQuotesOfSheet(t *testing.T) {
	for lang, want := range map[Lang][2]string{
		English: {"3 of 9 proven", " · 3 claims without a quote"},
		Chinese: {"9 条中 3 条已核实", " · 3 条论断无引文"},
	} {
		found := false
		for _, f := range Drawn(sampleReview(lang), Drawing{})[0].(Sheet).Facts {
			link, ok := f.Text[0].(Link)
			if !ok {
				continue
			}
			found = true
			if link.Text != want[0] || len(f.Text) != 2 || f.Text[1] != Plain(want[1]) || f.Kind != Caution {
				t.Errorf("%s: %v is %s, want %v", lang, f.Text, f.Kind, want)
			}
		}
		if !found {
			t.Errorf("%s: no fact about quotes", lang)
		}
	}
}
