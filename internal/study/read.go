package study

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formats of files.
const (
	CSV       = "csv"
	JSONLines = "jsonl"
	Promptfoo = "promptfoo"
	Inspect   = "inspect"
)

// Formats lists them.
func Formats() []string { return []string{CSV, JSONLines, Promptfoo, Inspect} }

// Limits of a file.
const (
	maxRows = 2_000_000
	maxName = 200 // bytes of an item's, judge's or lens's name
)

// Options say how a file is read.
type Options struct {
	Format string              // one of Formats; empty: found by the content
	Map    map[string][]string // columns by field, from ParseMap; others are found by their names
	// Low and High bound scores, both included; equal: they are not bounded.
	Low, High float64
	// Scale is what labels mean if their column does not say so: empty is ScoreScale,
	// or PreferenceScale beside preferences.
	Scale Scale
	// Mixed lets labels of several scales be in one file.
	Mixed bool
}

// Read reads verdicts, and labels if the rows have any. A *ProblemsError lists all
// rows that can't be used; nothing is read then.
func Read(data []byte, o Options) (*Set, error) {
	in := &reader{o: o, set: &Set{}, names: map[string]string{}}
	if err := in.read(data, in.verdict); err != nil {
		return nil, err
	}
	if len(in.set.Verdicts) == 0 && len(in.bad) == 0 {
		return nil, errors.New("there is no verdict: give rows with an item, a judge, and a score or a preference")
	}
	return in.finish()
}

// ReadLabels reads labels only: rows with an item, and a score, grade, preference,
// rank or decision, and a person if there are several.
func ReadLabels(data []byte, o Options) (*Set, error) {
	in := &reader{o: o, set: &Set{}, names: map[string]string{}}
	if err := in.read(data, in.labelRow); err != nil {
		return nil, err
	}
	if len(in.set.Labels) == 0 && len(in.bad) == 0 {
		return nil, errors.New("there is no label: give rows with an item, and a score, grade, preference, rank or decision")
	}
	return in.finish()
}

// Join adds labels that were read apart. Labels of items without a verdict are an
// error that names the first of them.
func (s *Set) Join(labels *Set) error {
	items := map[string]bool{}
	for _, v := range s.Verdicts {
		items[v.Item] = true
	}
	var bad Problems
	for _, l := range labels.Labels {
		if !items[l.Item] {
			bad.Add(l.row, "no judge has a verdict on item %s", clip(l.Item))
		}
	}
	if err := bad.Err(); err != nil {
		return err
	}
	if (s.Kind == Preferences) != (labels.Scale == PreferenceScale) {
		return fmt.Errorf("the verdicts are %s and the labels are of the scale %s: labels of preferences must be preferences", s.Kind, labels.Scale)
	}
	s.Labels, s.Scale = append(s.Labels, labels.Labels...), labels.Scale
	return s.Normalise()
}

// reader collects the rows of one file.
type reader struct {
	o     Options
	set   *Set
	bad   Problems
	names map[string]string // one copy of each name
}

// row is one row: what it has of a field, in the order of the columns.
type row struct {
	number int
	values map[string][]cell
}

type cell struct{ column, text string }

func (r row) one(field string) string {
	if c := r.values[field]; len(c) > 0 {
		return strings.TrimSpace(c[0].text)
	}
	return ""
}

func (in *reader) finish() (*Set, error) {
	if err := append(in.bad, in.set.disagreeing()...).Err(); err != nil {
		return nil, err
	}
	return in.set, nil
}

// read gives each row of a file to take.
func (in *reader) read(data []byte, take func(row)) error {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return errors.New("the file is not UTF-8: save it as UTF-8")
	}
	format := in.o.Format
	if format == "" {
		format = detect(data)
	}
	switch format {
	case CSV:
		return in.readCSV(data, take)
	case JSONLines:
		return in.readLines(data, take)
	case Promptfoo:
		return in.readPromptfoo(data, take)
	case Inspect:
		return in.readInspect(data, take)
	}
	return fmt.Errorf("%q is no format: use one of %s", format, strings.Join(Formats(), ", "))
}

// detect finds the format by the content.
func detect(data []byte) string {
	first := bytes.TrimSpace(data)
	if len(first) == 0 || first[0] != '{' {
		return CSV
	}
	var whole struct {
		Samples json.RawMessage `json:"samples"`
		Results json.RawMessage `json:"results"`
	}
	if json.Unmarshal(first, &whole) != nil {
		return JSONLines
	}
	switch {
	case whole.Samples != nil:
		return Inspect
	case whole.Results != nil:
		return Promptfoo
	}
	return JSONLines
}

// readCSV reads a table with a heading. Fields are separated by commas, semicolons
// or tabs, whichever the heading has most of.
func (in *reader) readCSV(data []byte, take func(row)) error {
	c := csv.NewReader(bytes.NewReader(data))
	c.Comma, c.ReuseRecord, c.FieldsPerRecord = delimiter(data), true, -1
	heading, err := c.Read()
	if err != nil {
		return fmt.Errorf("read the heading: %w", err)
	}
	heading = slices.Clone(heading)
	columns, err := findColumns(heading, in.o.Map)
	if err != nil {
		return err
	}
	for n := 2; ; n++ {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the table: %w", err)
		}
		if n > maxRows {
			return fmt.Errorf("the table has more than %d rows: split it", maxRows)
		}
		if len(record) != len(heading) {
			in.bad.Add(n, "%d fields, but the heading has %d", len(record), len(heading))
			continue
		}
		take(pick(n, columns, heading, record))
	}
}

func pick(n int, columns map[string][]int, heading, record []string) row {
	out := row{number: n, values: make(map[string][]cell, len(columns))}
	for field, at := range columns {
		for _, i := range at {
			out.values[field] = append(out.values[field], cell{heading[i], record[i]})
		}
	}
	return out
}

func delimiter(data []byte) rune {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	best, most := ',', 0
	for _, d := range []rune{',', ';', '\t'} {
		if n := bytes.Count(line, []byte(string(d))); n > most {
			best, most = d, n
		}
	}
	return best
}

// readLines reads one JSON object per line.
func (in *reader) readLines(data []byte, take func(row)) error {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 8<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if n > maxRows {
			return fmt.Errorf("the file has more than %d rows: split it", maxRows)
		}
		object := map[string]any{}
		if err := decode(lines.Bytes(), &object); err != nil {
			in.bad.Add(n, "no JSON object: %v", err)
			continue
		}
		r, err := in.object(n, object)
		if err != nil {
			return err
		}
		take(r)
	}
	return lines.Err()
}

// object picks the fields of a JSON object. Nested values are found by a path
// such as metadata.gold.
func (in *reader) object(n int, object map[string]any) (row, error) {
	flat := map[string]string{}
	flatten("", object, flat)
	heading := sortedKeys(flat)
	columns, err := findColumns(heading, mapped(in.o.Map, flat))
	if err != nil {
		return row{}, err
	}
	record := make([]string, len(heading))
	for i, h := range heading {
		record[i] = flat[h]
	}
	return pick(n, columns, heading, record), nil
}

// mapped leaves out mapped columns that an object lacks: it says nothing there.
func mapped(given map[string][]string, flat map[string]string) map[string][]string {
	out := map[string][]string{}
	for field, columns := range given {
		for _, c := range columns {
			if _, ok := flat[c]; ok {
				out[field] = append(out[field], c)
			}
		}
	}
	return out
}

func flatten(path string, v any, out map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			flatten(strings.TrimPrefix(path+"."+k, "."), inner, out)
		}
	case string:
		out[path] = v
	case json.Number:
		out[path] = v.String()
	case bool:
		out[path] = strconv.FormatBool(v)
	case nil:
		out[path] = ""
	}
}

func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	return d.Decode(into)
}

// verdict takes a row with a verdict.
func (in *reader) verdict(r row) {
	v := Verdict{Item: in.item(r), Type: in.name(r, fieldType), Judge: in.name(r, fieldJudge), Lens: in.name(r, fieldLens), row: r.number}
	bad := len(in.bad)
	if v.Item == "" || v.Judge == "" {
		in.bad.Add(r.number, "no item or no judge")
	}
	var err error
	if v.Order, err = shownOrder(r.one(fieldOrder)); err != nil {
		in.bad.Add(r.number, "%v", err)
	}
	if text := r.one(fieldRepeat); text != "" {
		if v.Repeat, err = strconv.Atoi(text); err != nil || v.Repeat < 0 {
			in.bad.Add(r.number, "repeat %q is no whole number", clip(text))
		}
	}
	scores, preferences := r.values[fieldScore], r.values[fieldPreference]
	switch {
	case len(scores) > 0 && len(preferences) > 0:
		in.bad.Add(r.number, "a score and a preference: a set has one of them; map only one")
	case len(preferences) > 0:
		in.kind(r, Preferences)
	case len(scores) > 0:
		in.kind(r, Scores)
	default:
		in.bad.Add(r.number, "no column with a score or a preference: name it with a map, such as score=COLUMN")
	}
	for k, c := range append(slices.Clone(scores), preferences...) {
		v := v
		v.Repeat += k
		if v.Value, err = in.value(c.text); err != nil {
			in.bad.Add(r.number, "%s: %v", c.column, err)
		}
		if len(in.bad) == bad {
			in.set.Verdicts = append(in.set.Verdicts, v)
		}
	}
	for _, c := range r.values[fieldLabel] {
		in.label(r, v.Item, v.Lens, c, in.labelScale())
	}
}

// kind notes what the set's verdicts are.
func (in *reader) kind(r row, k Kind) {
	if in.set.Kind == "" {
		in.set.Kind = k
	}
	if in.set.Kind != k {
		in.bad.Add(r.number, "%s, but the rows before have %s: a set has one of them", k, in.set.Kind)
	}
}

func (in *reader) labelScale() Scale {
	switch {
	case in.set.Kind == Preferences:
		return PreferenceScale
	case in.o.Scale != "":
		return in.o.Scale
	}
	return ScoreScale
}

// value reads a verdict.
func (in *reader) value(text string) (float64, error) {
	if in.set.Kind == Preferences {
		return preference(text)
	}
	return in.bounded(text)
}

func (in *reader) bounded(text string) (float64, error) {
	v, err := number(text)
	if err == nil && in.o.High > in.o.Low && (v < in.o.Low || v > in.o.High) {
		err = fmt.Errorf("%v is not from %v to %v", v, in.o.Low, in.o.High)
	}
	return v, err
}

// labelRow takes a row of a label file.
func (in *reader) labelRow(r row) {
	item, lens := in.item(r), in.name(r, fieldLens)
	if item == "" {
		in.bad.Add(r.number, "no item")
		return
	}
	for _, f := range []struct {
		field string
		scale Scale
	}{{fieldLabel, in.labelScale()}, {fieldScore, ScoreScale}, {fieldPreference, PreferenceScale}, {fieldGrade, OrdinalScale}, {fieldRank, OrdinalScale}, {fieldDecision, OrdinalScale}} {
		if cells := r.values[f.field]; slices.ContainsFunc(cells, func(c cell) bool { return strings.TrimSpace(c.text) != "" }) {
			for _, c := range cells {
				in.label(r, item, lens, c, f.scale)
			}
			return
		}
	}
	in.bad.Add(r.number, "no score, grade, preference, rank or decision")
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
	return number(text)
}

// item reads the name of an item: several columns make one name.
func (in *reader) item(r row) string {
	cells := r.values[fieldItem]
	if len(cells) < 2 {
		return cmp.Or(in.name(r, fieldItem), in.name(r, fieldDocument))
	}
	parts := make([]string, len(cells))
	for i, c := range cells {
		parts[i] = strings.TrimSpace(c.text)
	}
	return in.intern(strings.Join(parts, "/"))
}

// name reads a name of a row.
func (in *reader) name(r row, field string) string {
	text := r.one(field)
	if len(text) > maxName {
		in.bad.Add(r.number, "the %s has more than %d bytes", field, maxName)
		return ""
	}
	return in.intern(unmarked(text))
}

// intern keeps one copy of each name.
func (in *reader) intern(text string) string {
	if known, ok := in.names[text]; ok {
		return known
	}
	text = strings.Clone(text)
	in.names[text] = text
	return text
}
