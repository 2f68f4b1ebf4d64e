package storagetest

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/fault"
)

// deletedCases deletes a case: nothing of it is left, others stay, its number is not
// used again, and no check misses it.
func deletedCases(t *testing.T, st casefile.Storage) {
	c, other := openCase(t, st, "acme"), openCase(t, st, "zeta")
	publish(t, c)
	publish(t, c)
	publish(t, other)
	open, err := c.Begin(t.Context(), casefile.Plan{Key: "open", JSON: []byte("{}"), Date: "2026-03-01", Document: []byte("The text."), DocumentJSON: []byte("{}\n")})
	if err != nil {
		t.Fatal(err)
	}
	cs := casefile.New(st, clock)
	if _, err := cs.Delete(t.Context(), c.ID, false); !errors.Is(err, fault.Busy) {
		t.Errorf("delete a case that is judged: %v", err)
	}
	open.Close()
	listed, err := cs.Delete(t.Context(), c.ID, true)
	if err != nil || len(listed) < 20 {
		t.Fatalf("the dry run lists %d files, %v", len(listed), err)
	}
	if _, err := cs.Find(t.Context(), "acme"); err != nil {
		t.Errorf("after the dry run: %v", err)
	}
	if _, err := cs.Delete(t.Context(), c.ID, false); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"cases/" + c.ID, "reports/acme"} {
		if names, err := st.List(t.Context(), dir); len(names) > 0 || err != nil {
			t.Errorf("%s has %q, %v", dir, names, err)
		}
	}
	for _, name := range []string{c.ID, "acme"} {
		if _, err := cs.Find(t.Context(), name); !errors.Is(err, fault.UnknownCase) {
			t.Errorf("find %s: %v", name, err)
		}
	}
	if _, err := cs.Find(t.Context(), c.ID); !strings.Contains(err.Error(), "deleted on 2026-") {
		t.Errorf("find the number: %v", err)
	}
	if lost, err := cs.Lost(t.Context()); len(lost) > 0 || err != nil {
		t.Errorf("lost cases: %v, %v", lost, err)
	}
	if again := openCase(t, st, "acme"); again.ID != "C-2026-0003" {
		t.Errorf("the brand comes again as %s", again.ID)
	}
	if _, err := cs.Find(t.Context(), "zeta"); err != nil {
		t.Errorf("the other case: %v", err)
	}
}
