package attribution

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/text"
)

// maxSource bounds a file that a rule is decided by, in bytes.
const maxSource = 16 << 20

// sources reads the files that rules are decided by, each once per run: many
// cases may ask of the same one.
type sources struct{ memo[[]byte] }

func newSources(files fs.FS) *sources {
	return &sources{memo[[]byte]{load: func(name string) ([]byte, error) { return readSource(files, name) }}}
}

func readSource(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s is not there yet", name)
	case err != nil:
		return nil, fmt.Errorf("%s can't be read: %w", name, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no regular file", name)
	case info.Size() > maxSource:
		return nil, fmt.Errorf("%s has %d bytes, at most %d are read", name, info.Size(), maxSource)
	}
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, fmt.Errorf("%s can't be read: %w", name, err)
	}
	return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
}

// observe reads the value that a file source names, and says where it is.
func (s *sources) observe(src casefile.Source) (value, where string, err error) {
	data, err := s.get(src.Path)
	if err != nil {
		return "", "", err
	}
	where = src.Path
	if src.Column == "" {
		value = strings.TrimSpace(string(data))
		if value == "" || len(value) > 200 || strings.ContainsAny(value, "\r\n") {
			return "", "", fmt.Errorf("%s must hold one value in one line, or source.column must name a column", src.Path)
		}
	} else {
		row := ""
		if value, row, err = cell(data, src); err != nil {
			return "", "", err
		}
		where += ", row " + text.Clip(oneLine(row), 100) + ", column " + src.Column
	}
	return value, where + ", sha256 " + text.Hash(data), nil
}

// cell finds a value in a CSV file with a header: in the one row whose first
// field is src.Row, or in the last row if that is empty.
func cell(data []byte, src casefile.Source) (value, row string, err error) {
	r := csv.NewReader(bytes.NewReader(data))
	header, err := r.Read()
	if errors.Is(err, io.EOF) {
		err = errors.New("the file is empty")
	}
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", src.Path, err)
	}
	column := slices.Index(header, src.Column)
	if column < 0 {
		return "", "", fmt.Errorf("%s has no column %q; it has %s", src.Path, src.Column, text.Clip(strings.Join(header, ", "), 200))
	}
	found := 0
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", fmt.Errorf("%s: %w", src.Path, err)
		}
		if src.Row == "" || fields[0] == src.Row {
			value, row = strings.TrimSpace(fields[column]), fields[0]
			found++
		}
	}
	switch {
	case found == 0:
		return "", "", fmt.Errorf("%s has no row %q yet", src.Path, src.Row)
	case found > 1 && src.Row != "":
		return "", "", fmt.Errorf("%s has %d rows %q: one is needed", src.Path, found, src.Row)
	case value == "":
		return "", "", fmt.Errorf("%s, row %s, has an empty %q", src.Path, row, src.Column)
	}
	return value, row, nil
}

// decide resolves the open checkpoints of a case that a file can decide and
// that are due. A source that has no usable value leaves its checkpoint open:
// no news is never a contradiction. The notes say why.
// began gives the time of the run's outcomes.
func (s *sources) decide(ctx context.Context, info *casefile.Info, h *history, today time.Time, began func() (time.Time, error)) (notes []string, err error) {
	for i := range info.Checkpoints {
		cp := &info.Checkpoints[i]
		if cp.Draft || cp.Source.Type != "file" || h.of(cp.ID) != nil || cp.Due > today.Format(time.DateOnly) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		value, where, err := s.observe(cp.Source)
		true_ := false
		if err == nil {
			true_, err = cp.Holds(value)
		}
		if err != nil {
			notes = append(notes, oneLine(fmt.Sprintf("%s stays open: %v", cp.ID, err)))
			continue
		}
		at, err := began()
		if err != nil {
			return nil, err
		}
		o := Outcome{
			At: h.notBefore(cp, at), Checkpoint: cp.ID, State: IsFalsified, Value: value, Source: where, By: ByRule,
			Reason: fmt.Sprintf("%s %s %s does not hold", value, cp.Rule.Op, cp.Rule.Value),
		}
		if true_ {
			o.State, o.Reason = IsConfirmed, fmt.Sprintf("%s %s %s holds", value, cp.Rule.Op, cp.Rule.Value)
		}
		if _, err := h.push(o, info); err != nil {
			return nil, err
		}
	}
	return notes, nil
}
