// Package label owns the labels that people gave the documents of a scene: their
// file, scenes/<slug>/labels.csv, what an import adds to it, and the study that they
// make with the judges' verdicts. It opens no files.
package label

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/study"
	"judgement/internal/text"
	"judgement/panel"
)

// File returns the path of a scene's labels from the workspace.
func File(scene string) string { return "scenes/" + scene + "/labels.csv" }

// Limits of a scene's labels.
const (
	Most    = 300_000
	MaxSize = 256 << 20 // of their file, in bytes
)

// Row is what one person said of one document, as a judge would: in one lens, with a
// comment and a quote.
type Row struct {
	Case     string `json:"case"`
	Document string `json:"document_sha256"`                 // of the text that was judged
	Other    string `json:"other_document_sha256,omitempty"` // the other candidate of a preference
	Type     string `json:"type,omitempty"`                  // of the document; fits are checked per type
	Lens     string `json:"lens,omitempty"`                  // empty: the document as a whole
	Person   string `json:"person"`
	Field    string `json:"kind"` // score, grade, preference, rank or decision
	Text     string `json:"value"`
	Comment  string `json:"comment,omitempty"`
	Quote    string `json:"quote,omitempty"`

	value float64
}

// The fields of values, which are the columns that have them.
var fields = []string{"score", "grade", "preference", "rank", "decision"}

var columns = slices.Concat([]string{"scene", "case", "document_sha256", "other_document_sha256", "type", "lens", "person"}, fields, []string{"comment", "quote"})

// Encode writes the labels of a scene as CSV that a spreadsheet opens. No cell of it
// is a formula.
func Encode(scene string, rows []Row) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write(columns) // writes into memory don't fail
	for _, r := range rows {
		record := []string{scene, r.Case, r.Document, r.Other, r.Type, r.Lens, r.Person}
		for _, f := range fields {
			value := ""
			if f == r.Field {
				value = r.Text
			}
			record = append(record, value)
		}
		record = append(record, r.Comment, r.Quote)
		for i, cell := range record {
			if columns[i] != "score" { // which may be negative
				record[i] = study.Marked(cell)
			}
		}
		_ = w.Write(record)
	}
	w.Flush()
	return b.Bytes()
}

// Decode reads the labels of a scene's own file. Nil is no label.
func Decode(scene string, data []byte) ([]Row, error) {
	if len(data) == 0 {
		return nil, nil
	}
	set, err := study.ReadLabels(data, study.Options{Format: study.CSV, Mixed: true})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", File(scene), err)
	}
	var rows []Row
	var bad study.Problems
	for _, l := range set.Labels {
		if l.Scene != scene {
			bad.Add(l.Row(), "this is a label of scene %q, not of %s", text.Clip(l.Scene, 40), scene)
			continue
		}
		rows = append(rows, rowOf(l, l.Item, l.Document, l.Other))
	}
	if err := bad.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", File(scene), err)
	}
	sorted(rows)
	return rows, nil
}

func rowOf(l study.Label, of, document, other string) Row {
	if l.Field == "" || l.Field == "score" {
		l.Text = strconv.FormatFloat(l.Value, 'g', -1, 64)
	}
	return Row{
		Case: of, Document: document, Other: other, Type: l.Type, Lens: l.Lens, Person: l.Person,
		Field: cmp.Or(l.Field, "score"), Text: l.Text, Comment: l.Comment, Quote: l.Quote, value: l.Value,
	}
}

func sorted(rows []Row) { slices.SortStableFunc(rows, Row.compare) }

// compare orders rows; those that speak of the same are equal.
func (r Row) compare(o Row) int {
	return cmp.Or(cmp.Compare(r.Document, o.Document), cmp.Compare(r.Other, o.Other), cmp.Compare(r.Lens, o.Lens), cmp.Compare(r.Person, o.Person), cmp.Compare(r.Field, o.Field))
}

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
}

// Read reads the labels of a file. An error with the code fault.BadRows names every
// row that can't be used: of unknown documents, of other scenes, without a person, out
// of range. Nothing of the file is used then.
func (im Import) Read(data []byte) ([]Row, error) {
	set, err := study.ReadLabels(data, study.Options{Map: im.Map, Mixed: true})
	if err != nil {
		return nil, err
	}
	places := im.places()
	var bad study.Problems
	var rows []Row
	for _, l := range set.Labels {
		if problem := im.problem(&l); problem != "" {
			bad.Add(l.Row(), "%s", problem)
			continue
		}
		doc, problem := im.find(places, cmp.Or(l.Document, l.Item))
		if problem == "" && l.Document != "" && l.Item != l.Document {
			if named, other := im.find(places, l.Item); other == "" && named.SHA256 != doc.SHA256 {
				problem = fmt.Sprintf("case %s has another document today than the one with this hash", text.Clip(l.Item, 60))
			}
		}
		other := Document{}
		if problem == "" && l.Field == "preference" {
			if other, problem = im.find(places, l.Other); problem == "" && other.SHA256 == doc.SHA256 {
				problem = "a preference between a document and itself"
			}
		}
		if problem != "" {
			bad.Add(l.Row(), "%s", problem)
			continue
		}
		rows = append(rows, rowOf(l, doc.Case, doc.SHA256, other.SHA256))
	}
	return rows, bad.Err()
}

// problem is what is wrong with a label, whatever document it is of.
func (im Import) problem(l *study.Label) string {
	if l.Scene != "" && l.Scene != im.Scene {
		return fmt.Sprintf("this is a label of scene %q, not of %s", text.Clip(l.Scene, 40), im.Scene)
	}
	if slices.Contains(fields, l.Person) || l.Person == "label" { // the column's name
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

// Merge adds rows to those of a scene. Rows that agree count once. Rows that disagree
// are an error that names them, unless replace says that the new ones count.
func Merge(old, added []Row, replace bool) (all []Row, fresh int, err error) {
	if len(added) == 0 {
		return old, 0, nil
	}
	all = slices.Clone(old)
	sorted(all)
	before := len(all)
	var bad study.Problems
	added = slices.Clone(added)
	sorted(added)
	for i, r := range added[1:] {
		if first := added[i]; first.compare(r) == 0 && first.value != r.value {
			bad.Add(0, "%s says %s and %s of case %s%s: keep one of them", r.Person, first.Text, r.Text, r.Case, inLens(r.Lens))
		}
	}
	added = slices.CompactFunc(added, func(a, b Row) bool { return a.compare(b) == 0 })
	for _, r := range added {
		at, found := slices.BinarySearchFunc(all[:before], r, Row.compare)
		switch {
		case !found:
			all = append(all, r)
			fresh++
		case all[at].value == r.value && all[at].Comment == r.Comment && all[at].Quote == r.Quote && all[at].Type == r.Type:
		case replace:
			all[at] = r
			fresh++
		default:
			bad.Add(0, "%s said %s of case %s%s before, now %s", r.Person, all[at].Text, r.Case, inLens(r.Lens), r.Text)
		}
	}
	if err := bad.Err(); err != nil {
		return nil, 0, err
	}
	if len(all) > Most {
		return nil, 0, fault.New(fault.BadRows, nil, "text", fmt.Sprintf("a scene can have %d labels; with these it would have %d", Most, len(all)))
	}
	sorted(all)
	return all, fresh, nil
}

func inLens(lens string) string {
	if lens == "" {
		return ""
	}
	return " in lens " + lens
}

// Item is what people said of one document in one lens, in one kind of label.
type Item struct {
	Case     string   `json:"case"`
	Document string   `json:"document_sha256"`
	Other    string   `json:"other_document_sha256,omitempty"`
	Lens     string   `json:"lens,omitempty"`
	Field    string   `json:"kind"`
	People   []string `json:"people"`
	Values   []string `json:"values"` // in the order of People
	Differ   bool     `json:"differ"` // people contradict each other
}

// Items lists what people said, item by item.
func Items(rows []Row) []Item {
	rows = slices.Clone(rows)
	key := func(a, b Row) int {
		return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Other, b.Other), cmp.Compare(a.Lens, b.Lens), cmp.Compare(a.Field, b.Field))
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Or(key(a, b), cmp.Compare(a.Person, b.Person)) })
	var out []Item
	for i, r := range rows {
		if i == 0 || key(rows[i-1], r) != 0 {
			out = append(out, Item{Case: r.Case, Document: r.Document, Other: r.Other, Lens: r.Lens, Field: r.Field})
		}
		item := &out[len(out)-1]
		item.Differ = item.Differ || len(item.People) > 0 && r.value != rows[i-1].value
		item.People, item.Values = append(item.People, r.Person), append(item.Values, r.Text)
	}
	return out
}

// Hash names the labels of a scene, in reports of what was made from them.
func Hash(scene string, rows []Row) string { return text.Hash(Encode(scene, rows)) }

// People returns who labelled anything, by name.
func People(rows []Row) []string {
	names := []string{}
	for _, r := range rows {
		names = append(names, r.Person)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
