package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/meeting"
	"judgement/report"
)

const meetingScene = `slug: meet
scene_type: review
chat: {app_id_env: CHAT_APP_ID_MEET, app_secret_env: CHAT_APP_SECRET_MEET}
report: {brand_prefix: m-, language: en%s}
anchor_judge: judge-0
show_scores_publicly: false
%s`

// summary is what the judges say in a meeting's result.
func summary(r *Result) meeting.Content { return r.Judgement.(*meeting.Judgement).Meeting }

// meetingWorkspace has one meeting scene with so many judges, the first one an
// anchor.
func meetingWorkspace(judges int, reportKeys, more string) fstest.MapFS {
	ws := fstest.MapFS{"scenes/meet/scene.yaml": {Data: fmt.Appendf(nil, meetingScene, reportKeys, more)}}
	panel := "name: meet\noutput_format: meeting_summary\njudges:\n"
	for i := range judges {
		slug := fmt.Sprintf("judge-%d", i)
		path, category := "judges/"+slug+"/SKILL.md", "dimension"
		if i == 0 {
			path, category = "anchors/"+slug+"/perspective/SKILL.md", "anchor"
		}
		panel += fmt.Sprintf("  - {slug: %s, judge_category: %s, skill_path: %s}\n", slug, category, path)
		ws[path] = &fstest.MapFile{Data: []byte("---\nname: " + filepath.Base(filepath.Dir(path)) + "\ndescription: Judge " + slug + ".\n---\nLook for decisions with an owner and a date.\n")}
	}
	ws["scenes/meet/panel.yaml"] = &fstest.MapFile{Data: []byte(panel)}
	return ws
}

// rig is a pipeline over a fake server and a folder.
type rig struct {
	*Pipeline
	server *fakeserver.Server
	dir    string
}

func newRig(tb testing.TB, ws fs.FS, opts fakeserver.Options) *rig {
	tb.Helper()
	server, err := fakeserver.New(opts)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(server.Close)
	client, err := openai.New(openai.Options{BaseURL: server.URL(), APIKey: "k", Model: "fake-1", Timeout: 30 * time.Second, MaxConns: 10, MaxReplyTokens: 1000})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.Close)
	dir := tb.TempDir()
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = st.Close() })
	now := func() time.Time { return time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC) }
	return &rig{server: server, dir: dir, Pipeline: &Pipeline{
		Workspace: ws, Cases: casefile.New(st, now),
		Renderers: []format.Renderer{{Format: "html", Render: func(_ context.Context, p report.Page, _ time.Time) ([]byte, error) { return []byte(p.Title), nil }}},
		Zone:      time.UTC, Random: &counter{},
		Runner: jury.Runner{
			Model: client, Slots: make(jury.Slots, 10), Retry: jury.DefaultRetry(), Now: now, Sleep: jury.Sleep,
			Jitter: func() float64 { return 0 },
		},
	}}
}

// counter is a source of marks that differ.
type counter struct {
	mu sync.Mutex
	n  byte
}

func (c *counter) Read(b []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range b {
		c.n++
		b[i] = c.n
	}
	return len(b), nil
}

func (r *rig) summarise(tb testing.TB, doc string, change func(*job.Spec)) (*Result, error) {
	tb.Helper()
	s, err := r.Open("meet")
	if err != nil {
		tb.Fatal(err)
	}
	job := job.Spec{
		Schema: 1, JobID: "j", SceneSlug: "meet", Brand: "weekly", Filename: "weekly.txt", Data: []byte(doc),
		Options: job.Options{MaxReplyTokens: 1000},
	}
	if change != nil {
		change(&job)
	}
	return r.Run(tb.Context(), s, job, nil)
}

func (r *rig) read(tb testing.TB, name string) string {
	tb.Helper()
	b, err := os.ReadFile(filepath.Join(r.dir, filepath.FromSlash(name)))
	if err != nil {
		tb.Fatal(err)
	}
	return string(b)
}

// record is a meeting of so many turns, ten seconds each.
type record struct {
	text  string
	turns []saying
}

type saying struct{ stamp, words string }

func newRecord(turns int) record {
	var r record
	var b strings.Builder
	b.WriteString("Budget meeting of the river library\n\n")
	for i := range turns {
		s := saying{
			stamp: fmt.Sprintf("%02d:%02d:%02d", i/360, i/6%60, i%6*10),
			words: fmt.Sprintf("In round %d we counted %d visits at the branch and spent %d on the %s, which is a matter that somebody owns until week %d of the year, with nobody here against it.",
				i, 100+i*3, 2000+i*7, []string{"roof", "garden", "sorter", "bus stop"}[i%4], i%50+1),
		}
		r.turns = append(r.turns, s)
		fmt.Fprintf(&b, "[%s] %s: %s\n", s.stamp, []string{"Chair", "Finance lead", "Branch manager"}[i%3], s.words)
	}
	r.text = b.String()
	return r
}

var judgeName = regexp.MustCompile("You judge as `judge-([0-9]+)`")

func judgeOf(req fakeserver.Request) int {
	n := 0
	_, _ = fmt.Sscan(judgeName.FindStringSubmatch(req.Messages[1].Content)[1], &n)
	return n
}

type wirePoint struct {
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
	At     string   `json:"at"`
}

type wireMeeting struct {
	Logic        string      `json:"logic"`
	Highlights   []wirePoint `json:"highlights"`
	Shortcomings []wirePoint `json:"shortcomings"`
	Verdict      string      `json:"verdict"`
}

func (w wireMeeting) String() string {
	b, err := json.Marshal(w)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// honest is a judge's reply of six points with true quotes at true stamps.
func (r record) honest(judge int) wireMeeting {
	w := wireMeeting{Logic: fmt.Sprintf("Judge %d weighed owners and dates.", judge), Verdict: fmt.Sprintf("Judge %d finds the meeting sound.", judge)}
	for i := range 6 {
		s := r.turns[(judge*97+i*31)%len(r.turns)]
		p := wirePoint{Text: fmt.Sprintf("%s %d of judge %d speaks of %s.", []string{"Good thing", "Bad thing"}[i/3], i, judge, strings.Fields(s.words)[2]), Quotes: []string{s.words}, At: s.stamp}
		if i < 3 {
			w.Highlights = append(w.Highlights, p)
		} else {
			w.Shortcomings = append(w.Shortcomings, p)
		}
	}
	return w
}

// planted spoils k of the honest quotes of ten judges, in four ways.
func (r record) planted(judge, k int) wireMeeting {
	w := r.honest(judge)
	for i := range 6 {
		n := judge*6 + i
		p := &w.Highlights[i%3]
		if i >= 3 {
			p = &w.Shortcomings[i%3]
		}
		if n%5 != 2 || n/5 >= k {
			continue
		}
		switch n / 5 % 4 {
		case 0:
			p.Quotes = []string{"Nobody in this room believes that the ferry will ever come back to the old harbour."}
		case 1:
			p.Quotes = []string{strings.Replace(p.Quotes[0], "visits", "thousand visits", 1)}
		case 2:
			p.At = r.turns[(judge*97+i*31+200)%len(r.turns)].stamp
		case 3:
			p.Quotes, p.At = []string{}, "17:45:00"
		}
	}
	return w
}
