package casefile

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/text"
	"judgement/panel"
)

// ops are the comparisons of a numeric or ordinal rule.
var ops = [...]string{">=", ">", "<=", "<", "==", "!="}

func (c *Checkpoint) ruleProblems(add func(bad bool, format string, args ...any)) {
	r := c.Rule
	switch c.Kind {
	case Numeric:
		_, err := panel.ParsePoints(r.Value)
		add(err != nil, "rule.value %q must be a decimal number", clip(r.Value))
	case Ordinal:
		add(len(r.Levels) < 2, "rule.levels must list the levels, lowest first")
		add(!slices.Contains(r.Levels, r.Value), "rule.value %q is none of rule.levels", clip(r.Value))
	default:
		add(r.Op != "" && r.Op != "==", "rule.op %q of a %s question must be == or nothing", clip(r.Op), c.Kind)
		add(c.Source.Type == "file", "a %s question is decided by a person: source.type must be manual", c.Kind)
	}
	if c.Kind == Numeric || c.Kind == Ordinal {
		add(!slices.Contains(ops[:], r.Op), "rule.op %q must be one of %s", clip(r.Op), strings.Join(ops[:], " "))
	}
	add(c.Source.Type == "file" && CheckName(c.Source.Path) != nil, "source.path %q must be a path inside the workspace", clip(c.Source.Path))
}

// Holds reports whether an observed value makes the rule come true. The error
// says what a value must look like: a decimal number, or one of the levels. A
// binary rule has no observed values to compare.
func (c *Checkpoint) Holds(observed string) (bool, error) {
	observed = strings.TrimSpace(observed)
	order := 0
	switch c.Kind {
	case Numeric:
		got, err := panel.ParsePoints(observed)
		if err != nil {
			return false, fmt.Errorf("value %q is no decimal number", clip(observed))
		}
		want, err := panel.ParsePoints(c.Rule.Value)
		if err != nil {
			return false, fmt.Errorf("rule.value %q is no decimal number", clip(c.Rule.Value))
		}
		order = got.Cmp(want)
	case Ordinal:
		i := slices.Index(c.Rule.Levels, observed)
		if i < 0 {
			return false, fmt.Errorf("value %q is none of the levels %s", clip(observed), strings.Join(c.Rule.Levels, ", "))
		}
		order = i - slices.Index(c.Rule.Levels, c.Rule.Value)
	default:
		return false, fmt.Errorf("a %s question is decided by a person", c.Kind)
	}
	switch c.Rule.Op {
	case ">=":
		return order >= 0, nil
	case ">":
		return order > 0, nil
	case "<=":
		return order <= 0, nil
	case "<":
		return order < 0, nil
	case "==":
		return order == 0, nil
	case "!=":
		return order != 0, nil
	}
	return false, fmt.Errorf("rule.op %q is unknown", clip(c.Rule.Op))
}

// Seal is the SHA-256, in hex, of everything that accepting a checkpoint locks:
// the case, the question, its rule, source and dates, the forecasts, and the
// time of accepting.
func (c Checkpoint) Seal(caseID string) string {
	c.Draft, c.LockSHA256 = false, ""
	c.AcceptedAt = c.AcceptedAt.UTC()
	if c.Forecasts == nil {
		c.Forecasts = []Forecast{}
	}
	data, err := json.Marshal(struct {
		Case       string     `json:"case"`
		Checkpoint Checkpoint `json:"checkpoint"`
	}{caseID, c})
	if err != nil {
		return "" // a number that JSON can't write: ParseInfo refuses it
	}
	return text.Hash(data)
}

// AddDrafts adds drafted checkpoints to case.yaml. Those whose id is there
// already are left as they are, so that it may be repeated.
func (c *Case) AddDrafts(ctx context.Context, drafts []Checkpoint) error {
	return c.Update(ctx, func(info *Info) error {
		for _, d := range drafts {
			if !slices.ContainsFunc(info.Checkpoints, func(cp Checkpoint) bool { return cp.ID == d.ID }) {
				info.Checkpoints = append(info.Checkpoints, d)
			}
		}
		return nil
	})
}
