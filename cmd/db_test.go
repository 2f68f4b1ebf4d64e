package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
	"judgement/internal/job"
	"judgement/internal/store"
)

// TestDamagedFileIsNoticed: status, doctor and backup name the damage, the file and
// the fix, whichever page is damaged; a backup of before stays as it is.
func TestDamagedFileIsNoticed(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "scenes"), 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, ".judgement", "judgement.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		j := job.Job{ID: fmt.Sprint("j-", i), Kind: "review", SceneSlug: "s", Brand: "b", Spec: job.Spec{Filename: strings.Repeat("x", 400)}}
		if err := db.InsertJob(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(db.Compact(t.Context()), db.Close()); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (code int, said string) {
		var b bytes.Buffer
		app := &App{In: strings.NewReader(""), Out: &b, Err: &b, Options: app.Options{Dir: dir, Starter: os.DirFS(".."), Now: time.Now, Env: func(string) string { return "" }}}
		return app.Run(t.Context(), args), b.String()
	}
	doctor := func() (int, string) { return run("doctor", "--output", "json") }
	if code, said := run("db", "backup", "good.db"); code != 0 {
		t.Fatal(said)
	}
	if _, said := doctor(); strings.Contains(said, "damaged") { // the workspace has no scenes, which it says
		t.Fatal(said)
	}
	good, err := os.ReadFile(filepath.Join(dir, "good.db"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(12) {
		if err := os.WriteFile(path, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		faulttest.DamageLeaf(t, path, seed)
		for name, look := range map[string]func() (int, string){
			"status": func() (int, string) { return run("db", "status") },
			"backup": func() (int, string) { return run("db", "backup", "bad.db") },
			"doctor": doctor,
		} {
			code, said := look()
			if code != fault.ExitFailed || !strings.Contains(said, "judgement.db: it is damaged") || !strings.Contains(said, "restore it from a backup") {
				t.Errorf("seed %d: %s: exit code %d:\n%s", seed, name, code, said)
			}
		}
	}
	if left, err := os.ReadFile(filepath.Join(dir, "good.db")); err != nil || !bytes.Equal(left, good) {
		t.Errorf("the good backup was changed: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a damaged backup was kept: %v", err)
	}
}
