package chat_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/scene"
)

// marks are words that no card has of its own: every text of a result begins
// with one, so that any that gets out is found.
type marks struct{ all []string }

func (m *marks) word(what string) string {
	w := fmt.Sprintf("leak%04d", len(m.all))
	m.all = append(m.all, w)
	return w + " " + what
}

// found lists the marks in a text, and names of the panel.
func (m *marks) found(text string) []string {
	var out []string
	for _, w := range m.all {
		if strings.Contains(text, w) {
			out = append(out, w)
		}
	}
	return out
}

// recorder is a platform that keeps all that goes out.
type recorder struct {
	mu  sync.Mutex
	out []string
	n   int
}

func (r *recorder) note(v any) {
	b, _ := json.Marshal(v)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out = append(r.out, string(b))
}

func (r *recorder) all() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.out, "\n")
}

func (r *recorder) Send(_ context.Context, p chat.Post) (string, error) {
	r.note(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.n++
	return fmt.Sprintf("om_%d", r.n), nil
}

func (r *recorder) Update(_ context.Context, _ string, c chat.Card) error { r.note(c); return nil }

func (r *recorder) Upload(_ context.Context, name string, data []byte) (string, error) {
	r.note([]string{name, string(data)})
	return "key", nil
}

func (r *recorder) Download(context.Context, chat.File, int) (chat.Fetched, error) {
	return chat.Fetched{Name: "f", Data: []byte("data")}, nil
}

// play takes a document through everything that can happen to it, and returns
// all that went out to the chat.
func play(t *testing.T, s *scene.Scene, m *marks, group bool, end chat.JobStatus, result *pipeline.Result) string {
	t.Helper()
	out, queue := &recorder{}, &chattest.Jobs{}
	bot := &chat.Bot{Scene: s, Panel: result.Plan.Panel, AppID: "cli_1", AppSecret: "s", PerHour: 100}
	store := chattest.NewStore(t, queue.Submit)
	var service *chat.Service
	service, err := chat.New(chat.Options{
		Bots: []*chat.Bot{bot}, Platforms: map[string]chat.Platform{"cli_1": out}, Store: store, Jobs: queue,
		Deliver: func(ctx context.Context) { store.Deliver(ctx, service) },
		Now:     time.Now, Poll: time.Millisecond, Space: time.Nanosecond, Refresh: time.Nanosecond, Backoff: time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	queue.Finish(result, map[string][]byte{"report.html": []byte(m.word("html")), "report.pdf": []byte(m.word("pdf")), "meeting-summary.pptx": []byte(m.word("deck"))})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); service.Run(ctx) }()
	defer func() { cancel(); <-done }()
	receive := func(id string, kind chat.Kind, text string, file chat.File) {
		if _, err := service.Receive(ctx, chat.Message{
			AppID: "cli_1", MessageID: id, ChatID: "oc_1", Sender: "ou_1", Group: group, Mentioned: true, Person: true, Kind: kind, Text: text, File: file,
		}); err != nil {
			t.Fatal(err)
		}
	}
	until := func(what string, ok func() bool) {
		t.Helper()
		for deadline := time.Now().Add(90 * time.Second); !ok(); time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("waited in vain for %s:\n%s", what, out.all())
			}
		}
	}
	receive("om_in", chat.KindFile, "", chat.File{MessageID: "om_in", Key: "k", Name: m.word("file") + ".docx"})
	until("the job", func() bool { jobs, _, _ := queue.Submitted(); return len(jobs) == 1 })
	receive("om_status", chat.KindText, "status", chat.File{})
	queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	until("progress", func() bool { return strings.Contains(out.all(), "Under review") })
	queue.Set("", end)
	final := map[string]string{"done": "Done", "failed": "Failed", "failedcancelled": "Cancelled"}[string(end.Status)+end.Reason]
	if end.Status == job.Done && chat.ShownTo(s, group) == chat.ShowAll && result.Judgement.Overview().Score != nil {
		final = "Grade C"
	}
	until("the end", func() bool { return strings.Contains(out.all(), final) || strings.Contains(out.all(), "Grade C") })
	receive("om_cancel", chat.KindText, "cancel", chat.File{})
	until("the answer to cancel", func() bool { return strings.Contains(out.all(), "nothing of yours to cancel") })
	time.Sleep(5 * time.Millisecond) // whatever else would go out
	return out.all()
}

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

// FuzzTally: a card of a tally holds no text but the bot's own words.
func FuzzTally(f *testing.F) {
	f.Add(3, 2, 1, 7, true)
	own := regexp.MustCompile(`^[\p{L}\p{P}\p{N} /%\n]*$`)
	f.Fuzz(func(t *testing.T, a, b, c, d int, scores bool) {
		h := chat.Head{Lang: report.English, Scene: "Pitch", Document: "leak", Shown: chat.OnlyTally}
		text := chat.TallyCard(h, chat.Tally{MustFix: a, Suggestions: b, Cuts: c, Quotes: d, Scored: true, Grade: "A"}, scores).Text()
		if strings.Contains(text, "leak") || !own.MatchString(text) {
			t.Errorf("the card says %q", text)
		}
	})
}

// FuzzRedaction: whatever stands in a result, in the names of its panel, in events
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

// TestProgressTwice: events that come again change nothing.
func TestProgressTwice(t *testing.T) {
	var once, twice chat.Progress
	name := func(s string) string { return s }
	for _, e := range chattest.Events() {
		once.Add(e, name)
		twice.Add(e, name)
	}
	for _, e := range chattest.Events() {
		twice.Add(e, name)
	}
	if fmt.Sprint(once) != fmt.Sprint(twice) || once.Done != 1 || once.Judges[0].State != chat.StepDone || once.Judges[1].State != chat.StepRun {
		t.Errorf("%+v, then %+v", once, twice)
	}
	refused, j := jury.Refused, "plain-reader"
	once.Add(jury.Event{Seq: 9, Type: jury.JudgeFinished, Judge: &j, Outcome: &refused}, name)
	if once.Judges[1].State != chat.StepMiss {
		t.Errorf("a judge that refused is %s", once.Judges[1].State)
	}
}
