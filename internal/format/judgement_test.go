package format

import (
	"fmt"
	"testing"

	"judgement/internal/jury"
	"judgement/panel"
	"judgement/report"
)

// TestMostUnproven: judges are named once however often they were asked, and those that
// did not answer are not.
func TestMostUnproven(t *testing.T) {
	p, o := &Plan{Panel: &panel.Panel{}}, Overview{Evidence: report.EvidenceCounts{Total: 5, Proven: 2}}
	for i := range 6 {
		name := fmt.Sprint("J", i)
		p.Panel.Judges = append(p.Panel.Judges, panel.Judge{Slug: name, DisplayName: name, DisplayNameCN: name})
		o.Judges = append(o.Judges, Ended{Judge: name, Outcome: jury.OK}, Ended{Judge: name, Outcome: jury.OK, Proven: i == 0})
	}
	o.Judges[11].Outcome, o.Judges[10].Outcome = jury.Failed, jury.Failed
	for lang, want := range map[report.Lang]string{
		report.English: "Most quotes are not proven: 2 of 5 are. Judges without a proven quote: J1, J2, J3 and 1 more.",
		report.Chinese: "多数引文未核实：5 条中仅 2 条已核实。没有已核实引文的评委：J1、J2、J3，另有 1 位。",
	} {
		p.Language = string(lang)
		if got := o.MostUnproven(p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if o.Evidence.Total = 4; o.MostUnproven(p) != "" {
		t.Error("half of the quotes are not most")
	}
	p.Language = string(report.Chinese)
	o.Evidence, o.Judges = report.EvidenceCounts{Total: 5, Proven: 2}, o.Judges[:2]
	if got := o.MostUnproven(p); got != "多数引文未核实：5 条中仅 2 条已核实。" {
		t.Error(got)
	}
}
