package openai

import (
	"context"
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

// next is the mode to try when a server turned one down with these words.
func (m Mode) next(message string) Mode {
	switch m {
	case StrictSchema:
		for _, hint := range []string{"invalid schema", "strict", "additionalproperties", "not permitted", "must be supplied"} {
			if strings.Contains(message, hint) {
				return LaxSchema
			}
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
	switch status {
	case 400, 404, 415, 422, 501:
	default:
		return false
	}
	text := strings.ToLower(e.message + " " + e.param + " " + e.code)
	for _, hint := range []string{"response_format", "response format", "json_schema", "json schema", "json_object", "json mode", "structured output", "schema", "guided", "grammar"} {
		if strings.Contains(text, hint) {
			return true
		}
	}
	return false
}

// modes remembers for each model how to ask. The best mode is tried by all
// calls at once, for on most servers it works and waiting for a first answer
// would double the time of a small job; once it is turned down, one call alone
// tries the next mode and the others wait for what it finds.
type modes struct {
	mu    sync.Mutex
	fixed Mode
	known map[string]*modeState
}

type modeState struct {
	mode      Mode
	confirmed bool
	probing   chan struct{} // closed when the probing call is done; nil: nobody probes
}

func knownModes(known map[string]Mode) map[string]*modeState {
	out := make(map[string]*modeState, len(known))
	for model, mode := range known {
		out[model] = &modeState{mode: mode, confirmed: true}
	}
	return out
}

// confirmed returns what servers have taken.
func (m *modes) confirmed() map[string]Mode {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := map[string]Mode{}
	for model, s := range m.known {
		if s.confirmed {
			out[model] = s.mode
		}
	}
	return out
}

// lease is the right to make one call in a mode.
type lease struct {
	mode    Mode
	model   string
	probing bool
}

func (m *modes) state(model string) *modeState {
	s := m.known[model]
	if s == nil {
		s = &modeState{mode: StrictSchema}
		m.known[model] = s
	}
	return s
}

// acquire waits, if need be, until it is known how to ask, or until it is this
// call's turn to find out.
func (m *modes) acquire(ctx context.Context, model string) (lease, error) {
	if m.fixed != "" {
		return lease{mode: m.fixed, model: model}, nil
	}
	for {
		m.mu.Lock()
		s := m.state(model)
		wait := s.probing
		if s.confirmed || s.mode == StrictSchema {
			l := lease{mode: s.mode, model: model}
			m.mu.Unlock()
			return l, nil
		}
		if wait == nil {
			s.probing = make(chan struct{})
			l := lease{mode: s.mode, model: model, probing: true}
			m.mu.Unlock()
			return l, nil
		}
		m.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return lease{}, ctx.Err()
		}
	}
}

// verdict is what a call says about its mode.
type verdict int

const (
	unknown  verdict = iota // the call failed for another reason
	accepted                // the server took the format
	rejected                // the server turned the format down
	hopeless                // even without a format the request is turned down
)

// release records what a call found out. With rejected, message is the
// server's, in lower case.
func (m *modes) release(l lease, v verdict, message string) {
	if m.fixed != "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.state(l.model)
	if s.mode == l.mode {
		switch {
		case v == accepted:
			s.confirmed = true
		case v == rejected && l.mode != Text:
			s.mode, s.confirmed = l.mode.next(message), false
		case v == hopeless && !s.confirmed:
			s.mode = StrictSchema // it was not the format: forget the steps down
		}
	}
	if l.probing {
		close(s.probing)
		s.probing = nil
	}
}

// mode returns what is known of a model.
func (m *modes) mode(model string) (Mode, bool) {
	if m.fixed != "" {
		return m.fixed, true
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.known[model]
	if s == nil || !s.confirmed {
		return "", false
	}
	return s.mode, true
}
