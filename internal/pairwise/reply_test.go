package pairwise

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestParseReply(t *testing.T) {
	for name, tc := range map[string]struct {
		raw  string
		want Reply
		err  string
	}{
		"plain":         {`{"quotes_a":["x y"],"quotes_b":[],"reason":"Because.","winner":"B"}`, Reply{Winner: "B", Reason: "Because.", QuotesA: []string{"x y"}}, ""},
		"fenced":        {"Here:\n```json\n{\"reason\":\"r\",\"winner\":\"tie\"}\n```", Reply{Winner: "tie", Reason: "r"}, ""},
		"small letter":  {`{"reason":"r","winner":" a "}`, Reply{Winner: "A", Reason: "r"}, ""},
		"capital tie":   {`{"reason":"r","winner":"TIE"}`, Reply{Winner: "tie", Reason: "r"}, ""},
		"no winner":     {`{"reason":"r"}`, Reply{}, `no JSON object with the key "winner"`},
		"a name":        {`{"reason":"r","winner":"cold-bag"}`, Reply{}, "not one of A, B, tie, none"},
		"null":          {`{"reason":"r","winner":null}`, Reply{}, "not one of A, B, tie, none"},
		"number":        {`{"reason":"r","winner":1}`, Reply{}, "winner must be text"},
		"both wrong":    {`{"reason":" ","winner":"C"}`, Reply{}, "reason: say what decided it"},
		"two":           {`{"reason":"r","winner":"A"} {"reason":"r","winner":"B"}`, Reply{}, "2 JSON objects"},
		"empty":         {"", Reply{}, "empty"},
		"not compared":  {`{"reason":"One is a picture.","winner":"none"}`, Reply{}, "abstained: One is a picture."},
		"many quotes":   {`{"quotes_a":["1","2","3","4","5"," "],"reason":"r","winner":"A"}`, Reply{Winner: "A", Reason: "r", QuotesA: []string{"1", "2", "3", "4"}}, ""},
		"long reason":   {`{"reason":"` + strings.Repeat("é", 3000) + `","winner":"A"}`, Reply{Winner: "A", Reason: strings.Repeat("é", maxReason) + "…"}, ""},
		"control marks": {`{"reason":"a\u0000b\u001b[31m","winner":"A"}`, Reply{Winner: "A", Reason: "ab[31m"}, ""},
	} {
		got, err := ParseReply(tc.raw)
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if diff := cmp.Diff(tc.want, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", name, err, diff)
		}
	}
}

func FuzzParseReply(f *testing.F) {
	for _, s := range []string{
		`{"quotes_a":["x"],"quotes_b":["y"],"reason":"r","winner":"A"}`, `{"winner":"none","reason":"x"}`, "```json\n{\"winner\":\"tie\"}\n```",
		`{"winner":{"winner":"A"},"reason":"r"}`, "<think>{\"winner\":\"B\"}</think>{\"winner\":\"A\",\"reason\":\"z\"}", "{{{{", `{"winner":"A","reason":"\ud800"}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := ParseReply(raw)
		if err != nil {
			if cmp.Diff(Reply{}, r) != "" {
				t.Errorf("a reply beside an error: %+v", r)
			}
			return
		}
		if r.Winner != first && r.Winner != second && r.Winner != tie {
			t.Errorf("winner %q", r.Winner)
		}
		if r.Reason == "" || utf8.RuneCountInString(r.Reason) > maxReason+1 || len(r.QuotesA) > maxQuotes || len(r.QuotesB) > maxQuotes {
			t.Errorf("limits: %+v", r)
		}
		for _, s := range append(append([]string{r.Reason}, r.QuotesA...), r.QuotesB...) {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\x00\x1b\r") {
				t.Errorf("not clean: %q", s)
			}
		}
	})
}
