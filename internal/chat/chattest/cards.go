package chattest

import (
	"judgement/internal/chat"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/report"
)

// Named is a card with the name of its golden.
type Named struct {
	Name string
	Card chat.Card
}

// Cards are the cards of every kind and language.
func Cards() []Named {
	en := chat.Head{Lang: report.English, Scene: "Pitch review", Document: "plan.docx"}
	zh := chat.Head{Lang: report.Chinese, Scene: "项目评审", Document: "计划书.docx"}
	var p chat.Progress
	for _, e := range Events() {
		p.Add(e, func(s string) string { return s })
	}
	r, m := Result(Plain), Meeting(Plain)
	return []Named{
		{"queued", chat.QueuedCard(en, 2)},
		{"queued-next-zh", chat.QueuedCard(zh, 0)},
		{"progress", chat.ProgressCard(en, p, chat.ShowAll)},
		{"progress-redacted", chat.ProgressCard(en, p, chat.OnlyTally)},
		{"final", chat.FinalCard(en, r, chat.ShowAll, true)},
		{"final-zh", chat.FinalCard(zh, r, chat.ShowAll, true)},
		{"final-group", chat.FinalCard(en, r, chat.HideScores, false)},
		{"final-redacted", chat.FinalCard(en, r, chat.OnlyTally, false)},
		{"final-redacted-group-zh", chat.FinalCard(zh, r, chat.OnlyCounts, false)},
		{"final-sound", chat.FinalCard(en, sound(), chat.ShowAll, true)},
		{"meeting", chat.FinalCard(en, m, chat.ShowAll, true)},
		{"meeting-redacted", chat.FinalCard(en, m, chat.OnlyTally, false)},
		{"failed", chat.FailedCard(en, "The document is protected by a password. Please send a copy without it.", chat.ShowAll)},
		{"failed-redacted", chat.FailedCard(en, "The document is protected by a password. Please send a copy without it.", chat.OnlyTally)},
		{"withheld-zh", chat.WithheldCard(zh)},
		{"cancelled-zh", chat.CancelledCard(zh, chat.ShowAll)},
	}
}

// sound is a review without anything that must be fixed.
func sound() *pipeline.Result {
	r := Result(Plain)
	r.Judgement.(*review.Judgement).Result.MustFix = nil
	return r
}
