package evidence

import (
	"strings"
	"sync"
	"testing"
)

func TestPagesAndCheck(t *testing.T) {
	text := readTestdata(t, "en.md")
	half := len(text) / 2
	x := New(text, WithPages(func(offset int) int {
		if offset < half {
			return 1
		}
		return 2
	}))
	early, late := x.Verify("None of them had an alarm"), x.Verify("Gross margin is 61%, up from 54%.")
	if early.Page != 1 || late.Page != 2 {
		t.Errorf("pages %d and %d", early.Page, late.Page)
	}
	if !x.Check(late) {
		t.Error("Check refuses what was just found")
	}
	changed := New(strings.Replace(text, "61%", "62%", 1))
	if changed.Check(late) {
		t.Error("Check accepts a changed document")
	}
	late.Status = Altered
	if x.Check(late) {
		t.Error("Check confirms an altered quote")
	}
	if x.Check(Citation{Quote: "x", Status: Exact, Start: 5, End: len(text) + 1}) {
		t.Error("Check accepts offsets beyond the document")
	}
}

// TestLargeDocument looks for an altered and a misspelt quote where windows
// are chosen by grams.
func TestLargeDocument(t *testing.T) {
	text := longText(2_000_000, false)
	x := New(text)
	quote := spans(text, 1, 600)[0]
	quote = strings.TrimSpace(quote[:strings.LastIndex(quote, "euros.")+len("euros.")])
	start := strings.Index(text, quote)
	typo := strings.Replace(quote, " costs", " cosst", 1)
	if c := x.Verify(typo); c.Status != Near || c.Start != start || c.End != start+len(quote) {
		t.Errorf("misspelt quote: %s at %d-%d (%s), want %d-%d", c.Status, c.Start, c.End, c.Note, start, start+len(quote))
	}
	if c := x.Verify(strings.Replace(quote, " euros", " dollars", 1)); c.Status != Altered {
		t.Errorf("altered quote: %s", c.Status)
	}
}

// TestOutOfScopeElsewhere: a quote that the document has in another scope is not from another source, even
// if the judge's skill has it, too.
func TestOutOfScopeElsewhere(t *testing.T) {
	const words = "we stop buying crates and return the money"
	x := New("If fewer than 20 growers stay, "+words+".", WithOthers(map[string]string{"skill": "For example: " + words + "."}))
	if c := x.Verify(words); c.Status != OutOfScope || c.Start < 0 {
		t.Errorf("%s at %d (%s)", c.Status, c.Start, c.Note)
	}
}

func TestConcurrentUse(t *testing.T) {
	x := New(readTestdata(t, "zh.md"), WithOthers(map[string]string{"skill": "先问清楚谁会用到这个结论再打分。"}))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if c := x.Verify("先问清楚谁会用到这个结论"); c.Status != WrongSource {
				t.Errorf("status %s", c.Status)
			}
			if c := x.Verify("全年收入为三千万元"); c.Status != Exact {
				t.Errorf("status %s (%s)", c.Status, c.Note)
			}
		})
	}
	wg.Wait()
}
