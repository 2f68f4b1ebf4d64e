//go:build !race

package cmd

import (
	"os"
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
