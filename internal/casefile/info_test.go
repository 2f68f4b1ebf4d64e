package casefile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
)

const head = `schema: 1
id: C-2026-0001
scene: demo
brand: acme
report_folder: demo-acme
created_at: 2026-03-01T12:00:00Z
latest_version: 1
`

const full = head + `checkpoints:
  - id: q1
    question: Do sales reach 100?
    kind: numeric
    rule: {op: ">=", value: 100}
    source: {type: file, path: sales.csv, column: total, row: "2026"}
    horizon_days: 30
    due: 2026-03-31
    grace_days: 7
    draft: true
    lock_sha256: ""
    forecasts:
      - {judge: ann, skill_sha256: ab, model: m, p: 0.7}
`

func TestParseInfo(t *testing.T) {
	info, err := casefile.ParseInfo("case.yaml", "C-2026-0001", []byte(full))
	if err != nil {
		t.Fatal(err)
	}
	want := casefile.Info{
		Schema: 1, ID: "C-2026-0001", Scene: "demo", Brand: "acme", ReportFolder: "demo-acme", CreatedAt: day, LatestVersion: 1,
		Checkpoints: []casefile.Checkpoint{{
			ID: "q1", Question: "Do sales reach 100?", Kind: casefile.Numeric, Rule: casefile.Rule{Op: ">=", Value: "100"},
			Source:      casefile.Source{Type: "file", Path: "sales.csv", Column: "total", Row: "2026"},
			HorizonDays: 30, Due: "2026-03-31", GraceDays: 7, Draft: true,
			Forecasts: []casefile.Forecast{{Judge: "ann", SkillSHA256: "ab", Model: "m", P: 0.7}},
		}},
	}
	if diff := cmp.Diff(want, info); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDraftByHand: what a person who adds a draft may leave out follows from
// the rest.
func TestDraftByHand(t *testing.T) {
	const drafts = `checkpoints:
  - {id: a, question: "Does a second shop open?", due: 2026-05-30, draft: true}
  - {id: b, question: "How many are sold?", rule: {op: ">=", value: 200}, source: {path: sales.csv}, due: 2026-03-31, draft: true}
  - {id: c, question: "Which grade?", rule: {op: ">=", value: B, levels: [C, B, A]}, due: 2026-03-01, draft: true}
`
	info, err := casefile.ParseInfo("case.yaml", "C-2026-0001", []byte(head+drafts))
	if err != nil {
		t.Fatal(err)
	}
	want := []casefile.Checkpoint{
		{ID: "a", Question: "Does a second shop open?", Kind: casefile.Binary, Source: casefile.Source{Type: "manual"}, HorizonDays: 90, Due: "2026-05-30", Draft: true},
		{
			ID: "b", Question: "How many are sold?", Kind: casefile.Numeric, Rule: casefile.Rule{Op: ">=", Value: "200"},
			Source: casefile.Source{Type: "file", Path: "sales.csv"}, HorizonDays: 30, Due: "2026-03-31", Draft: true,
		},
		{
			ID: "c", Question: "Which grade?", Kind: casefile.Ordinal, Rule: casefile.Rule{Op: ">=", Value: "B", Levels: []string{"C", "B", "A"}},
			Source: casefile.Source{Type: "manual"}, HorizonDays: 1, Due: "2026-03-01", Draft: true,
		},
	}
	if diff := cmp.Diff(want, info.Checkpoints); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseInfoErrors(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"empty", "", "c: the file is empty"},
		{"unknown keys", head + "colour: red\nsize: 2\n", "c:8: field colour not found\nc:9: field size not found"},
		{"wrong type", head + "checkpoints: 7\n", "c:8: `7` is in the place of a list"},
		{"no keys", "garbage\n", "c:1: `garbage` is in the place of keys and values"},
		{"wrong types", head + "checkpoints:\n- {id: a, draft: maybe, horizon_days: [1], rule: 3, forecasts: [{p: high}]}\n", "c:9: `maybe` is in the place of true or false\nc:9: a list is in the place of a whole number\nc:9: `3` is in the place of keys and values\nc:9: `high` is in the place of a number"},
		{"twice", head + "brand: other\nscene: [1]\n", "c:8: field brand is there twice, first on line 4\nc:9: field scene is there twice, first on line 3\nc:9: a list is in the place of a text"},
		{"alias", head + "checkpoints: &c {a: 1}\nversions: *c\n", "c:8: keys and values is in the place of a list\nc:8: keys and values is in the place of a list"},
		{"number", "schema: 99999999999999999999\ncreated_at: soon\n", "c:1: `99999999999999999999` is in the place of a whole number\nc:2: `soon` is in the place of a time such as 2026-03-01T09:00:00Z"},
		{"no YAML", head + "a: [1\n", "c:8:1: is not valid YAML: did not find expected ',' or ']' → check this line's indentation, quotes, brackets and colons"},
		{"in itself", "a: &a [*a]", "c:1: field a not found"},
		{"list in itself", head + "checkpoints: &a [*a]\n", "c:8: a list is in the place of keys and values"},
		{"two documents", head + "---\nid: x\n", "c: more than one YAML document: keep the first"},
		{
			"rules", "schema: 2\nid: C-2026-0002\nbrand: acme\nreport_folder: other\nlatest_version: -1\n",
			`c: schema is 2, must be 1; id is "C-2026-0002" but the folder is "C-2026-0001": rename one of them; scene is missing; report_folder "other" must be the brand with the scene's prefix; created_at is missing; latest_version is -1, must be 0 or more`,
		},
		{
			"checkpoint", head + "checkpoints:\n- {id: a, question: q, kind: maybe, source: {type: web}, horizon_days: 0, due: soon, grace_days: -1, draft: true, forecasts: [{judge: '', p: 1.5}, {judge: a, p: .nan}]}\n",
			`c: checkpoint a (line 9): kind "maybe" must be binary, numeric or ordinal; checkpoint a (line 9): source.type "web" must be manual or file; checkpoint a (line 9): grace_days is -1, must be 0 or more; checkpoint a (line 9): due "soon" must be a date like 2026-03-31; checkpoint a (line 9): forecast 1: judge is missing; checkpoint a (line 9): forecast 1: p is 1.5, must be from 0 to 1; checkpoint a (line 9): forecast 2: p is NaN, must be from 0 to 1`,
		},
		{
			"no id, no draft", head + "checkpoints:\n- id: a\n  question: q\n  due: 2026-04-30\n  draft: true\n- question: q\n  kind: binary\n  source: {type: manual}\n  due: 2026-04-30\n",
			`c: checkpoint number 2 (line 13): id is missing; checkpoint number 2 (line 13): horizon_days is 0, must be 1 or more; checkpoint number 2 (line 13): what is no draft has lock_sha256 and accepted_at: set draft: true, then accept it`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := casefile.ParseInfo("c", "C-2026-0001", []byte(tt.data))
			if err == nil {
				t.Fatal("no error")
			}
			if diff := cmp.Diff(tt.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzParseInfo: any bytes give an Info that keeps the rules, or an error.
func FuzzParseInfo(f *testing.F) {
	f.Add([]byte(full))
	f.Add([]byte(head + "checkpoints: []\n"))
	f.Add([]byte("a: &a [*a]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := casefile.ParseInfo("c", "C-2026-0001", data)
		if err == nil && (info.ID != "C-2026-0001" || info.Schema != 1 || casefile.CheckBrand(info.Brand) != nil) {
			t.Errorf("accepted %+v", info)
		}
	})
}

func TestUpdate(t *testing.T) {
	v, _ := begun(t)
	if err := finish(t.Context(), v, "ann"); err != nil {
		t.Fatal(err)
	}
	c := v.Case()
	err := c.Update(t.Context(), func(i *casefile.Info) error {
		i.Scene, i.LatestVersion = "other", 9
		i.Checkpoints = append(i.Checkpoints, casefile.Checkpoint{
			ID: "a", Question: "q?", Kind: casefile.Binary, Source: casefile.Source{Type: "manual"}, HorizonDays: 30, Due: "2026-04-01", Draft: true,
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := c.Info(t.Context())
	if err != nil || info.Scene != "demo" || info.LatestVersion != 1 || len(info.Checkpoints) != 1 {
		t.Errorf("after Update: %+v, %v", info, err)
	}
	if err := c.Update(t.Context(), func(i *casefile.Info) error { i.Checkpoints[0].Due = "soon"; return nil }); err == nil {
		t.Error("a broken rule was written")
	}
}
