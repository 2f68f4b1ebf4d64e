package attribution_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/attribution"
)

// TestOutcomesTellTheirTime: a rule's outcome carries the time of its run and
// is never earlier than the line before it, also where a killed run goes on.
func TestOutcomesTellTheirTime(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.accepted("acme")
	w.write("data/sales.csv", "month,units\n2026-06,150\n")
	times := func(want ...string) {
		t.Helper()
		w.run(attribution.Options{})
		var got []string
		for line := range strings.Lines(w.read("cases/" + c.ID + "/outcomes.jsonl")) {
			_, at, _ := strings.Cut(line, `"at":"`)
			got = append(got, at[:len("2026-04-05T17:59:22Z")])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("times of the outcomes (-want +got):\n%s", diff)
		}
	}
	w.now = time.Date(2026, 4, 5, 17, 59, 22, 5e8, time.UTC)
	times("2026-04-05T17:59:22Z")
	// Undone and decided again by another run of that day: that run's own time.
	w.now = w.now.Add(time.Minute)
	if _, err := w.Undo(t.Context(), c.ID, "v1-2", "misread"); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Minute)
	times("2026-04-05T17:59:22Z", "2026-04-05T18:00:22Z", "2026-04-05T18:01:22Z")
	// A person's line came between a killed run and the one that goes on.
	w.now = w.now.Add(time.Minute)
	if _, err := w.Undo(t.Context(), c.ID, "v1-2", "misread"); err != nil {
		t.Fatal(err)
	}
	w.write("cases/.attribution/begun.json", `{"schema":1,"today":"2026-04-05","receipt":3,"at":"2026-04-05T18:01:30Z"}`)
	w.now = w.now.Add(time.Minute)
	times("2026-04-05T17:59:22Z", "2026-04-05T18:00:22Z", "2026-04-05T18:01:22Z", "2026-04-05T18:02:22Z", "2026-04-05T18:02:22Z")
}
