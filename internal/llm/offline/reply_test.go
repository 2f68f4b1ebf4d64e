package offline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/llm"
)

// TestShippedExamples holds the baseline to the example documents of the
// workspace: good ones beat bad ones by at least
// 15 % of the maximum, and texts that try to win without merit rank last.
func TestShippedExamples(t *testing.T) {
	const margin = 15
	for language, names := range map[string][]string{"en": {"pitch", "proposal"}, "zh": {"pitch", "proposal"}} {
		example := func(name string) float64 {
			b, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", name+"-"+language+".md"))
			if err != nil {
				t.Fatal(err)
			}
			return percent(t, string(b), language, false)
		}
		lowest := 100.0
		for _, n := range names {
			good, bad := example(n+"-good"), example(n+"-bad")
			t.Logf("%s %s: good %.1f, bad %.1f", language, n, good, bad)
			if good-bad < margin {
				t.Errorf("%s %s: good %.1f, bad %.1f: less than %d apart", language, n, good, bad, margin)
			}
			lowest = min(lowest, bad)
		}
		for _, n := range []string{"keywords", "lens-echo", "empty-fluent"} {
			if got := example(filepath.Join("adversarial", n)); got >= lowest {
				t.Errorf("%s %s scores %.1f, the worst bad example %.1f", language, n, got, lowest)
			} else {
				t.Logf("%s %s: %.1f", language, n, got)
			}
		}
	}
}

// TestCommentOnOwnCriteria: a reader of a criterion of their own sees what was counted for
// it, and quotes are whole sentences of a text with bold leads.
func TestCommentOnOwnCriteria(t *testing.T) {
	document := "**Who has the problem.** Users on the 12 buses of our town lose 40 crowns a week to it.\n\n" +
		"**Plan.** By 3 May the 2 owners of the shop deliver 20 bags.\n\n**人。** 我们走访了 12 位用户，每人每周损失 40 元。\n"
	for _, c := range []struct{ id, text, want string }{
		{"need", "Names who has the problem.", "counts checkable sentences about users and what the problem costs them: "},
		{"next-steps", "The prize money is split into sums that add up.", "about dates, owners and what is asked for: "},
		{"warmth", "It moves the heart.", "names no subject that the baseline knows"},
		{"style", "Clear writing.", "looks at headings, paragraphs"},
	} {
		var reply scoreReply
		ask(t, llm.Request{Kind: llm.KindScore, Document: document, Language: "en", Criteria: []llm.Criterion{{ID: c.id, Text: c.text, Max: 10}}}, &reply)
		if got := reply.Scores[0]; !strings.Contains(got.Comment, c.want) || len(got.Quotes) == 0 {
			t.Errorf("%s: %+v", c.id, got)
		}
		for _, q := range reply.Scores[0].Quotes {
			if strings.Contains(q, "*") {
				t.Errorf("%s: the quote is half of an emphasis: %s", c.id, q)
			}
		}
	}
}
