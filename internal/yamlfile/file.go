// Package yamlfile reads YAML files strictly: unknown keys, wrong types and
// duplicate keys are problems that name file, line, column and the nearest
// valid key, and all problems of a file come at once. Anchors, aliases, tags
// and several documents in a file are refused. It knows no rules of any one
// format: a loader asks a Map for its keys and adds its own problems.
package yamlfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

const (
	// MaxSize is the largest file that is read, in bytes.
	MaxSize = 1 << 20
	// maxDepth is how deeply mappings and lists may nest.
	maxDepth = 16
	// maxProblems is how many problems of one file are listed.
	maxProblems = 50
	// maxLocated bounds the bytes that are parsed again to find the line of a
	// syntax error.
	maxLocated = 2 << 20
)

// File is one parsed file, and what was found wrong with it so far.
type File struct {
	Name     string
	root     *yaml.Node // nil when the file could not be parsed
	problems Problems
	more     int // problems beyond maxProblems
	required map[string]bool
}

// Read reads and parses a file of fsys. What is wrong with reading it is a
// problem of the file too.
func Read(fsys fs.FS, name string) *File {
	data, err := ReadBytes(fsys, name, MaxSize)
	if err != nil {
		f := &File{Name: name, required: map[string]bool{}}
		var p Problem
		if errors.As(err, &p) {
			f.add(p)
		}
		return f
	}
	return Parse(name, data)
}

// ReadBytes reads a regular file of at most limit bytes. Its error is always a
// Problem; a folder, a pipe or a device is refused before it is opened.
func ReadBytes(fsys fs.FS, name string, limit int64) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, Problem{File: name, Message: "there is no such file", Fix: "create it, or correct the path that leads here"}
	case err != nil:
		return nil, Problem{File: name, Message: "cannot be read: " + cause(err)}
	case !info.Mode().IsRegular():
		return nil, Problem{File: name, Message: "is not a regular file", Fix: "move it away and put a file there"}
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, Problem{File: name, Message: "cannot be read: " + cause(err)}
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	switch {
	case err != nil:
		return nil, Problem{File: name, Message: "cannot be read: " + cause(err)}
	case int64(len(data)) > limit:
		return nil, Problem{File: name, Message: fmt.Sprintf("is larger than %d KiB", limit>>10), Fix: "shorten it, or split it"}
	}
	return data, nil
}

// cause drops the operation and path that the place already says.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// Parse parses the text of a file. It never panics.
func Parse(name string, data []byte) *File {
	f := &File{Name: name, required: map[string]bool{}}
	if p, bad := encodingProblem(name, data); bad {
		f.add(p)
		return f
	}
	root, second, err := parse(data)
	switch {
	case errors.Is(err, io.EOF):
		f.add(Problem{File: name, Message: "is empty", Fix: "write its keys"})
	case err != nil:
		f.add(syntaxProblem(name, data, err))
	case second > 0:
		f.add(Problem{File: name, Line: second, Column: 1, Message: "starts a second document", Fix: "keep one document a file: remove the --- line and what follows"})
	default:
		f.checkNodes(root, 0)
		if len(f.problems) == 0 {
			f.root = root.Content[0]
		}
	}
	return f
}

// parse returns the document node and the line of a second document, if any.
func parse(data []byte) (root *yaml.Node, second int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: cannot be parsed: %v", r)
		}
	}()
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var first, next yaml.Node
	if err := dec.Decode(&first); err != nil {
		return nil, 0, err
	}
	switch err := dec.Decode(&next); {
	case errors.Is(err, io.EOF):
		return &first, 0, nil
	case err != nil:
		return nil, 0, err
	}
	return &first, max(next.Line, 1), nil
}

func encodingProblem(name string, data []byte) (Problem, bool) {
	p := Problem{File: name, Line: 1, Column: 1, Fix: "save the file as UTF-8 without a byte order mark"}
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		p.Message = "starts with a byte order mark"
		return p, true
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		p.Message = "is UTF-16, not UTF-8"
		return p, true
	case utf8.Valid(data):
		return p, false
	}
	at := bytes.IndexByte(bytes.ToValidUTF8(data, []byte{0xff}), 0xff) // which no UTF-8 holds
	before := data[:at]
	p.Line = 1 + bytes.Count(before, []byte("\n"))
	p.Column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	p.Message = fmt.Sprintf("is not UTF-8: byte 0x%02x", data[at])
	return p, true
}

// syntaxForm takes the line and the words out of a syntax error, for which yaml.v3 has no
// type.
var syntaxForm = regexp.MustCompile(`^yaml: (?:line (\d+): )?(?s:(.*))$`)

// syntaxProblem locates a syntax error. The parser names the start of the
// enclosing block, or no line; the line that breaks the file is the one after
// its longest beginning that can be parsed.
func syntaxProblem(name string, data []byte, err error) Problem {
	p := Problem{File: name, Line: 1, Column: 1, Message: "is not valid YAML: " + clip(err.Error())}
	if m := syntaxForm.FindStringSubmatch(err.Error()); m != nil {
		p.Message = "is not valid YAML: " + clip(m[2])
		if n, _ := strconv.Atoi(m[1]); n > 0 {
			p.Line = n
		}
	}
	lines := strings.SplitAfter(string(data), "\n")
	if n := brokenLine(data, lines); n > 0 {
		p.Line = n
	}
	if p.Line <= len(lines) {
		text := lines[p.Line-1]
		p.Column = 1 + utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " \t"))
		if strings.HasPrefix(strings.TrimLeft(text, " "), "\t") {
			p.Fix = "indent with spaces, not tabs"
			return p
		}
	}
	p.Fix = "check this line's indentation, quotes, brackets and colons"
	return p
}

// brokenLine returns the number of the line after the longest beginning of the
// text that can be parsed, 0 if finding it costs too much.
func brokenLine(data []byte, lines []string) int {
	end, spent := len(data), 0
	for n := len(lines) - 1; n > 0; n-- {
		end -= len(lines[n])
		if spent += end; spent > maxLocated {
			return 0
		}
		if _, _, err := parse(data[:end]); err == nil || errors.Is(err, io.EOF) {
			return n + 1
		}
	}
	return 1
}

// checkNodes refuses what no configuration file needs and what makes a file
// mean something else than it shows.
func (f *File) checkNodes(n *yaml.Node, depth int) {
	here := place{f, n, ""}
	switch {
	case depth > maxDepth:
		here.Problem("put it into fewer levels", "is nested more than %d levels deep", maxDepth)
		return
	case n.Kind == yaml.AliasNode:
		here.Problem("write the value out", "is an alias (*%s), which is not supported", clip(n.Value))
		return
	case n.Anchor != "":
		here.Problem("remove the anchor and write values out where they are needed", "has an anchor (&%s), which is not supported", clip(n.Anchor))
	case n.Style&yaml.TaggedStyle != 0:
		here.Problem("remove the tag", "has a tag (%s), which is not supported", clip(n.Tag))
	}
	for _, c := range n.Content {
		f.checkNodes(c, depth+1)
	}
}

func (f *File) add(p Problem) {
	if len(f.problems) >= maxProblems {
		f.more++
		return
	}
	f.problems = append(f.problems, p)
}

// Parsed reports whether the file could be parsed at all.
func (f *File) Parsed() bool { return f.root != nil }

// Problems returns what was found wrong so far, by position.
func (f *File) Problems() Problems {
	ps := f.problems.Sorted()
	if f.more > 0 {
		last := ps[len(ps)-1] // a place behind it keeps this one last in every order
		ps = append(ps, Problem{File: f.Name, Line: last.Line, Column: last.Column + 1, Message: fmt.Sprintf("the file has %d more problems", f.more), Fix: "correct those above first"})
	}
	return ps
}
