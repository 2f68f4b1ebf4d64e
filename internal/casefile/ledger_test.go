package casefile_test

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
)

// begun returns a version that is being run, and its folder.
func begun(t *testing.T) (*casefile.Version, string) {
	t.Helper()
	dir := t.TempDir()
	c, err := casefile.New(open(t, dir), clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Begin(t.Context(), plan("k"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v, filepath.Join(dir, "cases/C-2026-0001/v1")
}

func TestLedger(t *testing.T) {
	v, _ := begun(t)
	l := v.Ledger()
	if _, ok, err := l.Get(t.Context(), key("ann", 0)); ok || err != nil {
		t.Errorf("Get of nothing: %v, %v", ok, err)
	}
	want := record("ann", 0)
	want.Text = "1 < 2 & \u2028 判断"
	if err := l.Put(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	later := record("ann", 0)
	later.Text = "another reply"
	if err := l.Put(t.Context(), later); err != nil {
		t.Errorf("second Put: %v", err)
	}
	got, ok, err := l.Get(t.Context(), key("ann", 0))
	if err != nil || !ok {
		t.Fatalf("Get: %v, %v", ok, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the first record must stay (-want +got):\n%s", diff)
	}
	if _, ok, _ := l.Get(t.Context(), key("ann", 1)); ok {
		t.Error("another repeat has the same record")
	}
}

func TestLedgerConcurrently(t *testing.T) {
	v, _ := begun(t)
	var wg sync.WaitGroup
	for i := range 64 {
		wg.Go(func() {
			if err := v.Ledger().Put(t.Context(), record("ann", i/2)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var repeats []int
	for rec, err := range v.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		repeats = append(repeats, rec.Key.Repeat)
	}
	var again []int
	for rec := range v.Records(t.Context()) {
		again = append(again, rec.Key.Repeat)
	}
	if len(repeats) != 32 || !cmp.Equal(repeats, again) {
		t.Errorf("Records gives %v, then %v; want 32 in one order", repeats, again)
	}
}

// TestDamagedReply damages a record in every way: it counts as missing, is kept
// aside, and a new reply takes its place.
func TestDamagedReply(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":       func([]byte) []byte { return nil },
		"torn":        func(b []byte) []byte { return b[:len(b)/2] },
		"zeros":       func(b []byte) []byte { return make([]byte, len(b)) },
		"other text":  func(b []byte) []byte { return bytes.Replace(b, []byte("reply of"), []byte("score of"), 1) },
		"other judge": func(b []byte) []byte { return bytes.Replace(b, []byte(`"judge":"ann"`), []byte(`"judge":"bob"`), 1) },
		"no hash":     func(b []byte) []byte { return bytes.Replace(b, []byte("sha256"), []byte("sha257"), 1) },
	} {
		t.Run(name, func(t *testing.T) {
			v, dir := begun(t)
			l := v.Ledger()
			if err := l.Put(t.Context(), record("ann", 0)); err != nil {
				t.Fatal(err)
			}
			files, err := filepath.Glob(filepath.Join(dir, "replies/*.json"))
			if err != nil || len(files) != 1 {
				t.Fatal(files, err)
			}
			data, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			bad := damage(data)
			if bytes.Equal(bad, data) {
				t.Fatal("no damage was done")
			}
			overwrite(t, files[0], bad)
			for _, err := range v.Records(t.Context()) {
				if err == nil {
					t.Error("Records gave the damaged reply")
				}
			}
			if rec, ok, err := l.Get(t.Context(), key("ann", 0)); ok || err != nil {
				t.Errorf("Get = %v, %v, %v; want missing", rec, ok, err)
			}
			aside, _ := filepath.Glob(files[0] + ".bad-*")
			if len(aside) != 1 {
				t.Fatalf("kept aside: %v", aside)
			}
			if kept, err := os.ReadFile(aside[0]); err != nil || !bytes.Equal(kept, bad) {
				t.Errorf("kept aside: %q, %v", kept, err)
			}
			if err := l.Put(t.Context(), record("ann", 0)); err != nil {
				t.Fatal(err)
			}
			overwrite(t, files[0], bad)
			if err := l.Put(t.Context(), record("ann", 0)); err != nil {
				t.Errorf("Put over a damaged record: %v", err)
			}
			if got, err := os.ReadFile(files[0]); err != nil || !bytes.Equal(got, data) {
				t.Errorf("after Put: %q, %v", got, err)
			}
		})
	}
}

// TestRecordOfAnotherCall puts a good record under a wrong name.
func TestRecordOfAnotherCall(t *testing.T) {
	v, dir := begun(t)
	for _, j := range []string{"ann", "ben"} {
		if err := v.Ledger().Put(t.Context(), record(j, 0)); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "replies/*.json"))
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	overwrite(t, files[1], data)
	found := 0
	for _, j := range []string{"ann", "ben"} {
		rec, ok, err := v.Ledger().Get(t.Context(), key(j, 0))
		if err != nil || ok && rec.Key != (jury.Key{Judge: j, SkillSHA256: "s", PromptSHA256: "p"}) {
			t.Errorf("Get(%s) = %v, %v", j, rec, err)
		}
		if ok {
			found++
		}
	}
	if found != 1 {
		t.Errorf("%d records are trusted, want 1", found)
	}
}

func TestVerify(t *testing.T) {
	v, dir := begun(t)
	if err := v.Verify(t.Context()); err == nil {
		t.Error("an incomplete version was verified")
	}
	if err := finish(t.Context(), v, "ann"); err != nil {
		t.Fatal(err)
	}
	overwrite(t, filepath.Join(dir, "result.json"), []byte("changed"))
	overwrite(t, filepath.Join(dir, "../../../reports/acme/versions/v1_2026-03-01.md"), []byte("changed"))
	overwrite(t, filepath.Join(dir, "replies/added.json"), []byte("{}"))
	if err := os.Remove(filepath.Join(dir, "verdicts.json")); err != nil {
		t.Fatal(err)
	}
	err := v.Verify(t.Context())
	want := `cases/C-2026-0001/v1/result.json was changed after it was published: restore it from a backup
cases/C-2026-0001/v1/verdicts.json is missing: restore it from a backup
reports/acme/versions/v1_2026-03-01.md was changed after it was published: restore it from a backup
cases/C-2026-0001/v1/replies/added.json was added after it was published: remove it`
	if err == nil {
		t.Fatal("changes went unseen")
	}
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func overwrite(t *testing.T, name string, data []byte) {
	t.Helper()
	_ = os.Remove(name)
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLedgerConforms(t *testing.T) {
	ledgertest.Run(t, func(t *testing.T) jury.Ledger {
		v, _ := begun(t)
		return v.Ledger()
	})
}
