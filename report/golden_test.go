package report

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (-want +got):\n%s", path, d)
	}
}

func TestReportGolden(t *testing.T) {
	for _, l := range []Lang{English, Chinese} {
		first := Markdown(samplePage(l))
		golden(t, "report."+string(l)+".md", first)
		for range 20 {
			if !bytes.Equal(first, Markdown(samplePage(l))) {
				t.Fatal("the same input gave other bytes")
			}
		}
	}
}

func TestJudgePageGolden(t *testing.T) {
	for _, l := range []Lang{English, Chinese} {
		golden(t, "judge."+string(l)+".md", Markdown(JudgePage(sampleReview(l), "evidence-checker")))
	}
	golden(t, "judge-failed.zh.md", Markdown(JudgePage(sampleReview(Chinese), "cost-controller")))
	in := sampleReview(English)
	in.Provenance.NoModel, in.Cost = true, nil
	again := in.Verdicts[0]
	again.Repeat = 1
	in.Verdicts = append(in.Verdicts, again)
	golden(t, "judge-repeats.en.md", Markdown(JudgePage(in, "evidence-checker")))
	in.Selected = []string{"evidence-checker", "plain-reader"}
	golden(t, "appendix-selected.en.md", Markdown(Page{Title: "Appendix", Lang: English, Blocks: Appendix(in)}))
	golden(t, "judge-not-chosen.en.md", Markdown(JudgePage(Review{Panel: in.Panel, Lang: English, Selected: in.Selected}, "cost-controller")))
}
