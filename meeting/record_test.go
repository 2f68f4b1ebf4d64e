package meeting

import "testing"

// TestCitations: citations come in the order of the file, and damage is an error.
func TestCitations(t *testing.T) {
	got, err := Format{}.Record().Citations([]byte(`{"views":[
		{"highlights":[{"citations":[{"quote":"a"},{"quote":"b"}]}],"shortcomings":[{"citations":[{"quote":"c"}]}]},
		{"shortcomings":[{"citations":[{"quote":"d"}]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	quotes := ""
	for _, c := range got {
		quotes += c.Quote
	}
	if quotes != "abcd" {
		t.Errorf("quotes %s", quotes)
	}
	for _, data := range []string{``, `{"views":[{]}`, `{"views":[{"highlights":[{"citations":[{"start":"x"}]}]}]}`} {
		if _, err := citations([]byte(data)); err == nil {
			t.Errorf("%s is taken for whole", data)
		}
	}
}
