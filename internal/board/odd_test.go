package board_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"judgement/internal/board"
	"judgement/panel"
)

// TestOddCompetitions: whatever the scores, weights and rules are, the board is
// sane and twice the same.
func TestOddCompetitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	for round := range 600 {
		judges, lenses := 1+rng.IntN(4), 1+rng.IntN(3)
		p := jury(judges, lenses)
		for j := range p.Judges {
			w, err := panel.ParsePoints(pick("0", "1", "0.000001", "1000000", "3"))
			if err != nil {
				t.Fatal(err)
			}
			p.Judges[j].Weight = w
			if rng.IntN(4) == 0 {
				p.Judges[j].Lenses = []string{fmt.Sprintf("l%d", rng.IntN(lenses))}
			}
		}
		for l := range p.Lenses {
			m, err := panel.ParsePoints(pick("10", "0.01", "1000000", "100"))
			if err != nil {
				t.Fatal(err)
			}
			p.Lenses[l].MaxScore = m
		}
		var subs []board.Submission
		for i := range rng.IntN(14) {
			var words []string
			for range judges {
				var w []string
				for range lenses {
					w = append(w, pick("-", "0", "5", "5", "0.005", "10", "1000000", "0.01", "7.333333333"))
				}
				words = append(words, pick(strings.Join(w, " "), strings.Join(w, " "), "!"))
			}
			subs = append(subs, entry(t, p, fmt.Sprintf("s%02d", i), words...))
		}
		rules := board.Rules{Trim: rng.IntN(3), Severity: rng.IntN(2) == 0, TieBreaks: []string{"l0"}[:rng.IntN(2)], Draws: 50}
		b := board.Build(append([]board.Submission(nil), subs...), rules)
		again := board.Build(append([]board.Submission(nil), subs...), rules)
		if board.Compare(again, b) {
			t.Errorf("round %d: the same scores give another board", round)
		}
		sane(t, b)
		if len(b.Entries)+len(b.Excluded) != len(subs) {
			t.Errorf("round %d: %d ranked and %d not of %d", round, len(b.Entries), len(b.Excluded), len(subs))
		}
		if t.Failed() {
			t.Fatalf("round %d: %+v", round, rules)
		}
	}
}
