package chattest

import (
	"fmt"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/meeting"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Scene is a scene whose results chats see as a whole.
func Scene(slug string) *scene.Scene {
	anchor := "guide"
	return &scene.Scene{
		Slug: slug, Type: scene.Review, DisplayName: "Pitch review", ShowScoresPublicly: true, AnchorJudge: &anchor,
		Chat:   scene.Chat{AppIDEnv: "CHAT_APP_ID_" + scene.EnvName(slug), AppSecretEnv: "CHAT_APP_SECRET_" + scene.EnvName(slug)},
		Report: scene.Report{BrandPrefix: "p-"},
	}
}

// Panel has three judges and three lenses.
func Panel() *panel.Panel {
	one := panel.PointsOf(1)
	return &panel.Panel{
		Name: "pitch", OutputFormat: panel.ScoredReport, ScoringMode: panel.SumMaxScore,
		Judges: []panel.Judge{
			{Slug: "evidence-checker", DisplayNameCN: "证据核查", Category: panel.Dimension, Weight: one},
			{Slug: "plain-reader", DisplayNameCN: "普通读者", Category: panel.Dimension, Weight: one},
			{Slug: "cost-controller", DisplayNameCN: "成本管控", Category: panel.Dimension, Weight: one},
		},
		Lenses: []panel.Lens{
			{Slug: "problem", DisplayNameCN: "问题定义", MaxScore: panel.PointsOf(30)},
			{Slug: "evidence", DisplayNameCN: "论据", MaxScore: panel.PointsOf(40)},
			{Slug: "cost", DisplayNameCN: "成本", MaxScore: panel.PointsOf(30)},
		},
	}
}

// Word is put before every text of a result, so that tests can find it again.
type Word func(what string) string

// Result is a finished review with every kind of text in it.
func Result(word Word) *pipeline.Result {
	p := Panel()
	cite := func(what string) []report.Citation {
		return []report.Citation{{Quote: word("quote of " + what), Status: "exact", Note: evidence.ReadNote(word("note of " + what))}}
	}
	remark := func(lens, what string) report.Remark {
		return report.Remark{Lens: lens, Text: word(what), Judge: "plain-reader", Citations: cite(what)}
	}
	scores := [][]string{{"24", "21", "27"}, {"25.5", "18", "24"}, {"22", "20", "28"}}
	var verdicts []report.Verdict
	for i, j := range p.Judges {
		v := report.Verdict{Schema: 1, Judge: j.Slug, Outcome: "ok", Summary: word("summary of " + j.Slug), Model: word("model")}
		for k, l := range p.Lenses {
			score := panel.MustPoints(scores[i][k])
			v.Cells = append(v.Cells, report.LensVerdict{Lens: l.Slug, Max: l.MaxScore, Score: &score, Comment: word("comment on " + l.Slug), Citations: cite(l.Slug)})
		}
		verdicts = append(verdicts, v)
	}
	lens := func(i int, score, low, high string) format.LensResult {
		l := p.Lenses[i]
		return format.LensResult{
			Lens: l.Slug, Max: l.MaxScore, Score: panel.MustPoints(score), Comment: word("comment on " + l.Slug), Judge: "plain-reader",
			Spread: report.Spread{Judges: 3, Min: panel.MustPoints(low), Max: panel.MustPoints(high), SD: 1.5},
		}
	}
	res := &review.Result{
		Schema: 1, Total: panel.MustPoints("69.83"), Max: panel.PointsOf(100), Grade: "C",
		Spread: &report.Spread{Judges: 3, Min: panel.MustPoints("67.5"), Max: panel.MustPoints("72"), SD: 2.27},
		Lenses: []format.LensResult{lens(0, "23.83", "22", "25.5"), lens(1, "19.67", "18", "21"), lens(2, "26.33", "24", "28")},
		MustFix: []report.Remark{
			remark("evidence", "Name the source of the market figure; without it nobody can check the claim."),
			remark("evidence", "Say how many users were asked, and when."),
		},
		Suggestions: []report.Remark{remark("problem", "Say who has the problem and what it costs them today.")},
		Cuts:        []report.Remark{remark("", "Leave out the list of awards.")},
		Evidence:    report.EvidenceCounts{Total: 13, Proven: 12, Noted: 3, ByStatus: []report.StatusCount{{Status: "exact", Count: 12}, {Status: "not_found", Count: 1}}},
	}
	return &pipeline.Result{
		Schema: 1, CaseID: "C-2026-0007", Version: 2, Scene: "pitch", Brand: word("brand"), Folder: "reports/" + word("folder"),
		Files: []string{"report.md", "report.html", "report.pdf"}, Judgement: &review.Judgement{Result: res, Verdicts: verdicts},
		Plan:     &format.Plan{Scene: "pitch", SceneName: word("scene name"), Brand: word("brand"), Language: "en", Panel: p, Judges: []format.PlannedJudge{{Slug: "plain-reader", Model: word("model")}}},
		Document: document.Document{Name: word("file.docx")},
		Warnings: []string{word("warning")},
	}
}

// Meeting is a finished meeting summary with every kind of text in it.
func Meeting(word Word) *pipeline.Result {
	r := Result(word)
	r.Files = []string{"report.md", "report.html", "report.pdf", "meeting-summary.md", "meeting-summary.pptx"}
	m := meeting.Content{Schema: 1, Evidence: report.EvidenceCounts{Total: 9, Proven: 9}, Duplicates: [][]string{}}
	m.Material.Speakers = []string{word("speaker")}
	for i, j := range r.Plan.Panel.Judges {
		v := meeting.View{
			Schema: 1, Judge: j.Slug, Outcome: "ok", Logic: word("logic"), Model: word("model"),
			Verdict: word(fmt.Sprintf("The meeting decided %d things and left the budget open.", i+1)),
		}
		for range 3 {
			point := meeting.Point{Text: word("point"), At: "00:10", Citations: []report.Citation{{Quote: word("quote"), Status: "exact"}}}
			v.Highlights, v.Shortcomings = append(v.Highlights, point), append(v.Shortcomings, point)
		}
		m.Views = append(m.Views, v)
	}
	m.Views[2].Outcome, m.Views[2].Verdict, m.Views[2].Reason = "refused", "", word("reason")
	r.Judgement = &meeting.Judgement{Meeting: m}
	return r
}

// Plain leaves texts as they are.
func Plain(what string) string { return what }
