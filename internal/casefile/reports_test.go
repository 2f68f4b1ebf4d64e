package casefile_test

import (
	"os"
	"path/filepath"
	"testing"

	"judgement/internal/casefile"
)

// TestCheckReports: each file of the report folder is held to what was
// published, but for the deck, which people may edit, and while a later version
// is being published.
func TestCheckReports(t *testing.T) {
	const reports = "reports/acme/"
	for _, tt := range []struct {
		name  string
		spoil func(t *testing.T, dir string)
		want  string
	}{
		{"untouched", func(*testing.T, string) {}, ""},
		{"judge's page changed", write("reviews/ann.md", "By bo"), reports + "reviews/ann.md was changed after it was published: 'judgement report render C-2026-0001 --out FOLDER' makes it again"},
		{"panel changed", write("panel.yaml", "judges: [x]\n"), reports + "panel.yaml was changed after it was published: 'judgement report render C-2026-0001 --out FOLDER' makes it again"},
		{"own file added", write("notes.txt", "mine"), ""},
		{"deck edited", write("meeting-summary.md", "edited"), ""},
		{"next version under way", func(t *testing.T, dir string) {
			write("report.md", "# Report of version 2\n")(t, dir)
			write("versions/v2_2026-03-02.md", "# Report of version 2\n")(t, dir)
			if err := os.Mkdir(filepath.Join(dir, "../../cases/C-2026-0001/v2"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, own := begun(t)
			if err := v.Publish(t.Context(), casefile.Publication{
				Date: "2026-03-01", VersionMD: []byte("# Report\n"), Files: []casefile.File{{Name: "verdicts.json", Data: []byte("[]\n")}},
				Reports: []casefile.File{
					{Name: "report.md", Data: []byte("# Report\n")},
					{Name: "panel.yaml", Data: []byte("judges: []\n")},
					{Name: "reviews/ann.md", Data: []byte("By ann")},
					{Name: "meeting-summary.md", Data: []byte("deck")},
				},
			}); err != nil {
				t.Fatal(err)
			}
			tt.spoil(t, filepath.Join(own, "../../..", reports))
			info, err := v.Case().Info(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if _, err := v.Case().Check(t.Context(), info); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func write(name, text string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) {
		t.Helper()
		overwrite(t, filepath.Join(dir, name), []byte(text))
	}
}
