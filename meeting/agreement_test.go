package meeting

import (
	"strings"
	"testing"

	"judgement/internal/jury"
	"judgement/report"
)

// point cites a passage.
func point(start, end int, quote string) Point {
	return Point{Text: "x", Citations: []report.Citation{{Quote: quote, Status: "exact", Start: start, End: end}}}
}

// TestLead: the report begins with passages that judges see alike, and otherwise.
func TestLead(t *testing.T) {
	view := func(judge string, good, bad []Point) View {
		return View{Judge: judge, Outcome: string(jury.OK), Highlights: good, Shortcomings: bad}
	}
	s := Summary{Review: report.Review{Panel: samplePanel(), Lang: report.English}, Title: "t", Content: Content{Views: []View{
		view("plan-execution", []Point{point(10, 40, "each Sunday costs 640"), point(200, 220, "alone")}, []Point{point(100, 130, "nobody owns it")}),
		view("evidence-auditor", []Point{point(12, 40, "Sunday costs 640")}, nil),
		view("frugal-operator", nil, []Point{point(105, 120, "owns it"), point(300, 301, "self")}),
		view("plan-execution", []Point{point(400, 410, "a start")}, nil),
		view("frugal-operator", nil, []Point{point(405, 420, "start late")}),
		view("broken", nil, []Point{{Citations: []report.Citation{{Quote: "made up", Status: "not_found", Start: 10, End: 40}}}}),
	}}}
	md := string(report.Markdown(report.Page{Title: "x", Lang: report.English, Blocks: s.lead()}))
	for _, want := range []string{"Plan execution, Evidence auditor name this passage as a highlight: “Sunday costs 640”", "Plan execution, Frugal operator name this passage as a shortcoming: “owns it”", "A highlight for Plan execution, a shortcoming for Frugal operator: “a start”"} {
		if !strings.Contains(md, want) {
			t.Errorf("the lead lacks %q:\n%s", want, md)
		}
	}
	for _, bad := range []string{"alone", "self", "made up"} {
		if strings.Contains(md, bad) {
			t.Errorf("the lead has %q:\n%s", bad, md)
		}
	}
	s.Views = s.Views[:1]
	if md := string(report.Markdown(report.Page{Title: "x", Lang: report.English, Blocks: s.lead()})); !strings.Contains(md, "No two judges") {
		t.Errorf("one judge: %s", md)
	}
}

// TestTitleSaysMeetingOnce: a document that calls itself minutes is not called so twice.
func TestTitleSaysMeetingOnce(t *testing.T) {
	for title, want := range map[string]string{
		"会议纪要：季度经营会": "会议总结：季度经营会", "会议记录": "会议总结：会议记录", "季度经营会": "会议总结：季度经营会", "纪要: 周会": "会议总结：周会", "会议室改造": "会议总结：会议室改造",
	} {
		s := Summary{Review: report.Review{Lang: report.Chinese}, Title: title}
		if got := s.title(); got != want {
			t.Errorf("%s: %s, want %s", title, got, want)
		}
	}
	s := Summary{Review: report.Review{Lang: report.English}, Title: "Minutes: board of May"}
	if got := s.title(); got != "Meeting summary: board of May" {
		t.Error(got)
	}
}
