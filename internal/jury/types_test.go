package jury

import "testing"

// TestCountAnswers: the last time that a phase ran counts, and a judge without an
// outcome gave nothing of use.
func TestCountAnswers(t *testing.T) {
	good, bad := OK, Unparsable
	unusable, all := CountAnswers([]Event{
		{Type: PhaseStarted, Phase: "score"},
		{Type: JudgeFinished, Phase: "score", Outcome: &bad},
		{Type: PhaseStarted, Phase: "score"},
		{Type: JudgeStarted, Phase: "score"},
		{Type: JudgeFinished, Phase: "score", Outcome: &good},
		{Type: JudgeFinished, Phase: "score"},
		{Type: PhaseStarted, Phase: "compare"},
		{Type: JudgeFinished, Phase: "compare", Outcome: &good},
		{Type: JobDone},
	})
	if unusable != 1 || all != 3 {
		t.Errorf("%d of %d", unusable, all)
	}
}
