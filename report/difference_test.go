package report_test

import (
	"testing"

	"judgement/report"
)

// TestCompareFixes: an item is still open if it is on one dimension and shares most words.
func TestCompareFixes(t *testing.T) {
	fix := func(lens, text string) report.Remark { return report.Remark{Lens: lens, Text: text} }
	then := []report.Remark{
		fix("price", "Name the price of a repair after the second year."), fix("price", "Say who pays for the crates."),
		fix("risk", "Say who pays for the crates."), fix("zh", "请说明维修费用由谁承担。"),
	}
	now := []report.Remark{
		fix("zh", "请写明维修费用由谁承担"), fix("price", "Name the price of repairs after the second year!"),
		fix("plan", "Say who pays for the crates."), fix("price", "Name the price of a repair after the second year, too."),
	}
	gone, open, fresh := report.CompareFixes(then, now)
	if len(gone) != 2 || gone[0].Text != then[1].Text || gone[1].Lens != "risk" {
		t.Errorf("gone: %+v", gone)
	}
	if len(open) != 2 || open[0].Text != now[3].Text || open[1].Lens != "zh" {
		t.Errorf("open: %+v", open)
	}
	if len(fresh) != 2 || fresh[0].Text != now[1].Text || fresh[1].Lens != "plan" {
		t.Errorf("new: %+v", fresh)
	}
	if gone, open, fresh := report.CompareFixes(nil, nil); gone != nil || open != nil || fresh != nil {
		t.Error("nothing makes something")
	}
}
