package lark_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/database/lease"
	"judgement/internal/job"
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
		file string   // its name, where that matters
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
		{name: "thread, a document of its own", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_file", Thread: "omt_1", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for a grant", file: "We ask for a grant to tile the roof of the school. We ask….txt"},
		{name: "group, answer to a message that the bot may not read", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_secret", Content: larkfake.Text("@_user_1 review"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "ask the operator of this bot to grant me the permission"}},
		{name: "file that is gone", e: larkfake.Event{Type: "file", Content: larkfake.File("gone", "a.docx")}, want: []string{"Failed", "could not be fetched", "send it again"}},
		{name: "another bot", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText), SenderType: "app"}},
		{name: "group without a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text(longText)}},
		{name: "group with somebody else mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_2", Name: "Bot"}}}},
		{name: "group with a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText + "@_user_10"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0", Name: "Bot"}, {Key: "@_user_10", OpenID: "ou_2", Name: "Li"}}}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, answer to a file", e: larkfake.Event{Type: "text", ChatType: "topic_group", Parent: "om_file", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "looked up", file: "b.docx"},
		{name: "group, answer to a file that can't be read", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_sheet", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "can't read files of this kind (.xlsx)", "DOCX"}},
		{name: "thanks, in answer to the bot", e: larkfake.Event{Type: "text", Parent: "om_out", Content: larkfake.Text("thanks!")}, want: []string{"too short", "Commands"}},
		{name: "review, in answer to a file", e: larkfake.Event{Type: "text", Parent: "om_file", Content: larkfake.Text("review")}, want: []string{"Queued"}, job: "looked up", file: "b.docx"},
		{name: "group, answer to a text", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_text", Content: larkfake.Text("@_user_1 review this, please"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for", file: "We ask for a grant to tile the roof of the school. We ask….txt"},
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
			w.Store("om_sheet", "", larkfake.Stored{Type: "file", Content: larkfake.File("k3", "sheet.xlsx")})
			w.Store("om_sheet", "k3", larkfake.Stored{Data: []byte("x")})
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
			if jobs, data, _ := w.queue.Submitted(); c.job != "" && (!strings.HasPrefix(string(data[0]), c.job) || c.file != "" && jobs[0].Filename != c.file) {
				t.Errorf("the document is %.60q in %s, want %q in %s", data[0], jobs[0].Filename, c.job, c.file)
			}
		})
	}
}

// TestLongEvent: an event in two frames, of which the SDK may lose some, is
// delivered again until it is acknowledged, and makes one job of the whole text.
func TestLongEvent(t *testing.T) {
	w := newWorld(t, 1, nil)
	text := strings.Repeat(longText, 100)
	e := larkfake.Event{App: w.bots[0].AppID, Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(text)}
	w.People("oc_1", "om_1")
	w.until("the event is acknowledged", func() bool {
		code, _, err := w.PushParts(e.App, e.JSON(), 2, 200*time.Millisecond)
		return err == nil && code == http.StatusOK
	})
	w.wants("interactive", "Queued")
	if jobs, data, _ := w.queue.Submitted(); len(jobs) != 1 || string(data[0]) != strings.TrimSpace(text) {
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
		if code, _, err := w.Push(app, []byte(body), patience); code != 200 || err != nil {
			t.Errorf("%s: acknowledged with %d, %v", kind, code, err)
		}
	}
	if n := len(w.Messages()); n != 0 {
		t.Errorf("%d answers", n)
	}
}

// TestAccess: who is not listed reads so, and who comes too often reads when to come
// back.
func TestAccess(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.bots[0].PerHour = 1
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_2", Type: "text", Content: larkfake.Text(longText)})
	w.wants("post", "at most 1 per hour. Please send yours again after ")
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("status")})
	w.wants("post", "We ask for a grant to tile the roof of the school. We ask….txt: waiting") // commands are not counted
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
	w.wants("post", "Cancelled: We ask for a grant to tile the roof of the school. We ask….txt")
	w.wants("interactive", "Cancelled")
	w.send(larkfake.Event{Message: "om_4", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("cancel")}) // delivered again
	if open, err := w.store.Open(t.Context(), []string{w.bots[0].AppID}); err != nil || len(open) != 1 {
		t.Errorf("a command that came again cancelled what was sent since: %v, %v", open, err)
	} else if st, err := w.queue.Status(t.Context(), open[0].QueueID, 0); err != nil || st.Status != job.Pending {
		t.Errorf("the job sent since is %s, %v", st.Status, err)
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
		if code, _, err := w.Push(app, []byte(body), patience); code != want || err != nil {
			t.Errorf("%s: acknowledged with %d, %v", body, code, err)
		}
	}
	w.until("the health tells it", func() bool {
		h := w.larks[0].Health()
		return h.Malformed == 2 && h.Foreign == 1 && h.Connected && !h.LastFrame.IsZero()
	})
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
	w.store = chattest.NewStore(t, func(j chat.Request, data []byte) (string, error) {
		if broken {
			return "", fmt.Errorf("the database is gone")
		}
		return w.queue.Submit(j, data)
	})
	w.start()
	e := larkfake.Event{App: w.bots[0].AppID, Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: larkfake.Text(longText)}
	w.People("oc_1", "om_1")
	if code, _, err := w.Push(e.App, e.JSON(), patience); code != http.StatusInternalServerError || err != nil {
		t.Fatalf("acknowledged with %d, %v", code, err)
	}
	broken = false
	w.send(e)
	w.wants("interactive", "Queued")
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
	w.until("the other bot is well", func() bool { return w.larks[1].Health().Connected && w.Connected(w.bots[1].AppID) == 1 })
}

// gone lets a process's leases fail, as where its database is out of reach or it
// hangs: it can neither renew nor give up.
type gone struct {
	chat.Leases
	lost atomic.Bool
}

func (g *gone) Hold(ctx context.Context, owner string, names []string, ttl time.Duration) (map[string]string, error) {
	if g.lost.Load() {
		return nil, errors.New("the database is gone")
	}
	return g.Leases.Hold(ctx, owner, names, ttl)
}

func (g *gone) DropAll(ctx context.Context, owner string) error {
	if g.lost.Load() {
		return errors.New("the database is gone")
	}
	return g.Leases.DropAll(ctx, owner)
}

// second starts another process over the store of a world.
func (w *world) second(process string) (*chat.Service, *lark.Bot) {
	w.t.Helper()
	l := lark.New(lark.Options{Bot: w.bots[0], Base: w.URL, Log: w.log, Now: time.Now})
	var service *chat.Service
	service, err := chat.New(chat.Options{
		Bots: w.bots, Platforms: map[string]chat.Platform{w.bots[0].AppID: l}, Store: w.store, Jobs: w.queue, Now: time.Now, Log: w.log,
		Leases: lease.Of(w.store.DB), Process: process, TTL: w.ttl, Deliver: func(ctx context.Context) { w.store.Deliver(ctx, service) },
		Listen: func(ctx context.Context, _ string) { l.Listen(ctx, service.Receive) },
		Poll:   10 * time.Millisecond, Space: time.Millisecond, Refresh: 20 * time.Millisecond, Backoff: 5 * time.Millisecond,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	all.Go(func() { service.Run(ctx) })
	w.t.Cleanup(func() { cancel(); all.Wait(); l.Close() })
	return service, l
}

// TestSecondProcess: two processes on one application: the second says who serves
// it and keeps away, goes on with the same card once the first is gone, and the
// first, which only lost its database, has stopped by then.
func TestSecondProcess(t *testing.T) {
	for _, how := range []string{"stopped", "lost"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1, nil)
			w.stop()
			first := &gone{Leases: lease.Of(w.store.DB)}
			w.leases, w.ttl = first, 6*time.Second // a busy machine renews in time
			w.start()
			second, bot := w.second("host/2")
			w.until("the second says who serves the bot", func() bool {
				return strings.Contains(w.logs.String(), "another process serves this bot") && strings.Contains(w.logs.String(), "process=host/1")
			})
			w.running()
			if n := w.Connected(""); n != 1 || len(second.Serves()) != 0 || bot.Health().Connected {
				t.Fatalf("%d connections, the second serves %v", n, second.Serves())
			}
			served := w.service
			if how == "stopped" {
				w.stop()
			} else {
				first.lost.Store(true)
			}
			w.until("the second serves the bot", func() bool { return len(second.Serves()) == 1 && bot.Health().Connected })
			if got := served.Serves(); len(got) != 0 {
				t.Errorf("both processes serve %v", got)
			}
			w.until("one connection is left", func() bool { return w.Connected("") == 1 })
			w.done()
			w.wants("interactive", "Grade C")
			w.wants("file", "report.pdf")
			w.send(larkfake.Event{Message: "om_9", Type: "text", Content: larkfake.Text("help")})
			w.wants("post", "Commands")
			if n := len(w.Messages()); n != 4 {
				t.Errorf("%d messages, want 4\n%s", n, w.state())
			}
		})
	}
}

// TestLeaseComesBack: a process whose leases could not be renewed for a while
// serves its bots again by itself.
func TestLeaseComesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2, nil)
	w.stop()
	leases := &gone{Leases: lease.Of(w.store.DB)}
	w.leases, w.ttl = leases, 3*time.Second
	w.start()
	leases.lost.Store(true)
	w.until("the bots are let go", func() bool { return len(w.service.Serves()) == 0 && w.Connected("") == 0 })
	leases.lost.Store(false)
	w.until("the bots are served again", func() bool { return len(w.service.Serves()) == 2 && w.Connected("") == 2 })
	w.queue.Finish(chattest.Result(chattest.Plain), nil)
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.done()
	w.wants("interactive", "Grade C")
}
