// Package export copies the cases and reports that a database keeps into folders.
// It removes nothing, and what never changes it never overwrites.
package export

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/fault"
	"judgement/internal/text"
)

// Counts says what was copied.
type Counts struct {
	Written int   `json:"written"` // files
	Same    int   `json:"same"`    // files that were there already
	Bytes   int64 `json:"bytes"`   // of the files written
}

// batchBytes and batchFiles are about how much is read before it is written: files
// that are written together are synced together.
const (
	batchBytes = 8 << 20
	batchFiles = 200
)

// Mirror writes the files that a folder lacks. If one of them clashes, the error is
// fault.OtherContent and nothing is written.
func Mirror(ctx context.Context, from *pgfiles.Files, to *casefile.Folder) (n Counts, err error) {
	all, err := from.All(ctx)
	if err != nil {
		return n, err
	}
	var todo []pgfiles.FileInfo
	var clash []string
	for _, f := range all {
		same, there, err := compare(ctx, to, f)
		switch {
		case err != nil:
			return n, err
		case same:
			n.Same++
		case there && f.Once:
			clash = append(clash, f.Name+" is there with another content")
		default:
			todo = append(todo, f)
		}
	}
	if len(clash) > 0 {
		return n, fault.Refuse(fault.OtherContent, "", errors.New(strings.Join(clash[:min(len(clash), 5)], "\n")))
	}
	var batch []casefile.File
	size := int64(0)
	for i, f := range todo {
		data, err := from.Read(ctx, f.Name)
		switch {
		case err == nil:
			batch, size = append(batch, casefile.File{Name: f.Name, Data: data, Once: f.Once}), size+int64(len(data))
		case !errors.Is(err, fs.ErrNotExist): // one that is not there was removed since
			return n, err
		}
		if len(batch) < batchFiles && size < batchBytes && i < len(todo)-1 {
			continue
		}
		if err := to.Write(ctx, batch...); err != nil {
			return n, err
		}
		n.Written, n.Bytes = n.Written+len(batch), n.Bytes+size
		batch, size = nil, 0
	}
	return n, nil
}

// compare reports whether a folder has a file, and the same.
func compare(ctx context.Context, to *casefile.Folder, f pgfiles.FileInfo) (same, there bool, err error) {
	have, err := casefile.ReadLimited(ctx, to, f.Name, f.Size)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, false, nil
	case errors.Is(err, casefile.ErrTooBig):
		return false, true, nil
	case err != nil:
		return false, false, err
	}
	return text.Hash(have) == f.SHA256, true, nil
}
