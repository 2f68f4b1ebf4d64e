package board_test

import (
	"math"
	"testing"

	"judgement/internal/board"
	"judgement/internal/stat"
	"judgement/report"
)

// TestAssumedCorrelation: judges of one model are assumed to err alike more than those
// of one family, and these more than others.
func TestAssumedCorrelation(t *testing.T) {
	for _, tt := range []struct {
		models []string
		want   float64
		from   string
	}{
		{nil, stat.ErrorCorrelation, report.FromFamilies},
		{[]string{"a"}, stat.ErrorCorrelation, report.FromFamilies},
		{[]string{"gpt-4o", "gpt-4o", "gpt-4o"}, stat.SameModelCorrelation, report.FromModel},
		{[]string{"openai/gpt-4o", "gpt-4o-mini"}, stat.SameFamilyCorrelation, report.FromFamily},
		{[]string{"qwen2.5-72b", "Llama-3"}, stat.ErrorCorrelation, report.FromFamilies},
		{[]string{"x-1", "x-1", "y-1"}, (stat.SameModelCorrelation + 2*stat.ErrorCorrelation) / 3, report.FromMixed},
	} {
		got, from := board.AssumedCorrelation(tt.models)
		if math.Abs(got-tt.want) > 1e-12 || from != tt.from {
			t.Errorf("%v: got %v from %q, want %v from %q", tt.models, got, from, tt.want, tt.from)
		}
	}
}
