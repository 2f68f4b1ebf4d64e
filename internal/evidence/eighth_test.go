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

// TestNegationInItsClause: a note shows a bare negation with the clause around it, if that is short.
func TestNegationInItsClause(t *testing.T) {
	for document, want := range map[string]string{
		"[水泵已经运行四十天]，还没有测过。屋顶是新的。":                                                          "the document says “还没有测过” after the quote",
		"屋顶是新的。水泵没有坏，[它已经运行四十天]。":                                                           "the document says “水泵没有坏” before the quote",
		"[The pump runs for 40 days], not in the winter.":                                   "the document says “not in the winter” after the quote",
		"The pump is not [profitable in the winter months].":                                "the document says “The pump is not” before the quote",
		"The old pump of the mill of the lake in the valley is not [profitable in winter].": "the document says “not” before the quote",
	} {
		if c := verifyBracketed(t, document); c.Note.String() != want {
			t.Errorf("%s: %s (%s)", document, c.Status, c.Note)
		}
	}
}
