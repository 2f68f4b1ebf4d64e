package casefile_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"judgement/internal/casefile"
)

// decks may be edited in the report folders of meetings.
var decks = casefile.Editable{"meeting.json": "meeting-summary."}

// TestCheckReports: each file of the report folder is compared with what was
// published, except the deck, which people may edit, and what other commands write.
func TestCheckReports(t *testing.T) {
	// later is a version that was begun after the published one; a nil Close
	// leaves it running.
	later := func(runs bool, files ...string) func(t *testing.T, v *casefile.Version, dir string) {
		return func(t *testing.T, v *casefile.Version, dir string) {
			p := plan("later")
			p.Date = "2026-03-01"
			next, err := v.Case().Begin(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			if runs {
				t.Cleanup(next.Close)
			} else {
				next.Close()
			}
			for _, f := range files {
				name, text, _ := strings.Cut(f, "=")
				overwrite(t, filepath.Join(dir, name), []byte(text))
			}
		}
	}
	write := func(name, text string) func(t *testing.T, v *casefile.Version, dir string) {
		return func(t *testing.T, _ *casefile.Version, dir string) {
			t.Helper()
			overwrite(t, filepath.Join(dir, name), []byte(text))
		}
	}
	const snapshot = "versions/v2_2026-03-01"
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, v *casefile.Version, dir string)
		want  []string // words of each line; none: nothing is found
	}{
		{"untouched", func(*testing.T, *casefile.Version, string) {}, nil},
		{"judge's page changed", write("reviews/ann.md", "By bo"), []string{"reviews/ann.md was changed after it was published: render it again"}},
		{"panel changed", write("panel.yaml", "judges: [x]\n"), []string{"panel.yaml was changed"}},
		{"deck edited", write("meeting-summary.md", "edited"), nil},
		{"deck in a review", func(t *testing.T, v *casefile.Version, dir string) {
			next, err := v.Case().Begin(t.Context(), plan("later"))
			if err != nil {
				t.Fatal(err)
			}
			defer next.Close()
			if err := finish(t.Context(), next, "ann"); err != nil {
				t.Fatal(err)
			}
			overwrite(t, filepath.Join(dir, "meeting-summary.md"), []byte("deck"))
		}, []string{"meeting-summary.md was added after it was published: remove it"}},
		{"page of checkpoints", func(t *testing.T, v *casefile.Version, dir string) {
			if err := v.Case().AddDrafts(t.Context(), []casefile.Checkpoint{{ID: "q1", Question: "Does it?", Kind: casefile.Binary, Source: casefile.Source{Type: "manual"}, HorizonDays: 30, Due: "2099-03-31", Draft: true}}); err != nil {
				t.Fatal(err)
			}
			overwrite(t, filepath.Join(dir, "checkpoints.md"), []byte("# Checkpoints\n"))
		}, nil},
		{"page of no checkpoints", write("checkpoints.html", "<p>"), []string{"checkpoints.html was added after it was published: remove it"}},
		{"name with a dot", write(".notes", "mine"), []string{".notes was added after it was published: remove it"}},
		{"file added", write("notes.txt", "mine"), []string{"notes.txt was added after it was published: remove it"}},
		{"judge's page added", write("reviews/bo.md", "By bo"), []string{"reviews/bo.md was added"}},
		{"folder added", func(t *testing.T, _ *casefile.Version, dir string) {
			if err := os.MkdirAll(filepath.Join(dir, "more/deep"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, []string{"more was added"}},
		{"snapshot without a version", write(snapshot+".md", "# Report of version 2\n"), []string{"v2_2026-03-01.md was added"}},
		{"next version runs", later(true, "report.md=new", "reviews/bo.md=new", snapshot+".md=new"), nil},
		{"next version was killed", later(false, "report.md=new", snapshot+".md=new"), nil},
		{
			"next version was killed, report forged", later(false, "report.md=forged", snapshot+".md=new"),
			[]string{"report.md was changed", "version 2 was interrupted"},
		},
		{"next version was killed, other report forged", later(false, "report.html=forged", "report.md=new", snapshot+".md=new"), []string{"report.html was changed"}},
		{"next version was killed, judge's page", later(false, "reviews/ann.md=new", snapshot+".md=new"), []string{"reviews/ann.md was changed"}},
		{"next version was killed before it published", later(false, "report.md=forged"), []string{"report.md was changed"}},
		{"snapshot of another day", later(false, "versions/v2_2026-03-02.md=forged"), []string{"v2_2026-03-02.md was added"}},
		{"snapshot for an empty folder", func(t *testing.T, v *casefile.Version, dir string) {
			later(false, "report.md=forged", snapshot+".md=forged")(t, v, dir)
			if err := os.Remove(filepath.Join(dir, "../../cases/C-2026-0001/v2/plan.json")); err != nil {
				t.Fatal(err)
			}
		}, []string{"report.md was changed", "v2_2026-03-01.md was added"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, own := begun(t)
			if err := v.Publish(t.Context(), casefile.Publication{
				Date: "2026-03-01", Editable: decks, VersionMD: []byte("# Report\n"), Files: []casefile.File{{Name: "meeting.json", Data: []byte("{}\n")}},
				Reports: []casefile.File{
					{Name: "report.md", Data: []byte("# Report\n")},
					{Name: "report.html", Data: []byte("<p>")},
					{Name: "panel.yaml", Data: []byte("judges: []\n")},
					{Name: "reviews/ann.md", Data: []byte("By ann")},
					{Name: "meeting-summary.md", Data: []byte("deck")},
				},
			}); err != nil {
				t.Fatal(err)
			}
			tt.spoil(t, v, filepath.Join(own, "../../../reports/acme"))
			_, err := v.Case().Check(t.Context(), info(t, v.Case()), decks)
			if (err == nil) != (tt.want == nil) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			for _, words := range tt.want {
				if err != nil && !strings.Contains(err.Error(), words) {
					t.Errorf("got %v, want %q", err, words)
				}
			}
		})
	}
}

// TestAddedToTheCase: the case's own folder holds what the program writes there, and
// nothing else.
func TestAddedToTheCase(t *testing.T) {
	for name, want := range map[string]bool{ // whether it is found
		"extra.txt": true, "v2": true, "v01/version.json": true, "v1.bak/plan.json": true, "more/": true, "case.yaml~": true,
		"v9/notes.txt": true, "v9/replies/": false, "v9/": false, // a pruned version may leave empty folders
		"outcomes.jsonl": false, "attribution.json": false, "followups/q1.json": false, "failures/q1-1.json": false, ".notes": true,
		"outcomes.jsonl/": true, "failures": true,
		".new-notes.md": true, ".new-ABCDEFGHIJKLMNOPQRSTUVWXYZ": false, ".new-ABCDEFGHIJKLMNOPQRSTUVWXYZ/": true, // only files being written are left alone
	} {
		dir := t.TempDir()
		v, err := review(t.Context(), open(t, dir), "acme", "k")
		if err != nil {
			t.Fatal(err)
		}
		full := filepath.Join(dir, "cases", v.Case().ID, name)
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(full, 0o755)
		} else if err = os.MkdirAll(filepath.Dir(full), 0o755); err == nil {
			err = os.WriteFile(full, []byte("x"), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.Case().Check(t.Context(), info(t, v.Case()), nil)
		top, _, _ := strings.Cut(name, "/")
		if found := err != nil && strings.Contains(err.Error(), "cases/C-2026-0001/"+top+" ") && strings.Contains(err.Error(), "remove it"); found != want || (err != nil) != want {
			t.Errorf("%s: %v, want that it is found: %v", name, err, want)
		}
	}
}

// TestOwnerOfTheFolder: case.yaml and the report folder's .case.json name one case.
func TestOwnerOfTheFolder(t *testing.T) {
	for what, tt := range map[string]struct{ name, old, text, want string }{
		"scene":   {"cases/C-2026-0001/case.yaml", "scene: demo", "scene: other", `scene is "other"`},
		"created": {"cases/C-2026-0001/case.yaml", "created_at: 2026-03-01", "created_at: 2026-02-28", `created_at is "2026-02-28`},
		"brand":   {"cases/C-2026-0001/case.yaml", "brand: acme", "brand: cme", `brand is "cme"`},
		"owner":   {"reports/demo-acme/.case.json", `"scene":"demo"`, `"scene":"other"`, `scene is "demo"`},
		"id":      {"reports/demo-acme/.case.json", "C-2026-0001", "C-2026-0002", "belongs to case C-2026-0002"},
		"damaged": {"reports/demo-acme/.case.json", "{", "", ".case.json is damaged"},
		"missing": {"reports/demo-acme/.case.json", "", "", ".case.json is missing"},
	} {
		dir := t.TempDir()
		v, err := review(t.Context(), open(t, dir), "acme", "k")
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(dir, tt.name)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if overwrite(t, name, []byte(strings.Replace(string(data), tt.old, tt.text, 1))); tt.old == "" {
			err = os.Remove(name)
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err = v.Case().Check(t.Context(), info(t, v.Case()), nil); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", what, err, tt.want)
		}
	}
}

// TestCreatedAt: created_at is held to what the versions recorded, also if it is
// changed alike in both files that have it.
func TestCreatedAt(t *testing.T) {
	for _, day := range []string{"2026-02-28", "2026-03-02"} {
		dir := t.TempDir()
		v, err := review(t.Context(), open(t, dir), "acme", "k")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"cases/C-2026-0001/case.yaml", "reports/demo-acme/.case.json"} {
			full := filepath.Join(dir, name)
			data, err := os.ReadFile(full)
			if err != nil {
				t.Fatal(err)
			}
			overwrite(t, full, regexp.MustCompile(`(created_at"?: ?"?)2026-03-01`).ReplaceAll(data, []byte("${1}"+day)))
		}
		if _, err = v.Case().Check(t.Context(), info(t, v.Case()), nil); err == nil || !strings.Contains(err.Error(), "case.yaml: created_at is not what version 1 recorded") {
			t.Errorf("created at %s: %v", day, err)
		}
	}
}

// TestDeletedVersion: a version that is gone is to be restored, and nobody is asked
// to remove its snapshots.
func TestDeletedVersion(t *testing.T) {
	for _, recorded := range []bool{true, false} {
		dir := t.TempDir()
		st := open(t, dir)
		var c *casefile.Case
		for range 2 {
			v, err := review(t.Context(), st, "acme", "k")
			if err != nil {
				t.Fatal(err)
			}
			c = v.Case()
		}
		if !recorded {
			name := filepath.Join(dir, "cases", c.ID, "case.yaml")
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := regexp.MustCompile(`(?m)^ +- version: 1\n.*\n`).ReplaceAllString(string(data), "")
			overwrite(t, name, []byte(text))
		}
		if err := os.RemoveAll(filepath.Join(dir, "cases", c.ID, "v1")); err != nil {
			t.Fatal(err)
		}
		_, err := c.Check(t.Context(), info(t, c), nil)
		if err == nil || !strings.Contains(err.Error(), "cases/C-2026-0001/v1") || !strings.Contains(err.Error(), "from a backup") || strings.Contains(err.Error(), "run its review again") {
			t.Errorf("recorded %v: %v", recorded, err)
		}
	}
}

// TestLeftoversOfTheRun: a reply that was moved aside is part of the version, and
// what an interrupted publication left in the version's folder is not.
func TestLeftoversOfTheRun(t *testing.T) {
	v, own := begun(t)
	if err := v.Ledger().Put(t.Context(), record("ann", 0)); err != nil {
		t.Fatal(err)
	}
	replies, err := filepath.Glob(filepath.Join(own, "replies/*.json"))
	if err != nil || len(replies) != 1 {
		t.Fatal(replies, err)
	}
	overwrite(t, replies[0], []byte("torn"))
	overwrite(t, filepath.Join(own, "old.json"), []byte("of an interrupted publication"))
	if err := finish(t.Context(), v, "ann"); err != nil {
		t.Fatal(err)
	}
	check := func() error {
		_, err := v.Case().Check(t.Context(), info(t, v.Case()), nil)
		return err
	}
	if err := check(); err != nil {
		t.Error(err)
	}
	aside, err := filepath.Glob(filepath.Join(own, "replies/*.bad-*"))
	if err != nil || len(aside) != 1 {
		t.Fatal(aside, err)
	}
	overwrite(t, aside[0], []byte("changed"))
	if err := check(); err == nil || !strings.Contains(err.Error(), filepath.Base(aside[0])+" was changed") {
		t.Errorf("a changed reply that was moved aside: %v", err)
	}
}
