package label_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/board"
	"judgement/internal/fault"
	"judgement/internal/label"
	"judgement/internal/study"
	"judgement/panel"
	"judgement/report"
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

// TestBadRows: each bad row is named with what is wrong.
func TestBadRows(t *testing.T) {
	_, err := importer().Read([]byte("case,lens,person,score,preference,other,scene\n" +
		"nobody,,ann,1,,,\nC-2026-0009,,ann,1,,,\nacme,taste,ann,1,,,\nacme,risk,ann,6,,,\nacme,,bob,-1,,,\nacme,,,3,,,\nacme,,ann,,1,,\nacme,,ann,,1,acme,\nacme,,cid,4,,,t\n"))
	if !errors.Is(err, fault.BadRows) {
		t.Fatalf("error %v", err)
	}
	for _, want := range []string{
		"row 2: scene s has judged no document", "row 3: case C-2026-0009 is of scene other", `row 4: lens "taste"`, "row 5: score 6 is not from 0 to 5",
		"row 6: score -1", "row 7: no person", "row 8: a preference needs the other", "row 9: a preference between a document and itself", `row 10: this is a label of scene "t"`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in:\n%v", want, err)
		}
	}
	im := importer()
	im.Person = "ann"
	if rows, err := im.Read([]byte("case,score\nacme,3\n")); err != nil || rows[0].Person != "ann" {
		t.Errorf("a file of one person: %+v, %v", rows, err)
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

// TestColumnIsNoPerson: a column's name names nobody, unless several columns are several
// people.
func TestColumnIsNoPerson(t *testing.T) {
	data := []byte("case,points\nacme,3\n")
	im := importer()
	im.Map = map[string][]string{"score": {"points"}}
	if _, err := im.Read(data); err == nil || !strings.Contains(err.Error(), "row 2: no person") {
		t.Errorf("nobody is named: %v", err)
	}
	im.Person = "ann"
	if rows, err := im.Read(data); err != nil || rows[0].Person != "ann" || rows[0].Text != "3" {
		t.Errorf("ann's file: %+v, %v", rows, err)
	}
	im.Map = map[string][]string{"score": {"bob", "eve"}}
	if rows, err := im.Read([]byte("case,bob,eve\nacme,3,4\n")); err != nil || len(rows) != 2 || rows[0].Person != "bob" {
		t.Errorf("people in columns: %+v, %v", rows, err)
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

// TestSeveralKindsInARow: a row with a score and a decision is two labels, and lenses have
// their display names.
func TestSeveralKindsInARow(t *testing.T) {
	im := importer()
	named := *jury
	named.Lenses = []panel.Lens{{Slug: "clarity", DisplayName: "Clear text", DisplayNameCN: "清晰", MaxScore: panel.PointsOf(10)}}
	im.Panel = &named
	rows, err := im.Read([]byte("case,lens,person,score,decision\nacme,清晰,ann,3,accept\nbravo,clear TEXT,ann,4,\n"))
	if err != nil || len(rows) != 3 || rows[0].Lens != "clarity" || rows[1].Lens != "clarity" {
		t.Errorf("%+v, %v", rows, err)
	}
}

func submission(doc string, scores ...string) board.Submission {
	s := board.Submission{Case: "C-" + doc, Panel: jury, Document: doc}
	for i, j := range jury.Judges {
		v := report.Verdict{Judge: j.Slug, Outcome: "ok"}
		for _, l := range jury.Lenses {
			p := panel.MustPoints(scores[i])
			v.Cells = append(v.Cells, report.LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: &p})
		}
		s.Verdicts = append(s.Verdicts, v)
	}
	return s
}

// TestSet: verdicts of the judges that vote, in their lenses; totals of those that
// score all of them, if there are labels of whole documents.
func TestSet(t *testing.T) {
	subs := []board.Submission{submission("a", "4", "7", "1"), submission("b", "2", "9", "1")}
	row := func(doc, lens, field, text string) label.Row {
		return label.Row{Document: doc, Lens: lens, Person: "ann", Field: field, Text: text}
	}
	set, unused, err := label.Set(subs, []label.Row{row("a", "clarity", "score", "5"), row("b", "", "score", "9"), row("gone", "", "score", "9"), row("a", "", "decision", "accept")})
	if err != nil || unused != 2 || set.Kind != study.Scores || len(set.Labels) != 2 {
		t.Fatalf("%d unused, %v, %+v", unused, err, set)
	}
	var got []string
	for _, v := range set.Verdicts {
		got = append(got, fmt.Sprintf("%s %s %s %v", v.Item, v.Lens, v.Judge, v.Value))
	}
	want := []string{"C-a  x 8", "C-a  y 10.5", "C-a clarity x 4", "C-a clarity y 7", "C-a risk x 4", "C-b  x 4", "C-b  y 13.5", "C-b clarity x 2", "C-b clarity y 9", "C-b risk x 2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	// The panel's total is that of its reports: clarity by both judges, risk by one.
	if diff := cmp.Diff(map[string]float64{"C-a": 5.5 + 4, "C-b": 5.5 + 2}, set.Totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
	pair := row("a", "clarity", "preference", "1")
	pair.Other = "b"
	set, _, err = label.Set(subs, []label.Row{pair})
	if err != nil || set.Kind != study.Preferences || len(set.Verdicts) != 2 || set.Verdicts[0].Value != study.First || set.Verdicts[1].Value != study.Second || math.IsNaN(set.Labels[0].Value) {
		t.Errorf("preferences: %+v, %v", set, err)
	}
	set, _, err = label.Set(subs, nil)
	if err != nil || len(set.Labels) != 0 || len(set.Verdicts) != 6 {
		t.Errorf("without labels: %+v, %v", set, err)
	}
}
