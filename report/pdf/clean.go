package pdf

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"judgement/report"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

// shown makes text fit for the fonts: what they lack is replaced visibly. Nothing is
// dropped but controls and marks without a shape of their own.
func (w *writer) shown(s string) string { return fit(s, func(string) {}, w.page.Lang) }

// plain reports whether the fonts can draw all of a text.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && !has(r) })
}

// fit replaces what the fonts lack and reports each such character. Neighbours
// share one pair of brackets.
func fit(s string, lacks func(cluster string), lang report.Lang) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	var codes []string
	flush := func() {
		if len(codes) > 0 {
			b.WriteString("[" + strings.Join(codes, " ") + "]")
			codes = nil
		}
	}
	g := uniseg.NewGraphemes(strings.ToValidUTF8(s, "\uFFFD"))
	for g.Next() {
		cluster := g.Str()
		text, ok := known(cluster)
		if ok {
			if text != "" {
				flush()
			}
			b.WriteString(text)
			continue
		}
		lacks(cluster)
		if sign, ok := signs[[]rune(cluster)[0]]; ok {
			flush()
			b.WriteString(lang.Say(sign))
			continue
		}
		codes = append(codes, codesOf(cluster)...)
	}
	flush()
	return b.String()
}

// known returns how a cluster is written with the fonts' own characters; false
// if they lack it.
func known(cluster string) (string, bool) {
	var b strings.Builder
	for _, r := range norm.NFC.String(cluster) {
		switch {
		case r == '\n' || has(r) && !shapeless(r):
			b.WriteRune(r)
		case r == '\t':
			b.WriteString("    ")
		case r == '\u2028' || r == '\u2029' || r == '\u0085':
			b.WriteByte('\n')
		case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case shapeless(r):
		case r == '⟨': // the marks of codes, ⟨U+200B⟩, in the brackets that the fonts have
			b.WriteRune('〈')
		case r == '⟩':
			b.WriteRune('〉')
		default:
			return "", false
		}
	}
	return b.String(), true
}

// shapeless reports characters that draw nothing themselves: controls,
// direction marks, joiners and variation selectors.
func shapeless(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r)
}

// signs are words or like signs for common symbols.
var signs = map[rune]report.Phrase{
	'❎': {EN: "✗", ZH: "✗"}, '🚩': {EN: "⚑", ZH: "⚑"}, '⭐': {EN: "★", ZH: "★"}, '🌟': {EN: "★", ZH: "★"},
	'👍': {EN: "[thumbs up]", ZH: "[赞]"}, '👎': {EN: "[thumbs down]", ZH: "[踩]"},
	'🔴': {EN: "[red]", ZH: "[红]"}, '🟡': {EN: "[yellow]", ZH: "[黄]"}, '🟢': {EN: "[green]", ZH: "[绿]"},
	'💡': {EN: "[idea]", ZH: "[提示]"}, '🚀': {EN: "[rocket]", ZH: "[火箭]"}, '🎯': {EN: "[target]", ZH: "[目标]"},
}

// codesOf are the codes of a cluster's characters that have a shape.
func codesOf(cluster string) []string {
	var codes []string
	for _, r := range cluster {
		if !shapeless(r) {
			codes = append(codes, fmt.Sprintf("U+%04X", r))
		}
	}
	return codes
}

// maxListed is how many replaced characters the note names.
const maxListed = 12

// lackingList names the replaced characters by code, most frequent first, and
// counts them all.
func lackingList(lacking map[string]int) (list string, total int) {
	for _, n := range lacking {
		total += n
	}
	clusters := slices.SortedFunc(maps.Keys(lacking), func(a, b string) int {
		return cmp.Or(lacking[b]-lacking[a], strings.Compare(a, b))
	})
	var names []string
	for _, c := range clusters[:min(len(clusters), maxListed)] {
		name := strings.Join(codesOf(c), " ")
		if n := lacking[c]; n > 1 {
			name += fmt.Sprintf(" (%d×)", n)
		}
		names = append(names, name)
	}
	if len(clusters) > maxListed {
		names = append(names, "…")
	}
	return strings.Join(names, ", "), total
}
