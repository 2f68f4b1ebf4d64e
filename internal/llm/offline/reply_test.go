package offline

import (
	"os"
	"path/filepath"
	"testing"
)

// TestShippedExamples holds the baseline to the example documents of the
// workspace: good ones beat bad ones by at least
// 15 % of the maximum, and texts that try to win without merit rank last.
func TestShippedExamples(t *testing.T) {
	const margin = 15
	for language, names := range map[string][]string{"en": {"pitch", "proposal"}, "zh": {"pitch", "proposal"}} {
		example := func(name string) float64 {
			b, err := os.ReadFile(filepath.Join("..", "..", "..", "examples", name+"-"+language+".md"))
			if err != nil {
				t.Fatal(err)
			}
			return percent(t, string(b), language, false)
		}
		lowest := 100.0
		for _, n := range names {
			good, bad := example(n+"-good"), example(n+"-bad")
			t.Logf("%s %s: good %.1f, bad %.1f", language, n, good, bad)
			if good-bad < margin {
				t.Errorf("%s %s: good %.1f, bad %.1f: less than %d apart", language, n, good, bad, margin)
			}
			lowest = min(lowest, bad)
		}
		for _, n := range []string{"keywords", "lens-echo", "empty-fluent"} {
			if got := example(filepath.Join("adversarial", n)); got >= lowest {
				t.Errorf("%s %s scores %.1f, the worst bad example %.1f", language, n, got, lowest)
			} else {
				t.Logf("%s %s: %.1f", language, n, got)
			}
		}
	}
}
