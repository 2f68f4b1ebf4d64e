package offline

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/llm"
)

func TestReplyIsDeterministicAndHonest(t *testing.T) {
	for language, opening := range map[string]string{"en": "No language model read", "zh": "没有语言模型读过"} {
		name := map[string]string{"en": "en-clinic-good.md", "zh": "zh-lunch-good.md"}[language]
		req := llm.Request{Kind: llm.KindScore, Document: read(t, name), Language: language, Criteria: lenses(language)}
		var reply scoreReply
		first := ask(t, req, &reply)
		if diff := cmp.Diff(first, ask(t, req, &reply)); diff != "" {
			t.Errorf("two replies differ:\n%s", diff)
		}
		if first.Usage != (llm.Usage{Calls: 1}) || first.Finish != llm.FinishStop || first.Model != Name {
			t.Errorf("reply is %+v", first)
		}
		if !strings.HasPrefix(reply.Summary, opening) {
			t.Errorf("the summary begins %.40q", reply.Summary)
		}
		cited := map[string]string{}
		for i, s := range reply.Scores {
			c := req.Criteria[i]
			if s.Lens != c.ID || s.Score < 0 || s.Score > c.Max || s.Comment == "" {
				t.Errorf("score %+v for %+v", s, c)
			}
			for _, q := range s.Quotes {
				if other := cited[q]; other != "" {
					t.Errorf("%s and %s both cite %q", other, s.Lens, q)
				}
				cited[q] = s.Lens
			}
		}
		if len(reply.Scores) != len(req.Criteria) {
			t.Errorf("%d scores for %d criteria", len(reply.Scores), len(req.Criteria))
		}
	}
}

func TestAdviceFollowsTheScores(t *testing.T) {
	var reply scoreReply
	ask(t, llm.Request{Kind: llm.KindScore, Document: read(t, "en-clinic-bad.md"), Criteria: lenses("en")}, &reply)
	if len(reply.MustFix) != len(reply.Scores) {
		t.Errorf("%d must-fix items for %d low scores", len(reply.MustFix), len(reply.Scores))
	}
	if len(reply.Cuts) == 0 || len(reply.Cuts[0].Quotes) == 0 {
		t.Errorf("cuts are %+v, the text is full of praise", reply.Cuts)
	}
}

func TestOtherKinds(t *testing.T) {
	good, bad := read(t, "zh-bridge-good.md"), read(t, "zh-bridge-bad.md")
	var m meetingReply
	ask(t, llm.Request{Kind: llm.KindMeeting, Document: good, Language: "zh"}, &m)
	if len(m.Highlights) != 3 || len(m.Shortcomings) != 3 || m.Logic == "" || !strings.HasPrefix(m.Verdict, "没有语言模型读过") {
		t.Errorf("meeting reply %+v", m)
	}
	if len(m.Highlights[0].Quotes) == 0 {
		t.Errorf("the first highlight %+v has no quote", m.Highlights[0])
	}
	ask(t, llm.Request{Kind: llm.KindMeeting, Document: read(t, "en-clinic-bad.md"), Language: "en"}, &m)
	if strings.Count(m.Verdict, ".") != 1 {
		t.Errorf("the verdict must be one sentence: %q", m.Verdict)
	}
	var c checkpointReply
	ask(t, llm.Request{Kind: llm.KindCheckpoints, Document: good, Language: "zh"}, &c)
	if len(c.Checkpoints) != 3 || c.Checkpoints[0].HorizonDays != 30 || len(c.Checkpoints[2].Quotes) != 1 {
		t.Errorf("checkpoints %+v", c)
	}
	var f forecastReply
	ask(t, llm.Request{Kind: llm.KindForecast, Criteria: []llm.Criterion{{ID: "k1"}, {ID: "k2"}}}, &f)
	if len(f.Forecasts) != 2 || f.Forecasts[1].ID != "k2" || f.Forecasts[1].P != 0.5 {
		t.Errorf("forecasts %+v", f)
	}
	for _, order := range [][]llm.Criterion{{{ID: "g", Text: good}, {ID: "b", Text: bad}}, {{ID: "b", Text: bad}, {ID: "g", Text: good}}} {
		var w compareReply
		ask(t, llm.Request{Kind: llm.KindCompare, Criteria: order}, &w)
		if w.Winner != "g" {
			t.Errorf("compare %+v", w)
		}
		quoted := w.QuotesA
		if order[1].ID == "g" {
			quoted = w.QuotesB
		}
		if len(quoted) != 1 || !strings.Contains(good, quoted[0]) || !strings.Contains(w.Reason, "%") {
			t.Errorf("compare %+v", w)
		}
	}
	var tie compareReply
	ask(t, llm.Request{Kind: llm.KindCompare, Criteria: []llm.Criterion{{ID: "a", Text: good}, {ID: "b", Text: good}}}, &tie)
	if tie.Winner != "tie" {
		t.Errorf("a text against itself: %+v", tie)
	}
	var p struct{ OK bool }
	ask(t, llm.Request{Kind: llm.KindProbe}, &p)
	if !p.OK {
		t.Error("the probe is not ok")
	}
}

func TestTranscriptTimesAreNoFigures(t *testing.T) {
	text := "[09:03:31] Chair: That is a useful line to remember.\n09:04 Clerk: We asked 160 people at the door on Sunday.\n"
	m := measure(text, nil)
	if len(m.sentences) != 2 || m.sentences[0].numbers != 0 || m.sentences[1].numbers != 1 {
		t.Errorf("sentences %+v", m.sentences)
	}
	if m.sentences[0].text != "Chair: That is a useful line to remember." {
		t.Errorf("sentence %q", m.sentences[0].text)
	}
}

func TestStrangeDocuments(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "blank": " \n\t\n", "bytes": "\xff\xfe\x00 12% \xc3", "one line": strings.Repeat("12 words and no stop ", 10_000),
		"digits": strings.Repeat("1 ", 5000), "commas": strings.Repeat("a, ", 5000),
	} {
		for _, kind := range []llm.Kind{llm.KindScore, llm.KindMeeting, llm.KindCheckpoints} {
			var reply map[string]any
			ask(t, llm.Request{Kind: kind, Document: text, Criteria: []llm.Criterion{{ID: "risk", Max: 0.05}, {ID: "x", Text: "y"}}}, &reply)
			scores, _ := reply["scores"].([]any)
			for _, s := range scores {
				if got := s.(map[string]any)["score"].(float64); got > 0.05 {
					t.Errorf("%s: score %v", name, got)
				}
			}
		}
	}
}

// TestShortLines: a megabyte of very short lines takes little memory.
func TestShortLines(t *testing.T) {
	var numbers strings.Builder
	for i := range 150_000 {
		fmt.Fprintln(&numbers, i)
	}
	for name, doc := range map[string]string{
		"one letter": strings.Repeat("a\n", 500_000),
		"numbers":    numbers.String(),
		"one line":   strings.Repeat("a. ", 333_000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := New().Complete(t.Context(), llm.Request{Kind: llm.KindScore, Document: doc, Criteria: []llm.Criterion{{ID: "a", Text: "b", Max: 10}}})
		runtime.ReadMemStats(&after)
		// The race detector empties pools at random, those of regular expressions too.
		if took := after.TotalAlloc - before.TotalAlloc; err != nil || took > 80<<20 && !faulttest.Race {
			t.Errorf("%s: %d MiB are allocated: %v", name, took>>20, err)
		}
	}
}

func TestErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var e *llm.Error
	if _, err := New().Complete(ctx, llm.Request{Kind: llm.KindScore}); !errors.As(err, &e) || e.Fault.Code != fault.ModelCancelled {
		t.Errorf("a cancelled call: %v", err)
	}
	if _, err := New().Complete(context.Background(), llm.Request{Kind: "poem"}); !errors.As(err, &e) || e.Fault.Code != fault.ModelBadRequest {
		t.Errorf("an unknown kind: %v", err)
	}
	if diff := cmp.Diff(llm.Info{Name: Name, Provider: "offline", NoModel: true, Price: &llm.Price{Currency: "USD"}}, New().Info("any")); diff != "" {
		t.Error(diff)
	}
}

// BenchmarkScore reads documents of 50 KB and 5 MB; time grows with the size.
func BenchmarkScore(b *testing.B) {
	text := read(b, "en-soil-good.md") + read(b, "zh-lunch-good.md")
	for name, size := range map[string]int{"50KB": 50_000, "5MB": 5_000_000} {
		req := llm.Request{Kind: llm.KindScore, Document: strings.Repeat(text, size/len(text)), Criteria: lenses("en")}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(req.Document)))
			for b.Loop() {
				var reply scoreReply
				ask(b, req, &reply)
			}
		})
	}
}

// TestOwnReply: a request of a kind without a rule makes its own reply from what was
// found for each criterion.
func TestOwnReply(t *testing.T) {
	document := read(t, "en-soil-good.md")
	req := llm.Request{Kind: "poem", Document: document, Language: "en", Criteria: lenses("en"), Offline: func(r llm.Reading) any { return r }}
	var got llm.Reading
	ask(t, req, &got)
	if len(got.Findings) != len(req.Criteria) || !strings.Contains(got.Summary, "No language model") {
		t.Fatalf("got %+v", got)
	}
	quoted := 0
	for i, f := range got.Findings {
		if f.ID != req.Criteria[i].ID || f.Share <= 0 || f.Share > 1 || f.Comment == "" {
			t.Errorf("finding %d: %+v", i, f)
		}
		for _, q := range f.Quotes {
			quoted++
			if !strings.Contains(document, q) {
				t.Errorf("%q is not in the document", q)
			}
		}
	}
	if quoted == 0 {
		t.Error("nothing is quoted")
	}
}

// What is counted may be one: no English sentence says "1 words".
func TestOneIsNoPlural(t *testing.T) {
	document := "We measured costs of 12 percent in one trial, because the limit failed.\n" +
		"A seamless world-class ecosystem is here.\nmarket, plan, risk, cost, trial, sensor, price\n" +
		"We measured costs of 12 percent in one trial, because the limit failed.\n"
	var texts []string
	for _, kind := range []llm.Kind{llm.KindScore, llm.KindMeeting} {
		texts = append(texts, ask(t, llm.Request{Kind: kind, Document: document, Criteria: lenses("en")}, new(any)).Text)
	}
	if want := "Sentences that repeat others or the criteria: 1."; !strings.Contains(texts[0], want) {
		t.Errorf("no %q in %s", want, texts[0])
	}
	if want := "only 1."; !strings.Contains(texts[1], want) {
		t.Errorf("no %q in %s", want, texts[1])
	}
	for _, text := range texts {
		if bad := regexp.MustCompile(`\b1 (checkable )?[a-z]+s\b`).FindString(text); bad != "" {
			t.Errorf("%q in %q", bad, text)
		}
	}
}
