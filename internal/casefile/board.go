package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// BoardPublication is one version of a scene's ranking board. One of version 0
// is of the newest there is: only its files are written, and nothing else changes.
type BoardPublication struct {
	Version  int
	Date     string // YYYY-MM-DD, in the snapshot's name
	Snapshot []byte // Markdown, immutable
	Record   []byte // JSON, immutable beside it; also board.json
	Files    []File // by name from the board's folder: report.md, …
}

// BoardFolder returns the folder of a scene's board under reports/, for the
// scene's brand prefix. No case can have it: the brand is reserved.
func BoardFolder(prefix string) string { return prefix + "ranking" }

// Board returns the newest board.json of a board's folder, nil where there is
// none.
func (cs *Cases) Board(ctx context.Context, folder string) ([]byte, error) {
	data, err := cs.st.Read(ctx, boardName(folder, "board.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// UpdateBoard publishes the next version of a board, under the folder's lock.
// next is given the newest board.json, nil for a first board, and the number of
// the version to come; nil from it says that nothing changed. The snapshots come
// first and board.json last, so that after a crash the same call mends what is
// left. Earlier snapshots never change; report files of earlier versions which
// this one doesn't have are removed.
func (cs *Cases) UpdateBoard(ctx context.Context, folder string, next func(last []byte, version int) (*BoardPublication, error)) error {
	unlock, err := cs.lockFolder(ctx, folder)
	if err != nil {
		return err
	}
	defer unlock()
	last, err := cs.Board(ctx, folder)
	if err != nil {
		return err
	}
	number, err := cs.lastBoard(ctx, folder)
	if err != nil {
		return err
	}
	pub, err := next(last, number+1)
	if err != nil || pub == nil {
		return err
	}
	if err := checkFiles(pub.Files, map[string]bool{"board.json": true}, "versions/"); err != nil {
		return err
	}
	if pub.Version == 0 {
		return cs.writeBoard(ctx, folder, pub.Files...)
	}
	if err := cs.publishBoard(ctx, folder, pub); err != nil {
		return fmt.Errorf("publish version %d of the board reports/%s: %w", pub.Version, folder, err)
	}
	return nil
}

func (cs *Cases) publishBoard(ctx context.Context, folder string, pub *BoardPublication) error {
	if _, err := time.Parse(time.DateOnly, pub.Date); err != nil {
		return fmt.Errorf("date %q is not of the form YYYY-MM-DD", pub.Date)
	}
	stem := fmt.Sprintf("versions/v%d_%s", pub.Version, pub.Date)
	files := append([]File{
		{Name: stem + ".md", Data: pub.Snapshot, Once: true},
		{Name: stem + ".json", Data: pub.Record, Once: true},
	}, pub.Files...)
	if err := cs.writeBoard(ctx, folder, files...); err != nil {
		return err
	}
	there, err := cs.BoardFiles(ctx, folder)
	if err != nil {
		return err
	}
	var stale []string
	for _, name := range there {
		if !slices.ContainsFunc(pub.Files, func(f File) bool { return f.Name == name }) {
			stale = append(stale, boardName(folder, name))
		}
	}
	if len(stale) > 0 {
		if err := cs.st.Remove(ctx, stale...); err != nil {
			return err
		}
	}
	return cs.writeBoard(ctx, folder, File{Name: "board.json", Data: pub.Record})
}

// writeBoard writes files named from the board's folder.
func (cs *Cases) writeBoard(ctx context.Context, folder string, files ...File) error {
	named := slices.Clone(files)
	for i := range named {
		named[i].Name = boardName(folder, named[i].Name)
	}
	return cs.st.Write(ctx, named...)
}

// BoardFiles returns the names of the report files in a board's folder: report.md
// and its like, without board.json.
func (cs *Cases) BoardFiles(ctx context.Context, folder string) ([]string, error) {
	names, err := cs.st.List(ctx, "reports/"+folder)
	return slices.DeleteFunc(names, func(name string) bool {
		return !strings.HasPrefix(name, "report.") || strings.HasSuffix(name, "/")
	}), err
}

// lastBoard is the highest number among a board's snapshots, 0 without any.
func (cs *Cases) lastBoard(ctx context.Context, folder string) (int, error) {
	names, err := cs.st.List(ctx, boardName(folder, "versions"))
	last := 0
	for _, name := range names {
		head, _, _ := strings.Cut(name, "_")
		if n, ok := versionNumber(head); ok {
			last = max(last, n)
		}
	}
	return last, err
}

func boardName(folder, name string) string { return "reports/" + folder + "/" + name }
