package terminal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// List is a result that may be too large to be encoded whole: its last key is a list,
// whose items are written one at a time.
type List interface {
	Key() string // of the list
	Len() int
	At(i int) any
	Empty() any // the result without items
}

// Write writes a result as json or yaml. What was written before an error is no whole
// document; the error says so.
func Write(w io.Writer, format string, v any) (err error) {
	write := WriteJSON
	if format == "yaml" {
		write = WriteYAML
	}
	if l, large := v.(List); large && l.Len() > 0 {
		err = writeItems(w, l, write, format == "yaml")
	} else {
		err = write(w, v)
	}
	return failed(err)
}

// Show writes the page out.
func (p *Page) Show(w io.Writer) error {
	_, err := p.WriteTo(w)
	return failed(err)
}

func failed(err error) error {
	if err != nil {
		return fmt.Errorf("write the result: %w", err)
	}
	return nil
}

// WriteJSON writes a result as JSON, indented.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// WriteYAML writes a result as YAML. It goes through JSON, so that both formats have the same keys.
func WriteYAML(w io.Writer, v any) error {
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

// blockStyle drops JSON's flow style and its quotes if YAML needs none.
func blockStyle(n *yaml.Node) {
	if len(n.Content) > 0 || n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		n.Style = 0
	}
	for _, c := range n.Content {
		blockStyle(c)
	}
}

// writeItems writes the bytes of write with one item in memory at a time: the result
// without items as far as its empty list, then each item as it is in a list of one.
func writeItems(to io.Writer, l List, write func(io.Writer, any) error, isYAML bool) error {
	open, lead, between, end := "]\n}\n", "{\n  \""+l.Key()+"\": [\n", ",\n", "\n  ]\n}\n"
	if isYAML {
		open, lead, between, end = " []\n", l.Key()+":\n", "\n", "\n"
	}
	var b bytes.Buffer
	if err := write(&b, l.Empty()); err != nil {
		return err
	}
	w := bufio.NewWriterSize(to, 1<<16) // which keeps its first error for Flush
	text, before := strings.TrimSuffix(b.String(), open), "\n"
	for i := range l.Len() {
		b.Reset()
		if err := write(&b, map[string]any{l.Key(): []any{l.At(i)}}); err != nil {
			return err
		}
		fmt.Fprint(w, text, before)
		text, before = strings.TrimSuffix(strings.TrimPrefix(b.String(), lead), end), between
	}
	fmt.Fprint(w, text, end)
	return w.Flush()
}
