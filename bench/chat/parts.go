package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/database"
	"judgement/internal/job"
	"judgement/internal/queue"
)

var text = strings.Repeat("We ask for a grant to tile the roof of the school. ", 10)

// bots connects fifty bots and stops them.
func bots(uint64) (bool, error) {
	before := runtime.NumGoroutine()
	queue := &chattest.Jobs{}
	store, closeStore, err := openStore(queue)
	if err != nil {
		return false, err
	}
	defer closeStore()
	w, err := newWorld(50, store, queue, chat.Options{})
	if err != nil {
		return false, err
	}
	for i, b := range w.bots { // one message each, so that every part is used
		e := larkfake.Event{App: b.AppID, Message: fmt.Sprintf("om_%d", i), Chat: fmt.Sprintf("oc_%d", i), Sender: "ou_1", Type: "text", Content: larkfake.Text(text)}
		w.People(e.Chat, e.Message)
		if code, _, err := w.Push(b.AppID, e.JSON(), 5*time.Second); code != http.StatusOK || err != nil {
			return false, fmt.Errorf("bot %d: %d, %w", i, code, err)
		}
	}
	if err := w.until(20*time.Second, func() bool { return len(w.Messages()) == 50 }); err != nil {
		return false, err
	}
	rss, err := resident()
	if err != nil {
		return false, err
	}
	took := w.stop()
	w.Close()
	left := 0
	for range 200 { // the goroutines of the platform end too
		if left = runtime.NumGoroutine() - before; left <= 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	ok := verdict(rss <= 150, "50 bots in one process, the platform included: %d MiB (goal 150)", rss)
	ok = verdict(took <= 5*time.Second, "stopped within %s (goal 5 s)", took.Round(time.Millisecond)) && ok
	return verdict(left <= 0, "goroutines left: %d (goal 0)", max(left, 0)) && ok, nil
}

// openStore opens a store on SQLite that submits to a queue.
func openStore(q *chattest.Jobs) (*chattest.Store, func(), error) {
	dir, err := os.MkdirTemp("", "bench-chat-")
	if err != nil {
		return nil, nil, err
	}
	s, err := chattest.OpenStore(context.Background(), filepath.Join(dir, "judgement.db"), q.Submit)
	if err != nil {
		return nil, nil, err
	}
	return s, func() { _ = s.DB.Close(); _ = os.RemoveAll(dir) }, nil
}

// resident is the process's memory in MiB.
func resident() (int, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	var kb int
	for line := range strings.Lines(string(b)) {
		if n, _ := fmt.Sscanf(line, "VmRSS: %d kB", &kb); n == 1 {
			return kb >> 10, nil
		}
	}
	return 0, fmt.Errorf("no VmRSS in /proc/self/status")
}

// events sends a thousand events to bots over a SQLite database and the real
// queue: 30 % come again, 5 % cannot be read, and connections break.
func events(seed uint64) (bool, error) {
	dir, err := os.MkdirTemp("", "bench-chat-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	ctx := context.Background()
	db, err := database.Open(ctx, filepath.Join(dir, "judgement.db"))
	if err != nil {
		return false, err
	}
	defer db.Close()
	q, err := queue.New(db, queue.Options{Random: rand.Reader})
	if err != nil {
		return false, err
	}
	w, err := newWorld(4, &chattest.Store{Store: chatdb.New(db, q), DB: db}, &waiting{}, chat.Options{})
	if err != nil {
		return false, err
	}
	defer w.Close()
	defer w.stop()
	const total = 1000
	s := &sender{w: w, r: mathrand.New(mathrand.NewPCG(seed, 1))}
	if err := s.all(total); err != nil {
		return false, err
	}
	slices.Sort(s.acks)
	p99 := s.acks[len(s.acks)*99/100]
	jobs, open := count(ctx, db, "job"), count(ctx, db, "chat_job")
	ok := verdict(jobs == total && open == total, "%d events, %d delivered again, %d unreadable, %d breaks: %d jobs, %d rows (goal %d of each)", total, s.again, s.bad, s.breaks, jobs, open, total)
	ok = verdict(p99 <= 300*time.Millisecond, "acknowledged: median %s, p99 %s, longest %s (goal p99 300 ms)", round(s.acks[len(s.acks)/2]), round(p99), round(s.acks[len(s.acks)-1])) && ok
	return verdict(w.complaints.n.Load() == 0, "requests that the platform did not know: %d", w.complaints.n.Load()) && ok, nil
}

func round(d time.Duration) time.Duration { return d.Round(100 * time.Microsecond) }

func count(ctx context.Context, db *database.DB, table string) int {
	n := 0
	if err := db.Query(ctx, func(row *sql.Rows) error { return row.Scan(&n) }, "SELECT count(*) FROM "+table); err != nil {
		return -1
	}
	return n
}

// waiting is a queue in which every job waits.
type waiting struct{ chattest.Jobs }

func (*waiting) Status(context.Context, string, int64) (chat.JobStatus, error) {
	return chat.JobStatus{Status: job.Pending}, nil
}

// sender sends events until each is acknowledged.
type sender struct {
	w *world

	mu                 sync.Mutex
	r                  *mathrand.Rand
	acks               []time.Duration
	again, bad, breaks int
}

func (s *sender) all(total int) error {
	next := make(chan int)
	var senders sync.WaitGroup
	errs := make(chan error, 8)
	for range 8 {
		senders.Go(func() {
			for i := range next {
				if err := s.one(i); err != nil {
					select {
					case errs <- err:
					default:
					}
				}
			}
		})
	}
	for i := range total {
		if i%100 == 99 {
			s.breaks++
			s.w.Drop("")
		}
		next <- i
	}
	close(next)
	senders.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

func (s *sender) chance(p float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.r.Float64() < p
}

func (s *sender) one(i int) error {
	b := s.w.bots[i%len(s.w.bots)]
	e := larkfake.Event{App: b.AppID, Message: fmt.Sprintf("om_%d", i), Chat: fmt.Sprintf("oc_%d", i%200), Sender: "ou_1", Type: "text", Content: larkfake.Text(fmt.Sprint(i, text))}
	s.w.People(e.Chat, e.Message)
	if s.chance(0.05) {
		s.mu.Lock()
		s.bad++
		s.mu.Unlock()
		_, _, _ = s.w.Push(b.AppID, e.JSON()[:len(e.JSON())/2], time.Second)
	}
	times := 1
	if s.chance(0.3) {
		times = 2
		s.mu.Lock()
		s.again++
		s.mu.Unlock()
	}
	for done, tries := 0, 0; done < times; tries++ {
		if tries > 2000 {
			return fmt.Errorf("event %d is not taken", i)
		}
		code, took, err := s.w.Push(b.AppID, e.JSON(), 3*time.Second)
		if err != nil || code != http.StatusOK {
			time.Sleep(10 * time.Millisecond) // the platform delivers again later
			continue
		}
		done++
		s.mu.Lock()
		s.acks = append(s.acks, took)
		s.mu.Unlock()
	}
	return nil
}

// faults lets one call in five fail, and counts what the chats show.
func faults(seed uint64) (bool, error) {
	const chats, each = 40, 3
	q := &chattest.Jobs{}
	q.Finish(chattest.Result(chattest.Plain), map[string][]byte{"report.html": []byte("<html>"), "report.pdf": []byte("%PDF")})
	store, closeStore, err := openStore(q)
	if err != nil {
		return false, err
	}
	defer closeStore()
	w, err := newWorld(4, store, q, chat.Options{Poll: 100 * time.Millisecond, Jitter: mathrand.Float64})
	if err != nil {
		return false, err
	}
	defer w.Close()
	defer w.stop()
	var mu sync.Mutex
	r := mathrand.New(mathrand.NewPCG(seed, 2))
	failed := 0
	w.SetFault(func(larkfake.Call) *larkfake.Fault {
		mu.Lock()
		defer mu.Unlock()
		if r.Float64() >= 0.2 {
			return nil
		}
		failed++
		return []*larkfake.Fault{
			{Status: 429, Code: 99991400, Header: map[string]string{"x-ogw-ratelimit-reset": "1"}},
			{Status: 400, Code: 230020},
			{Status: 400, Code: 99991663},
			{Status: 500},
			{Status: 503, After: true},
			{Delay: 1500 * time.Millisecond},
			{Delay: 1500 * time.Millisecond, After: true},
		}[r.IntN(7)]
	})
	for i := range chats * each {
		b := w.bots[i%len(w.bots)]
		e := larkfake.Event{App: b.AppID, Message: fmt.Sprintf("om_%d", i), Chat: fmt.Sprintf("oc_%d", i%chats), Sender: "ou_1", Type: "text", Content: larkfake.Text(fmt.Sprint(i, text))}
		w.People(e.Chat, e.Message)
		if code, _, err := w.Push(b.AppID, e.JSON(), 5*time.Second); code != http.StatusOK || err != nil {
			return false, fmt.Errorf("event %d: %d, %w", i, code, err)
		}
	}
	time.Sleep(time.Second)
	q.Set("", chat.JobStatus{Status: job.Running, Events: chattest.Events()})
	time.Sleep(3 * time.Second)
	q.Set("", chat.JobStatus{Status: job.Done})
	apps := []string{"cli_0", "cli_1", "cli_2", "cli_3"}
	err = w.until(3*time.Minute, func() bool {
		due := store.Undelivered()
		open, err := store.Open(context.Background(), apps)
		return err == nil && due+len(open) == 0
	})
	if err != nil {
		return false, err
	}
	finals, cards, files := 0, 0, 0
	for _, m := range w.Messages() {
		switch {
		case m.Type == "file":
			files++
		case strings.Contains(m.Content, "Grade C"):
			finals++
		}
		if m.Type == "interactive" {
			cards++
		}
	}
	n := chats * each
	ok := verdict(finals == n && cards == n && files == 2*n, "%d jobs, %d calls failed: %d final cards, %d cards, %d files (goal %d, %d, %d)", n, failed, finals, cards, files, n, n, 2*n)
	return verdict(busiest(w.Calls()) <= 5, "calls to one chat in any second: at most %d (goal 5)", busiest(w.Calls())) && ok, nil
}

// busiest is the largest number of calls to one chat within any second.
func busiest(calls []larkfake.Call) int {
	byChat := map[string][]time.Time{}
	for _, c := range calls {
		if c.Chat != "" {
			byChat[c.Chat] = append(byChat[c.Chat], c.At)
		}
	}
	most := 0
	for _, times := range byChat {
		slices.SortFunc(times, time.Time.Compare)
		for i := range times {
			n := 0
			for _, t := range times[i:] {
				if t.Sub(times[i]) < time.Second {
					n++
				}
			}
			most = max(most, n)
		}
	}
	return most
}
