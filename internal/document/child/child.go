// Package child reads documents in child processes of the same program, a fresh
// one for each: a document that makes a parser hang or eat memory costs a child
// and nothing else. New is the parent's side, Main the child's. A child gets no
// environment of the parent, and none of its secrets.
package child

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// Options say how to start a child and when to stop it.
type Options struct {
	Executable string        // the program that calls Main; required
	Args       []string      // its arguments that lead to Main, such as a hidden command
	Start      time.Duration // until the child is ready; 0 means 3 min: without a cache PDFium is compiled first
	Timeout    time.Duration // from then on, for a small document; 0 means 20 s; it grows with bytes and pages
	Processor  time.Duration // processor time, in whole seconds, held on Unix only; 0 means as much as the clock allows
	Memory     int           // bytes, held on Linux only; 0 means 768 MiB
}

// How the time limit grows.
const (
	defaultStart   = 3 * time.Minute
	defaultTimeout = 20 * time.Second
	defaultMemory  = 768 << 20
	perMiB         = 2 * time.Second
	perPage        = 200 * time.Millisecond
	maxExtra       = 4 * time.Minute
)

// Reader starts a child for each document, no more at once than the machine has
// processors. It is safe for concurrent use.
type Reader struct {
	opts  Options
	slots chan struct{}
}

// New returns a Reader; nothing starts before Read.
func New(opts Options) (*Reader, error) {
	if opts.Executable == "" {
		return nil, errors.New("child: the program to start is not set")
	}
	opts.Start = cmp.Or(opts.Start, defaultStart)
	opts.Timeout = cmp.Or(opts.Timeout, defaultTimeout)
	opts.Memory = cmp.Or(opts.Memory, defaultMemory)
	return &Reader{opts: opts, slots: make(chan struct{}, runtime.NumCPU())}, nil
}

// Read returns the document in a file. Errors are *fault.Error without a
// name, or the context's. The child is gone when it returns.
func (e *Reader) Read(ctx context.Context, in document.Isolated) (*document.Document, error) {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("read a document: %w", context.Cause(ctx))
	}
	limit := e.opts.Timeout + min(maxExtra, time.Duration(len(in.Data)>>20)*perMiB)
	processor := cmp.Or(e.opts.Processor, e.opts.Start+limit+maxExtra)
	run, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(e.opts.Start, func() { cancel(fault.DocumentTimeout) })
	defer timer.Stop()
	cmd, out, stderr, err := e.start(run, in, processor)
	if err != nil {
		return nil, fmt.Errorf("start the document reader %s: %w", e.opts.Executable, err)
	}
	ready := false
	doc, err := collect(io.LimitReader(out, maxOutput(in.MaxText)), func(pages int) {
		ready = true
		timer.Reset(limit + min(maxExtra, time.Duration(pages)*perPage))
	})
	if err != nil {
		cancel(err)
	}
	wait := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("read a document: %w", context.Cause(ctx))
	case errors.Is(context.Cause(run), fault.DocumentTimeout):
		return nil, e.tooLong(in.Format, ready, limit)
	case err != nil:
		// The kernel counts in ticks when it holds a process to its limit, and that
		// may be far from the time it reports.
		spent := cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime() >= processor/2
		return nil, e.explain(in.Format, err, wait, stderr.String(), spent)
	}
	return doc, nil
}

// start starts a child that ends with run at the latest, and gives it the document.
func (e *Reader) start(run context.Context, in document.Isolated, processor time.Duration) (*exec.Cmd, io.Reader, *tail, error) {
	head, err := json.Marshal(request{in, int(max(processor, time.Second) / time.Second), e.opts.Memory})
	if err != nil {
		return nil, nil, nil, err
	}
	cmd := exec.CommandContext(run, e.opts.Executable, e.opts.Args...)
	isolate(cmd)
	cmd.Stdin = io.MultiReader(bytes.NewReader(append(head, '\n')), bytes.NewReader(in.Data))
	cmd.Env = []string{"GOTRACEBACK=none", "GOMAXPROCS=1"}
	stderr := &tail{}
	cmd.Stderr = stderr
	cmd.WaitDelay = 2 * time.Second
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	return cmd, out, stderr, err
}

// maxOutput bounds what a child sends. JSON takes two bytes at most for one of
// clean text, except for a few marks that it writes in six.
func maxOutput(maxText int) int64 { return int64(6*maxText + 16<<20) }

// collect reads a child's messages until the document or an error comes. It calls
// reading when the child is ready, and again when it knows how many pages there
// are.
func collect(r io.Reader, reading func(pages int)) (*document.Document, error) {
	for messages := json.NewDecoder(r); ; {
		var f frame
		if err := messages.Decode(&f); err != nil {
			return nil, err
		}
		switch {
		case f.Error != nil:
			return nil, f.Error.inputError()
		case f.Document != nil:
			f.Document.Text = f.Text
			return f.Document, nil
		case f.Ready:
			reading(f.Pages)
		}
	}
}

// tooLong is the error for a child that was stopped by the clock.
func (e *Reader) tooLong(format document.Format, ready bool, limit time.Duration) error {
	if !ready {
		return document.Refuse(fault.DocumentTimeout, "", fmt.Sprintf("the document reader was not ready after %s", e.opts.Start.Round(time.Second)),
			"try again when the machine is less busy, or give its text", nil)
	}
	return document.Refuse(fault.DocumentTimeout, "", fmt.Sprintf("stopped after %s", limit.Round(time.Second)), otherwise(format), nil)
}

// otherwise is what to do with a document that can't be read.
func otherwise(format document.Format) string {
	if format == document.PDF {
		return "open it in a PDF viewer and print it to a new PDF file, or give its text"
	}
	return "save it again with the program that made it, or give its text or a PDF file of it"
}

// noMemory is what Go's runtime says, with other words around it, if the system refuses
// it memory: for the heap, for a new thread or for its own tables.
var noMemory = []string{"out of memory", "cannot allocate memory", "failed to create new OS thread", "cannot map pages", "failed to reserve"}

// explain turns what went wrong into an error for users; spent says that the child
// used up its processor time.
func (e *Reader) explain(format document.Format, err, wait error, stderr string, spent bool) error {
	var in *fault.Error
	if errors.As(err, &in) {
		return in.With("fix", cmp.Or(in.Params["fix"], otherwise(format)))
	}
	code, detail := fault.DocumentDamaged, "the document reader stopped on it"
	switch {
	case spent:
		code, detail = fault.DocumentTimeout, "it takes too much of the processor's time"
	case slices.ContainsFunc(noMemory, func(s string) bool { return strings.Contains(stderr, s) }):
		code, detail = fault.DocumentHostile, fmt.Sprintf("reading it takes more than %d MiB of memory", e.opts.Memory>>20)
	}
	return document.Refuse(code, "", detail, otherwise(format), errors.Join(fmt.Errorf("child: %w; stderr: %q", err, stderr), wait))
}

// tail keeps the first bytes that a child writes to stderr, for the log.
type tail struct{ kept []byte }

// Write never fails; what is over the limit is dropped.
func (t *tail) Write(p []byte) (int, error) {
	const limit = 4 << 10
	t.kept = append(t.kept, p[:min(len(p), limit-len(t.kept))]...)
	return len(p), nil
}

// String is what was kept, on one line and without control characters.
func (t *tail) String() string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(string(t.kept), ""), func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' }), " ")
}
