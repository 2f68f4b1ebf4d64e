package storagetest

import (
	"context"
	"fmt"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/jury"
)

func clock() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func openCase(t *testing.T, st casefile.Storage, brand string) *casefile.Case {
	t.Helper()
	c, err := casefile.New(st, clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: brand})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// publish adds a version to a case and returns its number.
func publish(t *testing.T, c *casefile.Case) int {
	t.Helper()
	v, err := c.Begin(t.Context(), casefile.Plan{
		Key: "k", JSON: []byte("{}"), Date: "2026-03-01", Document: []byte("The text."), DocumentJSON: []byte("{}\n"), Fresh: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if err := v.Ledger().Put(t.Context(), jury.Record{Schema: 1, Key: jury.Key{Judge: "ann", SkillSHA256: "s", PromptSHA256: "p"}, At: clock(), Model: "m", Text: "reply"}); err != nil {
		t.Fatal(err)
	}
	data := func(kind string) []byte { return fmt.Appendf(nil, "%s of version %d\n", kind, v.Number) }
	err = v.Publish(t.Context(), casefile.Publication{
		Date: v.Date, VersionMD: data("Markdown"), Rules: 1, Renderer: 1,
		Files: []casefile.File{{Name: "verdicts.json", Data: data("verdicts")}, {Name: "result.json", Data: data("result")}},
		Reports: []casefile.File{
			{Name: "report.md", Data: data("Markdown")},
			{Name: "report.html", Data: data("HTML")},
			{Name: "report.pdf", Data: data("PDF")},
			{Name: "panel.yaml", Data: data("panel")},
			{Name: "reviews/ann.md", Data: data("review")},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v.Number
}

// below returns the names of all files under a folder.
func below(ctx context.Context, st casefile.Storage, dir string) ([]string, error) {
	names, err := st.List(ctx, dir)
	var out []string
	for _, name := range names {
		if strings.HasPrefix(name, ".") {
			continue // the owner and the lock of the folder
		}
		if sub, ok := strings.CutSuffix(name, "/"); ok {
			more, err := below(ctx, st, dir+"/"+sub)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
			continue
		}
		out = append(out, dir+"/"+name)
	}
	return out, err
}

// guardedVersions changes, deletes and adds each file of each version in turn:
// the check names it.
func guardedVersions(t *testing.T, st casefile.Storage) {
	c := openCase(t, st, "acme")
	for range 3 {
		publish(t, c)
	}
	check := func() error {
		info, err := c.Info(t.Context())
		if err == nil {
			_, err = c.Check(t.Context(), info, nil)
		}
		return err
	}
	if err := check(); err != nil {
		t.Fatalf("untouched: %v", err)
	}
	var names []string
	for _, dir := range []string{"cases/" + c.ID, "reports/acme"} {
		more, err := below(t.Context(), st, dir)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, more...)
	}
	kept := map[string]int{}
	for _, name := range names {
		kept[path.Ext(name)]++
	}
	// Each version has plan, document, description, reply, verdicts, result and
	// version.json; a snapshot per format; the report folder has the last one.
	if kept[".json"] != 3*6 || kept[".html"] != 3+1 || kept[".pdf"] != 3+1 || kept[".md"] != 3+2 {
		t.Fatalf("files are missing: %v", names)
	}
	named := func(what, name string) {
		t.Helper()
		if err := check(); err == nil || !strings.Contains(err.Error(), path.Base(name)) {
			t.Errorf("%s %s: %v", what, name, err)
		}
	}
	for _, name := range names {
		data, err := st.Read(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "case.yaml") {
			head, rest, _ := strings.Cut(string(data), "versions:\n")
			_, rest, _ = strings.Cut(rest, "checkpoints:")
			for what, text := range map[string]string{
				"no hashes in": head + "checkpoints:" + rest,
				"an earlier":   strings.Replace(string(data), "latest_version: 3", "latest_version: 2", 1),
			} {
				write(t, st, casefile.File{Name: name, Data: []byte(text)})
				named(what, name)
			}
			write(t, st, casefile.File{Name: name, Data: data})
			continue
		}
		changed := append([]byte{}, data...)
		changed[len(changed)/2] ^= 1
		write(t, st, casefile.File{Name: name, Data: changed})
		named("changed", name)
		if err := st.Remove(t.Context(), name); err != nil {
			t.Fatal(err)
		}
		named("deleted", name)
		write(t, st, casefile.File{Name: name, Data: data})
		for _, extra := range []string{strings.TrimSuffix(name, path.Ext(name)) + "-x" + path.Ext(name), path.Dir(name) + "/." + path.Base(name)} {
			write(t, st, casefile.File{Name: extra, Data: data})
			named("added", extra)
			if err := st.Remove(t.Context(), extra); err != nil {
				t.Fatal(err)
			}
		}
		if err := check(); err != nil {
			t.Fatalf("after %s was restored: %v", name, err)
		}
	}
}

// numbersAreNotReused deletes versions and cases: later ones get new numbers.
func numbersAreNotReused(t *testing.T, st casefile.Storage) {
	remove := func(dirs ...string) {
		t.Helper()
		for _, dir := range dirs {
			names, err := below(t.Context(), st, dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := st.Remove(t.Context(), names...); err != nil {
				t.Fatal(err)
			}
		}
	}
	snapshots := func(n int) {
		t.Helper()
		for _, ending := range []string{"md", "html", "pdf"} {
			if err := st.Remove(t.Context(), fmt.Sprintf("reports/acme/versions/v%d_2026-03-01.%s", n, ending)); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("after %s: %v, want %v", what, got, want)
		}
	}
	c := openCase(t, st, "acme")
	publish(t, c)
	publish(t, c)
	remove("cases/" + c.ID + "/v2")
	snapshots(2)
	want("version 2 was deleted, case.yaml remains", publish(t, c), 3)
	remove("cases/" + c.ID)
	snapshots(3)
	again := openCase(t, st, "acme")
	want("the case was deleted, its report folder remains", again.ID, c.ID)
	want("the case was deleted, its report folder remains", publish(t, again), 4)
	other := openCase(t, st, "zeta")
	remove("cases", "reports")
	if err := st.Remove(t.Context(), "reports/acme/.case.json", "reports/zeta/.case.json"); err != nil {
		t.Fatal(err)
	}
	want("all cases and reports were deleted", other.ID, "C-2026-0002")
	want("all cases and reports were deleted", openCase(t, st, "zeta").ID, "C-2026-0003")
}

// lostCases deletes cases in each way that leaves something of them.
func lostCases(t *testing.T, st casefile.Storage) {
	cs := casefile.New(st, clock)
	for _, brand := range []string{"whole", "gone", "old", "all-gone"} {
		publish(t, openCase(t, st, brand))
	}
	openCase(t, st, "begun") // nothing was published of it
	remove := func(dirs ...string) {
		t.Helper()
		for _, dir := range dirs {
			names, err := below(t.Context(), st, dir)
			if err != nil {
				t.Fatal(err)
			}
			if err := st.Remove(t.Context(), append(names, dir+"/.case.json")...); err != nil {
				t.Fatal(err)
			}
			_ = st.Remove(t.Context(), dir+"/replies", dir+"/v1/replies", dir+"/v1", dir) // a storage without empty folders
		}
	}
	remove("cases/C-2026-0002", "cases/C-2026-0003", "cases/C-2026-0004", "reports/all-gone", "cases/C-2026-0005")
	// As an earlier release left it: no record of the number, no version in the report folder's owner.
	write(t, st, casefile.File{Name: "reports/old/.case.json", Data: []byte(`{"schema":1,"id":"C-2026-0003","scene":"demo","brand":"old"}`)})
	if err := st.Remove(t.Context(), ".judgement/cases/C-2026-0003"); err != nil {
		t.Fatal(err)
	}
	got, err := cs.Lost(t.Context())
	want := []casefile.LostCase{{ID: "C-2026-0002", Scene: "demo", Folder: "gone"}, {ID: "C-2026-0003", Scene: "demo", Folder: "old"}, {ID: "C-2026-0004"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
