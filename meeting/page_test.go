package meeting

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
	"judgement/report"
)

// TestPartlyKnownCost: a report says which part of the cost is unknown, also the integrity
// reader's.
func TestPartlyKnownCost(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	view := func(model string, cost *report.Money) View {
		return View{Judge: "plan-execution", Model: model, Usage: report.Usage{Calls: 1}, Cost: cost}
	}
	usd := &report.Money{Currency: "USD", Amount: panel.PointsOf(2)}
	reader := &report.IntegrityReading{Model: "reader", Outcome: "ok", Usage: report.Usage{Calls: 1}}
	for _, tc := range []struct {
		lang   report.Lang
		views  []View
		reader *report.IntegrityReading
		want   string
	}{
		{report.English, []View{view("m-1", usd), view("m-2", nil)}, nil, "Cost: at least USD 2, without the price of m-2."},
		{report.Chinese, []View{view("m-1", usd), view("m-2", nil)}, nil, "费用：至少 USD 2，不含 m-2 的费用（价格未知）。"},
		{report.English, []View{view("m-1", usd)}, reader, "Cost: at least USD 2, without the price of reader."},
		{report.English, []View{view("m-1", nil)}, reader, "Cost unknown: no price is known for the models used."},
	} {
		in := report.Review{Panel: samplePanel(), Lang: tc.lang, Reading: tc.reader}
		sum := NewSummary(in, "t", s.judgement(tc.views).Meeting)
		if text := string(report.Markdown(sum.Page())); !strings.Contains(text, tc.want) {
			t.Errorf("the report lacks %q:\n%s", tc.want, text)
		}
	}
}

// TestNoModel: what a meeting stores says in each part that no language model answered, and of
// a model's nothing.
func TestNoModel(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	for _, offline := range []bool{true, false} {
		for i := range s.Plan.Judges {
			s.Plan.Judges[i].NoModel = offline
		}
		j := s.judgement([]View{{Judge: "plan-execution", Outcome: "ok"}, {Judge: "evidence-auditor", Outcome: "failed"}})
		m := j.Meeting
		said := []bool{m.NoModel, m.Evidence.NoModel}
		for _, v := range m.Views {
			said = append(said, v.NoModel)
		}
		for _, e := range j.Overview().Judges {
			said = append(said, e.NoModel)
		}
		if len(said) != 6 || slices.Contains(said, !offline) {
			t.Errorf("offline %t: %v", offline, said)
		}
		data, err := json.Marshal(m)
		if err != nil || strings.Count(string(data), `"no_model":true`) != map[bool]int{true: 4}[offline] {
			t.Errorf("offline %t: %s, %v", offline, data, err)
		}
	}
}

func TestReportGoldens(t *testing.T) {
	s := sampleRun(t, smallRecord, "en", 0)
	reply := Reply{
		Logic: "I asked of each decision who owns it.\n\nAnd by when.",
		Highlights: []Claim{
			{Text: "The cost of each Sunday is named.", Quotes: []string{"Each Sunday costs 640 at North and 610 at South."}, At: "09:00:41"},
			{Text: "# A rule with a number", Quotes: []string{"we close with fewer than two staff"}},
			{Text: "It speaks at a time that is not there.", At: "10:00:00"},
		},
		Shortcomings: []Claim{{Text: "The cost is wrong.", Quotes: []string{"Each Sunday costs 460 at North and 610 at South."}, At: "09:00:41"}},
		Verdict:      "One rule is clear. The rest is open.",
	}
	views := []View{
		s.view(jury.Answer{Judge: "plan-execution", Outcome: jury.OK, Reply: reply, Model: "m-1", Usage: llm.Usage{Calls: 2, PromptTokens: 900, CompletionTokens: 300}}),
		s.view(jury.Answer{Judge: "evidence-auditor", Outcome: jury.OK, Reply: reply, Model: "m-1", Usage: llm.Usage{Calls: 1, PromptTokens: 450, CompletionTokens: 150}}),
		s.view(jury.Answer{Judge: "frugal-operator", Outcome: jury.Failed, Reason: "connection cut (after 6 attempts)", Model: "m-1"}),
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		in := report.Review{
			Panel: samplePanel(), Lang: lang, Scene: report.Scene{Slug: "meeting", Name: "Meeting summary"}, Brand: "weekly",
			Case: "C-2026-0001", Version: 1, Date: "2026-11-21",
			Unproven:   map[report.Lang]string{report.English: "Most quotes are not proven: 4 of 12 are.", report.Chinese: "多数引文未核实：12 条中仅 4 条已核实。"}[lang],
			Provenance: report.Provenance{DocumentName: "weekly.txt", DocumentSHA256: "d0", Models: []string{"m-1"}},
		}
		sum := NewSummary(in, s.Material.Document.Title, s.judgement(views).Meeting)
		golden(t, "report."+string(lang)+".md", report.Markdown(sum.Page()))
		golden(t, "judge."+string(lang)+".md", report.Markdown(sum.JudgePage("plan-execution")))
		golden(t, "deck."+string(lang)+".md", sum.Deck(s.Material.Transcript.TimestampAt).Markdown())
	}
}
