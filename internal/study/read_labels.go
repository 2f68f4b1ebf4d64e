package study

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// labelRow takes a row of a label file.
func (in *reader) labelRow(r row) {
	item, lens := in.item(r), in.name(r, fieldLens)
	if item == "" {
		in.bad.Add(r.number, "no item%s", r.emptyCell(fieldItem, fieldDocument))
		return
	}
	found, mapped := "", in.mapsLabels() && !in.o.Mixed
	for _, f := range []struct {
		field string
		scale Scale
	}{{fieldLabel, in.labelScale()}, {fieldScore, ScoreScale}, {fieldPreference, PreferenceScale}, {fieldGrade, OrdinalScale}, {fieldRank, OrdinalScale}, {fieldDecision, OrdinalScale}} {
		cells := r.values[f.field]
		if mapped && in.o.Map[f.field] == nil || !slices.ContainsFunc(cells, func(c cell) bool { return strings.TrimSpace(c.text) != "" }) {
			continue
		}
		if found != "" && !in.o.Mixed {
			in.bad.Add(r.number, "a %s and a %s: labels are of one kind; name the one with a map, such as %s=COLUMN", found, f.field, found)
			return
		}
		found = f.field
		for _, c := range cells {
			in.label(r, item, lens, c, f.scale)
		}
	}
	if found == "" {
		in.bad.Add(r.number, "no score, grade, preference, rank or decision")
	}
}

// mapsLabels reports whether a map names the column of the labels.
func (in *reader) mapsLabels() bool {
	return slices.ContainsFunc([]string{fieldLabel, fieldScore, fieldPreference, fieldGrade, fieldRank, fieldDecision}, func(f string) bool { return in.o.Map[f] != nil })
}

// label takes one label. Several label columns are several people, who have the
// columns' names.
func (in *reader) label(r row, item, lens string, c cell, scale Scale) {
	if strings.TrimSpace(c.text) == "" {
		return
	}
	l := Label{
		Item: item, Lens: lens, Person: in.name(r, fieldPerson), Comment: unmarked(r.one(fieldComment)), Quote: unmarked(r.one(fieldQuote)), row: r.number,
		Field: fieldOf(r, c), Text: strings.TrimSpace(c.text),
	}
	l.Named = l.Person != "" || len(r.values[cmp.Or(l.Field, fieldLabel)]) > 1
	if l.Person == "" {
		l.Person = in.intern(c.column)
	}
	var err error
	switch {
	case scale == PreferenceScale:
		l.Value, err = preference(c.text)
	case scale == OrdinalScale:
		l.Value, err = in.ordinal(l.Field, c.text)
	default:
		l.Value, err = in.bounded(c.text)
	}
	if err != nil {
		in.bad.Add(r.number, "%s: %v", c.column, err)
		return
	}
	if in.set.Scale == "" {
		in.set.Scale = scale
	}
	if in.set.Scale != scale && !in.o.Mixed {
		in.bad.Add(r.number, "a label of the scale %s, but the rows before have the scale %s", scale, in.set.Scale)
		return
	}
	if !math.IsNaN(l.Value) {
		l.Type, l.Other, l.Document, l.Scene = in.name(r, fieldType), in.name(r, fieldOther), in.name(r, fieldDocument), in.name(r, fieldScene)
		in.set.Labels = append(in.set.Labels, l)
	}
}

func fieldOf(r row, c cell) string {
	for _, field := range []string{fieldScore, fieldPreference, fieldGrade, fieldRank, fieldDecision} {
		if slices.Contains(r.values[field], c) {
			return field
		}
	}
	return ""
}

// unmarked is a text without the apostrophe by which a spreadsheet marks as text what
// would else be a formula.
func unmarked(text string) string {
	if len(text) > 1 && text[0] == '\'' && strings.ContainsRune(formulaStarts, rune(text[1])) {
		return text[1:]
	}
	return text
}

// formulaStarts begin what a spreadsheet takes for a formula.
const formulaStarts = "=+-@\t\r"

// Marked is a text that no spreadsheet takes for a formula. Reading it gives the text
// again.
func Marked(text string) string {
	if text != "" && strings.ContainsRune(formulaStarts, rune(text[0])) {
		return "'" + text
	}
	return text
}

// ordinal reads a label that only orders items. One of a label column is a number.
func (in *reader) ordinal(field, text string) (float64, error) {
	switch field {
	case fieldGrade, fieldRank, fieldDecision:
		return ordinal(field, text)
	}
	return in.number(text)
}
