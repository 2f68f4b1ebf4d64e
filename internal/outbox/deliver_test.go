package outbox_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/outbox"
)

const (
	oneSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	newSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
)

func openStore(t *testing.T) *database.DB {
	t.Helper()
	return dbtest.Open(t, dbtest.SQLite(t))
}

// webhook is a sender that may reach the loopback.
func webhook(t *testing.T, secrets string) *outbox.Webhook {
	t.Helper()
	s, err := outbox.ParseSecrets(secrets)
	if err != nil {
		t.Fatal(err)
	}
	return outbox.NewWebhook(outbox.WebhookOptions{
		Secrets: s, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Agent: "judgement/test", Now: time.Now,
	})
}

func deliverer(o outbox.Outbox, s outbox.Sender) *outbox.Deliverer {
	return outbox.NewDeliverer(outbox.Options{
		Outbox: o, Kind: "webhook", Sender: s, Owner: "test", Jitter: func() float64 { return 0.5 },
		Poll: 5 * time.Millisecond, Timeout: 2 * time.Second, Claim: time.Minute,
	})
}

func send(t *testing.T, db *database.DB, id, target string) {
	t.Helper()
	added, err := outbox.Put(t.Context(), db, outbox.Message{ID: id, Kind: "webhook", JobID: "job-1", Target: target, Final: true, Payload: `{"type":"judgement.done","data":{"brand":"评"}}`})
	if err != nil || !added {
		t.Fatalf("post %s: %t, %v", id, added, err)
	}
}

// due makes every waiting message due now, and every claim lapse.
func due(t *testing.T, db *database.DB) {
	t.Helper()
	if _, err := db.Exec(t.Context(), `UPDATE outbox SET next_ms = 0, claim_ms = 0`); err != nil {
		t.Fatal(err)
	}
}

func once(t *testing.T, d *outbox.Deliverer) {
	t.Helper()
	if n, err := d.Once(t.Context()); n != 1 || err != nil {
		t.Fatalf("%d tries, %v", n, err)
	}
}

func message(t *testing.T, db *database.DB, id string) outbox.Message {
	t.Helper()
	all, err := outbox.OfJob(t.Context(), db, "job-1")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if m.ID == id {
			return m
		}
	}
	t.Fatalf("there is no message %s", id)
	return outbox.Message{}
}

// receiver keeps what it gets, and answers as the test says.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []*http.Request
	bodies []string
	answer http.HandlerFunc
}

func newReceiver(t *testing.T, answer http.HandlerFunc) *receiver {
	t.Helper()
	r := &receiver{answer: answer}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		r.got, r.bodies = append(r.got, req), append(r.bodies, string(body))
		r.mu.Unlock()
		r.answer(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

func ok(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// TestDelivered: another implementation of Standard Webhooks takes what is sent
// as genuine, under each of the secrets, and nothing that was changed.
func TestDelivered(t *testing.T) {
	db, r := openStore(t), newReceiver(t, ok)
	send(t, db, "msg_a", r.URL+"/hook?x=1")
	once(t, deliverer(outbox.Of(db), webhook(t, newSecret+", "+oneSecret)))
	if m := message(t, db, "msg_a"); m.Status != outbox.Delivered || m.Tries != 1 || m.Ended.IsZero() {
		t.Errorf("%+v", m)
	}
	tries, err := outbox.Tries(t.Context(), db, "msg_a")
	if err != nil || len(tries) != 1 || tries[0].Code != 204 || tries[0].Error != "" {
		t.Errorf("%+v, %v", tries, err)
	}
	req := r.got[0]
	if req.Method != http.MethodPost || req.URL.String() != "/hook?x=1" || req.Header.Get("Content-Type") != "application/json" ||
		req.Header.Get("User-Agent") != "judgement/test" || req.Header.Get("Webhook-Id") != "msg_a" {
		t.Errorf("%s %s %v", req.Method, req.URL, req.Header)
	}
	for _, secret := range []string{oneSecret, newSecret} {
		v, err := standardwebhooks.NewWebhook(secret)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Verify([]byte(r.bodies[0]), req.Header); err != nil {
			t.Errorf("%v", err)
		}
		if err := v.Verify([]byte(r.bodies[0]+" "), req.Header); err == nil {
			t.Error("another body passes")
		}
	}
	other, err := standardwebhooks.NewWebhook("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	if err != nil {
		t.Fatal(err)
	}
	if other.Verify([]byte(r.bodies[0]), req.Header) == nil {
		t.Error("another secret passes")
	}
	if n, err := deliverer(outbox.Of(db), webhook(t, oneSecret)).Once(t.Context()); n != 0 || err != nil {
		t.Errorf("a delivered message is sent again: %d, %v", n, err)
	}
}

// TestRetries: whatever a receiver does, the message comes again, as the same
// message, until it is taken; each try is recorded.
func TestRetries(t *testing.T) {
	db := openStore(t)
	elsewhere := newReceiver(t, ok)
	answers := []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusServiceUnavailable)
		},
		func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, elsewhere.URL, http.StatusTemporaryRedirect)
		},
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() },
		func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 64<<10)) },
		func(w http.ResponseWriter, req *http.Request) { // an answer without an end
			for req.Context().Err() == nil {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					return
				}
			}
		},
	}
	n := 0
	r := newReceiver(t, nil)
	r.answer = func(w http.ResponseWriter, req *http.Request) { n++; answers[n-1](w, req) }
	send(t, db, "msg_a", r.URL)
	d := deliverer(outbox.Of(db), webhook(t, oneSecret))
	var waits []time.Duration
	for range answers {
		due(t, db)
		before := time.Now()
		once(t, d)
		if m := message(t, db, "msg_a"); m.Status == outbox.Waiting {
			waits = append(waits, m.Next.Sub(before))
		}
	}
	if m := message(t, db, "msg_a"); m.Status != outbox.Delivered || m.Tries != len(answers) {
		t.Errorf("%+v", m)
	}
	tries, err := outbox.Tries(t.Context(), db, "msg_a")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"500 the receiver answered 500", "503 the receiver answered 503", "307 the receiver answered 307; redirects are not followed",
		"0 the receiver cannot be reached: EOF", "0 the receiver did not answer in time", "0 the receiver cannot be reached: net/http: HTTP/1.x transport connection broken: net/http: server response headers exceeded 16384 bytes; aborted", "200 ",
	}
	var got []string
	for _, a := range tries {
		got = append(got, fmt.Sprint(a.Code, " ", a.Error))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if waits[0] < 4*time.Second || waits[1] < time.Hour-time.Second || waits[4] < 27*time.Minute {
		t.Errorf("waits %v", waits)
	}
	if len(elsewhere.got) != 0 {
		t.Error("a redirect was followed")
	}
	for i, req := range r.got {
		v, err := standardwebhooks.NewWebhook(oneSecret)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Verify([]byte(r.bodies[i]), req.Header); err != nil || req.Header.Get("Webhook-Id") != "msg_a" || r.bodies[i] != r.bodies[0] {
			t.Errorf("try %d: %v, %v", i+1, err, req.Header)
		}
	}
}

// scripted answers as the test says.
type scripted func(m outbox.Message) outbox.Result

func (s scripted) Send(_ context.Context, m outbox.Message) outbox.Result { return s(m) }

// TestDayOfTries: a receiver that never comes back is tried for a day.
func TestDayOfTries(t *testing.T) {
	db := openStore(t)
	send(t, db, "msg_a", "https://hooks.example/")
	panics := 0
	d := deliverer(outbox.Of(db), scripted(func(outbox.Message) outbox.Result { panics++; panic("out of cheese") }))
	var sum time.Duration
	for i := range outbox.MaxTries {
		due(t, db)
		before := time.Now()
		once(t, d)
		m := message(t, db, "msg_a")
		if last := i == outbox.MaxTries-1; (m.Status == outbox.GaveUp) != last {
			t.Fatalf("after %d tries: %+v", i+1, m)
		} else if !last {
			sum += m.Next.Sub(before)
		}
	}
	if sum < 20*time.Hour || sum > 24*time.Hour {
		t.Errorf("the tries take %s", sum)
	}
	due(t, db)
	if n, err := d.Once(t.Context()); n != 0 || err != nil || panics != outbox.MaxTries {
		t.Errorf("%d more, %v; %d in all", n, err, panics)
	}
}

func TestGone(t *testing.T) {
	db := openStore(t)
	r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) })
	send(t, db, "msg_a", r.URL)
	once(t, deliverer(outbox.Of(db), webhook(t, oneSecret)))
	if m := message(t, db, "msg_a"); m.Status != outbox.GaveUp {
		t.Errorf("%+v", m)
	}
}

// forgetful is an outbox that loses what is recorded, as one whose process dies
// in between.
type forgetful struct {
	outbox.Box
	lose bool
}

func (f *forgetful) Record(ctx context.Context, m outbox.Message, r outbox.Result) (bool, error) {
	if f.lose {
		return false, errors.New("gone")
	}
	return f.Box.Record(ctx, m, r)
}

// TestAtLeastOnce: a try that could not be recorded is made again, as the same
// message.
func TestAtLeastOnce(t *testing.T) {
	db, r := openStore(t), newReceiver(t, ok)
	f := &forgetful{outbox.Of(db), true}
	send(t, db, "msg_a", r.URL)
	d := deliverer(f, webhook(t, oneSecret))
	if n, err := d.Once(t.Context()); n != 1 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := d.Once(t.Context()); n != 0 || err != nil {
		t.Errorf("claimed twice: %d, %v", n, err)
	}
	f.lose = false
	due(t, db)
	once(t, d)
	if len(r.got) != 2 || r.got[0].Header.Get("Webhook-Id") != r.got[1].Header.Get("Webhook-Id") || message(t, db, "msg_a").Status != outbox.Delivered {
		t.Errorf("%d tries", len(r.got))
	}
}

// TestLongTry: the claim of a message is renewed while a try takes long, so that
// nobody else makes it at the same time.
func TestLongTry(t *testing.T) {
	db := openStore(t)
	send(t, db, "msg_a", "http://x")
	until := func() (ms int64) {
		t.Helper()
		if err := db.Query(t.Context(), func(row *sql.Rows) error { return row.Scan(&ms) }, `SELECT claim_ms FROM outbox`); err != nil {
			t.Error(err)
		}
		return ms
	}
	d := outbox.NewDeliverer(outbox.Options{
		Outbox: outbox.Of(db), Owner: "test", Jitter: func() float64 { return 0 }, Poll: time.Second, Timeout: time.Minute, Claim: 8 * time.Second,
		Kind: "webhook", Sender: scripted(func(outbox.Message) outbox.Result {
			first := until()
			for range 1200 {
				if until() > first {
					return outbox.Result{Code: 200}
				}
				time.Sleep(50 * time.Millisecond)
			}
			return outbox.Result{Error: "the claim was never renewed", Status: outbox.GaveUp}
		}),
	})
	once(t, d)
	if m := message(t, db, "msg_a"); m.Status != outbox.Delivered {
		t.Errorf("%+v", m)
	}
	if ok, err := outbox.Of(db).Renew(t.Context(), outbox.Message{ID: "msg_a", Owner: "test"}, time.Minute); ok || err != nil {
		t.Errorf("a claim was renewed that is over: %v, %v", ok, err)
	}
}

// TestRun: two deliverers share an outbox without doing anything twice, and a
// receiver that hangs keeps nobody else waiting.
func TestRun(t *testing.T) {
	db, r := openStore(t), newReceiver(t, ok)
	hanging := newReceiver(t, func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() })
	for i := range 5 {
		send(t, db, fmt.Sprintf("msg_%d", i), hanging.URL)
	}
	for i := range 40 {
		send(t, db, fmt.Sprintf("msg_1%02d", i), r.URL)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	for _, owner := range []string{"one", "two"} {
		d := outbox.NewDeliverer(outbox.Options{
			Outbox: outbox.Of(db), Kind: "webhook", Sender: webhook(t, oneSecret), Owner: owner,
			Jitter: func() float64 { return 0 }, Poll: 5 * time.Millisecond, Timeout: time.Minute, Claim: time.Minute,
		})
		running.Go(func() { d.Run(ctx) })
	}
	for range 12000 {
		r.mu.Lock()
		n := len(r.got)
		r.mu.Unlock()
		if n >= 40 {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // for what would come twice
	cancel()
	running.Wait()
	seen := map[string]int{}
	for _, req := range r.got {
		seen[req.Header.Get("Webhook-Id")]++
	}
	if len(r.got) != 40 || len(seen) != 40 {
		t.Errorf("%d messages, %d different", len(r.got), len(seen))
	}
	if m := message(t, db, "msg_0"); m.Status != outbox.Waiting || m.Tries != 0 {
		t.Errorf("a try that was ended with the process counts: %+v", m)
	}
}
