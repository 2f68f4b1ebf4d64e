package report

import (
	"testing"
)

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
