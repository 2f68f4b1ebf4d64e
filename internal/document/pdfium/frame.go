package pdfium

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"

	"judgement/internal/document"
)

// maxFrame bounds one message of the worker: a page's text as JSON.
const maxFrame = 32 << 20

// frame is one message of the worker: that it is ready, the page count
// and the title, the pages in order, then done or an error.
type frame struct {
	Ready bool               `json:"ready,omitempty"`
	Pages int                `json:"pages,omitempty"`
	Title string             `json:"title,omitempty"` // beside Pages
	Page  *document.PageText `json:"page,omitempty"`
	Done  bool               `json:"done,omitempty"`
	Error *workerError       `json:"error,omitempty"`
}

// workerError carries an error over the pipe; Kind is a key of errorKinds.
type workerError struct {
	Kind   string `json:"kind"`
	Detail string `json:"detail"`
}

// errorKinds are the reasons for which a worker gives up.
func errorKinds() map[string]error {
	return map[string]error{
		"encrypted": document.ErrEncrypted,
		"damaged":   document.ErrDamaged,
		"hostile":   document.ErrHostile,
		"too_large": document.ErrTooLarge,
	}
}

// writeFrame sends a message: its length in four bytes, then JSON.
func writeFrame(w io.Writer, f frame) error {
	body, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode a message: %w", err)
	}
	if len(body) > maxFrame {
		return fmt.Errorf("a message of %d bytes is over the limit of %d", len(body), maxFrame)
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(make([]byte, 0, len(body)+4), uint32(len(body))), body...))
	return err
}

// readFrame receives a message; io.EOF means that the worker ended.
func readFrame(r io.Reader) (frame, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > maxFrame {
		return frame{}, fmt.Errorf("a message of %d bytes is over the limit of %d", n, maxFrame)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return frame{}, fmt.Errorf("a message of %d bytes is cut: %w", n, err)
	}
	var f frame
	if err := json.Unmarshal(body, &f); err != nil {
		return frame{}, fmt.Errorf("decode a message: %w", err)
	}
	return f, nil
}
