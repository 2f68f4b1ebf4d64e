package pipeline_test

import (
	"testing"

	"judgement/internal/llm/fakeserver"
	"judgement/internal/pipeline"
)

// TestRenderGivesTheSameBytes renders a stored version with a dead model: the
// files are those that were published.
func TestRenderGivesTheSameBytes(t *testing.T) {
	w := newWorld(t, 3, fakeserver.Options{})
	r := w.mustReview(t, specOf("acme", text(1, 2000)))
	w.server.Close()
	for _, name := range []string{r.CaseID, "t-acme", "acme"} {
		for _, verify := range []bool{false, true} {
			out, err := w.Render(t.Context(), name, pipeline.RenderOptions{Verify: verify})
			if err != nil {
				t.Fatal(err)
			}
			if len(out.Files) != len(r.Files) {
				t.Errorf("%d files, published were %d", len(out.Files), len(r.Files))
			}
			for _, f := range out.Files {
				if string(f.Data) != w.file(t, r.Folder+"/"+f.Name) {
					t.Errorf("%s of %s differs from what was published", f.Name, name)
				}
			}
		}
	}
	if got := w.file(t, "reports/t-acme/versions/v1_2026-03-01.md"); got != w.file(t, "reports/t-acme/report.md") {
		t.Error("the snapshot is not the report")
	}
}
