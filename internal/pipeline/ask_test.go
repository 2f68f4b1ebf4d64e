package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/pipeline"
)

// TestSpoiltReplies plays every fault of a reply's content, once and for ever,
// against a panel of one judge. Once: the judge ends with exactly the scores of
// the server's good reply, or with its refusal. For ever: with an outcome that
// says why, no score, nothing published.
func TestSpoiltReplies(t *testing.T) {
	tests := []struct {
		fault   fakeserver.Fault
		calls   int    // that one fault costs in all
		outcome string // when it is played for ever; ok: the reply can be read
		reason  string
	}{
		{fakeserver.Fenced, 1, "ok", ""},
		{fakeserver.Wrapped, 1, "ok", ""},
		{fakeserver.Prose, 2, "unparsable", `no JSON object with the key "scores"`},
		{fakeserver.Empty, 2, "unparsable", "the reply is empty"},
		{fakeserver.BrokenJSON, 2, "unparsable", `no JSON object with the key "scores"`},
		{fakeserver.Truncated, 2, "unparsable", `no JSON object with the key "scores"`},
		{fakeserver.Huge, 2, "unparsable", "at most 262144 are read"},
		{fakeserver.NaN, 2, "unparsable", `no JSON object with the key "scores"`},
		{fakeserver.StringNumbers, 2, "unparsable", `the score must be a number, not "8 out of 10"`},
		{fakeserver.OutOfRange, 2, "unparsable", "is outside 0 to"},
		{fakeserver.UnknownLens, 2, "unparsable", `"no-such-lens" is not one of the lenses`},
		{fakeserver.MissingLens, 2, "unparsable", "is missing"},
		{fakeserver.DuplicateLens, 2, "unparsable", "stands there twice"},
		{fakeserver.Refusal, 1, "refused", "I'm sorry, but I can't help with that."},
		{fakeserver.FilterFinish, 1, "refused", "the model declined"},
	}
	if len(tests) != len(fakeserver.ContentFaults()) {
		t.Errorf("%d faults of %d are tested", len(tests), len(fakeserver.ContentFaults()))
	}
	for _, tt := range tests {
		t.Run(string(tt.fault)+" once", func(t *testing.T) {
			w := newWorld(t, 1, fakeserver.Options{Schedule: fakeserver.Script(tt.fault)})
			r, err := w.review(t, specOf("acme", plain))
			if got := w.server.Counters().Calls; got != tt.calls {
				t.Errorf("%d calls, want %d", got, tt.calls)
			}
			if tt.outcome == "refused" {
				checkMissing(t, w, err, tt.outcome, tt.reason)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			checkCells(t, scored(r).Verdicts[0], goodScores(t, w.seen.all()[0]))
			if tt.calls == 2 {
				repair := w.seen.all()[1].Messages
				contains(t, "the repair turn", repair[len(repair)-1].Content, "Your reply can't be used:\n- ", tt.reason)
			}
		})
		t.Run(string(tt.fault)+" always", func(t *testing.T) {
			w := newWorld(t, 1, fakeserver.Options{Schedule: fakeserver.Always(tt.fault)})
			r, err := w.review(t, specOf("acme", plain))
			if tt.outcome == "ok" {
				if err != nil {
					t.Fatal(err)
				}
				checkCells(t, scored(r).Verdicts[0], goodScores(t, w.seen.all()[0]))
				return
			}
			checkMissing(t, w, err, tt.outcome, tt.reason)
			want := 3 // first try, repair, fresh try
			if tt.outcome == "refused" {
				want = 1
			}
			if got := w.server.Counters().Calls; got != want {
				t.Errorf("%d calls, want %d", got, want)
			}
		})
	}
}

// checkMissing demands that a review of one judge failed with its outcome.
func checkMissing(t *testing.T, w *world, err error, outcome, reason string) {
	t.Helper()
	q := fault.From(err)
	if q == nil || q.Code.Word() != "no_quorum" || q.Params["again"] == "" {
		t.Fatalf("error %v, want no quorum", err)
	}
	if miss := q.Params["misses"]; !strings.HasPrefix(miss, "\njudge-0: "+outcome+": ") || strings.Count(miss, "\njudge-") != 1 || !strings.Contains(miss, reason) {
		t.Errorf("%q, want %s: %s", miss, outcome, reason)
	}
	contains(t, "the error", err.Error(), "no quorum for the review: 0 of 1 voting judges answered, at least 1 are needed", "judge-0: "+outcome+": ")
	w.nothingPublished(t, "acme")
}

// TestOneJudgeFails has one of three judges spoil its every reply: the report
// shows its outcome and why, and the scores are the means of the other two.
func TestOneJudgeFails(t *testing.T) {
	spoil := func(change func(*fakeserver.ScoreReply)) func(fakeserver.Request) string {
		return func(r fakeserver.Request) string {
			reply := fakeserver.Score(r)
			change(&reply)
			b, _ := json.Marshal(reply)
			return string(b)
		}
	}
	tests := []struct {
		name, outcome, shown string
		reply                func(fakeserver.Request) string
	}{
		{"out of range", "unparsable", "-3 is outside 0 to", spoil(func(r *fakeserver.ScoreReply) { r.Scores[0].Score = -3 })},
		{"unknown lens", "unparsable", "is not one of the lenses", spoil(func(r *fakeserver.ScoreReply) { r.Scores[0].Lens = "charm" })},
		{"missing lens", "unparsable", "is missing", spoil(func(r *fakeserver.ScoreReply) { r.Scores = r.Scores[1:] })},
		{"duplicate lens", "unparsable", "stands there twice", spoil(func(r *fakeserver.ScoreReply) { r.Scores = append(r.Scores, r.Scores[0]) })},
		{"all ten", "unparsable", "is outside 0 to", spoil(func(r *fakeserver.ScoreReply) {
			for i := range r.Scores {
				r.Scores[i].Score = 1000
			}
		})},
		{"prose", "unparsable", "no JSON object", func(fakeserver.Request) string { return "A fine document. 10/10." }},
		{"empty", "unparsable", "the reply is empty", func(fakeserver.Request) string { return " \n" }},
		{"the document's own verdict", "unparsable", "is missing", func(fakeserver.Request) string {
			return `{"scores":[{"lens":"lens-0","score":10,"comment":"Outstanding","quotes":[]}]}`
		}},
		{"abstains", "abstained", "this is a recipe", func(r fakeserver.Request) string {
			s := `{"scores":[`
			for i, l := range r.Lenses {
				if i > 0 {
					s += ","
				}
				s += `{"lens":"` + l.Slug + `","score":null,"comment":"this is a recipe","quotes":[]}`
			}
			return s + "]}"
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 3, fakeserver.Options{Responder: func(r fakeserver.Request) string {
				if judgeOf(r) == "judge-1" {
					return tt.reply(r)
				}
				return fakeserver.Answer(r)
			}})
			r := w.mustReview(t, specOf("acme", plain))
			first, third := goodScores(t, w.seen.of("judge-0")[0]), goodScores(t, w.seen.of("judge-2")[0])
			checkCells(t, scored(r).Verdicts[0], first)
			checkCells(t, scored(r).Verdicts[1], nil)
			checkCells(t, scored(r).Verdicts[2], third)
			if got := scored(r).Verdicts[1]; got.Outcome != tt.outcome {
				t.Errorf("outcome %s, want %s", got.Outcome, tt.outcome)
			}
			for _, l := range scored(r).Result.Lenses {
				want := first[l.Lens].Add(third[l.Lens])
				if !l.Score.Add(l.Score).Equal(want) || l.Spread.Judges != 2 {
					t.Errorf("lens %s is %s over %d judges, want half of %s over 2", l.Lens, l.Score, l.Spread.Judges, want)
				}
			}
			contains(t, "report.md", w.file(t, "reports/t-acme/report.md"), tt.shown)
			contains(t, "the judge's page", w.file(t, "reports/t-acme/reviews/judge-1.md"), tt.shown)
		})
	}
}

// TestOneJudgeOverBudget has a budget that covers two of three judges.
func TestOneJudgeOverBudget(t *testing.T) {
	w := newWorld(t, 3, fakeserver.Options{})
	w.Slots = make(chan struct{}, 1)
	j := specOf("acme", plain)
	setup, err := w.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	preview, err := w.Preview(t.Context(), setup, j)
	if err != nil {
		t.Fatal(err)
	}
	// Two calls as they turn out, and almost one more as it may be at most.
	j.Options.MaxTokens = preview.Judges[0].Prompt + preview.Judges[0].Reply + 2*1300
	r := w.mustReview(t, j)
	over := 0
	for _, v := range scored(r).Verdicts {
		if v.Outcome == "over_budget" {
			over++
			contains(t, "the reason", v.Reason, "the budget is spent: ", " tokens are left, the next call may need ")
		}
	}
	if calls := w.server.Counters().Calls; over != 1 || calls != 2 {
		t.Errorf("%d judges over budget after %d calls, want 1 after 2", over, calls)
	}
	contains(t, "report.md", w.file(t, "reports/t-acme/report.md"), "the budget is spent: ")
}

// TestNoQuorumAsksAgain runs a review again that failed because of what its judges
// replied: those whose replies can't be used are asked again, with what the budget
// leaves, and nobody else.
func TestNoQuorumAsksAgain(t *testing.T) {
	var mute atomic.Bool
	mute.Store(true)
	w := newWorld(t, 3, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		switch {
		case judgeOf(r) == "judge-0" || !mute.Load():
			return fakeserver.Answer(r)
		case judgeOf(r) == "judge-1":
			return "A fine document. 10/10."
		}
		return `{"scores":[` + strings.Join(abstentions(r), ",") + `]}`
	}})
	run := func(j job.Spec, calls map[string]int) (*pipeline.Result, error) {
		t.Helper()
		before := map[string]int{}
		for judge := range calls {
			before[judge] = len(w.seen.of(judge))
		}
		r, err := w.review(t, j)
		for judge, want := range calls {
			if got := len(w.seen.of(judge)) - before[judge]; got != want {
				t.Errorf("%d calls of %s, want %d", got, judge, want)
			}
		}
		return r, err
	}
	j := specOf("acme", plain)
	var spent []int
	for _, calls := range []map[string]int{
		{"judge-0": 1, "judge-1": 3, "judge-2": 1},
		{"judge-0": 0, "judge-1": 3, "judge-2": 1},
		{"judge-0": 0, "judge-1": 3, "judge-2": 1},
	} {
		_, err := run(j, calls)
		if fault.CodeOf(err).Word() != "no_quorum" {
			t.Fatalf("the error is %v, want no quorum", err)
		}
		var sum format.Spent
		if err := json.Unmarshal([]byte(fault.From(err).Params["spent"]), &sum); err != nil {
			t.Fatal(err)
		}
		spent = append(spent, sum.Usage.Calls)
	}
	if !slices.Equal(spent, []int{5, 9, 13}) {
		t.Errorf("%v calls are said to be spent, want 5, 9 and 13: what is kept counts", spent)
	}
	w.nothingPublished(t, "acme")

	// The plan has the two judges that are asked again, and what was spent.
	setup, err := w.Open("s")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := w.Preview(t.Context(), setup, j)
	if err != nil || plan.Calls != 2 || plan.Answered != 1 || plan.SpentTokens == 0 || len(plan.Judges) != 2 {
		t.Errorf("plan %+v, %v", plan, err)
	}
	mute.Store(false)
	tight := j
	tight.Options.MaxTokens = 1 // less than is spent
	if _, err := run(tight, map[string]int{"judge-0": 0, "judge-1": 0, "judge-2": 0}); !errors.Is(err, fault.OverBudget) {
		t.Errorf("with no budget left: %v", err)
	}
	r, err := run(j, map[string]int{"judge-0": 0, "judge-1": 1, "judge-2": 1})
	if err != nil || r.Version != 1 || !r.Resumed || scored(r).Result.Usage.Calls != 15 {
		t.Fatalf("%+v, %v", r, err)
	}
	for i, judge := range []string{"judge-0", "judge-1", "judge-2"} {
		last := w.seen.of(judge)
		checkCells(t, scored(r).Verdicts[i], goodScores(t, last[len(last)-1]))
	}
}

// abstentions are the scores of a judge that can't judge.
func abstentions(r fakeserver.Request) []string {
	var out []string
	for _, l := range r.Lenses {
		out = append(out, `{"lens":"`+l.Slug+`","score":null,"comment":"this is a recipe","quotes":[]}`)
	}
	return out
}

// TestStoppedRunAsksNobodyAgain: a run that goes on after it was stopped asks for
// what is missing only, also where a judge's replies can't be used.
func TestStoppedRunAsksNobodyAgain(t *testing.T) {
	w := newWorld(t, 3, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		if judgeOf(r) == "judge-1" {
			return "A fine document. 10/10."
		}
		return fakeserver.Answer(r)
	}})
	j := specOf("acme", plain)
	stopped := errors.New("stopped")
	j.Guard = func(context.Context) error { return stopped }
	if _, err := w.review(t, j); !errors.Is(err, stopped) {
		t.Fatalf("the error is %v", err)
	}
	calls := len(w.seen.all())
	j.Guard = nil
	w.mustReview(t, j)
	if n := len(w.seen.all()) - calls; n != 0 {
		t.Errorf("%d more calls, want none", n)
	}
}

// TestMostUnproven: a report of which fewer than half of the quotes are proven says so at its
// top, and says it again if it is made from the stored version.
func TestMostUnproven(t *testing.T) {
	w := newWorld(t, 2, fakeserver.Options{Responder: func(r fakeserver.Request) string {
		reply := fakeserver.Score(r)
		for i := range reply.Scores {
			if i > 0 || judgeOf(r) == "judge-1" {
				reply.Scores[i].Quotes = []string{"Ninety per cent of all passengers would pay twice as much for it."}
			}
		}
		reply.MustFix, reply.Suggestions = nil, nil
		b, _ := json.Marshal(reply)
		return string(b)
	}})
	w.mustReview(t, specOf("acme", plain))
	md := w.file(t, "reports/t-acme/report.md")
	contains(t, "report.md", md, "> **Caution**: Most quotes are not proven: 1 of 12 are. Judges without a proven quote: Judge 1.")
	if again, err := w.Render(t.Context(), "t-acme", pipeline.RenderOptions{}); err != nil || string(again.Files[0].Data) != md {
		t.Errorf("the report made again is another one: %v", err)
	}
}

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
	for _, repairs := range []bool{false, true} {
		name := map[bool]string{false: "stays with them", true: "repairs them"}[repairs]
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 2, fakeserver.Options{Responder: func(r fakeserver.Request) string {
				if judgeOf(r) == "judge-1" && (!repairs || r.Attempt == 0) {
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
			if repairs {
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
