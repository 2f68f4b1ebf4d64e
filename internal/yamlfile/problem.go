package yamlfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Problem is one fault of a file, at one place, with what to do about it.
type Problem struct {
	File    string `json:"file"`             // as the reader was given it
	Line    int    `json:"line,omitempty"`   // from 1; 0 concerns the whole file
	Column  int    `json:"column,omitempty"` // in characters, from 1
	Key     string `json:"key,omitempty"`    // dotted path, such as judges_add[1].slug
	Message string `json:"message"`
	Fix     string `json:"fix,omitempty"`
}

// Place returns file:line:column, or the file alone.
func (p Problem) Place() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Error returns the place, what is wrong and, after an arrow, the fix.
func (p Problem) Error() string {
	s := p.Place() + ": " + p.Message
	if p.Fix != "" {
		s += " → " + p.Fix
	}
	return s
}

// Problems is what is wrong with one or several files. Its text has one line per
// problem. An empty list is no error: see Err.
type Problems []Problem

// Error joins the problems with line breaks.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the problems as an error, nil when there are none.
func (ps Problems) Err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

// Unwrap lets errors.As and errors.Is see every problem.
func (ps Problems) Unwrap() []error {
	errs := make([]error, len(ps))
	for i, p := range ps {
		errs[i] = p
	}
	return errs
}

// Renamed returns the problems under other names of their files.
func (ps Problems) Renamed(name func(file string) string) Problems {
	out := slices.Clone(ps)
	for i := range out {
		out[i].File = name(out[i].File)
	}
	return out
}

// Sorted returns the problems by file and position, each once.
func (ps Problems) Sorted() Problems {
	out := slices.Clone(ps)
	slices.SortStableFunc(out, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(out)
}
