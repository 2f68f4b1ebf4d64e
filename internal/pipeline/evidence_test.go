package pipeline_test

import (
	"encoding/json"
	"strings"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// TestUnprovenQuotes has one judge invent and alter quotes. It is asked exactly
// once more, with the failures named; what still fails is marked in the report
// and counted.
func TestUnprovenQuotes(t *testing.T) {
	const invented = "Ninety per cent of all passengers would pay twice as much for it."
	const altered = "We asked fifty passengers at two piers what a late ferry costs them."
	lie := func(r fakeserver.Request) string {
		reply := fakeserver.Score(r)
		for i := range reply.Scores {
			switch reply.Scores[i].Lens {
			case "lens-0":
				reply.Scores[i].Quotes = []string{invented}
			case "lens-1":
				reply.Scores[i].Quotes = []string{altered}
			case "lens-2":
				reply.Scores[i].Quotes = nil
			}
		}
		reply.MustFix, reply.Suggestions = nil, nil
		b, _ := json.Marshal(reply)
		return string(b)
	}
	for _, mends := range []bool{false, true} {
		name := map[bool]string{false: "stays with them", true: "mends them"}[mends]
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 2, fakeserver.Options{Responder: func(r fakeserver.Request) string {
				if judgeOf(r) == "judge-1" && (!mends || r.Attempt == 0) {
					return lie(r)
				}
				return fakeserver.Answer(r)
			}})
			r := w.mustReview(t, specOf("acme", plain))
			if a, b := len(w.seen.of("judge-0")), len(w.seen.of("judge-1")); a != 1 || b != 2 {
				t.Errorf("the honest judge was asked %d times, the other %d times; want 1 and 2", a, b)
			}
			again := w.seen.of("judge-1")[1].Messages
			if len(again) != 4 || again[2].Role != "assistant" || again[3].Role != "user" {
				t.Fatalf("the second call has %d messages", len(again))
			}
			contains(t, "the second call", again[3].Content, "These quotes do not stand in the document as you gave them:\n",
				`lens lens-0: "`+invented+`" (not found`, `lens lens-1: "`+altered+`" (a number, unit, negation or comparison differs`)
			if strings.Contains(again[3].Content, "lens-3") {
				t.Errorf("proven quotes are named too:\n%s", again[3].Content)
			}
			md := w.file(t, "reports/t-acme/report.md")
			marked := strings.Count(md, "✗ “")
			e := scored(r).Result.Evidence
			if mends {
				if marked != 0 || e.Proven != e.Total {
					t.Errorf("%d quotes are marked, %d of %d proven", marked, e.Proven, e.Total)
				}
				return
			}
			contains(t, "report.md", md, "✗ “"+invented+"”", "✗ “"+altered+"”")
			counts := map[string]int{}
			for _, c := range e.ByStatus {
				counts[c.Status] = c.Count
			}
			if counts["not_found"] != 1 || counts["altered"] != 1 || counts["uncited"] != 1 || e.Total-e.Proven != 2 {
				t.Errorf("counts %v, %d of %d proven", counts, e.Proven, e.Total)
			}
			checkCells(t, scored(r).Verdicts[1], goodScores(t, w.seen.of("judge-1")[0]))
		})
	}
}
