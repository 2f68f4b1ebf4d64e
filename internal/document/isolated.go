package document

import (
	"context"
	"errors"
	"unicode/utf8"
)

// Isolator reads documents in a process of their own, with limits of time, memory
// and output. Its errors are *fault.Error without a name, or the context's.
type Isolator interface {
	Read(ctx context.Context, in Isolated) (*Document, error)
}

// Isolated is a document to be read in a process of its own.
type Isolated struct {
	Name     string
	Format   Format // what it looks like; DOCX for PPTX too
	Data     []byte
	MaxBytes int
	MaxText  int
}

// readIsolated has the Isolator read a document. What comes back is checked, since
// that process had to do with hostile bytes.
func readIsolated(ctx context.Context, name string, format Format, data []byte, opts Options) (*Document, error) {
	doc, err := opts.Isolator.Read(ctx, Isolated{Name: name, Format: format, Data: data, MaxBytes: opts.MaxBytes, MaxText: opts.MaxText})
	if err != nil {
		return nil, namedError(name, err)
	}
	if len(doc.Text) > opts.MaxText {
		return nil, tooLarge(name, "its text", opts.MaxText)
	}
	whole := utf8.ValidString(doc.Text) && doc.Text != ""
	for _, p := range doc.Pages {
		whole = whole && p.Start >= 0 && p.Start <= p.End && p.End <= len(doc.Text)
	}
	for _, w := range doc.Warnings {
		whole = whole && (w.Start < 0 || w.Start < w.End && w.End <= len(doc.Text))
	}
	if !whole {
		return nil, Refuse(ErrDamaged, name, "the document reader gave no clean text", "give its text", errors.New("bad offsets or bytes"))
	}
	doc.Name, doc.SourceSHA256, doc.SourceBytes, doc.SHA256 = name, hash(data), len(data), hash([]byte(doc.Text))
	return doc, nil
}
