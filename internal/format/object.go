package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DecodeObject finds the one JSON object in a raw reply that has one of the keys,
// also inside a code fence or with prose around it. Errors are worded for the
// model.
func DecodeObject[T any](raw string, keys ...string) (T, error) {
	var none T
	if len(raw) > maxReplyBytes {
		return none, fmt.Errorf("the reply has %d bytes; at most %d are read", len(raw), maxReplyBytes)
	}
	raw = strings.TrimPrefix(strings.TrimSpace(raw), "\ufeff")
	if rest, ok := strings.CutPrefix(raw, "<think>"); ok {
		if _, after, ok := strings.Cut(rest, "</think>"); ok {
			raw = strings.TrimSpace(after)
		}
	}
	if raw == "" {
		return none, errors.New("the reply is empty")
	}
	var found []T
	var cause error
	all, broken := objects(raw, keys)
	for _, object := range all {
		top, err := objectKeys(object)
		if !slices.ContainsFunc(keys, func(k string) bool { return top[k] }) {
			continue
		}
		if cause = err; cause != nil {
			continue
		}
		var w T
		if err := json.Unmarshal(object, &w); err != nil {
			cause = plainDecodeError(err)
			continue
		}
		found = append(found, w)
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return none, fmt.Errorf("the reply holds %d JSON objects with %s; send exactly one", len(found), strings.Join(keys, ", "))
	case cause != nil:
		return none, cause
	}
	return none, fmt.Errorf("the reply holds no JSON object with the key %s%s", quotedList(keys), broken)
}

// quotedList is how a sentence names keys of which one is needed.
func quotedList(keys []string) string {
	quoted := make([]string, len(keys))
	for i, k := range keys {
		quoted[i] = strconv.Quote(k)
	}
	if n := len(quoted); n > 1 {
		return strings.Join(quoted[:n-1], ", ") + " or " + quoted[n-1]
	}
	return strings.Join(quoted, "")
}

// plainDecodeError words a type error without Go's type names.
func plainDecodeError(err error) error {
	var t *json.UnmarshalTypeError
	if errors.As(err, &t) {
		want := map[string]string{"string": "text", "[]string": "a list of texts", "float64": "a number", "int": "a whole number"}[t.Type.String()]
		if want == "" {
			want = "a list of objects"
		}
		return fmt.Errorf("%s must be %s, not a %s", t.Field, want, t.Value)
	}
	return err
}

// maxObjects bounds how many opening braces are tried, so that "{{{{…" costs
// little.
const maxObjects = 64

// objects returns the outermost JSON objects in s, in order, and what is wrong
// with the text that comes nearest to being one with one of the keys.
func objects(s string, keys []string) (out [][]byte, broken string) {
	furthest := int64(0)
	rest := bytes.TrimRight([]byte(s), " \t\r\n")
	for tries := 0; tries < maxObjects; tries++ {
		i := bytes.IndexByte(rest, '{')
		if i < 0 {
			break
		}
		rest = rest[i:]
		dec := json.NewDecoder(bytes.NewReader(rest))
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			if at, why := breaks(rest, err); at > furthest && slices.ContainsFunc(keys, func(k string) bool { return bytes.Contains(rest, []byte(strconv.Quote(k))) }) {
				furthest, broken = at, why
			}
			rest = rest[1:]
			continue
		}
		out = append(out, raw)
		rest = rest[dec.InputOffset():]
	}
	return out, broken
}

// breaks says how far an object in s could be read and why no further.
func breaks(s []byte, err error) (int64, string) {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return int64(len(s)), ": it breaks off before its closing brace"
	}
	before := []rune(strings.ToValidUTF8(string(s[:max(0, min(int(syntax.Offset)-1, len(s)))]), ""))
	return syntax.Offset, fmt.Sprintf(": %s after `%s`", syntax, string(before[max(0, len(before)-30):]))
}

// objectKeys returns the keys of a valid JSON object as they are written, and an
// error if it or an object within it has a key twice, which leaves open what is
// meant. Keys that the decoder takes for one are one.
func objectKeys(object []byte) (top map[string]bool, twice error) {
	dec := json.NewDecoder(bytes.NewReader(object))
	dec.UseNumber()
	next := func() json.Token {
		t, _ := dec.Token() // it is valid JSON
		return t
	}
	top = map[string]bool{}
	var value func(depth int)
	value = func(depth int) {
		switch next() {
		case json.Delim('{'):
			seen := map[string]bool{}
			for dec.More() {
				key := next().(string)
				folded := strings.ToLower(strings.ToUpper(key)) // of ſ too, which the decoder takes for s
				if seen[folded] && twice == nil {
					twice = fmt.Errorf("the key %q stands twice in one object: write it once", Clean(key, 40))
				}
				seen[folded] = true
				if depth == 0 {
					top[key] = true
				}
				value(depth + 1)
			}
			next()
		case json.Delim('['):
			for dec.More() {
				value(depth + 1)
			}
			next()
		}
	}
	value(0)
	return top, twice
}
