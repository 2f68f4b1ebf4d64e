package jsonscan_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"judgement/internal/jsonscan"
)

func TestEnds(t *testing.T) {
	tests := []struct {
		data       string
		text, list int
	}{
		{`"a"b"`, 3, -1},
		{`"a\"b" "`, 6, -1},
		{`"\\"x`, 4, -1},
		{`"\\\"`, -1, -1},
		{`"`, -1, -1},
		{`[]`, -1, 2},
		{`[1,[2],"]",[]] ]`, 8, 14},
		{`["\"]",{"a":[0]}]`, 14, 17},
		{`[[]`, -1, -1},
		{`["]`, -1, -1},
	}
	for _, tt := range tests {
		data := []byte(tt.data)
		if i := bytes.IndexByte(data, '"'); i >= 0 && tt.list < 0 {
			if got := jsonscan.TextEnd(data, i); got != tt.text {
				t.Errorf("TextEnd(%s) = %d, want %d", data, got, tt.text)
			}
		}
		if data[0] == '[' {
			if got := jsonscan.ListEnd(data, 0); got != tt.list {
				t.Errorf("ListEnd(%s) = %d, want %d", data, got, tt.list)
			}
		}
	}
}

func FuzzEnds(f *testing.F) {
	for _, s := range []string{`["a\"]\\",[{"b":[]}]] tail`, `"\\\\"`, `[`, `"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		var end int
		switch data[0] {
		case '"':
			end = jsonscan.TextEnd(data, 0)
		case '[':
			end = jsonscan.ListEnd(data, 0)
		default:
			return
		}
		var raw json.RawMessage
		dec := json.NewDecoder(bytes.NewReader(data))
		if dec.Decode(&raw) == nil && int(dec.InputOffset()) != end {
			t.Errorf("the value ends at %d, found %d", dec.InputOffset(), end)
		}
	})
}
