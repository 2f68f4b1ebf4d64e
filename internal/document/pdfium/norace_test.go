//go:build !race

package pdfium

import (
	"os"
	"testing"
)

// mutations is how many damaged files of each kind are read.
const mutations = 200

// program is what plays the worker: the test binary itself.
func program(t testing.TB) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return exe
}

// forgetProgram has nothing to remove.
func forgetProgram() {}
