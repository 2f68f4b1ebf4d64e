package chat

import (
	"slices"

	"judgement/internal/jury"
)

// Progress is how far a job is, folded from its events.
type Progress struct {
	Phase  string
	Done   int
	Total  int
	Judges []JudgeProgress // in the order in which they started
	Seq    int64           // of the last event
}

// JudgeProgress is one judge of a Progress.
type JudgeProgress struct {
	Name    string
	State   StepState
	Outcome string // internal/jury's outcomes, if the judge has ended
	Score   string // "X / Y", if it gave one
}

// Add folds in an event; name puts a judge's slug into words. Events that were
// folded in already change nothing.
func (p *Progress) Add(e jury.Event, name func(slug string) string) {
	if e.Seq <= p.Seq {
		return
	}
	p.Seq = e.Seq
	if e.Phase != "" && e.Type == jury.PhaseStarted {
		p.Phase = e.Phase
	}
	if e.Total > 0 {
		p.Done, p.Total = e.Done, e.Total
	}
	if e.Judge == nil {
		return
	}
	j := p.judge(name(*e.Judge))
	switch e.Type {
	case jury.JudgeStarted, jury.JudgeRetry:
		j.State = StepRun
	case jury.JudgeFinished:
		j.State = StepDone
		if e.Outcome != nil {
			j.Outcome = string(*e.Outcome)
			if *e.Outcome != jury.OK {
				j.State = StepMiss
			}
		}
		if e.Score != nil {
			j.Score = *e.Score
		}
	case jury.PhaseStarted, jury.JobDone, jury.JobFailed:
	}
}

func (p *Progress) judge(name string) *JudgeProgress {
	if i := slices.IndexFunc(p.Judges, func(j JudgeProgress) bool { return j.Name == name }); i >= 0 {
		return &p.Judges[i]
	}
	p.Judges = append(p.Judges, JudgeProgress{Name: name, State: StepWait})
	return &p.Judges[len(p.Judges)-1]
}
