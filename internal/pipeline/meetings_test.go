package pipeline

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm/fakeserver"
	"judgement/meeting"
	"judgement/meeting/pptx"
)

func TestPlantedQuotesInALongMeeting(t *testing.T) {
	rec := newRecord(1080) // three hours
	if len(rec.text) < 200_000 {
		t.Fatalf("the record has only %d bytes", len(rec.text))
	}
	const k = 11
	for _, context := range []int{0, 24_000} {
		t.Run(fmt.Sprint("context ", context), func(t *testing.T) {
			responder := func(req fakeserver.Request) string {
				if len(req.Document) < len(rec.text)-100 && !strings.Contains(req.Messages[1].Content, "# What stands above") {
					return rec.within(req.Document).honest(judgeOf(req)).String()
				}
				return rec.planted(judgeOf(req), k).String()
			}
			more := ""
			if context > 0 {
				more = fmt.Sprintf("meeting: {context_tokens: %d}\n", context)
			}
			r := newRig(t, meetingWorkspace(10, "", more), fakeserver.Options{Responder: responder})
			out, err := r.summarise(t, rec.text, nil)
			if err != nil {
				t.Fatal(err)
			}
			e := summary(out).Evidence
			if e.Total != 60 || e.Total-e.Proven != k {
				t.Errorf("%d of %d proven, want %d of 60: %v", e.Proven, e.Total, 60-k, e.ByStatus)
			}
			md := r.read(t, out.Folder+"/report.md")
			for name, text := range map[string]string{"report.md": md, "meeting-summary.md": r.read(t, out.Folder+"/meeting-summary.md")} {
				if n := len(regexp.MustCompile(`(?m)^   - ✗`).FindAllString(text, -1)); n != k {
					t.Errorf("%s marks %d, want %d", name, n, k)
				}
			}
			parts, asked := len(summary(out).Material.Parts), 10
			if context > 0 {
				asked = 10 * (parts + 1)
			}
			if parts > 1 != (context > 0) || strings.Contains(md, fmt.Sprintf("in %d parts", parts)) != (context > 0) {
				t.Errorf("read in %d parts", parts)
			}
			calls := r.server.Counters().Calls
			if again := calls - asked; again < 1 || again > 10 {
				t.Errorf("%d calls, want %d and one more for each judge with a bad quote", calls, asked)
			}
			if summary(out).Usage.Calls != calls || !regexp.MustCompile(fmt.Sprintf(`\| Calls +\| +%d \|`, calls)).MatchString(md) {
				t.Errorf("the report shows %d calls of %d", summary(out).Usage.Calls, calls)
			}
			t.Logf("%d bytes, %d parts, %d calls, %d prompt tokens", len(rec.text), parts, calls, summary(out).Usage.PromptTokens)
		})
	}
}

// within are the turns that stand whole in a part.
func (r record) within(part string) record {
	var out record
	for _, s := range r.turns {
		if strings.Contains(part, "["+s.stamp+"]") && strings.Contains(part, s.words) {
			out.turns = append(out.turns, s)
		}
	}
	return out
}

func TestOddReplies(t *testing.T) {
	rec := newRecord(300)
	odd := func(judge int) wireMeeting {
		w := rec.honest(judge)
		extra := rec.honest(judge + 20)
		switch judge {
		case 1:
			w.Highlights = w.Highlights[:2]
		case 2:
			w.Highlights = append(w.Highlights, extra.Highlights[0])
		case 3:
			w.Shortcomings[1].Text, w.Shortcomings[2].Text = "", "  \n"
		case 4:
			w.Verdict = "First sentence. And a second one! And a third."
		case 5:
			w.Verdict, w.Logic = "", ""
		case 6:
			w.Shortcomings = append(w.Shortcomings, extra.Shortcomings...)
		}
		return w
	}
	want := map[int][]meeting.Mark{
		0: {}, 1: {{Kind: meeting.FewHighlights, N: 2}}, 2: {{Kind: meeting.ManyHighlights, N: 4}},
		3: {{Kind: meeting.FewShortcomings, N: 1}}, 4: {{Kind: meeting.LongVerdict, N: 3}},
		5: {{Kind: meeting.NoLogic}, {Kind: meeting.NoVerdict}}, 6: {{Kind: meeting.ManyShortcomings, N: 6}},
		7: {},
	}
	var mu sync.Mutex
	asked := map[int]int{}
	r := newRig(t, meetingWorkspace(8, "", ""), fakeserver.Options{Responder: func(req fakeserver.Request) string {
		j := judgeOf(req)
		mu.Lock()
		defer mu.Unlock()
		asked[j]++
		if j == 7 && asked[j] == 1 {
			return odd(4).String() // right when asked once more
		}
		if len(req.Messages) > 2 && !strings.Contains(req.Messages[3].Content, "This is not yet right") {
			t.Errorf("judge %d was asked again with: %s", j, req.Messages[3].Content)
		}
		return odd(j).String()
	}})
	out, err := r.summarise(t, rec.text, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range summary(out).Views {
		if diff := cmp.Diff(want[i], v.Marks); diff != "" {
			t.Errorf("judge %d: marks (-want +got):\n%s", i, diff)
		}
		if len(v.Highlights) > 3 || len(v.Shortcomings) > 3 || strings.Contains(v.Verdict, "second") {
			t.Errorf("judge %d is not trimmed: %+v", i, v)
		}
		turns := 2
		if i == 0 {
			turns = 1
		}
		if asked[i] != turns {
			t.Errorf("judge %d was asked %d times, want %d", i, asked[i], turns)
		}
		page := r.read(t, out.Folder+"/reviews/"+v.Judge+".md")
		deck := r.read(t, out.Folder+"/meeting-summary.md")
		for _, m := range want[i] {
			if text := m.Text("en"); !strings.Contains(page, text) || !strings.Contains(deck, text) {
				t.Errorf("judge %d: %q is not shown", i, text)
			}
		}
	}
	if n := len(summary(out).Views[3].Shortcomings); n != 1 {
		t.Errorf("judge 3 has %d shortcomings: text was invented", n)
	}
}

func TestEmptyReplyIsMissingAndQuorumHolds(t *testing.T) {
	rec := newRecord(300)
	empty := wireMeeting{Highlights: []wirePoint{{}, {}, {}}, Shortcomings: []wirePoint{{}, {}, {}}}
	dumb := 1
	r := newRig(t, meetingWorkspace(3, "", ""), fakeserver.Options{Responder: func(req fakeserver.Request) string {
		if judgeOf(req) >= 3-dumb {
			return empty.String()
		}
		return rec.honest(judgeOf(req)).String()
	}})
	out, err := r.summarise(t, rec.text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if v := summary(out).Views[2]; v.Outcome != "unparsable" || v.Usage.Calls != 3 {
		t.Errorf("outcome %s after %d calls", v.Outcome, v.Usage.Calls)
	}
	if deck := r.read(t, out.Folder+"/meeting-summary.md"); !strings.Contains(deck, "> No judgement: no readable reply") {
		t.Errorf("the deck does not say that a judge is missing:\n%s", deck)
	}
	dumb = 2
	if _, err := r.summarise(t, rec.text, func(j *job.Spec) { j.Brand = "other" }); err == nil || !strings.Contains(err.Error(), "no quorum") {
		t.Errorf("two of three judges are missing: %v", err)
	}
	if _, err := os.Stat(filepath.Join(r.dir, "reports/m-other/report.md")); err == nil {
		t.Error("a summary without a quorum was published")
	}
}

func TestVoicesAreNamed(t *testing.T) {
	rec := newRecord(300)
	r := newRig(t, meetingWorkspace(4, "", ""), fakeserver.Options{Responder: func(req fakeserver.Request) string {
		j := judgeOf(req)
		if j == 3 {
			w := rec.honest(1) // judge 1 in other words
			for _, list := range [][]wirePoint{w.Highlights, w.Shortcomings} {
				for i := range list {
					list[i].Text = "Indeed " + list[i].Text
				}
			}
			return w.String()
		}
		w := rec.honest(j)
		for i := range 3 {
			w.Highlights[i].Text = fmt.Sprintf("%s praise %d", strings.Repeat(string(rune('a'+j))+"x ", 6), i)
			w.Shortcomings[i].Text = fmt.Sprintf("%s blame %d", strings.Repeat(string(rune('a'+j))+"y ", 6), i)
		}
		if j == 1 {
			return rec.honest(1).String()
		}
		return w.String()
	}})
	out, err := r.summarise(t, rec.text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"judge-1", "judge-3"}}, summary(out).Duplicates); diff != "" {
		t.Errorf("voices (-want +got):\n%s", diff)
	}
	if md := r.read(t, out.Folder+"/report.md"); !strings.Contains(md, "One voice: Judge 1, Judge 3 say the same.") {
		t.Error("the report does not name them")
	}
}

func TestMeetingResumesAndKeepsVersions(t *testing.T) {
	rec := newRecord(300)
	r := newRig(t, meetingWorkspace(6, "", ""), fakeserver.Options{
		Responder: func(req fakeserver.Request) string { return rec.honest(judgeOf(req)).String() },
	})
	r.Slots = make(jury.Slots, 1)
	s, err := r.Open("meet")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	job := job.Spec{Schema: 1, SceneSlug: "meet", Brand: "weekly", Filename: "weekly.txt", Data: []byte(rec.text), Options: job.Options{MaxReplyTokens: 1000}}
	if _, err := r.Run(ctx, s, job, func(e jury.Event) {
		if e.Type == jury.JudgeFinished && e.Done == 3 {
			cancel()
		}
	}); err == nil {
		t.Fatal("a cancelled run ended well")
	}
	plan, err := r.Preview(t.Context(), s, job)
	if kept := countReplies(t, r.dir); err != nil || plan.Answered != kept || plan.Calls != 6-kept {
		t.Errorf("%d replies kept, plan %+v, %v", kept, plan, err)
	}
	out, err := r.Run(t.Context(), s, job, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !out.Resumed || out.Version != 1 {
		t.Errorf("version %d, resumed %v", out.Version, out.Resumed)
	}
	calls := r.server.Counters().Calls
	if kept := countReplies(t, r.dir); kept != 6 || calls > 7 { // at most one call was under way when it was cut
		t.Errorf("%d replies kept, %d calls", kept, calls)
	}
	first := r.read(t, out.Folder+"/versions/v1_2026-11-21.md")
	job.Options.SkipUnchanged = true
	if again, err := r.Run(t.Context(), s, job, nil); err != nil || !again.Unchanged || r.server.Counters().Calls != calls {
		t.Errorf("the same job once more: %+v, %v", again, err)
	}
	job.Options.SkipUnchanged = false
	second, err := r.Run(t.Context(), s, job, nil)
	if err != nil {
		t.Fatal(err)
	}
	if second.Version != 2 || r.read(t, out.Folder+"/versions/v1_2026-11-21.md") != first {
		t.Errorf("version %d; the first snapshot must not change", second.Version)
	}
	rendered, err := r.Render(t.Context(), "weekly", RenderOptions{Version: 2, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range rendered.Files {
		if r.read(t, out.Folder+"/"+f.Name) != string(f.Data) {
			t.Errorf("%s is not the same when it is rendered again", f.Name)
		}
	}
	if len(rendered.Files) != 5+6 { // report.md, .html, deck, presentation, panel, reviews
		t.Errorf("%d files", len(rendered.Files))
	}
}

func countReplies(t *testing.T, dir string) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "cases", "*", "v1", "replies", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

func TestPresentationIsBestEffort(t *testing.T) {
	rec := newRecord(300)
	ws := meetingWorkspace(2, ", theme: themes/bad.yaml", "")
	ws["themes/bad.yaml"] = &fstest.MapFile{Data: []byte("logo: logo.gif\ncolors: {accent: blueish}\n")}
	r := newRig(t, ws, fakeserver.Options{
		Responder: func(req fakeserver.Request) string { return rec.honest(judgeOf(req)).String() },
	})
	out, err := r.summarise(t, rec.text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Warnings) != 1 || !strings.Contains(out.Warnings[0], "blueish") || !strings.Contains(out.Warnings[0], "logo.gif") {
		t.Errorf("warnings: %q", out.Warnings)
	}
	want := []string{"report.md", "meeting-summary.md", "report.html", "panel.yaml", "reviews/judge-0.md", "reviews/judge-1.md"}
	if diff := cmp.Diff(want, out.Files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, f := range want {
		r.read(t, out.Folder+"/"+f)
	}
	ws["themes/bad.yaml"] = &fstest.MapFile{Data: []byte("colors: {accent: \"#0B3D2E\"}\n")}
	if d, err := pptx.RenderFile(t.Context(), r.Workspace, r.Cases, "m-weekly"); err != nil || d.Slides != 3 || len(r.read(t, out.Folder+"/meeting-summary.pptx")) != d.Bytes {
		t.Errorf("rendered later: %+v, %v", d, err)
	}
}

func TestMeetingBudgetAndPreview(t *testing.T) {
	rec := newRecord(300)
	r := newRig(t, meetingWorkspace(4, "", "meeting: {context_tokens: 8000}\n"), fakeserver.Options{})
	s, err := r.Open("meet")
	if err != nil {
		t.Fatal(err)
	}
	job := job.Spec{Schema: 1, SceneSlug: "meet", Brand: "b", Filename: "b.txt", Data: []byte(rec.text), Options: job.Options{MaxReplyTokens: 1000}}
	p, err := r.Preview(t.Context(), s, job)
	if err != nil {
		t.Fatal(err)
	}
	if p.Calls <= 8 || p.Calls%4 != 0 || len(p.Judges) != 4 || r.server.Counters().Calls != 0 {
		t.Errorf("preview: %d calls, %d judges, %d made", p.Calls, len(p.Judges), r.server.Counters().Calls)
	}
	job.Options.MaxTokens = 10
	if _, err := r.Run(t.Context(), s, job, nil); err == nil || !strings.Contains(err.Error(), "over_budget") || r.server.Counters().Calls != 0 {
		t.Errorf("a spent budget: %v after %d calls", err, r.server.Counters().Calls)
	}
	job.Options.MaxTokens = 0
	tiny := newRig(t, meetingWorkspace(2, "", "meeting: {context_tokens: 1500}\n"), fakeserver.Options{})
	ts, err := tiny.Open("meet")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tiny.Preview(t.Context(), ts, job); err == nil || !strings.Contains(err.Error(), "context") {
		t.Errorf("a context that holds nothing: %v", err)
	}
}

// BenchmarkTenJudges is the wall time of a summary by ten judges at 200 ms a
// call with ten at once; the goal is 0.25 s.
func BenchmarkTenJudges(b *testing.B) {
	rec := newRecord(300)
	r := newRig(b, meetingWorkspace(10, "", ""), fakeserver.Options{
		Delay:     fakeserver.Delay{Median: 200 * time.Millisecond},
		Responder: func(req fakeserver.Request) string { return rec.honest(judgeOf(req)).String() },
	})
	n := 0
	for b.Loop() {
		n++
		if _, err := r.summarise(b, rec.text, func(j *job.Spec) { j.Brand = fmt.Sprint("b", n) }); err != nil {
			b.Fatal(err)
		}
	}
}
