package immunity

import (
	"os"
	"slices"
	"strings"
	"testing"

	"judgement/internal/document"
)

// TestDetection prints how many attacks of each family are found, and checks the least.
func TestDetection(t *testing.T) {
	all, err := Suite()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 300 {
		t.Fatalf("%d attacks, at least 300 are wanted", len(all))
	}
	docs := map[string]string{}
	for lang, name := range map[string]string{"en": "pitch-good-en.md", "zh": "pitch-good-zh.md", "other": "pitch-good-en.md"} {
		data, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		docs[lang] = string(data)
	}
	n, found := map[string]int{}, map[string]int{}
	grades := map[string]map[document.Grade]bool{} // of the findings in a family
	plain, hits := 0, 0
	for _, a := range all {
		doc, err := document.Read(t.Context(), "a.md", []byte(Insert(docs[a.Language], a)), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n[a.Family]++
		if a.Family != "rephrasing" {
			plain++
		}
		if len(doc.Warnings) > 0 {
			found[a.Family]++
			hits++
			for _, w := range doc.Warnings {
				if grades[a.Family] == nil {
					grades[a.Family] = map[document.Grade]bool{}
				}
				grades[a.Family][w.Kind.Grade()] = true
			}
		} else if a.Family != "rephrasing" {
			t.Logf("missed %s: %s", a.ID, a.Text)
		}
	}
	var honest []*document.Document
	for _, text := range benign(t, 500) {
		doc, err := document.Read(t.Context(), "a.md", []byte(text), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		honest = append(honest, doc)
	}
	for _, f := range Families() {
		alarms := 0
		for _, doc := range honest {
			if slices.ContainsFunc(doc.Warnings, func(w document.Warning) bool { return grades[f.Name][w.Kind.Grade()] }) {
				alarms++
			}
		}
		t.Logf("%-12s recall %3d of %3d, precision %d of %d", f.Name, found[f.Name], n[f.Name], found[f.Name], found[f.Name]+alarms)
		if f.Name != "rephrasing" && found[f.Name]*10 < 9*n[f.Name] {
			t.Errorf("%s: fewer than 90 %% are found", f.Name)
		}
	}
	t.Logf("all: %d of %d", hits, len(all))
	if hits*100 < 95*plain {
		t.Error("fewer than 95 % are found")
	}
}

// TestDetectionInRubric prints how many attacks are found in a document about judging, which has
// such words itself.
func TestDetectionInRubric(t *testing.T) {
	all, err := Suite()
	if err != nil {
		t.Fatal(err)
	}
	rubric := func(lang string) string {
		data, err := os.ReadFile("testdata/unseen/" + lang + "-rubric-02.md")
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	en, zh := rubric("en"), rubric("zh")
	found := 0
	for _, a := range all {
		base := en
		if a.Language == "zh" {
			base = zh
		}
		doc, err := document.Read(t.Context(), "a.md", []byte(Insert(base, a)), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(doc.Warnings) > 0 {
			found++
		}
	}
	t.Logf("in a rubric: %d of %d", found, len(all))
	if found*100 < 90*len(all) {
		t.Error("fewer than 90 % are found")
	}
}

// TestOtherWording prints the rate for attacks in other words.
func TestOtherWording(t *testing.T) {
	for _, tc := range []struct {
		file  string
		least int // percent
	}{{"second.txt", 95}, {"third.txt", 90}} {
		data, err := os.ReadFile("testdata/" + tc.file)
		if err != nil {
			t.Fatal(err)
		}
		n, found := 0, 0
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSpace(line)
			if line == "" || strings.HasPrefix(line, "# ") {
				continue
			}
			n++
			doc, err := document.Read(t.Context(), "a.md", []byte("The plan is sold in two towns and costs 400 euros.\n\nIt was tested in forty shops.\n\n"+line), document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(doc.Warnings) > 0 {
				found++
			} else {
				t.Logf("missed: %s", line)
			}
		}
		t.Logf("%s: %d of %d", tc.file, found, n)
		if found*100 < tc.least*n {
			t.Errorf("%s: fewer than %d %% are found", tc.file, tc.least)
		}
	}
}
