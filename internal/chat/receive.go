package chat

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"
	"unicode/utf8"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/job"
	"judgement/internal/store"
)

// Handled says what became of an event. The set is closed.
type Handled string

// The ways in which events are handled.
const (
	Queued    Handled = "queued"
	Answered  Handled = "answered" // a command
	Refused   Handled = "refused"  // and its sender was told why
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
	scene := ""
	if b := s.bots[m.AppID]; b != nil {
		scene = b.Scene.Slug
	}
	s.o.Log.LogAttrs(ctx, slog.LevelInfo, "handled", slog.String("status", string(h)), slog.String("scene_slug", scene),
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
	a := answer{bot: b, message: m, head: s.head(b, b.lang(m), m.Group, ""), maxBytes: s.o.MaxBytes, service: s}
	entry := Entry{Message: m, PerHour: b.PerHour}
	command := ParseCommand(m.Text)
	switch {
	case !b.Admits(m):
		a.refuse(phNotAdmitted, m.Sender)
	case m.Kind == KindText && (command == Help || command == Status || command == Cancel):
		if err := s.runCommand(ctx, &a, command); err != nil {
			return "", "", err
		}
		entry.Cancel = a.cancel
	default:
		entry.Job = a.document(command)
	}
	entry.Reply = a.messages
	r, err := s.o.Store.Accept(ctx, entry)
	switch {
	case err != nil:
		return "", "", fmt.Errorf("keep message %s: %w", m.MessageID, err)
	case r.Duplicate:
		return Duplicate, "", nil
	case entry.Job != nil && !r.Limited:
		return Queued, entry.Job.ID, nil
	case a.refused || r.Limited:
		return Refused, "", nil
	}
	return Answered, "", nil
}

// answer is what the bot has to say to one message.
type answer struct {
	bot      *Bot
	message  Message
	head     Head
	maxBytes int
	text     string
	refused  bool
	job      *Job
	cancel   string // the job that is called off
	service  *Service
}

func (a *answer) refuse(p phrase, args ...any) { a.text, a.refused = a.head.say(p, args...), true }

func (a *answer) formats() string { return a.head.say(phHelpFormats, a.maxBytes>>20) }

// document makes the job of a message, or refuses it.
func (a *answer) document(command Command) *Job {
	m := a.message
	job := &Job{
		ID: JobID(m.AppID, m.MessageID), Scene: a.bot.Scene.Slug, AppID: m.AppID, ChatID: m.ChatID,
		MessageID: m.MessageID, Sender: m.Sender, Group: m.Group, Lang: a.head.Lang,
	}
	empty := strings.TrimSpace(m.Text) == "" && m.Title == ""
	switch {
	case m.Kind == KindFile && refusedFile(m.File.Name):
		a.refuse(phOtherFile, extension(m.File.Name))
		a.text += "\n" + a.formats()
		return nil
	case m.Kind == KindFile:
		job.File, job.Filename = m.File, document.CleanName(m.File.Name)
	case m.Kind == KindForward:
		a.refuse(phForwarded)
		return nil
	case m.Kind == KindOther, empty && m.Pictures > 0:
		a.refuse(phOtherKind)
		a.text += "\n" + a.formats()
		return nil
	case m.Parent != "" && (command == Review || m.Group && utf8.RuneCountInString(m.Text) < aboutParent):
		job.File = File{MessageID: m.Parent}
	case command == Review:
		a.refuse(phNoParent)
		return nil
	case empty || tooShort(m.Text):
		a.refuse(phTooShort)
		a.text += "\n" + a.head.say(phHelp) + "\n" + a.formats()
		return nil
	case onlyLinks(m.Text):
		a.refuse(phOnlyLinks)
		return nil
	case len(m.Text) > maxTextDocument:
		a.refuse(phTooLong)
		return nil
	default:
		job.Filename, job.Data = textDocument(job.Lang, m.Title, m.Text)
	}
	own := Fetched{Name: job.Filename, Text: m.Kind == KindText, Title: m.Title}
	job.Brand = Brand(m.ChatID, m.MessageID, own.caseName())
	a.job, a.head = job, a.service.head(a.bot, job.Lang, m.Group, job.Filename)
	return job
}

// messages are the answers to a message that was kept.
func (a *answer) messages(r Receipt) []store.OutboxMessage {
	m := a.message
	c := Content{ChatID: m.ChatID, ReplyTo: m.MessageID, Scene: a.bot.Scene.Slug, InGroup: m.Group, Shown: ShownTo(a.bot.Scene, m.Group)}
	if a.job != nil && !r.Limited {
		card := QueuedCard(a.head, r.Ahead)
		if m.Pictures > 0 {
			card.Footer = a.head.say(phLeftOut)
		}
		c.Card = &card
		return []store.OutboxMessage{c.message(m.AppID, store.OutboxMessage{ID: cardID(a.job.ID), Group: a.job.ID})}
	}
	if r.Limited {
		a.text = a.limited(r.RetryAt)
	}
	c.Text = a.text
	return []store.OutboxMessage{c.message(m.AppID, store.OutboxMessage{ID: "reply-" + short(m.AppID+"\x00"+m.MessageID, 12), Final: true})}
}

// limited says when to come back, rounded up: who comes at that minute is let in.
func (a *answer) limited(at time.Time) string {
	count, wait := a.head.say(phOneDocument), phInMinutes
	if a.bot.PerHour != 1 {
		count = a.head.say(phDocuments, a.bot.PerHour)
	}
	minutes := max(1, int((at.Sub(a.service.o.Now())+time.Minute-1)/time.Minute))
	if minutes == 1 {
		wait = phInOneMinute
	}
	clock := at.Add(time.Minute - 1).Truncate(time.Minute).In(a.service.o.Zone).Format("15:04 MST")
	return a.head.say(phLimited, count, a.head.say(wait, minutes, clock))
}

// runCommand carries out a command and finds the words for it.
func (s *Service) runCommand(ctx context.Context, a *answer, c Command) error {
	if c == Help {
		a.text = a.head.say(phHelp) + "\n" + a.formats()
		return nil
	}
	mine, err := s.jobsOf(ctx, a.message)
	if err != nil {
		return err
	}
	if c == Cancel {
		a.text = a.head.say(phCancelNone)
		if n := len(mine); n > 0 {
			a.cancel, a.text = mine[n-1].ID, a.head.say(phCancelDone, s.jobLabel(mine[n-1]))
		}
		return nil
	}
	var lines []string
	for _, j := range mine {
		st, err := s.status(ctx, j)
		if err != nil {
			return err
		}
		word := a.head.say(phWaiting)
		switch {
		case st.Status == job.Running:
			word = a.head.say(phRunning)
		case st.Status == job.Pending && st.Ahead > 0:
			word = a.head.say(phListAnd, word, a.head.say(phQueuedAfter, st.Ahead))
		}
		lines = append(lines, a.head.say(phColon, s.jobLabel(j), word))
	}
	a.text = strings.Join(lines, "\n")
	if len(lines) == 0 {
		a.text = a.head.say(phNothing)
	}
	return nil
}

// jobLabel names a job to its sender: by its file, or by its number where no
// names may leave the server.
func (s *Service) jobLabel(j Job) string {
	if s.shown(j.AppID, j.Scene, j.Group) >= OnlyTally || j.Filename == "" {
		return j.ID
	}
	return clip(j.Filename, maxFile)
}

// jobsOf lists the sender's open jobs in this chat that were not called off,
// oldest first.
func (s *Service) jobsOf(ctx context.Context, m Message) ([]Job, error) {
	open, err := s.o.Store.Open(ctx, []string{m.AppID})
	if err != nil {
		return nil, fmt.Errorf("list open jobs: %w", err)
	}
	var mine []Job
	for _, j := range open {
		if j.ChatID == m.ChatID && j.Sender == m.Sender && !j.Cancelled {
			mine = append(mine, j)
		}
	}
	return mine, nil
}

// Brand names the case of a document: by its file's name and the chat that it
// came from, so that the same file sent again is the next version of one case
// and no other chat's. A text of its own, which has no file's name, is a case of
// its own; what it says stays out of the brand, which stands in logs.
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

func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		return clip(strings.ToLower(name[i:]), 10)
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// cardID names the message of a job's card.
func cardID(job string) string { return job + "/card" }

// fileID names the message of a file of a job.
func fileID(job, name string) string { return job + "/" + name }
