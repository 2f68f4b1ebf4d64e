package evidence

import "testing"

// TestEighth holds the eighth set, of honest forms with dishonest neighbours.
func TestEighth(t *testing.T) {
	checkSet(t, readTestdata(t, "eighth.txt"))
}

// TestNamedPage: a page that a judge names is compared with that of the place, if it is known.
func TestNamedPage(t *testing.T) {
	x := New("The road is old. The mill pays all of its workers.", WithPages(func(int) int { return 3 }))
	for quote, noted := range map[string]bool{
		"The mill pays all of its workers (p. 3)":      false,
		"The mill pays all of its workers (pp. 2-4)":   false,
		"Page 4: The mill pays all of its workers":     true,
		"The mill pays all of its workers. (page 12)":  true,
		"The mill pays all of its workers (Section 4)": false,
		"The mill pays all of its workers（第4页）":        true,
	} {
		c := x.Verify(quote)
		if c.Status != Normalised || (len(c.Note) > 0) != noted || !x.Check(c) {
			t.Errorf("%s: %s (%s)", quote, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}
