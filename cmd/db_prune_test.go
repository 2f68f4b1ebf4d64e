package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/casefile"
	"judgement/internal/job"
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
	prune := func(args ...string) (out app.Pruned) {
		t.Helper()
		var b, problems bytes.Buffer
		run := &App{In: strings.NewReader(""), Out: &b, Err: &problems, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
		if code := run.Run(t.Context(), append([]string{"db", "prune", "--output", "json"}, args...)); code != 0 {
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

// TestPruneLeftovers: what killed runs left is listed, then removed, in a workspace
// that has a database and in one that has none; a job that is there keeps its own.
func TestPruneLeftovers(t *testing.T) {
	for _, database := range []bool{false, true} {
		t.Run(fmt.Sprint("database ", database), func(t *testing.T) {
			dir, now := t.TempDir(), time.Now()
			if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
				t.Fatal(err)
			}
			if database {
				db, err := store.Open(t.Context(), filepath.Join(dir, ".judgement", "judgement.db"))
				if err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(db.InsertJob(t.Context(), job.Job{ID: "j-there", Kind: "review", SceneSlug: "s", Brand: "b"}), db.Close()); err != nil {
					t.Fatal(err)
				}
			}
			folder, err := casefile.OpenFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			defer folder.Close()
			c, err := casefile.New(folder, func() time.Time { return now.Add(-40 * 24 * time.Hour) }).Open(t.Context(), casefile.Ref{Scene: "s", Brand: "b"})
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, job := range []string{"", "j-gone", "j-there"} {
				v, err := c.Begin(t.Context(), casefile.Plan{Key: "k" + job, JSON: []byte("{}"), Job: job})
				if err != nil {
					t.Fatal(err)
				}
				v.Close()
				names = append(names, fmt.Sprintf("cases/%s/v%d", c.ID, v.Number))
			}
			if database {
				names = names[:2]
			}
			prune := func(args ...string) (out app.Pruned, text string) {
				t.Helper()
				var b, problems bytes.Buffer
				run := &App{In: strings.NewReader(""), Out: &b, Err: &problems, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
				if code := run.Run(t.Context(), append([]string{"db", "prune", "--output", "json"}, args...)); code != 0 {
					t.Fatalf("exit code %d: %s", code, problems.String())
				}
				if err := json.Unmarshal(b.Bytes(), &out); err != nil {
					t.Fatalf("%v: %s", err, b.String())
				}
				return out, b.String()
			}
			if got, text := prune(); len(got.Leftovers) != 0 || !strings.Contains(text, `"leftovers": []`) {
				t.Errorf("within 90 days: %s", text)
			}
			for _, args := range [][]string{{"--older-than", "30d", "--dry-run"}, {"--older-than", "30d"}} {
				if got, text := prune(args...); !slices.Equal(got.Leftovers, names) {
					t.Errorf("%v: %s, want %v", args, text, names)
				}
			}
			if got, text := prune("--older-than", "30d"); len(got.Leftovers) != 0 {
				t.Errorf("again: %s", text)
			}
			if _, err := os.Stat(filepath.Join(dir, ".judgement", "judgement.db")); !database && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a database was made: %v", err)
			}
		})
	}
}
