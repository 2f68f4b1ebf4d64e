package storagetest

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
)

const boardFolder = "t-ranking"

// publishBoard publishes the next version of a board with reports of some formats.
func publishBoard(t *testing.T, cs *casefile.Cases, formats ...string) {
	t.Helper()
	err := cs.UpdateBoard(t.Context(), boardFolder, func(_ []byte, version int) (*casefile.BoardPublication, error) {
		p := &casefile.BoardPublication{
			Version: version, Date: "2026-03-01", Snapshot: fmt.Appendf(nil, "# Board %d\n", version),
			Record: fmt.Appendf(nil, "{\"version\":%d,\"date\":\"2026-03-01\",\"entries\":[{\"total\":12.30,\"name\":\"a<b\"}]}\n", version),
		}
		for _, f := range formats {
			p.Files = append(p.Files, casefile.File{Name: "report." + f, Data: fmt.Appendf(nil, "%s of board %d", f, version)})
		}
		return p, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// guardedBoards changes, deletes and adds each file of a board in turn.
func guardedBoards(t *testing.T, st casefile.Storage) {
	cs := casefile.New(st, clock)
	publish(t, openCase(t, st, "my-ranking")) // no board
	publishBoard(t, cs, "md", "html", "pdf")
	publishBoard(t, cs, "md", "html")
	if folders, err := cs.Boards(t.Context()); err != nil || len(folders) != 1 || folders[0] != boardFolder {
		t.Fatalf("boards: %v, %v", folders, err)
	}
	check := func(what string, recorded bool, want ...string) {
		t.Helper()
		got, err := cs.CheckBoard(t.Context(), boardFolder)
		if got != recorded || (err == nil) != (want == nil) {
			t.Errorf("%s: recorded %v, %v; want %q", what, got, err, want)
		}
		for _, w := range want {
			if err != nil && !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v, want %q", what, err, w)
			}
		}
	}
	check("untouched", true)
	names, err := below(t.Context(), st, "reports/"+boardFolder)
	if err != nil || len(names) != 7 {
		t.Fatalf("a board of two versions with two reports: %v, %v", names, err)
	}
	for _, name := range names {
		data, err := st.Read(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		recorded := path.Base(name) != "board.json"
		write(t, st, casefile.File{Name: name, Data: []byte(strings.Replace(string(data)+" ", "1", "3", 1))})
		if recorded {
			check("changed "+name, true, path.Base(name)+" was changed")
		} else {
			check("changed "+name, true, "board.json")
		}
		if err := st.Remove(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		check("deleted "+name, recorded, path.Base(name)+" is missing")
		write(t, st, casefile.File{Name: name, Data: data})
		if recorded {
			write(t, st, casefile.File{Name: name + "x", Data: data})
			check("added "+name, true, path.Base(name)+"x was added after it was published")
			if err := st.Remove(t.Context(), name+"x"); err != nil {
				t.Fatal(err)
			}
		}
		check("restored "+name, true)
	}
	// Reports that are made later are recorded; what an interrupted publication left
	// is removed by the next one.
	err = cs.UpdateBoard(t.Context(), boardFolder, func([]byte, int) (*casefile.BoardPublication, error) {
		return &casefile.BoardPublication{Files: []casefile.File{{Name: "report.pdf", Data: []byte("PDF of board 2")}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	check("with a report that was made later", true)
	const left = "reports/" + boardFolder + "/versions/v3_2026-03-01.md"
	write(t, st, once(left, "# Board 3\n"))
	check("interrupted", true, "v3_2026-03-01.md was added after it was published")
	publishBoard(t, cs, "md")
	check("the next version", true)
	// Boards of earlier releases have no hashes until the next version.
	data, err := cs.Board(t.Context(), boardFolder)
	if err != nil {
		t.Fatal(err)
	}
	record, err := st.Read(t.Context(), "reports/"+boardFolder+"/versions/v4_2026-03-01.json")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(record), string(data)); diff == "" {
		t.Error("board.json has no hashes")
	}
	write(t, st, casefile.File{Name: "reports/" + boardFolder + "/board.json", Data: record})
	check("of an earlier release", false)
	publishBoard(t, cs, "md")
	check("the next version", true)
	write(t, st, casefile.File{Name: "reports/" + boardFolder + "/versions/v1_2026-03-01.md", Data: []byte("forged")})
	check("the first version of an earlier release", true, "v1_2026-03-01.md was changed")
}
