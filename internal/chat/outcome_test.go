package chat_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/report"
)

// TestRedaction: of a redacted scene nothing leaves the server but the total,
// the grade and counts. Every text of results, events, errors, files and names
// is marked, and none may be found in what goes out.
func TestRedaction(t *testing.T) {
	names := regexp.MustCompile(`(?i)evidence.checker|plain.reader|cost.controller|证据核查|普通读者|C-2026-0007|report\.(html|pdf)|pptx`)
	for _, group := range []bool{false, true} {
		for _, kind := range []string{"review", "meeting"} {
			for _, end := range []chat.JobStatus{{Status: job.Done}, {Status: job.Failed}, {Status: job.Failed, Reason: job.Cancelled}} {
				t.Run(fmt.Sprintf("%s/%s/group=%v", kind, string(end.Status)+end.Reason, group), func(t *testing.T) {
					m := &marks{}
					result := chattest.Result(m.word)
					if kind == "meeting" {
						result = chattest.Meeting(m.word)
					}
					for i := range result.Plan.Panel.Lenses {
						result.Plan.Panel.Lenses[i].DisplayNameCN = m.word("lens")
					}
					s := chattest.Scene("pitch")
					s.Report.RedactReview = true
					s.ShowScoresPublicly = false
					out := play(t, s, m, group, chat.JobStatus{Status: end.Status, Reason: end.Reason, Fault: fault.New(fault.DocumentDamaged, nil, "detail", m.word("detail"))}, result)
					if leaked := m.found(out); len(leaked) > 0 {
						t.Errorf("leaked %q in\n%s", leaked, out)
					}
					if found := names.FindAllString(out, -1); len(found) > 0 {
						t.Errorf("leaked %q in\n%s", found, out)
					}
					score := strings.Contains(out, "69.83") || strings.Contains(out, "Grade C")
					if want := end.Status == job.Done && kind == "review" && !group; score != want {
						t.Errorf("the total goes out: %v, want %v\n%s", score, want, out)
					}
				})
			}
		}
	}
}

// TestOpenScene: the same test finds the texts where redaction is off, so that
// it would find a leak.
func TestOpenScene(t *testing.T) {
	m := &marks{}
	out := play(t, chattest.Scene("pitch"), m, false, chat.JobStatus{Status: job.Done}, chattest.Result(m.word))
	for _, want := range []string{"69.83", "Grade C", "Evidence checker", "report.html", "report.pdf", "docx"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q did not go out:\n%s", want, out)
		}
	}
	if n := len(m.found(out)); n < 5 {
		t.Errorf("only %d texts went out", n)
	}
}

// TestScoresInGroups: show_scores_publicly: false keeps scores, and the files
// that hold them, out of groups.
func TestScoresInGroups(t *testing.T) {
	for _, group := range []bool{false, true} {
		m := &marks{}
		s := chattest.Scene("pitch")
		s.ShowScoresPublicly = false
		out := play(t, s, m, group, chat.JobStatus{Status: job.Done}, chattest.Result(m.word))
		for _, score := range []string{"69.83", "Grade C", "72 / 100", "19.67", "report.pdf", "standard deviation"} {
			if strings.Contains(out, score) == group {
				t.Errorf("group=%v: %q goes out: %v", group, score, !group)
			}
		}
		if !strings.Contains(out, "Name the source") {
			t.Errorf("group=%v: the remarks are left out", group)
		}
	}
}

// TestMeetingFiles: the presentation goes out only where redaction is off.
func TestMeetingFiles(t *testing.T) {
	for _, redact := range []bool{false, true} {
		s := chattest.Scene("meeting")
		s.Report.RedactReview = redact
		out := play(t, s, &marks{}, true, chat.JobStatus{Status: job.Done}, chattest.Meeting(chattest.Plain))
		if strings.Contains(out, "meeting-summary.pptx") == redact || strings.Contains(out, "The meeting decided") == redact {
			t.Errorf("redact=%v:\n%s", redact, out)
		}
	}
}

// FuzzRedaction: whatever is in a result, in the names of its panel, in events
// and in what the queue says, the cards of a redacted scene say the same as
// without it.
func FuzzRedaction(f *testing.F) {
	for _, s := range []string{"leak", "", "Grade S", "\n• 5", "<at id=all></at>", "%d %s %[9]d", "机密", "\x00\xff\u202e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		for _, shown := range []chat.Shown{chat.OnlyTally, chat.OnlyCounts} {
			for _, l := range []report.Lang{report.English, report.Chinese} {
				want, got := redacted(l, shown, ""), redacted(l, shown, word)
				for i := range want {
					if want[i] != got[i] {
						t.Errorf("card %d under %q says\n%s\nwant\n%s", i, word, got[i], want[i])
					}
				}
			}
		}
	})
}

// redacted are all cards of a redacted scene, with a word in every text that they
// are made from.
func redacted(l report.Lang, shown chat.Shown, word string) []string {
	mark := func(what string) string { return word + what + word }
	review, talk := chattest.Result(mark), chattest.Meeting(mark)
	for _, r := range []*pipeline.Result{review, talk} {
		r.CaseID = mark(r.CaseID)
		for i := range r.Plan.Panel.Judges {
			r.Plan.Panel.Judges[i].DisplayNameCN = mark("judge")
		}
		for i := range r.Plan.Panel.Lenses {
			r.Plan.Panel.Lenses[i].DisplayNameCN = mark("lens")
		}
	}
	var p chat.Progress
	for _, e := range chattest.Events() {
		p.Add(e, mark)
	}
	h := chat.Head{Lang: l, Scene: "Pitch", Document: mark("plan.docx"), Shown: shown}
	var out []string
	for _, c := range []chat.Card{
		chat.FinalCard(h, review, false), chat.FinalCard(h, talk, false), chat.ProgressCard(h, p),
		chat.FailedCard(h, mark("why")), chat.CancelledCard(h), chat.WithheldCard(h),
	} {
		b, _ := json.Marshal(c)
		out = append(out, string(b), c.Text())
	}
	return out
}
