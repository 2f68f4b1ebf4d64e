package label_test

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/fault"
	"judgement/panel"
)

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
