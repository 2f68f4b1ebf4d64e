package format

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// keysByTokens finds out with the standard library's decoder what objectKeys
// finds by going over the bytes.
func keysByTokens(t *testing.T, object string) (top map[string]bool, repeated bool) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(object))
	dec.UseNumber()
	top = map[string]bool{}
	var value func(depth int)
	value = func(depth int) {
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for dec.More() && (token == json.Delim('{') || token == json.Delim('[')) {
			if token == json.Delim('{') {
				name, err := dec.Token()
				if err != nil {
					t.Fatal(err)
				}
				key, _ := name.(string)
				folded := strings.ToLower(strings.ToUpper(key))
				repeated = repeated || seen[folded]
				seen[folded] = true
				if depth == 0 {
					top[key] = true
				}
			}
			value(depth + 1)
		}
		if token == json.Delim('{') || token == json.Delim('[') {
			if _, err := dec.Token(); err != nil {
				t.Fatal(err)
			}
		}
	}
	value(0)
	return top, repeated
}

func FuzzObjectKeys(f *testing.F) {
	for _, s := range []string{
		`{"scores":[{"lens":"plan","score":7.25,"quotes":["we ship in May"]}],"cuts":[],"summary":"fine"}`, `{}`, `{"a":1,"A":2}`, `{"a":[{"b":"}\"{,","c":"b"},[],"a"],"\u0062":{"b":{}}}`, `{"\u0061":1,"a":2}`,
		`{"s":1,"ſ":2}`, `{"\\":"\\","\\\"":[",",{"x":","}]}`, `{"":null,"":0}`, ` {"k" : [ "k" , {"k":1} ] , "l" : "k" } `,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) || !json.Valid([]byte(s)) || !strings.HasPrefix(strings.TrimSpace(s), "{") {
			return
		}
		top, err := objectKeys([]byte(s))
		want, repeated := keysByTokens(t, s)
		if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(top))); diff != "" {
			t.Errorf("keys (-want +got):\n%s", diff)
		}
		if repeated != (err != nil) {
			t.Errorf("a repeated key: %v, said: %v", repeated, err)
		}
	})
}
