package pipeline_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/board"
	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/report"
)

// TestResultJSON: a result is one JSON object whose keys keep their order, and its
// text is not escaped for HTML.
func TestResultJSON(t *testing.T) {
	shared := "schema case_id version resumed unchanged scene brand folder files plan "
	for _, tt := range []struct {
		name, want string
		judgement  format.Judgement
	}{
		{"review", shared + "result verdicts drafts document statistics board warnings", &review.Judgement{
			Drafts: &review.Drafts{}, Document: &document.Document{Title: "a < b"}, Statistics: []report.Statistic{{}},
		}},
		{"meeting", shared + "result verdicts document meeting board warnings", &meeting.Judgement{Document: &document.Document{Title: "a < b"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var b bytes.Buffer
			enc := json.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", " ")
			err := enc.Encode(&pipeline.Result{Judgement: tt.judgement, Board: &board.Placement{}, Warnings: []string{"w"}})
			if err != nil {
				t.Fatal(err)
			}
			var keys []string
			for _, m := range regexp.MustCompile(`(?m)^ "(\w+)":`).FindAllStringSubmatch(b.String(), -1) {
				keys = append(keys, m[1])
			}
			if diff := cmp.Diff(tt.want, strings.Join(keys, " ")); diff != "" {
				t.Errorf("keys (-want +got):\n%s", diff)
			}
			if !strings.Contains(b.String(), "a < b") {
				t.Error("text is escaped for HTML")
			}
		})
	}
}
