package immunity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/report"
)

// outcome is what the panel came to on one sample in one setting.
type outcome struct {
	scored  bool
	share   float64 // of the maximum in percent, if scored
	reason  string  // why there is no score
	budget  bool    // that was because of the budget
	refused int     // judges that refused or abstained
	usage   llm.Usage
	reading *report.IntegrityReading
	err     error // of which the reason is the text
}

// Progress is how many documents are judged, of how many, in all settings together.
type Progress func(done, total int)

// Run has the panel judge all samples in all settings. Replies are kept in the ledger, and
// those that it has are not paid again. An honest document that can't be scored with all
// defences is left out with its attacks, and ends the experiment if there is no other. The
// budget, which may be nil, is of the whole experiment. With an error of judging, the result
// has only what the calls used and cost.
func (e *Experiment) Run(ctx context.Context, ledger jury.Ledger, budget *jury.Budget, progress Progress) (*Result, error) {
	m := &measurement{
		Experiment: e, ledger: ledger, shared: &counted{keys: map[jury.Key]bool{}}, progress: progress,
		found: map[Defence][]outcome{}, total: len(e.settings()) * len(e.samples),
	}
	pipe := *e.pipe
	pipe.Budget = budget
	m.pipe = &pipe
	if err := budget.CountStored(func() error { return m.replay(ctx, budget) }); err != nil {
		return m.spent(), err
	}
	for _, without := range e.settings() {
		m.found[without] = make([]outcome, len(e.samples))
		// The honest documents first: an attack of which nothing reaches the judges leaves
		// the same prompt, which is then answered.
		for _, part := range [][2]int{{0, e.honest}, {e.honest, len(e.samples)}} {
			if err := m.judge(ctx, without, part[0], part[1]); err != nil {
				return m.spent(), err
			}
			if err := m.nothing(); err != nil {
				return nil, err
			}
		}
	}
	return m.result(), nil
}

// replay has a budget count the stored replies of all samples, and asks no model.
func (m *measurement) replay(ctx context.Context, budget *jury.Budget) error {
	pipe := *m.pipe
	pipe.Runner = format.Unasked(pipe.Runner)
	stored := storedReplies{m.ledger, &counted{keys: map[jury.Key]bool{}}, func(rec jury.Record) {
		budget.Replayed(rec.Usage, m.model(rec.Key.Judge).Price)
	}}
	for _, without := range m.settings() {
		for _, s := range m.samples {
			r, err := m.run(s, without)
			if err == nil {
				_, err = pipe.JudgeRun(ctx, r, stored)
			}
			if err != nil && !unscored(err) {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	return nil
}

// nothing is why no honest document can be scored with all defences; nil: one is.
func (m *measurement) nothing() error {
	for i := range m.honest {
		if m.found[none][i].scored {
			return nil
		}
	}
	return fmt.Errorf("%s: %w", m.samples[0].name, m.found[none][0].err)
}

// left is the outcome of a sample that is left out of a setting: its honest document has no
// score with all defences to compare with. ok is false if it is not left out.
func (m *measurement) left(i int, without Defence) (o outcome, ok bool) {
	s := m.samples[i]
	if s.attack == nil && without == none {
		return o, false
	}
	honest := m.found[none][slices.Index(m.samples, s.honest)]
	o = outcome{budget: honest.budget, reason: "the document without an attack has no score with all defences"}
	if honest.budget {
		o.reason += ": the budget was spent"
	}
	return o, !honest.scored
}

// measurement is an experiment under way.
type measurement struct {
	*Experiment
	pipe     *pipeline.Pipeline // with the budget
	ledger   jury.Ledger
	shared   *counted
	progress Progress
	found    map[Defence][]outcome // by sample

	mu          sync.Mutex
	done, total int
}

// model describes a judge's model, or the reader's.
func (m *measurement) model(judge string) llm.Info {
	ref := llm.Ref(m.setup.Scene.IntegrityReader.Provider, m.setup.Scene.IntegrityReader.Model)
	if j, ok := m.setup.Panel.Judge(judge); ok {
		ref = llm.Ref(j.Provider, j.Model)
	}
	return m.pipe.Model.Info(ref)
}

// judge has samples judged, as many at once as keep all slots busy.
func (m *measurement) judge(ctx context.Context, without Defence, from, to int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	slots := make(chan struct{}, max(1, 2*cap(m.pipe.Slots)))
	var wg sync.WaitGroup
	for i := from; i < to && ctx.Err() == nil; i++ {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			o, left := m.left(i, without)
			if !left {
				var err error
				if o, err = m.one(ctx, m.samples[i], without); err != nil {
					cancel(err)
					return
				}
			}
			m.found[without][i] = o
			m.mu.Lock()
			defer m.mu.Unlock()
			m.done++
			m.progress(m.done, m.total)
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// one judges a sample. The error is for what ends the experiment.
func (m *measurement) one(ctx context.Context, s *sample, without Defence) (outcome, error) {
	r, err := m.run(s, without)
	if err != nil {
		return outcome{}, fmt.Errorf("%s: %w", s.name, err)
	}
	t := newTally(m.ledger, m.shared, m.model, func() bool { return ctx.Err() != nil })
	judged, err := m.pipe.JudgeRun(ctx, r, t)
	t.end()
	o := outcome{usage: t.usage()}
	switch {
	case ctx.Err() != nil:
		return o, context.Cause(ctx)
	case err == nil:
	case !unscored(err):
		return o, fmt.Errorf("%s: %w", s.name, err)
	default:
		o.reason, o.budget, o.err = err.Error(), errors.Is(err, fault.OverBudget), err
		return o, nil
	}
	j := judged.(*review.Judgement)
	o.scored, o.share, o.reading = true, 100*j.Result.Total.Quo(j.Result.Max).Float(), j.Reading
	for _, v := range j.Verdicts {
		if v.Outcome == string(jury.Refused) || v.Outcome == string(jury.Abstained) {
			o.refused++
		}
	}
	return o, nil
}

// unscored reports whether a review ended because too few judges answered.
func unscored(err error) bool {
	return errors.Is(err, fault.NoAnswers) || errors.Is(err, fault.NoUsable) || errors.Is(err, fault.OverBudget)
}
