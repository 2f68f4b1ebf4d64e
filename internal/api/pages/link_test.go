package pages_test

import (
	"testing"

	"judgement/internal/api/pages"
	"judgement/internal/casefile"
)

// TestForget: the links to a deleted case and its documents that were handed in are found
// and removed, those of others stay.
func TestForget(t *testing.T) {
	st, err := casefile.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	write := func(name, text string) {
		if err := st.Write(t.Context(), casefile.File{Name: name, Data: []byte(text)}); err != nil {
			t.Fatal(err)
		}
	}
	mine, other := ".judgement/handin/1-a.json", ".judgement/handin/2-b.json"
	write(".judgement/links/C-2026-0001/x.json", "{}")
	write(".judgement/links/C-2026-0002/y.json", "{}")
	write(mine, `{"submission":{"SceneSlug":"s","Brand":"acme"},"document":"cHJpdmF0ZQ=="}`)
	write(other, `{"submission":{"SceneSlug":"s","Brand":"zeta"}}`)
	for _, dryRun := range []bool{true, false} {
		found, err := pages.Forget(t.Context(), st, "C-2026-0001", "s", []string{"acme"}, dryRun)
		if err != nil || len(found) != 2 || found[1] != mine {
			t.Errorf("dry run %v: %v, %v", dryRun, found, err)
		}
		if _, err := st.Read(t.Context(), mine); (err == nil) != dryRun {
			t.Errorf("dry run %v: the document that was handed in: %v", dryRun, err)
		}
		for _, name := range []string{other, ".judgement/links/C-2026-0002/y.json"} {
			if _, err := st.Read(t.Context(), name); err != nil {
				t.Errorf("%s of another case: %v", name, err)
			}
		}
	}
}
