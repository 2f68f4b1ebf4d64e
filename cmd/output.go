package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gopkg.in/yaml.v3"
)

// outputFlag adds --output to a command that has a result. The first format is
// the default; valid formats are those listed.
func (a *App) outputFlag(c *cobra.Command, formats ...string) {
	var format string // each command has its own default
	c.Flags().StringVarP(&format, "output", "o", formats[0], "output format: "+strings.Join(formats, ", "))
	// The flag was just added, so that naming it cannot fail.
	_ = c.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	inner := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(formats, format) {
			return usageError("choose one of: "+strings.Join(formats, ", "), "unknown output format %q", format)
		}
		a.output = format
		a.jsonErrors = format == "json" && c.Flags().Changed("output")
		if inner != nil {
			return inner(c, args)
		}
		return nil
	}
}

// streamed is a result that may be too large to be encoded whole. It writes
// itself piece by piece, in the bytes of writeJSON and writeYAML.
type streamed interface {
	streamJSON(w io.Writer) error
	streamYAML(w io.Writer) error
}

// print writes a result in the chosen format; table writes the form for people.
func (a *App) print(v any, table func(w io.Writer) error) error {
	if s, ok := v.(streamed); ok && a.output != "table" {
		return a.stream(s)
	}
	switch a.output {
	case "json":
		return writeJSON(a.Out, v)
	case "yaml":
		return writeYAML(a.Out, v)
	}
	var b bytes.Buffer
	if err := table(&b); err != nil {
		return err
	}
	_, err := a.Out.Write(b.Bytes())
	return err
}

// stream writes a large result as JSON or YAML. What was written before an error
// is no whole document; the error is what says so.
func (a *App) stream(s streamed) error {
	write := s.streamJSON
	if a.output == "yaml" {
		write = s.streamYAML
	}
	if err := write(a.Out); err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	return nil
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// writeYAML goes through JSON, so that both formats have the same keys.
func writeYAML(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	var n yaml.Node
	if err := yaml.Unmarshal(b, &n); err != nil {
		return fmt.Errorf("convert the result to YAML: %w", err)
	}
	blockStyle(&n)
	enc := yaml.NewEncoder(w)
	enc.SetIndent(2)
	if err := enc.Encode(&n); err != nil {
		return err
	}
	return enc.Close()
}

// plural gives a text its number: "(s)" is an s unless n is 1.
func plural(n int, text string) string {
	if n == 1 {
		return strings.ReplaceAll(text, "(s)", "")
	}
	return strings.ReplaceAll(text, "(s)", "s")
}

// blockStyle drops JSON's flow style and its quotes where YAML needs none.
func blockStyle(n *yaml.Node) {
	if len(n.Content) > 0 {
		n.Style = 0
	} else if n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		n.Style = 0
	}
	for _, c := range n.Content {
		blockStyle(c)
	}
}

// color reports whether the stream that is a terminal or not gets colour.
func (a *App) color(tty bool) bool { return tty && a.Env("NO_COLOR") == "" && a.Env("TERM") != "dumb" }
