package child

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"judgement/internal/document"
)

// maxRequest bounds the line in front of a document.
const maxRequest = 64 << 10

// PDF makes what reads PDF files in the child: the largest text in bytes, and what
// to call when it is ready, with 0, and when it knows how many pages there are.
type PDF func(maxText int, progress func(pages int)) document.Extractor

// Main is a child: it reads one document from in and writes it to out as
// messages. The error is for the process's exit code; the parent learns of it by
// message.
func Main(ctx context.Context, in io.Reader, out io.Writer, pdf PDF) error {
	var req request
	data := bufio.NewReaderSize(in, maxRequest)
	line, err := data.ReadSlice('\n')
	if err == nil {
		err = json.Unmarshal(line, &req)
	}
	if err != nil {
		return fmt.Errorf("read the request: %w", err)
	}
	limitSelf(req.Seconds, req.Memory)
	debug.SetMemoryLimit(int64(req.Memory) / 4 * 3)
	messages := json.NewEncoder(out)
	last := frame{}
	doc, err := req.read(ctx, data, messages, pdf)
	if err != nil {
		last.Error = refuse(err)
	} else {
		last.Document, last.Text = doc, doc.Text
	}
	return errors.Join(err, messages.Encode(last))
}

func (req *request) read(ctx context.Context, in io.Reader, messages *json.Encoder, pdf PDF) (*document.Document, error) {
	if req.Format != document.PDF {
		if err := messages.Encode(frame{Ready: true}); err != nil {
			return nil, err
		}
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(req.MaxBytes)+1))
	if err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	progress := func(pages int) { _ = messages.Encode(frame{Ready: true, Pages: pages}) }
	return document.Read(ctx, req.Name, data, document.Options{MaxBytes: req.MaxBytes, MaxText: req.MaxText, PDF: pdf(req.MaxText, progress)})
}
