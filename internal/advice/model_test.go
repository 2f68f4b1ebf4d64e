package advice_test

import (
	"strings"
	"testing"

	"judgement/internal/advice"
	"judgement/internal/fault"
)

// TestModel: each code of a model has advice, except for the end of the context. A fault
// that was stored with its advice keeps it.
func TestModel(t *testing.T) {
	for _, c := range fault.Codes() {
		got := advice.Model(fault.New(c, nil))
		if want := strings.HasPrefix(string(c), "model_") && c != fault.ModelCancelled && c != fault.ModelSettings; (got != "") != want {
			t.Errorf("%s: %q", string(c), got)
		}
	}
	if got := advice.Model(fault.New(fault.NoAnswers, nil, "cause", string(fault.ModelNoKey))); got != "set OPENAI_API_KEY" {
		t.Errorf("by its cause: %q", got)
	}
	if got := advice.Model(fault.New(fault.ModelQuota, nil, "fix", "wait")); got != "wait" {
		t.Errorf("with its own: %q", got)
	}
}
