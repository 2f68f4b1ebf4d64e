package audience_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/audience"
	"judgement/internal/casefile"
	"judgement/internal/fault"
)

// TestBoards: only boards of public competitions leave the workspace.
func TestBoards(t *testing.T) {
	dir, starter := t.TempDir(), "../.."
	if err := os.CopyFS(filepath.Join(dir, "scenes"), os.DirFS(starter+"/scenes")); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"judges", "anchors"} {
		if err := os.CopyFS(filepath.Join(dir, sub), os.DirFS(filepath.Join(starter, sub))); err != nil {
			t.Fatal(err)
		}
	}
	storage, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer storage.Close()
	src := audience.NewBoards(os.DirFS(dir), casefile.New(storage, time.Now))
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	shown := func(scene string) (audience.Shown, error) { return src.Shown(context.Background(), scene) }

	for _, closed := range []string{"pitch-review", "nothing", "../secrets", "_template", "", "meeting"} {
		if _, err := shown(closed); !errors.Is(err, audience.ErrNotShown) {
			t.Errorf("scene %q: %v", closed, err)
		}
	}
	s, err := shown("startup-contest")
	if err != nil || s.Board != nil || s.Name != "Startup contest" {
		t.Errorf("before the first review: %+v, %v", s, err)
	}
	const file = "reports/contest-ranking/board.json"
	write(file, `{"schema": 1, "scene": "startup-contest", "version": 1, "entries": []}`)
	first, err := shown("startup-contest")
	if err != nil || first.Board == nil || first.Board.Version != 1 {
		t.Fatalf("the first board: %+v, %v", first, err)
	}
	if again, err := shown("startup-contest"); err != nil || again != first {
		t.Errorf("the same board is another one: %v", err)
	}
	write(file, `{"schema": 1, "scene": "startup-contest", "version": 2, "entries": []}`)
	if next, err := shown("startup-contest"); err != nil || next.Board.Version != 2 {
		t.Errorf("the next board: %+v, %v", next, err)
	}
	write(file, `{"schema": 1, "scene": "a-secret-scene", "version": 3, "entries": []}`)
	if other, err := shown("startup-contest"); err != nil || other.Board != nil {
		t.Errorf("another scene's board: %+v, %v", other.Board, err)
	}
	// A damaged board: the cause and the fix for the log, the scene's name and the
	// last board's language for visitors.
	write(file, `{"schema": 1, "scene": "startup-contest", "version": 4, "language": "zh", "entries": [{"rank": 1, "brand": "entry-03", "total": "4", "max": "6"}]}`)
	if old, err := shown("startup-contest"); err != nil || old.Board.Entries[0].Name().First() != "entry-03" {
		t.Errorf("a board of before titles: %+v, %v", old, err)
	}
	for text, cause := range map[string]string{
		`{"schema": 1,`: "unexpected end of JSON input", `{"schema": 2}`: "it has schema 2, not 1",
		`{"schema": 1, "scene": "startup-contest", "entries": [{"rank": 1, "brand": "a", "total": "NaN", "max": "6"}]}`: "entry 1: total:", "\x00": "invalid character", "": "unexpected end",
	} {
		write(file, text)
		out, err := shown("startup-contest")
		if !errors.Is(err, fault.DamagedBoard) || !strings.Contains(err.Error(), "move it away") || !strings.Contains(err.Error(), cause) {
			t.Errorf("a board damaged as %q: %v", text, err)
		}
		if out.Board != nil || out.Scene != "startup-contest" || out.Name != "Startup contest" || out.Lang != "zh" {
			t.Errorf("what visitors may see of a damaged board: %+v", out)
		}
	}
	if err := os.Remove(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
		t.Fatal(err)
	}
	write(file+"/x", "a folder in its place")
	if _, err := shown("startup-contest"); err == nil || !strings.Contains(err.Error(), "board.json can't be read") {
		t.Errorf("a board that can't be read: %v", err)
	}
	yaml, err := os.ReadFile(filepath.Join(dir, "scenes/startup-contest/scene.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "reports")); err != nil {
		t.Fatal(err)
	}
	write("scenes/startup-contest/scene.yaml", strings.Replace(string(yaml), "brand_prefix: contest-", "brand_prefix: contest-\n  redact_review: true", 1))
	if s, err := shown("startup-contest"); err != nil || !s.Brands {
		t.Errorf("a redacted scene: %+v, %v", s, err)
	}
	write("scenes/startup-contest/scene.yaml", strings.Replace(string(yaml), "public: true", "public: false", 1))
	if _, err := shown("startup-contest"); !errors.Is(err, audience.ErrNotShown) {
		t.Errorf("a board that is not public: %v", err)
	}
	write("scenes/startup-contest/scene.yaml", "slug: [")
	if _, err := shown("startup-contest"); !errors.Is(err, audience.ErrNotShown) {
		t.Errorf("a scene that is broken: %v", err)
	}
}
