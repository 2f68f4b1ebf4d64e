// Package terminal lays out what people read: pages with tables, wrapped lines and
// colours, the progress of a run, and the same results as JSON and YAML. It knows
// nothing of what it shows.
package terminal

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// Page is a result in its form for people. Printing into it can't fail: it is
// written out when it is whole.
type Page struct {
	bytes.Buffer
	Color bool
	Width int // of the terminal, in cells
	// Fit keeps tables to Width. Without a terminal they are whole.
	Fit bool
}

// Printf prints as fmt.Printf does.
func (p *Page) Printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// Line prints a line.
func (p *Page) Line(text string) { p.WriteString(text + "\n") }

// The colours, as SGR parameters.
const (
	Bold   = "1"
	Dim    = "2"
	Red    = "31"
	Green  = "32"
	Yellow = "33"
)

// Paint colours text if colour is wanted.
func (p *Page) Paint(sgr, text string) string {
	if !p.Color || sgr == "" || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// ShareColor is the colour of a score of that maximum.
func ShareColor(score, max panel.Points) string {
	switch report.BandOf(score, max) {
	case report.BandMustFix:
		return Red
	case report.BandSuggestion:
		return Yellow
	}
	return Green
}

// Table prints rows of untrusted cells under a header; the columns named by right
// are aligned right. On a narrow terminal the others are shortened.
func (p *Page) Table(header []string, rows [][]string, right ...int) {
	columns := make([]Column, len(header))
	for i, name := range header {
		columns[i] = Column{Name: name, Right: slices.Contains(right, i), Least: 8}
		if columns[i].Right {
			columns[i].Least = 0
		}
	}
	p.Columns(columns, rows)
}

// Table lays rows out under a header without borders. Headers stay as they are
// written. Characters of ambiguous width take one cell, as report.Width has it,
// whatever the locale. Cells are expected to be clean, except for colours.
func Table(header []string, rows [][]string, right ...int) string {
	align := make(tw.Alignment, len(header))
	for i := range align {
		align[i] = tw.AlignLeft
		if slices.Contains(right, i) {
			align[i] = tw.AlignRight
		}
	}
	var out strings.Builder
	t := tablewriter.NewTable(&out,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.LinesNone},
		})),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithPadding(tw.Padding{Left: "", Right: "  ", Overwrite: true}),
		tablewriter.WithAlignment(align),
	)
	t.Header(header)
	if err := errors.Join(t.Bulk(rows), t.Render()); err != nil {
		return fmt.Sprintf("the table can't be laid out: %v\n", err)
	}
	var trimmed strings.Builder
	for line := range strings.Lines(out.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return trimmed.String()
}

// Wrapped prints text in lines of the terminal's width; lead is before the first and
// its width in spaces before the others. Lines break at spaces, and between wide
// characters.
func (p *Page) Wrapped(sgr, lead, text string) { p.Hang(lead, report.Width(lead), sgr, text) }

// Hang is Wrapped with a lead of so many cells, which may be coloured.
func (p *Page) Hang(lead string, indent int, sgr, text string) {
	for i, l := range Wrap(text, max(10, p.Width-indent)) {
		if i > 0 {
			lead = strings.Repeat(" ", indent)
		}
		p.Line(lead + p.Paint(sgr, l))
	}
}

// Wrap breaks one line of text into lines of at most width cells, except for a
// single word that is longer. No line begins with closing punctuation.
func Wrap(text string, width int) []string {
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
	start := 0
	cut := func(end int) {
		if end > start {
			out, start = append(out, text[start:end]), end
		}
	}
	for i, r := range text {
		switch {
		case report.Width(string(r)) == 2:
			cut(i)
			cut(i + len(string(r)))
		case r == ' ':
			cut(i + 1)
		}
	}
	cut(len(text))
	return out
}

// PlainLine makes untrusted text one line without control characters.
func PlainLine(s string) string { return text.OneLine(report.Clean(s)) }

// Visible shows untrusted text whole and changes only what a terminal would not show or
// would obey: such a character is written as in Go, like \x1b. Lines stay.
func Visible(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		_, n := utf8.DecodeRuneInString(s)
		char := s[:n]
		if s = s[n:]; char != "\t" && report.Clean(char) != char {
			char = strings.Trim(strconv.QuoteToASCII(char), `"`)
		}
		b.WriteString(char)
	}
	return b.String()
}

// JoinedLines makes the lines of untrusted text one, with semicolons between them.
func JoinedLines(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = PlainLine(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "; ")
}

// Plural gives a text its number: "(s)" is an s unless n is 1.
func Plural(n int, text string) string {
	if n == 1 {
		return strings.ReplaceAll(text, "(s)", "")
	}
	return strings.ReplaceAll(text, "(s)", "s")
}

// Counted is Plural with the number as the text's first argument.
func Counted(n int, text string, args ...any) string {
	return fmt.Sprintf(Plural(n, text), append([]any{n}, args...)...)
}

// Notes prints lines after an empty one, further ones of a long line indented.
func (p *Page) Notes(lines []string) {
	for i, line := range lines {
		if i == 0 {
			p.Line("")
		}
		p.Line(strings.Join(Wrap(PlainLine(line), max(10, p.Width-3)), "\n  "))
	}
}
