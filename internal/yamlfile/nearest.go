package yamlfile

import "strings"

// maxCompared bounds the words that Nearest compares, in characters.
const maxCompared = 64

// Nearest returns the valid word that s was most likely meant to be: the one
// at the least edit distance, if a third of
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
		switch a, b := string(word), string(other); {
		case len(a) >= 3 && strings.HasPrefix(b, a):
			d = 0
		case len(a) >= 3 && strings.Contains(b, a), len(b) >= 3 && strings.Contains(a, b):
			d = min(d, limit)
		}
		if d <= limit && d < distance {
			best, distance = v, d
		}
	}
	return best, best != ""
}

// editDistance is Levenshtein's.
func editDistance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		change := row[0]
		row[0] = i + 1
		for j := range b {
			if a[i] != b[j] {
				change++
			}
			change, row[j+1] = row[j+1], min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
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
