package format

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestObjectKeys(t *testing.T) {
	for object, want := range map[string]struct {
		keys  string
		twice string
	}{
		`{}`:            {"", ""},
		`{"a":1,"A":2}`: {"A a", "A"},
		`{"a":[{"b":"}\"{,","c":"b"},[],"a"],"\u0062":{"b":{}}}`: {"a b", ""},
		`{"\u0061":1,"a":2}`:                                 {"a", "a"},
		`{"s":1,"ſ":2}`:                                      {"s ſ", "ſ"},
		`{"\\":"\\","\\\"":[",",{"x":","}]}`:                 {`\ \"`, ""},
		`{"":null,"":0}`:                                     {"", ""},
		` {"k" : [ "k" , {"k":1} ] , "l" : "k" } `:           {"k l", ""},
		`{"n":1e999999999,"m":{"x":1,"y":{"x":[{}]},"x":2}}`: {"m n", "x"},
	} {
		top, err := objectKeys([]byte(object))
		if got := strings.Join(slices.Sorted(maps.Keys(top)), " "); got != want.keys {
			t.Errorf("%s: keys %q, want %q", object, got, want.keys)
		}
		if twice := object == `{"":null,"":0}` || want.twice != ""; twice != (err != nil) || err != nil && !strings.Contains(err.Error(), `"`+want.twice+`" stands twice`) {
			t.Errorf("%s: %v", object, err)
		}
	}
}

// FuzzObjectKeys: no valid object is too odd to be walked.
func FuzzObjectKeys(f *testing.F) {
	f.Add(`{"scores":[{"lens":"plan","score":7.25,"quotes":["we ship in May"]}],"cuts":[],"summary":"fine"}`)
	f.Add(`{"a":{"b":[[],{}]},"n":-1e400}`)
	f.Fuzz(func(t *testing.T, s string) {
		var m map[string]any
		if json.Unmarshal([]byte(s), &m) != nil || !strings.HasPrefix(strings.TrimSpace(s), "{") {
			return
		}
		if top, _ := objectKeys([]byte(s)); len(top) != len(m) {
			t.Errorf("%d keys, want %d", len(top), len(m))
		}
	})
}
