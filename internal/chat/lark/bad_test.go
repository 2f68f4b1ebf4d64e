package lark_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark/larkfake"
	"judgement/scene"
)

// TestAnswers: what is sent to a bot and what it says to it, over the wire.
func TestAnswers(t *testing.T) {
	post := func(v any) string { b, _ := json.Marshal(v); return string(b) }
	line := []any{map[string]string{"tag": "text", "text": longText}, map[string]any{"tag": "a", "text": "site", "href": "https://x.example"}}
	for _, c := range []struct {
		name string
		e    larkfake.Event
		want []string // in one answer; nil: none
		job  string   // the document's beginning, of a job that comes of it
	}{
		{name: "text", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText)}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "post, bare", e: larkfake.Event{Type: "post", Content: post(map[string]any{"title": "Roof", "content": [][]any{line}})}, want: []string{"Queued", "Roof"}, job: "# Roof\n\nWe ask for a grant"},
		{name: "post under a language", e: larkfake.Event{Type: "post", Content: post(map[string]any{"zh_cn": map[string]any{"title": "Dach", "content": [][]any{line}}})}, want: []string{"Queued"}, job: "# Dach\n\nWe ask"},
		{name: "help", e: larkfake.Event{Type: "text", Content: larkfake.Text("help")}, want: []string{"Commands: help", "DOCX", "25 MB"}},
		{name: "help in Chinese", e: larkfake.Event{Type: "text", Content: larkfake.Text("帮助")}, want: []string{"指令：帮助"}},
		{name: "status", e: larkfake.Event{Type: "text", Content: larkfake.Text("status")}, want: []string{"Nothing of yours"}},
		{name: "cancel", e: larkfake.Event{Type: "text", Content: larkfake.Text("取消")}, want: []string{"没有可取消"}},
		{name: "greeting", e: larkfake.Event{Type: "text", Content: larkfake.Text("hello there")}, want: []string{"too short", "Commands"}},
		{name: "empty text", e: larkfake.Event{Type: "text", Content: larkfake.Text("")}, want: []string{"too short"}},
		{name: "links alone", e: larkfake.Event{Type: "text", Content: larkfake.Text("https://docs.example/a https://docs.example/b")}, want: []string{"don't open links"}},
		{name: "picture", e: larkfake.Event{Type: "image", Content: `{"image_key":"k"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "unknown kind", e: larkfake.Event{Type: "hologram", Content: `{}`}, want: []string{"message of this kind"}},
		{name: "broken content", e: larkfake.Event{Type: "text", Content: `{"text":`}, want: []string{"message of this kind"}},
		{name: "file without a key", e: larkfake.Event{Type: "file", Content: `{"file_name":"a.docx"}`}, want: []string{"message of this kind"}},
		{name: "refused type", e: larkfake.Event{Type: "file", Content: larkfake.File("k", "sheet.XLSX")}, want: []string{"can't read files of this kind (.xlsx)", "DOCX, PPTX and PDF"}},
		{name: "empty file", e: larkfake.Event{Type: "file", Content: larkfake.File("empty", "a.docx")}, want: []string{"Failed", "The file is empty"}},
		{name: "file of 90 MB", e: larkfake.Event{Type: "file", Content: larkfake.File("large", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "file above the platform's own limit", e: larkfake.Event{Type: "file", Content: larkfake.File("huge", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "large file of unknown length", e: larkfake.Event{Type: "file", Content: larkfake.File("chunked", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "large file, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("large", "计划书.docx")}, want: []string{"未完成", "文件超过 25 MB"}},
		{name: "empty file, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("empty", "计划书.docx")}, want: []string{"未完成", "文件是空的"}},
		{name: "refused type, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("k", "表格.xlsx")}, want: []string{"无法读取此类文件（.xlsx）", "支持 Markdown"}},
		{name: "refused type without a name before its ending", e: larkfake.Event{Type: "file", Content: larkfake.File("k", ".PNG")}, want: []string{"can't read files of this kind (.png)"}},
		{name: "help in full width", e: larkfake.Event{Type: "text", Content: larkfake.Text("　／ＨＥＬＰ！")}, want: []string{"Commands: help"}},
		{name: "status with Chinese marks", e: larkfake.Event{Type: "text", Content: larkfake.Text("【进度】？")}, want: []string{"没有排队或进行中"}},
		{name: "cancel with Chinese marks", e: larkfake.Event{Type: "text", Content: larkfake.Text("“取消”。。。")}, want: []string{"没有可取消"}},
		{name: "sticker", e: larkfake.Event{Type: "sticker", Content: `{"file_key":"k"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "voice", e: larkfake.Event{Type: "audio", Content: `{"file_key":"k","duration":2000}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "video", e: larkfake.Event{Type: "media", Content: `{"file_key":"k","image_key":"i","file_name":"a.mp4"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "folder", e: larkfake.Event{Type: "folder", Content: `{"file_key":"k","file_name":"plans"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "forwarded card", e: larkfake.Event{Type: "interactive", Content: `{"title":"x","elements":[]}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "business card", e: larkfake.Event{Type: "share_user", Content: `{"user_id":"ou_2"}`}, want: []string{"message of this kind"}},
		{name: "forwarded messages as one", e: larkfake.Event{Type: "merge_forward", Content: `Merged and Forwarded Message`}, want: []string{"forward the file by itself"}},
		{name: "post with a picture", e: larkfake.Event{Type: "post", Content: post(map[string]any{"content": [][]any{line, {map[string]string{"tag": "img", "image_key": "i"}}}})}, want: []string{"Queued", "pictures in the message are not read"}, job: "We ask for a grant"},
		{name: "post of pictures alone", e: larkfake.Event{Type: "post", Content: post(map[string]any{"title": "", "content": [][]any{{map[string]string{"tag": "img", "image_key": "i"}}}})}, want: []string{"message of this kind", "DOCX"}},
		{name: "post without content", e: larkfake.Event{Type: "post", Content: `{"title":"x"}`}, want: []string{"message of this kind"}},
		{name: "edited message", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText), Updated: time.Now().Add(time.Minute)}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, everybody mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_all " + longText)}},
		{name: "group, everybody and the bot mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_all @_user_1 help"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Commands: help"}},
		{name: "group, another bot mentions the bot", e: larkfake.Event{Type: "text", ChatType: "group", SenderType: "app", Content: larkfake.Text("@_user_1 help"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}},
		{name: "group, command with Chinese marks", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1，帮助！"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"指令：帮助"}},
		{name: "group, nothing but a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"too short", "Commands"}},
		{name: "thread, answer to the file that began it", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_file", Thread: "omt_1", Content: larkfake.Text("@_user_1 评审"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"排队中"}, job: "looked up"},
		{name: "thread, a document of its own", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_file", Thread: "omt_1", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, answer to a message that the bot may not read", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_secret", Content: larkfake.Text("@_user_1 review"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "ask the operator of this bot to grant me the permission"}},
		{name: "file that is gone", e: larkfake.Event{Type: "file", Content: larkfake.File("gone", "a.docx")}, want: []string{"Failed", "could not be fetched", "send it again"}},
		{name: "another bot", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText), SenderType: "app"}},
		{name: "group without a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text(longText)}},
		{name: "group with somebody else mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_2", Name: "Bot"}}}},
		{name: "group with a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText + "@_user_10"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0", Name: "Bot"}, {Key: "@_user_10", OpenID: "ou_2", Name: "Li"}}}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, answer to a file", e: larkfake.Event{Type: "text", ChatType: "topic_group", Parent: "om_file", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "looked up"},
		{name: "group, answer to a text", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_text", Content: larkfake.Text("@_user_1 review this, please"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for"},
		{name: "group, answer to a picture", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_picture", Content: larkfake.Text("@_user_1 review"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "answer the message that holds the file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 1, nil)
			c.e.Message = "om_in"
			w.Store("om_in", "empty", larkfake.Stored{Name: "a.docx"})
			w.Store("om_in", "large", larkfake.Stored{Name: "a.docx", Size: 90 << 20})
			w.Store("om_in", "huge", larkfake.Stored{Name: "a.docx", Size: 101 << 20})
			w.Store("om_in", "chunked", larkfake.Stored{Name: "a.docx", Size: 26 << 20, Chunked: true})
			w.Store("om_secret", "", larkfake.Stored{Code: 230027})
			w.Store("om_file", "", larkfake.Stored{Type: "file", Content: larkfake.File("k2", "b.docx")})
			w.Store("om_file", "k2", larkfake.Stored{Data: []byte("looked up")})
			w.Store("om_text", "", larkfake.Stored{Type: "text", Content: larkfake.Text(longText)})
			w.Store("om_picture", "", larkfake.Stored{Type: "image", Content: `{"image_key":"k"}`})
			w.send(c.e)
			if c.want != nil {
				w.wants("", c.want...)
			} else {
				time.Sleep(50 * time.Millisecond)
				if n := len(w.Messages()); n != 0 {
					t.Errorf("the bot answers\n%s", w.state())
				}
			}
			w.until("the job", func() bool { jobs, _, _ := w.queue.Submitted(); return (len(jobs) == 1) == (c.job != "") })
			if _, data, _ := w.queue.Submitted(); c.job != "" && !strings.HasPrefix(string(data[0]), c.job) {
				t.Errorf("the document is %.60q, want %q", data[0], c.job)
			}
		})
	}
}

// TestEditedMessage: a message that was judged and is then edited is not judged
// again.
func TestEditedMessage(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText + " And a second roof."), Updated: time.Now().Add(time.Minute)})
	if jobs, data, _ := w.queue.Submitted(); len(jobs) != 1 || strings.Contains(string(data[0]), "second roof") {
		t.Errorf("%d jobs", len(jobs))
	}
}

// TestOtherEvents: events that nobody asked for are acknowledged, so that they
// don't come again.
func TestOtherEvents(t *testing.T) {
	w := newWorld(t, 1, nil)
	app := w.bots[0].AppID
	for _, kind := range []string{"im.message.message_read_v1", "im.chat.member.bot.deleted_v1", "im.message.recalled_v1"} {
		body := `{"schema":"2.0","header":{"event_id":"e","event_type":"` + kind + `","app_id":"` + app + `"},"event":{"chat_id":"oc_1"}}`
		if code, _, err := w.Push(app, []byte(body), 5*time.Second); code != 200 || err != nil {
			t.Errorf("%s: acknowledged with %d, %v", kind, code, err)
		}
	}
	if n := len(w.Messages()); n != 0 {
		t.Errorf("%d answers", n)
	}
}

// TestAccess: who is not listed is told so, and who comes too often when to come
// back.
func TestAccess(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.bots[0].PerHour = 1
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_2", Type: "text", Content: larkfake.Text(longText)})
	w.wants("post", "at most 1 document an hour. Please send yours again in 60 minutes (after ")
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("status")})
	w.wants("post", "message.txt: waiting") // commands are not counted
	w.bots[0].Closed = true
	w.send(larkfake.Event{Message: "om_4", Chat: "oc_2", Sender: "ou_9", Type: "text", Content: larkfake.Text("help")})
	w.wants("post", "not on the list", "ou_9")
	if jobs, _, _ := w.queue.Submitted(); len(jobs) != 1 {
		t.Errorf("%d jobs, want 1", len(jobs))
	}
}

// TestCancel: cancel ends the sender's last job; the card says so.
func TestCancel(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.send(larkfake.Event{Message: "om_2", Sender: "ou_2", Type: "text", Content: larkfake.Text("cancel")})
	w.wants("post", "nothing of yours to cancel")
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("cancel")})
	w.wants("post", "Cancelled: message.txt")
	w.wants("interactive", "Cancelled")
	w.send(larkfake.Event{Message: "om_4", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("cancel")}) // delivered again
	if open, err := w.store.Open(t.Context(), []string{w.bots[0].AppID}); err != nil || len(open) != 1 {
		t.Errorf("a command that came again cancelled what was sent since: %v, %v", open, err)
	} else if st, err := w.queue.Status(t.Context(), open[0].QueueID, 0); err != nil || st.State != chat.JobWaiting {
		t.Errorf("the job sent since is %s, %v", st.State, err)
	}
}

// TestMalformedEvents: what can't be read, and what is another application's,
// is acknowledged and dropped.
func TestMalformedEvents(t *testing.T) {
	w := newWorld(t, 1, nil)
	app := w.bots[0].AppID
	for body, want := range map[string]int{
		larkfakeEvent("cli_other"): 200,
		`{"schema":"2.0","header":{"event_type":"im.message.receive_v1","app_id":"` + app + `"},"event":{}}`:        200,
		`{"schema":"2.0","header":{"event_type":"im.message.receive_v1"},"event":{"message":{"message_id":1}}}`:     200,
		`{"schema":"2.0","header":{"event_type":"im.message.receive_v1","app_id":"` + app + `"},"event":[1]}`:       500, // by the SDK itself
		`{"schema":"2.0","header":{"event_type":"im.message.receive_v1","app_id":"` + app + `"},"event":{"message"`: 500,
	} {
		if code, _, err := w.Push(app, []byte(body), 5*time.Second); code != want || err != nil {
			t.Errorf("%s: acknowledged with %d, %v", body, code, err)
		}
	}
	if h := w.larks[0].Health(); h.Malformed != 2 || h.Foreign != 1 || !h.Connected || h.LastFrame.IsZero() {
		t.Errorf("health: %+v", h)
	}
	if n := len(w.Messages()); n != 0 {
		t.Errorf("%d answers", n)
	}
}

func larkfakeEvent(app string) string {
	return string(larkfake.Event{App: app, Message: "om_x", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}.JSON())
}

// TestStoreFails: an event that could not be kept is not acknowledged as taken,
// so that it comes again; then it makes its job.
func TestStoreFails(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.stop()
	broken := true
	w.store = chat.NewMemory(time.Now, func(j chat.Job, data []byte) (string, error) {
		if broken {
			return "", fmt.Errorf("the database is gone")
		}
		return w.queue.Submit(j, data)
	})
	w.start()
	e := larkfake.Event{App: w.bots[0].AppID, Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}
	w.People("oc_1", "om_1")
	if code, _, err := w.Push(e.App, e.JSON(), 5*time.Second); code != http.StatusInternalServerError || err != nil {
		t.Fatalf("acknowledged with %d, %v", code, err)
	}
	broken = false
	w.send(e)
	w.wants("interactive", "Queued")
}

// running brings a job to the point where its card says that it is under
// review.
func (w *world) running() {
	w.t.Helper()
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	w.queue.Set("", chat.JobStatus{State: chat.JobRunning, Events: chattest.Events()})
	w.wants("interactive", "Under review")
}

func (w *world) done() { w.queue.Set("", chat.JobStatus{State: chat.JobDone}) }

// TestRecalledCard: a card that was recalled gets a new one.
func TestRecalledCard(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	old := w.find("interactive").ID
	w.Recall(old)
	w.done()
	if m := w.wants("interactive", "Grade C"); m.ID == old || m.ReplyTo != "om_1" {
		t.Errorf("the result stands in %s in answer to %q", m.ID, m.ReplyTo)
	}
	w.wants("file", "report.pdf")
}

// TestRecalledQuestion: where the message that asked is gone, the result goes to
// the chat.
func TestRecalledQuestion(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	w.Recall("om_1")
	w.Recall(w.find("interactive").ID)
	w.done()
	if m := w.wants("interactive", "Grade C"); m.ReplyTo != "" || m.Chat != "oc_1" {
		t.Errorf("the result stands in %s in answer to %q", m.Chat, m.ReplyTo)
	}
	w.wants("file", "report.pdf")
}

// TestRefusedCard: a card that the platform refuses goes out as text, and what
// stood there does not say "running" for ever.
func TestRefusedCard(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	w.SetFault(func(c larkfake.Call) *larkfake.Fault {
		if c.Kind == "patch" && !strings.Contains(c.Body, `"body":{"direction":"vertical","elements":[{"tag":"div","text":{"content":" "`) {
			return &larkfake.Fault{Status: 400, Code: 230099}
		}
		return nil
	})
	w.done()
	w.wants("post", "Grade C", "69.83 of 100", "Must fix")
	w.until("the old card is closed", func() bool {
		m := w.find("interactive", "Grade C")
		return m != nil && !strings.Contains(m.Content, "Under review")
	})
	w.wants("file", "report.pdf")
}

// TestRemovedBot: a bot that was removed from the chat in mid-review gives up
// its messages; the review itself goes on and is not run again.
func TestRemovedBot(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	w.SetFault(func(c larkfake.Call) *larkfake.Fault {
		if c.Chat == "oc_1" {
			return &larkfake.Fault{Status: 400, Code: 230002}
		}
		return nil
	})
	w.done()
	w.until("all is given up", func() bool {
		due, err := w.store.Due(t.Context(), []string{w.bots[0].AppID}, 10)
		open, err2 := w.store.Open(t.Context(), []string{w.bots[0].AppID})
		return err == nil && err2 == nil && len(due)+len(open) == 0
	})
	if _, _, times := w.queue.Submitted(); len(times) != 1 || times[0] != 1 {
		t.Errorf("submitted %v", times)
	}
	w.SetFault(nil)
	w.send(larkfake.Event{Message: "om_9", Chat: "oc_2", Type: "text", Content: larkfake.Text("help")})
	w.wants("post", "Commands")
}

// TestStaleToken: a token that is refused is replaced, and a file that was being
// uploaded with it arrives whole.
func TestStaleToken(t *testing.T) {
	w := newWorld(t, 1, func(s *scene.Scene) {})
	w.running()
	w.ExpireTokens()
	w.done()
	w.wants("interactive", "Grade C")
	if m := w.wants("file", "report.pdf"); string(m.File) != "%PDF" {
		t.Errorf("the file holds %q", m.File)
	}
	tokens := 0
	for _, c := range w.Calls() {
		if c.Kind == "token" {
			tokens++
		}
	}
	if tokens > 3 {
		t.Errorf("%d tokens were asked for", tokens)
	}
}

// TestLargeFile: a file above the platform's limit is named in words.
func TestLargeFile(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": make([]byte, 31<<20), "report.pdf": []byte("%PDF")})
	w.done()
	w.wants("post", "report.html is too large to be sent here")
	w.wants("file", "report.pdf")
}

// TestRestart: a process that ends in mid-review is followed by one that ends
// the same card.
func TestRestart(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.running()
	w.stop()
	w.done()
	w.start()
	w.wants("interactive", "Grade C")
	w.wants("file", "report.pdf")
	if n := len(w.Messages()); n != 3 {
		t.Errorf("%d messages, want 3\n%s", n, w.state())
	}
}

// TestRefusedConnection: wrong credentials are shown and don't stop the others.
func TestRefusedConnection(t *testing.T) {
	w := newWorld(t, 2, nil)
	w.RefuseConnections("the application is disabled")
	w.Drop(w.bots[0].AppID)
	w.until("the health says why", func() bool {
		h := w.larks[0].Health()
		return !h.Connected && strings.Contains(h.Error, "the application is disabled")
	})
	if h := w.larks[1].Health(); !h.Connected {
		t.Errorf("the other bot: %+v", h)
	}
}

// TestLostAnswer: a card whose sending was carried out and not answered is
// not taken for what was tried next under the same name.
func TestLostAnswer(t *testing.T) {
	w := newWorld(t, 1, nil)
	lost := false
	w.SetFault(func(c larkfake.Call) *larkfake.Fault {
		if c.Kind == "reply" && !lost {
			lost = true
			w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
			go w.done() // the result is there before the next try
			return &larkfake.Fault{Status: 503, After: true, Delay: 100 * time.Millisecond}
		}
		return nil
	})
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("file", "report.pdf")
	w.wants("interactive", "Grade C")
	if n := len(w.Messages()); n != 3 {
		t.Errorf("%d messages, want 3\n%s", n, w.state())
	}
}

// TestFaults lets one call in five fail in every way: each final card and each
// file stands in its chat once.
func TestFaults(t *testing.T) {
	w := newWorld(t, 2, nil)
	var mu sync.Mutex
	n := 0
	w.SetFault(func(larkfake.Call) *larkfake.Fault {
		mu.Lock()
		defer mu.Unlock()
		if n++; n%5 != 0 {
			return nil
		}
		return []*larkfake.Fault{
			{Status: 429, Code: 99991400}, {Status: 400, Code: 230020}, {Status: 400, Code: 99991663}, {Status: 500}, {Status: 503, After: true}, {Status: 504},
		}[n/5%6]
	})
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	const jobs = 20
	for i := range jobs {
		w.send(larkfake.Event{App: w.bots[i%2].AppID, Message: fmt.Sprintf("om_%d", i), Chat: fmt.Sprintf("oc_%d", i%5), Type: "text", Content: larkfake.Text(longText + fmt.Sprint(i))})
	}
	w.queue.Set("", chat.JobStatus{State: chat.JobRunning, Events: chattest.Events()})
	time.Sleep(50 * time.Millisecond)
	w.done()
	w.until("all is delivered", func() bool {
		open, err := w.store.Open(t.Context(), []string{w.bots[0].AppID, w.bots[1].AppID})
		return err == nil && len(open) == 0 && w.store.Undelivered() == 0
	})
	finals, files := map[string]int{}, map[string]int{}
	for _, m := range w.Messages() {
		switch {
		case m.Type == "file":
			files[m.ReplyTo+" "+m.FileName]++
		case strings.Contains(m.Content, "Grade C"):
			finals[m.ReplyTo]++
		}
	}
	if len(finals) != jobs || len(files) != 2*jobs || len(w.Messages()) != 3*jobs {
		t.Errorf("%d final cards, %d files, %d messages for %d jobs\n%s", len(finals), len(files), len(w.Messages()), jobs, w.state())
	}
}

// TestNothingIsLeft: bots stop, and leave no goroutine.
func TestNothingIsLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	w := newWorld(t, 20, nil)
	w.running()
	w.Drop("") // connections that are being made again are stopped too
	w.stop()
	w.Close()
	left := 0
	for range 500 {
		if left = runtime.NumGoroutine() - before; left <= 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines are left\n%s", left, buf[:runtime.Stack(buf, true)])
}
