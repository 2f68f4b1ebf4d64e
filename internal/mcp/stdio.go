package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Stdio is a transport with a message per line. A line that is no message, or longer
// than MaxMessage, is answered with an error, and the session goes on: the SDK's own
// transport ends it.
func Stdio(in io.Reader, out io.Writer) mcp.Transport {
	w := &lineWriter{w: out}
	return &mcp.IOTransport{
		Reader: io.NopCloser(&lineReader{in: bufio.NewReader(in), out: w}), Writer: w,
		MaxLineLength: -1, // the reader has the limit
	}
}

// lineWriter writes lines of the transport and of its reader, one at a time.
type lineWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lineWriter) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(line)
}

// Close leaves the writer to its owner.
func (l *lineWriter) Close() error { return nil }

// lineReader reads the lines that are messages and answers the others.
type lineReader struct {
	in   *bufio.Reader
	out  io.Writer
	rest []byte // of a message that is being read
}

func (l *lineReader) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, tooLong, err := l.next()
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if bad := check(line, tooLong); bad != nil {
				if err := l.refuse(line, bad); err != nil {
					return 0, err
				}
			} else {
				l.rest = append(line, '\n')
			}
		}
		if err != nil && len(l.rest) == 0 {
			return 0, err
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// next reads a line. Of one that is too long it keeps the beginning.
func (l *lineReader) next() (line []byte, tooLong bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		room := MaxMessage + 1 - len(line) // a line ends with a byte that is not of the message
		tooLong = tooLong || len(part) > room
		line = append(line, part[:min(len(part), room)]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// check returns the error of a line that is no message.
func check(line []byte, tooLong bool) *jsonrpc.Error {
	if tooLong {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("the message is longer than %d MiB", MaxMessage>>20)}
	}
	if !json.Valid(line) {
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not JSON: send one message per line"}
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is not one message of JSON-RPC 2.0"}
	}
	return nil
}

// refuse answers a line. Its id is null if the line does not show one.
func (l *lineReader) refuse(line []byte, bad *jsonrpc.Error) error {
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": idOf(line), "error": bad})
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(data, '\n'))
	return err
}

// idOf finds the id of a request that can't be read as a whole; nil: it has none.
func idOf(line []byte) any {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil
		}
		var v any
		if err := d.Decode(&v); err != nil {
			return nil
		}
		if name == "id" {
			switch v.(type) {
			case string, json.Number:
				return v
			}
			return nil
		}
	}
	return nil
}
