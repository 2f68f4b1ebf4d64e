package openai

import (
	"net/http"
	"slices"
	"strings"
	"sync"

	"judgement/internal/fault"
	"judgement/internal/llm"
)

// shape is what a model's server was found to take other than OpenAI's.
type shape struct {
	noTemperature bool
	noSeed        bool
	limitField    string // of the reply limit, if it is not the usual one of the model's name
	noLimit       bool   // it takes no reply limit at all
	noCacheKey    bool   // it refuses prompt_cache_key
	noSystem      bool   // its chat template knows no system role
	noBounds      bool   // it refuses lengths in a schema
	context       int    // tokens of prompt and reply, as a refusal said; 0: unknown
	reply         int    // the longest reply, as a refusal said; 0: unknown
}

// What a server can refuse for good.
const (
	refusesTemperature Refusal = "temperature"
	refusesSeed        Refusal = "seed"
	refusesCacheKey    Refusal = "prompt_cache_key"
	refusesSystem      Refusal = "system"
	refusesBounds      Refusal = "bounds"
	refusesMaxTokens   Refusal = maxTokensField
	refusesCompletion  Refusal = completionField
	refusesLimit       Refusal = "reply_limit"
)

// flags are the parts of a shape that are only on or off.
func (s *shape) flags() map[Refusal]*bool {
	return map[Refusal]*bool{
		refusesTemperature: &s.noTemperature, refusesSeed: &s.noSeed, refusesCacheKey: &s.noCacheKey,
		refusesSystem: &s.noSystem, refusesBounds: &s.noBounds, refusesLimit: &s.noLimit,
	}
}

// refused is what a later run need not try again: not the lengths, which change with the
// server's settings.
func (s shape) refused() []Refusal {
	var out []Refusal
	for name, on := range s.flags() {
		if *on {
			out = append(out, name)
		}
	}
	switch s.limitField {
	case completionField:
		out = append(out, refusesMaxTokens)
	case maxTokensField:
		out = append(out, refusesCompletion)
	}
	slices.Sort(out)
	return out
}

// shapeOf is the shape of a server that refuses this. Names that are not known are left
// out.
func shapeOf(refused []Refusal) (s shape) {
	flags := s.flags()
	for _, r := range refused {
		if on := flags[r]; on != nil {
			*on = true
		}
	}
	switch {
	case slices.Contains(refused, refusesMaxTokens):
		s.limitField = completionField
	case slices.Contains(refused, refusesCompletion):
		s.limitField = maxTokensField
	}
	return s
}

// The fields of the reply limit.
const (
	maxTokensField  = "max_tokens"
	completionField = "max_completion_tokens"
)

// limitIn is the field in which the reply limit of a model is sent.
func (s shape) limitIn(model string) string {
	switch {
	case s.limitField != "":
		return s.limitField
	case reasons(model):
		return completionField
	}
	return maxTokensField
}

// shapes remembers the shape of each model.
type shapes struct {
	mu   sync.Mutex
	seen map[string]shape
}

func (s *shapes) of(model string) shape {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen[model]
}

// refused is what each model's server refuses.
func (s *shapes) refused() map[string][]Refusal {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string][]Refusal{}
	for model, seen := range s.seen {
		if r := seen.refused(); len(r) > 0 {
			out[model] = r
		}
	}
	return out
}

// learn changes what is remembered of a model.
func (s *shapes) learn(model string, change func(*shape)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]shape{}
	}
	now := s.seen[model]
	change(&now)
	s.seen[model] = now
}

// refusedField returns what to change of a shape if a refusal is about one field that the
// adapter set and can leave out or name otherwise; nil: it is about something else.
// Fields of the extra body are the user's own.
func (c *Client) refusedField(model string, s shape, e serverError) func(*shape) {
	text := strings.ToLower(e.message + " " + e.param + " " + e.code)
	if !containsAny(text, "unsupported", "not support", "n't support", "extra inputs", "extra_forbidden", "unrecognized", "unknown", "unexpected", "not permitted", "not allowed", "deprecated", "not available", "invalid") {
		return nil
	}
	names := func(field string) bool { return c.extra[field] == nil && strings.Contains(text, field) }
	field := s.limitIn(model)
	other := maxTokensField
	if field == maxTokensField {
		other = completionField
	}
	about := strings.ToLower(e.param)
	switch {
	case strings.Contains(text, "temperature") && about != field && names("temperature") && !s.noTemperature:
		return func(s *shape) { s.noTemperature = true }
	case names("seed") && !s.noSeed:
		return func(s *shape) { s.noSeed = true }
	case !names(field) || s.noLimit || first(replyForms, e.message) > 0 || first(contextForms, e.message) > 0:
		return nil
	case s.limitField == "":
		return func(s *shape) { s.limitField = other }
	}
	return func(s *shape) { s.noLimit = true }
}

// bounds reports whether a call sends the schema with lengths: to servers nearby, which
// turn a schema into a grammar. The strict mode of cloud servers knows no lengths.
func (c *Client) bounds(req llm.Request, mode Mode, sent sent) bool {
	return c.near && len(req.Schema.Bounded) > 0 && !sent.shape.noBounds && (mode == StrictSchema || mode == LaxSchema)
}

// boundsRefused reports whether a server refused a schema with lengths, and remembers it:
// the call can be made again without.
func (c *Client) boundsRefused(req llm.Request, mode Mode, sent sent, out outcome) bool {
	if out.verdict != rejected || !c.bounds(req, mode, sent) {
		return false
	}
	c.shapes.learn(req.Model, func(s *shape) { s.noBounds = true })
	return true
}

// noSystemRole reports a chat template that refuses the system role, such as Gemma's.
func noSystemRole(e serverError) bool {
	text := strings.ToLower(e.message)
	return containsAny(text, "system role not supported", "system role is not supported", "system message not supported",
		"does not support system", "developer instruction is not enabled", "roles must alternate")
}

// folded puts system messages before the first message of the user, and joins messages
// that follow each other in one role.
func folded(messages []llm.Message) []llm.Message {
	var out []llm.Message
	for _, m := range messages {
		if m.Role == llm.System {
			m.Role = llm.User
		}
		if n := len(out); n > 0 && out[n-1].Role == m.Role {
			out[n-1].Content += "\n\n" + m.Content
			continue
		}
		out = append(out, m)
	}
	return out
}

// adapt learns from a refusal and reports whether the call can be sent again otherwise.
// limit is the reply limit to send then; 0: the usual one. If the refusal is about
// lengths and no shorter reply helps, it words the error.
func (c *Client) adapt(req llm.Request, sent sent, out *outcome) (limit int, again bool) {
	e := out.said
	switch {
	case out.err == nil || out.err.Status < 400:
		return 0, false
	case noSystemRole(e) && !sent.shape.noSystem:
		c.shapes.learn(req.Model, func(s *shape) { s.noSystem = true })
		return sent.limit, true
	case out.err.Status == 400 || out.err.Status == 422:
		if change := c.refusedField(req.Model, sent.shape, e); change != nil {
			c.shapes.learn(req.Model, change)
			return sent.limit, true
		}
	}
	if out.err.Fault.Code != fault.ModelTooLong {
		return 0, false
	}
	l := limitsIn(e, sent.limit)
	if out.err.Status == http.StatusRequestEntityTooLarge && l == (limits{}) { // bytes of the request
		return 0, false
	}
	limit = shorter(l, sent.limit)
	switch {
	case l.reply > 0 && limit > 0:
		c.shapes.learn(req.Model, func(s *shape) { s.reply = limit })
	case l.context > 0 && !l.perMinute:
		c.shapes.learn(req.Model, func(s *shape) { s.context = l.context })
	}
	if limit > 0 {
		return limit, true
	}
	usage := out.err.Usage
	out.err = c.doesNotFit(req, l, e, out.err.Status)
	out.err.Usage = usage
	return 0, false
}
