package evidence

import (
	"strings"
	"testing"
)

// TestScopeRules holds each rule to its examples.
func TestScopeRules(t *testing.T) {
	for _, r := range scopeRules {
		t.Run(strings.ReplaceAll(r.name, " ", "_"), func(t *testing.T) {
			if len(r.examples) == 0 {
				t.Error("the rule has no example")
			}
			for _, e := range r.examples {
				c := verifyBracketed(t, e)
				want := map[effect]Status{refuse: OutOfScope, remark: Exact, goesOn: Exact}[r.effect]
				if c.Status != want || len(c.Note) == 0 {
					t.Errorf("%s: %s (%s), want %s with a note", e, c.Status, c.Note, want)
				}
				checkChinese(t, c.Note)
			}
			for _, e := range r.fine {
				if c := verifyBracketed(t, e); !c.Status.Proven() {
					t.Errorf("%s: %s (%s), want proof", e, c.Status, c.Note)
				}
			}
		})
	}
}

// TestExceptions: each phrase that is no cue would be one without its row, and is none unless
// it opens a sentence.
func TestExceptions(t *testing.T) {
	for _, r := range scopeRules {
		all, only := cues{}, cues{}
		for i := range scopeRules {
			if o := &scopeRules[i]; o.side == r.side {
				only.add(o.cues, o, i)
			}
		}
		all = cuesBefore()
		if r.side == after {
			all = cuesAfter()
		}
		only.sorted()
		for text := range strings.SplitSeq(r.except, ",") {
			for _, phrase := range inflected(strings.Join(strings.Fields(text), " ")) {
				if phrase == "" {
					continue
				}
				if len(only.find(phrase)) == 0 {
					t.Errorf("%s: %q is an exception from nothing", r.name, phrase)
				}
				if hits := all.find(phrase); len(hits) > 0 && hits[0].from == 0 && hits[0].rule.reach != opening {
					t.Errorf("%s: %q is a cue: %s", r.name, phrase, hits[0].text)
				}
			}
		}
	}
}

// TestScopeAround holds what needs more than one sentence or part.
func TestScopeAround(t *testing.T) {
	x := New(`Critics claim that the pump ran for 40 days. The pump of the valley runs in winter unless it rains for a week.
The farms, in the long dry summer, paid for the water. 我们的水泵运到了山谷，村里的木匠，安装了全部管道。

We do not plan to:

1. sell the pump to large farms
2. build a second factory`)
	for _, tt := range []struct {
		quote string
		want  Status
		note  string
	}{
		{"Critics claim … the pump ran for 40 days", Ellipsis, "“that”"},
		{"The pump of the valley … unless it rains for a week", Ellipsis, "leaves out “runs"},
		{"The pump of the valley … runs in winter", OutOfScope, "unless"},
		{"The farms … paid for the water", Ellipsis, "leaves out “in the long dry summer”"},
		{"我们的水泵运到了山谷……安装了全部管道", Ellipsis, "leaves out “村里的木匠”"},
		{"sell the pump to large farms", OutOfScope, "We do not plan to:"},
		{"build a second factory", OutOfScope, "We do not plan to:"},
	} {
		c := x.Verify(tt.quote)
		if c.Status != tt.want || !strings.Contains(c.Note.String(), tt.note) {
			t.Errorf("%s: %s (%s), want %s (%s)", tt.quote, c.Status, c.Note, tt.want, tt.note)
		}
		checkChinese(t, c.Note)
	}
}

// TestNextSentence: a sentence that takes a quote back, or says who says it, is in a note.
func TestNextSentence(t *testing.T) {
	for _, tt := range []struct{ quote, back, other string }{
		{
			"The plant met every limit last year.",
			"That is what the vendor claims. | This is what critics say. | This is not true. | So the advert says. | So the vendor claims. | So we were told. | So they say. | That was the claim. | That is our hope. | This is our goal. | That's not true. | That's a lie. | Such is the claim. | " +
				"Those are the words of the vendor. | This is how the vendor puts it. | That is the view of the vendor. | That is marketing. | The vendor says so. | We doubt it. | The auditors deny this. | Nobody has checked this. | It isn't true. | Wrong! | A lie. | But this is not true.",
			"That is a record for the valley. | This is the result of hard work. | So the farms had water. | So the vendor built a second plant. | That is why the farms had water. | The vendor sells it.",
		},
		{
			"该厂去年达到了所有限值。",
			"这是厂家的说法。 | 这是厂家的宣传。 | 这是我们的目标。 | 以上是厂家的说法。 | 厂家如此宣称。 | 广告是这么写的。 | 但这并不属实。 | 然而这不是事实。 | 这不属实。 | 这与事实不符。 | 我们不相信。 | 这话不对。",
			"这是多年努力的结果。 | 这是该厂历史上的最好成绩。 | 该厂今年新开一家工厂。",
		},
	} {
		for noted, list := range map[bool]string{true: tt.back, false: tt.other} {
			for next := range strings.SplitSeq(list, " | ") {
				c := New(tt.quote + " " + next + " It rained all day in May.").Verify(tt.quote)
				if c.Status != Exact || strings.Contains(c.Note.String(), next) != noted {
					t.Errorf("%s %s: %s (%s)", tt.quote, next, c.Status, c.Note)
				}
				checkChinese(t, c.Note)
			}
		}
	}
}

// TestNextRules holds each rule of next sentences to its examples.
func TestNextRules(t *testing.T) {
	for _, r := range nextRules() {
		for noted, list := range map[bool][]string{true: r.examples, false: r.fine} {
			for _, next := range list {
				quote := "The mill grinds six tonnes of rye per shift."
				if isHan(firstRune(next)) {
					quote = "磨坊每班磨六吨黑麦。"
				}
				c := New(quote + " " + next + " It rained all day in May.").Verify(quote)
				if c.Status != Exact || strings.Contains(c.Note.String(), next) != noted {
					t.Errorf("%s: %s (%s)", next, c.Status, c.Note)
				}
				checkChinese(t, c.Note)
			}
		}
	}
}

// verifyBracketed verifies the part in brackets of a text against the text without them.
func verifyBracketed(t *testing.T, text string) Citation {
	t.Helper()
	left, rest, _ := strings.Cut(text, "[")
	quote, right, ok := strings.Cut(rest, "]")
	if !ok {
		t.Fatalf("%s has no brackets", text)
	}
	return New(left + quote + right).Verify(quote)
}
