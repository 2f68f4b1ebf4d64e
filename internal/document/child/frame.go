package child

import (
	"errors"
	"strings"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// Both sides send JSON values, one after another.

// request is the line that a child gets before the bytes of the document.
type request struct {
	document.Isolated
	Seconds int // of processor time
	Memory  int // bytes
}

// frame is one message of a child: that it is ready, how many pages there are,
// then the document or an error.
type frame struct {
	Ready    bool               `json:"ready,omitempty"`
	Pages    int                `json:"pages,omitempty"`
	Document *document.Document `json:"document,omitempty"`
	Text     string             `json:"text,omitempty"` // of Document
	Error    *refusal           `json:"error,omitempty"`
}

// refusal carries an error over the pipe: Fault as fault.Error encodes it.
type refusal struct {
	Fault  string `json:"fault"`
	Detail string `json:"detail"` // the cause
}

// refuse turns an error of document.Read into a message.
func refuse(err error) *refusal {
	var in *fault.Error
	if !errors.As(err, &in) {
		in = fault.New(fault.DocumentDamaged, err)
	}
	r := &refusal{Fault: in.Encode()}
	if in.Cause != nil {
		r.Detail = in.Cause.Error()
	}
	return r
}

// inputError is the error that the parent's caller gets.
func (r *refusal) inputError() *fault.Error {
	out := fault.Decode("", r.Fault)
	if !strings.HasPrefix(string(out.Code), "document_") || !out.Code.Known() {
		out.Code = fault.DocumentDamaged
	}
	if r.Detail != "" {
		out.Cause = errors.New(r.Detail)
	}
	return out
}
