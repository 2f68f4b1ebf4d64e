package pipeline

import (
	"context"
	"slices"
	"sync"

	"judgement/internal/casefile"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/jury"
)

// reusable is a complete version whose judges' replies a job can use: nothing but the
// integrity reader is to be asked.
type reusable struct {
	version *casefile.Version
	result  *Result
	run     format.Run // with the reader of today
	replies *replies   // of the judges
}

// reusable returns the latest version of a case if only the integrity reader makes it another
// job: its settings are others, or it gave no answer and can be asked now. nil: more is
// different, or a file of the version was changed, or a judge's reply is gone.
func (p *Pipeline) reusable(ctx context.Context, c *casefile.Case, s *Setup, spec job.Spec, now format.Frozen, key string) (*reusable, error) {
	if spec.Options.NewVersion {
		return nil, nil
	}
	versions, err := c.Versions(ctx)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	done := func(v *casefile.Version) bool { return v.Complete && v.Job == spec.JobID }
	if spec.Unique && spec.JobID != "" && slices.ContainsFunc(versions, done) {
		return nil, nil
	}
	v, reader := versions[len(versions)-1], now.Base().IntegrityReader
	asks := reader != nil && reader.Problem == ""
	if !v.Complete || v.Key == key && !asks {
		return nil, nil
	}
	out, r, err := p.stored(ctx, s, c, v, format.Reread{})
	if err != nil {
		return nil, ctx.Err() // it is judged again
	}
	was, err := r.Frozen().Key()
	if err != nil || was == key && (!asks || out.Judgement.Overview().Reading.Answered()) {
		return nil, err
	}
	r.Frozen().Base().IntegrityReader = reader
	if was, err = r.Frozen().Key(); err != nil || was != key {
		return nil, err
	}
	kept, err := p.repliesOf(ctx, v)
	if err != nil || v.Unchanged(ctx) != nil {
		return nil, ctx.Err()
	}
	for _, e := range out.Judgement.Overview().Judges {
		of := func(r jury.Record) bool { return r.Key.Judge == e.Judge && r.Key.Repeat == e.Repeat }
		if e.Outcome == jury.OK && !slices.ContainsFunc(kept.list, of) {
			return nil, nil
		}
	}
	return &reusable{v, out, r, kept}, nil
}

// reuse asks the integrity reader alone, if it can be asked. A new version has its answer
// beside the judges' replies of the version, which are not paid again. If it gives none,
// nothing is written.
func (p *Pipeline) reuse(ctx context.Context, c *casefile.Case, s *Setup, spec job.Spec, u *reusable, key string, ev *stream) (*Result, error) {
	plan := u.run.Frozen().Base()
	j := p.Runner
	j.Ledger, j.OnEvent = u.replies, ev.send
	if spec.Options.MaxTokens > 0 || spec.Options.MaxCost != nil {
		j.Budget = &jury.Budget{MaxTokens: spec.Options.MaxTokens, MaxCost: spec.Options.MaxCost, MaxReply: plan.Options.MaxReplyTokens}
		for _, rec := range u.replies.list {
			j.Budget.Replayed(rec.Usage, p.Model.Info(rec.Model).Price)
		}
	}
	round, err := plan.ReaderRound(u.run.Document(), nil)
	if err != nil {
		return nil, err
	}
	var asked []format.Round
	if round != nil {
		ev.phase(round.Phase)
		if round.Answers, err = jury.Ask(ctx, &j, round.Phase, round.Calls); err != nil {
			return nil, err
		}
		asked = append(asked, *round)
	}
	reading := plan.Reading(u.run.Document(), p.Model, asked)
	u.result.Judgement.SetReading(reading)
	u.result.ScoresOf = u.version.Number
	if asked != nil && !reading.Answered() {
		u.result.Unchanged, u.result.Files = true, []string{"report.md"}
		return u.result, nil
	}
	plan.Options.MaxTokens, plan.Options.MaxCost = spec.Options.MaxTokens, spec.Options.MaxCost
	spec.Options.NewVersion = true // no version that stopped is resumed: its prompts are others
	v, r, err := p.begin(ctx, c, s, spec, u.run, key)
	if err != nil {
		return nil, err
	}
	defer v.Close()
	for _, rec := range u.replies.list {
		if err := v.Ledger().Put(ctx, rec); err != nil {
			return nil, err
		}
	}
	out := newResult(c, v, r, u.result.Judgement)
	out.ScoresOf = u.version.Number
	if s.Warning != "" {
		out.Warnings = append(out.Warnings, s.Warning)
	}
	if _, err := p.publish(ctx, v, r, out, spec.Guard, ev); err != nil {
		return nil, err
	}
	return out, nil
}

// repliesOf are the replies of a version without those of the integrity reader.
func (p *Pipeline) repliesOf(ctx context.Context, v *casefile.Version) (*replies, error) {
	out := &replies{}
	for rec, err := range v.Records(ctx) {
		if err != nil {
			return nil, err
		}
		if rec.Key.Judge != format.IntegrityReader {
			out.list = append(out.list, rec)
		}
	}
	return out, nil
}

// replies is a ledger in memory. Attempts without a reply are left out.
type replies struct {
	mu   sync.Mutex
	list []jury.Record
}

// Get implements jury.Ledger.
func (l *replies) Get(_ context.Context, key jury.Key) (jury.Record, bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.list, func(r jury.Record) bool { return r.Key == key }); i >= 0 {
		return l.list[i], true, nil
	}
	return jury.Record{}, false, nil
}

// Put implements jury.Ledger.
func (l *replies) Put(_ context.Context, rec jury.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !rec.Unanswered {
		l.list = append(l.list, rec)
	}
	return nil
}

// Ready implements jury.Ledger.
func (l *replies) Ready(context.Context, int) error { return nil }
