package lark_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/job"
)

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

// TestAccess: who is not listed is told so, and who comes too often when to come
// back.
func TestAccess(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.bots[0].PerHour = 1
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.send(larkfake.Event{Message: "om_2", Type: "text", Content: larkfake.Text(longText)})
	w.wants("post", "at most 1 per hour. Please send yours again after ")
	w.send(larkfake.Event{Message: "om_3", Type: "text", Content: larkfake.Text("status")})
	w.wants("post", "We ask for a grant to mend the roof of the school. We ask….txt: waiting") // commands are not counted
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
	w.wants("post", "Cancelled: We ask for a grant to mend the roof of the school. We ask….txt")
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
	w.store = chattest.NewStore(t, func(j chat.Job, data []byte) (string, error) {
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

// running brings a job to the point where its card says that it is under
// review.
func (w *world) running() {
	w.t.Helper()
	w.send(larkfake.Event{Message: "om_1", Type: "text", Content: larkfake.Text(longText)})
	w.wants("interactive", "Queued")
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	w.queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	w.wants("interactive", "Under review")
}

func (w *world) done() { w.queue.Set("", chat.JobStatus{Status: job.Done}) }

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
		open, err := w.store.Open(t.Context(), []string{w.bots[0].AppID})
		return err == nil && w.store.Undelivered() == 0 && len(open) == 0
	})
	if _, _, times := w.queue.Submitted(); len(times) != 1 || times[0] != 1 {
		t.Errorf("submitted %v", times)
	}
	w.SetFault(nil)
	w.send(larkfake.Event{Message: "om_9", Chat: "oc_2", Type: "text", Content: larkfake.Text("help")})
	w.wants("post", "Commands")
}
