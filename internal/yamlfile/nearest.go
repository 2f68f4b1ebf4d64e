package yamlfile

import "strings"

// maxCompared bounds the words that Nearest compares, in characters.
const maxCompared = 64

// Nearest returns the valid word that s was most likely meant to be: the one
// at the least edit distance (a swap of neighbours counts once), if a third of
// its characters or fewer differ, or the one that contains s or is contained in it.
// A word that begins with s comes before all others. The first of several equals wins.
func Nearest(s string, valid []string) (string, bool) {
	word := []rune(strings.ToLower(s))
	if len(word) == 0 || len(word) > maxCompared {
		return "", false
	}
	best, distance := "", maxCompared+1
	for _, v := range valid {
		other := []rune(strings.ToLower(v))
		if len(other) > maxCompared {
			continue
		}
		d := editDistance(word, other)
		limit := (max(len(word), len(other)) + 2) / 3
		if d > limit && contains(string(word), string(other)) {
			d = limit
		}
		if len(word) >= 3 && strings.HasPrefix(string(other), string(word)) {
			d = 0
		}
		if d <= limit && d < distance {
			best, distance = v, d
		}
	}
	return best, best != ""
}

func contains(a, b string) bool {
	return len(a) >= 3 && strings.Contains(b, a) || len(b) >= 3 && strings.Contains(a, b)
}

// editDistance is the optimal string alignment distance.
func editDistance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			d := min(last[j]+change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d = min(d, before[j-1]+1)
			}
			row[j+1] = d
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Suggest returns a fix for an unknown word: the nearest valid one, else all.
func Suggest(s string, valid []string) string {
	if v, ok := Nearest(s, valid); ok {
		return "did you mean " + v + "?"
	}
	if len(valid) == 0 {
		return ""
	}
	return "valid: " + strings.Join(valid, ", ")
}
