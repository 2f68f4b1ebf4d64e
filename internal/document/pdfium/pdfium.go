// Package pdfium reads the text of PDF files with PDFium, compiled to
// WebAssembly and run in a child process of the same program: a file that hangs
// it, or makes it eat memory, costs a child and nothing else. New is the
// parent's side, Main the child's. Nothing of the file system is visible to the
// WebAssembly code.
package pdfium

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode"

	"judgement/internal/document"
)

// Options say how to start a worker and when to stop it.
type Options struct {
	Executable string        // the program that calls Main; required
	Args       []string      // its arguments that lead to Main, such as a hidden command
	CacheDir   string        // compiled code, 14 MB; empty means 1.5 s more a file
	Start      time.Duration // until the worker is ready; 0 means 3 min: without a cache it compiles first
	Timeout    time.Duration // from then on, for a small file; 0 means 20 s; it grows with bytes and pages
	MaxText    int           // text in bytes after which the file is too large; 0 means document.DefaultMaxText
}

// How the time limit grows.
const (
	defaultStart   = 3 * time.Minute
	defaultTimeout = 20 * time.Second
	perMiB         = 2 * time.Second
	perPage        = 30 * time.Millisecond
	maxExtra       = 4 * time.Minute
)

// Extractor starts a worker for each file, no more at once than the machine has
// processors. It is safe for concurrent use.
type Extractor struct {
	opts  Options
	slots chan struct{}
}

// New returns an Extractor; nothing starts before Extract.
func New(opts Options) (*Extractor, error) {
	if opts.Executable == "" {
		return nil, errors.New("pdfium: the program to start is not set")
	}
	if opts.Start <= 0 {
		opts.Start = defaultStart
	}
	if opts.Timeout <= 0 {
		opts.Timeout = defaultTimeout
	}
	if opts.MaxText <= 0 {
		opts.MaxText = document.DefaultMaxText
	}
	return &Extractor{opts: opts, slots: make(chan struct{}, runtime.NumCPU())}, nil
}

// Extract returns the pages of a PDF file and the title in its description. Errors are *document.InputError
// without a name, or the context's. The worker is gone when it returns.
func (e *Extractor) Extract(ctx context.Context, data []byte) (document.PDFText, error) {
	var none document.PDFText
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return none, fmt.Errorf("read a PDF file: %w", context.Cause(ctx))
	}
	limit := e.opts.Timeout + min(maxExtra, time.Duration(len(data)>>20)*perMiB)
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(e.opts.Start, func() { cancel(document.ErrTimeout) })
	defer timer.Stop()

	cpu := int((e.opts.Start + limit + maxExtra) / time.Second)
	args := append(append([]string{}, e.opts.Args...),
		"--cache-dir", e.opts.CacheDir, "--max-text", strconv.Itoa(e.opts.MaxText), "--max-seconds", strconv.Itoa(cpu))
	cmd := exec.CommandContext(run, e.opts.Executable, args...)
	isolate(cmd)
	cmd.Stdin = bytes.NewReader(data)
	cmd.Env = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}
	stderr := &tail{limit: 4 << 10}
	cmd.Stderr = stderr
	cmd.WaitDelay = 2 * time.Second
	out, err := cmd.StdoutPipe()
	if err != nil {
		return none, fmt.Errorf("start the PDF reader: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return none, fmt.Errorf("start the PDF reader %s: %w", e.opts.Executable, err)
	}
	ready := false
	file, err := collect(out, func(pages int) {
		ready = true
		timer.Reset(limit + min(maxExtra, time.Duration(pages)*perPage))
	})
	if err != nil {
		cancel(err)
	}
	wait := cmd.Wait()
	if ctx.Err() != nil {
		return none, fmt.Errorf("read a PDF file: %w", context.Cause(ctx))
	}
	if errors.Is(context.Cause(run), document.ErrTimeout) {
		out := &document.InputError{
			Kind: document.ErrTimeout, Cause: fmt.Sprintf("stopped after %s", limit.Round(time.Second)),
			Fix: "print it to a new PDF file, or give it as DOCX or text",
		}
		if !ready {
			out.Cause = fmt.Sprintf("the PDF reader was not ready after %s", e.opts.Start.Round(time.Second))
			out.Fix = "try again when the machine is less busy, or give it as DOCX or text"
		}
		return none, out
	}
	if err != nil {
		return none, explain(err, wait, stderr.String())
	}
	return file, nil
}

// collect reads the worker's messages until it says that it is done. It calls
// reading when the worker is ready, and again when it knows how many pages there
// are.
func collect(r io.Reader, reading func(pages int)) (document.PDFText, error) {
	var file, none document.PDFText
	for {
		f, err := readFrame(r)
		switch {
		case err != nil:
			return none, err
		case f.Error != nil:
			return none, f.Error
		case f.Ready, f.Pages > 0:
			file.Title = f.Title
			reading(f.Pages)
		case f.Page != nil:
			file.Pages = append(file.Pages, *f.Page)
		case f.Done:
			return file, nil
		}
	}
}

// Error makes workerError an error.
func (e *workerError) Error() string { return e.Kind + ": " + e.Detail }

// explain turns what went wrong into an error for users.
func explain(err, wait error, stderr string) error {
	out := &document.InputError{Kind: document.ErrDamaged, Fix: "open it in a PDF viewer and print it to a new PDF file"}
	var we *workerError
	if errors.As(err, &we) {
		if kind, ok := errorKinds()[we.Kind]; ok {
			out.Kind = kind
		}
		out.Cause = we.Detail
		switch we.Kind {
		case "encrypted":
			out.Fix = "save a copy without the password"
		case "too_large":
			out.Fix = "split it into parts"
		}
		return out
	}
	out.Cause = "the PDF reader stopped on it"
	out.Err = errors.Join(fmt.Errorf("worker: %w; stderr: %q", err, stderr), wait)
	return out
}

// tail keeps the first bytes that a worker writes to stderr, for the log.
type tail struct {
	buf   bytes.Buffer
	limit int
}

// Write never fails; what is over the limit is dropped.
func (t *tail) Write(p []byte) (int, error) {
	if n := t.limit - t.buf.Len(); n > 0 {
		t.buf.Write(p[:min(n, len(p))])
	}
	return len(p), nil
}

// String is what was kept, on one line and without control characters.
func (t *tail) String() string {
	s := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(t.buf.String(), ""))
	return strings.Join(strings.Fields(s), " ")
}
