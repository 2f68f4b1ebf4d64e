package cmd

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/store"
)

// TestPrune: old jobs go with their documents where they are not only counted,
// and the file shrinks when it is asked to.
func TestPrune(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), filepath.Join(dir, ".judgement", "judgement.db"))
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		`INSERT INTO job (job_id, kind, scene, brand, status, payload, created_ms, finished_ms) VALUES
			('old', 'review', 's', 'b', 'done', '{}', 1, {now} - 3456000000), ('fresh', 'review', 's', 'b', 'done', '{}', 1, {now})`,
		`INSERT INTO blob (sha256, data, touched_ms) VALUES ('x', zeroblob(3000000), {now} - 3456000000)`, // 40 days
	} {
		if _, err := db.Exec(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	prune := func(args ...string) (out pruned) {
		t.Helper()
		var b, problems bytes.Buffer
		app := &App{In: strings.NewReader(""), Out: &b, Err: &problems, Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}
		if code := app.Run(t.Context(), append([]string{"db", "prune", "--output", "json"}, args...)); code != exitOK {
			t.Fatalf("exit code %d: %s", code, problems.String())
		}
		if err := json.NewDecoder(io.TeeReader(&b, &problems)).Decode(&out); err != nil {
			t.Fatalf("%v: %s", err, problems.String())
		}
		return out
	}
	want := store.Purged{Jobs: 1, Blobs: 1, Bytes: 3_000_000}
	if got := prune(); got.Removed != (store.Purged{}) || got.OlderThan != "90d" {
		t.Errorf("after 90 days: %+v", got)
	}
	if got := prune("--older-than", "30d", "--dry-run"); got.Removed != want || !got.DryRun {
		t.Errorf("dry run: %+v", got)
	}
	if got := prune("--older-than", "30d", "--compact"); got.Removed != want || got.After > got.Before-2_900_000 {
		t.Errorf("prune: %+v", got)
	}
	if got := prune("--older-than", "30d"); got.Removed != (store.Purged{}) {
		t.Errorf("again: %+v", got)
	}
}
