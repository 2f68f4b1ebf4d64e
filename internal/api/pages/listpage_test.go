package pages

import (
	"testing"

	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// TestListNamesInTheReadersLanguage: scenes, boards and judges have their names in the
// page's language; what the workspace no longer has keeps its slug, and the shared list
// of scenes is not changed.
func TestListNamesInTheReadersLanguage(t *testing.T) {
	shared := []sceneLine{
		{Slug: "broken", Name: "broken", Problem: true},
		{Slug: "contest", Name: "Contest", Ranks: true, scene: &scene.Scene{DisplayName: "Contest", DisplayNameCN: "大赛"}, judges: []panel.Judge{{Slug: "auditor", DisplayNameCN: "审计员"}}},
		{Slug: "plain", Name: "Plain", scene: &scene.Scene{DisplayName: "Plain"}},
	}
	for lang, want := range map[report.Lang][4]string{
		report.English: {"Contest", "Auditor", "Plain", "Contest"},
		report.Chinese: {"大赛", "审计员", "Plain", "大赛"},
	} {
		b := &listBody{AllScenes: shared}
		b.nameIn(lang)
		if got := [4]string{b.NameOf("contest"), b.JudgeName("auditor"), b.NameOf("plain"), b.Boards[0].Name}; got != want || len(b.Boards) != 1 {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
		if b.JudgeName("gone") != "gone" || b.NameOf("broken") != "broken" || shared[1].Name != "Contest" {
			t.Errorf("%s: %q, %q, %q", lang, b.JudgeName("gone"), b.NameOf("broken"), shared[1].Name)
		}
	}
}
