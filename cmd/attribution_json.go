package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"judgement/internal/attribution"
)

// attributionView is the result for --output json and yaml: the HTTP API's
// answer with the cases, which come last and are written one at a time.
type attributionView struct {
	attribution.Summary
	DryRun   bool                    `json:"dry_run"`
	Evidence attributionEvidence     `json:"evidence"`
	Boards   []string                `json:"boards"` // differences from what was published
	Cases    []*attribution.CaseInfo `json:"cases"`
}

type attributionEvidence struct {
	Citations int `json:"citations"`
	Proven    int `json:"proven"`
	Standing  int `json:"standing"`
}

// attributionCases is the end of an attributionView.
type attributionCases struct {
	Cases []*attribution.CaseInfo `json:"cases"`
}

// streamJSON writes the bytes of writeJSON and holds one case at a time.
func (v *attributionView) streamJSON(to io.Writer) error {
	if len(v.Cases) == 0 {
		return writeJSON(to, v)
	}
	w := bufio.NewWriterSize(to, streamBuffer)
	if err := v.writeHead(w, writeJSON, "]\n}\n"); err != nil {
		return err
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("    ", "  ") // of an element of cases
	for i := range v.Cases {
		b.Reset()
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		if err := enc.Encode(v.Cases[i]); err != nil {
			return err
		}
		if _, err := w.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n"))); err != nil {
			return err
		}
	}
	if _, err := w.WriteString("\n  ]\n}\n"); err != nil {
		return err
	}
	return w.Flush()
}

// streamYAML writes the bytes of writeYAML and holds one case at a time.
func (v *attributionView) streamYAML(to io.Writer) error {
	if len(v.Cases) == 0 {
		return writeYAML(to, v)
	}
	w := bufio.NewWriterSize(to, streamBuffer)
	if err := v.writeHead(w, writeYAML, " []\n"); err != nil {
		return err
	}
	if err := w.WriteByte('\n'); err != nil {
		return err
	}
	var b bytes.Buffer
	for i := range v.Cases {
		b.Reset()
		if err := writeYAML(&b, attributionCases{v.Cases[i : i+1]}); err != nil {
			return err
		}
		if _, err := w.Write(bytes.TrimPrefix(b.Bytes(), []byte("cases:\n"))); err != nil {
			return err
		}
	}
	return w.Flush()
}

// streamBuffer is how many bytes of a streamed result are written at once.
const streamBuffer = 1 << 16

// writeHead writes a view up to its cases: as one without any, less end, which
// is how an empty list ends the document.
func (v *attributionView) writeHead(w io.Writer, write func(io.Writer, any) error, end string) error {
	empty := *v
	empty.Cases = []*attribution.CaseInfo{}
	var b bytes.Buffer
	if err := write(&b, &empty); err != nil {
		return err
	}
	head, ok := bytes.CutSuffix(b.Bytes(), []byte(end))
	if !ok {
		return fmt.Errorf("the result's list of cases does not end in %q", end)
	}
	_, err := w.Write(head)
	return err
}
