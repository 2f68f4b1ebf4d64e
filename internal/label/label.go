// Package label owns the labels that people gave the documents of a scene: their
// file, scenes/<slug>/labels.csv, what an import adds to it, and the study that they
// make with the judges' verdicts, also to align its panel. It calls no model.
package label

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"

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
	row   int // of the file that it was read from; 0: of none
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

// Decode reads the labels of a scene's own file, and checks them as an import does, since
// people edit it. Nil is no label. Labels in lenses that the panel no longer has are kept.
func Decode(scene string, p *panel.Panel, data []byte) ([]Row, error) {
	if len(data) == 0 {
		return nil, nil
	}
	set, bad, err := study.LabelRows(data, study.Options{Format: study.CSV, Mixed: true})
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", File(scene), err)
	}
	im := Import{Scene: scene, Panel: p}
	var rows []Row
	for _, l := range set.Labels {
		problem := im.problem(&l)
		if _, known := p.Lens(l.Lens); !known && l.Lens != "" {
			problem = ""
		}
		if problem == "" && l.Document == "" {
			problem = "no document_sha256: import the label in place of writing it here"
		}
		if problem != "" {
			bad.Add(l.Row(), "%s", problem)
			continue
		}
		rows = append(rows, rowOf(l, l.Item, l.Document, l.Other))
	}
	sorted(rows)
	if err := append(bad, contradictions(rows)...).Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", File(scene), err)
	}
	return slices.CompactFunc(rows, func(a, b Row) bool { return a.compare(b) == 0 }), nil
}

// contradictions are rows of one person who says two things of the same.
func contradictions(rows []Row) (bad study.Problems) {
	rows = slices.Clone(rows)
	sorted(rows)
	for i, r := range rows {
		if i == 0 || rows[i-1].compare(r) != 0 {
			continue
		}
		switch first := rows[i-1]; {
		case first.ordered().value != r.ordered().value:
			bad.Add(max(first.row, r.row), "%s says %s of case %s%s, and %s%s: keep one of them", r.Person, first.said(), r.Case, inLens(r.Lens), r.said(), inRow(min(first.row, r.row)))
		case !first.agrees(r):
			bad.Add(max(first.row, r.row), "%s labels case %s%s%s too, with another comment, quote or type: keep one of them", r.Person, r.Case, inLens(r.Lens), inRow(min(first.row, r.row)))
		}
	}
	return bad
}

// agrees reports whether two rows of the same say the same.
func (r Row) agrees(o Row) bool {
	return r.ordered().value == o.ordered().value && r.Comment == o.Comment && r.Quote == o.Quote && r.Type == o.Type
}

// against says how a row differs from a label that there was before; empty: it does not.
func (r Row) against(before Row) string {
	switch {
	case r.agrees(before):
		return ""
	case r.ordered().value != before.ordered().value:
		return fmt.Sprintf("%s said %s of case %s%s before, now %s", r.Person, before.said(), r.Case, inLens(r.Lens), r.said())
	}
	return fmt.Sprintf("%s labelled case %s%s before with another comment, quote or type", r.Person, r.Case, inLens(r.Lens))
}

// said is the label's value; of a preference with the two documents in their order.
func (r Row) said() string {
	if r.Field != "preference" {
		return r.Text
	}
	return fmt.Sprintf("preference %s of documents %s and %s", r.Text, text.Clip(r.Document, 8), text.Clip(r.Other, 8))
}

func inRow(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" in row %d", n)
}

func rowOf(l study.Label, of, document, other string) Row {
	if l.Field == "" || l.Field == "score" {
		l.Text = strconv.FormatFloat(l.Value, 'g', -1, 64)
	}
	return Row{
		Case: of, Document: document, Other: other, Type: l.Type, Lens: l.Lens, Person: l.Person,
		Field: cmp.Or(l.Field, "score"), Text: l.Text, Comment: l.Comment, Quote: l.Quote, value: l.Value, row: l.Row(),
	}
}

func sorted(rows []Row) { slices.SortStableFunc(rows, Row.compare) }

// compare orders rows; those that speak of the same are equal. A pair is the same one,
// whichever document is named first.
func (r Row) compare(o Row) int {
	a, b := r.ordered(), o.ordered()
	return cmp.Or(cmp.Compare(a.Document, b.Document), cmp.Compare(a.Other, b.Other), cmp.Compare(a.Lens, b.Lens), cmp.Compare(a.Person, b.Person), cmp.Compare(a.Field, b.Field))
}

// ordered is a preference with its documents in the order of their hashes. The case stays
// that of the document which the person named first.
func (r Row) ordered() Row {
	if r.Field == "preference" && r.Other < r.Document {
		r.Document, r.Other, r.value = r.Other, r.Document, -r.value
	}
	return r
}

// Merge adds rows to those of a scene. Rows that agree count once. Rows that disagree
// are fault.BadRows, which names them, with their number as the parameter differ, unless
// replace says that the new ones count.
func Merge(old, added []Row, replace bool) (all []Row, fresh int, err error) {
	if len(added) == 0 {
		return old, 0, nil
	}
	all = slices.Clone(old)
	sorted(all)
	before := len(all)
	added = slices.Clone(added)
	for i := range added {
		added[i].row = 0 // they may be of several files
	}
	sorted(added)
	bad := contradictions(added)
	added = slices.CompactFunc(added, func(a, b Row) bool { return a.compare(b) == 0 })
	for _, r := range added {
		at, found := slices.BinarySearchFunc(all[:before], r, Row.compare)
		switch {
		case !found:
			all = append(all, r)
			fresh++
		case all[at].agrees(r):
		case replace:
			all[at] = r
			fresh++
		default:
			bad.Add(r.row, "%s", r.against(all[at]))
		}
	}
	if f := fault.From(bad.Err()); f != nil {
		return nil, 0, f.With("differ", strconv.Itoa(len(bad)))
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
	rows = paired(rows)
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

// paired are rows in which a pair of documents has one order, whichever was named first,
// if the cases of both are known.
func paired(rows []Row) []Row {
	cases := map[string]string{}
	for _, r := range rows {
		cases[r.Document] = r.Case
	}
	rows = slices.Clone(rows)
	for i, r := range rows {
		if o := r.ordered(); o.Document != r.Document && cases[o.Document] != "" {
			o.Case, o.Text = cases[o.Document], map[float64]string{study.First: "1", study.Tie: "tie", study.Second: "2"}[o.value]
			rows[i] = o
		}
	}
	return rows
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
