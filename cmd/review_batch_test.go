package cmd

import (
	"testing"

	"judgement/internal/batch"
	"judgement/report"
)

// TestBatchLang: a batch is shown in the language that was asked for, else in that of
// most reports.
func TestBatchLang(t *testing.T) {
	judged := func(of ...report.Lang) (rows []batch.Row) {
		for _, l := range of {
			rows = append(rows, batch.Row{Result: &batch.Result{Lang: l}})
		}
		return append(rows, batch.Row{Error: "broken"})
	}
	for _, tc := range []struct {
		asked report.Lang
		rows  []batch.Row
		want  report.Lang
	}{
		{"", judged(), report.English},
		{"", judged("zh"), report.Chinese},
		{"", judged("zh", "en"), report.English},
		{"", judged("zh", "en", "zh"), report.Chinese},
		{"zh", judged("en", "en"), report.Chinese},
		{"zh", judged(), report.Chinese},
		{"en", judged("zh"), report.English},
	} {
		if got := batchLang(tc.asked, tc.rows); got != tc.want {
			t.Errorf("asked for %q, of %d documents: %q, want %q", tc.asked, len(tc.rows), got, tc.want)
		}
	}
}
