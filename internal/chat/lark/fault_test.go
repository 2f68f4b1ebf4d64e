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
	w.until("the other bot is well", func() bool { return w.larks[1].Health().Connected && w.Connected(w.bots[1].AppID) == 1 })
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
