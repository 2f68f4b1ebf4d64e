package main_test

import (
	"strings"
	"testing"
	"unicode"
)

// These tests check that each skill is written in its own words.

// maxShared is the maximum share of a skill in runs of runLength tokens that another
// skill has too.
const (
	runLength = 8
	maxShared = 0.10
)

func TestSkillsAreWrittenInTheirOwnWords(t *testing.T) {
	skills := judgeSkills(t)
	for _, a := range skills {
		for _, b := range skills {
			if a.path == b.path {
				continue
			}
			if got := sharedRuns(a.body, b.body); got > maxShared {
				t.Errorf("%.1f %% of %s is in %s too, want at most %.0f %%", 100*got, a.path, b.path, 100*maxShared)
			}
		}
	}
}

// sharedRuns returns the share of a's tokens, 0 to 1, that are in a run of runLength
// tokens which b has too.
func sharedRuns(a, b string) float64 {
	ta, tb := tokens(a), tokens(b)
	if len(ta) == 0 {
		return 0
	}
	have := map[string]bool{}
	for i := 0; i+runLength <= len(tb); i++ {
		have[strings.Join(tb[i:i+runLength], " ")] = true
	}
	covered := make([]bool, len(ta))
	for i := 0; i+runLength <= len(ta); i++ {
		if have[strings.Join(ta[i:i+runLength], " ")] {
			for j := i; j < i+runLength; j++ {
				covered[j] = true
			}
		}
	}
	n := 0
	for _, c := range covered {
		if c {
			n++
		}
	}
	return float64(n) / float64(len(ta))
}

// tokens returns the words and numbers in lower case, and each Chinese
// character by itself.
func tokens(s string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return out
}

func TestSharedRuns(t *testing.T) {
	ten := "one two three four five six seven eight nine ten"
	tests := []struct {
		name, a, b string
		want       float64
	}{
		{"copy", ten, ten, 1},
		{"nothing", ten, "quite other words stand here and nothing more is said", 0},
		{"seven words only", "one two three four five six seven x", ten, 0},
		{"eight of sixteen", "one two three four five six seven eight a b c d e f g h", ten, 0.5},
		{"case and punctuation", "One, two; three: FOUR five-six “seven” eight!", ten, 1},
		{"Chinese characters", "先通读全文再逐条找", "他先通读全文再逐条核", 8.0 / 9},
		{"empty", "", ten, 0},
	}
	for _, tt := range tests {
		if got := sharedRuns(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
