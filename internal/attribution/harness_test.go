package attribution_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/evidence"
	"judgement/internal/pipeline"
)

// world is a workspace with a clock.
type world struct {
	t   testing.TB
	dir string
	now time.Time
	st  *casefile.Folder
	*attribution.Checker
}

func newWorld(t testing.TB, dir string, opts ...casefile.FolderOption) *world {
	t.Helper()
	st, err := casefile.OpenFolder(dir, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	w := &world{t: t, dir: dir, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), st: st}
	w.Checker = &attribution.Checker{Storage: st, Files: os.DirFS(dir), Records: pipeline.Records(), Now: func() time.Time { return w.now }, Zone: time.UTC, Workers: 2}
	return w
}

// day sets the clock to noon of a day.
func (w *world) day(s string) {
	w.t.Helper()
	d, err := time.Parse(time.DateOnly, s)
	if err != nil {
		w.t.Fatal(err)
	}
	w.now = d.Add(12 * time.Hour)
}

const document = "Sales reached 120 units in March. The plan is to reach 200 units by June.\n"

// plan gives ann a name; bo has none.
const plan = `{"panel":{"judges":[{"slug":"ann","display_name_cn":"Sales lead"}]}}`

// publish makes a case with a complete version.
func (w *world) publish(brand string) *casefile.Case {
	w.t.Helper()
	c, err := casefile.New(w.st, w.Now).Open(w.t.Context(), casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: brand})
	if err != nil {
		w.t.Fatal(err)
	}
	v, err := c.Begin(w.t.Context(), casefile.Plan{Key: "k", JSON: []byte(plan), Document: []byte(document)})
	if err != nil {
		w.t.Fatal(err)
	}
	defer v.Close()
	err = v.Publish(w.t.Context(), casefile.Publication{
		Date: "2026-03-01", VersionMD: []byte("# Report\n"), Reports: []casefile.File{{Name: "report.md", Data: []byte("# Report\n")}},
		Files: []casefile.File{{Name: "verdicts.json", Data: verdicts(w.t)}},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

// verdicts cites the document: an exact quote, one in normal form, one with a
// gap, one that was never found.
func verdicts(t testing.TB) []byte {
	t.Helper()
	index := evidence.New(document)
	cite := func(want evidence.Status, quote string) evidence.Citation {
		c := index.Verify(quote)
		if c.Status != want {
			t.Fatalf("%q is %s, want %s", quote, c.Status, want)
		}
		return c
	}
	data, err := json.Marshal([]any{map[string]any{
		"judge": "ann",
		"cells": []any{map[string]any{"lens": "l", "max": 10, "score": 7, "citations": []any{
			cite(evidence.Exact, "Sales reached 120 units in March."),
			cite(evidence.Normalised, "sales  reached 120 units in March"),
		}}},
		"must_fix": []any{map[string]any{"text": "x", "citations": []any{
			cite(evidence.Ellipsis, "Sales reached 120 units in March. … The plan is to reach 200 units by June."),
			cite(evidence.NotFound, "nobody ever said such a thing"),
		}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// draft adds drafts to a case: one a person decides, one a file decides.
func (w *world) draft(c *casefile.Case) {
	w.t.Helper()
	due := w.now.AddDate(0, 0, 30).Format(time.DateOnly)
	forecasts := func(p ...float64) []casefile.Forecast {
		var out []casefile.Forecast
		for i, x := range p {
			out = append(out, casefile.Forecast{Judge: []string{"ann", "bo"}[i], SkillSHA256: "ab", Model: "m", P: x})
		}
		return out
	}
	err := c.Update(w.t.Context(), func(i *casefile.Info) error {
		i.Checkpoints = append(i.Checkpoints,
			casefile.Checkpoint{
				ID: "v1-1", Question: "Does a second shop open?", Kind: casefile.Binary, Source: casefile.Source{Type: "manual"},
				HorizonDays: 30, Due: due, GraceDays: 7, Draft: true, Version: 1, Forecasts: forecasts(0.9, 0.2),
			},
			casefile.Checkpoint{
				ID: "v1-2", Question: "Do sales reach 200 units?", Kind: casefile.Numeric, Rule: casefile.Rule{Op: ">=", Value: "200"},
				Source:      casefile.Source{Type: "file", Path: "data/sales.csv", Column: "units", Row: "2026-06"},
				HorizonDays: 30, Due: due, GraceDays: 7, Draft: true, Version: 1, Forecasts: forecasts(0.7, 0.5),
			})
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// accepted makes a case whose drafts are accepted.
func (w *world) accepted(brand string) *casefile.Case {
	w.t.Helper()
	c := w.publish(brand)
	w.draft(c)
	if _, err := w.Accept(w.t.Context(), c.ID, nil); err != nil {
		w.t.Fatal(err)
	}
	return c
}

func (w *world) write(name, data string) {
	w.t.Helper()
	path := filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	_ = os.Remove(path)
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func (w *world) run(o attribution.Options) attribution.Summary {
	w.t.Helper()
	sum, err := w.Run(w.t.Context(), o)
	if err != nil {
		w.t.Fatal(err)
	}
	total := 0
	for _, n := range sum.ByStatus {
		total += n
	}
	if total != sum.TotalChecked {
		w.t.Errorf("statuses sum to %d, total_checked is %d", total, sum.TotalChecked)
	}
	return sum
}

// status runs dry and returns the only case's status and reason.
func (w *world) status() (attribution.Status, string) {
	w.t.Helper()
	sum := w.run(attribution.Options{DryRun: true})
	if len(sum.Cases) != 1 {
		w.t.Fatalf("%d cases", len(sum.Cases))
	}
	return sum.Cases[0].Status, sum.Cases[0].Reason
}

// tree returns all files below dir with mode and content, receipts left out
// where asked.
func tree(t testing.TB, dir string, receipts bool) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if strings.HasPrefix(name, "cases/.attribution/receipts/") && !receipts {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		out[name] = fmt.Sprint(info.Mode(), " ", string(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// reseal changes the first checkpoint of the first case as somebody would who
// knows how the lock is made.
func reseal(w *world, change func(*casefile.Checkpoint)) {
	w.t.Helper()
	c, _, err := casefile.New(w.st, w.Now).Load(w.t.Context(), "C-2026-0001")
	if err != nil {
		w.t.Fatal(err)
	}
	err = c.Update(w.t.Context(), func(i *casefile.Info) error {
		cp := &i.Checkpoints[0]
		change(cp)
		cp.LockSHA256 = cp.Seal(i.ID)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// rehash puts the hash of a changed file of version 1 into version.json, and the
// hash of this into case.yaml, as somebody who covers everything up does.
func rehash(w *world, old, changed string) {
	w.t.Helper()
	const dir = "cases/C-2026-0001/"
	was := w.read(dir + "v1/version.json")
	now := strings.Replace(was, sha(old), sha(changed), 1)
	if now == was || !strings.Contains(w.read(dir+"case.yaml"), sha(was)) {
		w.t.Fatalf("no hash to replace")
	}
	w.write(dir+"v1/version.json", now)
	w.write(dir+"case.yaml", strings.Replace(w.read(dir+"case.yaml"), sha(was), sha(now), 1))
}

// withoutFile is version.json of the first case with one file less.
func withoutFile(w *world, name string) string {
	w.t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(w.read("cases/C-2026-0001/v1/version.json")), &m); err != nil {
		w.t.Fatal(err)
	}
	var kept []any
	for _, f := range m["files"].([]any) {
		if f.(map[string]any)["name"] != name {
			kept = append(kept, f)
		}
	}
	m["files"] = kept
	data, err := json.Marshal(m)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}
