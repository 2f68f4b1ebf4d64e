package lark_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/job"
	"judgement/scene"
)

func TestFileToReport(t *testing.T) {
	w := newWorld(t, 1, nil)
	w.Store("om_in", "key_1", larkfake.Stored{Name: "plan.docx", Data: []byte("the document")})
	event := larkfake.Event{Message: "om_in", Type: "file", Content: larkfake.File("key_1", "plan.docx")}
	w.send(event)
	w.send(event) // delivered again
	w.wants("interactive", "Queued", "You are next")
	w.until("the job is queued", func() bool { jobs, _, _ := w.queue.Submitted(); return len(jobs) == 1 })
	jobs, data, times := w.queue.Submitted()
	if string(data[0]) != "the document" || times[0] != 1 || jobs[0].Filename != "plan.docx" || jobs[0].Scene != "pitch-0" {
		t.Fatalf("submitted %+v with %q, %d times", jobs[0], data[0], times[0])
	}
	w.queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	w.wants("interactive", "Under review", "Evidence checker", "1 of 3")
	w.queue.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	w.queue.Set("", chat.JobStatus{Status: job.Done})
	card := w.wants("interactive", "Grade C", "69.83 of 100", "Must fix (2)", "12 of 13")
	html, pdf := w.wants("file", "report.html"), w.wants("file", "report.pdf")
	if string(html.File) != "<html>" || string(pdf.File) != "%PDF" {
		t.Errorf("files hold %q and %q", html.File, pdf.File)
	}
	if card.ReplyTo != "om_in" || html.ReplyTo != "om_in" || len(w.Messages()) != 3 {
		t.Errorf("want one card and two files in answer to the message\n%s", w.state())
	}
	if !strings.Contains(w.logs.String(), "msg=handled status=queued scene_slug=pitch-0") {
		t.Errorf("the log shows no handled result whose status is queued:\n%s", w.logs)
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
// file is in its chat once.
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
	w.queue.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
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

// TestNothingIsLeft: bots stop, and leave no goroutine except for the one that
// the SDK keeps for each of its clients.
func TestNothingIsLeft(t *testing.T) {
	const bots = 20
	before := runtime.NumGoroutine()
	w := newWorld(t, bots, nil)
	w.running()
	w.Drop("") // connections that are being made again are stopped too
	w.stop()
	w.Close()
	if err := w.store.DB.Close(); err != nil {
		t.Error(err)
	}
	left := 0
	for range 3000 {
		if left = runtime.NumGoroutine() - before; left <= bots {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	buf := make([]byte, 1<<16)
	t.Errorf("%d goroutines are left\n%s", left, buf[:runtime.Stack(buf, true)])
}
