package terminal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

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
	l, large := v.(List)
	switch {
	case large && l.Len() > 0 && format == "yaml":
		err = streamYAML(w, l)
	case large && l.Len() > 0:
		err = streamJSON(w, l)
	case format == "yaml":
		err = WriteYAML(w, v)
	default:
		err = WriteJSON(w, v)
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

// streamBuffer is how many bytes of a streamed result are written at once.
const streamBuffer = 1 << 16

// stream writes a result with its items one by one: the head is the result without
// any, less end, which is how an empty list ends the document.
func stream(to io.Writer, l List, write func(io.Writer, any) error, end string, item func(w *bufio.Writer, i int) error) error {
	var b bytes.Buffer
	if err := write(&b, l.Empty()); err != nil {
		return err
	}
	head, ok := bytes.CutSuffix(b.Bytes(), []byte(end))
	if !ok {
		return fmt.Errorf("the list %s does not end in %q", l.Key(), end)
	}
	w := bufio.NewWriterSize(to, streamBuffer)
	if _, err := w.Write(head); err != nil {
		return err
	}
	for i := range l.Len() {
		if err := item(w, i); err != nil {
			return err
		}
	}
	return w.Flush()
}

// streamJSON writes the bytes of WriteJSON.
func streamJSON(to io.Writer, l List) error {
	return stream(to, l, WriteJSON, "]\n}\n", func(w *bufio.Writer, i int) error {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("    ", "  ") // of an item
		if err := enc.Encode(l.At(i)); err != nil {
			return err
		}
		lead, tail := ",\n    ", ""
		if i == 0 {
			lead = lead[1:]
		}
		if i == l.Len()-1 {
			tail = "\n  ]\n}\n"
		}
		_, err := w.WriteString(lead + string(bytes.TrimSuffix(b.Bytes(), []byte("\n"))) + tail)
		return err
	})
}

// streamYAML writes the bytes of WriteYAML.
func streamYAML(to io.Writer, l List) error {
	return stream(to, l, WriteYAML, " []\n", func(w *bufio.Writer, i int) error {
		var b bytes.Buffer
		if err := WriteYAML(&b, map[string]any{l.Key(): []any{l.At(i)}}); err != nil {
			return err
		}
		text := bytes.TrimPrefix(b.Bytes(), []byte(l.Key()+":"))
		if i > 0 {
			text = text[1:] // the end of the key's line
		}
		_, err := w.Write(text)
		return err
	})
}
