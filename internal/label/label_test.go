package label_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/board"
	"judgement/internal/fault"
	"judgement/internal/label"
	"judgement/internal/study"
	"judgement/panel"
)

const hashA, hashB = "aa11", "bb22"

var jury = &panel.Panel{
	Name: "p", Lenses: []panel.Lens{{Slug: "clarity", MaxScore: panel.PointsOf(10)}, {Slug: "risk", MaxScore: panel.PointsOf(5)}},
	Judges: []panel.Judge{
		{Slug: "x", Category: panel.Dimension, Weight: panel.PointsOf(1)},
		{Slug: "y", Category: panel.Dimension, Weight: panel.PointsOf(1), Lenses: []string{"clarity"}},
		{Slug: "z", Category: panel.Anchor},
	},
}

func importer() label.Import {
	return label.Import{
		Scene: "s", Panel: jury,
		Documents: []label.Document{
			{Case: "C-2026-0001", Brand: "acme", SHA256: hashA, Source: "source-a"},
			{Case: "C-2026-0002", Brand: "bravo", SHA256: hashB, Source: "source-b"},
		},
		Elsewhere: func(name string) string {
			if name == "C-2026-0009" {
				return "other"
			}
			return ""
		},
	}
}

// TestRoundTrip: an import's rows are the same after they were stored, formulas in
// comments included, and the stored file imports again as nothing new.
func TestRoundTrip(t *testing.T) {
	rows, err := importer().Read([]byte("case,lens,person,score,decision,comment,quote,type\n" +
		"acme,clarity,ann,\"7,5\",,=1+1,\"a, b\",pitch\nC-2026-0002,,bob,12,,,,\nsource-b,,ann,,accept,,,\n" + hashA + ",risk,@eve,3,,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 || rows[2].Text != "7.5" || rows[2].Document != hashA || rows[3].Field != "decision" || rows[1].Case != "C-2026-0001" {
		t.Fatalf("rows %+v", rows)
	}
	all, fresh, err := label.Merge(nil, rows, false)
	if err != nil || fresh != 4 {
		t.Fatalf("%d added, %v", fresh, err)
	}
	data := label.Encode("s", all)
	for _, unsafe := range []string{",=1", ",@eve"} {
		if strings.Contains(string(data), unsafe) {
			t.Errorf("a cell is a formula in:\n%s", data)
		}
	}
	back, err := label.Decode("s", jury, data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, back, cmpopts.IgnoreUnexported(label.Row{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	again, err := importer().Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, fresh, err := label.Merge(back, again, false); err != nil || fresh != 0 {
		t.Errorf("the stored file adds %d labels, %v", fresh, err)
	}
	if _, err := label.Decode("other", jury, data); !errors.Is(err, fault.BadRows) {
		t.Errorf("a file of scene s is read for another: %v", err)
	}
}

// TestMerge: agreement counts once, contradiction of one person is an error, two
// people may contradict each other.
func TestMerge(t *testing.T) {
	read := func(rows string) []label.Row {
		out, err := importer().Read([]byte("case,person,score\n" + rows))
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	old, _, err := label.Merge(nil, read("acme,ann,4\nacme,bob,9\n"), false)
	if err != nil {
		t.Fatal(err)
	}
	items := label.Items(old)
	if len(items) != 1 || !items[0].Differ || !cmp.Equal(items[0].Values, []string{"4", "9"}) {
		t.Errorf("items %+v", items)
	}
	if _, _, err := label.Merge(old, read("acme,ann,5\n"), false); !errors.Is(err, fault.BadRows) || !strings.Contains(err.Error(), "ann said 4") {
		t.Errorf("a contradiction: %v", err)
	}
	if all, fresh, err := label.Merge(old, read("acme,ann,5\n"), true); err != nil || fresh != 1 || len(all) != 2 {
		t.Errorf("replaced: %+v, %d, %v", all, fresh, err)
	}
	twice := append(read("acme,cid,1\n"), read("C-2026-0001,cid,2\n")...)
	if _, _, err := label.Merge(old, twice, false); err == nil {
		t.Error("one person says two things at once")
	}
}

// TestKnownLabels: what contradicts labels that there are is named in the same pass as all
// other bad rows, with its row; a comment is not lost.
func TestKnownLabels(t *testing.T) {
	const head = "case,person,score,comment\n"
	im := importer()
	old, err := im.Read([]byte(head + "acme,ann,4,\nacme,bob,3,good\n"))
	if err != nil {
		t.Fatal(err)
	}
	im.Known = old
	_, err = im.Read([]byte(head + "acme,ann,5,\nnobody,ann,1,\nacme,bob,3,poor\nacme,cid,2,\nacme,cid,2,why\n"))
	for _, want := range []string{"row 2: ann said 4", "now 5", "row 3: scene s has judged no document", "row 4: bob labelled", "another comment", "row 6: cid labels case C-2026-0001 in row 5 too"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
	if rows, err := im.Read([]byte(head + "acme,ann,4,\nacme,cid,2,\n")); err != nil || len(rows) != 2 {
		t.Errorf("rows that agree: %v", err)
	}
}

// TestPairsHaveOneOrder: A before B and B before A by one person contradict each other,
// in one file, in two, and in the stored file; two people's pairs are one item.
func TestPairsHaveOneOrder(t *testing.T) {
	const head = "case,person,preference,other\n"
	if _, err := importer().Read([]byte(head + "acme,ann,1,bravo\nbravo,ann,1,acme\n")); err == nil || !strings.Contains(err.Error(), "row 3: ann says preference 1") {
		t.Errorf("one file: %v", err)
	}
	first, err := importer().Read([]byte(head + "acme,ann,1,bravo\n"))
	if err != nil {
		t.Fatal(err)
	}
	second, err := importer().Read([]byte(head + "bravo,ann,1,acme\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := label.Merge(first, second, false); err == nil || !strings.Contains(err.Error(), "ann said preference 1") {
		t.Errorf("two files: %v", err)
	}
	stored := append(label.Encode("s", first), strings.SplitAfterN(string(label.Encode("s", second)), "\n", 2)[1]...)
	if _, err := label.Decode("s", jury, stored); err == nil || !strings.Contains(err.Error(), "row 3: ann says") {
		t.Errorf("the stored file: %v", err)
	}
	same, err := importer().Read([]byte(head + "bravo,ann,2,acme\nbravo,bob,1,acme\n"))
	if err != nil {
		t.Fatal(err)
	}
	all, fresh, err := label.Merge(first, same, false)
	if err != nil || fresh != 1 {
		t.Fatalf("%d added, %v", fresh, err)
	}
	if items := label.Items(all); len(items) != 1 || !items[0].Differ {
		t.Errorf("items %+v", items)
	}
	a, b := submission("a", "4", "7", "1"), submission("b", "2", "9", "1")
	a.Document, b.Document = hashA, hashB
	set, _, err := label.Set([]board.Submission{a, b}, all)
	if err != nil || len(set.Labels) != 2 || set.Labels[0].Item != set.Labels[1].Item || set.Labels[0].Value != study.First || set.Labels[1].Value != study.Second {
		t.Errorf("set %+v, %v", set, err)
	}
	if got := set.Totals["C-a or C-b"]; got != study.First {
		t.Errorf("the panel's totals prefer %v", got)
	}
}

// TestStoredFileIsChecked: people edit the scene's file; it is checked as an import is.
func TestStoredFileIsChecked(t *testing.T) {
	const head = "scene,case,document_sha256,other_document_sha256,type,lens,person,score,grade,preference,rank,decision,comment,quote\n"
	_, err := label.Decode("s", jury, []byte(head+
		"s,c,aa11,,,risk,ann,6,,,,,,\ns,c,aa11,,,,ann,-1,,,,,,\ns,c,aa11,,,,,3,,,,,,\ns,c,,,,,eve,3,,,,,,\ns,c,aa11,,,clarity,ann,3,,,,,,\ns,d,aa11,,,clarity,ann,4,,,,,,\ns,c,aa11,,,gone,ann,99,,,,,,\ns,c,aa11,,,clarity,bob,high,,,,,,\n"))
	if !errors.Is(err, fault.BadRows) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{"labels.csv", "row 2: score 6", "row 3: score -1", "row 4: no person", "row 5: no document", "row 7: ann says 3", "row 9: score"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in:\n%v", want, err)
		}
	}
	if strings.Contains(err.Error(), "row 8") {
		t.Errorf("a label in a lens that the panel had before is refused: %v", err)
	}
}
