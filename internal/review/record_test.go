package review

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/evidence"
	"judgement/report"
)

// allCitations decodes the whole of verdicts.json.
func allCitations(t *testing.T, data []byte) (out []evidence.Citation) {
	t.Helper()
	var verdicts []report.Verdict
	if err := json.Unmarshal(data, &verdicts); err != nil {
		t.Fatal(err)
	}
	add := func(list []report.Citation) {
		for _, c := range list {
			out = append(out, evidence.Citation{Quote: c.Quote, Status: evidence.Status(c.Status), Start: c.Start, End: c.End, Page: c.Page, Note: c.Note})
		}
	}
	for _, v := range verdicts {
		for _, c := range v.Cells {
			add(c.Citations)
		}
		for _, list := range [][]report.Remark{v.MustFix, v.Suggestions, v.Cuts} {
			for _, r := range list {
				add(r.Citations)
			}
		}
	}
	return out
}

// FuzzCitations holds the search for citations to the decoder, for verdicts as
// they are written.
func FuzzCitations(f *testing.F) {
	for _, s := range []string{
		"plain", `"citations":[{"quote":"planted"}]`, `\"citations\":[`, "citations", `"`, `\`, "]}", "引文\u2028",
	} {
		f.Add(s, s, 3)
	}
	f.Fuzz(func(t *testing.T, quote, comment string, start int) {
		cited := []report.Citation{
			{Quote: quote, Status: string(evidence.Exact), Start: start, End: start + len(quote), Page: 2, Note: evidence.ReadNote(comment)},
			{Quote: comment, Status: string(evidence.NotFound), Start: -1, End: -1},
		}
		data, err := json.MarshalIndent([]report.Verdict{
			{Judge: comment, Cells: []report.LensVerdict{{Lens: quote, Comment: comment, Citations: cited}, {Lens: "none"}}},
			{
				Summary: comment, MustFix: []report.Remark{{Text: quote, Citations: cited[1:]}, {Text: comment}},
				Suggestions: []report.Remark{{Text: comment, Citations: cited}}, Cuts: []report.Remark{{Citations: cited[:1]}},
			},
		}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got, err := citations(data)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(allCitations(t, data), got); diff != "" {
			t.Errorf("citations (-want +got):\n%s", diff)
		}
	})
}

func TestDamagedCitations(t *testing.T) {
	for _, data := range []string{
		``, `{}`, `[{"cells":[{"citations":[{"quote":"a"}`, `[{"cells":[{"citations":[{"quote":"a]}]}]`, `[{"cuts":[{"citations":[{]}]}]`,
		`[{"cells":[{"citations":[{"start":"x"}]}]}]`, `[{"must_fix":[{"citations":[{"status":7}]}]}]`,
		`[{"cells":[]}] x`, `[{"cells":[]}][]`, `[{"cells":[}}]`,
	} {
		if _, err := citations([]byte(data)); err == nil {
			t.Errorf("%s is taken for whole", data)
		}
	}
	// Another way to write a key hides no citation.
	found, err := citations([]byte(`[{"c\u0065lls":[{"citation\u0073":[{"quote":"a"}]}]}]`))
	if err != nil || len(found) != 1 {
		t.Errorf("citations under escaped keys: %v, %v", found, err)
	}
}
