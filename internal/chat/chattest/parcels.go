package chattest

import (
	"testing"
	"time"

	"judgement/internal/chat"
)

func parcel(id, text string) chat.Parcel {
	return chat.Parcel{ID: id, Group: id, AppID: app, ChatID: "oc_1", ReplyTo: "om_1", Card: &chat.Card{Title: text, Parts: []chat.Part{{Text: text}}}}
}

func parcels(t *testing.T, s chat.Store, _ *Submitted) {
	ctx := t.Context()
	put := func(p chat.Parcel) {
		t.Helper()
		if err := s.Put(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	due := func() []chat.Parcel { return must(s.Due(ctx, []string{app}, 10))(t) }
	put(parcel("a", "one"))
	put(parcel("b", "two"))
	put(parcel("a", "three"))
	got := due()
	if len(got) != 2 || got[0].ID != "a" || got[0].Version != 2 || got[0].Card.Title != "three" || got[0].ReplyTo != "om_1" || got[0].ChatID != "oc_1" {
		t.Fatalf("due: %+v", got)
	}
	if one := must(s.Due(ctx, []string{app}, 1))(t); len(one) != 1 {
		t.Errorf("a limit of 1 gave %d", len(one))
	}
	settle := func(st chat.Settlement) {
		t.Helper()
		if err := s.Settle(ctx, st); err != nil {
			t.Fatal(err)
		}
	}
	settle(chat.Settlement{ID: "a", Version: 2, Delivered: true, MessageID: "om_out"})
	if got := due(); len(got) != 1 || got[0].ID != "b" {
		t.Errorf("after the delivery: %+v", got)
	}
	put(parcel("a", "four"))
	if got := due(); len(got) != 2 || got[0].MessageID != "om_out" || got[0].Delivered != 2 || got[0].Version != 3 {
		t.Errorf("new content: %+v", got)
	}
	put(parcel("a", "five")) // comes while four is being delivered
	settle(chat.Settlement{ID: "a", Version: 3, Delivered: true, MessageID: "om_out"})
	if got := due(); len(got) != 2 || got[0].Card.Title != "five" {
		t.Errorf("what came during a delivery is lost: %+v", got)
	}
	settle(chat.Settlement{ID: "a", Version: 4, Dropped: true, MessageID: "om_out", Trouble: "gone"})
	put(parcel("a", "six"))
	if got := due(); len(got) != 1 {
		t.Errorf("a dropped parcel is due again: %+v", got)
	}
	final := parcel("a", "last")
	final.Final = true
	put(final)
	put(parcel("a", "too late"))
	if got := due(); len(got) != 2 || got[0].Card.Title != "last" || !got[0].Final {
		t.Errorf("the last content: %+v", got)
	}
}

func groups(t *testing.T, s chat.Store, _ *Submitted) {
	ctx := t.Context()
	for _, id := range []string{"card", "html", "other"} {
		p := parcel(id, id)
		if p.Group = "job"; id == "other" {
			p.Group = "other"
		}
		if err := s.Put(ctx, p); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Settle(ctx, chat.Settlement{ID: "card", Version: 1, Wait: time.Hour}); err != nil {
		t.Fatal(err)
	}
	if due := must(s.Due(ctx, []string{app}, 10))(t); len(due) != 1 || due[0].ID != "other" {
		t.Errorf("a file must wait for its card: %+v", due)
	}
	if err := s.Settle(ctx, chat.Settlement{ID: "card", Version: 1, Dropped: true}); err != nil {
		t.Fatal(err)
	}
	if due := must(s.Due(ctx, []string{app}, 10))(t); len(due) != 2 {
		t.Errorf("a card that was given up holds its files back: %+v", due)
	}
}

func settle(t *testing.T, s chat.Store, _ *Submitted) {
	ctx := t.Context()
	if err := s.Put(ctx, parcel("a", "one")); err != nil {
		t.Fatal(err)
	}
	st := chat.Settlement{ID: "a", Version: 1, Wait: 30 * time.Millisecond, MessageID: "om_x", Round: 3, Plain: true, Trouble: "busy"}
	if err := s.Settle(ctx, st); err != nil {
		t.Fatal(err)
	}
	var due []chat.Parcel
	for deadline := time.Now().Add(60 * time.Second); len(due) == 0 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		due = must(s.Due(ctx, []string{app}, 10))(t)
	}
	if len(due) != 1 || due[0].Attempts != 1 || due[0].MessageID != "om_x" || due[0].Round != 3 || !due[0].Plain || due[0].Trouble != "busy" {
		t.Errorf("after a failed try: %+v", due)
	}
	if err := s.Settle(ctx, chat.Settlement{ID: "nobody", Version: 1}); err == nil {
		t.Error("an unknown parcel was settled")
	}
}

func applications(t *testing.T, s chat.Store, _ *Submitted) {
	ctx := t.Context()
	must(s.Accept(ctx, entry(1, false)))(t)
	for _, apps := range [][]string{nil, {"cli_2"}} {
		open, due := must(s.Open(ctx, apps))(t), must(s.Due(ctx, apps, 10))(t)
		if len(open)+len(due) != 0 {
			t.Errorf("the bots %v see %d jobs and %d parcels of others", apps, len(open), len(due))
		}
	}
}
