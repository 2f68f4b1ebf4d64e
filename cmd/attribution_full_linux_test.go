package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"judgement/internal/fault"
)

// TestCheckOnAFullDevice is the same for the real command: it exits with 1 and
// one JSON error on standard error.
func TestCheckOnAFullDevice(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	dir := t.TempDir()
	foreseen(t, dir, 2)
	var stderr bytes.Buffer
	cmd := command(t.Context(), t, "attribution", "check", "--output", "json", "--today", "2026-02-05", "--workspace", dir)
	cmd.Stdout, cmd.Stderr = full, &stderr
	_ = cmd.Run()
	var said struct {
		Error struct{ Code, Message string }
	}
	if code := cmd.ProcessState.ExitCode(); code != fault.ExitFailed {
		t.Errorf("exit code %d", code)
	}
	if err := json.Unmarshal(stderr.Bytes(), &said); err != nil || !strings.Contains(said.Error.Message, "write the result") {
		t.Errorf("%v: %s", err, stderr.Bytes())
	}
}
