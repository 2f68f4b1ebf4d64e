package meeting

import (
	"strings"
	"testing"

	"judgement/report"

	"github.com/google/go-cmp/cmp"
)

func TestSentences(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "One sentence.": 1, "One. Two.": 2, "一句。两句！": 2, "It costs 1.5 million, e.g. for A. Smith, by 10 a.m. today.": 1,
		"Really?! Yes.": 2, "v1.2 is out": 1, "No end": 1, "成本为 1.5 元，比 v2.0 高。": 1, "He said “Stop.” Then he left.": 2, "Wait... what": 1,
		"Decided on no. 5 of the list.": 1,
	} {
		if got := sentences(s); len(got) != want {
			t.Errorf("sentences(%q) = %q, want %d", s, got, want)
		}
	}
}

func TestParseReply(t *testing.T) {
	ok := `{"logic":"l","highlights":[{"text":" a\nb ","quotes":["q",""],"at":"1:00"},{"text":""}],"shortcomings":[],"verdict":"v."}`
	want := Reply{Logic: "l", Highlights: []Claim{{Text: "a b", Quotes: []string{"q"}, At: "1:00"}}, Verdict: "v."}
	for _, raw := range []string{ok, "Here it is:\n```json\n" + ok + "\n```", "<think>{\"verdict\":1}</think>" + ok, "\ufeff" + ok} {
		got, err := ParseReply(raw)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	for raw, want := range map[string]string{
		"":                        "empty",
		"no object":               `holds no JSON object with the key "highlights", "shortcomings" or "verdict"`,
		ok + ok:                   "2 JSON objects",
		`{"verdict":5}`:           "verdict must be text, not a number",
		`{"highlights":["text"]}`: "highlights must be a list of objects, not a string",
		`{"highlights":[{"text":"a","quotes":"b"}]}`:        "quotes must be a list of texts, not a string",
		`{"highlights":[],"shortcomings":[],"verdict":" "}`: "all empty",
		strings.Repeat("{", 1000):                           "holds no JSON object",
		strings.Repeat("x", 256<<10+1):                      "bytes; at most",
	} {
		if _, err := ParseReply(raw); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", raw, err, want)
		}
	}
}

func FuzzParseReply(f *testing.F) {
	f.Add(`{"logic":"l","highlights":[{"text":"a","quotes":["q"],"at":"1:00"}],"shortcomings":[],"verdict":"v."}`)
	f.Add("{{{{")
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := ParseReply(raw)
		if err != nil {
			return
		}
		v := View{Marks: []Mark{}}
		v.fill(r, func(Claim) []report.Citation { return nil })
		if len(v.Highlights) > Wanted || len(v.Shortcomings) > Wanted || len(sentences(v.Verdict)) > 1 {
			t.Errorf("not trimmed: %+v", v)
		}
		if len(r.shape()) == 0 && len(v.Marks) > 0 {
			t.Errorf("marked without having been asked again: %+v", v.Marks)
		}
	})
}
