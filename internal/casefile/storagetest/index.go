package storagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
)

// indexOfCases: an index follows every change of the storage, whoever made it.
func indexOfCases(t *testing.T, st casefile.Storage) {
	cs, other := casefile.New(st, clock), casefile.New(st, clock)
	check := func(what string, f casefile.Filter, want ...string) {
		t.Helper()
		entries, err := cs.Index(t.Context(), f)
		var got []string
		for _, e := range entries {
			line := fmt.Sprintf("%s %s %s v%d", e.ID, e.Scene, e.Folder, e.Latest)
			if e.Err != nil {
				line = e.ID + " broken"
			} else if !e.CreatedAt.Equal(clock()) {
				t.Errorf("%s: created at %s", line, e.CreatedAt)
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", what, err, diff)
		}
	}
	check("nothing", casefile.Filter{})
	open := func(scene, brand string) *casefile.Case {
		t.Helper()
		c, err := other.Open(t.Context(), casefile.Ref{Scene: scene, BrandPrefix: scene + "-", Brand: brand})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	open("x", "acme")
	second := open("y", "acme")
	open("y", "zeta")
	for range 2 {
		check("all", casefile.Filter{}, "C-2026-0001 x x-acme v0", "C-2026-0002 y y-acme v0", "C-2026-0003 y y-zeta v0")
		check("a scene", casefile.Filter{Scene: "y"}, "C-2026-0002 y y-acme v0", "C-2026-0003 y y-zeta v0")
		check("a brand", casefile.Filter{Brand: "acme"}, "C-2026-0001 x x-acme v0", "C-2026-0002 y y-acme v0")
		check("a folder", casefile.Filter{Brand: "y-zeta"}, "C-2026-0003 y y-zeta v0")
		check("both", casefile.Filter{Scene: "y", Brand: "acme"}, "C-2026-0002 y y-acme v0")
		check("none", casefile.Filter{Scene: "z"})
	}
	publish(t, second)
	check("a version", casefile.Filter{Scene: "y", Brand: "acme"}, "C-2026-0002 y y-acme v1")
	const third = "cases/C-2026-0003/case.yaml"
	data, err := st.Read(t.Context(), third)
	if err != nil {
		t.Fatal(err)
	}
	write(t, st, casefile.File{Name: third, Data: []byte(strings.Replace(string(data), "scene:", "scenes:", 1))})
	check("a damaged case", casefile.Filter{Scene: "x"}, "C-2026-0001 x x-acme v0", "C-2026-0003 broken")
	write(t, st, casefile.File{Name: third, Data: data}, casefile.File{Name: "cases/notes/case.yaml", Data: data})
	check("a repaired case", casefile.Filter{Scene: "y"}, "C-2026-0002 y y-acme v1", "C-2026-0003 y y-zeta v0")
	if err := st.Remove(t.Context(), third); err != nil {
		t.Fatal(err)
	}
	check("a removed case", casefile.Filter{}, "C-2026-0001 x x-acme v0", "C-2026-0002 y y-acme v1")
}
