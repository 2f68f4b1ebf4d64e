package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
)

func TestFindWorkspace(t *testing.T) {
	top := t.TempDir()
	for _, d := range []string{"a/scenes", "a/deep/er", "b/scenes", "none"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	in := func(d string) string { return filepath.Join(top, d) }
	for _, tt := range []struct{ name, flag, env, cwd, dir, out string }{
		{"flag first", in("a"), in("b"), in("none"), in("a"), in("a")},
		{"flag from here", "../a", "", in("none"), in("a"), in("a")},
		{"then the variable", "", in("b"), in("a"), in("b"), in("b")},
		{"then upward", "", "", in("a/deep/er"), in("a"), in("a")},
		{"else the starter", "", "", in("none"), "", in("none")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			getenv := func(k string) string { return map[string]string{WorkspaceEnv: tt.env}[k] }
			w, err := FindWorkspace(tt.flag, getenv, tt.cwd, fstest.MapFS{"VERSION": {Data: []byte("1")}})
			if err != nil || w.Dir != tt.dir || w.OutDir != tt.out {
				t.Fatalf("%+v, %v", w, err)
			}
			if _, err := fs.Stat(w.FS, "VERSION"); (err == nil) != (tt.dir == "") {
				t.Error("wrong file system", err)
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	if err := os.Symlink("gone", in("none/scenes")); err != nil {
		t.Fatal(err)
	}
	if w, err := FindWorkspace("", func(string) string { return "" }, in("none"), nil); !errors.Is(err, ErrNoWorkspace) {
		t.Errorf("a link that leads nowhere: %+v, %v", w, err)
	}
	for _, flag := range []string{in("none"), in("missing")} {
		if _, err := FindWorkspace(flag, func(string) string { return "" }, top, nil); !errors.Is(err, ErrNoWorkspace) {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

func TestNoLinkLeavesTheWorkspace(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "w")
	for _, d := range []string{dir + "/scenes", top + "/outside"} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{dir + "/inside", top + "/outside/secret"} {
		if err := os.WriteFile(f, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for from, to := range map[string]string{"good": "inside", "file": "../outside/secret", "folder": "../outside"} {
		if err := os.Symlink(to, filepath.Join(dir, from)); err != nil {
			t.Fatal(err)
		}
	}
	w, err := OpenWorkspace(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := fs.ReadFile(w.FS, "good"); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"file", "folder/secret"} {
		_, statErr := fs.Stat(w.FS, name)
		_, readErr := fs.ReadFile(w.FS, name)
		_, openErr := w.FS.Open(name)
		for _, err := range []error{statErr, readErr, openErr} {
			if !errors.Is(err, ErrOutside) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if _, err := fs.ReadDir(w.FS, "folder"); !errors.Is(err, ErrOutside) {
		t.Error(err)
	}
}
