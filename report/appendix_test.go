package report

import (
	"strings"
	"testing"
)

// TestMustFixElsewhere: what a judge calls must-fix is in the report, on whatever
// lens, once.
func TestMustFixElsewhere(t *testing.T) {
	in := sampleReview(English) // problem-fit 27 of 30, evidence 17 of 30
	if md := string(Markdown(Page{Lang: English, Blocks: Appendix(in)})); strings.Contains(md, "Must-fix items on dimensions") {
		t.Error("a must-fix item of a lens below 60 % is listed twice")
	}
	for range 2 {
		in.Verdicts[0].MustFix = append(in.Verdicts[0].MustFix, Remark{Lens: "problem-fit", Text: "Name the payer."})
	}
	md := string(Markdown(Page{Lang: English, Blocks: Appendix(in)}))
	_, after, _ := strings.Cut(md, "## Must-fix items on dimensions of 60% or more")
	section, _, _ := strings.Cut(after, "\n## ")
	if strings.Count(section, "Name the payer.") != 1 || !strings.Contains(section, "Evidence checker") {
		t.Errorf("the appendix has %q", section)
	}
}
