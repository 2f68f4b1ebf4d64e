package openai

import (
	"cmp"
	"strings"
	"sync"
)

// Mode is how a reply's shape is asked for.
type Mode string

// The modes, best first.
const (
	// StrictSchema sends the schema as response_format, to be enforced.
	StrictSchema Mode = "json_schema_strict"
	// LaxSchema sends it as a guide: for servers whose strict mode knows only
	// a part of JSON Schema.
	LaxSchema Mode = "json_schema"
	// JSONObject asks for some JSON object and puts the schema into the prompt.
	JSONObject Mode = "json_object"
	// Text sends no response_format; the schema is in the prompt.
	Text Mode = "text"
)

// Modes lists the modes, best first.
func Modes() []Mode { return []Mode{StrictSchema, LaxSchema, JSONObject, Text} }

// next is the mode to try after a server rejected one with this message, in lower case.
func (m Mode) next(message string) Mode {
	switch m {
	case StrictSchema:
		if containsAny(message, "invalid schema", "strict", "additionalproperties", "not permitted", "must be supplied") {
			return LaxSchema
		}
		return JSONObject
	case LaxSchema:
		return JSONObject
	default:
		return Text
	}
}

// formatTurnedDown reports whether an answer is about the response format and
// not about something else in the request.
func formatTurnedDown(status int, e serverError) bool {
	text := strings.ToLower(e.message + " " + e.param + " " + e.code)
	switch status {
	case 400, 404, 415, 422, 501:
		return containsAny(text, "response_format", "response format", "json_object", "json mode", "structured output", "schema", "guided", "grammar")
	case 500: // as llama-cpp-python answers
		return containsAny(text, "response_format")
	}
	return false
}

// modes remembers for each model how to ask. Calls that start together all try the
// same mode: the best works on most servers, and waiting for a first answer would
// double the time of a small job.
type modes struct {
	fixed     Mode // nothing is learnt if it is set
	mu        sync.Mutex
	current   map[string]Mode // by model, if it is not the best
	confirmed map[string]bool // the server has taken the current mode
	ignored   map[string]int  // replies without any JSON before the first with some
}

// maxIgnored is after how many replies without JSON a server counts as one that ignores
// response formats. One such reply says nothing, since models err; after two, the third
// and last call of a judge has the schema in its prompt.
const maxIgnored = 2

func newModes(fixed Mode, known map[string]Mode) *modes {
	m := &modes{fixed: fixed, current: map[string]Mode{}, confirmed: map[string]bool{}, ignored: map[string]int{}}
	for model, mode := range known {
		m.current[model], m.confirmed[model] = mode, true
	}
	return m
}

// mode returns the mode to try with a model, and whether its server has taken it.
func (m *modes) mode(model string) (Mode, bool) {
	if m.fixed != "" {
		return m.fixed, true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return cmp.Or(m.current[model], StrictSchema), m.confirmed[model]
}

// all returns the modes that servers have taken.
func (m *modes) all() map[string]Mode {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]Mode{}
	for model := range m.confirmed {
		out[model] = m.current[model]
	}
	return out
}

// verdict is what a call says about its mode.
type verdict int

const (
	unknown          verdict = iota // the call failed for another reason
	accepted                        // the server took the format
	rejected                        // the server rejected the format
	formatIrrelevant                // the server rejects the request without a format too
	ignored                         // the reply has no JSON: the server may not know the format
)

// learn records the verdict of a call, unless another call's has moved the mode on.
// message is the server's, in lower case.
func (m *modes) learn(model string, tried Mode, v verdict, message string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if cmp.Or(m.current[model], StrictSchema) != tried || m.fixed != "" {
		return
	}
	switch {
	case v == accepted:
		m.current[model], m.confirmed[model] = tried, true
	case v == rejected && tried != Text:
		m.current[model] = tried.next(message)
		delete(m.confirmed, model)
	case v == ignored && tried != Text && !m.confirmed[model]:
		if m.ignored[model]++; m.ignored[model] == maxIgnored {
			m.current[model] = Text // the next prompt has the schema
		}
	case v == formatIrrelevant && !m.confirmed[model]:
		delete(m.current, model) // the format was not the reason: begin at the best again
	}
}
