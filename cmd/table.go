package cmd

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// table lays rows out under a header without borders. Headers stay as they are
// written; the columns named by right are aligned right. Characters of ambiguous
// width take one cell, as report.Width has it, whatever the locale. Cells are
// expected to be clean, but for colours.
func table(header []string, rows [][]string, right ...int) (string, error) {
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
		return "", err
	}
	var trimmed strings.Builder
	for line := range strings.Lines(out.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return trimmed.String(), nil
}

// writeTable prints a table of untrusted cells.
func writeTable(w io.Writer, header []string, rows [][]string, right ...int) error {
	clean := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			clean[i] = append(clean[i], plainLine(cell))
		}
	}
	text, err := table(header, clean, right...)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, text)
	return err
}
