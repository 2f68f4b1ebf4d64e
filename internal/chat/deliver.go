package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"time"
)

const (
	maxDeliveries = 32  // chats that are written to at once
	maxTries      = 300 // of one parcel; with the longest wait that is a day
	maxWait       = 5 * time.Minute
	dueAtOnce     = 500
	callLimit     = 30 * time.Second // of one delivery
)

// deliverer knows which chats are being written to and when they may be again.
type deliverer struct {
	running sync.WaitGroup
	slots   chan struct{}

	mu   sync.Mutex
	busy map[string]bool      // chats
	next map[string]time.Time // when a chat may be called again
}

// deliverAll starts the delivery of everything that is due, chat by chat and in
// order within a chat.
func (s *Service) deliverAll(ctx context.Context) error {
	due, err := s.store.Due(ctx, s.Serves(), dueAtOnce)
	if err != nil {
		return fmt.Errorf("read the outbox: %w", err)
	}
	s.metrics.due.Set(float64(len(due)))
	byChat := map[string][]Parcel{}
	var chats []string
	for _, p := range due {
		if byChat[p.ChatID] == nil {
			chats = append(chats, p.ChatID)
		}
		byChat[p.ChatID] = append(byChat[p.ChatID], p)
	}
	for _, chat := range chats {
		if !s.take(chat) {
			continue
		}
		select {
		case s.deliverer.slots <- struct{}{}:
		case <-ctx.Done():
			s.release(chat)
			return nil
		}
		s.deliverer.running.Go(func() {
			more := s.deliverChat(ctx, byChat[chat])
			<-s.deliverer.slots
			s.release(chat)
			if more {
				s.nudge()
			}
		})
	}
	return nil
}

func (s *Service) take(chat string) bool {
	s.deliverer.mu.Lock()
	defer s.deliverer.mu.Unlock()
	if s.deliverer.busy[chat] {
		return false
	}
	s.deliverer.busy[chat] = true
	return true
}

func (s *Service) release(chat string) {
	s.deliverer.mu.Lock()
	defer s.deliverer.mu.Unlock()
	delete(s.deliverer.busy, chat)
	now := s.now()
	for c, t := range s.deliverer.next {
		if !t.After(now) && !s.deliverer.busy[c] {
			delete(s.deliverer.next, c)
		}
	}
}

// deliverChat delivers the parcels of one chat in order. A parcel that has to
// wait holds back the later ones of its group. It reports whether there may be
// more at once.
func (s *Service) deliverChat(ctx context.Context, parcels []Parcel) bool {
	waiting := map[string]bool{}
	for _, p := range parcels {
		if waiting[p.Group] {
			continue
		}
		t := s.term(p.AppID)
		if t == nil {
			continue // another process delivers it
		}
		if !s.await(ctx, p.ChatID) {
			return false
		}
		settled, err := s.deliver(ctx, t, p)
		if err != nil {
			s.log.LogAttrs(ctx, slog.LevelError, "chat: the outbox fails; trying again", slog.String("parcel", p.ID), slog.Any("error", err))
			return false
		}
		waiting[p.Group] = !settled.Delivered && !settled.Dropped
	}
	return len(parcels) > 0 && len(waiting) > 0
}

// await waits until a chat may be called again, and takes that place.
func (s *Service) await(ctx context.Context, chat string) bool {
	s.deliverer.mu.Lock()
	now := s.now()
	at := s.deliverer.next[chat]
	if at.Before(now) {
		at = now
	}
	s.deliverer.next[chat] = at.Add(s.space)
	s.deliverer.mu.Unlock()
	if at.Equal(now) {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(at.Sub(now))
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// rest keeps a chat from being called again too soon after a call that has just
// ended, however long it took on its way.
func (s *Service) rest(chat string) {
	s.deliverer.mu.Lock()
	defer s.deliverer.mu.Unlock()
	s.deliverer.next[chat] = s.now().Add(s.space)
}

// deliver tries one parcel once and notes what became of it. A call in flight is
// broken off where the application's term ends, and may end where the service
// does.
func (s *Service) deliver(ctx context.Context, t *term, p Parcel) (Settlement, error) {
	calling, cancel := grace(ctx)
	defer cancel()
	stop := context.AfterFunc(t.ctx, func() {
		if ctx.Err() == nil {
			cancel()
		}
	})
	defer stop()
	p, gone := s.withhold(p)
	st := Settlement{ID: p.ID, Version: p.Version, MessageID: p.MessageID, Round: p.Round, Plain: p.Plain}
	if gone {
		st.Dropped, st.Trouble = true, "withheld: the scene's settings have changed"
		return st, s.store.Settle(calling, st)
	}
	err := s.call(calling, p, &st)
	s.rest(p.ChatID)
	if err == nil {
		st.Delivered = true
		s.metrics.delivery(p.AppID, "sent")
	} else {
		s.judgeTrouble(ctx, p, &st, err)
	}
	noting, done := grace(ctx)
	defer done()
	return st, s.store.Settle(noting, st)
}

// withhold looks at what a chat may see now, which can be less than when a parcel
// was made: the scene was redacted since, or the application answers under
// another one. Then a file is gone, and a card or a text only says so.
func (s *Service) withhold(p Parcel) (_ Parcel, gone bool) {
	now := s.shown(p.AppID, p.Scene, p.InGroup)
	if now == p.Shown || now == ShowAll || p.Shown == OnlyCounts {
		return p, false
	}
	switch {
	case p.File != nil:
		return p, true
	case p.Card != nil:
		card := WithheldCard(Head{Lang: p.Card.Lang, Scene: p.Card.Title})
		p.Card = &card
	default:
		p.Text = say(s.bots[p.AppID].Lang(), phWithheld)
	}
	return p, false
}

// stopGrace is how long a call in flight may go on once the service stops.
const stopGrace = 2 * time.Second

// grace is a context for one call, which may end where the service stops.
func grace(ctx context.Context) (context.Context, context.CancelFunc) {
	out, cancel := context.WithTimeout(context.WithoutCancel(ctx), callLimit)
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(stopGrace, cancel) })
	return out, func() { stop(); cancel() }
}

// call makes the platform show the parcel.
func (s *Service) call(ctx context.Context, p Parcel, st *Settlement) error {
	platform := s.platforms[p.AppID]
	if p.Card != nil && p.MessageID != "" && !p.Plain {
		return platform.Update(ctx, p.MessageID, *p.Card)
	}
	post := Post{ChatID: p.ChatID, ReplyTo: p.ReplyTo, UUID: uuid(p)}
	if st.Round%2 == 1 { // the message to answer is gone
		post.ReplyTo = ""
	}
	switch {
	case p.Card != nil && p.Plain:
		post.Text = p.Card.Text()
		if p.MessageID != "" && s.await(ctx, p.ChatID) { // what stands there must not say "running" for ever
			_ = platform.Update(ctx, p.MessageID, p.Card.bare())
		}
	case p.Card != nil:
		post.Card = p.Card
	case p.File != nil && !p.Plain:
		return s.sendFile(ctx, platform, p, post, st)
	default:
		post.Text = p.Text
	}
	id, err := platform.Send(ctx, post)
	st.MessageID = id
	if err == nil && p.Card != nil && !p.Plain && p.Version > 1 {
		// An earlier try may have sent an earlier version: the platform then
		// names that message and drops what was sent now.
		if !s.await(ctx, p.ChatID) {
			return ctx.Err()
		}
		return platform.Update(ctx, id, *p.Card)
	}
	return err
}

func (s *Service) sendFile(ctx context.Context, platform Platform, p Parcel, post Post, st *Settlement) error {
	data, err := s.jobs.File(ctx, p.File.QueueID, p.File.Name)
	if err != nil {
		return fmt.Errorf("read %s of job %s: %w", p.File.Name, p.File.QueueID, err)
	}
	key, err := platform.Upload(ctx, p.File.Name, data)
	if err != nil {
		return err
	}
	post.FileKey = key
	if !s.await(ctx, p.ChatID) {
		return ctx.Err()
	}
	st.MessageID, err = platform.Send(ctx, post)
	return err
}

// uuid names one sending of a parcel to the platform, which drops a second one
// of the same name. A plain text in a card's place is another sending, and so
// is a message after one that was recalled.
func uuid(p Parcel) string {
	kind := ""
	if p.Plain {
		kind = "/plain"
	}
	return short(p.ID+"#"+strconv.Itoa(p.Round)+kind, 16)
}

// judgeTrouble decides what to do about a failed try.
func (s *Service) judgeTrouble(ctx context.Context, p Parcel, st *Settlement, err error) {
	trouble := troubleOf(err)
	st.Trouble = clip(err.Error(), maxPhrase)
	if st.MessageID == "" {
		st.MessageID = p.MessageID
	}
	st.Wait = s.pause(p.Attempts+1, trouble.Wait)
	level := slog.LevelWarn
	switch {
	case p.Attempts+1 >= maxTries:
		st.Dropped = true
	case trouble.Trouble == TroubleBusy, trouble.Trouble == TroubleAccess:
	case trouble.Trouble == TroubleRecalled && st.MessageID != "":
		st.MessageID, st.Round, st.Wait = "", p.Round+2, 0
	case trouble.Trouble == TroubleParent && p.Round%2 == 0:
		st.Round, st.Wait = p.Round+1, 0
	case trouble.Trouble == TroubleContent && p.Card != nil && !p.Plain:
		st.Plain, st.Wait = p.Final, 0
		st.Dropped = !p.Final // a progress card is not worth a text
	case trouble.Trouble == TroubleFile && p.File != nil && !p.Plain:
		st.Plain, st.Wait = true, 0
	default:
		st.Dropped = true
	}
	result := "retry"
	if st.Dropped {
		result, level = "dropped", slog.LevelError
	}
	s.metrics.delivery(p.AppID, result)
	s.log.LogAttrs(ctx, level, "chat: not delivered", slog.String("parcel", p.ID), slog.String("chat_id", p.ChatID),
		slog.String("next", result), slog.Int("try", p.Attempts+1), slog.Duration("wait", st.Wait), slog.Any("error", err))
}

// pause is how long to wait after the nth failure in a row: what the platform
// asks for, else twice as long each time, with jitter.
func (s *Service) pause(n int, asked time.Duration) time.Duration {
	wait := s.backoff << min(n-1, 20)
	if wait > maxWait || wait <= 0 {
		wait = maxWait
	}
	wait = wait/2 + time.Duration(s.jitter()*float64(wait))
	return max(wait, asked)
}

// ErrNoFile is the cause of a TroubleFile about a message that holds no file.
var ErrNoFile = errors.New("the message holds no file")
