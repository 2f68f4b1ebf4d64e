package study

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
)

// promptfooResult is what is read of a result in promptfoo's JSON output: one
// output of a provider, graded by the assertions of its test.
type promptfooResult struct {
	TestIdx   int `json:"testIdx"`
	PromptIdx int `json:"promptIdx"`
	Provider  struct {
		ID    string `json:"id"`
		Label string `json:"label"`
	} `json:"provider"`
	Vars          map[string]any `json:"vars"`
	GradingResult struct {
		Components []struct {
			Score json.Number `json:"score"`
			// Named are the scores that an assertion gives by itself, by metric.
			Named     map[string]json.Number `json:"namedScores"`
			Assertion struct {
				Type     string          `json:"type"`
				Metric   string          `json:"metric"`
				Provider json.RawMessage `json:"provider"`
			} `json:"assertion"`
		} `json:"componentResults"`
	} `json:"gradingResult"`
}

// readPromptfoo takes each graded assertion as a verdict: the item is the test,
// prompt and provider, the judge the assertion's provider or type, numbered if a test has
// several of them, the lens its metric. A label is read from the test's variables, as vars.NAME.
func (in *reader) readPromptfoo(data []byte, take func(row)) error {
	results, err := promptfooResults(data)
	if err != nil {
		return fmt.Errorf("read promptfoo's results: %w", err)
	}
	n, seen := 0, map[[3]string]int{}
	for _, r := range results {
		item := fmt.Sprintf("test %d, prompt %d, %s", r.TestIdx, r.PromptIdx, cmp.Or(r.Provider.Label, r.Provider.ID))
		for _, c := range r.GradingResult.Components {
			n++
			judge := cmp.Or(providerName(c.Assertion.Provider), c.Assertion.Type)
			key := [3]string{item, judge, c.Assertion.Metric}
			if seen[key]++; seen[key] > 1 { // another assertion of the same kind
				judge = fmt.Sprintf("%s %d", judge, seen[key])
			}
			scores := map[string]json.Number{c.Assertion.Metric: c.Score}
			maps.Copy(scores, c.Named)
			for _, lens := range sortedKeys(scores) {
				in.object(n, map[string]any{
					fieldItem: item, fieldJudge: judge,
					fieldLens: lens, fieldScore: scores[lens], "vars": r.Vars,
				}, take)
			}
		}
	}
	if n == 0 {
		return errors.New("promptfoo's results hold no graded assertion (gradingResult.componentResults)")
	}
	in.unmapped()
	return nil
}

// promptfooResults reads a file of results, which is one object, or one result per line.
func promptfooResults(data []byte) (out []promptfooResult, err error) {
	var file struct {
		Results json.RawMessage `json:"results"`
	}
	var inner struct {
		Results []promptfooResult `json:"results"`
	}
	switch {
	case decode(data, &file) != nil:
		for d := json.NewDecoder(bytes.NewReader(data)); ; {
			var one promptfooResult
			if err := d.Decode(&one); errors.Is(err, io.EOF) {
				return out, nil
			} else if err != nil {
				return nil, err
			}
			out = append(out, one)
		}
	case decode(file.Results, &inner) == nil && inner.Results != nil:
		return inner.Results, nil
	}
	return out, decode(file.Results, &out) // before version 3 the list stood alone
}

// providerName reads a provider, which is a name or an object with an id.
func providerName(raw json.RawMessage) string {
	var name string
	var object struct{ ID, Label string }
	if json.Unmarshal(raw, &name) != nil && json.Unmarshal(raw, &object) == nil {
		name = cmp.Or(object.Label, object.ID)
	}
	return name
}

// inspectSample is what is read of a sample in Inspect's JSON log.
type inspectSample struct {
	ID       any            `json:"id"`
	Epoch    int            `json:"epoch"`
	Metadata map[string]any `json:"metadata"`
	Scores   map[string]struct {
		Value any `json:"value"`
	} `json:"scores"`
}

// readInspect takes each scorer's value of a sample as a verdict: the item is the
// sample, the repeat its epoch, the judge the scorer. A value with several names
// has a lens per name. C, P, I and N are 1, 0.5, 0 and 0, as Inspect has it. A
// label is read from the sample's metadata, as metadata.NAME.
func (in *reader) readInspect(data []byte, take func(row)) error {
	var file struct {
		Samples []inspectSample `json:"samples"`
	}
	if err := decode(data, &file); err != nil {
		return fmt.Errorf("read Inspect's log: %w", err)
	}
	n := 0
	for _, s := range file.Samples {
		for _, judge := range sortedKeys(s.Scores) {
			lenses, ok := s.Scores[judge].Value.(map[string]any)
			if !ok {
				lenses = map[string]any{"": s.Scores[judge].Value}
			}
			for _, lens := range sortedKeys(lenses) {
				n++
				in.object(n, map[string]any{
					fieldItem: fmt.Sprint(s.ID), fieldJudge: judge, fieldLens: lens, fieldRepeat: fmt.Sprint(max(s.Epoch-1, 0)),
					fieldScore: inspectValue(lenses[lens]), "metadata": s.Metadata,
				}, take)
			}
		}
	}
	if n == 0 {
		return errors.New("the Inspect log holds no scored sample: write it with samples, as 'inspect log dump' does")
	}
	in.unmapped()
	return nil
}

// finite is JSON in which null is in place of NaN, Infinity and -Infinity, which Python
// writes outside of strings.
func finite(data []byte) []byte {
	if !bytes.Contains(data, []byte("NaN")) && !bytes.Contains(data, []byte("Infinity")) {
		return data
	}
	out, quoted := make([]byte, 0, len(data)), false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case quoted && c == '\\' && i+1 < len(data):
			out = append(out, c)
			i++
		case c == '"':
			quoted = !quoted
		case !quoted:
			if n := len(notFinite.Find(data[i:min(i+9, len(data))])); n > 0 {
				out = append(out, "null"...)
				i += n - 1
				continue
			}
		}
		out = append(out, data[i])
	}
	return out
}

var notFinite = regexp.MustCompile(`^(NaN|-?Infinity)`)

func inspectValue(v any) any {
	switch v {
	case "C", true:
		return json.Number("1")
	case "P":
		return json.Number("0.5")
	case "I", "N", false:
		return json.Number("0")
	}
	return v
}
