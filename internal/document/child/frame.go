package child

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// request is what a child gets before the bytes of the document.
type request struct {
	Name     string          `json:"name"`
	Format   document.Format `json:"format"`
	MaxBytes int             `json:"max_bytes"`
	MaxText  int             `json:"max_text"`
	Seconds  int             `json:"seconds"` // of processor time
	Memory   int             `json:"memory"`  // bytes
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
		in = fault.New(document.ErrDamaged, err)
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
		out.Code = document.ErrDamaged
	}
	if r.Detail != "" {
		out.Cause = errors.New(r.Detail)
	}
	return out
}

// encode is a message: its length in four bytes, then JSON.
func encode(v any) ([]byte, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode a message: %w", err)
	}
	return append(binary.BigEndian.AppendUint32(make([]byte, 0, len(body)+4), uint32(len(body))), body...), nil
}

// decode receives a message of at most limit bytes into v; io.EOF means that the
// other side ended.
func decode(r io.Reader, limit int, v any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := int64(binary.BigEndian.Uint32(head[:]))
	if n > int64(limit) {
		return fmt.Errorf("a message of %d bytes is over the limit of %d", n, limit)
	}
	body, err := io.ReadAll(io.LimitReader(r, n))
	switch {
	case err != nil:
		return fmt.Errorf("read a message: %w", err)
	case int64(len(body)) < n:
		return fmt.Errorf("a message of %d bytes is cut: %w", n, io.ErrUnexpectedEOF)
	}
	if err := json.Unmarshal(body, v); err != nil {
		return fmt.Errorf("decode a message: %w", err)
	}
	return nil
}
