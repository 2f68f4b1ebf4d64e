package review

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/llmtest"
	"judgement/panel"
	"judgement/report"
)

// autoRun is a run of two judges that vote, of which b scores three times by the panel,
// and a viewpoint.
func autoRun(t *testing.T) *Run {
	t.Helper()
	in := input(t)
	in.Panel = testPanel(dim("a"), dim("b"), panel.Judge{Slug: "v", Category: panel.Anchor, Weight: panel.PointsOf(1)})
	for i := range in.Panel.Judges {
		in.Panel.Judges[i].SkillPath = "judges/a/SKILL.md"
	}
	in.Panel.Judges[1].Repeats = 3
	in.Options.Repeats, in.Options.Auto = 8, true
	return newTestRun(t, in)
}

// play asks a run for its rounds; reply says how each call ends.
func play(t *testing.T, r *Run, reply func(judge string, repeat int) jury.Answer) []format.Round {
	t.Helper()
	var asked []format.Round
	for range 20 {
		next, err := r.Next(format.Version{}, asked)
		if err != nil {
			t.Fatal(err)
		}
		if next == nil {
			return asked
		}
		for _, c := range next.Calls {
			a := reply(c.Judge, c.Repeat)
			a.Judge, a.Repeat = c.Judge, c.Repeat
			next.Answers = append(next.Answers, a)
		}
		asked = append(asked, *next)
	}
	t.Fatal("the run does not end")
	return nil
}

func scored(x, y string) jury.Answer {
	return jury.Answer{Outcome: jury.OK, Reply: ok("", x, y), Usage: llm.Usage{Calls: 1}}
}

// TestRepeatsUntilSettled: all are asked once, then as often as is fixed, then only those
// that are asked until the grade is settled.
func TestRepeatsUntilSettled(t *testing.T) {
	over := jury.Answer{Outcome: jury.OverBudget, Reason: "spent"}
	for _, c := range []struct {
		name  string
		reply func(judge string, repeat int) jury.Answer
		want  report.Repeats
		calls []int // by round
	}{
		{"far from a grade's boundary", func(string, int) jury.Answer { return scored("46", "31") }, report.Repeats{Used: 2, Most: 8, Stop: report.RepeatsSettled}, []int{3, 4}},
		{"on a boundary", func(string, int) jury.Answer { return scored("51", "34") }, report.Repeats{Used: 8, Most: 8, Stop: report.RepeatsMost}, []int{3, 4, 1, 1, 1, 1, 1, 1}},
		{"wide at first", func(judge string, repeat int) jury.Answer {
			if judge == "a" && repeat == 0 {
				return scored("40", "20")
			}
			return scored("46", "31")
		}, report.Repeats{Used: 3, Most: 8, Stop: report.RepeatsSettled}, []int{3, 4, 1}},
		{"the budget ends", func(_ string, repeat int) jury.Answer {
			if repeat >= 3 {
				return over
			}
			return scored("51", "34")
		}, report.Repeats{Used: 3, Most: 8, Stop: report.RepeatsBudget}, []int{3, 4, 1, 1}},
		{"a budget for one", func(_ string, repeat int) jury.Answer {
			if repeat >= 1 {
				return over
			}
			return scored("46", "31")
		}, report.Repeats{Used: 1, Most: 8, Stop: report.RepeatsBudget}, []int{3, 4}},
		{"the server is gone", func(_ string, repeat int) jury.Answer {
			if repeat >= 3 {
				return jury.Answer{Outcome: jury.Failed, Reason: "gone"}
			}
			return scored("51", "34")
		}, report.Repeats{Used: 4, Most: 8, Stop: report.RepeatsFailed}, []int{3, 4, 1, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := autoRun(t)
			asked := play(t, r, c.reply)
			var calls []int
			for _, round := range asked {
				calls = append(calls, len(round.Calls))
			}
			if diff := cmp.Diff(c.calls, calls); diff != "" {
				t.Error("calls by round:", diff)
			}
			j, err := r.Judge(format.Version{}, asked)
			if err != nil {
				t.Fatal(err)
			}
			judged := j.(*Judgement)
			if diff := cmp.Diff(&c.want, judged.Result.Repeats); diff != "" {
				t.Error(diff)
			}
			for _, v := range judged.Verdicts {
				if v.Outcome == string(jury.OverBudget) {
					t.Errorf("%s has a verdict that was not made for the budget", v.Judge)
				}
			}
			stored, err := json.Marshal(judged.Verdicts)
			if err != nil {
				t.Fatal(err)
			}
			again, err := r.Reread(func(string) ([]byte, error) { return stored, nil }, format.Reread{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(judged.Result, again.(*Judgement).Result); diff != "" {
				t.Error("read again:", diff)
			}
		})
	}
}

// TestPartOfARepeatSettlesNothing: the judges that a spent budget left out count with
// what they said before, which is no agreement.
func TestPartOfARepeatSettlesNothing(t *testing.T) {
	in := input(t)
	in.Panel = testPanel(dim("a"), dim("b"), dim("c"))
	for i := range in.Panel.Judges {
		in.Panel.Judges[i].SkillPath = "judges/a/SKILL.md"
	}
	in.Options.Repeats, in.Options.Auto = 8, true
	r := newTestRun(t, in)
	asked := play(t, r, func(judge string, repeat int) jury.Answer {
		if repeat == 1 && judge != "a" {
			return jury.Answer{Outcome: jury.OverBudget}
		}
		return scored("46", "31")
	})
	j, err := r.Judge(format.Version{}, asked)
	if err != nil {
		t.Fatal(err)
	}
	want := &report.Repeats{Used: 2, Most: 8, Stop: report.RepeatsBudget}
	if diff := cmp.Diff(want, j.(*Judgement).Result.Repeats); diff != "" || len(asked) != 2 {
		t.Errorf("%d rounds\n%s", len(asked), diff)
	}
}

// TestFixedRepeatsAreOneRound: without auto nothing is asked again.
func TestFixedRepeatsAreOneRound(t *testing.T) {
	r := newTestRun(t, input(t))
	asked := play(t, r, func(judge string, _ int) jury.Answer {
		if judge == "b" {
			return scored("", "34")
		}
		return scored("51", "34")
	})
	if len(asked) != 1 || len(asked[0].Calls) != 4 {
		t.Errorf("%d rounds", len(asked))
	}
	j, err := r.Judge(format.Version{}, asked)
	if err != nil || j.(*Judgement).Result.Repeats != nil {
		t.Errorf("repeats %+v, %v", j, err)
	}
}

// TestExpectedCalls: of 8 repeats 3.18 are expected, fixed ones and viewpoints all.
func TestExpectedCalls(t *testing.T) {
	r := autoRun(t)
	preview, err := r.Preview(format.Version{}, func(_ []panel.Judge, calls []jury.Call) ([]jury.Call, []jury.Answer, error) {
		return calls, nil, nil
	})
	if err != nil || len(preview) != 8+3+2 {
		t.Fatalf("%d calls at most, %v", len(preview), err)
	}
	r.Share(preview)
	models := llmtest.Models(func(string) llm.Info { return llm.Info{Name: "m"} })
	if e := format.Expect(preview, models, 0); e.Calls != 8 { // 8.18
		t.Errorf("%d calls are expected", e.Calls)
	}
}

// TestGradeProbabilities: judges that agree far from a boundary are surer of the grade
// than judges near one.
func TestGradeProbabilities(t *testing.T) {
	of := func(grade string, a, b string) float64 {
		r := autoRun(t)
		result, err := r.aggregate([]report.Verdict{ok("a", a, "31"), ok("b", b, "31")})
		if err != nil {
			t.Fatal(err)
		}
		sum, p := 0.0, 0.0
		for _, g := range result.Probabilities {
			sum += g.P
			if g.Grade == grade {
				p = g.P
			}
		}
		if len(result.Probabilities) != 5 || math.Abs(sum-1) > 1e-3 || result.Probabilities[0].Grade != "S" {
			t.Errorf("probabilities %+v", result.Probabilities)
		}
		return p
	}
	if sure, unsure := of("B", "46", "46"), of("B", "40", "53"); sure <= unsure || sure < 0.4 {
		t.Errorf("judges that agree give B %.2f, others %.2f", sure, unsure)
	}
	// One judge alone, once: nothing is known.
	in := input(t)
	in.Panel = testPanel(dim("a"))
	in.Panel.Judges[0].SkillPath = "judges/a/SKILL.md"
	result, err := newTestRun(t, in).aggregate([]report.Verdict{ok("a", "46", "31")})
	if err != nil || result.Probabilities != nil {
		t.Errorf("probabilities %+v, %v", result.Probabilities, err)
	}
}
