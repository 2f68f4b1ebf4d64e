package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/jsonscan"
)

// scanned reads any JSON by means of this package, as encoding/json would.
func scanned(data []byte) (any, error) {
	data = bytes.TrimSpace(data)
	switch {
	case len(data) == 0:
		return nil, jsonscan.ErrSyntax
	case data[0] == '{':
		out := map[string]any{}
		err := jsonscan.EachField(data, func(key, value []byte) error {
			k, err := jsonscan.Text(key)
			if err != nil {
				return err
			}
			out[k], err = scanned(value)
			return err
		})
		return out, err
	case data[0] == '[':
		out := []any{}
		err := jsonscan.EachItem(data, func(item []byte) error {
			v, err := scanned(item)
			out = append(out, v)
			return err
		})
		return out, err
	case data[0] == '"':
		return jsonscan.Text(data)
	}
	var v any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	err := dec.Decode(&v)
	return v, err
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		`{"a":1,"b":[true,null,"x\"]}"],"":{}}`, ` [ { "k" : "\\" } , -1.5e3 , [] ] `, `"\u0061\\"`, `{"é":"引"}`, `[]`, `{}`, `0`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := scanned(data)
		if !json.Valid(data) {
			return // it is enough that nothing breaks
		}
		if err != nil {
			t.Fatal(err)
		}
		var want any
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-decoded +scanned):\n%s", diff)
		}
	})
}

func TestNoJSON(t *testing.T) {
	tests := []string{
		``, `{`, `{"a`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{"a" 1}`, `{a:1}`, `{"a":1 "b":2}`, `{"a":}`,
		`[`, `[1`, `[1,`, `[1,]`, `[1 2]`, `["a]`, `[[]`, `[{]`, `["\"]`,
	}
	for _, data := range tests {
		if v, err := scanned([]byte(data)); err == nil || !errors.Is(err, jsonscan.ErrSyntax) {
			t.Errorf("%s: %v, %v", data, v, err)
		}
	}
	stop := errors.New("enough")
	seen := 0
	err := jsonscan.EachItem([]byte(`[1,2,3]`), func([]byte) error { seen++; return stop })
	if !errors.Is(err, stop) || seen != 1 {
		t.Errorf("%v after %d items", err, seen)
	}
}
