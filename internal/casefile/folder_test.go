package casefile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"judgement/internal/casefile"
	"judgement/internal/casefile/storagetest"
	"judgement/internal/fault"
)

func open(t testing.TB, dir string, opts ...casefile.FolderOption) *casefile.Folder {
	t.Helper()
	f, err := casefile.OpenFolder(dir, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestFolderConformance(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) casefile.Storage { return open(t, t.TempDir()) })
}

func TestFolderConformanceWithSteps(t *testing.T) {
	storagetest.Run(t, func(t *testing.T) casefile.Storage {
		return open(t, t.TempDir(), casefile.WithSteps(func(string) {}))
	})
}

func TestSymlinksDoNotEscape(t *testing.T) {
	outside, inside := t.TempDir(), t.TempDir()
	secret := filepath.Join(outside, "secret")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{
		"dir": outside, "file": secret, "up": "../" + filepath.Base(outside),
	} {
		if err := os.Symlink(target, filepath.Join(inside, link)); err != nil {
			t.Fatal(err)
		}
	}
	f := open(t, inside)
	for _, name := range []string{"dir/secret", "file", "up/secret"} {
		if data, err := f.Read(t.Context(), name); err == nil {
			t.Errorf("Read(%q) = %q, want an error", name, data)
		}
	}
	for _, name := range []string{"dir/new", "up/new"} {
		if err := f.Write(t.Context(), casefile.File{Name: name, Data: []byte("x")}); err == nil {
			t.Errorf("Write(%q) through a link went out of the folder", name)
		}
		if _, _, err := f.Lock(t.Context(), name); err == nil {
			t.Errorf("Lock(%q) through a link went out of the folder", name)
		}
		if err := f.Remove(t.Context(), strings.Replace(name, "new", "secret", 1)); err == nil {
			t.Errorf("Remove through a link went out of the folder")
		}
	}
	if names, err := f.List(t.Context(), "dir"); err == nil {
		t.Errorf("List through a link = %q, want an error", names)
	}
	if err := f.Write(t.Context(), casefile.File{Name: "file", Data: []byte("mine")}); err != nil {
		t.Errorf("replace a link: %v", err)
	}
	if data, err := os.ReadFile(secret); err != nil || string(data) != "secret" {
		t.Errorf("the file outside is %q, %v", data, err)
	}
	entries, err := os.ReadDir(outside)
	if err != nil || len(entries) != 1 {
		t.Errorf("the folder outside holds %v, %v", entries, err)
	}
}

func TestModes(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir)
	if err := f.Write(t.Context(),
		casefile.File{Name: "once", Once: true}, casefile.File{Name: "often"}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]os.FileMode{"once": 0o444, "often": 0o644} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

func TestSweepLeavesTheLiving(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".new-dead"), []byte("half"), 0o644); err != nil {
		t.Fatal(err)
	}
	var inside bool
	second := open(t, dir)
	first := open(t, dir, casefile.WithSteps(func(step string) {
		if step != "middle of a" || inside {
			return
		}
		inside = true
		if err := second.Write(t.Context(), casefile.File{Name: "b", Data: []byte("b")}); err != nil {
			t.Error(err)
		}
	}))
	if err := first.Write(t.Context(), casefile.File{Name: "a", Data: []byte("aa")}); err != nil {
		t.Fatal(err)
	}
	if !inside {
		t.Fatal("the second writer never ran")
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "a b" {
		t.Errorf("the folder holds %s, want a b", got)
	}
}

func TestWriteErrorOfATakenFolderName(t *testing.T) {
	f := open(t, t.TempDir())
	if err := f.Write(t.Context(), casefile.File{Name: "a", Data: []byte("file")}); err != nil {
		t.Fatal(err)
	}
	err := f.Write(t.Context(), casefile.File{Name: "a/b", Data: []byte("x")})
	if !errors.Is(err, fault.Write) {
		t.Errorf("got %v, want the code %s", err, fault.Write)
	}
}
