package review

import (
	"strings"
	"testing"

	"judgement/panel"
	"judgement/report"
)

var twoLenses = []panel.Lens{
	{Slug: "problem", MaxScore: panel.PointsOf(10)},
	{Slug: "plan", MaxScore: panel.MustPoints("7.5")},
}

const good = `{"scores":[{"lens":"plan","score":7.25,"comment":"clear","quotes":["we ship in May"]},
{"lens":"problem","score":4,"comment":"thin","quotes":[]}],
"must_fix":[{"lens":"problem","text":"name a user","quotes":[]}],"suggestions":[],"cuts":[],"summary":"fine"}`

// parse reads a reply of a judge with two lenses; no quote is proven.
func parse(raw string) (report.Verdict, error) {
	r := &reader{judge: "a", panel: &panel.Panel{Lenses: twoLenses}, cite: func(q string) report.Citation { return report.Citation{Quote: q} }}
	return r.parse(raw)
}

func score(lens, score string) string {
	return `{"lens":"` + lens + `","score":` + score + `,"comment":"c","quotes":[]}`
}

func scores(list ...string) string { return `{"scores":[` + strings.Join(list, ",") + `]}` }

func TestParseReply(t *testing.T) {
	tests := []struct {
		name, raw string
		problems  []string // none: the reply is good
	}{
		{"plain", good, nil},
		{"fenced", "```json\n" + good + "\n```", nil},
		{"prose around it", "Here is my verdict {as asked}:\n" + good + "\nI hope that helps.", nil},
		{"thinking first", "<think>maybe " + scores(score("plan", "1"), score("problem", "1")) + "</think>\n" + good, nil},
		{"extra keys", `{"confidence":1,` + good[1:], nil},
		{"byte order mark", "\ufeff" + good, nil},
		{"exponent", scores(score("plan", "5e0"), score("problem", "1E1")), nil},

		{"empty", "", []string{"the reply is empty"}},
		{"white space", " \n\t", []string{"the reply is empty"}},
		{"prose", "I would give it a 9 out of 10.", []string{`no JSON object with the key "scores"`}},
		{"cut", good[:80], []string{`no JSON object with the key "scores": it breaks off before its closing brace`}},
		{"cut after prose", "My verdict {as asked}: " + good[:80], []string{`no JSON object with the key "scores": it breaks off before its closing brace`}},
		{"another object", `{"verdict":"good"}`, []string{`no JSON object with the key "scores"`}},
		{"two verdicts", good + good, []string{"holds 2 JSON objects"}},
		{"braces", strings.Repeat("{", 10_000), []string{`no JSON object with the key "scores"`}},
		{"one megabyte", good + strings.Repeat(" ", 1<<20), []string{"at most 262144 are read"}},
		{"string for a number", scores(score("plan", `"7"`), score("problem", "1")), []string{`lens "plan": the score must be a number, not "7"`}},
		{"NaN", scores(score("plan", "NaN"), score("problem", "1")), []string{`no JSON object with the key "scores": invalid character 'N' looking for beginning of value after ` + "`ores\":[{\"lens\":\"plan\",\"score\":`"}},
		{"score twice", strings.Replace(good, `"score":7.25`, `"score":0,"score":7.25`, 1), []string{`the key "score" stands twice in one object`}},
		{"score twice in another case", strings.Replace(good, `"score":7.25`, `"score":7.25,"ſCORE":0`, 1), []string{`stands twice in one object`}},
		{"scores twice", `{"scores":[],` + good[1:], []string{`the key "scores" stands twice in one object`}},
		{"a key twice at depth", `{"extra":[{"a":{"b":1,"c":2}},{"a":1,"b":[1],"a":2}],` + good[1:], []string{`the key "a" stands twice in one object`}},
		{"the same key in many objects", `{"extra":[{"a":{"a":{"a":"a"}}},{"a":["a","a"]},"a","a"],` + good[1:], nil},
		{"true", scores(score("plan", "true"), score("problem", "1")), []string{"must be a number, not true"}},
		{"too high", scores(score("plan", "8"), score("problem", "1")), []string{"8 is outside 0 to 7.5"}},
		{"below zero", scores(score("plan", "-0.5"), score("problem", "1")), []string{"-0.5 is outside 0 to 7.5"}},
		{"huge exponent", scores(score("plan", "1e999999999"), score("problem", "1")), []string{"exponent"}},
		{"unknown lens", scores(score("style", "1"), score("plan", "1"), score("problem", "1")), []string{`"style" is not one of the lenses: problem, plan`}},
		{"missing lens", scores(score("plan", "1")), []string{`lens "problem" is missing`}},
		{"duplicate lens", scores(score("plan", "1"), score("plan", "2"), score("problem", "1")), []string{`lens "plan" stands there twice`}},
		{"no score", `{"scores":[{"lens":"plan","comment":"c"},` + score("problem", "1") + `]}`, []string{`lens "plan" has no score`}},
		{"no comment", `{"scores":[{"lens":"plan","score":1},` + score("problem", "1") + `]}`, []string{`lens "plan" has no comment`}},
		{"wrong shape", `{"scores":{"plan":1}}`, []string{"scores must be a list of objects, not a number"}},
		{"all at once", scores(score("style", "1"), score("plan", "99")), []string{`"style"`, "99 is outside", `lens "problem" is missing`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := parse(tt.raw)
			if len(tt.problems) == 0 {
				if err != nil {
					t.Fatal(err)
				}
				if len(r.Cells) != 2 || r.Cells[0].Lens != "problem" || r.Cells[1].Lens != "plan" {
					t.Errorf("scores are not in the panel's order: %+v", r.Cells)
				}
				return
			}
			if err == nil {
				t.Fatalf("no error; reply %+v", r)
			}
			for _, want := range tt.problems {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error lacks %q:\n%v", want, err)
				}
			}
			if r.Cells != nil {
				t.Errorf("a reply with problems gave scores: %+v", r)
			}
		})
	}
}

func TestParseReplyAbstention(t *testing.T) {
	null := func(lens string) string {
		return `{"lens":"` + lens + `","score":null,"comment":"this is a recipe","quotes":[]}`
	}
	if _, err := parse(scores(null("plan"), null("problem"))); err == nil || err.Error() != "abstained: this is a recipe" {
		t.Errorf("err = %v", err)
	}
	r, err := parse(scores(null("plan"), score("problem", "3")))
	if err != nil || r.Cells[1].Score != nil || r.Cells[0].Score.String() != "3" {
		t.Errorf("partial abstention: %+v, %v", r, err)
	}
}

func TestParseReplyCutsWhatIsTooMuch(t *testing.T) {
	raw := `{"scores":[` + score("plan", "1") + `,{"lens":"problem","score":1,"comment":"` + strings.Repeat("长", 5000) +
		`","quotes":["` + strings.Repeat(`a","`, 20) + `"]}],"must_fix":[` +
		strings.TrimSuffix(strings.Repeat(`{"lens":"elsewhere","text":"x\u0000\u001b[31m"},`, 20), ",") + `]}`
	r, err := parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(r.Cells[0].Comment)); n != maxTextRunes+1 {
		t.Errorf("comment has %d characters", n)
	}
	if len(r.Cells[0].Citations) != maxQuotes || len(r.MustFix) != maxRemarks {
		t.Errorf("%d quotes, %d remarks", len(r.Cells[0].Citations), len(r.MustFix))
	}
	if got := r.MustFix[0]; got.Lens != "" || got.Text != "x[31m" {
		t.Errorf("remark = %+v", got)
	}
}

// FuzzParseReply holds what every accepted reply must hold, whatever the model
// sent.
func FuzzParseReply(f *testing.F) {
	for _, s := range []string{good, "```json\n" + good + "\n```", scores(score("plan", "null")), `{"scores":[{}]}`, "{{{", good + good} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		r, err := parse(raw)
		if err != nil {
			return
		}
		if len(r.Cells) != len(twoLenses) {
			t.Fatalf("%d scores for %d lenses", len(r.Cells), len(twoLenses))
		}
		for i, s := range r.Cells {
			if s.Lens != twoLenses[i].Slug {
				t.Fatalf("lens %q at %d", s.Lens, i)
			}
			if s.Score != nil && (s.Score.Sign() < 0 || s.Score.Cmp(twoLenses[i].MaxScore) > 0) {
				t.Fatalf("score %s out of range", s.Score)
			}
		}
	})
}
