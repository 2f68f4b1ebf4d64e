package chat_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/outbox"
)

// clock is a time that tests set.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

// hourly is a store whose hours go by the test's clock.
type hourly struct {
	chat.Store
	now   func() time.Time
	taken []time.Time
}

func (h *hourly) Accept(ctx context.Context, e chat.Entry) (chat.Receipt, error) {
	now, limit := h.now(), e.PerHour
	h.taken = slices.DeleteFunc(h.taken, func(at time.Time) bool { return !at.After(now.Add(-time.Hour)) })
	if e.Request == nil || len(h.taken) < limit {
		if e.Request != nil {
			h.taken = append(h.taken, now)
		}
		e.PerHour = 1000
		return h.Store.Accept(ctx, e)
	}
	full := chat.Receipt{Limited: true, RetryAt: h.taken[0].Add(time.Hour)}
	reply := e.Reply
	e.Request, e.Reply = nil, func(chat.Receipt) []outbox.Message { return reply(full) }
	_, err := h.Store.Accept(ctx, e)
	return full, err
}

// desk is a service that is not running: what it takes in stays in its store.
type desk struct {
	t       *testing.T
	bot     *chat.Bot
	store   *chattest.Store
	service *chat.Service
	n       int
}

func newDesk(t *testing.T, now func() time.Time, change func(*chat.Bot), o chat.Options) *desk {
	t.Helper()
	d := &desk{t: t, bot: &chat.Bot{Scene: chattest.Scene("pitch"), Panel: chattest.Panel(), AppID: "cli_1", AppSecret: "s", PerHour: 60}}
	if change != nil {
		change(d.bot)
	}
	d.store = chattest.NewStore(t, (&chattest.Jobs{}).Submit)
	o.Bots, o.Platforms, o.Store, o.Jobs, o.Now = []*chat.Bot{d.bot}, map[string]chat.Platform{"cli_1": &recorder{}}, &hourly{Store: d.store, now: now}, &chattest.Jobs{}, now
	var err error
	if d.service, err = chat.New(o); err != nil {
		t.Fatal(err)
	}
	return d
}

// say hands a message to the bot and returns what became of it and the answer.
func (d *desk) say(m chat.Message) (chat.Handled, string) {
	d.t.Helper()
	d.n++
	m.AppID, m.MessageID, m.Person, m.Mentioned = "cli_1", fmt.Sprintf("om_%d", d.n), true, true
	if m.ChatID == "" {
		m.ChatID = "oc_1"
	}
	if m.Kind == "" {
		m.Kind = chat.KindText
	}
	h, err := d.service.Receive(d.t.Context(), m)
	if err != nil {
		d.t.Fatal(err)
	}
	if _, err := d.store.DB.Exec(d.t.Context(), `UPDATE outbox SET claim_ms = 0, lane = id`); err != nil {
		d.t.Fatal(err)
	}
	due, err := outbox.Of(d.store.DB).Claim(d.t.Context(), "test", chat.OutboxKind, nil, 1000, time.Minute)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, waiting := range due {
		c, err := chat.ContentOf(waiting)
		if err != nil {
			d.t.Fatal(err)
		}
		if c.ReplyTo == m.MessageID {
			if c.Card != nil {
				return h, c.Card.Text()
			}
			return h, c.Text
		}
	}
	return h, ""
}

// TestLimit: above a scene's documents per hour the sender reads when to come
// back, in the own language and the configured zone, and is let in then.
func TestLimit(t *testing.T) {
	start := time.Date(2026, 3, 1, 9, 17, 40, 0, time.UTC)
	shanghai := time.FixedZone("CST", 8*3600)
	now := &clock{at: start}
	d := newDesk(t, now.now, func(b *chat.Bot) { b.PerHour = 2 }, chat.Options{Zone: shanghai})
	text, chinese := strings.Repeat("We ask for a grant. ", 5), strings.Repeat("我们申请一笔屋顶维修经费。", 5)
	for i := range 2 {
		now.set(start.Add(time.Duration(i) * 10 * time.Minute))
		if h, answer := d.say(chat.Message{Text: text}); h != chat.Queued {
			t.Fatalf("document %d is %s: %s", i, h, answer)
		}
	}
	for _, c := range []struct{ text, want string }{
		{text, "at most 2 per hour. Please send yours again after 18:18 CST."},
		{chinese, "每小时最多评审 2 份文档。请在 18:18 CST 之后重新发送。"},
	} {
		if h, answer := d.say(chat.Message{Text: c.text}); h != chat.Refused || !strings.Contains(answer, c.want) {
			t.Errorf("%s: %q, want %q", h, answer, c.want)
		}
	}
	if h, answer := d.say(chat.Message{Text: "help"}); h != chat.Answered || !strings.Contains(answer, "Commands") {
		t.Errorf("help is %s while the hour is full: %q", h, answer)
	}
	now.set(start.Add(time.Hour - time.Second))
	if _, answer := d.say(chat.Message{Text: text}); !strings.Contains(answer, "after 18:18 CST") {
		t.Errorf("a second before: %q", answer)
	}
	now.set(time.Date(2026, 3, 1, 10, 18, 0, 0, time.UTC)) // the time that the answer named
	if h, answer := d.say(chat.Message{Text: text}); h != chat.Queued {
		t.Errorf("at the time that was named, the document is %s: %s", h, answer)
	}
}

// TestNotAdmitted: who is not on the list reads so in the own language, with
// what the operator has to add; a chat on the list lets everybody in it ask.
func TestNotAdmitted(t *testing.T) {
	d := newDesk(t, time.Now, func(b *chat.Bot) { b.Closed, b.Listed = true, []string{"ou_1", "oc_9"} }, chat.Options{})
	for _, c := range []struct {
		sender, chat, text string
		want               string
		handled            chat.Handled
	}{
		{"ou_1", "oc_1", "help", "Commands", chat.Answered},
		{"ou_2", "oc_9", "help", "Commands", chat.Answered},
		{"ou_2", "oc_1", "help", "not on the list of those who may ask for reviews here. Please ask the operator of this bot to add you: ou_2", chat.Refused},
		{"ou_2", "oc_1", "帮助", "不在可使用本机器人的名单中。请联系管理员添加：ou_2", chat.Refused},
		{"", "oc_1", "help", "not on the list", chat.Refused},
	} {
		if h, answer := d.say(chat.Message{Sender: c.sender, ChatID: c.chat, Text: c.text}); h != c.handled || !strings.Contains(answer, c.want) {
			t.Errorf("%s in %s says %s: %s, %q", c.sender, c.chat, c.text, h, answer)
		}
	}
}

// broken is a store that fails after the first so many entries.
type broken struct {
	chat.Store
	fail bool
}

func (b *broken) Accept(ctx context.Context, e chat.Entry) (chat.Receipt, error) {
	if b.fail {
		return chat.Receipt{}, errors.New("the database is gone")
	}
	return b.Store.Accept(ctx, e)
}

// TestCancelOnce: a cancel whose event could not be kept has called nothing off,
// so that its next delivery calls off the same job and no other.
func TestCancelOnce(t *testing.T) {
	queue := &chattest.Jobs{}
	kept := &broken{Store: chattest.NewStore(t, queue.Submit)}
	bot := &chat.Bot{Scene: chattest.Scene("pitch"), AppID: "cli_1", PerHour: 60}
	service, err := chat.New(chat.Options{Bots: []*chat.Bot{bot}, Platforms: map[string]chat.Platform{"cli_1": &recorder{}}, Store: kept, Jobs: queue, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	receive := func(id, text string) error {
		_, err := service.Receive(t.Context(), chat.Message{AppID: "cli_1", MessageID: id, ChatID: "oc_1", Sender: "ou_1", Person: true, Kind: chat.KindText, Text: text})
		return err
	}
	for _, id := range []string{"om_1", "om_2"} {
		if err := receive(id, strings.Repeat("We ask for a grant. ", 5)); err != nil {
			t.Fatal(err)
		}
	}
	kept.fail = true
	if receive("om_3", "cancel") == nil {
		t.Fatal("an event that was not kept is acknowledged")
	}
	kept.fail = false
	for range 2 {
		if err := receive("om_3", "cancel"); err != nil {
			t.Fatal(err)
		}
	}
	open, err := kept.Open(t.Context(), []string{"cli_1"})
	if err != nil || len(open) != 2 || open[0].Cancelled || !open[1].Cancelled {
		t.Errorf("open: %+v, %v; want the second called off, once", open, err)
	}
}
