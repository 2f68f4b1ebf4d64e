package review

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// Phases in which checkpoints are drafted.
const (
	PhaseCheckpoints = "checkpoints"
	PhaseForecast    = "forecast"
)

// Drafter is the name under which the questions are asked for: no judge.
const Drafter = "checkpoints"

// Question is a drafted question about the future. Its text is a model's.
type Question struct {
	ID          string   `json:"id"`
	Text        string   `json:"question"`
	Kind        string   `json:"kind"` // binary, numeric or ordinal
	Op          string   `json:"op"`
	Value       string   `json:"value"`
	Levels      []string `json:"levels"`
	HorizonDays int      `json:"horizon_days"` // one of Horizons
	Quotes      []string `json:"quotes"`
}

// Horizons returns the days after which a question may fall due.
func Horizons() []int { return []int{30, 90, 365} }

// longestQuestions are as many and as long questions as a draft may have, for
// estimates.
func longestQuestions() []Question {
	out := make([]Question, maxQuestions)
	for i := range out {
		out[i] = Question{ID: "v1-" + strconv.Itoa(i+1), Text: strings.Repeat("word ", maxQuestionRunes/5)}
	}
	return out
}

// Limits of drafted questions.
const (
	maxQuestions     = 6
	minQuestionWidth = 10 // in cells of a terminal: a Chinese character has two
	maxQuestionRunes = 600
	maxLevels        = 12
)

// The schemas of the replies; the second one's operand is the list of ids.
const (
	questionSchema = `{"additionalProperties":false,"properties":{"checkpoints":{"items":{"additionalProperties":false,"properties":{` +
		`"horizon_days":{"enum":[30,90,365],"type":"integer"},"kind":{"enum":["binary","numeric","ordinal"],"type":"string"},` +
		`"levels":` + quotesSchema + `,"op":` + textSchema + `,"question":` + textSchema + `,"quotes":` + quotesSchema + `,"value":` + textSchema +
		`},"required":["horizon_days","kind","levels","op","question","quotes","value"],"type":"object"},"type":"array"}},"required":["checkpoints"],"type":"object"}`
	forecastSchema = `{"additionalProperties":false,"properties":{"forecasts":{"items":{"additionalProperties":false,"properties":{` +
		`"id":{"enum":%s,"type":"string"},"p":{"description":"0..1","type":"number"},"reason":` + textSchema +
		`},"required":["id","p","reason"],"type":"object"},"type":"array"}},"required":["forecasts"],"type":"object"}`
)

// questionCalls is the one call that drafts questions.
func (r *Run) questionCalls(v format.Version) ([]jury.Call, error) {
	req, err := r.request(llm.KindCheckpoints, "checkpoints.tmpl", Drafter, questionSchema, checkpointData{Today: v.Date})
	return []jury.Call{{
		Judge: Drafter, Request: req,
		Parse: func(raw string) (any, error) { return ParseQuestions(raw, fmt.Sprintf("v%d-", v.Number)) },
	}}, err
}

// forecastCalls are each judge's call for its forecasts of the questions.
func (r *Run) forecastCalls(v format.Version, questions []Question) ([]jury.Call, error) {
	ids := make([]string, len(questions))
	var criteria []llm.Criterion
	for i, q := range questions {
		ids[i] = q.ID
		criteria = append(criteria, llm.Criterion{ID: q.ID, Text: q.Full(), Max: 1})
	}
	var calls []jury.Call
	for _, planned := range r.Judges {
		member, s, err := r.SkillOf(planned.Slug, r.skills)
		if err != nil {
			return nil, err
		}
		req, err := r.request(llm.KindForecast, "forecast.tmpl", planned.Slug, fmt.Sprintf(forecastSchema, jsonText(ids)), checkpointData{
			Today: v.Date, Skill: strings.TrimSpace(s.Body), Questions: criteria,
		})
		if err != nil {
			return nil, err
		}
		req.Model, req.Criteria = llm.Ref(member.Provider, member.Model), criteria
		calls = append(calls, jury.Call{
			Judge: planned.Slug, SkillSHA256: planned.SkillSHA256, Provider: planned.Provider, Request: req,
			Parse: func(raw string) (any, error) { return ParseForecasts(raw, ids) },
		})
	}
	return calls, nil
}

// Full is the question with what its rule compares.
func (q *Question) Full() string {
	if q.Op == "" || q.Kind == "binary" {
		return q.Text
	}
	return q.Text + " (" + q.Op + " " + q.Value + ")"
}

type checkpointData struct {
	Fence, Document, Judge, Skill, Language, Today string
	Questions                                      []llm.Criterion
}

// request builds a call that shares the scoring calls' beginning.
func (r *Run) request(kind llm.Kind, template, judge, schema string, data checkpointData) (llm.Request, error) {
	data.Document, data.Fence, data.Judge, data.Language = r.doc.Text, r.Fence, judge, format.LanguageName(r.Language)
	messages, err := format.Messages(prompts, template, data)
	return llm.Request{
		Kind: kind, Judge: judge, Document: data.Document, Language: r.Language, Mark: r.Fence, MaxTokens: r.Options.MaxReplyTokens,
		Temperature: r.Options.Temperature, Seed: r.Options.Seed, Messages: messages,
		Schema: llm.Schema{Name: string(kind) + "_reply", JSON: []byte(schema)},
	}, err
}

// ParseQuestions reads the reply of the question call and numbers the
// questions. Those that break the rules are left out; if none is left, all
// problems come in one error, one line each, worded for the model. An empty list is
// one of jury.Abstain: nothing in the document can be checked later.
func ParseQuestions(raw, prefix string) ([]Question, error) {
	wire, err := format.DecodeObject[struct {
		Checkpoints []Question `json:"checkpoints"`
	}](raw, "checkpoints")
	if err != nil {
		return nil, err
	}
	if len(wire.Checkpoints) == 0 {
		return nil, jury.Abstain("nothing in the document can be checked later")
	}
	var problems []error
	var out []Question
	seen := map[string]bool{}
	for i, q := range wire.Checkpoints {
		q.Text, q.Value = text.OneLine(q.Text), text.OneLine(q.Value)
		if err := q.check(); err != nil {
			problems = append(problems, fmt.Errorf("checkpoints[%d]: %w", i, err))
			continue
		}
		if seen[q.Text] || len(out) == maxQuestions {
			continue
		}
		seen[q.Text] = true
		q.ID = prefix + strconv.Itoa(len(out)+1)
		q.Quotes = format.Quotes(q.Quotes, maxQuotes)
		out = append(out, q)
	}
	if len(out) > 0 {
		return out, nil
	}
	return nil, errors.Join(problems...)
}

// check holds a question to the rules and drops what its kind has no use for.
func (q *Question) check() error {
	if n := utf8.RuneCountInString(q.Text); report.Width(q.Text) < minQuestionWidth || n > maxQuestionRunes {
		return fmt.Errorf("question must have from %d (Chinese: %d) to %d characters, it has %d",
			minQuestionWidth, minQuestionWidth/2, maxQuestionRunes, n)
	}
	if !slices.Contains(Horizons(), q.HorizonDays) {
		return fmt.Errorf("horizon_days must be 30, 90 or 365, not %d", q.HorizonDays)
	}
	if q.Kind == "binary" {
		q.Op, q.Value, q.Levels = "", "", nil
		return nil
	}
	if !slices.Contains([]string{">=", ">", "<=", "<", "==", "!="}, q.Op) {
		return fmt.Errorf("op must be one of >= > <= < == !=, not %q", format.Clean(q.Op, 20))
	}
	switch q.Kind {
	case "numeric":
		q.Levels = nil
		if _, err := panel.ParsePoints(q.Value); err != nil {
			return fmt.Errorf("value must be a plain decimal number, not %q", format.Clean(q.Value, 60))
		}
	case "ordinal":
		for i := range q.Levels {
			q.Levels[i] = text.OneLine(q.Levels[i])
		}
		if len(q.Levels) < 2 || len(q.Levels) > maxLevels || !slices.Contains(q.Levels, q.Value) {
			return fmt.Errorf("levels must list from 2 to %d levels, lowest first, and value must be one of them", maxLevels)
		}
	default:
		return fmt.Errorf("kind must be binary, numeric or ordinal, not %q", format.Clean(q.Kind, 20))
	}
	return nil
}

// ParseForecasts reads a judge's forecasts, in the order of ids: each exactly
// once, from 0 to 1. The error is worded for the model.
func ParseForecasts(raw string, ids []string) ([]float64, error) {
	wire, err := format.DecodeObject[struct {
		Forecasts []struct {
			ID string   `json:"id"`
			P  *float64 `json:"p"`
		} `json:"forecasts"`
	}](raw, "forecasts")
	if err != nil {
		return nil, err
	}
	var problems []error
	out, have := make([]float64, len(ids)), make([]bool, len(ids))
	for _, f := range wire.Forecasts {
		i := slices.Index(ids, f.ID)
		switch {
		case i < 0:
			problems = append(problems, fmt.Errorf("forecasts: %q is not one of: %s", format.Clean(f.ID, 60), strings.Join(ids, ", ")))
		case have[i]:
			problems = append(problems, fmt.Errorf("forecasts: %q stands there twice", f.ID))
		case f.P == nil || *f.P < 0 || *f.P > 1:
			problems = append(problems, fmt.Errorf("forecasts: p of %q must be a number from 0 to 1", f.ID))
			have[i] = true
		default:
			out[i], have[i] = *f.P, true
		}
	}
	for i, id := range ids {
		if !have[i] {
			problems = append(problems, fmt.Errorf("forecasts: %q is missing", id))
		}
	}
	return out, errors.Join(problems...)
}
