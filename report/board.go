package report

import (
	"errors"
	"fmt"
	"time"

	"judgement/panel"
)

// Board is a competition's ranking (schema 1). Numbers are decimal strings;
// what is not known is null. Of a document's text it holds the title only.
type Board struct {
	Schema      int          `json:"schema"`
	Scene       string       `json:"scene"`
	SceneName   string       `json:"scene_name"`
	Version     int          `json:"version"`
	Date        string       `json:"date"` // YYYY-MM-DD
	At          time.Time    `json:"at"`   // when it was published, UTC
	Language    Lang         `json:"language"`
	Mode        string       `json:"mode"` // scores or pairwise
	PanelSHA256 string       `json:"panel_sha256"`
	TieBreaks   []string     `json:"tie_breaks"` // lens slugs in turn; none: equals share a rank
	Trim        int          `json:"trim"`       // highest and lowest scores dropped at each end of a lens
	Rounding    string       `json:"rounding"`   // of totals; ranks go by what is rounded
	Level       string       `json:"level"`      // of rank intervals, in percent
	Lenses      []BoardLens  `json:"lenses"`
	Entries     []BoardEntry `json:"entries"` // by rank
	Excluded    []Excluded   `json:"excluded"`
	Flagged     []Flagged    `json:"flagged"`          // submissions on the board to look at, by rank
	Unread      []Sameness   `json:"unread,omitempty"` // submissions about which the integrity reader gave no answer
	SameText    []SameText   `json:"same_text"`        // submissions on the board that have one text
	Since       *BoardSince  `json:"since"`            // null on a first board
	Unsure      string       `json:"unsure"`           // one of the Unsure constants: why there are no rank intervals; empty if there are
	// CorrelationFrom says what Correlation is from, one of the From constants; empty on
	// boards of earlier releases, which assumed one value of all panels.
	CorrelationFrom string        `json:"error_correlation_from,omitempty"`
	Correlation     string        `json:"assumed_error_correlation"` // of two judges' errors, behind intervals, probabilities and groups; empty without them, and on boards that assumed 0
	Design          BoardDesign   `json:"design"`
	Statistics      []Statistic   `json:"statistics"`
	Pairwise        *Pairwise     `json:"pairwise"`             // in mode pairwise, once something was compared, else null
	NoModel         bool          `json:"no_model"`             // no language model answers for the scores
	RawGrades       bool          `json:"raw_grades,omitempty"` // reports of submissions have grades that follow aligned totals, the board's never do
	Judges          []panel.Judge `json:"-"`                    // of the panel, for names
}

// Check reports what can't be true of a board that was read from a file: a
// schema that this program doesn't know, no list of entries, or an entry whose
// place or numbers are none.
func (b *Board) Check() error {
	switch {
	case b.Schema != 1:
		return fmt.Errorf("it has schema %d, not 1", b.Schema)
	case b.Entries == nil:
		return errors.New("it has no entries, not even an empty list")
	}
	for i, e := range b.Entries {
		if err := e.check(len(b.Entries)); err != nil {
			return fmt.Errorf("entry %d: %w", i+1, err)
		}
	}
	return nil
}

// check reports what can't be true of an entry among so many.
func (e BoardEntry) check(of int) error {
	total, err := panel.ParsePoints(e.Total)
	if err != nil {
		return fmt.Errorf("total: %w", err)
	}
	limit, err := panel.ParsePoints(e.Max)
	if err != nil {
		return fmt.Errorf("max: %w", err)
	}
	if total.Sign() < 0 || limit.Sign() <= 0 || total.Cmp(limit) > 0 {
		return fmt.Errorf("a total of %s is not between 0 and %s", e.Total, e.Max)
	}
	if e.SD != nil {
		if sd, err := panel.ParsePoints(*e.SD); err != nil || sd.Sign() < 0 {
			return fmt.Errorf("sd %q is no deviation", *e.SD)
		}
	}
	for _, rank := range []*int{&e.Rank, e.RankLo, e.RankHi} {
		if rank != nil && (*rank < 1 || *rank > of) {
			return fmt.Errorf("there is no rank %d of %d", *rank, of)
		}
	}
	return nil
}

// ModeScores ranks by the judges' scores.
const ModeScores = "scores"

// BoardSince is the board that this one followed.
type BoardSince struct {
	Version int    `json:"version"`
	Date    string `json:"date"`
	Gone    []Gone `json:"gone"`
}

// Gone is a submission that the last board had and this one lacks.
type Gone struct {
	Case  string `json:"case"`
	Brand string `json:"brand"`
	Title string `json:"title"` // as BoardEntry's
	Rank  int    `json:"rank"`
}

// BoardLens is a column of a board.
type BoardLens struct {
	Slug          string `json:"slug"`
	DisplayNameCN string `json:"display_name_cn"`
	DisplayName   string `json:"display_name,omitempty"` // in English
	Max           string `json:"max"`
	NoModel       bool   `json:"no_model,omitempty"` // that of the board
}

// BoardEntry is one submission on a board.
type BoardEntry struct {
	Rank        int               `json:"rank"`
	Tied        bool              `json:"tied"`
	Case        string            `json:"case"`
	CaseVersion int               `json:"case_version"`
	Brand       string            `json:"brand"` // the key: no other case of the scene has it
	Title       string            `json:"title"` // of the document; empty: it has none of its own, or none beside its brand
	Total       string            `json:"total"`
	Max         string            `json:"max"`
	Grade       string            `json:"grade"`
	NoModel     bool              `json:"no_model,omitempty"` // no language model gave its scores
	Lenses      map[string]string `json:"lenses"`
	Judges      int               `json:"judges"` // who scored a lens beside another judge
	SD          *string           `json:"sd"`     // of the totals that each of them alone would give; null below two
	RankLo      *int              `json:"rank_lo"`
	RankHi      *int              `json:"rank_hi"`
	PBeatsNext  *string           `json:"p_beats_next"` // null for the last
	Group       *int              `json:"group"`        // entries of one group are too close to call
	Delta       *Delta            `json:"delta"`        // null on a first board, and if the last one is not compared
	Strength    *Strength         `json:"strength"`     // null if it was not compared
	Folder      string            `json:"-"`            // of its report, beside the board's; empty: unknown
}

// Delta is what changed of a submission since the last board.
type Delta struct {
	New   bool   `json:"new"`
	Rank  int    `json:"rank"`  // places gained, below 0 if lost
	Total string `json:"total"` // points gained
}

// Excluded is a case of the scene that is not on the board.
type Excluded struct {
	Case   string `json:"case"`
	Brand  string `json:"brand"`
	Title  string `json:"title"`  // as BoardEntry's
	Reason string `json:"reason"` // one of the Reason constants, or an error's text
}

// The reasons for which a case is not compared.
const (
	ReasonOtherPanel = "judged by another panel"
	ReasonBaseline   = "judged by the lexical baseline, without a language model"
	ReasonNoVersion  = "no complete review yet"
	ReasonNoScore    = "a lens has no score"
	ReasonWithdrawn  = "withdrawn" // named in ranking.withdrawn
)

// The reasons for which nothing is known of how sure an order is.
const (
	UnsureOne    = "one_submission"
	UnsureSingle = "single_judges"    // no two judges scored the same things
	UnsureSame   = "identical_scores" // the judges never differed, except for what one always gives above another
	UnsureFew    = "few_differences"  // they differed on too few submissions to tell anything
)

// BoardDesign says who saw what.
type BoardDesign struct {
	Complete  bool `json:"complete"`  // every judge scored every submission
	Connected bool `json:"connected"` // all submissions can be compared through shared judges
	Corrected bool `json:"corrected"` // scores are corrected for the judges' severity
}
