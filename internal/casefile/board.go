package casefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"judgement/internal/text"
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

// Board returns the newest board.json of a board's folder, nil if there is
// none.
func (cs *Cases) Board(ctx context.Context, folder string) ([]byte, error) {
	data, err := cs.st.Read(ctx, boardName(folder, boardFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// UpdateBoard publishes the next version of a board, under the folder's lock.
// next is given the newest board.json, nil for a first board, and the number of
// the version to come; nil from it says that nothing changed. The snapshots come
// first and board.json, with the hashes of all files, last: after a crash the same
// call puts things right. Earlier snapshots never change; report files of earlier
// versions that this one doesn't have are removed.
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
	number, err := cs.lastSnapshot(ctx, folder)
	if err != nil {
		return err
	}
	pub, err := next(last, number+1)
	if err != nil || pub == nil {
		return err
	}
	if err := checkFiles(pub.Files, map[string]bool{boardFile: true}, "versions/"); err != nil {
		return err
	}
	if pub.Version == 0 {
		return cs.addBoardFiles(ctx, folder, last, pub.Files)
	}
	if err := cs.publishBoard(ctx, folder, last, pub); err != nil {
		return fmt.Errorf("publish version %d of the board reports/%s: %w", pub.Version, folder, err)
	}
	return nil
}

// addBoardFiles writes report files of the newest version.
func (cs *Cases) addBoardFiles(ctx context.Context, folder string, last []byte, files []File) error {
	index, err := decodeBoard(last)
	if err != nil {
		return fmt.Errorf("%s is damaged: %w", boardName(folder, boardFile), err)
	}
	if index.Files != nil {
		for _, f := range files {
			index.Files[f.Name] = text.Hash(f.Data)
		}
		data, err := index.encode(last)
		if err != nil {
			return err
		}
		files = append(slices.Clip(files), File{Name: boardFile, Data: data})
	}
	return cs.writeBoard(ctx, folder, files...)
}

func (cs *Cases) publishBoard(ctx context.Context, folder string, last []byte, pub *BoardPublication) error {
	if _, err := time.Parse(time.DateOnly, pub.Date); err != nil {
		return fmt.Errorf("date %q is not of the form YYYY-MM-DD", pub.Date)
	}
	stem := fmt.Sprintf("versions/v%d_%s", pub.Version, pub.Date)
	files := append([]File{
		{Name: stem + ".md", Data: pub.Snapshot, Once: true},
		{Name: stem + ".json", Data: pub.Record, Once: true},
	}, pub.Files...)
	index, stale, err := cs.nextBoard(ctx, folder, last, files)
	if err != nil {
		return err
	}
	if err := cs.writeBoard(ctx, folder, files...); err != nil {
		return err
	}
	if err := cs.st.Remove(ctx, stale...); err != nil {
		return err
	}
	data, err := index.encode(pub.Record)
	if err != nil {
		return err
	}
	return cs.writeBoard(ctx, folder, File{Name: boardFile, Data: data})
}

// nextBoard returns the hashes for the next board.json, and the names of what is to
// be removed: report files that the next version lacks, and snapshots of a
// publication that was interrupted. Snapshots of earlier releases, which recorded no
// hashes, are recorded as they are.
func (cs *Cases) nextBoard(ctx context.Context, folder string, last []byte, files []File) (index boardIndex, stale []string, err error) {
	var was boardIndex
	if last != nil {
		if was, err = decodeBoard(last); err != nil {
			return index, nil, fmt.Errorf("%s is damaged: %w", boardName(folder, boardFile), err)
		}
	}
	index.Files = map[string]string{}
	for _, f := range files {
		index.Files[f.Name] = text.Hash(f.Data)
	}
	reports, err := cs.BoardFiles(ctx, folder)
	if err != nil {
		return index, nil, err
	}
	for _, name := range reports {
		if index.Files[name] == "" {
			stale = append(stale, boardName(folder, name))
		}
	}
	snapshots, err := cs.st.List(ctx, boardName(folder, "versions"))
	for _, base := range snapshots {
		name := "versions/" + base
		n, _, _ := snapshotName(base)
		switch sum := was.Files[name]; {
		case sum != "":
			index.Files[name] = sum
		case was.Files == nil:
			if index.Files[name], err = hashOf(ctx, cs.st, boardName(folder, name)); err != nil {
				return index, nil, err
			}
		case n > was.Version:
			stale = append(stale, boardName(folder, name))
		}
	}
	return index, stale, err
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

// boardFile is the newest board.
const boardFile = "board.json"

func boardName(folder, name string) string { return "reports/" + folder + "/" + name }

// boardIndex is the part of board.json that this package keeps.
type boardIndex struct {
	Version int    `json:"version"`
	Date    string `json:"date"`
	// Files are the SHA-256 hashes, in hex, of all snapshots and of the report files, by
	// name from the board's folder; nil in boards of earlier releases.
	Files map[string]string `json:"files"`
}

func decodeBoard(data []byte) (b boardIndex, err error) {
	err = json.Unmarshal(data, &b)
	return b, err
}

// encode gives board.json: the record of the board with the hashes.
func (b *boardIndex) encode(record []byte) ([]byte, error) {
	fields, err := boardFields(record)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", boardFile, err)
	}
	fields["files"] = b.Files
	return text.JSON(fields, "  ")
}

// boardFields are the fields of a board without the hashes.
func boardFields(data []byte) (map[string]any, error) {
	fields := map[string]any{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	err := dec.Decode(&fields)
	delete(fields, "files")
	return fields, err
}
