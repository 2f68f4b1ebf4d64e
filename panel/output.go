package panel

import "cmp"

// OutputFormat names the report that a panel's judgement becomes.
type OutputFormat string

// The output formats of the contract.
const (
	ScoredReport   OutputFormat = "op2_6section"
	RankingBoard   OutputFormat = "workshop_ranking"
	MeetingSummary OutputFormat = "meeting_summary"
)

// output is what others than its format need to know about an output format.
type output struct {
	name   OutputFormat
	kind   string // of the format that makes it, and of its jobs in stored rows
	scores bool   // judges score lenses, so that the panel needs some
	ranks  bool   // a scene's reports are compared on a board
}

// outputs are in the order in which messages name them.
var outputs = []output{
	{name: ScoredReport, kind: "review", scores: true},
	{name: RankingBoard, kind: "review", scores: true, ranks: true},
	{name: MeetingSummary, kind: "meeting"},
}

// OutputFormats returns the names of the output formats that give scores, or of
// those that give none.
func OutputFormats(scores bool) (names []string) {
	for _, o := range outputs {
		if o.scores == scores {
			names = append(names, string(o.name))
		}
	}
	return names
}

// Kind names the format that makes the report, and its jobs. It is empty for a name
// that is not known.
func (f OutputFormat) Kind() string { return f.output().kind }

// Scores reports whether judges score lenses.
func (f OutputFormat) Scores() bool { return f.output().scores }

// Ranks reports whether a scene's reports are compared on a board.
func (f OutputFormat) Ranks() bool { return f.output().ranks }

// output is the zero value for a name that is not known. A plan without an output
// format is of a scored report.
func (f OutputFormat) output() output {
	for _, o := range outputs {
		if o.name == cmp.Or(f, ScoredReport) {
			return o
		}
	}
	return output{}
}
