package testtool_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"judgement/internal/testtool"
)

// end is how a test ended.
type end struct{ how string }

func (e *end) Skip(args ...any)  { e.how = "skip: " + fmt.Sprint(args...) }
func (e *end) Fatal(args ...any) { e.how = "fatal: " + fmt.Sprint(args...) }

func TestNeed(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv(testtool.PostgresEnv, filepath.Join(dir, "*", "bin"))
	for _, name := range []string{"there", "9/bin/postgres", "16/bin/postgres"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if bin, err := testtool.Postgres(); err != nil || bin != filepath.Join(dir, "16", "bin") {
		t.Errorf("the newest Postgres is %s, %v", bin, err)
	}
	for _, tt := range []struct{ value, tool, want string }{
		{"", "there", ""},
		{"required", "there", ""},
		{"required", "postgres", ""},
		{"", dir + "/there", ""},
		{"", "missing", "skip: needs missing: run make test"},
		{"", dir + "/missing", "skip: needs missing: run make test"},
		{"required", "missing", "fatal: needs missing: run make test"},
	} {
		t.Setenv(testtool.RequiredEnv, tt.value)
		var got end
		testtool.Need(&got, tt.tool)
		if got.how != tt.want {
			t.Errorf("%q, %s: %q, want %q", tt.value, tt.tool, got.how, tt.want)
		}
	}
	t.Setenv(testtool.PostgresEnv, filepath.Join(dir, "nothing"))
	var got end
	testtool.Need(&got, "postgres")
	if got.how != "fatal: needs postgres: run make test" {
		t.Errorf("without Postgres: %q", got.how)
	}
}
