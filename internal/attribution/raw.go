package attribution

import (
	"fmt"
	"strings"
	"unicode"
)

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
		fmt.Fprintf(&b, "evidence: %d of %d proven quotes still stand, %d quotes in all\n", s.Evidence.Standing, s.Evidence.Proven, s.Evidence.Citations)
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
		n := 0
		for _, c := range s.Cases {
			if c.Status != st {
				continue
			}
			if n++; n > maxLines {
				break
			}
			b.WriteString(c.line())
		}
		if more := s.ByStatus[i] - maxLines; more > 0 {
			fmt.Fprintf(&b, "… and %d more cases that are %s\n", more, st)
		}
	}
	return b.String()
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

// line tells a case in one line, with a line for each note.
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
