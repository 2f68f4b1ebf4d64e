package cmd

import (
	"fmt"
	"strings"

	"judgement/report"
)

// mustFix lists the first must-fix items and how many more there are.
func (s viewWriter) mustFix(items []ViewRemark) {
	if len(items) == 0 {
		return
	}
	s.line(s.paint(bold, fmt.Sprintf("%s (%d)", s.words.mustFix, len(items))))
	for i, r := range items {
		if i == maxViewFixes {
			s.line(s.paint(dim, fmt.Sprintf("  … +%d", len(items)-i)))
			break
		}
		text := plainLine(r.Text)
		if r.Lens != "" {
			text = plainLine(r.Lens) + s.words.colon + text
		}
		s.wrapped("", "  • ", text)
	}
	s.line("")
}

// facts are one line each: evidence, missing verdicts, integrity, cost.
func (s viewWriter) facts(v ReviewView) {
	evidence := s.words.noQuotes
	if e := v.Evidence; e.Total > 0 {
		parts := []string{fmt.Sprintf(plural(e.Total, s.words.proven), e.Total, e.Proven)}
		for _, c := range e.ByStatus {
			if !report.Proven(c.Status) {
				parts = append(parts, fmt.Sprintf("%s %d", plainLine(v.Lang.Status(c.Status)), c.Count))
			}
		}
		evidence = strings.Join(parts, " · ")
	}
	s.wrapped("", "", s.words.evidence+s.words.colon+evidence)
	if len(v.Missing) > 0 {
		s.line(s.paint(yellow, s.words.judges+strings.TrimSpace(s.words.colon)))
		for _, m := range v.Missing {
			text := plainLine(m.Judge) + " · " + plainLine(v.Lang.Outcome(m.Outcome))
			if m.Reason != "" {
				text += s.words.colon + plainLine(m.Reason)
			}
			s.wrapped("", "  • ", text)
		}
	}
	if v.Integrity > 0 {
		s.wrapped(yellow, "! ", fmt.Sprintf(plural(v.Integrity, s.words.integrity), v.Integrity))
	}
	s.wrapped("", "", s.cost(v))
	s.line("")
}

func (s viewWriter) cost(v ReviewView) string {
	return s.words.cost + s.words.colon + s.words.used(v.Usage, v.Cost)
}

// spent says what calls have cost, in English.
func spent(u report.Usage, cost *report.Money) string { return wordsFor(report.English).used(u, cost) }

// amount shows an amount; nil is unknown.
func (w viewWords) amount(m *report.Money) string {
	if m == nil {
		return w.costUnknown
	}
	return m.String()
}

func (w viewWords) used(u report.Usage, cost *report.Money) string {
	parts := []string{plainLine(w.amount(cost)), fmt.Sprintf(plural(u.Calls, w.calls), u.Calls)}
	if u.FailedCalls > 0 {
		parts = append(parts, fmt.Sprintf(w.failed, u.FailedCalls))
	}
	n := u.PromptTokens + u.CompletionTokens
	tokens := fmt.Sprintf(plural(n, w.tokens), n)
	if u.Estimated {
		tokens += w.estimated
	}
	return strings.Join(append(parts, tokens), " · ")
}

// files lists what was written; paths are never cut.
func (s viewWriter) files(files []ViewFile) {
	if len(files) == 0 {
		return
	}
	s.line(s.paint(bold, s.words.files))
	widest := 0
	for _, f := range files {
		widest = max(widest, report.Width(plainLine(f.Label)))
	}
	for _, f := range files {
		label := plainLine(f.Label)
		s.line("  " + label + strings.Repeat(" ", widest-report.Width(label)+2) + report.Clean(strings.ReplaceAll(f.Path, "\n", " ")))
	}
}

// wrapped writes text in lines of the terminal's width; lead stands before the
// first and its width in spaces before the others. Lines break at spaces, and
// between wide characters.
func (s viewWriter) wrapped(sgr, lead, text string) {
	indent := strings.Repeat(" ", report.Width(lead))
	room := max(10, s.width-report.Width(lead))
	for i, l := range wrap(text, room) {
		if i > 0 {
			lead = indent
		}
		s.line(lead + s.paint(sgr, l))
	}
}

// wrap breaks one line of text into lines of at most width cells, but for a
// single word that is longer. No line begins with closing punctuation.
func wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, piece := range pieces(text) {
		n := report.Width(strings.TrimRight(piece, " "))
		if used > 0 && used+n > width && !strings.ContainsAny(piece, "，。、；：！？）”》") {
			lines = append(lines, strings.TrimRight(line, " "))
			line, used = "", 0
		}
		line += piece
		used += report.Width(piece)
	}
	return append(lines, strings.TrimRight(line, " "))
}

// pieces cuts text where a line may break: after spaces and around wide
// characters.
func pieces(text string) []string {
	var out []string
	word := ""
	for _, r := range text {
		wide := report.Width(string(r)) == 2
		if wide && word != "" {
			out = append(out, word)
			word = ""
		}
		word += string(r)
		if wide || r == ' ' {
			out = append(out, word)
			word = ""
		}
	}
	if word != "" {
		out = append(out, word)
	}
	return out
}
