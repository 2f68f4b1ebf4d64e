package review

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const goodQuestion = `{"question":"Does the pilot reach\n 200 users?","kind":"numeric","op":">=","value":"200","levels":[],"horizon_days":90,"quotes":["200 users by June"]}`

func TestParseQuestions(t *testing.T) {
	ordinal := `{"question":"Which grade does the audit give?","kind":"ordinal","op":">=","value":"B","levels":["C","B","A"],"horizon_days":365,"quotes":[]}`
	binary := `{"question":"Does a second shop open?","kind":"binary","horizon_days":30}`
	got, err := ParseQuestions("Here you are:\n```json\n{\"checkpoints\":["+goodQuestion+","+ordinal+","+binary+","+binary+"]}\n```", "v2-")
	if err != nil {
		t.Fatal(err)
	}
	want := []Question{
		{ID: "v2-1", Text: "Does the pilot reach 200 users?", Kind: "numeric", Op: ">=", Value: "200", HorizonDays: 90, Quotes: []string{"200 users by June"}},
		{ID: "v2-2", Text: "Which grade does the audit give?", Kind: "ordinal", Op: ">=", Value: "B", Levels: []string{"C", "B", "A"}, HorizonDays: 365},
		{ID: "v2-3", Text: "Does a second shop open?", Kind: "binary", HorizonDays: 30},
	}
	for i := range got {
		if len(got[i].Quotes) == 0 {
			got[i].Quotes = nil
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseQuestionsProblems(t *testing.T) {
	wrap := func(s string) string { return `{"checkpoints":[` + s + `]}` }
	for _, tt := range []struct{ name, raw, want string }{
		{"prose", "I can't", `no JSON object with the key "checkpoints"`},
		{"placeholder", wrap(`{"question":"TBD","kind":"binary","horizon_days":30}`), "question must have from 10 (Chinese: 5) to 600 characters, it has 3"},
		{"horizon", wrap(strings.Replace(goodQuestion, "90", "60", 1)), "horizon_days must be 30, 90 or 365, not 60"},
		{"kind", wrap(strings.Replace(goodQuestion, "numeric", "vague", 1)), "kind must be"},
		{"op", wrap(strings.Replace(goodQuestion, ">=", "~", 1)), "op must be one of"},
		{"value", wrap(strings.Replace(goodQuestion, `"200"`, `"many"`, 1)), "value must be a plain decimal number"},
		{"levels", wrap(strings.Replace(goodQuestion, "numeric", "ordinal", 1)), "levels must list"},
		{"a word for a number", wrap(strings.Replace(goodQuestion, "90", `"soon"`, 1)), "must be a whole number"},
	} {
		if _, err := ParseQuestions(tt.raw, "v1-"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want an error with %q", tt.name, err, tt.want)
		}
	}
	if _, err := ParseQuestions(wrap(""), "v1-"); err == nil || !strings.HasPrefix(err.Error(), "abstained: ") {
		t.Errorf("no questions: %v, want an abstention", err)
	}
	many := make([]string, 20)
	for i := range many {
		many[i] = strings.Replace(goodQuestion, "pilot", "pilot "+strings.Repeat("x", i+1), 1)
	}
	if got, err := ParseQuestions(wrap(strings.Join(many, ",")), "v1-"); err != nil || len(got) != maxQuestions {
		t.Errorf("%d questions, %v", len(got), err)
	}
}

// TestParseQuestionsKeepsTheGood: a bad question costs itself alone, and few
// characters say much in Chinese.
func TestParseQuestionsKeepsTheGood(t *testing.T) {
	short := strings.Replace(goodQuestion, `Does the pilot reach\n 200 users?`, "电池续航达标吗？", 1)
	bad := strings.Replace(goodQuestion, `Does the pilot reach\n 200 users?`, "达标？", 1)
	got, err := ParseQuestions(`{"checkpoints":[`+bad+","+short+","+goodQuestion+`]}`, "v1-")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, q := range got {
		texts = append(texts, q.ID+" "+q.Text)
	}
	if diff := cmp.Diff([]string{"v1-1 电池续航达标吗？", "v1-2 Does the pilot reach 200 users?"}, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestParseForecasts(t *testing.T) {
	ids := []string{"v1-1", "v1-2"}
	got, err := ParseForecasts(`{"forecasts":[{"id":"v1-2","p":1,"reason":"r"},{"id":"v1-1","p":0.25,"reason":""}]}`, ids)
	if err != nil || !slices.Equal(got, []float64{0.25, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, tt := range []struct{ name, raw, want string }{
		{"missing", `{"forecasts":[{"id":"v1-1","p":0.2}]}`, `"v1-2" is missing`},
		{"twice", `{"forecasts":[{"id":"v1-1","p":0.2},{"id":"v1-1","p":0.3},{"id":"v1-2","p":0}]}`, "stands there twice"},
		{"unknown", `{"forecasts":[{"id":"v1-1","p":0.2},{"id":"v1-2","p":0},{"id":"v9-1","p":0}]}`, `"v9-1" is not one of`},
		{"above 1", `{"forecasts":[{"id":"v1-1","p":20},{"id":"v1-2","p":0}]}`, "must be a number from 0 to 1"},
		{"below 0", `{"forecasts":[{"id":"v1-1","p":-0.1},{"id":"v1-2","p":0}]}`, "must be a number from 0 to 1"},
		{"null", `{"forecasts":[{"id":"v1-1","p":null},{"id":"v1-2","p":0}]}`, "must be a number from 0 to 1"},
		{"text", `{"forecasts":[{"id":"v1-1","p":"high"},{"id":"v1-2","p":0}]}`, "must be a number"},
	} {
		if _, err := ParseForecasts(tt.raw, ids); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

// FuzzParseQuestions: any reply gives questions that keep the rules, or an
// error.
func FuzzParseQuestions(f *testing.F) {
	f.Add(`{"checkpoints":[` + goodQuestion + `]}`)
	f.Add(`{"checkpoints":[]}`)
	f.Add("{{{")
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := ParseQuestions(raw, "v1-")
		if err != nil {
			return
		}
		if len(got) == 0 || len(got) > maxQuestions {
			t.Errorf("%d questions", len(got))
		}
		for _, q := range got {
			if q.check() != nil || strings.ContainsAny(q.Text, "\n\r") || !slices.Contains(Horizons(), q.HorizonDays) {
				t.Errorf("accepted %+v", q)
			}
		}
	})
}
