package outbox_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/outbox"
)

func put(t *testing.T, db *database.DB, messages ...outbox.Message) {
	t.Helper()
	for _, m := range messages {
		dbtest.Must(t, true)(outbox.Put(t.Context(), db, m))
	}
}

func webhooks(ids ...string) (out []outbox.Message) {
	for _, id := range ids {
		out = append(out, outbox.Message{ID: id, Kind: "webhook", JobID: "j", Target: "http://x", Payload: "{}", Final: true})
	}
	return out
}

// claim claims messages and returns them by their ids.
func claim(t *testing.T, db *database.DB, owner, kind string, limit int, targets ...string) map[string]outbox.Message {
	t.Helper()
	all, err := outbox.Of(db).Claim(t.Context(), owner, kind, targets, limit, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]outbox.Message{}
	for _, m := range all {
		out[m.ID] = m
	}
	return out
}

func TestOutbox(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ctx := t.Context()
		put(t, db, webhooks("m1", "m2")...)
		dbtest.Must(t, false)(outbox.Put(ctx, db, outbox.Message{ID: "m1", Kind: "webhook", Payload: "another", Final: true}))
		a := claim(t, db, "a", "webhook", 1)["m1"]
		b := claim(t, db, "b", "webhook", 1)["m2"]
		if a.Owner != "a" || b.Owner != "b" || len(claim(t, db, "c", "webhook", 1)) != 0 {
			t.Errorf("claims: %+v, %+v", a, b)
		}
		if other := claim(t, db, "a", "card", 9); len(other) != 0 {
			t.Errorf("messages of another kind: %v", other)
		}
		dbtest.Must(t, true)(outbox.Of(db).Record(ctx, a, outbox.Result{Took: time.Second, Code: 503, Error: "busy", Status: outbox.Waiting, Wait: time.Minute, State: "s"}))
		if got := claim(t, db, "a", "webhook", 1); len(got) != 0 {
			t.Errorf("a message was claimed before its time: %v", got)
		}
		dbtest.Shift(t, db, "outbox", "next_ms", -2*time.Minute)
		c := claim(t, db, "c", "webhook", 1)["m1"]
		if c.Tries != 1 || c.Payload != "{}" || c.Owner != "c" || c.State != "s" {
			t.Errorf("claimed %+v", c)
		}
		// a comes back from a long pause: its try counts, its word doesn't.
		dbtest.Must(t, false)(outbox.Of(db).Record(ctx, a, outbox.Result{Error: "late", Status: outbox.GaveUp}))
		dbtest.Must(t, true)(outbox.Of(db).Record(ctx, c, outbox.Result{Code: 200, Status: outbox.Delivered}))
		dbtest.Must(t, false)(outbox.Of(db).Record(ctx, c, outbox.Result{Code: 500, Status: outbox.Waiting}))
		// b's claim lapses; it had delivered all the same.
		dbtest.Shift(t, db, "outbox", "claim_ms", -2*time.Minute)
		if got := claim(t, db, "c", "webhook", 9); len(got) != 1 || got["m2"].Owner != "c" {
			t.Errorf("a lapsed claim: %v", got)
		}
		dbtest.Must(t, false)(outbox.Of(db).Renew(ctx, b, time.Minute))
		dbtest.Must(t, true)(outbox.Of(db).Record(ctx, b, outbox.Result{Code: 204, Status: outbox.Delivered}))
		dbtest.Must(t, false)(outbox.Of(db).Record(ctx, outbox.Message{ID: "none", Owner: "b"}, outbox.Result{Status: outbox.Delivered}))
		if _, err := outbox.Of(db).Record(ctx, b, outbox.Result{Status: "lost"}); err == nil {
			t.Error("an unknown status was recorded")
		}
		all, err := outbox.OfJob(ctx, db, "j")
		if err != nil || len(all) != 2 || all[0].Status != outbox.Delivered || all[1].Status != outbox.Delivered || all[0].Ended.IsZero() {
			t.Errorf("Messages = %+v, %v", all, err)
		}
		tries, err := outbox.Tries(ctx, db, "m1")
		want := []outbox.Result{{Took: time.Second, Code: 503, Error: "busy"}, {Error: "late"}, {Code: 200}, {Code: 500}}
		if diff := cmp.Diff(want, tries, cmpopts.IgnoreFields(outbox.Result{}, "At")); diff != "" || err != nil {
			t.Errorf("Deliveries: %v (-want +got):\n%s", err, diff)
		}
	})
}

// TestClaimOnce has many claim: each message has one owner.
func TestClaimOnce(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		for i := range 40 {
			put(t, db, webhooks(fmt.Sprintf("m%02d", i))...)
		}
		var mu sync.Mutex
		owners := map[string]int{}
		var wg sync.WaitGroup
		for w := range 6 {
			wg.Go(func() {
				for idle := 0; idle < 3; {
					all, err := outbox.Of(db).Claim(t.Context(), fmt.Sprint(w), "webhook", nil, 3, time.Minute)
					if err != nil || len(all) > 3 {
						t.Errorf("%d messages, %v", len(all), err)
						return
					}
					if len(all) == 0 {
						idle++
					}
					mu.Lock()
					for _, m := range all {
						owners[m.ID]++
					}
					mu.Unlock()
				}
			})
		}
		wg.Wait()
		for id, n := range owners {
			if n != 1 {
				t.Errorf("%s was claimed %d times", id, n)
			}
		}
		if len(owners) != 40 {
			t.Errorf("%d messages were claimed, want 40", len(owners))
		}
	})
}

// card is a message whose payload may change, in a group and a lane.
func card(id, payload, group, lane string) outbox.Message {
	return outbox.Message{ID: id, Kind: "chat", Group: group, Lane: lane, Target: "cli_1", Payload: payload}
}

// TestCards: a payload that is not final is replaced until it is delivered or final.
func TestCards(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		record := func(m outbox.Message, r outbox.Result) {
			t.Helper()
			dbtest.Must(t, true)(outbox.Of(db).Record(t.Context(), m, r))
		}
		take := func(version int, payload string) outbox.Message {
			t.Helper()
			m, ok := claim(t, db, "a", "chat", 9)["c"]
			if !ok || m.Version != version || m.Payload != payload {
				t.Fatalf("claimed %+v, want version %d, %s", m, version, payload)
			}
			return m
		}
		put(t, db, card("c", "1", "", ""), card("c", "2", "", ""))
		m := take(2, "2")
		record(m, outbox.Result{Status: outbox.Waiting, Error: "busy", State: "tried"})
		record(take(2, "2"), outbox.Result{Status: outbox.Delivered, State: "om_1"})
		if got := claim(t, db, "a", "chat", 9); len(got) != 0 {
			t.Errorf("a card is sent again: %v", got)
		}
		put(t, db, card("c", "3", "", ""))
		m = take(3, "3")
		if m.Delivered != 2 || m.State != "om_1" || m.Tries != 0 {
			t.Errorf("after a delivery: %+v", m)
		}
		put(t, db, card("c", "4", "", "")) // while 3 is being delivered
		record(m, outbox.Result{Status: outbox.Delivered, State: "om_1"})
		record(take(4, "4"), outbox.Result{Status: outbox.GaveUp, Error: "gone"})
		dbtest.Must(t, false)(outbox.Put(t.Context(), db, card("c", "5", "", "")))
		last := card("c", "6", "", "")
		last.Final = true
		put(t, db, last)
		dbtest.Must(t, false)(outbox.Put(t.Context(), db, card("c", "7", "", "")))
		record(take(5, "6"), outbox.Result{Status: outbox.Delivered})
		dbtest.Must(t, false)(outbox.Put(t.Context(), db, last))
		if tries, err := outbox.Tries(t.Context(), db, "c"); err != nil || len(tries) != 3 {
			t.Errorf("%+v, %v; want the two that failed and the last one", tries, err)
		}
	})
}

// TestGroups: a message waits for the earlier ones of its group, and one per lane is
// tried at a time.
func TestGroups(t *testing.T) {
	dbtest.Conform(t, func(t *testing.T, db *database.DB) {
		ids := func(targets ...string) string {
			t.Helper()
			out := ""
			for _, id := range []string{"card", "file", "other", "elsewhere"} {
				if _, ok := claim(t, db, "a", "chat", 9, targets...)[id]; ok {
					out += id + " "
				}
			}
			return out
		}
		release := func() {
			t.Helper()
			if _, err := db.Exec(t.Context(), `UPDATE outbox SET claim_ms = 0`); err != nil {
				t.Fatal(err)
			}
		}
		claims := func(want ...string) map[string]outbox.Message {
			t.Helper()
			got := claim(t, db, "a", "chat", 9)
			for _, id := range want {
				if _, ok := got[id]; !ok || len(got) != len(want) {
					t.Errorf("claimed %v, want %v", got, want)
				}
			}
			return got
		}
		put(t, db, card("card", "", "job", "oc_1"), card("file", "", "job", "oc_1"), card("other", "", "other", "oc_1"), card("elsewhere", "", "", "oc_2"))
		if got := ids("cli_2", "cli_3"); got != "" {
			t.Errorf("messages to others: %s", got)
		}
		got := claims("card", "elsewhere")
		if more := claim(t, db, "b", "chat", 9, "cli_1"); len(more) != 0 {
			t.Errorf("claimed beside them: %v", more)
		}
		dbtest.Must(t, true)(outbox.Of(db).Record(t.Context(), got["card"], outbox.Result{Status: outbox.Waiting, Wait: time.Hour, Error: "busy"}))
		dbtest.Must(t, true)(outbox.Of(db).Record(t.Context(), got["elsewhere"], outbox.Result{Status: outbox.Delivered}))
		claims("other") // the file waits for its card
		release()
		dbtest.Must(t, true)(outbox.Of(db).Record(t.Context(), got["card"], outbox.Result{Status: outbox.GaveUp, Error: "gone"}))
		claims("file")
	})
}
