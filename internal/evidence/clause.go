package evidence

import (
	"regexp"
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
	if plainOpeners[strings.TrimRight(bare, ",:")] || listLabel.MatchString(bare) {
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
	return w == "and" || boundaryWords[w] && !relativeWords[w] || suffixed(bare, hanBoundary) != ""
}

// listLabel is the label of an item, alone: 一、
var listLabel = regexp.MustCompile(`^(?:\d{1,3}|[一二三四五六七八九十]{1,3})、$`)

var relativeWords = words(`which who whose`)

var hanJoins = phrases(`并 且 和 以及 则 就`)

// plainOpeners join a sentence to the one before and change nothing.
var plainOpeners = func() map[string]bool {
	m := map[string]bool{}
	for p := range strings.SplitSeq(`for example,for instance,moreover,furthermore,in addition,additionally,besides,also,indeed,of course,first,firstly,second,secondly,
		third,thirdly,next,then,finally,lastly,in short,in sum,in summary,to sum up,in other words,that is,that is to say,in particular,notably,specifically,similarly,likewise,accordingly,
		第一,第二,第三,第四,第五,其一,其二,其三,例如,比如,譬如,此外,另外,同时,首先,其次,再次,最后,总之,综上,当然,也就是说,换句话说,换言之,具体来说,特别是,尤其是,同样`, ",") {
		m[strings.TrimSpace(p)] = true
	}
	return m
}()

// goesOnShortly reports whether the clause of a quote goes on right after it, or a short
// phrase ends the sentence. bare is right without the marks at its start.
func goesOnShortly(right, bare string) bool {
	tail := strings.TrimRight(bare, " .!?。\"')")
	if !strings.ContainsFunc(tail, isAlnumOrHan) {
		return false
	}
	r := firstRune(strings.TrimLeft(right, " \"')"))
	if aside := r == '(' || r == '-'; !(aside && weight(tail) <= maxTail) && joinsNext(bare) {
		return false
	}
	if isAlnumOrHan(r) || r == '-' {
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
