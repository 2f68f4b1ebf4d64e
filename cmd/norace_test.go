//go:build !race

package cmd

import (
	"os"
	"path/filepath"
	"testing"
)

const (
	randomKills = 200
	killStride  = 1
)

// program is what runs command lines in processes of their own: these tests.
func program(t *testing.T) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

func forgetProgram() {}

// scripts are the transcripts to run: all.
func scripts(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d scripts, %v", len(names), err)
	}
	return names
}
