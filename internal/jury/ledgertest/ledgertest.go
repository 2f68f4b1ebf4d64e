// Package ledgertest has the conformance suite of jury.Ledger, which every ledger
// runs, and a ledger in memory for tests.
package ledgertest

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/jury"
	"judgement/internal/llm"
)

// Run checks a ledger. open is called once per test and gives one with nothing
// in it.
func Run(t *testing.T, open func(t *testing.T) jury.Ledger) {
	for name, test := range map[string]func(*testing.T, jury.Ledger){
		"round trip":  roundTrip,
		"first stays": firstStays,
		"keys differ": keysDiffer,
		"one winner":  oneWinner,
		"unanswered":  unanswered,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func record(key jury.Key, text string) jury.Record {
	return jury.Record{
		Schema: 1, Key: key, At: time.Date(2026, 3, 1, 9, 0, 0, 123000000, time.UTC), Model: "m",
		Usage: llm.Usage{Calls: 2}, Text: text,
	}
}

func key(judge string) jury.Key {
	return jury.Key{Judge: judge, SkillSHA256: "s", PromptSHA256: "p"}
}

func put(t *testing.T, l jury.Ledger, rec jury.Record) {
	t.Helper()
	if err := l.Put(t.Context(), rec); err != nil {
		t.Fatalf("Put: %v", err)
	}
}

func roundTrip(t *testing.T, l jury.Ledger) {
	if _, ok, err := l.Get(t.Context(), key("ann")); ok || err != nil {
		t.Errorf("Get of nothing: %v, %v", ok, err)
	}
	for i, text := range []string{"", `{"a": "1 < 2 & \u2028"}`, "判断\n\t\u2028", string(make([]byte, 100)), fmt.Sprintf("%0100000d", 1)} {
		want := record(key(fmt.Sprint("judge", i)), text)
		put(t, l, want)
		got, ok, err := l.Get(t.Context(), want.Key)
		if err != nil || !ok {
			t.Fatalf("Get: %v, %v", ok, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func firstStays(t *testing.T, l jury.Ledger) {
	put(t, l, record(key("ann"), "first"))
	put(t, l, record(key("ann"), "second"))
	if got, ok, err := l.Get(t.Context(), key("ann")); err != nil || !ok || got.Text != "first" {
		t.Errorf("Get = %q, %v, %v; want first", got.Text, ok, err)
	}
}

func keysDiffer(t *testing.T, l jury.Ledger) {
	base := key("ann")
	put(t, l, record(base, "base"))
	for name, change := range map[string]func(*jury.Key){
		"judge":  func(k *jury.Key) { k.Judge = "ben" },
		"skill":  func(k *jury.Key) { k.SkillSHA256 = "s2" },
		"prompt": func(k *jury.Key) { k.PromptSHA256 = "p2" },
		"repeat": func(k *jury.Key) { k.Repeat = 1 },
		"try":    func(k *jury.Key) { k.Try = 1 },
	} {
		other := base
		change(&other)
		if got, ok, err := l.Get(t.Context(), other); ok || err != nil {
			t.Errorf("another %s has the record %q, %v", name, got.Text, err)
		}
		put(t, l, record(other, name))
		if got, ok, err := l.Get(t.Context(), other); !ok || err != nil || got.Text != name {
			t.Errorf("another %s: %q, %v, %v", name, got.Text, ok, err)
		}
	}
}

// unanswered: attempts without a reply are known, are no reply, and give way to one.
func unanswered(t *testing.T, l jury.Ledger) {
	for calls := 1; calls <= 2; calls++ {
		want := record(key("ann"), "")
		want.Usage, want.Unanswered = llm.Usage{Calls: calls, FailedCalls: calls, PromptTokens: 10 * calls, Estimated: true}, true
		put(t, l, want)
		got, ok, err := l.Get(t.Context(), want.Key)
		if ok || err != nil {
			t.Fatalf("Get: %v, %v; want no reply", ok, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	reply := record(key("ann"), "the reply")
	put(t, l, reply)
	late := record(key("ann"), "")
	late.Unanswered = true
	put(t, l, late)
	if got, ok, err := l.Get(t.Context(), reply.Key); !ok || err != nil || !cmp.Equal(got, reply) {
		t.Errorf("Get = %+v, %v, %v; want the reply", got, ok, err)
	}
}

func oneWinner(t *testing.T, l jury.Ledger) {
	var wg sync.WaitGroup
	got := make([]string, 8)
	for w := range got {
		wg.Go(func() {
			for i := range 4 {
				k := key(fmt.Sprint("judge", i))
				if err := l.Put(t.Context(), record(k, fmt.Sprint(w))); err != nil {
					t.Errorf("Put: %v", err)
				}
				rec, ok, err := l.Get(t.Context(), k)
				if err != nil || !ok {
					t.Errorf("Get after Put: %v, %v", ok, err)
				}
				got[w] += rec.Text
			}
		})
	}
	wg.Wait()
	for _, g := range got {
		if g != got[0] {
			t.Fatalf("readers saw different records: %v", got)
		}
	}
}
