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
// written; the columns named by right are aligned right. Cells are expected to
// be clean.
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
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithHeaderAlignment(tw.AlignLeft),
		tablewriter.WithPadding(tw.Padding{Left: "", Right: "  ", Overwrite: true}),
		tablewriter.WithAlignment(align),
	)
	t.Header(header)
	err := errors.Join(t.Bulk(rows), t.Render())
	return out.String(), err
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
	for line := range strings.Lines(text) {
		if _, err := io.WriteString(w, strings.TrimRight(line, " \n")+"\n"); err != nil {
			return err
		}
	}
	return nil
}
