// Package testtool decides what happens to a test whose outside tool is missing:
// plain "go test" skips it; "make test" and CI set JUDGEMENT_TEST_TOOLS=required,
// and then it fails. It is for tests; no command of the program imports it.
package testtool

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	// RequiredEnv makes a missing tool an error if its value is "required".
	RequiredEnv = "JUDGEMENT_TEST_TOOLS"
	// PostgresEnv is a pattern of folders with the programs of Postgres, in place
	// of Debian's.
	PostgresEnv = "JUDGEMENT_TEST_POSTGRES"
)

// T is the part of testing.TB, and of testscript.T, that this package uses.
type T interface {
	Skip(args ...any)
	Fatal(args ...any)
}

// Need ends the test if a tool is missing. A tool is a command in PATH, a file
// (with a slash in its name), or "postgres".
func Need(t T, tools ...string) {
	for _, tool := range tools {
		if !have(tool) {
			Missing(t, filepath.Base(tool))
		}
	}
}

// Missing ends the test because this machine lacks what.
func Missing(t T, what string) {
	end := t.Skip
	if os.Getenv(RequiredEnv) == "required" {
		end = t.Fatal
	}
	end("needs " + what + ": run make test")
}

func have(tool string) bool {
	var err error
	switch {
	case tool == "postgres":
		_, err = Postgres()
	case strings.Contains(tool, "/"):
		_, err = os.Stat(tool)
	default:
		_, err = exec.LookPath(tool)
	}
	return err == nil
}

// Postgres returns the folder with the programs of the newest Postgres.
func Postgres() (string, error) {
	pattern := os.Getenv(PostgresEnv)
	if pattern == "" {
		pattern = "/usr/lib/postgresql/*/bin"
	}
	found, err := filepath.Glob(filepath.Join(pattern, "postgres"))
	if err != nil || len(found) == 0 {
		return "", errors.New("there is no postgres in " + pattern + ": run make deps")
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })), nil
}
