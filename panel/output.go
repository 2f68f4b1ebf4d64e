package panel

// OutputFormat names the report that a panel's judgement becomes.
type OutputFormat string

// The output formats of the contract. A panel may name others, if a format has them.
const (
	ScoredReport   OutputFormat = "op2_6section"
	RankingBoard   OutputFormat = "workshop_ranking"
	MeetingSummary OutputFormat = "meeting_summary"
)

// Scores reports whether judges score lenses, so that the panel needs some. A plan
// without an output format is of a scored report.
func (f OutputFormat) Scores() bool { return f == "" || f == ScoredReport || f.Ranks() }

// Ranks reports whether a scene's reports are compared on a board.
func (f OutputFormat) Ranks() bool { return f == RankingBoard }
