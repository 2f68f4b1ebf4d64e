//go:build facts

package report_test

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"testing"

	"judgement/panel"
)

// readSkating reads the season 2017-18 of figure skating, which is public data and
// not in the repository.
func readSkating(t *testing.T) season {
	t.Helper()
	dir := filepath.Join(os.Getenv("JUDGEMENT_TEST_FACTS"), "figure-skating-2018")
	read := func(name string) []map[string]string {
		f, err := os.Open(filepath.Join(dir, name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var out []map[string]string
		for _, row := range rows[1:] {
			m := map[string]string{}
			for i, key := range rows[0] {
				m[key] = row[i]
			}
			out = append(out, m)
		}
		return out
	}
	byJudge := func(rows []map[string]string, column string) map[string]map[string]panel.Points {
		out := map[string]map[string]panel.Points{}
		for _, r := range rows {
			if out[r["aspect_id"]] == nil {
				out[r["aspect_id"]] = map[string]panel.Points{}
			}
			out[r["aspect_id"]][r["judge"]] = panel.MustPoints(r[column])
		}
		return out
	}
	return season{
		performances: read("performances"), aspects: read("judged-aspects"), judges: read("judges"),
		scores: byJudge(read("judge-scores"), "score"), grades: byJudge(read("judge-goe"), "judge_goe"),
	}
}

// TestSkatingTotals: every panel score and every total of the season to the
// cent, and the official orders.
func TestSkatingTotals(t *testing.T) {
	checkTotals(t, readSkating(t), tally{
		components: 1250, elements: 2155, performances: 250, programmes: 16, sameOrder: 15, tied: []string{"156.65", "156.65"},
	})
}

// TestSkatingHomePreference: how much more judges give their own country.
func TestSkatingHomePreference(t *testing.T) {
	difference, welch := homePreference(t, readSkating(t))
	if math.Abs(difference-3.9) > 0.05 || math.Abs(welch-13.525) > 0.001 {
		t.Errorf("home preference %.3f, Welch t %.4f; want 3.9 ± 0.05 and 13.525 ± 0.001", difference, welch)
	}
}
