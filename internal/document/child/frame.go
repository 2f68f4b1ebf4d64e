package child

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"judgement/internal/document"
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

// refusal carries a document.InputError over the pipe; Kind is a key of
// errorKinds.
type refusal struct {
	Kind   string `json:"kind"`
	Cause  string `json:"cause"`
	Fix    string `json:"fix"`
	Detail string `json:"detail"`
}

// errorKinds are the reasons for which a child refuses a document.
func errorKinds() map[string]error {
	return map[string]error{
		"empty": document.ErrEmpty, "blank": document.ErrBlank, "short": document.ErrShort, "binary": document.ErrBinary,
		"too_large": document.ErrTooLarge, "encoding": document.ErrEncoding, "encrypted": document.ErrEncrypted,
		"scanned": document.ErrScanned, "unsupported": document.ErrUnsupported, "mismatch": document.ErrMismatch,
		"damaged": document.ErrDamaged, "hostile": document.ErrHostile, "timeout": document.ErrTimeout,
	}
}

// refuse turns an error of document.Read into a message.
func refuse(err error) *refusal {
	var in *document.InputError
	if !errors.As(err, &in) {
		return &refusal{Kind: "damaged", Detail: err.Error()}
	}
	r := &refusal{Kind: "damaged", Cause: in.Cause, Fix: in.Fix}
	for key, kind := range errorKinds() {
		if errors.Is(in.Kind, kind) {
			r.Kind = key
		}
	}
	if in.Err != nil {
		r.Detail = in.Err.Error()
	}
	return r
}

// inputError is the error that the parent's caller gets.
func (r *refusal) inputError() *document.InputError {
	out := &document.InputError{Kind: document.ErrDamaged, Cause: r.Cause, Fix: r.Fix}
	if kind, ok := errorKinds()[r.Kind]; ok {
		out.Kind = kind
	}
	if r.Detail != "" {
		out.Err = errors.New(r.Detail)
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
