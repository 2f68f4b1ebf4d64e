package meeting

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/text"
)

// Kind is how meeting material was written.
type Kind string

// The kinds of material.
const (
	WebVTT   Kind = "vtt"    // subtitles with cues
	SubRip   Kind = "srt"    // subtitles with numbered cues
	Blocks   Kind = "blocks" // an export with name and time on a line of their own
	Lines    Kind = "lines"  // "Name: text", with or without time stamps
	FreeText Kind = "text"   // neither: prose or minutes
)

// Material is meeting material as the judges see it.
type Material struct {
	Document   *document.Document
	Transcript *Transcript // of the document's text
	Kind       Kind
}

// Read reads meeting material of any format that intake knows, and subtitles.
// Subtitles and exports that have name and time on a line of their own become
// lines of the form "[00:05:12] Name: text"; everything else stays as it is.
// The document's Text, hash and offsets are those of the text that the judges
// see. Errors are those of document.Read.
func Read(ctx context.Context, name string, data []byte, opts document.Options) (*Material, error) {
	if data := string(data); utf8.ValidString(data) && len(data) <= cmp.Or(max(0, opts.MaxBytes), document.DefaultMaxBytes) {
		if kind := subtitles(data); kind != "" {
			return again(ctx, name, data, subtitlesText(data), kind, opts, nil)
		}
	}
	doc, err := document.Read(ctx, name, data, opts)
	if err != nil {
		return nil, err
	}
	if text, kind := rewrite(doc.Text); kind != "" {
		return again(ctx, name, string(data), text, kind, opts, doc)
	}
	m := Stored(doc)
	doc.Title = m.title(doc.Title)
	return m, nil
}

// rewrite makes lines of turns of subtitles, also in another encoding than UTF-8, and
// of an export with name and time on a line of their own; without a kind the text is
// neither.
func rewrite(text string) (string, Kind) {
	if kind := subtitles(text); kind != "" {
		return subtitlesText(text), kind
	}
	if lines, ok := blocksText(text); ok {
		return lines, Blocks
	}
	return "", ""
}

// Stored finds the turns of a document that was read before.
func Stored(doc *document.Document) *Material {
	m := &Material{Document: doc, Transcript: newTranscript(doc.Text), Kind: FreeText}
	unnamed := func(t Turn) bool { return t.Speaker == "" && t.Stamp == "" }
	if len(slices.DeleteFunc(slices.Clone(m.Transcript.Turns), unnamed)) >= 2 {
		m.Kind = Lines
	}
	return m
}

// again reads the rewritten text, so that warnings have its offsets, and keeps
// what was found in the original only.
func again(ctx context.Context, name, data, rewritten string, kind Kind, opts document.Options, first *document.Document) (*Material, error) {
	clean := document.CleanName(name)
	if strings.TrimSpace(rewritten) == "" {
		return nil, document.Refuse(fault.DocumentBlank, clean, "it has subtitles without words", "give a record in which somebody speaks", nil)
	}
	stem := strings.TrimSuffix(clean, path.Ext(clean))
	doc, err := document.Read(ctx, stem+".txt", []byte(rewritten), opts)
	if err != nil {
		return nil, err
	}
	doc.FirstLine = 0 // the lines are those of the rewritten text
	doc.Name, doc.Title, doc.SourceSHA256, doc.SourceBytes = clean, stem, text.Hash([]byte(data)), len(data)
	if first != nil {
		doc.Format = first.Format
		doc.Warnings = merge(doc.Warnings, first.Warnings)
	}
	m := Stored(doc)
	m.Kind, doc.Title = kind, m.title(stem)
	return m, nil
}

// maxTitle bounds a first line that may be a title, in characters.
const maxTitle = 120

// title is the document's own, else a short first line that no speaker says, else
// the name's stem.
func (m *Material) title(own string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(m.Document.Text), "\n")
	stem := strings.TrimSuffix(m.Document.Name, path.Ext(m.Document.Name))
	turns := m.Transcript.Turns
	if own != stem || len(turns) < 2 || turns[0].Speaker != "" || turns[0].Stamp != "" || turns[0].Topic {
		return own
	}
	if first = text.OneLine(first); first == "" || utf8.RuneCountInString(first) > maxTitle || len(sentences(first)) > 1 {
		return own
	}
	return first
}

// merge adds the warnings of the original whose kind the rewritten text no
// longer has; their places are gone with it.
func merge(now, before []document.Warning) []document.Warning {
	out := slices.Clone(now)
	for _, w := range before {
		if !slices.ContainsFunc(now, func(n document.Warning) bool { return n.Kind == w.Kind }) {
			w.Start, w.End = -1, -1
			out = append(out, w)
		}
	}
	slices.SortStableFunc(out, func(a, b document.Warning) int {
		return cmp.Or(a.Start-b.Start, cmp.Compare(a.Kind, b.Kind))
	})
	return out
}
