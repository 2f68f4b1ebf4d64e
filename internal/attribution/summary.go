package attribution

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"judgement/report"
)

// Summary is what a run found. Its JSON is the HTTP API's answer.
type Summary struct {
	InvokedAt    string `json:"invoked_at"` // RFC 3339, UTC
	Today        string `json:"today"`      // YYYY-MM-DD
	TotalChecked int    `json:"total_checked"`
	ByStatus     Counts `json:"by_status"`
	RawOutput    string `json:"raw_output"` // the same bytes for the same cases, day and options

	NoModel  bool        `json:"-"` // no language model answered in any case
	DryRun   bool        `json:"-"`
	Evidence Evidence    `json:"-"` // of all cases together; Version is 0
	Cases    []*CaseInfo `json:"-"` // in the order of their ids
	Updates  int         `json:"-"` // of all cases together
	Changed  int         `json:"-"` // cases of which a real run wrote something
	// EvidenceBroken counts the cases that are in error because a published
	// file was changed or a proven quote is no longer in the document.
	EvidenceBroken int `json:"-"`
	// Unrecorded counts the versions of earlier releases: case.yaml has no hash of
	// them, and no HTML or PDF was kept.
	Unrecorded int `json:"-"`
	// Boards are the differences of the boards from what was published, one per line;
	// only a run over all cases looks at boards.
	Boards []string `json:"-"`
	// UnrecordedBoards counts the boards of earlier releases, which have no hashes.
	UnrecordedBoards int `json:"-"`
	// JobsUnread says why the jobs could not be read, which is an error of the run and
	// of no case; empty if they were.
	JobsUnread string `json:"-"`
}

// add sums up the cases of a run, which are in the order of their ids.
func (s *Summary) add(cases []*CaseInfo) {
	s.Cases, s.TotalChecked = cases, len(cases)
	for _, c := range cases {
		s.ByStatus[slices.Index(statuses[:], c.Status)]++
		s.Evidence.add(c.Evidence)
		if c.changed {
			s.Changed++
		}
		if c.broken {
			s.EvidenceBroken++
		}
		s.Unrecorded += c.unrecorded
		s.Updates += len(c.Updates)
	}
	s.NoModel = noModel(cases)
	s.Evidence.NoModel = s.NoModel
}

// CaseInfo is what a run found of one case.
type CaseInfo struct {
	Case        string             `json:"case"`
	NoModel     bool               `json:"no_model,omitempty"` // no language model answered in the latest version or made a forecast
	Status      Status             `json:"status"`
	Reason      string             `json:"reason"` // of the status error, else empty
	Checkpoints []CheckpointStatus `json:"checkpoints"`
	Evidence    Evidence           `json:"evidence"`
	Notes       []string           `json:"notes"`
	Updates     []Update           `json:"news"` // of a real run; empty if nothing came of it

	changed    bool
	byModel    bool // a language model did
	broken     bool // the evidence part found the error
	unrecorded int  // versions of earlier releases
	scored     *scored
	lang       report.Lang // of its page; empty without checkpoints, or if no calibration follows
}

// Update is what a real run decided or found of one checkpoint: that a rule gave
// it an outcome, or that a person had given it one that needs a failure card.
type Update struct {
	Checkpoint string `json:"checkpoint"`
	State      State  `json:"state"`
	By         string `json:"by"` // rule or person
	Reason     string `json:"reason"`
	Card       string `json:"card"` // the failure card that the run made, from the workspace on; empty without one
}

// maxLines bounds the cases that raw output lists under each status.
const maxLines = 500

// raw is the check's output as text: a head, the number of cases by status,
// the evidence, and a line for each case. It holds nothing that two runs over
// the same cases on the same day differ in.
func raw(s *Summary, o Options, last string) string {
	var b strings.Builder
	kind := "real run"
	if o.DryRun {
		kind = "dry run, nothing was written"
	}
	cases := "cases"
	if s.TotalChecked == 1 {
		cases = "case"
	}
	fmt.Fprintf(&b, "attribution check for %s: %d %s, %s\n", s.Today, s.TotalChecked, cases, kind)
	if s.Today < last {
		fmt.Fprintf(&b, "note: the last real run was for %s, after this day: is the clock right?\n", last)
	}
	for i, st := range statuses {
		fmt.Fprintf(&b, "%s %d\n", st, s.ByStatus[i])
	}
	switch {
	case o.NoEvidence:
		b.WriteString("evidence: not checked\n")
	default:
		fmt.Fprintf(&b, "evidence: %s, %d quotes in all\n", s.Evidence.Line(), s.Evidence.Citations)
	}
	for _, line := range s.Boards {
		fmt.Fprintf(&b, "board: %s\n", line)
	}
	if s.JobsUnread != "" {
		fmt.Fprintf(&b, "error: %s\n", s.JobsUnread)
	}
	for _, note := range s.Notes() {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	for i, st := range statuses {
		s.lines(&b, st, s.ByStatus[i])
	}
	return b.String()
}

// lines writes a line for each of the first cases of a status, which has so many.
func (s *Summary) lines(b *strings.Builder, st Status, count int) {
	n := 0
	for _, c := range s.Cases {
		if c.Status == st && n < maxLines {
			n++
			b.WriteString(c.line())
		}
	}
	if more := count - maxLines; more > 0 {
		fmt.Fprintf(b, "… and %d more cases that are %s\n", more, st)
	}
}

// Notes say what was not checked, and why.
func (s *Summary) Notes() (notes []string) {
	if s.Unrecorded > 0 {
		notes = append(notes, fmt.Sprintf("versions published by an earlier release: %d; case.yaml has no hash of them (not recorded), and no HTML or PDF (not kept); all else of them is checked", s.Unrecorded))
	}
	if s.UnrecordedBoards > 0 {
		notes = append(notes, fmt.Sprintf("boards published by an earlier release: %d; board.json has no hashes of their files (not recorded)", s.UnrecordedBoards))
	}
	return notes
}

// line describes a case in one line, with a line for each note.
func (c *CaseInfo) line() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", c.Case, c.Status)
	if c.Reason != "" {
		b.WriteString(": " + c.Reason)
	}
	sep := ": "
	for _, s := range c.Checkpoints {
		fmt.Fprintf(&b, "%s%s %s", sep, s.ID, s.State)
		if s.Outcome == nil {
			b.WriteString(" " + s.Due)
		}
		sep = ", "
	}
	b.WriteByte('\n')
	for _, n := range c.Notes {
		b.WriteString("  " + n + "\n")
	}
	return b.String()
}

// Open says what of the case needs a person: the reason of an error, else the checkpoints
// that have no outcome though they are due, then the notes.
func (c *CaseInfo) Open() string {
	if c.Reason != "" {
		return c.Reason
	}
	var parts []string
	for _, s := range c.Checkpoints {
		if s.Outcome == nil && s.State != Pending {
			parts = append(parts, fmt.Sprintf("%s %s %s", s.ID, s.State, s.Due))
		}
	}
	return strings.Join(append(parts, c.Notes...), "; ")
}

// maxReason bounds what is said of one case, in bytes.
const maxReason = 2000

// oneLine makes text that quotes files fit for a terminal and a log: one line
// of valid UTF-8, without control characters and those that turn the direction
// of text, and not too long.
func oneLine(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	text = strings.Join(strings.FieldsFunc(text, unicode.IsControl), "; ")
	text = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
			return '\uFFFD'
		}
		return r
	}, text)
	if len(text) > maxReason {
		text = strings.ToValidUTF8(text[:maxReason], "") + "…"
	}
	return text
}
