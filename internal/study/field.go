package study

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// Fields of a row. Label files have the last ones too.
const (
	fieldItem       = "item"
	fieldType       = "type"
	fieldJudge      = "judge"
	fieldLens       = "lens"
	fieldOrder      = "order"
	fieldRepeat     = "repeat"
	fieldScore      = "score"
	fieldPreference = "preference"
	fieldLabel      = "label"
	fieldPerson     = "person"
	fieldGrade      = "grade"
	fieldRank       = "rank"
	fieldDecision   = "decision"
	fieldComment    = "comment"
	fieldQuote      = "quote"
	fieldOther      = "other"
	fieldDocument   = "document_sha256"
	fieldScene      = "scene"
)

// columnNames are the names by which a field is found in a heading, the field's
// own name first. A map that the caller gives comes before them.
func columnNames() map[string][]string {
	return map[string][]string{
		fieldItem:       {"item", "case", "document", "paper", "item_id", "id", "question_id"},
		fieldType:       {"type", "subset", "category", "document_type"},
		fieldJudge:      {"judge", "model", "configuration", "grader", "condition"},
		fieldLens:       {"lens", "criterion", "dimension", "metric", "aspect"},
		fieldOrder:      {"order", "position"},
		fieldRepeat:     {"repeat", "epoch", "trial", "sample"},
		fieldScore:      {"score", "rating", "overall"},
		fieldPreference: {"preference", "verdict", "winner", "choice"},
		fieldLabel:      {"label", "gold", "human", "target"},
		fieldPerson:     {"person", "annotator", "rater", "reviewer"},
		fieldGrade:      {"grade"},
		fieldRank:       {"rank"},
		fieldDecision:   {"decision", "accepted"},
		fieldComment:    {"comment", "comments"},
		fieldQuote:      {"quote", "quotes"},
		fieldOther:      {"other", "other_case", "other_document_sha256"},
		fieldDocument:   {"document_sha256", "sha256"},
		fieldScene:      {"scene"},
	}
}

// Fields returns the names of the fields that a column can be mapped to.
func Fields() []string { return slices.Sorted(maps.Keys(columnNames())) }

// fieldOfName is the field that has a name: its own, or one that its columns may have.
func fieldOfName(name string) string {
	names := columnNames()
	for _, field := range sortedKeys(names) {
		if field == name || slices.Contains(names[field], name) && names[name] == nil {
			return field
		}
	}
	return ""
}

// ParseMap reads "field=column" or "field=column,column" pairs. Several score or
// label columns are repeats of one judge, or several people.
func ParseMap(pairs []string) (map[string][]string, error) {
	out := map[string][]string{}
	for _, p := range pairs {
		name, columns, ok := strings.Cut(p, "=")
		field := fieldOfName(name)
		if !ok || field == "" || columns == "" {
			return nil, fmt.Errorf("%q maps no column: write FIELD=COLUMN with a field of %s", p, strings.Join(Fields(), ", "))
		}
		if out[field] != nil {
			return nil, fmt.Errorf("field %s is mapped twice: write its columns once, with commas between them", field)
		}
		out[field] = strings.Split(columns, ",")
	}
	return out, nil
}

// columnKey is the name of a column as it is compared.
func columnKey(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// findColumns finds the columns of each field in a heading.
func findColumns(heading []string, given map[string][]string) (map[string][]int, error) {
	at := map[string]int{}
	for i, h := range heading {
		name := columnKey(h)
		if _, twice := at[name]; twice && name != "" {
			return nil, fmt.Errorf("column %q is there twice: rename one of them", h)
		}
		at[name] = i
	}
	out := map[string][]int{}
	taken := map[int]bool{}
	for _, field := range sortedKeys(given) {
		for _, name := range given[field] {
			i, ok := at[columnKey(name)]
			if !ok {
				return nil, fmt.Errorf("there is no column %q for the field %s: the columns are %s", name, field, strings.Join(heading, ", "))
			}
			out[field], taken[i] = append(out[field], i), true
		}
	}
	names := columnNames()
	for _, field := range sortedKeys(names) {
		for _, name := range names[field] {
			if i, ok := at[name]; ok && out[field] == nil && !taken[i] {
				out[field], taken[i] = []int{i}, true
			}
		}
	}
	return out, nil
}

// need is what a file must have a column of: one of the fields.
type need struct {
	what   string
	fields []string
}

var (
	needsItem    = need{"an item (or case)", []string{fieldItem, fieldDocument}}
	verdictNeeds = []need{needsItem, {"a judge", []string{fieldJudge}}, {"a score or a preference", []string{fieldScore, fieldPreference}}}
	labelNeeds   = []need{needsItem, {"a score, grade, preference, rank or decision", []string{fieldLabel, fieldScore, fieldPreference, fieldGrade, fieldRank, fieldDecision}}}
)

// lacks says which columns are missing; empty: none.
func (in *reader) lacks(heading []string, columns map[string][]int) string {
	var missing []string
	for _, n := range in.needs {
		if !slices.ContainsFunc(n.fields, func(f string) bool { return columns[f] != nil }) {
			missing = append(missing, "no column with "+n.what)
		}
	}
	if missing == nil {
		return ""
	}
	return strings.Join(missing, ", ") + ": the columns are " + strings.Join(heading[:min(len(heading), mostColumns)], ", ")
}

// badHeading and noRows are errors with the parameter lacks: what a file lacks to be read.
func badHeading(text string) error {
	return fault.New(fault.BadRows, nil, "text", text, "lacks", "columns")
}

func noRows(text string) error { return fault.New(fault.BadRows, nil, "text", text, "lacks", "rows") }

var (
	decimalComma = regexp.MustCompile(`^[-+]?(\d*,(\d{1,2}|\d{4,})|0?,\d+)$`)
	threePlaces  = regexp.MustCompile(`^[-+]?\d+,\d{3}$`) // decimals, or a comma between thousands
	likeDate     = regexp.MustCompile(`^\d{1,4}[-/.]\w{1,3}([-/.]\d{1,4})?$`)
	sheetError   = regexp.MustCompile(`^(#N/A|#NV|#\S+[!?]|Err:\d{3})$`)
)

// notValue says why a cell of a spreadsheet has no value; empty: it has one.
func notValue(text string) string {
	switch text = strings.TrimSpace(text); {
	case strings.HasPrefix(text, "="):
		return fmt.Sprintf("%q is a formula: save the sheet with its values", clip(text))
	case (strings.HasPrefix(text, "#") || strings.HasPrefix(text, "Err:")) && sheetError.MatchString(text):
		return fmt.Sprintf("%q is an error of a spreadsheet: correct the cell, or leave it empty", clip(text))
	}
	return ""
}

// number reads a score. Of three digits after a comma only a file with semicolons says that
// they are decimals.
func (in *reader) number(text string) (float64, error) {
	if in.comma == ';' && threePlaces.MatchString(strings.TrimSpace(text)) {
		text = strings.Replace(text, ",", ".", 1)
	}
	return number(text)
}

// number reads a score. An empty cell is NaN.
func number(text string) (float64, error) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return math.NaN(), nil
	case text[0] == '[':
		return 0, fmt.Errorf("%q is a list: map its places, such as score=score.0,score.1", clip(text))
	case notValue(text) != "":
		return 0, errors.New(notValue(text))
	case decimalComma.MatchString(text):
		text = strings.Replace(text, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil && !math.IsNaN(v) && !math.IsInf(v, 0):
		return v, nil
	case likeDate.MatchString(text):
		return 0, fmt.Errorf("%q is no number but looks like a date, as a spreadsheet makes it of 3/5: format the column as text", clip(text))
	case strings.Contains(text, ","):
		return 0, fmt.Errorf("%q is no number: write it without commas between thousands, and decimals with a point", clip(text))
	}
	return 0, fmt.Errorf("%q is no number", clip(text))
}

// preference reads which candidate is better. An empty cell is NaN.
func preference(text string) (float64, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "":
		return math.NaN(), nil
	case "1", "a", "first", "model_a", "left":
		return First, nil
	case "2", "b", "second", "model_b", "right":
		return Second, nil
	case "0", "tie", "draw", "equal", "c":
		return Tie, nil
	}
	return 0, fmt.Errorf("%q is no preference: write 1, 2 or tie", clip(text))
}

// shownOrder reads the order in which candidates were shown.
func shownOrder(text string) (string, error) {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "":
		return "", nil
	case "given", "ab", "original", "1", "0", "false":
		return Given, nil
	case "swapped", "ba", "reversed", "2", "true":
		return Swapped, nil
	}
	return "", fmt.Errorf("%q is no order: write given or swapped", clip(text))
}

// ordinal reads a grade, a rank or a decision as a number that is larger for the
// better ones.
func ordinal(field, text string) (float64, error) {
	clean := strings.ToLower(strings.TrimSpace(text))
	switch field {
	case fieldGrade:
		if at := strings.Index("sabcdef", clean); at >= 0 && len(clean) == 1 {
			return float64(1 - at), nil
		}
		return 0, fmt.Errorf("%q is no grade: write S, or A to F", clip(text))
	case fieldRank:
		v, err := strconv.Atoi(clean)
		if err != nil || v < 1 {
			return 0, fmt.Errorf("%q is no rank: write 1 for the best, then 2", clip(text))
		}
		return -float64(v), nil
	}
	switch clean {
	case "accept", "accepted", "yes", "true", "pass", "1", "接受", "录用":
		return 1, nil
	case "reject", "rejected", "no", "false", "fail", "0", "拒绝", "不录用":
		return 0, nil
	}
	return 0, fmt.Errorf("%q is no decision: write accept or reject", clip(text))
}

func clip(s string) string { return text.Clip(s, 40) }
