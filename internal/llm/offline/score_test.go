package offline

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/evidence"
	"judgement/internal/llm"
)

// lenses are eight criteria in the document's language, 10 points each.
func lenses(language string) []llm.Criterion {
	texts := [][3]string{
		{"problem", "Names who has the problem, what it costs them today and how the author found out.", "写明谁有问题、今天为此付出什么、作者怎么知道。"},
		{"evidence", "Central claims carry a count, a source or a measurement that a reader could check.", "主要说法有计数、来源或实测支持，读者可以核对。"},
		{"numbers", "Figures agree with each other and sums can be recomputed.", "数字前后一致，合计可以重算。"},
		{"mechanism", "Says step by step how the thing works and where it stops working.", "一步一步说明怎样运作、在哪里失效。"},
		{"market", "Compares with what people use instead, including doing nothing.", "与人们现在的做法比较，包括什么都不做。"},
		{"plan", "Dated milestones with owners and a test of done; the ask adds up.", "里程碑有日期、负责人和完成标志，申请的资金能加总。"},
		{"risk", "Names what can fail, the sign that shows it early and the response.", "写明什么会失败、早期征兆和应对办法。"},
		{"clarity", "A first-time reader can say what is proposed, for whom and why.", "初次阅读的人能复述要做什么、为谁做、凭什么。"},
	}
	out := make([]llm.Criterion, len(texts))
	for i, t := range texts {
		text := t[1]
		if language == "zh" {
			text = t[2]
		}
		out[i] = llm.Criterion{ID: t[0], Text: text, Max: 10}
	}
	return out
}

func read(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func ask(t testing.TB, req llm.Request, into any) llm.Reply {
	t.Helper()
	reply, err := New().Complete(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(reply.Text), into); err != nil {
		t.Fatalf("reply %.200s: %v", reply.Text, err)
	}
	return reply
}

// percent is the total score of a document as a share of the maximum, asked in
// one request, or lens by lens where split is set.
func percent(t testing.TB, document, language string, split bool) float64 {
	t.Helper()
	got, most := 0.0, 0.0
	groups := [][]llm.Criterion{lenses(language)}
	if split {
		groups = nil
		for _, c := range lenses(language) {
			groups = append(groups, []llm.Criterion{c})
		}
	}
	for _, g := range groups {
		var reply scoreReply
		ask(t, llm.Request{Kind: llm.KindScore, Document: document, Language: language, Criteria: g}, &reply)
		for _, s := range reply.Scores {
			got += s.Score
		}
		for _, c := range g {
			most += c.Max
		}
	}
	return 100 * got / most
}

// echo turns the criteria into claims, three times over.
func echo(language string) string {
	var b strings.Builder
	for range 3 {
		for _, c := range lenses(language) {
			if language == "zh" {
				b.WriteString("本方案完全做到：" + c.Text + "\n\n")
			} else {
				b.WriteString("This proposal fully meets the following: " + c.Text + "\n\n")
			}
		}
	}
	return b.String()
}

func TestGoodBeatsBadBeatsEmpty(t *testing.T) {
	const margin = 15
	pairs := map[string][]string{"en": {"en-clinic", "en-soil"}, "zh": {"zh-lunch", "zh-bridge"}}
	for _, language := range []string{"en", "zh"} {
		for _, split := range []bool{false, true} {
			lowest := 100.0
			for _, p := range pairs[language] {
				good := percent(t, read(t, p+"-good.md"), language, split)
				bad := percent(t, read(t, p+"-bad.md"), language, split)
				t.Logf("%s split=%v: good %.1f, bad %.1f", p, split, good, bad)
				if good-bad < margin {
					t.Errorf("%s: good %.1f, bad %.1f: less than %d apart", p, good, bad, margin)
				}
				lowest = min(lowest, bad)
			}
			for name, text := range map[string]string{
				"keywords": read(t, language+"-keywords.md"), "empty": read(t, language+"-empty.md"), "echo": echo(language),
			} {
				got := percent(t, text, language, split)
				t.Logf("%s %s split=%v: %.1f", language, name, split, got)
				if got >= lowest {
					t.Errorf("%s %s scores %.1f, the worst bad text %.1f", language, name, got, lowest)
				}
			}
		}
	}
}

func TestQuotesAreExact(t *testing.T) {
	files, err := filepath.Glob("testdata/*.md")
	if err != nil || len(files) < 12 {
		t.Fatalf("%d test texts, %v", len(files), err)
	}
	for _, f := range files {
		text := read(t, filepath.Base(f))
		index := evidence.New(text)
		var s scoreReply
		var m meetingReply
		ask(t, llm.Request{Kind: llm.KindScore, Document: text, Criteria: lenses("en")}, &s)
		ask(t, llm.Request{Kind: llm.KindMeeting, Document: text, Language: "zh"}, &m)
		var quotes []string
		for _, x := range s.Scores {
			quotes = append(quotes, x.Quotes...)
		}
		for _, list := range [][]advice{s.MustFix, s.Suggestions, s.Cuts} {
			for _, x := range list {
				quotes = append(quotes, x.Quotes...)
			}
		}
		for _, x := range append(m.Highlights, m.Shortcomings...) {
			quotes = append(quotes, x.Quotes...)
		}
		if strings.Contains(f, "good") && len(quotes) < 10 {
			t.Errorf("%s: %d quotes", f, len(quotes))
		}
		for _, q := range quotes {
			if c := index.Verify(q); c.Status != evidence.Exact {
				t.Errorf("%s: %q is %s", f, q, c.Status)
			}
		}
	}
}
