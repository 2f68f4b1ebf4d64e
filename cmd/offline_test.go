package cmd

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"judgement/panel"
)

// offlineTotals judges shipped examples with the offline baseline, through the
// whole command, and returns their totals in percent by file name.
func offlineTotals(t *testing.T, scene string, files ...string) map[string]float64 {
	t.Helper()
	cmd := command(t.Context(), t, append([]string{"review", "--scene", scene, "--provider", "offline", "--formats", "md", "--output", "json"}, files...)...)
	dir := filepath.Join(t.TempDir(), "ws")
	mustRun(t, command(t.Context(), t, "init", dir))
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, errs.Bytes())
	}
	var rows []struct {
		File   string `json:"file"`
		Result struct {
			Total panel.Points `json:"total"`
			Max   panel.Points `json:"max"`
		} `json:"result"`
	}
	if err := json.Unmarshal(out.Bytes(), &rows); err != nil {
		t.Fatalf("%v: %s", err, out.Bytes())
	}
	totals := map[string]float64{}
	for _, r := range rows {
		totals[r.File] = 100 * r.Result.Total.Float() / r.Result.Max.Float()
	}
	if len(totals) != len(files) {
		t.Fatalf("%d documents of %d were judged: %s", len(totals), len(files), out.Bytes())
	}
	return totals
}

// TestOfflineTellsGoodFromBad holds the baseline to its promise in both
// languages: good examples beat bad ones by at least 15 % of the maximum, and
// those that only play to the lenses rank below the bad ones.
func TestOfflineTellsGoodFromBad(t *testing.T) {
	examples := filepath.Join(starterDir(t), "examples")
	tests := []struct{ scene, kind, lang string }{
		{"pitch-review", "pitch", "en"},
		{"pitch-review", "pitch", "zh"},
		{"startup-contest", "pitch", "en"},
		{"startup-contest", "pitch", "zh"},
		{"proposal-review", "proposal", "en"},
		{"proposal-review-zh", "proposal", "zh"},
	}
	for _, tt := range tests {
		t.Run(tt.scene+" "+tt.lang, func(t *testing.T) {
			adversarial, err := filepath.Glob(filepath.Join(examples, "adversarial", "*-"+tt.lang+".md"))
			if err != nil || len(adversarial) < 4 {
				t.Fatalf("adversarial examples: %v, %v", adversarial, err)
			}
			good, bad := tt.kind+"-good-"+tt.lang+".md", tt.kind+"-bad-"+tt.lang+".md"
			totals := offlineTotals(t, tt.scene, append(adversarial, filepath.Join(examples, good), filepath.Join(examples, bad))...)
			if totals[good] < totals[bad]+15 {
				t.Errorf("good %.2f %%, bad %.2f %%: less than 15 %% of the maximum apart", totals[good], totals[bad])
			}
			for _, name := range adversarial {
				if got := totals[filepath.Base(name)]; got >= totals[bad] {
					t.Errorf("%s has %.2f %%, the bad example %.2f %%", filepath.Base(name), got, totals[bad])
				}
			}
			t.Log(strings.TrimSpace(string(mustJSON(t, totals))))
		})
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
