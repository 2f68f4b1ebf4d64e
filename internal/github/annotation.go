package github

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"judgement/report"
)

// maxShown is how many annotations of one level GitHub shows of a step.
const maxShown = 10

// maxPassages is how many of them have passages of one document, so that its must-fix items
// have some, too.
const maxPassages = 5

// Annotations writes workflow commands: an error for each document that was not judged
// or is below its threshold, a warning for a passage that the scanner or the integrity
// reader found and for a must-fix item, and a notice if no language model judged, for what the
// scanner says of how the file was read and for a suggestion, at most 10 of each level. All documents have their
// first item before one has its second.
func Annotations(w io.Writer, docs []Document) error {
	var b strings.Builder
	all := read(docs)
	failed := 0
	for i := range all {
		if a, ok := all[i].failure(); ok && failed < maxShown {
			b.WriteString(a.Command())
			failed++
		}
	}
	inTurn(&b, all, Warning, func(f *found) []item {
		return slices.Concat(f.passages[:min(len(f.passages), maxPassages)], f.mustFix)
	})
	inTurn(&b, all, Notice, func(f *found) []item { return slices.Concat(f.reading, f.suggest) })
	_, err := io.WriteString(w, b.String())
	return err
}

func (f *found) failure() (Annotation, bool) {
	a := Annotation{Level: Error, File: f.Path}
	switch {
	case f.Result == nil:
		a.Title, a.Text = "not judged", f.Problem
	case f.Below != "":
		s := f.overview.Score
		a.Title = f.Result.Plan.SceneName
		a.Text = report.Shown(s.Total, s.Max) + " / " + s.Max.String() + f.say(" is below ", " 低于 ") + f.Below + " %"
	default:
		return a, false
	}
	return a, true
}

// inTurn writes the first item of each document, then the second of each, and so on.
func inTurn(b *strings.Builder, all []found, level Level, of func(*found) []item) {
	for n, at := 0, 0; n < maxShown; at++ {
		more := false
		for i := range all {
			f := &all[i]
			list := of(f)
			if at >= len(list) || n == maxShown {
				continue
			}
			more = true
			n++
			it := list[at]
			text := it.Text
			if it.quote != "" {
				text += "\n“" + it.quote + "”"
			}
			title := strings.TrimSuffix(f.Result.Plan.SceneName+": "+cmp.Or(it.topic, f.names[it.Lens]), ": ")
			b.WriteString(Annotation{Level: level, File: f.Path, Line: cmp.Or(it.line, 1), Title: title, Text: report.Clean(text)}.Command())
		}
		if !more {
			return
		}
	}
}

// say chooses between the wording of the document's report language.
func (f *found) say(en, zh string) string {
	if f.lang == report.Chinese {
		return zh
	}
	return en
}
