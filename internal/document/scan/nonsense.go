package scan

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of the search for text without sense.
const (
	maxTail   = 600 // bytes of the last paragraph that are looked at
	maxOpener = 80
)

// tail looks at the first and the last lines: openers of answers, single marks, and
// suffixes that say nothing to a reader.
func (c *collector) tail() {
	if c.decoded {
		return
	}
	text := c.folded.Source
	end := len(strings.TrimRightFunc(text, unicode.IsSpace))
	last := strings.LastIndexByte(text[:end], '\n') + 1
	first := len(text) - len(strings.TrimLeftFunc(text, unicode.IsSpace))
	firstEnd := first + strings.IndexByte(text[first:]+"\n", '\n')
	for _, line := range [][2]int{{first, firstEnd}, {last, end}} {
		if c.opener(text[line[0]:line[1]], line[0] == last) {
			c.place(Finding{Kind: Nonsense, Start: line[0], End: line[1]})
		}
	}
	from := max(last, end-maxTail)
	for from < end && !utf8.RuneStart(text[from]) {
		from++
	}
	if strings.Contains(text[max(0, last-8):last], "```") || strings.HasPrefix(strings.TrimSpace(text[last:end]), "|") {
		return
	}
	for _, at := range []int{from, lastSentence(text, from, end)} {
		if at < end && c.senseless(text[at:end]) {
			c.place(Finding{Kind: Nonsense, Start: at, End: end})
		}
	}
}

// lastSentence is where the text after the last full stop but one begins.
func lastSentence(text string, from, end int) int {
	for i := end - 2; i > from; i-- {
		if c := text[i]; (c == '.' || c == '!' || c == '?') && text[i+1] == ' ' {
			return i + 2
		}
	}
	if i := strings.LastIndexAny(text[from:end-1], "。！？"); i >= 0 {
		_, size := utf8.DecodeRuneInString(text[from+i:])
		return from + i + size
	}
	return end
}

// opener reports a line that begins an answer and does not go on, or a lone mark.
func (c *collector) opener(line string, last bool) bool {
	if len(line) > maxOpener || strings.HasPrefix(strings.TrimSpace(line), "#") {
		return false
	}
	plain := strings.Trim(foldPhrase(line), " .:,;!?。、…")
	if plain == "" {
		return last && utf8.RuneCountInString(strings.TrimSpace(line)) <= 3 && !strings.ContainsAny(line, "-*_=~`|")
	}
	return c.lex.openers[plain] && (last || strings.HasSuffix(strings.TrimSpace(line), ":") && !last && strings.Contains(plain, " "))
}

var (
	oddMarks  = regexp.MustCompile(`[\p{L}\p{N}][\\{}\]\[#=%$^<>|~]+[\p{L}\p{N}\s]|[\\{}\]\[=%#$^<>|!"'?+;:,.)(~-]{3,}|\][({\[]|[)(]\s?[+=%#{}\[\]]|[!?]{2,}[({\[%]|(?:^|\s)[\\{}\]\[=#$^<>|!"%)(;]{1,3}(?:\s|$)|[:;][)(]\p{L}|\.\\|\p{L}\?\s\p{Ll}|%%|!!|==|>>|\\\\|\p{Ll}{3}\p{Lu}\p{Ll}*|\p{Ll}\.\p{L}|[.,?!]\p{L}{3}`)
	knownMark = regexp.MustCompile(`https?://\S+|\S+@\S+\.\w+|\$[^$\n]+\$|` + "`[^`\n]*`" + `|\[[^\]\n]*\]\([^)\n]*\)|\[\^?[\w, -]+\]|<[^<>\n]{1,200}>|\.\.\.|\b\w+\.(?:com|org|net|md|txt|pdf|go|py|cn|io)\b|\b(?:e\.g|i\.e|a\.m|p\.m)\.|\*\*|__`)
)

// senseless reports signs and words that no sentence is made of.
func (c *collector) senseless(text string) bool {
	plain := knownMark.ReplaceAllString(text, " ")
	words := strings.Fields(plain)
	n := 0
	for _, w := range words {
		n += max(1, len(w)/24)
	}
	if n < 3 {
		return c.praiseOnly(text)
	}
	odd := len(oddMarks.FindAllStringIndex(plain, -1))
	return odd >= 3 && odd*4 >= n || scripts(plain) >= 4 || scripts(plain) == 3 && odd >= 2 || c.praiseOnly(text) || c.wordSalad(text)
}

// scripts counts the scripts of a text's letters; Chinese and Japanese are one.
func scripts(text string) int {
	tables := []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Hangul, unicode.Devanagari, unicode.Armenian, unicode.Georgian, unicode.Tamil, unicode.Bengali}
	n := 0
	for _, t := range tables {
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(t, r) }) {
			n++
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) {
		n++
	}
	return n
}

// praiseOnly reports a line that is a list of words of praise without a sentence.
func (c *collector) praiseOnly(text string) bool {
	folded := fold(text).Text
	if strings.ContainsAny(folded, ",:;|、") {
		return false
	}
	praise, covered := 0, int32(0)
	c.lex.sentences(folded, func(s *sentence) {
		last := int32(-1)
		for _, h := range s.hits {
			if h.classes.meets(c.lex.gloss) && h.start >= last {
				praise++
				covered += h.until - h.from
				last = h.end
			}
		}
	})
	return praise >= 4 && covered*10 >= unitsOf(folded)*6
}

// wordSalad reports a line of at least five words in small letters, without a mark and
// without a word that joins others.
func (c *collector) wordSalad(text string) bool {
	words := strings.Fields(text)
	if len(words) < 5 || strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf || !unicode.IsLower(r) && r != ' ' }) {
		return false
	}
	for _, w := range words {
		if len(w) < 4 || joins[w] {
			return false
		}
	}
	return true
}

// joins are the English words of four letters and more that sentences need.
var joins = map[string]bool{
	"with": true, "from": true, "that": true, "this": true, "have": true, "will": true, "been": true, "were": true,
	"they": true, "their": true, "there": true, "than": true, "then": true, "when": true, "into": true, "over": true,
	"about": true, "which": true, "would": true, "could": true, "should": true, "your": true, "these": true, "those": true,
	"after": true, "before": true, "while": true, "because": true, "does": true, "each": true, "every": true, "some": true,
}
