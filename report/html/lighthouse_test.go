//go:build lighthouse

package html_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"judgement/internal/testtool"
	"judgement/report"
)

// runs is how often Lighthouse looks at a report; the median counts.
const runs = 5

// TestLighthouse: a report of 12 dimensions and 14 judges is accessible, and quick on the
// slow phone that Lighthouse simulates. What else runs on the machine changes the figure.
func TestLighthouse(t *testing.T) {
	tool, err := filepath.Abs("../../.ci/npm/lighthouse/node_modules/.bin/lighthouse")
	if err != nil {
		t.Fatal(err)
	}
	testtool.Need(t, "node", "chromium", tool)
	page := render(t, large(report.English))
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	}))
	defer srv.Close()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal(err)
	}
	var speed []float64
	for range runs {
		c := exec.CommandContext(t.Context(), tool, srv.URL, "--quiet", "--output=json", "--only-categories=accessibility,performance",
			"--chrome-flags=--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="+t.TempDir())
		c.Env = append(os.Environ(), "CHROME_PATH="+chromium, "HOME="+t.TempDir())
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got struct {
			Categories struct {
				Accessibility struct{ Score float64 }
				Performance   struct{ Score float64 }
			}
			Audits map[string]struct {
				Score *float64
				Title string
			}
		}
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		speed = append(speed, 100*got.Categories.Performance.Score)
		if a := 100 * got.Categories.Accessibility.Score; a < 100 {
			t.Errorf("accessibility %.0f, want 100", a)
			for id, audit := range got.Audits {
				if audit.Score != nil && *audit.Score < 1 {
					t.Logf("%s: %s (%.2f)", id, audit.Title, *audit.Score)
				}
			}
		}
	}
	slices.Sort(speed)
	t.Logf("%d bytes, performance %v, median %.0f", len(page), speed, speed[runs/2])
	if speed[runs/2] < 90 {
		t.Errorf("performance %.0f, want 90", speed[runs/2])
	}
}
