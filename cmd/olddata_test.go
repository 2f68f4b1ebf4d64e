package cmd

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"judgement/internal/app"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/database/pgtest"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/logtest"
)

// oldCases are the brands of the published cases in the old data with their
// number of versions.
var oldCases = map[string]int{
	"harbour": 2, "shenqing": 1, "market": 1, "weekly": 1, "monthly": 1, "queued-done": 1,
	"hook-delivered": 1, "hook-refused": 1, "hook-waiting": 1, "message-0beddec8": 1,
	"banjia-zh": 1, "stairlight-en": 1, "cold-bag-en": 2, "dreamconnect-en": 1,
}

// oldEnded are the ended jobs of the old data: status and reason by brand. The
// daily attribution run has no brand.
var oldEnded = map[string]string{
	"": "done", "queued-done": "done", "monthly": "done", "dreamconnect-en": "done", "message-0beddec8": "done",
	"hook-delivered": "done", "hook-refused": "done", "hook-waiting": "done",
	"retired": "failed unknown_scene", "no-quorum": "failed no_quorum", "cancelled": "failed cancelled",
}

// oldOpen are the jobs that waited or ran when the old data was copied, with how
// they must end. Those named message-… came from chats; the third of them had not
// been fetched from the platform yet, and so is no job of the queue.
var oldOpen = map[string]struct{ was, ends string }{
	"running":           {"running", "done"},
	"running-meeting":   {"running", "done"},
	"running-cancelled": {"running", "failed cancelled"},
	"pending":           {"pending", "done"},
	"pending-meeting":   {"pending", "done"},
	"pending-entry":     {"pending", "done"},
	"pending-hook":      {"pending", "done"},
	"message-c574f7d2":  {"pending", "done"},
	"message-3dd1fcd0":  {"pending", "done"},
}

// TestOldData opens data that an earlier version of the program left behind, and
// finishes the work that was waiting in it. See testdata/old/README.md.
func TestOldData(t *testing.T) {
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newOldWorld(t, name == "postgres")
			before := w.published()
			w.jobsAreKept()
			w.casesAreWhole()
			w.boardsShow()
			w.attributionGoesOn()
			w.workIsFinished()
			w.casesAreWhole()
			after := w.published()
			for name, text := range before {
				if after[name] != text {
					t.Errorf("the snapshot %s of a published version was changed or removed", name)
				}
			}
		})
	}
}

// oldWorld is a copy of the old data with a model server, a chat platform and a
// receiver of webhooks.
type oldWorld struct {
	*chatWorld
	model *fakeserver.Server
	begun time.Time

	mu    sync.Mutex
	hooks map[string]int // genuine webhooks by type and brand
}

func newOldWorld(t *testing.T, postgres bool) *oldWorld {
	t.Helper()
	w := &oldWorld{
		chatWorld: &chatWorld{t: t, dir: filepath.Join(t.TempDir(), "w"), logs: &logtest.Buffer{}},
		begun:     time.Now(), hooks: map[string]int{},
	}
	unpackOld(t, "testdata/old/workspace.tar.gz", w.dir)
	var err error
	if w.model, err = fakeserver.New(fakeserver.Options{Seed: 7}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.model.Close)
	receiver := httptest.NewServer(http.HandlerFunc(w.receive))
	t.Cleanup(receiver.Close)

	// The platform still has the messages of people and the card of the second chat.
	w.Server = larkfake.New(t, larkfake.App{ID: "cli_pitch", Secret: "secret", OpenID: "ou_bot"})
	t.Cleanup(w.Close)
	for _, n := range []string{"1", "2", "3", "4"} {
		w.People("oc_"+n, "om_"+n)
	}
	w.Sent(larkfake.Message{ID: "om_out_10", App: "cli_pitch", Chat: "oc_2", Type: "interactive"})
	w.Store("om_4", "file_k", larkfake.Stored{Name: "chat-four.md", Data: []byte(ferry)})

	w.env = map[string]string{
		"OPENAI_BASE_URL": w.model.URL(), "OPENAI_API_KEY": "none", "JUDGEMENT_LLM_MODEL": "fake-1",
		"JUDGEMENT_FORMATS": "md,html", "JUDGEMENT_LOG_FORMAT": "text", "SERVICE_API_TOKEN": serveToken,
		"JUDGEMENT_WEBHOOK_SECRET": webhookSecret, "JUDGEMENT_WEBHOOK_ALLOW_NETWORKS": "127.0.0.0/8",
		"JUDGEMENT_CHAT_BASE_URL": w.URL, "CHAT_APP_ID_PITCH": "cli_pitch", "CHAT_APP_SECRET_PITCH": "secret", "CHAT_WHITELIST_PITCH": "ou_1",
	}
	// Webhooks go to the receiver of this test, and the messages of chats are of
	// today: those that nobody serves for a month are removed.
	today := fmt.Sprint(time.Now().UnixMilli())
	rewrite := `
		UPDATE outbox SET target = replace(target, 'http://127.0.0.1:18480', '` + receiver.URL + `');
		UPDATE job SET payload = replace(payload, 'http://127.0.0.1:18480', '` + receiver.URL + `');
		UPDATE chat_job SET created_ms = ` + today + `;
		UPDATE chat_parcel SET created_ms = ` + today + `;`
	if postgres {
		w.env["JUDGEMENT_DATABASE_URL"] = pgtest.URL(t)
		w.restore("testdata/old/postgres.sql.gz", rewrite)
		return w
	}
	db, err := sql.Open("sqlite", filepath.Join(w.dir, ".judgement/judgement.db"))
	if err == nil {
		_, err = db.ExecContext(t.Context(), rewrite)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// unpackOld unpacks a compressed tar file into a folder.
func unpackOld(t *testing.T, name, dir string) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(unzipOld(t, name)))
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		var data []byte
		if err == nil {
			data, err = io.ReadAll(r)
		}
		if err == nil {
			path := filepath.Join(dir, h.Name)
			if h.Typeflag == tar.TypeDir {
				err = os.MkdirAll(path, 0o755)
			} else {
				err = errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, fs.FileMode(h.Mode)&fs.ModePerm))
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func unzipOld(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// restore loads a dump into the world's Postgres database, and removes what the
// folders hold: with a database they are no longer used.
func (w *oldWorld) restore(name, more string) {
	w.t.Helper()
	psql := exec.CommandContext(w.t.Context(), "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", w.env["JUDGEMENT_DATABASE_URL"])
	psql.Stdin = io.MultiReader(bytes.NewReader(unzipOld(w.t, name)), strings.NewReader("\nSET search_path = public;"+more))
	if out, err := psql.CombinedOutput(); err != nil {
		w.t.Fatalf("restore the dump: %v\n%s", err, out)
	}
	for _, dir := range []string{"cases", "comparisons", "immunity", "reports", ".judgement"} {
		if err := os.RemoveAll(filepath.Join(w.dir, dir)); err != nil {
			w.t.Fatal(err)
		}
	}
}

// receive takes a webhook.
func (w *oldWorld) receive(_ http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Error(err)
	}
	hook, err := standardwebhooks.NewWebhook(webhookSecret)
	if err == nil {
		err = hook.VerifyIgnoringTimestamp(body, r.Header)
	}
	if err != nil {
		w.t.Errorf("a webhook that is not genuine: %v\n%s", err, body)
	}
	var message struct {
		Type string
		Data struct{ Brand string }
	}
	if err := json.Unmarshal(body, &message); err != nil {
		w.t.Errorf("%v in %s", err, body)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hooks[message.Type+" "+message.Data.Brand]++
}

// now is a month after the old data was made, in the early morning: the day's
// attribution run is not made by a worker before nine.
func (w *oldWorld) now() time.Time {
	return time.Date(2026, 12, 23, 5, 0, 0, 0, time.UTC).Add(time.Since(w.begun))
}

func (w *oldWorld) app(out, errs io.Writer) *App {
	return &App{In: strings.NewReader(""), Out: out, Err: errs, Width: 120, Options: app.Options{Dir: w.dir, Now: w.now, Random: rand.Reader, Env: func(k string) string { return w.env[k] }}}
}

// run demands that a command ends well, and returns what it wrote.
func (w *oldWorld) run(args ...string) (stdout, stderr string) {
	w.t.Helper()
	var out, errs strings.Builder
	if code := w.app(&out, &errs).Run(w.t.Context(), args); code != 0 {
		w.t.Errorf("judgement %s: exit code %d\n%s%s", strings.Join(args, " "), code, &out, &errs)
	}
	return out.String(), errs.String()
}

// read runs a command that writes JSON.
func (w *oldWorld) read(v any, args ...string) {
	w.t.Helper()
	out, _ := w.run(append(args, "--output", "json")...)
	if err := json.Unmarshal([]byte(out), v); err != nil {
		w.t.Fatalf("judgement %s: %v in\n%s", strings.Join(args, " "), err, out)
	}
}

// background runs a command until the test ends.
func (w *oldWorld) background(args ...string) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() { ended <- w.app(io.Discard, w.logs).Run(ctx, args) }()
	w.t.Cleanup(func() {
		cancel()
		if code := <-ended; code != 0 {
			w.t.Errorf("judgement %s: exit code %d", strings.Join(args, " "), code)
		}
	})
}

// oldJob is a job as lists show it.
type oldJob struct {
	ID     string  `json:"job_id"`
	Brand  string  `json:"brand"`
	Status string  `json:"status"`
	Reason *string `json:"reason"`
}

// state is the status with the reason.
func (j oldJob) state() string {
	if j.Reason == nil {
		return j.Status
	}
	return j.Status + " " + *j.Reason
}

// jobs lists the queue's jobs by brand.
func (w *oldWorld) jobs() map[string]oldJob {
	w.t.Helper()
	var list []oldJob
	w.read(&list, "jobs", "list", "--limit", "1000")
	out := map[string]oldJob{}
	for _, j := range list {
		out[j.Brand] = j
	}
	return out
}

// jobsAreKept demands that every job is as it was.
func (w *oldWorld) jobsAreKept() {
	w.t.Helper()
	jobs := w.jobs()
	want := maps.Clone(oldEnded)
	for brand, j := range oldOpen {
		want[brand] = j.was
	}
	got := map[string]string{}
	for brand, j := range jobs {
		got[brand] = j.state()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("jobs of the old data (-want +got):\n%s", diff)
	}
	for brand, words := range map[string]string{
		"hook-delivered": "delivered", "hook-refused": "410", "hook-waiting": "503", "retired": "unknown scene", "no-quorum": "0 of 3", "cancelled": "cancelled", "running": "1/4",
	} {
		if out, _ := w.run("jobs", "show", jobs[brand].ID); !strings.Contains(out, words) {
			w.t.Errorf("jobs show of %s does not say %q:\n%s", brand, words, out)
		}
	}
}

// casesAreWhole demands that every version of every case has its quotes proven
// and renders with the title and the figures that were published. A later version
// of the program may word a report otherwise.
func (w *oldWorld) casesAreWhole() {
	w.t.Helper()
	published := w.published()
	for _, brand := range slices.Sorted(maps.Keys(oldCases)) {
		for v := range oldCases[brand] {
			version := fmt.Sprint(v + 1)
			report, errs := w.run("report", "render", brand, "--version", version, "--verify")
			if !strings.Contains(errs, "none with another status") {
				w.t.Errorf("verify %s version %s: %s", brand, version, errs)
			}
			var was string
			for name, text := range published {
				if ok, err := filepath.Match("*-"+brand+"/versions/v"+version+"_*.md", name); ok && err == nil {
					was = text
				}
			}
			was = strings.ReplaceAll(was, "仅供参照", "参考视角") // the role of an anchor has one word now
			if diff := cmp.Diff(figures(was), figures(report)); diff != "" || was == "" {
				w.t.Errorf("%s version %s as published and as rendered (-want +got):\n%s", brand, version, diff)
			}
		}
	}
	w.run("attribution", "check", "--deep", "--fail-on", "evidence,error")
}

// noSpread is a row of a dimension that no judges differ on, which reports of the baseline
// no longer have.
var noSpread = regexp.MustCompile(`^\| [^|]+ \| +[\d.]+ / \d+ \|( +[\d.]+ \|){3} +0 \|$`)

// figures are the lines of a report with its title and with scores, without notes that
// later versions of the program add, or leave out of reports of the baseline.
func figures(report string) []string {
	report = strings.NewReplacer(" · viewpoint, not in the mean", "", " · 参考视角，不计入平均分", "", "**baseline, no language model** (grade D)", "grade **D**", "  ±0\n", "\n").Replace(report)
	return slices.DeleteFunc(strings.Split(report, "\n"), func(line string) bool {
		return !strings.HasPrefix(line, "# ") && !strings.Contains(line, " / ") || noSpread.MatchString(line)
	})
}

// published returns the snapshots of all versions by their names in the folder of
// reports. If a database holds them, they are exported first.
func (w *oldWorld) published() map[string]string {
	w.t.Helper()
	dir := w.dir
	if w.env["JUDGEMENT_DATABASE_URL"] != "" {
		dir = filepath.Join(w.t.TempDir(), "export")
		w.run("export", "--out", dir)
	}
	reports := os.DirFS(filepath.Join(dir, "reports"))
	names, err := fs.Glob(reports, "*/versions/*")
	if err != nil || len(names) == 0 {
		w.t.Fatalf("published versions: %v, %v", names, err)
	}
	out := map[string]string{}
	for _, name := range names {
		b, err := fs.ReadFile(reports, name)
		if err != nil {
			w.t.Fatal(err)
		}
		out[name] = string(b)
	}
	return out
}

// boardsShow demands the contest's board with its comparisons, on the command line
// and for the audience, and the other things that only read.
func (w *oldWorld) boardsShow() {
	w.t.Helper()
	var board struct {
		Entries  []struct{ Brand string }
		Pairwise struct {
			Compared int `json:"compared_pairs"`
			Calls    int
		}
	}
	w.read(&board, "ranking", "contest")
	if len(board.Entries) != 4 || board.Pairwise.Compared != 3 || board.Pairwise.Calls != 18 {
		w.t.Errorf("the board of the old data: %+v", board)
	}
	out, _ := w.run("ranking", "contest", "--compare", "--plan")
	if !strings.Contains(out, "3 of 6 pairs compared") || !strings.Contains(out, "used 18") {
		w.t.Errorf("the old comparisons are not counted:\n%s", out)
	}
	w.run("meeting-summary", "pptx", "weekly")
	folder := filepath.Join(w.t.TempDir(), "rendered")
	w.run("report", "render", "weekly", "--out", folder)
	if info, err := os.Stat(filepath.Join(folder, "meeting-summary.pptx")); err != nil || info.Size() == 0 {
		w.t.Errorf("the presentation of the old meeting: %v", err)
	}

	server := startIn(w.t, w.dir, w.env, "serve")
	defer server.stop()
	resp, err := server.client.Get("http://socket/boards/contest")
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	if b, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != http.StatusOK || !bytes.Contains(b, []byte("DreamConnect")) {
		w.t.Errorf("the board for the audience: %d %v\n%s", resp.StatusCode, err, b)
	}
	result := server.ask(w.t, http.MethodGet, "/v2/judgement/"+w.jobs()["hook-delivered"].ID+"/result", "", http.StatusOK)
	if b, err := json.Marshal(result); err != nil || !bytes.Contains(b, []byte("Delivered")) {
		w.t.Errorf("the result of an old job: %v\n%s", err, b)
	}
}

// attributionGoesOn demands that the old questions keep their answers, that a real
// run goes on from the last one, and that forecasts are scored.
func (w *oldWorld) attributionGoesOn() {
	w.t.Helper()
	var sum struct {
		Total    int            `json:"total_checked"`
		ByStatus map[string]int `json:"by_status"`
	}
	w.read(&sum, "attribution", "check", "--dry-run=false", "--fail-on", "evidence,error")
	page, _ := w.run("attribution", "show", "harbour")
	harbour, want := "pending", []string{"v2-1 · confirmed", "v2-2 · pending", "v2-3 · draft", "reopened"}
	if w.env["JUDGEMENT_DATABASE_URL"] == "" { // only folders let a person add questions
		harbour, want = "falsified", append(want, "sales-falsified · falsified", "pier-falsified · falsified", "sales-confirmed · confirmed", "sales-later · confirmed", "left-draft · draft")
	}
	if sum.Total != 18 || sum.ByStatus["draft"] != 2 || sum.ByStatus[harbour] != 1 {
		w.t.Errorf("attribution check: %+v", sum)
	}
	for _, words := range want {
		if !strings.Contains(page, words) {
			w.t.Errorf("attribution show does not say %q:\n%s", words, page)
		}
	}
	var calibration struct{ Questions, Cases int }
	if w.read(&calibration, "attribution", "calibration"); calibration.Questions != 1 || calibration.Cases != 1 {
		w.t.Errorf("calibration: %+v, want the one old question that has forecasts and fell due", calibration)
	}
}

// workIsFinished demands that waiting and interrupted jobs end, their webhooks and
// those of ended jobs are delivered, chats get their cards, and a cancelled job
// can be run after all.
func (w *oldWorld) workIsFinished() {
	w.t.Helper()
	w.background("worker", "--jobs", "4")
	w.start("chat")
	w.until("open jobs of the old data have ended", func() bool {
		jobs := w.jobs()
		for brand := range oldOpen {
			if s := jobs[brand].Status; s != "done" && s != "failed" {
				return false
			}
		}
		return true
	})
	for _, chat := range []string{"oc_2", "oc_3", "oc_4"} {
		w.until("the card of "+chat+" shows the result", func() bool { return w.says(chat, "of 100") })
	}
	w.until("the second chat's own card shows the result", func() bool {
		return slices.ContainsFunc(w.Messages(), func(m larkfake.Message) bool {
			return m.ID == "om_out_10" && strings.Contains(m.Content, "of 100")
		})
	})
	want := map[string]int{"judgement.done hook-waiting": 1, "judgement.failed no-quorum": 1, "judgement.done pending-hook": 1}
	received := func() map[string]int {
		w.mu.Lock()
		defer w.mu.Unlock()
		return maps.Clone(w.hooks)
	}
	w.until("the webhooks have come", func() bool { return len(received()) >= len(want) })
	if diff := cmp.Diff(want, received()); diff != "" {
		w.t.Errorf("webhooks (-want +got):\n%s", diff)
	}
	jobs := w.jobs()
	for brand, j := range oldOpen {
		if got := jobs[brand].state(); got != j.ends {
			w.t.Errorf("job of %s is %s, want %s", brand, got, j.ends)
		}
	}
	for brand, state := range oldEnded {
		if got := jobs[brand].state(); got != state {
			w.t.Errorf("job of %s is %s, was %s", brand, got, state)
		}
	}
	for _, brand := range []string{"running", "running-meeting", "pending", "pending-meeting", "pending-entry", "pending-hook", "message-c574f7d2"} {
		w.run("report", "render", brand, "--verify")
	}

	w.run("jobs", "retry", jobs["cancelled"].ID)
	w.until("the cancelled job is done", func() bool { return w.jobs()["cancelled"].Status == "done" })
}
