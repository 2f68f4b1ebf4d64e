package evidence

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/text"
)

// token is something that must not differ between a quote and its source: a
// number, a unit, a negation or a comparator.
type token struct {
	kind  string // number, unit, negation, comparator
	value string // canonical: 1,000 and 1000 and 一千 are one number
	text  string // as it is in normal form
}

// guard compares the numbers, units, negations and comparators of a quote with those of the
// span that it was matched to, both in normal form. It returns what the span says in place of
// the quote, nil if nothing differs.
func guard(quote, span string) Note {
	q, s := tokens(quote), tokens(span)
	for len(q) > 0 && len(s) > 0 && q[0].same(s[0]) {
		q, s = q[1:], s[1:]
	}
	for len(q) > 0 && len(s) > 0 && q[len(q)-1].same(s[len(s)-1]) {
		q, s = q[:len(q)-1], s[:len(s)-1]
	}
	for _, said := range q {
		for _, t := range s {
			if t.kind == said.kind && t.value != said.value {
				return Found(saidInstead, text.Clip(t.text, maxMissing), text.Clip(said.text, maxMissing))
			}
		}
	}
	switch {
	case len(s) > 0:
		return Found(alsoSaid, text.Clip(s[0].text, maxMissing))
	case len(q) > 0:
		return Found(notSaid, text.Clip(q[0].text, maxMissing))
	}
	return prefixChange(quote, span)
}

func (t token) same(other token) bool { return t.kind == other.kind && t.value == other.value }

// prefixChange finds words that differ by a negative prefix only, such as
// profitable and unprofitable, or by their end, harmless and harmful. Of several it names the
// first word by bytes: the note is part of reports and prompts, so it must not vary.
func prefixChange(quote, span string) Note {
	a, b := latinWords(quote), latinWords(span)
	for k, pair := range [2][2]map[string]bool{{a, b}, {b, a}} {
		for _, w := range slices.Sorted(maps.Keys(pair[0])) {
			if pair[1][w] {
				continue
			}
			for _, other := range opposites(w) {
				switch {
				case !pair[1][other] || pair[0][other] && strings.HasSuffix(w, other):
				case k == 0:
					return Found(saidInstead, other, w)
				default:
					return Found(saidInstead, w, other)
				}
			}
		}
	}
	return nil
}

// opposites are what a word may be without its negative prefix, and with another end.
func opposites(w string) (out []string) {
	for _, p := range negativePrefixes {
		if bare, ok := strings.CutPrefix(w, p); ok && len(bare) > 2 {
			out = append(out, bare)
		}
	}
	for _, end := range []string{"less", "ful"} {
		if stem, ok := strings.CutSuffix(w, end); ok {
			out = append(out, stem, stem+"less", stem+"ful")
		}
	}
	return out
}

func latinWords(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsFuncSeq(s, func(r rune) bool { return !isWordLetter(r) }) {
		m[w] = true
	}
	return m
}

// tokens lists what the guard watches, in order. Text must be in normal form.
func tokens(s string) []token {
	var out []token
	afterNumber := false
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if n := scanRange(s, i); n > i {
			i, afterNumber = n, false
			continue
		}
		switch {
		case unicode.IsDigit(r) || isHanNumeral(r) && r != '两' || r == '两' && !afterNumber:
			value, end := scanNumber(s, i)
			minus := sign(s, i)
			out = append(out, token{"number", minus + value, minus + s[i:end]})
			i, afterNumber = end, true
			continue
		case r == ' ' && afterNumber:
			i += size
			continue
		case isWordLetter(r) || r == '\'' && i > 0:
			if value, end := scanWords(s, i, ""); end > i {
				out = append(out, token{"number", value, s[i:end]})
				i, afterNumber = end, true
				continue
			}
			end := scanWord(s, i)
			if t, ok := wordToken(s[i:end], afterNumber); ok {
				out = append(out, t)
			}
			i = end
		case isHan(r):
			t, n := hanToken(s[i:], afterNumber)
			if n > 0 {
				out = append(out, t)
				size = n
			}
			i += size
		default:
			if t, ok := signToken(r, afterNumber); ok {
				out = append(out, t)
			}
			i += size
		}
		afterNumber = false
	}
	return out
}

// sign returns "-" if the number at i is negative: a dash with no letter,
// digit, percent sign or ideograph before it.
func sign(s string, i int) string {
	left, dash := strings.CutSuffix(strings.TrimRight(s[:i], "$€£¥ "), "-")
	if r := lastRune(left); !dash || unicode.IsDigit(r) || unicode.IsLetter(r) || r == '%' {
		return ""
	}
	return "-"
}

// scanWord returns where the word at s[i:] ends, apostrophes before and in it
// included.
func scanWord(s string, i int) int {
	n := i
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' { // most words
		n++
	}
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		apostrophe := r == '\'' && n > i && n+1 < len(s) && isWordLetter(rune(s[n+1]))
		if !isWordLetter(r) && !apostrophe && (r != '\'' || n > i) {
			break
		}
		n += size
	}
	return max(n, i+1)
}

func wordToken(w string, afterNumber bool) (token, bool) {
	switch {
	case isNegation(w):
		return token{"negation", w, w}, true
	case wordValues[w] > 0:
		return token{"number", strconv.FormatInt(wordValues[w], 10), w}, true
	case numberWords[w]:
		return token{"number", w, w}, true
	case comparatorWords[w] && !(afterNumber && unitWords[w]):
		return token{"comparator", w, w}, true
	case afterNumber || currencyWords[w]:
		return token{"unit", unitValue(w), w}, true
	}
	return token{}, false
}

// sameUnits are spellings of one unit.
var sameUnits = map[string]string{"percent": "%", "pct": "%", "rmb": "cny", "yuan": "cny", "dollar": "usd", "dollars": "usd"}

// unitValue brings spellings of one unit together.
func unitValue(w string) string {
	if same, ok := sameUnits[w]; ok {
		return same
	}
	if len(w) > 3 {
		return strings.TrimSuffix(w, "s")
	}
	return w
}

func hanToken(s string, afterNumber bool) (token, int) {
	r, n := utf8.DecodeRuneInString(s)
	comparator := prefixed(s, hanComparatorAt[r])
	if afterNumber {
		unit := prefixed(s, hanUnitsAt[r])
		if unit == "" {
			unit = s[:n]
		}
		if !strings.ContainsAny(unit, hanNegations) && comparator == "" {
			return token{"unit", unit, unit}, len(unit)
		}
	}
	if comparator != "" {
		return token{"comparator", comparator, comparator}, len(comparator)
	}
	if p := prefixed(s, []string{"美元", "欧元", "人民币"}); p != "" {
		return token{"unit", p, p}, len(p)
	}
	if strings.ContainsRune(hanNegations, r) {
		return token{"negation", s[:n], s[:n]}, n
	}
	return token{}, 0
}

func signToken(r rune, afterNumber bool) (token, bool) {
	sign := string(r)
	switch {
	case strings.Contains("%‰°‱$€£¥₩₹₽/^"+parts, sign):
		return token{"unit", sign, sign}, true
	case strings.Contains("<>≤≥≦≧≠=≈~±≃", sign), r == '+' && afterNumber:
		return token{"comparator", sign, sign}, true
	}
	return token{}, false
}
