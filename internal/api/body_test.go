package api

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
)

// observed is one row of the recorded answers.
type observed struct {
	ContentType *string `json:"content_type"`
	Body        []byte  `json:"body_base64"`
	Status      int     `json:"status"`
	Response    string  `json:"response"`
}

// observedRows reads recorded answers, of which there are so many.
func observedRows(t testing.TB, file string, want int) []observed {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []observed
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var row observed
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	return rows
}

func (o observed) contentType() string {
	if o.ContentType == nil {
		return ""
	}
	return *o.ContentType
}

// jsonValue decodes JSON so that equal values compare equal: numbers exactly,
// whatever their form.
func jsonValue(t testing.TB, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("not JSON: %v: %s", err, text)
	}
	return exactNumbers(v)
}

func exactNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		n, _ := new(big.Rat).SetString(v.String())
		return n.String()
	case []any:
		for i := range v {
			v[i] = exactNumbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exactNumbers(v[k])
		}
	}
	return v
}

// dropPositions takes from a malformed body's error what may be our own: the
// position and the text of the cause.
func dropPositions(v any) {
	details, _ := v.(map[string]any)["detail"].([]any)
	for _, d := range details {
		d := d.(map[string]any)
		if d["type"] == "json_invalid" {
			d["loc"] = d["loc"].([]any)[:1]
			delete(d, "ctx")
		}
	}
}

// TestObservedRequests holds the parser to a sample of the recorded answers.
func TestObservedRequests(t *testing.T) { checkObserved(t, "testdata/observed.jsonl", 50) }

func checkObserved(t *testing.T, file string, rows int) {
	t.Helper()
	for i, row := range observedRows(t, file, rows) {
		status, got := 200, []byte(nil)
		req, err := parseAttribution(row.contentType(), row.Body)
		if err != nil {
			status, got = errorAnswer(err)
		} else {
			got, _ = json.Marshal(map[string]any{"dry_run": req.DryRun, "case_id": req.CaseID})
		}
		want, have := jsonValue(t, []byte(row.Response)), jsonValue(t, got)
		dropPositions(want)
		dropPositions(have)
		if status != row.Status || !cmp.Equal(want, have) {
			t.Errorf("row %d: %q as %q: status %d, want %d: %s", i+1, row.Body, row.contentType(), status, row.Status, cmp.Diff(want, have))
		}
	}
}

func TestParseAttribution(t *testing.T) {
	long := `"` + strings.Repeat("x", maxInput) + `"`
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	tests := []struct {
		name, body, kind string // kind: type of the only problem, "" for none
		input            string // "" for none
		unreadable       bool
	}{
		{name: "10,000 nested arrays", body: deep, kind: "model_attributes_type"},
		{name: "1,000,000 nested arrays", body: strings.Repeat("[", 1_000_000), kind: "json_invalid", input: "{}"},
		{name: "nested in an unknown field", body: `{"x":` + deep + `}`},
		{name: "bad UTF-8", body: "{\"case_id\":\"\xff\"}", unreadable: true},
		{name: "bad UTF-8 after a mistake", body: "{\"case_id\" 1" + strings.Repeat(" ", 10_000) + "\xff", unreadable: true},
		{name: "a number of 5,000 digits", body: `{"dry_run":` + strings.Repeat("1", 5000) + `}`, kind: "bool_type"},
		{name: "long input is left out", body: `{"case_id":[` + long + `]}`, kind: "string_type"},
		{name: "NaN is not JSON", body: `{"dry_run":NaN}`, kind: "json_invalid", input: "{}"},
		{name: "white space alone", body: " \n", kind: "json_invalid", input: "{}"},
		{name: "a byte order mark", body: "\ufeff {\"case_id\":3} ", kind: "string_type", input: "3"},
		{name: "two values", body: "{} {}", kind: "json_invalid", input: "{}"},
		{name: "a brace too many", body: "{}}", kind: "json_invalid", input: "{}"},
		{name: "a comma too many", body: `{"case_id":"a",}`, kind: "json_invalid", input: "{}"},
		{name: "no comma", body: `{"case_id":"a" "x":1}`, kind: "json_invalid", input: "{}"},
		{name: "the end is missing", body: `{"case_id":"a"`, kind: "json_invalid", input: "{}"},
		{name: "other letter case", body: `{"CASE_ID":3}`},
		{name: "1e400 has no JSON form", body: `{"dry_run":1e400}`, kind: "bool_type"},
		{name: "lone surrogate", body: `{"case_id":"\ud83d"}`, kind: "string_unicode", input: `"\ud83d"`},
		{name: "lone surrogate as boolean", body: `{"dry_run":"\ud83d"}`, kind: "bool_parsing", input: `"\ud83d"`},
		{name: "last duplicate wins", body: `{"case_id":3,"case_id":"a"}`},
		{name: "last duplicate is wrong", body: `{"case_id":"a","case_id":3}`, kind: "string_type", input: "3"},
		{name: "smallest whole number", body: `{"dry_run":-9223372036854775808}`, kind: "bool_parsing", input: "-9223372036854775808"},
		{name: "below it", body: `{"dry_run":-9223372036854775809}`, kind: "bool_type", input: "-9223372036854775809"},
		{name: "UTF-16", body: "{\x00}\x00", unreadable: true},
		{name: "a replacement character of the client's", body: `{"case_id":"\ufffd \uFFFD` + "\ufffd" + `"}`},
		{name: "a number within a list has no JSON form", body: `{"case_id":[1e400]}`, kind: "string_type"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseAttribution("application/json", []byte(test.body))
			var bad invalid
			errors.As(err, &bad)
			switch {
			case test.unreadable != errors.Is(err, fault.BodyUnreadable), (test.kind != "") != (len(bad) == 1):
				t.Fatalf("error %v", err)
			case test.kind != "" && (bad[0].Type != test.kind || string(bad[0].Input) != test.input):
				t.Errorf("problem %+v, input %s", bad[0], bad[0].Input)
			}
		})
	}
}

// FuzzParseAttribution: no body and no content type panics, and every error is
// a documented answer of valid JSON.
func FuzzParseAttribution(f *testing.F) {
	for i, row := range observedRows(f, "testdata/observed.jsonl", 50) {
		if i%20 == 0 {
			f.Add(row.contentType(), row.Body)
		}
	}
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		_, err := parseAttribution(contentType, body)
		if err == nil {
			return
		}
		if status, b := errorAnswer(err); status != 400 && status != 422 || !json.Valid(b) {
			t.Errorf("answer %d %s", status, b)
		}
	})
}
