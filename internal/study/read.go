package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
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
	in := &reader{o: o, set: &Set{}, names: map[string]string{}, needs: verdictNeeds}
	if err := in.read(data, in.verdict); err != nil {
		return nil, err
	}
	if len(in.set.Verdicts) == 0 && len(in.bad) == 0 {
		return nil, noRows("there is no verdict: give rows with an item, a judge, and a score or a preference")
	}
	return in.finish()
}

// ReadLabels reads labels only: rows with an item, and a score, grade, preference,
// rank or decision, and a person if there are several.
func ReadLabels(data []byte, o Options) (*Set, error) {
	set, bad, err := LabelRows(data, o)
	if err == nil {
		err = append(bad, set.disagreeing()...).Err()
	}
	if err != nil {
		return nil, err
	}
	return set, nil
}

// LabelRows reads labels as ReadLabels does, but returns the bad rows beside the others,
// for a caller that has its own reasons to refuse some. It does not compare rows.
func LabelRows(data []byte, o Options) (*Set, Problems, error) {
	in := &reader{o: o, set: &Set{}, names: map[string]string{}, needs: labelNeeds}
	if err := in.read(data, in.labelRow); err != nil {
		return nil, nil, err
	}
	if len(in.set.Labels) == 0 && len(in.bad) == 0 {
		return nil, nil, noRows("there is no label: give rows with an item (or case), and a score, grade, preference, rank or decision")
	}
	slices.SortStableFunc(in.set.Labels, Label.compare)
	return in.set, in.bad, nil
}

// Join adds labels that were read apart. Labels of items without a verdict are an
// error that names each of them.
func (s *Set) Join(labels *Set) error {
	items := map[string]bool{}
	for _, v := range s.Verdicts {
		items[v.Item] = true
	}
	var bad Problems
	if (s.Kind == Preferences) != (labels.Scale == PreferenceScale) {
		bad.Add(0, "the verdicts are %s and the labels are of the scale %s: labels of preferences must be preferences", s.Kind, labels.Scale)
	}
	if s.Scale != "" && len(s.Labels) > 0 && s.Scale != labels.Scale {
		bad.Add(0, "labels of the scale %s, but those before have the scale %s: a study has one of them", labels.Scale, s.Scale)
	}
	for _, l := range labels.Labels {
		if !items[l.Item] {
			bad.Add(l.row, "no judge has a verdict on item %s", clip(l.Item))
		}
	}
	if err := bad.Err(); err != nil {
		return err
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
	needs []need
	seen  map[string]bool // columns of JSON objects, by key; true: a map names it
	comma rune            // between the fields of a table; 0: the file is no table
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

// emptyCell names the column whose empty cell leaves a row without any of the fields.
func (r row) emptyCell(fields ...string) string {
	for _, field := range fields {
		if c := r.values[field]; len(c) > 0 {
			return fmt.Sprintf(": the column %q is empty", clip(c[0].column))
		}
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
	first := bytes.TrimSpace(data)
	switch {
	case len(first) == 0:
		return noRows("the file is empty")
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return errors.New("the file is a workbook, not a text file: save its sheet as CSV (UTF-8)")
	case !utf8.Valid(data):
		return errors.New("the file is not UTF-8: save it as UTF-8, which spreadsheets call CSV UTF-8")
	case bytes.HasPrefix(first, []byte("[{")) || bytes.Equal(first, []byte("[]")):
		return errors.New("the file is a JSON list: write one object per line, without the list")
	case first[0] == '{':
		data = finite(data)
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
		return in.readPromptfoo(data, in.naming(take))
	case Inspect:
		return in.readInspect(data, in.naming(take))
	}
	return fmt.Errorf("%q is no format: use one of %s", format, strings.Join(Formats(), ", "))
}

// naming adds to problems of rows, which such a file does not show, what they are of.
func (in *reader) naming(take func(row)) func(row) {
	return func(r row) {
		before := len(in.bad)
		take(r)
		for i := range in.bad[before:] {
			p := &in.bad[before+i]
			p.What = fmt.Sprintf("item %s, judge %s: %s", clip(r.one(fieldItem)), clip(r.one(fieldJudge)), p.What)
		}
	}
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
		line, _, _ := bytes.Cut(first, []byte("\n"))
		var result struct {
			Grading json.RawMessage `json:"gradingResult"`
		}
		if json.Unmarshal(line, &result) == nil && result.Grading != nil {
			return Promptfoo
		}
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

// verdict takes a row with a verdict.
func (in *reader) verdict(r row) {
	v := Verdict{Item: in.item(r), Type: in.name(r, fieldType), Judge: in.name(r, fieldJudge), Lens: in.name(r, fieldLens), row: r.number}
	bad := len(in.bad)
	if v.Item == "" {
		in.bad.Add(r.number, "no item%s", r.emptyCell(fieldItem, fieldDocument))
	}
	if v.Judge == "" {
		in.bad.Add(r.number, "no judge%s", r.emptyCell(fieldJudge))
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
	in.unread(r)
}

// unread notes columns that only files of labels have.
func (in *reader) unread(r row) {
	for _, field := range []string{fieldGrade, fieldRank, fieldDecision} {
		for _, c := range r.values[field] {
			if strings.TrimSpace(c.text) != "" && !slices.Contains(in.set.Unread, c.column) {
				in.set.Unread = append(in.set.Unread, c.column)
			}
		}
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
	v, err := in.number(text)
	if err == nil && in.o.High > in.o.Low && (v < in.o.Low || v > in.o.High) {
		err = fmt.Errorf("%v is not from %v to %v", v, in.o.Low, in.o.High)
	}
	return v, err
}

// item reads the name of an item: several columns make one name.
func (in *reader) item(r row) string {
	return cmp.Or(in.name(r, fieldItem), in.name(r, fieldDocument))
}

// name reads a name of a row. Several columns make one name.
func (in *reader) name(r row, field string) string {
	text := r.one(field)
	if cells := r.values[field]; len(cells) > 1 {
		parts := make([]string, len(cells))
		for i, c := range cells {
			parts[i] = strings.TrimSpace(c.text)
		}
		text = strings.Join(parts, "/")
	}
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
