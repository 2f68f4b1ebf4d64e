package meeting

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"judgement/internal/format"
	"judgement/internal/text"
)

// Wanted is how many highlights and how many shortcomings a judge gives.
const Wanted = 3

// Limits of a reply. Longer ones are refused or cut.
const (
	maxTextRunes = 2_000
	maxQuotes    = 4
	maxClaims    = 10
)

// Reply is a judge's parsed answer. Claims that say nothing are left out.
type Reply struct {
	Logic        string  `json:"logic"`
	Highlights   []Claim `json:"highlights"`
	Shortcomings []Claim `json:"shortcomings"`
	Verdict      string  `json:"verdict"`

	// Points is how many claims of each kind a merge was given per part.
	Points int `json:"-"`
}

// Claim is a highlight or a shortcoming with what it cites.
type Claim struct {
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
	At     string   `json:"at"` // a time stamp, empty without one
}

// ParseReply reads a judge's reply: one JSON object, with or without prose
// around it. It does not check the numbers of claims and sentences; a reply that
// names neither a claim nor a verdict is an error. Errors are worded for the
// model.
func ParseReply(raw string) (Reply, error) {
	r, err := format.DecodeObject[Reply](raw, "highlights", "shortcomings", "verdict")
	if err != nil {
		return Reply{}, err
	}
	r.Logic, r.Verdict = format.Clean(r.Logic, maxTextRunes), text.OneLine(format.Clean(r.Verdict, maxTextRunes))
	r.Highlights, r.Shortcomings = claims(r.Highlights), claims(r.Shortcomings)
	if len(r.Highlights)+len(r.Shortcomings) == 0 && r.Verdict == "" {
		return Reply{}, errors.New("highlights, shortcomings and verdict are all empty")
	}
	return r, nil
}

func claims(in []Claim) []Claim {
	var out []Claim
	for _, c := range in {
		c = Claim{text.OneLine(format.Clean(c.Text, maxTextRunes)), format.Quotes(c.Quotes, maxQuotes), text.OneLine(format.Clean(c.At, 40))}
		if c.Text != "" && len(out) < maxClaims {
			out = append(out, c)
		}
	}
	return out
}

// shape names what a whole reply has too few or too many of, for the turn in
// which it is asked for once more.
func (r Reply) shape() []string {
	var out []string
	if r.Logic == "" {
		out = append(out, "logic is empty")
	}
	for i, claims := range [][]Claim{r.Highlights, r.Shortcomings} {
		if n := len(claims); n != Wanted {
			out = append(out, fmt.Sprintf("%s: %d that say something, exactly %d are wanted", []string{"highlights", "shortcomings"}[i], n, Wanted))
		}
	}
	switch n := len(sentences(r.Verdict)); {
	case n == 0:
		out = append(out, "verdict is empty")
	case n > 1:
		out = append(out, fmt.Sprintf("verdict: %d sentences, exactly one is wanted", n))
	}
	return out
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = []string{"e.g", "i.e", "etc", "vs", "approx", "no", "dr", "mr", "mrs", "ms", "prof", "st", "inc", "ltd", "co", "cf", "fig", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"}

// sentences splits a line as Unicode does, except after abbreviations and initials.
func sentences(s string) []string {
	var out []string
	open := "" // what ends in an abbreviation
	for state := -1; s != ""; {
		var part string
		part, s, state = uniseg.FirstSentenceInString(s, state)
		part = open + part
		if open = ""; s != "" && abbreviated(part) {
			open = part
			continue
		}
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// abbreviated reports whether a text ends in a full stop that ends no sentence.
func abbreviated(s string) bool {
	s, dotted := strings.CutSuffix(strings.TrimSpace(s), ".")
	word := strings.ToLower(s[strings.LastIndexAny(s, " (")+1:])
	initial := len(word) == 1 && word >= "a" && word <= "z"
	return dotted && (initial || slices.Contains(abbreviations, word))
}
