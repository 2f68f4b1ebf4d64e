// Package fault owns the one type of error that crosses packages: a code, its
// parameters and a cause. Its table gives each code its HTTP status, exit code
// and job reason. It never words a fix: the layers that speak to a person, the
// command line, the HTTP API and the chat bots, do that from code and parameters.
package fault

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"strings"
)

// Code names what went wrong. The table has an entry per code that means more than
// that a command failed.
// A code is an error too, so that errors.Is(err, fault.UnknownScene) finds an
// Error with that code.
type Code string

// Params are what the words of a code are about. The keys that the words of all
// codes know: name, path, detail (what was seen) and fix (advice that depends on
// what was seen, without words of one layer such as flags).
type Params map[string]string

// Error is what went wrong, in a form that can be stored and worded anywhere.
type Error struct {
	Code   Code
	Params Params
	Cause  error // for errors.Is and the log; may be nil
}

// New returns an error with parameters in pairs of key and value. Empty values are
// left out.
func New(code Code, cause error, pairs ...string) *Error {
	e := &Error{Code: code, Cause: cause, Params: Params{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			e.Params[pairs[i]] = pairs[i+1]
		}
	}
	return e
}

// Refuse returns an error with the words of err, and with what to do about it. The
// layers that speak to a person return it: they know the flags and files to name.
func Refuse(code Code, fix string, err error) *Error {
	return New(code, err, said, err.Error(), "advice", fix)
}

// Error says in English what happened and where. It names no fix.
func (e *Error) Error() string { return e.Code.says(e.Params) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && e.Code == code
}

// Error says in English what the code means, without parameters.
func (c Code) Error() string { return c.says(nil) }

// said is the parameter of a sentence that comes from outside.
const said = "said"

// says fills the code's sentence. ${lead name tail} in it is a parameter with what
// is before and after it, and nothing without the parameter.
func (c Code) says(p Params) string {
	if text, given := p[said]; given || !c.Known() {
		return text
	}
	return os.Expand(cmp.Or(table[c].says, "${text}"), func(key string) string {
		name := strings.TrimFunc(key, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') })
		if p[name] == "" {
			return ""
		}
		return strings.Replace(key, name, p[name], 1)
	})
}

// From returns the outermost Error in err's tree, nil if there is none. A bare code
// counts as one.
func From(err error) *Error {
	var e *Error
	var c Code
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &c):
		return &Error{Code: c}
	}
	return nil
}

// CodeOf is the code of From, empty if there is none.
func CodeOf(err error) Code {
	if e := From(err); e != nil {
		return e.Code
	}
	return ""
}

// With returns the error with another parameter.
func (e *Error) With(key, value string) *Error {
	out := *e
	if out.Params = maps.Clone(e.Params); out.Params == nil {
		out.Params = Params{}
	}
	out.Params[key] = value
	return &out
}

// stored is the form of an Error in a database.
type stored struct {
	Code   Code   `json:"code"`
	Params Params `json:"params,omitempty"`
}

// Encode returns code and parameters as JSON. The cause stays behind.
func (e *Error) Encode() string {
	b, _ := json.Marshal(stored{e.Code, e.Params}) // strings always encode
	return string(b)
}

// Decode reads what Encode wrote. Any other text, such as a message that an earlier
// version stored, becomes all that is said of an error with reason as its code.
func Decode(reason, text string) *Error {
	var s stored
	if json.Unmarshal([]byte(text), &s) == nil && s.Code != "" {
		return &Error{Code: s.Code, Params: s.Params}
	}
	return &Error{Code: Code(reason), Params: Params{said: text}}
}
