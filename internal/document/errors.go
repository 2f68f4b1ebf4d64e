package document

import (
	"errors"
	"strings"
)

// The reasons why a file can't be judged. Every error of Read that speaks of
// the file is an *InputError that wraps one of them.
var (
	ErrEmpty       = errors.New("the file is empty")
	ErrBlank       = errors.New("the document holds only white space")
	ErrShort       = errors.New("the document is too short to be judged")
	ErrBinary      = errors.New("the file is binary, not a document")
	ErrTooLarge    = errors.New("the document is too large")
	ErrEncoding    = errors.New("the text is in an unknown or broken encoding")
	ErrEncrypted   = errors.New("the document is protected by a password")
	ErrScanned     = errors.New("the document holds pictures of text, not text")
	ErrUnsupported = errors.New("the format is not supported")
	ErrMismatch    = errors.New("the file is not what its name says")
	ErrDamaged     = errors.New("the document is damaged")
	ErrHostile     = errors.New("the document breaks a safety limit")
	ErrTimeout     = errors.New("reading the document took too long")
)

// InputError says where, why and what to do. Name is cleaned for display.
type InputError struct {
	Kind  error  // one of the Err variables
	Name  string // the file
	Cause string // what was seen, with numbers; may be empty
	Fix   string // what the user can do
	Err   error  // the technical cause, for the log; may be nil
}

// Error is the one-line message for users.
func (e *InputError) Error() string {
	var b strings.Builder
	b.WriteString(e.Name + ": " + e.Kind.Error())
	if e.Cause != "" {
		b.WriteString(": " + e.Cause)
	}
	if e.Fix != "" {
		b.WriteString("; " + e.Fix)
	}
	return b.String()
}

// Unwrap gives the kind and the technical cause to errors.Is and errors.As.
func (e *InputError) Unwrap() []error {
	if e.Err == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Err}
}
