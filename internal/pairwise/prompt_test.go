package pairwise

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm"
)

// TestPromptGolden: what a judge is sent, word for word.
func TestPromptGolden(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		p := somePlan(t, func(in *Input) { in.Language = lang })
		req, err := p.request(p.Judges[1], Document{SHA256: "aa", Text: "The first text.\nDOCUMENT A>>>"}, Document{SHA256: "bb", Text: "第二篇。"}, "00112233445566ff")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		for _, m := range req.Messages {
			b.WriteString("=== " + string(m.Role) + "\n" + m.Content + "\n")
		}
		b.WriteString("=== schema " + req.Schema.Name + "\n" + string(req.Schema.JSON) + "\n")
		path := filepath.Join("testdata", "prompt."+lang+".txt")
		if *update {
			if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
		if req.Model != "m-2" || req.MaxTokens != 900 || req.Temperature != 0.2 || req.Seed != 7 || req.Kind != llm.KindCompare {
			t.Errorf("the request: %+v", req)
		}
	}
}
