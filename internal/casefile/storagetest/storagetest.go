// Package storagetest has the conformance suite of casefile.Storage, which every
// backend runs, and a storage that tests can interrupt.
package storagetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
)

// Run checks a backend. open is called once per test and gives a Storage with
// nothing in it.
func Run(t *testing.T, open func(t *testing.T) casefile.Storage) {
	tests := []struct {
		name string
		test func(*testing.T, casefile.Storage)
	}{
		{"round trip", roundTrip},
		{"exclusive create", exclusiveCreate},
		{"batch order", batchOrder},
		{"replace", replace},
		{"list", list},
		{"remove", remove},
		{"bad names", badNames},
		{"cancelled", cancelled},
		{"one winner", oneWinner},
		{"whole under contention", wholeUnderContention},
		{"locks", locks},
		{"published versions are guarded", guardedVersions},
		{"numbers are not reused", numbersAreNotReused},
		{"deleted cases", deletedCases},
		{"probe", probe},
		{"read each", readEach},
		{"index of cases", indexOfCases},
		{"lost cases", lostCases},
		{"boards are guarded", guardedBoards},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, open(t)) })
	}
}

func roundTrip(t *testing.T, st casefile.Storage) {
	for _, data := range []string{"", "text\n", strings.Repeat("判断\x00", 100_000)} {
		name := fmt.Sprintf("a/b%d/c.txt", len(data))
		write(t, st, casefile.File{Name: name, Data: []byte(data)})
		want(t, st, name, data)
	}
	if _, err := st.Read(t.Context(), "a/missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read of a missing name: %v, want fs.ErrNotExist", err)
	}
	if _, err := st.Read(t.Context(), "missing/missing"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read in a missing folder: %v, want fs.ErrNotExist", err)
	}
}

func exclusiveCreate(t *testing.T, st casefile.Storage) {
	write(t, st, once("d/x", "first"))
	err := st.Write(t.Context(), once("d/x", "second"))
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("second create: %v, want fs.ErrExist", err)
	}
	want(t, st, "d/x", "first")
	write(t, st, casefile.File{Name: "d/y", Data: []byte("by replacing")})
	if err := st.Write(t.Context(), once("d/y", "z")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("create over a replaced file: %v, want fs.ErrExist", err)
	}
}

func batchOrder(t *testing.T, st casefile.Storage) {
	write(t, st, once("v/taken", "old"), casefile.File{Name: "v/report", Data: []byte("old")})
	err := st.Write(t.Context(),
		casefile.File{Name: "v/report", Data: []byte("new")},
		once("v/before", "1"), once("v/taken", "2"), once("v/after", "3"))
	if !errors.Is(err, fs.ErrExist) {
		t.Fatalf("batch with a taken name: %v, want fs.ErrExist", err)
	}
	want(t, st, "v/taken", "old")
	want(t, st, "v/report", "old")
	if _, err := st.Read(t.Context(), "v/after"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a create after the one that failed took place: %v", err)
	}
	write(t, st, once("w/1", "one"), casefile.File{Name: "w/2", Data: []byte("two")}, once("u/3", "three"))
	want(t, st, "w/1", "one")
	want(t, st, "w/2", "two")
	want(t, st, "u/3", "three")
}

func replace(t *testing.T, st casefile.Storage) {
	for _, data := range []string{"a long first content", "short", "", "again"} {
		write(t, st, casefile.File{Name: "r/f", Data: []byte(data)})
		want(t, st, "r/f", data)
	}
}

func list(t *testing.T, st casefile.Storage) {
	for _, name := range []string{"top", "l/b", "l/a", "l/a.d/x", "l/sub/deep/f", "l/.hidden", "l/中文", "l/B"} {
		write(t, st, casefile.File{Name: name, Data: []byte("x")})
	}
	for _, tt := range []struct {
		dir  string
		want []string
	}{
		{".", []string{"l/", "top"}},
		{"l", []string{".hidden", "B", "a", "a.d/", "b", "sub/", "中文"}},
		{"l/sub", []string{"deep/"}},
		{"missing", nil},
	} {
		got, err := st.List(t.Context(), tt.dir)
		if err != nil {
			t.Errorf("List(%q): %v", tt.dir, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("List(%q) (-want +got):\n%s", tt.dir, diff)
		}
	}
	if data, err := st.Read(t.Context(), "l/.hidden"); err != nil || string(data) != "x" {
		t.Errorf("Read of a name with a dot: %q, %v", data, err)
	}
}

func remove(t *testing.T, st casefile.Storage) {
	write(t, st, once("m/1", "x"), once("m/2", "x"))
	for range 2 {
		if err := st.Remove(t.Context(), "m/1", "nowhere/at-all"); err != nil {
			t.Errorf("Remove: %v", err)
		}
	}
	if _, err := st.Read(t.Context(), "m/1"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Read after Remove: %v", err)
	}
	want(t, st, "m/2", "x")
	write(t, st, once("m/1", "again"))
	want(t, st, "m/1", "again")
}

func badNames(t *testing.T, st casefile.Storage) {
	for _, name := range []string{
		"", ".", "..", "/etc/passwd", "../x", "a/../../x", "a/..", "a//b", "a/", "./a", `a\b`,
		"a\x00b", "a\nb", "\xff", strings.Repeat("n", 300), ".new-x", "a/.new-1/b",
	} {
		if err := st.Write(t.Context(), casefile.File{Name: name}); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Write(%q): %v, want fs.ErrInvalid", name, err)
		}
		if _, err := st.Read(t.Context(), name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Read(%q): %v, want fs.ErrInvalid", name, err)
		}
		if err := st.Remove(t.Context(), name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Remove(%q): %v, want fs.ErrInvalid", name, err)
		}
		if _, _, err := st.Lock(t.Context(), name); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("Lock(%q): %v, want fs.ErrInvalid", name, err)
		}
		if _, err := st.List(t.Context(), name); name != "." && !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("List(%q): %v, want fs.ErrInvalid", name, err)
		}
	}
}

func cancelled(t *testing.T, st casefile.Storage) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := st.Write(ctx, once("c/x", "x")); !errors.Is(err, context.Canceled) {
		t.Errorf("Write: %v, want context.Canceled", err)
	}
	if _, err := st.Read(t.Context(), "c/x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a cancelled write took place: %v", err)
	}
}

// oneWinner has many writers create the same names: each name has one winner,
// and its content is the winner's.
func oneWinner(t *testing.T, st casefile.Storage) {
	const writers, names = 8, 20
	var wins [names]atomic.Int64
	var content [names]atomic.Int64
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := range names {
				err := st.Write(t.Context(), once(fmt.Sprintf("n/%d", n), fmt.Sprint(w)))
				switch {
				case err == nil:
					wins[n].Add(1)
					content[n].Store(int64(w))
				case !errors.Is(err, fs.ErrExist):
					t.Errorf("create: %v", err)
				}
			}
		})
	}
	wg.Wait()
	for n := range names {
		if got := wins[n].Load(); got != 1 {
			t.Errorf("name %d was created %d times, want 1", n, got)
		}
		want(t, st, fmt.Sprintf("n/%d", n), fmt.Sprint(content[n].Load()))
	}
}

// wholeUnderContention reads while writers replace: every content is whole.
func wholeUnderContention(t *testing.T, st casefile.Storage) {
	content := func(i int) []byte { return bytes.Repeat([]byte{byte('a' + i)}, 1000*(i+1)) }
	write(t, st, casefile.File{Name: "w/f", Data: content(0)})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 10 {
				if err := st.Write(t.Context(), casefile.File{Name: "w/f", Data: content(i)}); err != nil {
					t.Errorf("replace: %v", err)
				}
			}
		})
	}
	for range 100 {
		got, err := st.Read(t.Context(), "w/f")
		if err != nil || len(got) == 0 || !bytes.Equal(got, content(int(got[0]-'a'))) {
			t.Fatalf("read a content that was never written: %d bytes, %v", len(got), err)
		}
	}
	wg.Wait()
}

func locks(t *testing.T, st casefile.Storage) {
	write(t, st, once("k/plan", "x"))
	for _, name := range []string{"k/plan", "k/.lock", "new/.lock"} {
		unlock, ok, err := st.Lock(t.Context(), name)
		if err != nil || !ok {
			t.Fatalf("Lock(%q): %v, %v", name, ok, err)
		}
		if _, ok, err := st.Lock(t.Context(), name); ok || err != nil {
			t.Errorf("second Lock(%q): %v, %v, want false", name, ok, err)
		}
		other, ok, err := st.Lock(t.Context(), name+"2")
		if err != nil || !ok {
			t.Errorf("Lock of another name: %v, %v", ok, err)
		} else {
			other()
		}
		unlock()
		unlock()
		again, ok, err := st.Lock(t.Context(), name)
		if err != nil || !ok {
			t.Fatalf("Lock(%q) after unlock: %v, %v", name, ok, err)
		}
		unlock() // of the first holder: must not free the second's
		if _, ok, _ := st.Lock(t.Context(), name); ok {
			t.Errorf("an old unlock of %q freed a new lock", name)
		}
		again()
	}
	want(t, st, "k/plan", "x")
}

func probe(t *testing.T, st casefile.Storage) {
	write(t, st, once("p/v1/plan", "x"))
	for _, dir := range []string{"p/v1", "p/v2", "none/v1"} {
		if err := st.Probe(t.Context(), dir, 100_000); err != nil {
			t.Errorf("Probe(%q): %v", dir, err)
		}
	}
	for dir, want := range map[string]string{"p/v1": "[plan]", "p": "[v1/]", ".": "[p/]"} {
		if got, err := st.List(t.Context(), dir); err != nil || fmt.Sprint(got) != want {
			t.Errorf("a probe left %v in %s, %v", got, dir, err)
		}
	}
	if err := st.Probe(t.Context(), "../x", 1); !errors.Is(err, fs.ErrInvalid) {
		t.Errorf("Probe of a bad name: %v", err)
	}
}

func readEach(t *testing.T, st casefile.Storage) {
	write(t, st,
		once("e/b/x.yaml", "2"), once("e/a/x.yaml", "1"), once("e/c/other", "no"), once("e/x.yaml", "no"),
		once("e/.hidden/x.yaml", "no"), once("e/d/x.yaml", "too long"), once("e/e/deep/x.yaml", "no"))
	read := func(dir string, stop error) (got []string, err error) {
		err = st.ReadEach(t.Context(), dir, "x.yaml", 3, func(folder string, data []byte, err error) error {
			if err != nil {
				data = []byte("error")
			}
			if err != nil && !errors.Is(err, casefile.ErrTooBig) {
				t.Errorf("%s: %v, want ErrTooBig", folder, err)
			}
			got = append(got, folder+" "+string(data))
			return stop
		})
		return got, err
	}
	got, err := read("e", nil)
	if diff := cmp.Diff([]string{"a 1", "b 2", "d error"}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	if got, err := read("missing", nil); err != nil || got != nil {
		t.Errorf("in a missing folder: %v, %v", got, err)
	}
	stop := errors.New("enough")
	if got, err := read("e", stop); !errors.Is(err, stop) || len(got) != 1 {
		t.Errorf("an error of found: %v, %v", got, err)
	}
	var many []casefile.File
	for n := range 1100 {
		many = append(many, casefile.File{Name: fmt.Sprintf("many/%04d/x.yaml", n)})
	}
	write(t, st, many...)
	if got, err := read("many", nil); err != nil || len(got) != len(many) {
		t.Errorf("read %d of %d files: %v", len(got), len(many), err)
	}
}

func once(name, data string) casefile.File {
	return casefile.File{Name: name, Data: []byte(data), Once: true}
}

func write(t *testing.T, st casefile.Storage, files ...casefile.File) {
	t.Helper()
	if err := st.Write(t.Context(), files...); err != nil {
		t.Fatalf("Write: %v", err)
	}
}

func want(t *testing.T, st casefile.Storage, name, data string) {
	t.Helper()
	got, err := st.Read(t.Context(), name)
	if err != nil || string(got) != data {
		t.Errorf("Read(%q) = %.40q (%d bytes), %v; want %.40q (%d bytes)", name, got, len(got), err, data, len(data))
	}
}
