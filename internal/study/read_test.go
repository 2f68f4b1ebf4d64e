package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"judgement/internal/fault"
)

// bare compares sets without what only the file of labels has.
var bare = cmp.Options{cmpopts.IgnoreUnexported(Verdict{}, Label{}), cmpopts.IgnoreFields(Label{}, "Field", "Text", "Type", "Named"), cmpopts.EquateNaNs()}

func TestRead(t *testing.T) {
	tests := []struct {
		name, data string
		maps       []string
		want       Set
	}{
		{
			"scores and labels",
			"item,judge,lens,score,label\nk1,ada,clarity,4,5\nk1,bo,clarity,,5\n", nil,
			Set{
				Kind: Scores, Scale: ScoreScale,
				Verdicts: []Verdict{{Item: "k1", Judge: "ada", Lens: "clarity", Value: 4}, {Item: "k1", Judge: "bo", Lens: "clarity", Value: math.NaN()}},
				Labels:   []Label{{Item: "k1", Person: "label", Lens: "clarity", Value: 5}},
			},
		},
		{
			"preferences in both orders",
			"id;subset;model;order;winner;gold\nq;easy;ada;given;1;2\nq;easy;ada;swapped;tie;2\n", nil,
			Set{
				Kind: Preferences, Scale: PreferenceScale,
				Verdicts: []Verdict{
					{Item: "q", Type: "easy", Judge: "ada", Order: Given, Value: First},
					{Item: "q", Type: "easy", Judge: "ada", Order: Swapped, Value: Tie},
				},
				Labels: []Label{{Item: "q", Person: "gold", Value: Second}},
			},
		},
		{
			"repeats and people in columns, decimal commas",
			"paper\tmodel\tk1\tk2\th1\th2\np\tada\t3,5\t4\t3\t\n",
			[]string{"score=k1,k2", "label=h1,h2"},
			Set{
				Kind: Scores, Scale: ScoreScale,
				Verdicts: []Verdict{{Item: "p", Judge: "ada", Value: 3.5}, {Item: "p", Judge: "ada", Repeat: 1, Value: 4}},
				Labels:   []Label{{Item: "p", Person: "h1", Value: 3}},
			},
		},
		{
			"rows that say the same twice",
			"item,judge,score\nk,ada,1\nk,ada,1\n", nil,
			Set{Kind: Scores, Verdicts: []Verdict{{Item: "k", Judge: "ada", Value: 1}}},
		},
		{
			"JSON lines",
			`{"item":"k","judge":"ada","score":2,"meta":{"gold":3}}` + "\n",
			[]string{"label=meta.gold"},
			Set{
				Kind: Scores, Scale: ScoreScale,
				Verdicts: []Verdict{{Item: "k", Judge: "ada", Value: 2}},
				Labels:   []Label{{Item: "k", Person: "meta.gold", Value: 3}},
			},
		},
		{
			"promptfoo",
			`{"results":{"version":3,"results":[{"testIdx":0,"promptIdx":1,"provider":{"id":"openai:x"},"vars":{"gold":1},
			"gradingResult":{"componentResults":[
			{"score":0.5,"assertion":{"type":"llm-rubric","metric":"tone","provider":"judge-a"}},
			{"score":1,"assertion":{"type":"llm-rubric","metric":"tone","provider":{"id":"judge-b"}}}]}}]}}`,
			[]string{"label=vars.gold"},
			Set{
				Kind: Scores, Scale: ScoreScale,
				Verdicts: []Verdict{
					{Item: "test 0, prompt 1, openai:x", Judge: "judge-a", Lens: "tone", Value: 0.5},
					{Item: "test 0, prompt 1, openai:x", Judge: "judge-b", Lens: "tone", Value: 1},
				},
				Labels: []Label{{Item: "test 0, prompt 1, openai:x", Person: "vars.gold", Lens: "tone", Value: 1}},
			},
		},
		{
			"Inspect",
			`{"version":2,"samples":[{"id":7,"epoch":2,"scores":{"graded":{"value":"C"},"many":{"value":{"a":0.2,"b":"P"}}}}]}`, nil,
			Set{
				Kind: Scores,
				Verdicts: []Verdict{
					{Item: "7", Judge: "graded", Repeat: 1, Value: 1},
					{Item: "7", Judge: "many", Lens: "a", Repeat: 1, Value: 0.2},
					{Item: "7", Judge: "many", Lens: "b", Repeat: 1, Value: 0.5},
				},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			maps, err := ParseMap(tt.maps)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read([]byte(tt.data), Options{Map: maps})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, *got, bare, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestReadNamesBadRows: each bad row is named with its number, and nothing is read.
func TestReadNamesBadRows(t *testing.T) {
	tests := []struct{ name, data, want string }{
		{"no judge", "item,judge,score\nk,,1\n", `row 2: no judge: the column "judge" is empty`},
		{"no item", "paper,judge,score\n ,ada,1\n", `row 2: no item: the column "paper" is empty`},
		{"another heading", "entry,who,points\nk,ada,1\n", "row 1: no column with an item (or case), no column with a judge, no column with a score or a preference: the columns are entry, who, points"},
		{"a decimal comma without quotes", "item,judge,score\nk,ada,6,5\n", `row 2: 4 fields, but the heading has 3: write a cell that has a comma, such as a decimal comma, in quotes ("61,5"), or separate the columns by ;`},
		{"a word", "item,judge,score\nk,ada,high\n", `"high" is no number`},
		{"a formula", "item,judge,score\nk,ada,=A1\n", "is a formula"},
		{"a date", "item,judge,score\nk,ada,3-May\n", "looks like a date"},
		{"thousands", "item,judge,score\nk,ada,\"1,234\"\n", "commas between thousands"},
		{"out of range", "item,judge,score\nk,ada,11\n", "11 is not from 0 to 10"},
		{"two values", "item,judge,score\nk,ada,1\nk,ada,2\n", "row 3: judge ada gives item k another value than in row 2"},
		{"two labels", "item,judge,score,label\nk,ada,1,2\nk,bo,1,3\n", "row 3: item k is labelled by label with another value than in row 2"},
		{"a missing field", "item,judge,score\nk,ada\n", "row 2: 2 fields, but the heading has 3"},
		{"mixed kinds", `{"item":"k","judge":"a","score":1}` + "\n" + `{"item":"k","judge":"b","verdict":1}`, "row 2: preferences, but the rows before have scores"},
		{"no verdict column", "item,judge\nk,ada\n", "no column with a score or a preference"},
		{"a bad order", "item,judge,order,verdict\nk,ada,sideways,1\n", "is no order"},
		{"a column twice", "item,judge,score,score\nk,ada,1,2\n", `column "score" is there twice`},
		{"no rows", "item,judge,score\n", "there is no verdict"},
		{"not UTF-8", "item,judge,score\nk,\xff,1\n", "not UTF-8"},
		{"nothing", "", "the file is empty"},
		{"a workbook", "PK\x03\x04\xff", "a workbook, not a text file: save its sheet as CSV"},
		{"a JSON list", "[{\"item\":\"k\",\"judge\":\"a\",\"score\":1}]", "a JSON list: write one object per line"},
		{"a formula in a name", "item,judge,score\n=A2,ada,1\n", `row 2: item: "=A2" is a formula`},
		{"a spreadsheet's error in a name", "item,judge,score\nk,#N/A,1\n", `row 2: judge: "#N/A" is an error of a spreadsheet`},
		{"a spreadsheet's error in a number", "item,judge,score\nk,ada,Err:502\n", `"Err:502" is an error of a spreadsheet`},
		{"rows as a spreadsheet counts them", "item,judge,score\n\nk,ada,1\n\r\n\n,,\nl,\"a\nb\",3/5\n", `row 7: score: "3/5"`},
		{"thousands after a point", "item;judge;score\nk;ada;1.234,5\n", "commas between thousands"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Read([]byte(tt.data), Options{High: 10})
			if err == nil || s != nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v, want an error with %q", s, err, tt.want)
			}
		})
	}
}

// TestReadSpreadsheets: what spreadsheets of other countries write is read as it is shown.
func TestReadSpreadsheets(t *testing.T) {
	want := []Verdict{{Item: "k", Judge: "ada", Value: 5.25}, {Item: "l", Judge: "ada", Value: 16.0 / 3}, {Item: "m", Judge: "ada", Value: 0.125}}
	for name, data := range map[string]string{
		"semicolons and decimal commas": "\ufeffitem;judge;score\r\nk;ada;5,250\r\nl;ada;5,333333333333333\r\nm;ada;0,125\r\n",
		"commas and quotes":             "item,judge,score\nk,ada,\"5,25\"\nl,ada,\"5,333333333333333\"\nm,ada,\"0,125\"\n",
		"a line that names the mark":    "sep=;\nitem;judge;score\nk;ada;5,25\nl;ada;5,333333333333333\nm;ada;,125\n",
		"commas in a heading":           "item;judge;score;\"why, if any, at all\"\nk;ada;5,25;\nl;ada;5,333333333333333;\nm;ada;0,125;\n",
		"rows without content":          "item,judge,score,\n,,,\nk,ada,5.25,\n\nl,ada,5.333333333333333,\nm,ada,.125,\n,,,\n , ,,\n",
	} {
		got, err := Read([]byte(data), Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := cmp.Diff(want, got.Verdicts, bare); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
}

func TestReadCountsAllBadRows(t *testing.T) {
	_, err := Read([]byte("item,judge,score\n"+strings.Repeat("k,ada,x\n", 30)), Options{})
	var all *ProblemsError
	if !errors.As(err, &all) || len(all.Problems) != 30 || !strings.Contains(err.Error(), "rows 2 to 31: ") {
		t.Errorf("got %v", err)
	}
	// Every row is named, however many different problems there are, and in one pass.
	rows := "item,judge,score\nk,ada,1\nk,ada,2\nk,b\"o,1\n"
	for i := range 200 {
		rows += fmt.Sprintf("k,ada,x%d\n", i)
	}
	_, err = Read([]byte(rows+"k,cid,=A1\n"), Options{})
	for _, want := range []string{"row 3: judge ada", "row 4: ", "row 5: ", "more problems, in rows ", " to 205"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

// TestManyRanges: a short error of many rows says how many there are and up to where.
func TestManyRanges(t *testing.T) {
	var rows []int
	for i := range 500 {
		rows = append(rows, 2*i+2, 2*i+2)
	}
	if got := ranges(rows); !strings.HasPrefix(got, "rows 2, 4, 6, ") || !strings.HasSuffix(got, " 40 and 480 more up to 1000") {
		t.Errorf("got %s", got)
	}
	if got := ranges([]int{2, 3, 5, 7, 8, 9}); got != "rows 2, 3, 5, 7 to 9" {
		t.Errorf("got %s", got)
	}
}

// TestReadRefuses: what would be lost or taken for something else is refused, and says
// where.
func TestReadRefuses(t *testing.T) {
	tests := []struct {
		name, data string
		maps       []string
		want       string
	}{
		{"two objects on one line", `{"item":"k","judge":"a","score":1}{"item":"l","judge":"a","score":2}` + "\n", nil, "row 1: no JSON object: there is more after it"},
		{"garbage after an object", `{"item":"k","judge":"a","score":1} oops` + "\n", nil, "row 1: "},
		{"a mapped column that no object has", `{"item":"k","judge":"a","score":1,"points":2}` + "\n", []string{"score=pionts"}, `no column "pionts" for the field score: the columns are item, judge, points, score`},
		{"a mapped column that one object lacks", `{"item":"k","judge":"a","points":2}` + "\n" + `{"item":"l","judge":"a","score":3}` + "\n" + `{"item":"","judge":"a"}` + "\n", []string{"score=points"}, "row 3: no item"},
		{"a list", `{"item":"k","judge":"a","score":[1,2]}` + "\n", nil, `row 1: score: "[1,2]" is a list`},
		{"a sample of Inspect", `{"samples":[{"id":1,"scores":{"g":{"value":"C"}}},{"id":2,"scores":{"g":{"value":"X"}}}]}`, nil, `row 2: item 2, judge g: score: "X" is no number`},
		{"a mapped column of promptfoo", `{"results":{"results":[{"gradingResult":{"componentResults":[{"score":1,"assertion":{"type":"x"}}]}}]}}`, []string{"label=vars.gold"}, `no column "vars.gold"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			maps, err := ParseMap(tt.maps)
			if err != nil {
				t.Fatal(err)
			}
			if s, err := Read([]byte(tt.data), Options{Map: maps}); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %+v, %v, want an error with %q", s, err, tt.want)
			}
		})
	}
}

// TestReadTools: two assertions of one kind are two judges, lists have places, and what
// is not finite is missing.
func TestReadTools(t *testing.T) {
	s, err := Read([]byte(`{"results":{"results":[{"testIdx":0,"gradingResult":{"componentResults":[
		{"score":0.5,"assertion":{"type":"llm-rubric"}},{"score":1,"assertion":{"type":"llm-rubric"}}]}}]}}`), Options{})
	if err != nil || len(s.Verdicts) != 2 || s.Verdicts[1].Judge != "llm-rubric 2" {
		t.Errorf("promptfoo: %+v, %v", s, err)
	}
	s, err = Read([]byte(`{"testIdx":0,"gradingResult":{"componentResults":[{"score":0.5,"namedScores":{"facts":0.25},"assertion":{"type":"javascript","metric":"clear"}}]}}
{"testIdx":1,"gradingResult":{"componentResults":[{"score":1,"assertion":{"type":"javascript","metric":"clear"}}]}}
`), Options{})
	if err != nil || len(s.Verdicts) != 3 || s.Verdicts[1].Lens != "facts" || s.Verdicts[2].Item == s.Verdicts[0].Item {
		t.Errorf("promptfoo's JSON Lines: %+v, %v", s, err)
	}
	s, err = Read([]byte("item,judge,score,decision\na,b,1,accept\n"), Options{})
	if err != nil || !slices.Equal(s.Unread, []string{"decision"}) {
		t.Errorf("a decision beside a verdict: %+v, %v", s, err)
	}
	s, err = Read([]byte(`{"samples":[{"id":1,"metadata":{"note":"NaN \"NaN"},"scores":{"a":{"value":NaN},"b":{"value":-Infinity},"c":{"value":"I"}}}],"results":{"x":NaN}}`), Options{})
	if err != nil || len(s.Verdicts) != 3 || !math.IsNaN(s.Verdicts[0].Value) || !math.IsNaN(s.Verdicts[1].Value) || s.Verdicts[2].Value != 0 {
		t.Errorf("Inspect: %+v, %v", s, err)
	}
	maps, err := ParseMap([]string{"case=id", "label=gold.0,gold.1"})
	if err != nil {
		t.Fatal(err)
	}
	s, err = Read([]byte(`{"id":"k","judge":"a","score":1,"gold":[2,3]}`), Options{Map: maps})
	if err != nil || len(s.Labels) != 2 || s.Labels[1].Person != "gold.1" {
		t.Errorf("lists: %+v, %v", s, err)
	}
}

func TestReadLabels(t *testing.T) {
	s, err := ReadLabels([]byte("case,person,decision,comment\nC-1,Ada,accept,good\nC-2,Ada,拒绝,\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	grades, err := ReadLabels([]byte("case,person,grade\nC-1,Ada,S\nC-2,Ada,a\nC-3,Ada,D\n"), Options{})
	if err != nil || grades.Labels[0].Value <= grades.Labels[1].Value || grades.Labels[1].Value <= grades.Labels[2].Value {
		t.Errorf("grades %+v, %v", grades, err)
	}
	want := []Label{{Item: "C-1", Person: "Ada", Value: 1, Comment: "good"}, {Item: "C-2", Person: "Ada"}}
	if d := cmp.Diff(want, s.Labels, bare); d != "" || s.Scale != OrdinalScale {
		t.Errorf("%s %s", s.Scale, d)
	}
}

func TestJoin(t *testing.T) {
	s, err := Read([]byte("item,judge,score\nk,ada,1\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	labels, err := ReadLabels([]byte("item,label\nk,2\nother,3\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Join(labels); err == nil || !strings.Contains(err.Error(), "row 3: no judge has a verdict on item other") {
		t.Errorf("got %v", err)
	}
}

// TestLabelsOfOneScale: labels of two scales are never joined, nor is one of a row lost.
func TestLabelsOfOneScale(t *testing.T) {
	s, err := Read([]byte("item,judge,score,label\nk,ada,1,2\nl,ada,1,2\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	grades, err := ReadLabels([]byte("item,person,grade\nk,p,A\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Join(grades); !errors.Is(err, fault.BadRows) || !strings.Contains(err.Error(), "scale ordinal") || len(s.Labels) != 2 {
		t.Errorf("grades join scores: %v", err)
	}
	both := []byte("item,person,score,decision\nk,p,3,accept\n")
	if _, err := ReadLabels(both, Options{}); err == nil || !strings.Contains(err.Error(), "row 2: a score and a decision") {
		t.Errorf("a score and a decision: %v", err)
	}
	if s, err := ReadLabels(both, Options{Mixed: true}); err != nil || len(s.Labels) != 2 {
		t.Errorf("a score and a decision of a mixed file: %+v, %v", s, err)
	}
	if s, err := ReadLabels(both, Options{Map: map[string][]string{"decision": {"decision"}}}); err != nil || s.Labels[0].Field != "decision" {
		t.Errorf("a mapped decision: %+v, %v", s, err)
	}
}

func TestParseMap(t *testing.T) {
	for _, bad := range []string{"score", "points=x", "score="} {
		if _, err := ParseMap([]string{bad}); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := ParseMap([]string{"score=a", "score=b"}); err == nil {
		t.Error("a field is mapped twice")
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("item,judge,score\nk,ada,1\n"))
	f.Add([]byte(`{"samples":[{"id":1,"scores":{"a":{"value":[1]}}}]}`))
	f.Add([]byte(`{"results":[{}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if s, err := Read(data, Options{}); err == nil {
			s.Measure()
		}
	})
}
