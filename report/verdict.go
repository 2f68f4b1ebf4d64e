package report

import (
	"slices"

	"judgement/panel"
)

// Verdict is one judge's closed outcome for one repeat, as stored with a case
// version (schema 1).
type Verdict struct {
	Schema      int           `json:"schema"`
	Judge       string        `json:"judge"`
	Repeat      int           `json:"repeat"`           // from 0
	Outcome     string        `json:"outcome"`          // ok, abstained, refused, unparsable, failed, over_budget
	Reason      string        `json:"reason,omitempty"` // why, if the outcome is not ok
	Cells       []LensVerdict `json:"cells"`            // in the panel's lens order; empty unless ok
	MustFix     []Remark      `json:"must_fix"`
	Suggestions []Remark      `json:"suggestions"`
	Cuts        []Remark      `json:"cuts"`
	Summary     string        `json:"summary"`
	Model       string        `json:"model"`
	Usage       Usage         `json:"usage"`
	Cost        *Money        `json:"cost"` // null: unknown
	ReplySHA256 string        `json:"reply_sha256,omitempty"`
}

// Remarks are the verdict's must-fix items, suggestions and cuts.
func (v Verdict) Remarks() []Remark { return slices.Concat(v.MustFix, v.Suggestions, v.Cuts) }

// LensVerdict is one judge's score for one lens. Score is nil if the judge
// abstained from it.
type LensVerdict struct {
	Lens      string        `json:"lens"`
	Max       panel.Points  `json:"max"`
	Score     *panel.Points `json:"score"`
	Comment   string        `json:"comment"`
	Citations []Citation    `json:"citations"`
}

// Remark is a must-fix item, a suggestion or a cut. Lens is empty if it
// speaks of the whole document.
type Remark struct {
	Lens      string     `json:"lens,omitempty"`
	Text      string     `json:"text"`
	Judge     string     `json:"judge,omitempty"` // who said so
	Citations []Citation `json:"citations,omitempty"`
}

// Citation is a quote with what was found of it in the document.
type Citation struct {
	Quote  string `json:"quote"`
	Status string `json:"status"` // internal/evidence's statuses
	Start  int    `json:"start"`  // half-open UTF-8 byte offsets, −1 if nothing was found
	End    int    `json:"end"`
	Page   int    `json:"page,omitempty"`
	Note   string `json:"note,omitempty"`
}

// Usage is what calls used; see internal/llm.
type Usage struct {
	Calls            int  `json:"calls"`
	FailedCalls      int  `json:"failed_calls"`
	PromptTokens     int  `json:"prompt_tokens"`
	CachedTokens     int  `json:"cached_tokens"`
	CompletionTokens int  `json:"completion_tokens"`
	Estimated        bool `json:"estimated,omitempty"`
}

// Money is an exact amount.
type Money struct {
	Currency string       `json:"currency"`
	Amount   panel.Points `json:"amount"`
}
