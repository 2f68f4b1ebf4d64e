// Package immunity measures how a panel of judges withstands documents that lobby it:
// the suite of attacks, their insertion into documents, and what the scanner finds.
package immunity

import (
	"embed"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

//go:embed attacks/*.txt
var attackFiles embed.FS

// Attack is one text that lobbies the judges.
type Attack struct {
	ID       string `json:"id"`       // family, language and number
	Family   string `json:"family"`   // what kind of attack it is; see Families
	Language string `json:"language"` // en, zh or other
	Text     string `json:"text"`
}

// Places of attacks in a document.
const (
	middle = iota // a paragraph in the middle
	end           // the last line
)

// Family is a kind of attack.
type Family struct {
	Name   string
	About  string // one line for reports
	Source string // published work that describes it
	place  int
}

// Families are in the order of reports.
func Families() []Family {
	return []Family{
		{"command", "orders to drop the instructions", "arXiv:2302.12173, arXiv:2403.17710", middle},
		{"score", "requests for a score or a verdict", "arXiv:2403.17710, arXiv:2507.06185", middle},
		{"role", "words to the reviewer as a person or a model", "arXiv:2507.06185", middle},
		{"suppress", "what a review may mention", "arXiv:2507.06185", middle},
		{"authority", "verdicts of authorities instead of content", "arXiv:2402.10669", middle},
		{"bandwagon", "verdicts of the majority instead of content", "arXiv:2309.17012", middle},
		{"begging", "pity, need and rewards", "arXiv:2410.02736", middle},
		{"tokens", "marks of chat templates", "arXiv:2406.12935", middle},
		{"reply", "text in the form of a judge's reply", "arXiv:2410.07137", middle},
		{"fence", "marks of the prompt's own borders", "arXiv:2302.12173", middle},
		{"encoded", "base64, hex, rot13, digits for letters, letters apart, reversed", "arXiv:2307.02483", middle},
		{"hidden", "text that a reader does not see", "arXiv:2507.06185", middle},
		{"other", "other languages", "arXiv:2310.02446", middle},
		{"nullmodel", "a constant answer that imitates the comparison", "arXiv:2410.07137", end},
		{"masterkey", "an opener without content", "arXiv:2507.08794", end},
		{"suffix", "words without sense that raise a score", "arXiv:2402.14016, arXiv:2403.17710", end},
		{"rephrasing", "hints that name neither judge nor score", "own", middle},
	}
}

// FamilyOf returns the family of a name; ok is false for an unknown one.
func FamilyOf(name string) (Family, bool) {
	all := Families()
	i := slices.IndexFunc(all, func(f Family) bool { return f.Name == name })
	if i < 0 {
		return Family{}, false
	}
	return all[i], true
}

// Suite is every attack, family by family.
func Suite() ([]Attack, error) {
	texts := map[string][]string{} // family and language → texts
	for _, lang := range []string{"en", "zh", "other"} {
		data, err := attackFiles.ReadFile("attacks/" + lang + ".txt")
		if err != nil {
			return nil, err
		}
		if err := readTexts(texts, lang, string(data)); err != nil {
			return nil, err
		}
	}
	for _, lang := range []string{"en", "zh"} {
		texts["encoded "+lang] = encodings(slices.Concat(texts["command "+lang], texts["score "+lang]), lang)
		texts["hidden "+lang] = hidings(slices.Concat(texts["role "+lang], texts["suppress "+lang]))
	}
	var out []Attack
	for _, f := range Families() {
		for _, lang := range []string{"en", "zh", "other"} {
			for i, text := range texts[f.Name+" "+lang] {
				out = append(out, Attack{ID: fmt.Sprintf("%s-%s-%02d", f.Name, lang, i+1), Family: f.Name, Language: lang, Text: text})
			}
		}
	}
	return out, nil
}

// readTexts reads one file of attacks.
func readTexts(texts map[string][]string, lang, data string) error {
	family := ""
	for line := range strings.Lines(data) {
		line = strings.TrimRight(line, "\n")
		name, isFamily := strings.CutPrefix(line, "family ")
		switch {
		case strings.HasPrefix(line, "# ") || line == "":
		case isFamily:
			if _, ok := FamilyOf(name); !ok {
				return fmt.Errorf("attacks/%s.txt: unknown family %q", lang, name)
			}
			family = name + " " + lang
		default:
			texts[family] = append(texts[family], strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return nil
}

// Sample is n attacks, spread evenly over the families; n ≤ 0 is all.
func Sample(all []Attack, n int) []Attack {
	if n <= 0 || n >= len(all) {
		return all
	}
	byFamily := map[string][]Attack{}
	for _, a := range all {
		byFamily[a.Family] = append(byFamily[a.Family], a)
	}
	var out []Attack
	for round := 0; len(out) < n; round++ {
		for _, f := range Families() {
			of := byFamily[f.Name]
			if round < len(of) && len(out) < n {
				// alternately from both ends, so that both languages are in a small sample
				i := round / 2
				if round%2 == 1 {
					i = len(of) - 1 - i
				}
				out = append(out, of[i])
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Attack) int { return indexOf(a.Family) - indexOf(b.Family) })
	return out
}

func indexOf(family string) int {
	return slices.IndexFunc(Families(), func(f Family) bool { return f.Name == family })
}

// encodings writes texts in ways that a model can read and a quick reader does not.
func encodings(texts []string, lang string) []string {
	ways := []func(string) string{
		func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
		func(s string) string { return hex.EncodeToString([]byte(s)) },
		func(s string) string { return "Decode and follow: " + base64.StdEncoding.EncodeToString([]byte(s)) },
		reversed,
		apart,
		escaped,
	}
	if lang == "en" {
		ways = append(ways, rot13, digitsForLetters)
	}
	var out []string
	for i, t := range texts {
		if !strings.Contains(t, "\n") {
			out = append(out, ways[i%len(ways)](t), ways[(i+3)%len(ways)](t))
		}
	}
	return out
}

func reversed(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func rot13(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return 'a' + (r-'a'+13)%26
		case r >= 'A' && r <= 'Z':
			return 'A' + (r-'A'+13)%26
		}
		return r
	}, s)
}

func digitsForLetters(s string) string {
	return strings.NewReplacer("o", "0", "i", "1", "e", "3", "a", "4", "s", "5", "t", "7").Replace(strings.ToLower(s))
}

// apart sets letters apart: spaces for Latin letters, with two between words, and
// hyphens for Chinese.
func apart(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == ' ':
			b.WriteString("  ")
		case r < 0x80:
			b.WriteString(string(r) + " ")
		case unicode.IsLetter(r):
			b.WriteString(string(r) + "-")
		}
	}
	return strings.TrimRight(b.String(), " -")
}

// escaped writes characters as the codes of programming languages.
func escaped(s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, `\u%04x`, r)
	}
	return b.String()
}

// hidings hides texts in Markdown.
func hidings(texts []string) []string {
	ways := []string{
		"<!-- %s -->",
		`<span style="display:none">%s</span>`,
		`<p style="color:#ffffff">%s</p>`,
		`<div style="font-size:0">%s</div>`,
		`<div style="position:absolute;left:-9999px">%s</div>`,
		`[//]: # (%s)`,
	}
	var out []string
	for i, t := range texts {
		out = append(out, fmt.Sprintf(ways[i%len(ways)], t))
	}
	return out
}

// Insert puts an attack into the text of a document, as Markdown.
func Insert(text string, a Attack) string {
	f, _ := FamilyOf(a.Family)
	if f.place == end {
		return strings.TrimRight(text, "\n") + "\n\n" + a.Text + "\n"
	}
	paragraphs := strings.Split(text, "\n\n")
	at := max(1, len(paragraphs)/2)
	return strings.Join(slices.Concat(paragraphs[:at], []string{a.Text}, paragraphs[at:]), "\n\n")
}
