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

// modes remembers for each model how to ask. All calls try the best mode at once:
// it works on most servers, and waiting for a first answer would double the time
// of a small job. If it is rejected, one call alone tries the next mode and the
// others wait for the result.
type modes struct {
	mu    sync.Mutex
	fixed Mode
	known map[string]*modeState
}

type modeState struct {
	mode      Mode
	confirmed bool
	probing   chan struct{} // closed when the probing call ends; nil: no call probes
}

func knownModes(known map[string]Mode) map[string]*modeState {
	out := make(map[string]*modeState, len(known))
	for model, mode := range known {
		out[model] = &modeState{mode: mode, confirmed: true}
	}
	return out
}

// confirmed returns the modes that servers have accepted.
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

// state is what is known of a model's mode; if the mode is fixed, nothing is
// learnt.
func (m *modes) state(model string) *modeState {
	if m.fixed != "" {
		return &modeState{mode: m.fixed, confirmed: true}
	}
	s := m.known[model]
	if s == nil {
		s = &modeState{mode: StrictSchema}
		m.known[model] = s
	}
	return s
}

// acquire waits, if needed, until a mode is known or it is this call's turn to
// find one.
func (m *modes) acquire(ctx context.Context, model string) (lease, error) {
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
	unknown          verdict = iota // the call failed for another reason
	accepted                        // the server took the format
	rejected                        // the server rejected the format
	formatIrrelevant                // the server rejects the request without a format too
)

// release records the verdict of a call. message is the server's, in lower case.
func (m *modes) release(l lease, v verdict, message string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.state(l.model)
	if s.mode == l.mode {
		switch {
		case v == accepted:
			s.confirmed = true
		case v == rejected && l.mode != Text:
			s.mode, s.confirmed = l.mode.next(message), false
		case v == formatIrrelevant && !s.confirmed:
			s.mode = StrictSchema // the format was not the reason: begin at the best again
		}
	}
	if l.probing {
		close(s.probing)
		s.probing = nil
	}
}

// mode returns what is known of a model.
func (m *modes) mode(model string) (Mode, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s := m.state(model); s.confirmed {
		return s.mode, true
	}
	return "", false
}
