package evidence

import (
	"strings"
	"unicode"
)

// Without a cue of the rules, a note shows the words that a quote leaves out of its own
// clause, and short phrases beside it: a reader sees at once whether they change it.

// Longest phrases that are shown, in weight: a word counts two, an ideograph one.
const (
	maxOpener = 16
	maxTail   = 24
)

// opens reports whether the start of a sentence before a quote belongs to the quote's
// clause, is a label, or is a short phrase such as "With some luck,".
func opens(left string) bool {
	bare := strings.TrimRight(left, " \"'([")
	if !strings.ContainsFunc(bare, isAlnumOrHan) || joinsClauses(bare) || bare[0] == '[' { // a time stamp
		return false
	}
	switch last := lastRune(bare); last {
	case ':':
		return weight(bare) <= 2*maxOpener
	case ',', '-': // in Chinese a comma joins clauses of their own
		return last == ',' && !isHan(lastRune(bare[:len(bare)-1])) || weight(bare) <= maxTail
	case ')':
		return false
	default:
		return true
	}
}

// joinsClauses reports whether a text ends with a word that joins a clause of its own.
func joinsClauses(bare string) bool {
	w := lastWord(bare)
	if p := suffixed(bare, hanJoins); p == "就" || p == "则" { // they join clauses behind a comma only
		return strings.HasSuffix(bare, ","+p)
	} else if p != "" {
		return true
	}
	return w == "and" || w == "or" || boundaryWords[w] && !relativeWords[w] || suffixed(bare, hanBoundary) != ""
}

var relativeWords = words(`which who whose`)

var hanJoins = phrases(`并 且 和 或 或者 以及 则 就`)

// goesOnShortly reports whether the clause of a quote goes on right after it, or a short
// phrase ends the sentence. bare is right without the marks at its start.
func goesOnShortly(right, bare string) bool {
	tail := strings.TrimRight(bare, " .!?。\"')")
	if !strings.ContainsFunc(tail, isAlnumOrHan) || joinsNext(bare) {
		return false
	}
	if r := firstRune(strings.TrimLeft(right, " \"')")); isAlnumOrHan(r) || r == '-' {
		return true
	}
	return relativeWords[cueKey(bare)] || weight(tail) <= maxTail
}

// joinsNext reports whether a clause or phrase of its own begins.
func joinsNext(bare string) bool {
	w := cueKey(bare)
	return w == "and" || boundaryWords[w] && w != "so" && !relativeWords[w] || prefixed(bare, hanBoundary) != "" || prefixed(bare, hanJoins) != ""
}

// weight is how long a text is to a reader: two per word, one per ideograph.
func weight(s string) (n int) {
	word := false
	for _, r := range s {
		letter := isWordLetter(r) || unicode.IsDigit(r)
		switch {
		case isHan(r):
			n++
		case letter && !word:
			n += 2
		}
		word = letter
	}
	return n
}
