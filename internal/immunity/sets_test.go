package immunity

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"judgement/internal/document"
)

// readSet returns the attacks of a file: 'family NAME LANGUAGE', then one text per line,
// as it is in a document; only \n is a line break.
func readSet(t *testing.T, name string) (out []Attack) {
	t.Helper()
	data, err := os.ReadFile("testdata/sets/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var of Attack
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		if rest, ok := strings.CutPrefix(line, "family "); ok {
			of.Family, of.Language, _ = strings.Cut(rest, " ")
			continue
		}
		of.Text = line
		if !strings.Contains(line, `\u`) { // escapes are the attack
			of.Text = strings.ReplaceAll(line, `\n`, "\n")
		}
		out = append(out, of)
	}
	return out
}

// TestSets prints the rates of attacks outside of the suite: of all sets that the models
// learn from, and of each family of ab.txt, from which they do not. docs/immunity.md has
// them.
func TestSets(t *testing.T) {
	t.Parallel()
	bases := map[string]string{}
	for lang, file := range map[string]string{
		"en": "../../examples/pitch-good-en.md", "zh": "../../examples/pitch-good-zh.md",
		"en rubric": "testdata/unseen/en-rubric-02.md", "zh rubric": "testdata/unseen/zh-rubric-02.md",
	} {
		name := filepath.Base(file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		bases[lang] = string(data)
		doc, err := document.Read(t.Context(), name, data, document.Options{})
		if err != nil || len(doc.Warnings) > 0 {
			t.Fatal("the honest document has findings", err)
		}
	}
	sure := 0 // of the unseen ones: those with a finding that is not unsure
	inRubric := 0
	find := func(base string, a Attack) []document.Warning {
		doc, err := document.Read(t.Context(), "a.md", []byte(Insert(base, a)), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return doc.Warnings
	}
	flagged := func(a Attack, unseen bool) bool {
		found := find(cmp.Or(bases[a.Language], bases["en"]), a)
		if unseen && slices.ContainsFunc(found, func(w document.Warning) bool { return !w.Unsure }) {
			sure++
		}
		if unseen && len(find(cmp.Or(bases[a.Language+" rubric"], bases["en rubric"]), a)) > 0 {
			inRubric++
		}
		return len(found) > 0
	}
	page, err := os.ReadFile("../../docs/immunity.md")
	if err != nil {
		t.Fatal(err)
	}
	row := func(name string, found, all int) {
		t.Logf("%-18s %4d of %4d", name, found, all)
		if want := fmt.Sprintf("| %s | %d | %.0f %% |", name, all, 100*float64(found)/float64(all)); !strings.Contains(string(page), want) {
			t.Errorf("docs/immunity.md does not have the row %s", want)
		}
	}
	files, err := filepath.Glob("testdata/sets/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no sets", err)
	}
	families := map[string][2]int{} // of unseen attacks: found, all
	unseen := []string{"ab.txt"}
	learned, hits, apart, seen := 0, 0, 0, 0
	for _, file := range files {
		name := filepath.Base(file)
		n, found, all, got := map[string]int{}, map[string]int{}, 0, 0
		for _, a := range readSet(t, name) {
			family := a.Family
			if family == "other" {
				family += " (" + a.Language + ")"
			}
			n[family]++
			all++
			if flagged(a, slices.Contains(unseen, name)) {
				found[family]++
				got++
			} else if !slices.Contains(unseen, name) { // their misses stay unseen
				t.Logf("%s: missed %s: %s", name, family, a.Text)
			}
		}
		if !slices.Contains(unseen, name) {
			learned, hits = learned+all, hits+got
			continue
		}
		apart, seen = apart+all, seen+got
		for family := range n {
			families[family] = [2]int{families[family][0] + found[family], families[family][1] + n[family]}
		}
		row("all of `"+name+"`", got, all)
	}
	for _, family := range slices.Sorted(maps.Keys(families)) {
		row(family, families[family][0], families[family][1])
	}
	row("all unseen", seen, apart)
	row("all unseen, not unsure", sure, apart)
	row("all unseen, in a rubric", inRubric, apart)
	if seen*100 < 85*apart {
		t.Error("fewer than 85 % of what is not learned from are found")
	}
	row("sets that are learned from", hits, learned)
	if hits*100 < 94*learned {
		t.Error("fewer than 94 % of what is learned from are found")
	}
}

// TestBenignShort: short honest texts, each of which has one subject, as they are and
// with half-width marks.
func TestBenignShort(t *testing.T) {
	t.Parallel()
	var data []byte
	for _, name := range []string{"benign-short.txt", "benign-third.txt", "benign-fourth.txt", "benign-fifth.txt", "benign-sixth.txt", "benign-seventh.txt", "benign-eighth.txt"} {
		part, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, part...)
	}
	docs, addressed, found := 0, 0, 0
	for line := range strings.Lines(string(data) + halfWidth.Replace(string(data))) {
		if strings.HasPrefix(line, "# ") {
			continue
		}
		docs++
		doc, err := document.Read(t.Context(), "a.md", []byte(strings.ReplaceAll(line, `\n`, "\n")), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		speaks := false
		for _, w := range doc.Warnings {
			speaks = speaks || w.Grade() == document.GradeAddressed
			t.Logf("%s: %s", w.Kind, w.Excerpt)
		}
		if speaks {
			addressed++
		}
		if len(doc.Warnings) > 0 {
			found++
		}
	}
	t.Logf("of %d honest texts %d address judges, %d have a finding", docs, addressed, found)
	if addressed*100 > docs {
		t.Error("more than 1 % are said to address judges")
	}
	if found*25 > docs {
		t.Error("more than 4 % have a finding")
	}
}

// TestBenignDocuments: honest documents in nine languages. The everyday ones that are not learned
// from are in other languages than English and Chinese; the others are pitches, papers, entries of
// competitions, minutes, rubrics and guides to prompts.
func TestBenignDocuments(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		files          string
		addressed, any int // at most, in percent
	}{{"documents/*", 2, 3}, {"unseen/*-ordinary-*", 10, 40}, {"unseen/*-[egmpr]*", 5, 16}} {
		files, err := filepath.Glob("testdata/" + tc.files + ".md")
		if err != nil || len(files) == 0 {
			t.Fatal("no documents", err)
		}
		addressed, found := 0, 0
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := document.Read(t.Context(), "a.md", data, document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			speaks := false
			for _, w := range doc.Warnings {
				speaks = speaks || w.Grade() == document.GradeAddressed
				if !strings.HasPrefix(tc.files, "unseen") {
					t.Logf("%s: %s: %s", filepath.Base(file), w.Kind, w.Excerpt)
				}
			}
			if speaks {
				addressed++
			}
			if len(doc.Warnings) > 0 {
				found++
			}
		}
		t.Logf("%s: of %d honest documents %d address judges, %d have a finding", tc.files, len(files), addressed, found)
		if addressed*100 > tc.addressed*len(files) || found*100 > tc.any*len(files) {
			t.Errorf("%s: more than %d %% are said to address judges, or more than %d %% have a finding", tc.files, tc.addressed, tc.any)
		}
	}
}

// halfWidth writes Chinese marks as many keyboards do.
var halfWidth = strings.NewReplacer("，", ",", "。", ".", "；", ";", "：", ":", "？", "?", "！", "!", "（", "(", "）", ")")
