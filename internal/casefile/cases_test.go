package casefile_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return day }

func key(judge string, repeat int) jury.Key {
	return jury.Key{Judge: judge, SkillSHA256: "s", PromptSHA256: "p", Repeat: repeat}
}

func record(judge string, repeat int) jury.Record {
	return jury.Record{Schema: 1, Key: key(judge, repeat), At: day, Model: "m", Usage: llm.Usage{}, Text: "reply of " + judge}
}

// review is a whole run: one brand, one version, some judges.
func review(ctx context.Context, st casefile.Storage, brand, planKey string) (*casefile.Version, error) {
	c, err := casefile.New(st, clock).Open(ctx, casefile.Ref{Scene: "demo", BrandPrefix: "demo-", Brand: brand})
	if err != nil {
		return nil, err
	}
	v, err := c.Begin(ctx, plan(planKey))
	if err != nil {
		return nil, err
	}
	defer v.Close()
	return v, finish(ctx, v, "ann", "ben")
}

func plan(key string) casefile.Plan {
	return casefile.Plan{Key: key, JSON: []byte(`{"judges": 2}`), Document: []byte("The text."), DocumentJSON: []byte("{}\n")}
}

func finish(ctx context.Context, v *casefile.Version, judges ...string) error {
	l := v.Ledger()
	reports := []casefile.File{
		{Name: "report.md", Data: fmt.Appendf(nil, "# Report of version %d\n", v.Number)},
		{Name: "panel.yaml", Data: []byte("judges: []\n")},
	}
	for _, j := range judges {
		if _, ok, err := l.Get(ctx, key(j, 0)); err != nil {
			return err
		} else if !ok {
			if err := l.Put(ctx, record(j, 0)); err != nil {
				return err
			}
		}
		reports = append(reports, casefile.File{Name: "reviews/" + j + ".md", Data: []byte("By " + j)})
	}
	return v.Publish(ctx, casefile.Publication{
		Date:      v.StartedAt.Format(time.DateOnly),
		Files:     []casefile.File{{Name: "verdicts.json", Data: []byte("[]\n")}, {Name: "result.json", Data: []byte("{}\n")}},
		VersionMD: fmt.Appendf(nil, "# Report of version %d\n", v.Number),
		Reports:   reports,
	})
}

// tree reads a folder: names to modes and contents. Lock files are left out.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == ".lock" {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		out[rel] = fmt.Sprintf("%v %s", info.Mode(), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestReview(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	v, err := review(t.Context(), st, "acme", "k1")
	if err != nil {
		t.Fatal(err)
	}
	if v.Number != 1 || v.Resumed {
		t.Errorf("first version is %d, resumed %v", v.Number, v.Resumed)
	}
	got := tree(t, dir)
	for name, want := range map[string]string{
		"cases/C-2026-0001/v1/plan.json":              `-r--r--r-- {"schema":1,"key":"k1","started_at":"2026-03-01T12:00:00Z","plan":{"judges":2}}` + "\n",
		"cases/C-2026-0001/v1/document.txt":           "-rw-r--r-- The text.",
		"reports/demo-acme/report.md":                 "-rw-r--r-- # Report of version 1\n",
		"reports/demo-acme/reviews/ann.md":            "-rw-r--r-- By ann",
		"reports/demo-acme/versions/v1_2026-03-01.md": "-r--r--r-- # Report of version 1\n",
		"reports/demo-acme/.case.json":                `-rw-r--r-- {"schema":1,"id":"C-2026-0001","scene":"demo","brand":"acme","latest_version":1,"created_at":"2026-03-01T12:00:00Z"}` + "\n",
		"cases/C-2026-0001/case.yaml": `-rw-r--r-- schema: 1
id: C-2026-0001
scene: demo
brand: acme
report_folder: demo-acme
created_at: 2026-03-01T12:00:00Z
latest_version: 1
versions:
  - version: 1
    sha256: ` + fmt.Sprintf("%x", sha256.Sum256([]byte(strings.SplitN(got["cases/C-2026-0001/v1/version.json"], " ", 2)[1]))) + `
checkpoints: []
`,
	} {
		if diff := cmp.Diff(want, got[name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if len(got) != 16 {
		t.Errorf("%d files, want 16: %v", len(got), got)
	}
	if err := v.Verify(t.Context()); err != nil {
		t.Errorf("Verify: %v", err)
	}
}

func TestNextVersionDropsStaleReviews(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	if _, err := review(t.Context(), st, "acme", "k1"); err != nil {
		t.Fatal(err)
	}
	c, err := casefile.New(st, clock).Find(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	notes := filepath.Join(dir, "reports/demo-acme/notes.txt")
	if err := os.WriteFile(notes, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := c.Begin(t.Context(), plan("k1"))
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if v.Number != 2 || v.Resumed {
		t.Fatalf("the same command after a complete version: version %d, resumed %v; want 2, false", v.Number, v.Resumed)
	}
	if err := finish(t.Context(), v, "ben"); err != nil {
		t.Fatal(err)
	}
	if err := finish(t.Context(), v, "ben"); err != nil {
		t.Errorf("publish again: %v", err)
	}
	if err := finish(t.Context(), v, "ben", "cid"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("publish other content again: %v, want fs.ErrExist", err)
	}
	got := tree(t, filepath.Join(dir, "reports/demo-acme"))
	if _, ok := got["reviews/ann.md"]; ok {
		t.Error("the review of a judge that is gone is still there")
	}
	if got["notes.txt"] == "" || got["versions/v1_2026-03-01.md"] == "" || got["versions/v2_2026-03-01.md"] == "" {
		t.Errorf("files are missing: %v", got)
	}
}

// TestPlanSaysNoModel: plan.json says what the plan in it says.
func TestPlanSaysNoModel(t *testing.T) {
	c, err := casefile.New(open(t, t.TempDir()), clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	for _, offline := range []bool{true, false} {
		p := plan("k")
		p.JSON, p.Fresh = fmt.Appendf(nil, `{"no_model":%t}`, offline), true
		v, err := c.Begin(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		data, err := v.Read(t.Context(), "plan.json")
		if err != nil || strings.HasPrefix(string(data), `{"schema":1,"no_model":true,`) != offline {
			t.Errorf("%v: %s", err, data)
		}
	}
}

func TestTwoReviewsAtOnce(t *testing.T) {
	dir := t.TempDir()
	st := open(t, dir)
	c, err := casefile.New(st, clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	begin := func() *casefile.Version {
		t.Helper()
		v, err := c.Begin(t.Context(), plan("k"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(v.Close)
		return v
	}
	first, second := begin(), begin()
	if first.Number != 1 || second.Number != 2 {
		t.Fatalf("versions %d and %d, want 1 and 2", first.Number, second.Number)
	}
	if err := finish(t.Context(), second, "ann"); err != nil {
		t.Fatal(err)
	}
	first.Close()
	resumed := begin()
	if resumed.Number != 1 || !resumed.Resumed {
		t.Fatalf("after the first stopped: version %d, resumed %v", resumed.Number, resumed.Resumed)
	}
	if err := finish(t.Context(), resumed, "ben"); err != nil {
		t.Fatal(err)
	}
	got := tree(t, dir)
	if want := "-rw-r--r-- # Report of version 2\n"; got["reports/acme/report.md"] != want {
		t.Errorf("report.md is %q, want that of the higher version", got["reports/acme/report.md"])
	}
	if got["reports/acme/reviews/ben.md"] != "" {
		t.Error("a review of the lower version replaced those of the higher")
	}
	info, err := c.Info(t.Context())
	if err != nil || info.LatestVersion != 2 {
		t.Errorf("latest_version is %d, %v; want 2", info.LatestVersion, err)
	}
	versions, err := c.Versions(t.Context())
	if err != nil || len(versions) != 2 {
		t.Fatalf("versions %v, %v", versions, err)
	}
	for _, v := range versions {
		if err := v.Verify(t.Context()); err != nil || !v.Complete {
			t.Errorf("version %d: complete %v, %v", v.Number, v.Complete, err)
		}
	}
}

func TestOtherPlanTakesAnotherNumber(t *testing.T) {
	st := open(t, t.TempDir())
	c, err := casefile.New(st, clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range []string{"a", "b", "a", "c"} {
		v, err := c.Begin(t.Context(), plan(k))
		if err != nil {
			t.Fatal(err)
		}
		v.Close()
		if want := []int{1, 2, 1, 3}[i]; v.Number != want || v.Resumed != (i == 2) {
			t.Errorf("Begin %d with plan %s: version %d, resumed %v; want %d", i, k, v.Number, v.Resumed, want)
		}
	}
}

func TestOpenRefusesASecondScene(t *testing.T) {
	cs := casefile.New(open(t, t.TempDir()), clock)
	if _, err := cs.Open(t.Context(), casefile.Ref{Scene: "one", Brand: "acme"}); err != nil {
		t.Fatal(err)
	}
	_, err := cs.Open(t.Context(), casefile.Ref{Scene: "two", Brand: "acme"})
	if !errors.Is(err, casefile.ErrOtherScene) {
		t.Fatalf("got %v, want ErrOtherScene", err)
	}
	want := "the report folder belongs to another scene: reports/acme is of scene one (case C-2026-0001), not two"
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOpenConcurrently(t *testing.T) {
	dir := t.TempDir()
	a, b := casefile.New(open(t, dir), clock), casefile.New(open(t, dir), clock)
	var wg sync.WaitGroup
	var mu sync.Mutex
	brands := map[string]string{} // by id
	for i := range 40 {
		for _, cs := range []*casefile.Cases{a, b} {
			wg.Go(func() {
				c, err := cs.Open(t.Context(), casefile.Ref{Scene: "demo", BrandPrefix: "p-", Brand: fmt.Sprintf("b%d", i)})
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if old, ok := brands[c.ID]; ok && old != c.Brand {
					t.Errorf("%s is the case of %s and %s", c.ID, old, c.Brand)
				}
				brands[c.ID] = c.Brand
			})
		}
	}
	wg.Wait()
	ids, err := a.List(t.Context())
	if err != nil || len(ids) != 40 || len(brands) != 40 {
		t.Errorf("%d cases listed, %d opened, %v; want 40", len(ids), len(brands), err)
	}
}

func TestFind(t *testing.T) {
	cs := casefile.New(open(t, t.TempDir()), clock)
	for _, ref := range []casefile.Ref{
		{Scene: "one", BrandPrefix: "one-", Brand: "acme"},
		{Scene: "two", BrandPrefix: "two-", Brand: "two-acme"},
		{Scene: "two", BrandPrefix: "two-", Brand: "示例"},
	} {
		if _, err := cs.Open(t.Context(), ref); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ name, id, err string }{
		{"C-2026-0001", "C-2026-0001", ""},
		{"one-acme", "C-2026-0001", ""},
		{"two-acme", "C-2026-0002", ""},
		{"示例", "C-2026-0003", ""},
		{"two-示例", "C-2026-0003", ""},
		{"acme", "", "C-2026-0001 (reports/one-acme), C-2026-0002 (reports/two-acme)"},
		{"C-2026-0009", "", "no such case"},
		{"reports/one-acme", "C-2026-0001", ""},
		{"./reports/two-示例/", "C-2026-0003", ""},
		{"cases/C-2026-0002/", "C-2026-0002", ""},
		{"cases/C-2026-0002/v1", "", "no such case"},
		{"cme", "", "no such case"},
		{"../cases", "", "no such case"},
		{"", "", "no such case"},
	} {
		c, err := cs.Find(t.Context(), tt.name)
		switch {
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
			t.Errorf("Find(%q): %v, want %q", tt.name, err, tt.err)
		case tt.err == "" && (err != nil || c.ID != tt.id):
			t.Errorf("Find(%q) = %v, %v; want %s", tt.name, c, err, tt.id)
		}
	}
}

// TestNumbersThatReportsName: a case whose folder was moved away by hand keeps its
// number as long as its report folder names it; the brand itself gets it back.
func TestNumbersThatReportsName(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	st := open(t, dir)
	cs := casefile.New(st, clock)
	id := func(cs *casefile.Cases, brand string) string {
		t.Helper()
		c, err := cs.Open(ctx, casefile.Ref{Scene: "s", Brand: brand})
		if err != nil {
			t.Fatal(err)
		}
		return c.ID
	}
	id(cs, "one")
	last := id(cs, "two")
	if err := os.Rename(filepath.Join(dir, "cases", last), filepath.Join(dir, "moved")); err != nil {
		t.Fatal(err)
	}
	// A folder whose claim is damaged is in nobody's way.
	if err := st.Write(ctx, casefile.File{Name: "reports/bad/.case.json", Data: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	if got := id(casefile.New(st, clock), "three"); got != "C-2026-0003" {
		t.Errorf("the next entry got %s, which reports/two names", got)
	}
	if got := id(casefile.New(st, clock), "two"); got != last {
		t.Errorf("the entry that was moved away got %s, want its own %s", got, last)
	}
}

func TestIDsSortByNumber(t *testing.T) {
	st := open(t, t.TempDir())
	info := "schema: 1\nid: %s\nscene: s\nbrand: %s\nreport_folder: %s\ncreated_at: 2026-01-01T00:00:00Z\n"
	for _, id := range []string{"C-2026-9999", "C-2026-10000", "C-2025-0002", "C-2026-0010", "C-2026-00001", "other"} {
		b := strings.ToLower(id)
		if err := st.Write(t.Context(), casefile.File{Name: "cases/" + id + "/case.yaml", Data: fmt.Appendf(nil, info, id, b, b)}); err != nil {
			t.Fatal(err)
		}
	}
	cs := casefile.New(st, clock)
	got, err := cs.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"C-2025-0002", "C-2026-0010", "C-2026-9999", "C-2026-10000"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	c, err := cs.Open(t.Context(), casefile.Ref{Scene: "s", Brand: "new"})
	if err != nil || c.ID != "C-2026-10001" {
		t.Errorf("next case is %v, %v; want C-2026-10001", c, err)
	}
}
