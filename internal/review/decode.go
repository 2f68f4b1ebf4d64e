package review

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of every reply. A longer one is refused, a longer quote is cut.
const (
	maxReplyBytes = 256 << 10
	maxQuoteRunes = 2_000
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
	for _, object := range objects(raw) {
		var has map[string]json.RawMessage
		if json.Unmarshal(object, &has) != nil || !slices.ContainsFunc(keys, func(k string) bool { return has[k] != nil }) {
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
	return none, fmt.Errorf("the reply holds no JSON object with the key %s", quotedList(keys))
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

// objects returns the outermost JSON objects in s, in order.
func objects(s string) [][]byte {
	var out [][]byte
	for tries := 0; tries < maxObjects; tries++ {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		dec := json.NewDecoder(strings.NewReader(s[i:]))
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			s = s[i+1:]
			continue
		}
		out = append(out, bytes.Clone(raw))
		s = s[i+int(dec.InputOffset()):]
	}
	return out
}

// Clean trims what a model wrote, drops control characters and keeps at most n
// characters.
func Clean(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n])) + "…"
}

// Quotes cleans the quotes of a reply, of 2,000 characters at the most, and
// keeps as many as are asked for.
func Quotes(in []string, most int) []string {
	var out []string
	for _, q := range in {
		if q = Clean(q, maxQuoteRunes); q != "" && len(out) < most {
			out = append(out, q)
		}
	}
	return out
}

// Terms counts what a text is about: its lower-case words of so many letters and
// more, and its pairs of neighbouring Han characters.
func Terms(s string, letters int) map[string]int {
	out := map[string]int{}
	var word []rune
	var before rune
	flush := func() {
		if len(word) >= letters {
			out[string(word)]++
		}
		word = word[:0]
	}
	for _, r := range strings.ToLower(s) {
		if unicode.Is(unicode.Han, r) {
			flush()
			if before != 0 {
				out[string([]rune{before, r})]++
			}
			before = r
			continue
		}
		before = 0
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			word = append(word, r)
			continue
		}
		flush()
	}
	flush()
	return out
}
