package skill

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestLintAll: a file, its folder, and a folder of such folders, whatever it is called.
func TestLintAll(t *testing.T) {
	fsys := fstest.MapFS{
		"judges/clarity/SKILL.md":             {Data: []byte(good)},
		"judges/[x/SKILL.md":                  {Data: []byte("x")},
		"[odd/clarity/SKILL.md":               {Data: []byte(good)},
		"anchors/frugal/perspective/SKILL.md": {Data: []byte("x")},
		"none/notes.md":                       {},
	}
	for name, want := range map[string][]string{
		"judges/clarity/SKILL.md": {"judges/clarity/SKILL.md true"},
		"judges/clarity":          {"judges/clarity/SKILL.md true"},
		"judges":                  {"judges/[x/SKILL.md false", "judges/clarity/SKILL.md true"},
		"[odd":                    {"[odd/clarity/SKILL.md true"},
		"anchors":                 {"anchors/frugal/perspective/SKILL.md false"},
		"none":                    {"none/SKILL.md false"},
	} {
		var got []string
		for _, l := range LintAll(fsys, name) {
			ok := " false"
			if l.OK && len(l.Problems) == 0 {
				ok = " true"
			}
			got = append(got, l.Path+ok)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
