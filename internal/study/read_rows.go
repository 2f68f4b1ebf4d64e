package study

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readCSV reads a table with a heading. Fields are separated by commas, semicolons
// or tabs, whichever the heading has most of. Rows count as a spreadsheet shows them, empty
// ones included, which are left out.
func (in *reader) readCSV(data []byte, take func(row)) error {
	if line, rest, _ := bytes.Cut(data, []byte("\n")); bytes.HasPrefix(line, []byte("sep=")) {
		data = rest // a spreadsheet's own line, which it does not show
	}
	in.comma = delimiter(data)
	c := csv.NewReader(bytes.NewReader(data))
	c.Comma, c.ReuseRecord, c.FieldsPerRecord = in.comma, true, -1
	n := 1 + emptyLines(data)
	heading, err := c.Read()
	if err != nil {
		return fmt.Errorf("read the heading: %w", err)
	}
	heading = slices.Clone(heading)
	columns, err := findColumns(heading, in.o.Map)
	if err != nil {
		return badHeading(err.Error())
	}
	if problem := in.lacks(heading, columns); problem != "" {
		return badHeading("row 1: " + problem)
	}
	named := namedColumns(columns)
	for {
		n += 1 + emptyLines(data[c.InputOffset():])
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			in.bad.Add(n, "%v", err)
			if !errors.As(err, new(*csv.ParseError)) || len(in.bad) > maxRows {
				return nil
			}
			continue
		}
		if n > maxRows {
			return fmt.Errorf("the table has more than %d rows: split it", maxRows)
		}
		if len(record) != len(heading) {
			in.bad.Add(n, "%d fields, but the heading has %d%s", len(record), len(heading), in.unquoted(record, heading))
			continue
		}
		if !slices.ContainsFunc(record, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			continue
		}
		if problem := noName(heading, record, named); problem != "" {
			in.bad.Add(n, "%s", problem)
			continue
		}
		take(pick(n, columns, heading, record))
	}
}

// unquoted says what to do about a row with more fields than its heading, which an unquoted
// decimal comma makes.
func (in *reader) unquoted(record, heading []string) string {
	if in.comma != ',' || len(record) < len(heading) {
		return ""
	}
	return `: write a cell that has a comma, such as a decimal comma, in quotes ("61,5"), or separate the columns by ;`
}

// emptyLines is how many empty lines text begins with.
func emptyLines(text []byte) (n int) {
	for {
		line, rest, found := bytes.Cut(text, []byte("\n"))
		if !found || len(bytes.TrimSuffix(line, []byte("\r"))) > 0 {
			return n
		}
		n, text = n+1, rest
	}
}

// namedColumns are the columns that hold names.
func namedColumns(columns map[string][]int) (out []int) {
	for _, field := range []string{fieldItem, fieldType, fieldJudge, fieldLens, fieldPerson, fieldOther, fieldDocument, fieldScene} {
		out = append(out, columns[field]...)
	}
	return out
}

// noName says which cell of a row has no value in place of a name; empty: none.
func noName(heading, record []string, named []int) string {
	for _, i := range named {
		if problem := notValue(record[i]); problem != "" {
			return heading[i] + ": " + problem
		}
	}
	return ""
}

var quotedText = regexp.MustCompile(`"[^"]*"`)

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
	line, _, _ := bytes.Cut(quotedText.ReplaceAll(data[:min(len(data), 1<<16)], nil), []byte("\n"))
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
		in.object(n, object, take)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the lines: %w", err)
	}
	in.unmapped()
	return nil
}

// object takes the fields of a JSON object. Nested values are found by a path such as
// metadata.gold or humans.0. A mapped column that an object lacks is empty there.
func (in *reader) object(n int, object map[string]any, take func(row)) {
	flat := map[string]string{}
	flatten("", object, flat)
	in.note(flat)
	for _, columns := range in.o.Map {
		for _, c := range columns {
			if !has(flat, c) {
				flat[c] = ""
			}
		}
	}
	heading := sortedKeys(flat)
	columns, err := findColumns(heading, in.o.Map)
	if err != nil {
		in.bad.Add(n, "%v", err)
		return
	}
	if problem := in.lacks(heading, columns); problem != "" {
		in.bad.Add(n, "%s", problem)
		return
	}
	record := make([]string, len(heading))
	for i, h := range heading {
		record[i] = flat[h]
	}
	take(pick(n, columns, heading, record))
}

// mostColumns is how many columns of JSON objects an error lists.
const mostColumns = 60

// note keeps which mapped columns there are, and names of columns for an error.
func (in *reader) note(flat map[string]string) {
	if in.seen == nil {
		in.seen = map[string]bool{}
	}
	for _, columns := range in.o.Map {
		for _, c := range columns {
			if has(flat, c) {
				in.seen[columnKey(c)] = true
			}
		}
	}
	if len(in.o.Map) > 0 && len(in.seen) < mostColumns {
		for _, name := range sortedKeys(flat) {
			if len(in.seen) < mostColumns && !in.seen[columnKey(name)] {
				in.seen[columnKey(name)] = false
			}
		}
	}
}

// unmapped refuses mapped columns that no object has.
func (in *reader) unmapped() {
	for _, field := range sortedKeys(in.o.Map) {
		for _, c := range in.o.Map[field] {
			if in.seen != nil && !in.seen[columnKey(c)] {
				in.bad.Add(0, "there is no column %q for the field %s: the columns are %s", c, field, strings.Join(sortedKeys(in.seen), ", "))
			}
		}
	}
}

// has reports whether an object has a column, whatever the case of its letters.
func has(flat map[string]string, column string) bool {
	if _, ok := flat[column]; ok {
		return true
	}
	for name := range flat {
		if columnKey(name) == columnKey(column) {
			return true
		}
	}
	return false
}

func flatten(path string, v any, out map[string]string) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			flatten(strings.TrimPrefix(path+"."+k, "."), inner, out)
		}
	case []any:
		for i, inner := range v {
			flatten(path+"."+strconv.Itoa(i), inner, out)
		}
		text, _ := json.Marshal(v) // what was decoded encodes again
		out[path] = string(text)
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

// decode reads one JSON value, with nothing after it.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("there is more after it: write one object per line")
	}
	return nil
}
