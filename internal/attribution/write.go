package attribution

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/casefile"
)

// lockName is held by the one runner or writer.
const lockName = "cases/.attribution/lock"

// lock takes the one lock of everything that writes here.
func (c *Checker) lock(ctx context.Context) (func(), error) {
	unlock, ok, err := c.Storage.Lock(ctx, lockName)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrBusy
	}
	return unlock, nil
}

// updates lists the outcomes that the run added, and the older ones for which it
// made a failure card, in their order.
func (x *examined) updates(files []casefile.File) []Update {
	made := map[string]bool{}
	for _, f := range files {
		made[f.Name] = true
	}
	out := []Update{}
	for i, o := range x.history.all {
		card := cardName(x.info.ID, &o)
		if !made[card] {
			card = ""
		}
		if i >= x.known || card != "" {
			out = append(out, Update{Checkpoint: o.Checkpoint, State: o.State, By: o.By, Reason: o.Reason, Card: card})
		}
	}
	return out
}

// cardName is the failure card of an outcome, from the workspace on.
func cardName(id string, o *Outcome) string {
	return "cases/" + id + "/" + casefile.Failures + "/" + o.Checkpoint + "-" + strconv.Itoa(o.Seq) + ".json"
}

// FollowUp is followups/<checkpoint>.json (schema 1): a person has to find out
// what happened.
type FollowUp struct {
	Schema     int             `json:"schema"`
	Case       string          `json:"case"`
	Checkpoint string          `json:"checkpoint"`
	Question   string          `json:"question"`
	Rule       casefile.Rule   `json:"rule"`
	Source     casefile.Source `json:"source"`
	Due        string          `json:"due"`
	OverdueOn  string          `json:"overdue_on"` // the first day past the grace
	// Command records the answer. It names a command of the program because files of
	// earlier releases do and must stay as they are: the same day gives the same bytes.
	Command string `json:"command"`
}

// FailureCard is failures/<checkpoint>-<seq>.json (schema 1): what did not come
// true, and who had thought that it would.
type FailureCard struct {
	Schema     int                 `json:"schema"`
	Case       string              `json:"case"`
	NoModel    bool                `json:"no_model,omitempty"` // no language model made a forecast
	Version    int                 `json:"version"`
	Checkpoint string              `json:"checkpoint"`
	Question   string              `json:"question"`
	Rule       casefile.Rule       `json:"rule"`
	Outcome    Outcome             `json:"outcome"`
	Misled     []casefile.Forecast `json:"misled"`    // forecasts above 0.5, highest first
	Foresaw    []casefile.Forecast `json:"foresaw"`   // forecasts below 0.5, lowest first
	Undecided  []casefile.Forecast `json:"undecided"` // 0.5
}

// write brings a case's files up to date and reports whether it wrote any.
// attribution.json comes last: if it is up to date, so are the others.
func (r *run) write(ctx context.Context, found *CaseInfo, x *examined) (bool, error) {
	now, err := encodeFile(stored{
		Schema: 1, Case: found.Case, NoModel: found.NoModel, Status: found.Status, Checkpoints: found.Checkpoints, Evidence: found.Evidence,
		Outcomes: len(x.history.all), OutcomesSHA256: x.history.last(), VersionSHA256: x.latest.sha256,
	})
	if err != nil {
		return false, fmt.Errorf("encode attribution.json of case %s: %w", found.Case, err)
	}
	same := bytes.Equal(x.was.bytes, now)
	if same && len(x.history.torn) == 0 {
		return false, nil
	}
	files, err := r.cards(ctx, found, x)
	if err != nil {
		return false, err
	}
	found.Updates = x.updates(files)
	if len(x.history.all) > x.known || len(x.history.torn) > 0 {
		files = append(files, casefile.File{Name: outcomesName(found.Case), Data: x.history.lines})
	}
	if !same {
		pages, err := r.pageFiles(ctx, x.info, x.history, found.Checkpoints)
		if err != nil {
			return false, err
		}
		files = append(files, pages...)
	}
	if err = r.Storage.Write(ctx, files...); err == nil && !same {
		err = r.Storage.Write(ctx, casefile.File{Name: storedName(found.Case), Data: now})
	}
	if err != nil {
		return false, fmt.Errorf("case %s: %w", found.Case, err)
	}
	return true, nil
}

// cards returns the follow-ups and failure cards that are not there yet.
func (r *run) cards(ctx context.Context, found *CaseInfo, x *examined) ([]casefile.File, error) {
	var out []casefile.File
	for i, s := range found.Checkpoints {
		var name string
		var value any
		switch s.State {
		case Due, Overdue:
			name, value = "cases/"+found.Case+"/"+casefile.FollowUps+"/"+s.ID+".json", followUp(x.info, &x.info.Checkpoints[i])
		case Falsified:
			o := x.history.of(s.ID)
			name, value = cardName(found.Case, o), failureCard(x.info, &x.info.Checkpoints[i], o)
		default:
			continue
		}
		if _, err := casefile.ReadLimited(ctx, r.Storage, name, maxOutcomes); !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return nil, err
			}
			continue
		}
		data, err := encodeFile(value)
		if err != nil {
			return nil, fmt.Errorf("encode %s: %w", name, err)
		}
		out = append(out, casefile.File{Name: name, Data: data, Once: true})
	}
	return out, nil
}

func followUp(info *casefile.Info, cp *casefile.Checkpoint) FollowUp {
	due, _ := parseDay(cp.Due) // checked before
	return FollowUp{
		Schema: 1, Case: info.ID, Checkpoint: cp.ID, Question: cp.Question, Rule: cp.Rule, Source: cp.Source,
		Due: cp.Due, OverdueOn: due.AddDate(0, 0, cp.GraceDays+1).Format(time.DateOnly),
		Command: "judgement attribution resolve " + info.ID + " " + cp.ID + " --state confirmed|partial|falsified|skipped --value VALUE --source WHERE",
	}
}

func failureCard(info *casefile.Info, cp *casefile.Checkpoint, o *Outcome) FailureCard {
	card := FailureCard{
		Schema: 1, Case: info.ID, NoModel: forecastsBaseline(cp), Version: cp.Version, Checkpoint: cp.ID, Question: cp.Question, Rule: cp.Rule, Outcome: *o,
		Misled: []casefile.Forecast{}, Foresaw: []casefile.Forecast{}, Undecided: []casefile.Forecast{},
	}
	for _, f := range cp.Forecasts {
		f.NoModel = baseline(f)
		switch {
		case f.P > 0.5:
			card.Misled = append(card.Misled, f)
		case f.P < 0.5:
			card.Foresaw = append(card.Foresaw, f)
		default:
			card.Undecided = append(card.Undecided, f)
		}
	}
	bySlug := func(a, b casefile.Forecast) int { return strings.Compare(a.Judge, b.Judge) }
	slices.SortStableFunc(card.Misled, func(a, b casefile.Forecast) int { return cmp.Or(cmp.Compare(b.P, a.P), bySlug(a, b)) })
	slices.SortStableFunc(card.Foresaw, func(a, b casefile.Forecast) int { return cmp.Or(cmp.Compare(a.P, b.P), bySlug(a, b)) })
	return card
}
