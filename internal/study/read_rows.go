package study

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

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
