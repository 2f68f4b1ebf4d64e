package attribution_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/faulttest"
)

// TestBadCases: each broken case is an error with its reason, and the healthy
// one beside it is checked.
func TestBadCases(t *testing.T) {
	const dir = "cases/C-2026-0001/"
	edit := func(name, old, new string) func(*world) {
		return func(w *world) {
			text := w.read(name)
			if !strings.Contains(text, old) {
				w.t.Fatalf("%s has no %q:\n%s", name, old, text)
			}
			w.write(name, strings.Replace(text, old, new, 1))
		}
	}
	must := func(w *world, err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	resolved := func(w *world) {
		_, err := w.Resolve(w.t.Context(), "C-2026-0001", "v1-1", attribution.Resolution{State: attribution.IsConfirmed, Source: "a letter"})
		must(w, err)
	}
	for _, tt := range []struct {
		name, reason string
		spoil        func(w *world)
		evidence     bool
	}{
		{"empty case.yaml", "case.yaml: the file is empty", func(w *world) { w.write(dir+"case.yaml", "") }, false},
		{"torn case.yaml", "case.yaml", func(w *world) { w.write(dir+"case.yaml", w.read(dir + "case.yaml")[:300]) }, false},
		{"no case.yaml", "case.yaml is missing", func(w *world) { must(w, os.Remove(filepath.Join(w.dir, dir, "case.yaml"))) }, true},
		{"giant case.yaml", "the file is too big", func(w *world) { must(w, os.Truncate(filepath.Join(w.dir, dir, "case.yaml"), 3<<30)) }, false},
		{"case.yaml is a pipe", "no regular file", func(w *world) {
			must(w, os.Remove(filepath.Join(w.dir, dir, "case.yaml")))
			faulttest.Pipe(w.t, filepath.Join(w.dir, dir, "case.yaml"))
		}, false},
		{"case.yaml is a folder", "no regular file", func(w *world) {
			must(w, os.Remove(filepath.Join(w.dir, dir, "case.yaml")))
			must(w, os.Mkdir(filepath.Join(w.dir, dir, "case.yaml"), 0o755))
		}, false},
		{"another case's id", "rename one of them", edit(dir+"case.yaml", "id: C-2026-0001", "id: C-2026-0007"), false},
		{"due before creation", "is before the case was created", edit(dir+"case.yaml", `due: "2026-03-31"`, `due: "2026-02-27"`), false},
		{"probability above 1", "must be from 0 to 1", edit(dir+"case.yaml", "p: 0.9", "p: 1.9"), false},
		{"forecast changed after it was accepted", "v1-1 was changed after it was accepted", edit(dir+"case.yaml", "p: 0.9", "p: 0.1"), false},
		{"question changed after it was accepted", "was changed after it was accepted", edit(dir+"case.yaml", "a second shop", "any shop"), false},
		{"lock of another case", "was changed after it was accepted", func(w *world) {
			edit(dir+"case.yaml", "accepted_at: 2026-03-01T12:00:00Z", "accepted_at: 2026-03-01T12:00:01Z")(w)
		}, false},
		{"accepted after due", "was accepted after its due date", func(w *world) {
			reseal(w, func(cp *casefile.Checkpoint) { cp.AcceptedAt = time.Date(2026, 4, 2, 0, 0, 0, 0, time.UTC) })
		}, false},
		{"forecasts locked after the outcome", "its forecasts were locked after this outcome", func(w *world) {
			resolved(w)
			reseal(w, func(cp *casefile.Checkpoint) { cp.AcceptedAt = cp.AcceptedAt.AddDate(0, 0, 20) })
		}, false},
		{"outcome changed", "the line before it was changed", func(w *world) {
			resolved(w)
			_, err := w.Undo(w.t.Context(), "C-2026-0001", "v1-1", "")
			must(w, err)
			edit(dir+"outcomes.jsonl", "a letter", "a rumour")(w)
		}, false},
		{"outcome of no checkpoint", `no checkpoint "v1-1"`, func(w *world) {
			resolved(w)
			edit(dir+"case.yaml", "id: v1-1", "id: v1-9")(w)
		}, false},
		{"outcomes.jsonl is no JSON", "outcomes.jsonl:1:", func(w *world) { w.write(dir+"outcomes.jsonl", "hello\n") }, false},
		{"giant outcomes.jsonl", "the file is too big", func(w *world) {
			w.write(dir+"outcomes.jsonl", "")
			must(w, os.Truncate(filepath.Join(w.dir, dir, "outcomes.jsonl"), 3<<30))
		}, false},
		{"document changed", "v1/document.txt was changed after it was published", edit(dir+"v1/document.txt", "120", "190"), true},
		{"verdicts changed", "v1/verdicts.json was changed", edit(dir+"v1/verdicts.json", "7", "9"), true},
		{"snapshot changed", "versions/v1_2026-03-01.md was changed", edit("reports/demo-acme/versions/v1_2026-03-01.md", "Report", "Retort"), true},
		{"report changed", "reports/demo-acme/report.md was changed after it was published: render it again", edit("reports/demo-acme/report.md", "Report", "Retort"), true},
		{"report gone", "reports/demo-acme/report.md is missing", func(w *world) { must(w, os.Remove(filepath.Join(w.dir, "reports/demo-acme/report.md"))) }, true},
		{"report of an earlier release changed", "reports/demo-acme/report.md was changed after it was published", func(w *world) {
			edit("reports/demo-acme/report.md", "Report", "Retort")(w)
			head, _, _ := strings.Cut(w.read(dir+"v1/version.json"), ",\n  \"reports\"")
			w.write(dir+"v1/version.json", head+"\n}\n")
		}, true},
		{"version.json gone", "version 1 of case C-2026-0001 is not complete", func(w *world) { must(w, os.Remove(filepath.Join(w.dir, dir, "v1/version.json"))) }, true},
		{"reply added", "was added after it was published", func(w *world) { w.write(dir+"v1/replies/x.json", "{}") }, true},
		{"document changed with its hash", `the quote "Sales reached 120 units in March." is no longer at`, func(w *world) {
			old := w.read(dir + "v1/document.txt")
			changed := strings.Replace(old, "120", "190", 1)
			w.write(dir+"v1/document.txt", changed)
			rehash(w, old, changed)
		}, true},
		{"folder is a link out of the workspace", "C-2026-0001", func(w *world) {
			out := w.t.TempDir()
			must(w, os.CopyFS(filepath.Join(out, "x"), os.DirFS(filepath.Join(w.dir, dir))))
			must(w, os.RemoveAll(filepath.Join(w.dir, dir)))
			must(w, os.Symlink(filepath.Join(out, "x"), filepath.Join(w.dir, "cases/C-2026-0001")))
		}, false},
		{"another case's report folder", "reports/demo-zeta belongs to case C-2026-0002", func(w *world) {
			edit(dir+"case.yaml", "brand: acme", "brand: zeta")(w)
			edit(dir+"case.yaml", "report_folder: demo-acme", "report_folder: demo-zeta")(w)
		}, true},
		{"a file with a case's name", "C-2026-0001", func(w *world) {
			must(w, os.RemoveAll(filepath.Join(w.dir, dir)))
			w.write("cases/C-2026-0001", "hello")
		}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			w.accepted("acme")
			w.accepted("zeta")
			tt.spoil(w)
			for _, dry := range []bool{true, false} {
				sum := w.run(attribution.Options{DryRun: dry})
				if len(sum.Cases) != 2 || sum.Cases[0].Status != attribution.Error || sum.Cases[1].Status != attribution.Pending {
					t.Fatalf("dry %v:\n%s", dry, sum.RawOutput)
				}
				if got := sum.Cases[0].Reason; !strings.Contains(got, tt.reason) || strings.Contains(got, "\n") {
					t.Errorf("dry %v: reason %q, want one with %q", dry, got, tt.reason)
				}
				if (sum.EvidenceBroken == 1) != tt.evidence {
					t.Errorf("dry %v: evidence broken: %d", dry, sum.EvidenceBroken)
				}
			}
			if one := w.run(attribution.Options{DryRun: true, Case: "C-2026-0001"}); one.ByStatus.Of(attribution.Error) != 1 {
				t.Errorf("by id: %s", one.RawOutput)
			}
		})
	}
}

// TestNothingIsTakenBack: what a real run has seen of a case can't be undone
// behind its back, even where every file agrees with every other.
func TestNothingIsTakenBack(t *testing.T) {
	const dir = "cases/C-2026-0001/"
	for _, tt := range []struct {
		name, reason string
		spoil        func(w *world)
	}{
		{"the last outcome removed", "outcomes.jsonl has 1 whole lines and had 2", func(w *world) {
			first, _, _ := strings.Cut(w.read(dir+"outcomes.jsonl"), "\n")
			w.write(dir+"outcomes.jsonl", first+"\n")
		}},
		{"all outcomes removed", "outcomes.jsonl has 0 whole lines and had 2", func(w *world) {
			if err := os.Remove(filepath.Join(w.dir, dir, "outcomes.jsonl")); err != nil {
				w.t.Fatal(err)
			}
		}},
		{"the last outcome changed", "line 2 or one before it was changed", func(w *world) {
			w.write(dir+"outcomes.jsonl", strings.Replace(w.read(dir+"outcomes.jsonl"), "misread", "mistake", 1))
		}},
		{"a file taken out of version.json", "v1/verdicts.json was added after it was published", func(w *world) {
			w.write(dir+"v1/version.json", withoutFile(w, "verdicts.json"))
		}},
		{"a file removed with its entry", "v1/version.json was changed", func(w *world) {
			w.write(dir+"v1/version.json", withoutFile(w, "verdicts.json"))
			if err := os.Remove(filepath.Join(w.dir, dir, "v1/verdicts.json")); err != nil {
				w.t.Fatal(err)
			}
		}},
		{"version.json written again", "v1/version.json was changed", func(w *world) {
			old, changed := w.read(dir+"v1/document.txt"), w.read(dir+"v1/document.txt")+"One line more.\n"
			w.write(dir+"v1/document.txt", changed)
			w.write(dir+"v1/version.json", strings.Replace(w.read(dir+"v1/version.json"), sha(old), sha(changed), 1))
		}},
		{"back to an earlier version", "latest_version is 0 and was 1", func(w *world) {
			w.write(dir+"case.yaml", strings.Replace(w.read(dir+"case.yaml"), "latest_version: 1", "latest_version: 0", 1))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, t.TempDir())
			c := w.accepted("acme")
			w.day("2026-04-01")
			if _, err := w.Resolve(t.Context(), c.ID, "v1-1", attribution.Resolution{State: attribution.IsConfirmed, Source: "a letter"}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Undo(t.Context(), c.ID, "v1-1", "misread"); err != nil {
				t.Fatal(err)
			}
			if sum := w.run(attribution.Options{}); sum.Cases[0].Status != attribution.Due {
				t.Fatalf("%s", sum.RawOutput)
			}
			tt.spoil(w)
			before := tree(t, w.dir, false)
			for _, dry := range []bool{true, false} {
				sum := w.run(attribution.Options{DryRun: dry})
				if got := sum.Cases[0]; got.Status != attribution.Error || !strings.Contains(got.Reason, tt.reason) {
					t.Errorf("dry %v: %s: %s", dry, got.Status, got.Reason)
				}
			}
			if after := tree(t, w.dir, false); after[dir+"attribution.json"] != before[dir+"attribution.json"] {
				t.Error("attribution.json forgot what it had seen")
			}
		})
	}
}

// TestDamagedAttributionFile: attribution.json follows from the other files, and
// is written again where it is damaged.
func TestDamagedAttributionFile(t *testing.T) {
	for _, damage := range []string{"", "{", `{"outcomes":-1}`, `{"outcomes":2,"outcomes_sha256":""}`, `[]`} {
		w := newWorld(t, t.TempDir())
		w.accepted("acme")
		w.run(attribution.Options{})
		want := w.read("cases/C-2026-0001/attribution.json")
		w.write("cases/C-2026-0001/attribution.json", damage)
		if sum := w.run(attribution.Options{DryRun: true}); sum.Cases[0].Status != attribution.Pending || !strings.Contains(sum.RawOutput, "attribution.json is damaged") {
			t.Errorf("%q:\n%s", damage, sum.RawOutput)
		}
		if w.run(attribution.Options{}); w.read("cases/C-2026-0001/attribution.json") != want {
			t.Errorf("%q: not written again", damage)
		}
	}
}

// TestWhileItIsPublished: a version that somebody publishes at this moment is no
// error; the same files without a publisher are.
func TestWhileItIsPublished(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.accepted("acme")
	w.run(attribution.Options{})
	v, err := c.Begin(t.Context(), casefile.Plan{Key: "k2", JSON: []byte(`{}`), Document: []byte(document)})
	if err != nil {
		t.Fatal(err)
	}
	name := "cases/C-2026-0001/case.yaml"
	w.write(name, strings.Replace(w.read(name), "latest_version: 1", "latest_version: 2", 1))
	before := w.read("cases/C-2026-0001/attribution.json")
	for _, dry := range []bool{true, false} {
		sum := w.run(attribution.Options{DryRun: dry})
		if sum.Cases[0].Status != attribution.Pending || !strings.Contains(sum.RawOutput, "version 2 is being published") {
			t.Errorf("dry %v:\n%s", dry, sum.RawOutput)
		}
	}
	if w.read("cases/C-2026-0001/attribution.json") != before {
		t.Error("attribution.json changed")
	}
	v.Close()
	if sum := w.run(attribution.Options{DryRun: true}); !strings.Contains(sum.Cases[0].Reason, "version 2 of case C-2026-0001 is not complete: run its review again") {
		t.Errorf("%s", sum.RawOutput)
	}
}

// TestDamagedEarlierVerdicts: versions before the latest are held to their hashes
// too.
func TestDamagedEarlierVerdicts(t *testing.T) {
	w := newWorld(t, t.TempDir())
	w.accepted("acme")
	w.publish("acme")
	const name = "cases/C-2026-0001/v1/verdicts.json"
	if _, err := w.Resolve(t.Context(), "C-2026-0001", "v1-1", attribution.Resolution{State: attribution.IsConfirmed, Source: "a letter"}); err != nil {
		t.Fatal(err)
	}
	w.day("2026-04-20")
	if sum := w.run(attribution.Options{}); sum.ByStatus.Of(attribution.Error) != 0 {
		t.Fatalf("before the damage:\n%s", sum.RawOutput)
	}
	whole := w.read(name)
	w.write(name, strings.Replace(whole, `"lens":"l"`, `"lens":"l`+"\n"+`"`, 1))
	sum := w.run(attribution.Options{})
	if got := sum.Cases[0].Reason; sum.Cases[0].Status != attribution.Error || !strings.Contains(got, name+" was changed after it was published") {
		t.Errorf("%s: %s", sum.Cases[0].Status, got)
	}
	w.write(name, whole)
	if sum := w.run(attribution.Options{}); sum.ByStatus.Of(attribution.Error) != 0 {
		t.Errorf("after the fix:\n%s", sum.RawOutput)
	}
}
