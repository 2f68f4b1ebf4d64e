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
	seen := func(h chat.Head, s chat.Shown) chat.Head {
		h.Shown = s
		return h
	}
	var p chat.Progress
	for _, e := range Events() {
		p.Add(e, func(s string) string { return s })
	}
	r, m := Result(Plain), Meeting(Plain)
	return []Named{
		{"queued", chat.QueuedCard(en, 2)},
		{"queued-next-zh", chat.QueuedCard(zh, 0)},
		{"progress", chat.ProgressCard(en, p)},
		{"progress-redacted", chat.ProgressCard(seen(en, chat.OnlyTally), p)},
		{"final", chat.FinalCard(en, r, true)},
		{"final-zh", chat.FinalCard(zh, r, true)},
		{"final-group", chat.FinalCard(seen(en, chat.HideScores), r, false)},
		{"final-redacted", chat.FinalCard(seen(en, chat.OnlyTally), r, false)},
		{"final-redacted-group-zh", chat.FinalCard(seen(zh, chat.OnlyCounts), r, false)},
		{"final-sound", chat.FinalCard(en, sound(), true)},
		{"meeting", chat.FinalCard(en, m, true)},
		{"meeting-redacted", chat.FinalCard(seen(en, chat.OnlyTally), m, false)},
		{"failed", chat.FailedCard(en, "The document is protected by a password. Please send a copy without it.")},
		{"failed-redacted", chat.FailedCard(seen(en, chat.OnlyTally), "The document is protected by a password. Please send a copy without it.")},
		{"withheld-zh", chat.WithheldCard(zh)},
		{"cancelled-zh", chat.CancelledCard(zh)},
	}
}

// sound is a review without anything that must be fixed.
func sound() *pipeline.Result {
	r := Result(Plain)
	r.Judgement.(*review.Judgement).Result.MustFix = nil
	return r
}
