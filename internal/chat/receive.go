package chat

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/job"
	"judgement/internal/outbox"
)

// Handled says what became of an event. The set is closed.
type Handled string

// The ways in which events are handled.
const (
	Queued    Handled = "queued"
	Answered  Handled = "answered" // a command
	Refused   Handled = "refused"  // and the bot said why
	Duplicate Handled = "duplicate"
	Ignored   Handled = "ignored" // not meant for the bot
)

// maxTextDocument is the longest text, in bytes, that is judged from a message
// itself.
const maxTextDocument = 1 << 20

// aboutParent is the length in runes from which an answer to a message of a group
// is a document of its own; shorter ones speak of the message that they answer. In
// a chat with the bot alone files are judged when they are sent.
const aboutParent = 100

// Receive takes a message in: it and what follows from it are kept when the
// call returns without an error. An error means that nothing was kept, and that
// the platform must deliver the message again.
func (s *Service) Receive(ctx context.Context, m Message) (Handled, error) {
	started := s.o.Now()
	h, job, err := s.receive(ctx, m)
	if err != nil {
		s.metrics.event(m.AppID, "error")
		s.o.Log.LogAttrs(ctx, slog.LevelError, "event not kept", slog.String("app_id", m.AppID), slog.String("message_id", m.MessageID), slog.Any("error", err))
		return "", err
	}
	s.metrics.event(m.AppID, string(h))
	s.o.Log.LogAttrs(ctx, slog.LevelInfo, "handled", slog.String("status", string(h)), slog.String("scene_slug", s.metrics.scene(m.AppID)),
		slog.String("message_id", m.MessageID), slog.String("job_id", job), slog.Int64("micros", s.o.Now().Sub(started).Microseconds()))
	if h != Duplicate && h != Ignored {
		s.wake()
	}
	return h, nil
}

func (s *Service) receive(ctx context.Context, m Message) (Handled, string, error) {
	b := s.bots[m.AppID]
	if b == nil || m.MessageID == "" || m.ChatID == "" || !m.Person || m.Group && !m.Mentioned {
		return Ignored, "", nil
	}
	a := answer{bot: b, message: m, head: b.head(b.lang(m), m.Group, ""), refused: true}
	entry := Entry{Message: m, PerHour: b.PerHour}
	command := ParseCommand(m.Text)
	var err error
	switch {
	case !b.Admits(m):
		a.text = a.head.say(phNotAdmitted, m.Sender)
	case m.Kind == KindText && command != None && command != Review:
		a.refused = false
		a.text, entry.Cancel, err = s.runCommand(ctx, a.head, m, command)
	default:
		a.job, a.text = s.document(b, a.head, m, command)
		entry.Request = a.job
	}
	if err != nil {
		return "", "", err
	}
	entry.Reply = func(r Receipt) []outbox.Message { return s.reply(a, r) }
	r, err := s.o.Store.Accept(ctx, entry)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("keep message %s: %w", m.MessageID, err)
	case r.Duplicate:
		return Duplicate, "", nil
	case a.job != nil && !r.Limited:
		return Queued, a.job.ID, nil
	case a.refused || r.Limited:
		return Refused, "", nil
	}
	return Answered, "", nil
}

// answer is what the bot has to say to one message: text, or that the job is queued.
type answer struct {
	bot     *Bot
	message Message
	head    Head
	job     *Request
	text    string
	refused bool // if there is no job
}

// document makes the job of a message, or says why there is none.
func (s *Service) document(b *Bot, h Head, m Message, command Command) (_ *Request, refusal string) {
	job := &Request{
		ID: JobID(m.AppID, m.MessageID), Scene: b.Scene.Slug, AppID: m.AppID, ChatID: m.ChatID,
		MessageID: m.MessageID, Sender: m.Sender, Group: m.Group, Lang: h.Lang,
	}
	empty := strings.TrimSpace(m.Text) == "" && m.Title == ""
	formats := "\n" + h.say(phHelpFormats, s.o.MaxBytes>>20)
	switch {
	case m.Kind == KindFile && refusedFile(m.File.Name):
		return nil, h.say(phOtherFile, extension(m.File.Name)) + formats
	case m.Kind == KindFile:
		job.File, job.Filename = m.File, document.CleanName(m.File.Name)
	case m.Kind == KindForward:
		return nil, h.say(phForwarded)
	case m.Kind == KindOther, empty && m.Pictures > 0:
		return nil, h.say(phOtherKind) + formats
	case m.Parent != "" && (command == Review || m.Group && utf8.RuneCountInString(m.Text) < aboutParent):
		job.File = File{MessageID: m.Parent}
	case command == Review:
		return nil, h.say(phNoParent)
	case empty || tooShort(m.Text):
		return nil, h.say(phTooShort) + "\n" + h.say(phHelp) + formats
	case onlyLinks(m.Text):
		return nil, h.say(phOnlyLinks)
	case len(m.Text) > maxTextDocument:
		return nil, h.say(phTooLong)
	default:
		job.Filename, job.Data = textDocument(job.Lang, m.Title, m.Text)
	}
	own := Fetched{Name: job.Filename, Text: m.Kind == KindText, Title: m.Title}
	job.Brand = Brand(m.ChatID, m.MessageID, own.caseName())
	return job, ""
}

// reply makes the answer to a message that was kept.
func (s *Service) reply(a answer, r Receipt) []outbox.Message {
	m := a.message
	c := Content{ChatID: m.ChatID, ReplyTo: m.MessageID, Scene: a.bot.Scene.Slug, InGroup: m.Group, Shown: ShownTo(a.bot.Scene, m.Group)}
	if a.job != nil && !r.Limited {
		card := QueuedCard(a.bot.head(a.job.Lang, m.Group, a.job.Filename), r.Ahead)
		if m.Pictures > 0 {
			card.Footer = a.head.say(phLeftOut)
		}
		c.Card = &card
		return []outbox.Message{c.message(m.AppID, outbox.Message{ID: cardID(a.job.ID), Group: a.job.ID})}
	}
	if c.Text = a.text; r.Limited {
		clock := r.RetryAt.Add(time.Minute - 1).Truncate(time.Minute).In(s.o.Zone).Format("15:04 MST") // rounded up
		c.Text = a.head.say(phLimited, a.bot.PerHour, clock)
	}
	return []outbox.Message{c.message(m.AppID, outbox.Message{ID: "reply-" + short(m.AppID+"\x00"+m.MessageID, 12), Final: true})}
}

// runCommand finds the words that answer a command, and the job that it cancels.
func (s *Service) runCommand(ctx context.Context, h Head, m Message, c Command) (text, cancel string, err error) {
	if c == Help {
		return h.say(phHelp) + "\n" + h.say(phHelpFormats, s.o.MaxBytes>>20), "", nil
	}
	mine, err := s.jobsOf(ctx, m)
	if err != nil {
		return "", "", err
	}
	if c == Cancel {
		if len(mine) == 0 {
			return h.say(phCancelNone), "", nil
		}
		last := mine[len(mine)-1]
		return h.say(phCancelDone, s.jobLabel(last)), last.ID, nil
	}
	lines := []string{}
	for _, j := range mine {
		st := JobStatus{Status: job.Pending} // while its file is being fetched
		if j.QueueID != "" {
			if st, err = s.o.Jobs.Status(ctx, j.QueueID, 0); err != nil {
				return "", "", fmt.Errorf("state of job %s: %w", j.ID, err)
			}
		}
		word := h.say(phWaiting)
		switch {
		case st.Status == job.Running:
			word = h.say(phRunning)
		case st.Status == job.Pending && st.Ahead > 0:
			word = h.say(phListAnd, word, h.say(phQueuedAfter, st.Ahead))
		}
		lines = append(lines, h.say(phColon, s.jobLabel(j), word))
	}
	if len(lines) == 0 {
		lines = []string{h.say(phNothing)}
	}
	return strings.Join(lines, "\n"), "", nil
}

// jobLabel names a job to its sender: by its file, or by its number if no
// names may leave the server.
func (s *Service) jobLabel(j Request) string {
	if s.shown(j.AppID, j.Scene, j.Group) >= OnlyTally || j.Filename == "" {
		return j.ID
	}
	return clip(j.Filename, maxFile)
}

// jobsOf lists the sender's open jobs in this chat that were not called off,
// oldest first.
func (s *Service) jobsOf(ctx context.Context, m Message) ([]Request, error) {
	open, err := s.o.Store.Open(ctx, []string{m.AppID})
	if err != nil {
		return nil, fmt.Errorf("list open jobs: %w", err)
	}
	return slices.DeleteFunc(open, func(j Request) bool { return j.ChatID != m.ChatID || j.Sender != m.Sender || j.Cancelled }), nil
}

// Brand names the case of a document: by its file's name and the chat that it
// came from, so that the same file sent again is the next version of one case
// and no other chat's. A text of its own, which has no file's name, is a case of
// its own; what it says stays out of the brand, which is in logs.
func Brand(chatID, messageID, filename string) string {
	of, name := chatID, filename
	if filename == "" {
		of, name = chatID+"\x00"+messageID, "message"
	}
	tail := short(of, 4)
	stem, err := casefile.BrandFromFile(name)
	if err != nil || len(stem) > 80 {
		stem = "document-" + short(name, 3)
	}
	if b := stem + "-" + tail; casefile.CheckBrand(b) == nil {
		return b
	}
	return "document-" + short(name, 3) + "-" + tail
}

// cardID names the message of a job's card.
func cardID(job string) string { return job + "/card" }

// fileID names the message of a file of a job.
func fileID(job, name string) string { return job + "/" + name }
