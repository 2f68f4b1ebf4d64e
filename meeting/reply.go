package meeting

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/format"
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
	Logic        string
	Highlights   []Claim
	Shortcomings []Claim
	Verdict      string
}

// Claim is a highlight or a shortcoming with what it cites.
type Claim struct {
	Text   string
	Quotes []string
	At     string // a time stamp, empty without one
}

type wireReply struct {
	Logic        string      `json:"logic"`
	Highlights   []wireClaim `json:"highlights"`
	Shortcomings []wireClaim `json:"shortcomings"`
	Verdict      string      `json:"verdict"`
}

type wireClaim struct {
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
	At     string   `json:"at"`
}

// ParseReply reads a judge's reply: one JSON object, with or without prose
// around it. Numbers of claims and sentences are not its matter; a reply that
// names neither a claim nor a verdict is an error. Errors are worded for the
// model.
func ParseReply(raw string) (Reply, error) {
	wire, err := format.DecodeObject[wireReply](raw, "highlights", "shortcomings", "verdict")
	if err != nil {
		return Reply{}, err
	}
	out := Reply{
		Logic: format.Clean(wire.Logic, maxTextRunes), Verdict: oneLine(format.Clean(wire.Verdict, maxTextRunes)),
		Highlights: claims(wire.Highlights), Shortcomings: claims(wire.Shortcomings),
	}
	if len(out.Highlights)+len(out.Shortcomings) == 0 && out.Verdict == "" {
		return Reply{}, errors.New("highlights, shortcomings and verdict are all empty")
	}
	return out, nil
}

func claims(in []wireClaim) []Claim {
	var out []Claim
	for _, c := range in {
		claim := Claim{Text: oneLine(format.Clean(c.Text, maxTextRunes)), At: oneLine(format.Clean(c.At, 40))}
		if claim.Text == "" {
			continue
		}
		claim.Quotes = format.Quotes(c.Quotes, maxQuotes)
		if out = append(out, claim); len(out) == maxClaims {
			break
		}
	}
	return out
}

// oneLine turns every run of white space into one space.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shape names what a whole reply has too few or too many of, for the turn in
// which it is asked for once more.
func (r Reply) shape() []string {
	var out []string
	if r.Logic == "" {
		out = append(out, "logic is empty")
	}
	if n := len(r.Highlights); n != Wanted {
		out = append(out, fmt.Sprintf("highlights: %d that say something, exactly %d are wanted", n, Wanted))
	}
	if n := len(r.Shortcomings); n != Wanted {
		out = append(out, fmt.Sprintf("shortcomings: %d that say something, exactly %d are wanted", n, Wanted))
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

// sentences splits a line after 。！？!? and after a full stop that is followed
// by space and no small letter, but for abbreviations and initials.
func sentences(s string) []string {
	var out []string
	runes := []rune(s)
	start := 0
	for i := 0; i < len(runes); i++ {
		if !endsSentence(runes, i) {
			continue
		}
		for i+1 < len(runes) && strings.ContainsRune("。！？!?.”’\"')）」』】", runes[i+1]) {
			i++
		}
		if t := strings.TrimSpace(string(runes[start : i+1])); t != "" {
			out = append(out, t)
		}
		start = i + 1
	}
	if t := strings.TrimSpace(string(runes[start:])); t != "" {
		out = append(out, t)
	}
	return out
}

func endsSentence(runes []rune, i int) bool {
	switch runes[i] {
	case '。', '！', '？':
		return true
	case '!', '?':
		return i+1 == len(runes) || !unicode.IsLetter(runes[i+1]) && !unicode.IsDigit(runes[i+1])
	case '.':
	default:
		return false
	}
	if i+1 == len(runes) {
		return true
	}
	next := i + 1
	for next < len(runes) && strings.ContainsRune(".”’\"')）", runes[next]) {
		next++
	}
	if next == len(runes) {
		return true
	}
	if !unicode.IsSpace(runes[next]) {
		return unicode.Is(unicode.Han, runes[next]) && !unicode.IsDigit(runes[max(0, i-1)])
	}
	for next < len(runes) && unicode.IsSpace(runes[next]) {
		next++
	}
	if next < len(runes) && unicode.IsLower(runes[next]) {
		return false
	}
	begin := i
	for begin > 0 && !unicode.IsSpace(runes[begin-1]) && runes[begin-1] != '(' {
		begin--
	}
	word := strings.ToLower(string(runes[begin:i]))
	if utf8.RuneCountInString(word) == 1 && word >= "a" && word <= "z" {
		return false // an initial
	}
	for _, a := range abbreviations {
		if word == a {
			return false
		}
	}
	return true
}
