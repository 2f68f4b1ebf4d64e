package chat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"judgement/internal/outbox"
)

const (
	// OutboxKind is the kind of the messages that are shown in chats.
	OutboxKind = "chat"

	maxTries  = 300 // of one message in a row; with the longest wait that is a day
	maxWait   = 5 * time.Minute
	callLimit = 30 * time.Second // of one delivery
	// stopGrace is how long a call in flight may go on once the service stops.
	stopGrace = 2 * time.Second
)

// Content is something to be shown in a chat: the payload of a message in the outbox. A
// card is sent once and updated in place from then on; texts and files are sent once.
type Content struct {
	ChatID  string      `json:"chat_id"`
	ReplyTo string      `json:"reply_to,omitempty"` // a message id; empty: to the chat
	Card    *Card       `json:"card,omitempty"`
	Text    string      `json:"text,omitempty"` // beside a File: what to say if it can't be sent
	File    *ReportFile `json:"file,omitempty"`

	// Under what it was made: if less may be shown by the time it is delivered, it is
	// withheld.
	Scene   string `json:"scene,omitempty"`
	InGroup bool   `json:"in_group,omitempty"`
	Shown   Shown  `json:"shown,omitempty"`
}

// ReportFile names a file of a finished job.
type ReportFile struct {
	QueueID string `json:"queue_id"`
	Name    string `json:"name"`
}

// message puts the content into a message that one application sends. At most one
// message per chat is sent at a time.
func (c Content) message(app string, m outbox.Message) outbox.Message {
	data, err := json.Marshal(c)
	if err != nil {
		panic(err) // it holds texts and numbers only
	}
	m.Kind, m.Target, m.Lane, m.Payload = OutboxKind, app, app+"/"+c.ChatID, string(data)
	return m
}

// ContentOf returns the content of a message in the outbox.
func ContentOf(m outbox.Message) (c Content, err error) {
	if err = json.Unmarshal([]byte(m.Payload), &c); err != nil {
		err = fmt.Errorf("decode message %s: %w", m.ID, err)
	}
	return c, err
}

// delivery is one try to show a message, with what the tries share: the message's state.
type delivery struct {
	outbox.Message
	Content
	sent
}

// sent is what the chat shows, and how to send what it doesn't show yet.
type sent struct {
	MessageID string `json:"message_id"` // of what the chat shows
	Round     int    `json:"round"`      // 2 more for each message that was recalled; odd: answer no message
	Plain     bool   `json:"plain"`      // the card or the file was refused: send the text
}

// pacer knows when a chat may be called again.
type pacer struct {
	mu   sync.Mutex
	next map[string]time.Time
}

// Send tries to show one message, as a outbox.Sender. A call in flight is broken off if
// the application's term ends, and may end if the service stops.
func (s *Service) Send(ctx context.Context, m outbox.Message) outbox.Result {
	s.metrics.due.Inc()
	defer s.metrics.due.Dec()
	d := &delivery{Message: m}
	var err error
	if d.Content, err = ContentOf(m); err == nil && m.State != "" {
		err = json.Unmarshal([]byte(m.State), &d.sent)
	}
	if err != nil {
		return outbox.Result{Status: outbox.GaveUp, Error: err.Error(), State: m.State}
	}
	t := s.term(m.Target)
	if t == nil || !s.await(ctx, d.ChatID) {
		return outbox.Result{Status: outbox.Waiting, Error: "this process serves the bot no more", State: m.State}
	}
	calling, cancel := grace(ctx)
	defer cancel()
	calling, release := t.within(calling)
	defer release()
	r := s.deliver(calling, d)
	state, err := json.Marshal(d.sent)
	if err != nil {
		panic(err) // it holds texts and numbers only
	}
	r.State = string(state)
	return r
}

func (s *Service) deliver(ctx context.Context, d *delivery) outbox.Result {
	if s.withhold(d) {
		return outbox.Result{Status: outbox.GaveUp, Error: "withheld: the scene's settings have changed"}
	}
	err := s.call(ctx, d)
	s.rest(d.ChatID)
	if err != nil {
		return s.failed(d, err)
	}
	s.metrics.delivery(d.Target, "sent")
	return outbox.Result{Status: outbox.Delivered}
}

// await waits until a chat may be called again, and takes that place.
func (s *Service) await(ctx context.Context, chat string) bool {
	s.pacer.mu.Lock()
	now := s.o.Now()
	at := s.pacer.next[chat]
	if at.Before(now) {
		at = now
	}
	s.pacer.next[chat] = at.Add(s.o.Space)
	s.pacer.mu.Unlock()
	select {
	case <-ctx.Done():
	case <-time.After(at.Sub(now)):
	}
	return ctx.Err() == nil
}

// rest keeps a chat from being called again too soon after a call that has just
// ended, however long it took on its way. It forgets the chats that may be called.
func (s *Service) rest(chat string) {
	s.pacer.mu.Lock()
	defer s.pacer.mu.Unlock()
	now := s.o.Now()
	for c, t := range s.pacer.next {
		if t.Before(now) {
			delete(s.pacer.next, c)
		}
	}
	s.pacer.next[chat] = now.Add(s.o.Space)
}

// withhold looks at what a chat may see now, which can be less than when a message was
// made: the scene was redacted since, or the application answers under another one.
// Then a file is gone, and a card or a text only says so.
func (s *Service) withhold(d *delivery) (gone bool) {
	now := s.shown(d.Target, d.Scene, d.InGroup)
	if now == d.Shown || now == ShowAll || d.Shown == OnlyCounts {
		return false
	}
	switch {
	case d.File != nil:
		return true
	case d.Card != nil:
		card := WithheldCard(Head{Lang: d.Card.Lang, Scene: d.Card.Title})
		d.Card = &card
	default:
		d.Text = say(s.bots[d.Target].Lang(), phWithheld)
	}
	return false
}

// grace is a context for one call, which may end if the service stops.
func grace(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithTimeout(context.WithoutCancel(ctx), callLimit)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, cancel) })
	return out, func() { stop(); cancel() }
}

// call makes the platform show the message.
func (s *Service) call(ctx context.Context, d *delivery) error {
	platform := s.o.Platforms[d.Target]
	if d.Card != nil && d.MessageID != "" && !d.Plain {
		return platform.Update(ctx, d.MessageID, *d.Card)
	}
	post := Post{ChatID: d.ChatID, ReplyTo: d.ReplyTo, UUID: d.uuid()}
	if d.Round%2 == 1 { // the message to answer is gone
		post.ReplyTo = ""
	}
	switch {
	case d.Card != nil && d.Plain:
		post.Text = d.Card.Text()
		if d.MessageID != "" && s.await(ctx, d.ChatID) { // what is shown there must not say "running" for ever
			_ = platform.Update(ctx, d.MessageID, d.Card.bare())
		}
	case d.Card != nil:
		post.Card = d.Card
	case d.File != nil && !d.Plain:
		key, err := s.upload(ctx, platform, *d.File)
		if err != nil {
			return err
		}
		if post.FileKey = key; !s.await(ctx, d.ChatID) {
			return ctx.Err()
		}
	default:
		post.Text = d.Text
	}
	id, err := platform.Send(ctx, post)
	if id != "" {
		d.MessageID = id
	}
	if err == nil && d.Card != nil && !d.Plain && d.Version > 1 {
		// An earlier try may have sent an earlier version: the platform then
		// names that message and drops what was sent now.
		if !s.await(ctx, d.ChatID) {
			return ctx.Err()
		}
		return platform.Update(ctx, id, *d.Card)
	}
	return err
}

func (s *Service) upload(ctx context.Context, platform Platform, f ReportFile) (key string, err error) {
	data, err := s.o.Jobs.File(ctx, f.QueueID, f.Name)
	if err != nil {
		return "", fmt.Errorf("read %s of job %s: %w", f.Name, f.QueueID, err)
	}
	return platform.Upload(ctx, f.Name, data)
}

// uuid names one sending of a message to the platform, which drops a second one
// of the same name. A plain text in a card's place is another sending, and so
// is a message after one that was recalled.
func (d *delivery) uuid() string {
	kind := ""
	if d.Plain {
		kind = "/plain"
	}
	return short(d.ID+"#"+strconv.Itoa(d.Round)+kind, 16)
}

// failed decides what to do about a failed try.
func (s *Service) failed(d *delivery, err error) outbox.Result {
	trouble := troubleOf(err)
	tries := d.Tries + 1
	r := outbox.Result{Status: outbox.Waiting, Code: trouble.Code, Error: clip(err.Error(), maxPhrase), Wait: s.pause(tries, trouble.Wait)}
	switch {
	case tries >= maxTries:
		r.Status = outbox.GaveUp
	case trouble.Trouble == TroubleBusy, trouble.Trouble == TroubleAccess:
	case trouble.Trouble == TroubleRecalled && d.MessageID != "":
		d.MessageID, d.Round, r.Wait = "", d.Round+2, 0
	case trouble.Trouble == TroubleParent && d.Round%2 == 0:
		d.Round, r.Wait = d.Round+1, 0
	case trouble.Trouble == TroubleContent && d.Card != nil && !d.Plain && d.Final:
		d.Plain, r.Wait = true, 0 // a progress card is not worth a text
	case trouble.Trouble == TroubleFile && d.File != nil && !d.Plain:
		d.Plain, r.Wait = true, 0
	default:
		r.Status = outbox.GaveUp
	}
	result := "retry"
	if r.Status == outbox.GaveUp {
		result = "dropped"
	}
	s.metrics.delivery(d.Target, result)
	return r
}

// pause is how long to wait after the nth failure in a row: what the platform
// asks for, else twice as long each time, with jitter.
func (s *Service) pause(n int, asked time.Duration) time.Duration {
	wait := s.o.Backoff << min(n-1, 20)
	if wait > maxWait || wait <= 0 {
		wait = maxWait
	}
	wait = wait/2 + time.Duration(s.o.Jitter()*float64(wait))
	return max(wait, asked)
}

// ErrNoFile is the cause of a TroubleFile about a message that holds no file.
var ErrNoFile = errors.New("the message holds no file")
