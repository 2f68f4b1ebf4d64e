package label

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"judgement/internal/study"
	"judgement/internal/text"
	"judgement/panel"
)

// Document is a document of a scene that was judged.
type Document struct {
	Case, Brand    string
	SHA256, Source string // of its text, and of the file that it was read from
}

// Import is what a file of labels is read for.
type Import struct {
	Scene     string
	Panel     *panel.Panel
	Documents []Document
	// Elsewhere is the scene of a case of another scene; empty: there is no such case.
	Elsewhere func(name string) string
	Person    string // of rows that name none
	Map       map[string][]string
	// Known are labels that rows must not contradict, such as those of files before.
	Known []Row
}

// Read reads the labels of a file. An error with the code fault.BadRows names every
// row that can't be used: of unknown documents, of other scenes, without a person, out
// of range, against a known label. Nothing of the file is used then.
func (im Import) Read(data []byte) ([]Row, error) {
	set, bad, err := study.LabelRows(data, study.Options{Map: im.Map, Mixed: true})
	if err != nil {
		return nil, err
	}
	places := im.places()
	var rows []Row
	for _, l := range set.Labels {
		if lens, ok := im.lens(l.Lens); ok {
			l.Lens = lens
		}
		problem := im.problem(&l)
		doc, other := Document{}, Document{}
		if problem == "" {
			doc, other, problem = im.documents(places, l)
		}
		if problem != "" {
			bad.Add(l.Row(), "%s", problem)
			continue
		}
		rows = append(rows, rowOf(l, doc.Case, doc.SHA256, other.SHA256))
	}
	known := slices.Clone(im.Known)
	sorted(known)
	for _, r := range rows {
		if at, found := slices.BinarySearchFunc(known, r, Row.compare); found && !r.agrees(known[at]) {
			bad.Add(r.row, "%s", r.against(known[at]))
		}
	}
	return rows, append(bad, contradictions(rows)...).Err()
}

// lens is the slug of a lens that is named by its slug or by a display name.
func (im Import) lens(name string) (slug string, ok bool) {
	for _, l := range im.Panel.Lenses {
		if name != "" && (strings.EqualFold(name, l.DisplayName) || name == l.DisplayNameCN) {
			slug, ok = l.Slug, true
		}
	}
	if _, known := im.Panel.Lens(name); known {
		return name, true
	}
	return slug, ok
}

// documents are those that a label is of, or what is wrong with how it names them.
func (im Import) documents(places map[string]Document, l study.Label) (doc, other Document, problem string) {
	doc, problem = im.find(places, cmp.Or(l.Document, l.Item))
	if problem == "" && l.Document != "" && l.Item != l.Document {
		if named, unknown := im.find(places, l.Item); unknown == "" && named.SHA256 != doc.SHA256 {
			problem = fmt.Sprintf("case %s has another document today than the one with this hash", text.Clip(l.Item, 60))
		}
	}
	if problem == "" && l.Field == "preference" {
		if other, problem = im.find(places, l.Other); problem == "" && other.SHA256 == doc.SHA256 {
			problem = "a preference between a document and itself"
		}
	}
	return doc, other, problem
}

// problem is what is wrong with a label, whatever document it is of.
func (im Import) problem(l *study.Label) string {
	if l.Scene != "" && l.Scene != im.Scene {
		return fmt.Sprintf("this is a label of scene %q, not of %s", text.Clip(l.Scene, 40), im.Scene)
	}
	if !l.Named {
		if l.Person = im.Person; l.Person == "" {
			return "no person: add a column person, or name the one of the file"
		}
	}
	most := im.Panel.TotalMax()
	if l.Lens != "" {
		lens, ok := im.Panel.Lens(l.Lens)
		if !ok {
			return fmt.Sprintf("lens %q is not in the panel: it has %s", text.Clip(l.Lens, 40), strings.Join(im.Panel.LensSlugs(), ", "))
		}
		most = lens.MaxScore
	}
	if (l.Field == "score" || l.Field == "") && (l.Value < 0 || l.Value > most.Float()) {
		return fmt.Sprintf("score %v is not from 0 to %s", l.Value, most)
	}
	if l.Field == "preference" && l.Other == "" {
		return "a preference needs the other document: add a column other"
	}
	return ""
}

// places finds documents by case, brand or hash.
func (im Import) places() map[string]Document {
	out := map[string]Document{}
	for _, d := range im.Documents {
		for _, name := range []string{d.Brand, d.Case, d.Source, d.SHA256} {
			out[name] = d
		}
	}
	return out
}

func (im Import) find(places map[string]Document, name string) (Document, string) {
	if d, ok := places[name]; ok && name != "" {
		return d, ""
	}
	if scene := im.Elsewhere(name); scene != "" {
		return Document{}, fmt.Sprintf("case %s is of scene %s, not of %s", text.Clip(name, 60), scene, im.Scene)
	}
	return Document{}, fmt.Sprintf("scene %s has judged no document %q: name a case, its brand, or the SHA-256 of the document", im.Scene, text.Clip(name, 70))
}
