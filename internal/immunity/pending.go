package immunity

import (
	"context"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

// callCount are the calls of one review, or of a setting, by what stored replies are worth.
type callCount struct {
	todo     []format.Estimate // the calls to come
	kept     int               // calls with a stored reply that can be used
	recorded int               // of todo: a replay has the reply
	unusable int               // calls whose stored replies can't be used, and that are not made again
}

// pending says which calls of one review are to come. Calls that were seen before are not
// counted.
func (e *Experiment) pending(ctx context.Context, ledger jury.Ledger, calls []jury.Call, seen map[jury.Key]bool) (out callCount, err error) {
	answers, next, err := format.Pending(ctx, e.pipe.Runner, ledger, e.setup.Panel.Voting(), calls)
	if err != nil {
		return out, err
	}
	for i, c := range calls {
		out.count(ctx, e, c, answers[i], next[i], seen)
	}
	return out, nil
}

// count counts one call under the outcome that stored replies give it.
func (n *callCount) count(ctx context.Context, e *Experiment, c jury.Call, a jury.Answer, next *llm.Request, seen map[jury.Key]bool) {
	req := c.Request
	if next != nil {
		req = *next
	}
	key := jury.Key{
		Judge: c.Judge, SkillSHA256: c.SkillSHA256, Repeat: c.Repeat, Try: req.Try,
		PromptSHA256: llm.PromptSHA256(e.pipe.Model.Info(req.Model).Name, req),
	}
	switch {
	case seen[key]:
	case next != nil:
		n.todo = append(n.todo, format.EstimateRequest(c.Judge, req))
		if e.recorded(ctx, req) {
			n.recorded++
		}
	case a.Outcome == jury.OK:
		n.kept++
	default:
		n.unusable++
	}
	seen[key] = true
}

// recorded reports whether a replay, which makes no call, has the reply to a request.
func (e *Experiment) recorded(ctx context.Context, req llm.Request) bool {
	if e.pipe.Model.Info(req.Model).Provider != "replay" {
		return false
	}
	_, err := e.pipe.Model.Complete(ctx, req)
	return err == nil
}
