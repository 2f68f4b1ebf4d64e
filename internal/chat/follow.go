package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"judgement/internal/job"
	"judgement/internal/outbox"
)

// maxFetches bounds the files that are fetched at once: the platform's client
// holds each in memory.
const maxFetches = 4

// fetchTries is how often a file is asked for before its sender hears that it
// can't be had.
const fetchTries = 8

// followTries is how often in a row a job may not be followed, such as if its
// report can't be read: with the longest wait that is about two hours.
const followTries = 30

// follower knows the jobs that are not closed. What it knows can be lost: it is
// folded from the queue's events again.
type follower struct {
	running sync.WaitGroup
	down    bool // the store failed at the last step

	mu       sync.Mutex
	fetching int
	jobs     map[string]*followed
}

type followed struct {
	progress Progress
	shownAt  time.Time // of the last progress card
	shown    string    // what it said, in short
	fetching bool
	tries    int
	again    time.Time // when to fetch again

	cancelled bool      // the queue knows
	fails     int       // in a row
	retry     time.Time // when to look again after one
}

// followAll takes one step with every open job of this process's bots.
func (s *Service) followAll(ctx context.Context) {
	open, err := s.o.Store.Open(ctx, s.Serves())
	if err != nil {
		if !s.follower.down && ctx.Err() == nil {
			s.o.Log.LogAttrs(ctx, slog.LevelError, "chat: the store fails; trying again", slog.Any("error", err))
		}
		s.follower.down = true
		return
	}
	s.follower.down = false
	s.metrics.open.Set(float64(len(open)))
	s.forget(open)
	for _, j := range open {
		f := s.followed(j.ID)
		switch {
		case ctx.Err() != nil:
			return
		case j.QueueID == "" && !j.Cancelled:
			s.startFetch(ctx, j, f)
		case !s.o.Now().Before(f.retry):
			s.followSafely(ctx, j, f)
		}
	}
}

// followSafely takes one step with a job, and plans another try if it fails.
func (s *Service) followSafely(ctx context.Context, j Request, f *followed) {
	err := s.followOne(ctx, j, f)
	if err == nil || ctx.Err() != nil {
		f.fails = 0
		return
	}
	f.fails++
	f.retry = s.o.Now().Add(s.pause(f.fails, 0))
	s.o.Log.LogAttrs(ctx, slog.LevelWarn, "chat: job not followed; trying again", slog.String("job_id", j.ID), slog.Int("try", f.fails), slog.Any("error", err))
}

// followOne takes one step with a job. One that can't be followed for long is
// ended: the card says that something is wrong.
func (s *Service) followOne(ctx context.Context, j Request, f *followed) error {
	if j.Cancelled && !f.cancelled {
		if err := s.cancel(ctx, j); err != nil || j.QueueID == "" {
			return err
		}
		f.cancelled = true
	}
	if f.fails >= followTries {
		return s.close(ctx, j, s.last(j, FailedCard(s.headOf(j), say(j.Lang, phReportLost))), string(job.Failed))
	}
	return s.follow(ctx, j, f)
}

func (s *Service) followed(id string) *followed {
	s.follower.mu.Lock()
	defer s.follower.mu.Unlock()
	f := s.follower.jobs[id]
	if f == nil {
		f = &followed{}
		s.follower.jobs[id] = f
	}
	return f
}

// forget drops what is known of jobs that are closed.
func (s *Service) forget(open []Request) {
	s.follower.mu.Lock()
	defer s.follower.mu.Unlock()
	for id, f := range s.follower.jobs {
		if !f.fetching && !slices.ContainsFunc(open, func(j Request) bool { return j.ID == id }) {
			delete(s.follower.jobs, id)
		}
	}
}

// follow shows a job's progress, or its end.
func (s *Service) follow(ctx context.Context, j Request, f *followed) error {
	b, h := s.bots[j.AppID], s.headOf(j)
	st, err := s.o.Jobs.Status(ctx, j.QueueID, f.progress.Seq)
	if errors.Is(err, ErrUnknownJob) { // it was removed while no process looked
		st, err = JobStatus{Status: job.Failed}, nil
	}
	if err != nil {
		return err
	}
	for _, e := range st.Events {
		f.progress.Add(e, func(slug string) string { return h.judge(b.Panel, slug) })
	}
	switch {
	case st.Status == job.Pending:
		return s.show(ctx, j, f, QueuedCard(h, st.Ahead))
	case st.Status == job.Running:
		return s.show(ctx, j, f, ProgressCard(h, f.progress))
	case st.Reason == job.Cancelled:
		return s.close(ctx, j, s.last(j, CancelledCard(h)), st.Reason)
	case st.Status == job.Failed:
		return s.close(ctx, j, s.last(j, FailedCard(h, Failure(j.Lang, st.Fault, s.o.MaxBytes))), string(job.Failed))
	}
	r, err := s.o.Jobs.Result(ctx, j.QueueID)
	if err != nil {
		return fmt.Errorf("result of job %s: %w", j.ID, err)
	}
	files := Files(h.Shown, r)
	h.Page = job.CasePage(s.o.PublicURL, r.CaseID, r.Version)
	return s.close(ctx, j, s.last(j, FinalCard(h, r, len(files) > 0), files...), string(job.Done))
}

// show puts a card in the outbox, if it says something new and the last one is
// old enough.
func (s *Service) show(ctx context.Context, j Request, f *followed, card Card) error {
	text := card.Text()
	first := f.shown == ""
	if f.shown == text || !first && s.o.Now().Sub(f.shownAt) < s.o.Refresh {
		return nil
	}
	f.shown, f.shownAt = text, s.o.Now()
	if first && card.Tone == ToneWait {
		return nil // the receipt's own card says so already
	}
	if err := s.o.Store.Put(ctx, s.cardMessage(j, card, false)); err != nil {
		return err
	}
	s.wake()
	return nil
}

func (s *Service) close(ctx context.Context, j Request, last []outbox.Message, state string) error {
	done, err := s.o.Store.Close(ctx, j.ID, last)
	if err != nil || !done {
		return err
	}
	s.o.Log.LogAttrs(ctx, slog.LevelInfo, "job ended", slog.String("job_id", j.ID), slog.String("scene_slug", j.Scene), slog.String("state", state))
	s.wake()
	return nil
}

// startFetch fetches the file of a job, unless it is being fetched, has to
// wait, or others are.
func (s *Service) startFetch(ctx context.Context, j Request, f *followed) {
	t := s.term(j.AppID)
	s.follower.mu.Lock()
	defer s.follower.mu.Unlock()
	if t == nil || f.fetching || s.follower.fetching >= maxFetches || s.o.Now().Before(f.again) {
		return
	}
	f.fetching = true
	f.tries++
	tries := f.tries
	s.follower.fetching++
	s.follower.running.Go(func() {
		fetching, release := t.within(ctx)
		wait, err := s.fetch(fetching, j, tries)
		release()
		if err != nil && ctx.Err() == nil {
			s.o.Log.LogAttrs(ctx, slog.LevelWarn, "chat: file not fetched", slog.String("job_id", j.ID), slog.Int("try", tries), slog.Any("error", err))
		}
		s.follower.mu.Lock()
		f.fetching, f.again = false, s.o.Now().Add(wait)
		s.follower.fetching--
		s.follower.mu.Unlock()
		s.wake()
	})
}

// fetch takes the file of a job to the queue. What is wrong with the file ends
// the job with words for its sender; what is wrong with the platform is tried
// again after the wait that it returns.
func (s *Service) fetch(ctx context.Context, j Request, tries int) (time.Duration, error) {
	h := s.headOf(j)
	got, err := s.o.Platforms[j.AppID].Download(ctx, j.File, s.o.MaxBytes)
	if err == nil && got.Text {
		got.Name, got.Data = textDocument(j.Lang, got.Title, string(got.Data))
	}
	var why string // what the card says, which has nothing of the document
	switch trouble := troubleOf(err); {
	case err == nil && len(got.Data) == 0:
		why = h.say(phEmptyFile)
	case err == nil && j.Filename == "" && refusedFile(got.Name):
		why = h.say(phOtherFile, extension(got.Name)) + "\n" + h.say(phHelpFormats, s.o.MaxBytes>>20)
	case err == nil:
		return s.pause(tries, 0), s.o.Store.Enqueue(ctx, j.ID, got)
	case errors.Is(err, ErrFileSize):
		why = h.say(phTooLargeFile, s.o.MaxBytes>>20)
	case errors.Is(err, ErrNoFile):
		why = h.say(phNoParent)
	case trouble.Trouble == TroubleAccess:
		s.o.Log.LogAttrs(ctx, slog.LevelError, "chat: the bot may not read a message or a file; give it the permission that the error names, im:message:readonly for files, im:message.group_msg for messages of groups", slog.String("job_id", j.ID), slog.Any("error", err))
		why = h.say(phNotAllowed)
	case trouble.Trouble == TroubleBusy && tries < fetchTries:
		return s.pause(tries, trouble.Wait), err
	default:
		s.o.Log.LogAttrs(ctx, slog.LevelError, "chat: file given up", slog.String("job_id", j.ID), slog.Any("error", err))
		why = sentences(j.Lang, h.say(phNotFetched), h.say(phSendAgain))
	}
	return 0, s.close(ctx, j, s.last(j, h.card(ToneBad, h.say(phFailed), Part{Text: why})), string(job.Failed))
}
