package scan

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// Limits of the search for text without sense.
const (
	maxTail    = 600 // bytes of the last paragraph that are looked at
	maxOpener  = 80
	maxOpeners = 240 // of several phrases
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
		if c.opener(text[line[0]:line[1]], line[0] == last) || c.openers(text[line[0]:line[1]], line[0] == last) {
			c.place(Finding{Kind: Nonsense, Start: line[0], End: line[1]})
		}
	}
	c.loneOpeners(text, end)
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

// loneOpeners looks for paragraphs that announce an answer. One that is a sentence says
// nothing, unless steps follow; a label such as "Solution:" says nothing before a heading.
func (c *collector) loneOpeners(text string, end int) {
	blank := true // the line before is
	for at := 0; at < end; {
		line, rest, _ := strings.Cut(text[at:end], "\n")
		start := at
		at += len(line) + 1
		lone := blank && len(line) <= maxOpener
		blank = strings.TrimSpace(line) == ""
		if !lone || blank || line[0] == '#' || rest != "" && rest[0] > ' ' || !c.lex.starts[firstOf(line)] {
			continue
		}
		next := strings.TrimLeftFunc(rest[:min(len(rest), maxOpeners)], unicode.IsSpace)
		plain := bare(line)
		known := c.lex.opens(plain)
		label := known && strings.HasPrefix(next, "#") && strings.HasSuffix(strings.TrimRight(foldPhrase(line), " "), ":")
		sentence := known && (strings.Count(plain, " ") >= 3 || plain[0] >= utf8.RuneSelf && utf8.RuneCountInString(plain) >= 8)
		if label || next != "" && !stepFollows().MatchString(next) && (sentence || !known && c.openers(line, true)) {
			c.place(Finding{Kind: Nonsense, Start: start, End: start + len(line)})
		}
	}
}

// stepFollows matches the first step of an answer.
var stepFollows = lazy.Regexp("^(?:[\\d(|>$*+-]|```|(?i:step|first)\\b|第|首先|设|由|先)")

// firstOf is the first word of a line in small letters, or its first ideograph.
func firstOf(line string) string {
	line = strings.TrimLeft(line, " *_>\"“")
	for i, r := range line {
		switch {
		case unspaced(r):
			return line[:i+utf8.RuneLen(r)]
		case !unicode.IsLetter(r) && r != '\'' && r != '’':
			return strings.ToLower(line[:i])
		}
	}
	return strings.ToLower(line)
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

// opener reports a line that begins an answer and does not go on, or a lone mark that ends
// no sentence.
func (c *collector) opener(line string, last bool) bool {
	if len(line) > maxOpener || strings.HasPrefix(strings.TrimSpace(line), "#") {
		return false
	}
	plain := bare(line)
	if plain == "" {
		mark := strings.TrimSpace(line)
		return last && utf8.RuneCountInString(mark) <= 3 && !strings.ContainsAny(mark, "-*_=~`|()[]{}<>") && strings.Trim(mark, "!?！？。—– ") != ""
	}
	return c.lex.opens(plain) && (last || strings.HasSuffix(strings.TrimSpace(line), ":") && !last && strings.Contains(plain, " "))
}

// bare is a line without marks and brackets around it.
func bare(line string) string {
	return strings.Trim(foldPhrase(line), " .:,;!?。、…[]()<>【】《》「」→*_-")
}

// openers reports a line of several phrases that each begin an answer, with nothing else.
func (c *collector) openers(line string, last bool) bool {
	if len(line) > maxOpeners || !last && !strings.HasSuffix(strings.TrimSpace(line), ":") {
		return false
	}
	n, telling := 0, false // one of them is more than a word that may be an answer itself
	for phrase := range strings.FieldsFuncSeq(strings.ReplaceAll(line, " - ", ":"), func(r rune) bool { return strings.ContainsRune(":：.。;；!！?？…#|–—", r) }) {
		phrase = strings.Trim(foldPhrase(phrase), " ,、")
		switch {
		case phrase == "":
			continue
		case !c.lex.opens(phrase):
			return false
		}
		n++
		telling = telling || strings.Count(phrase, " ") >= 2 || phrase[0] >= utf8.RuneSelf && utf8.RuneCountInString(phrase) >= 5
	}
	return n > 1 && telling
}

var (
	oddMarks  = lazy.Regexp(`[\p{L}\p{N}][\\{}\]\[#=%$^<>|~]+[\p{L}\p{N}\s]|[\\{}\]\[=%#$^<>|!"'?+;:,.)(~-]{3,}|\][({\[]|[)(]\s?[+=%#{}\[\]]|[!?]{2,}[({\[%]|(?:^|\s)[\\{}\]\[=#$^<>|!"%)(;]{1,3}(?:\s|$)|[:;][)(]\p{L}|\.\\|\p{L}\?\s\p{Ll}|%%|!!|==|>>|\\\\|\p{Ll}{3}\p{Lu}\p{Ll}*|\p{Ll}\.\p{L}|[.,?!]\p{L}{3}|/{3,}|\p{L};\p{L}|\p{Han}_|_\p{Han}|\p{L}_\p{L}+\p{Lu}\p{Ll}|[\p{Latin}\p{Han}][\p{Hangul}\p{Cyrillic}\p{Thai}\p{Arabic}\p{Hebrew}]|[\p{Hangul}\p{Cyrillic}\p{Thai}\p{Arabic}\p{Hebrew}][\p{Latin}\p{Han}\d]`)
	knownMark = lazy.Regexp(`https?://\S+|data:[\w/+.-]+;base64,\S+|\S+@\S+\.\w+|\$[^$\n]+\$|` + "`[^`\n]*`" + `|\[[^\]\n]*\]\([^)\n]*\)|\[\^?[\w, -]+\]|</?[A-Za-z][\w-]*(?: [\w-]+="[^"\n]*")* ?/?>|\.\.\.|\b\w+\.(?:com|org|net|md|txt|pdf|go|py|cn|io)\b|\b(?:e\.g|i\.e|a\.m|p\.m)\.|\*\*|__|\d%|\p{Han}[.,;:!?()%"']{1,3}|[.,;:!?()%"']{1,2}\p{Han}`)
)

// senseless reports signs and words that no sentence is made of.
func (c *collector) senseless(text string) bool {
	plain := knownMark().ReplaceAllString(text, " ")
	words := strings.Fields(plain)
	n := 0
	for _, w := range words {
		n += max(1, len(w)/24)
	}
	if n < 3 {
		return c.praiseOnly(text) || oneSign(text)
	}
	odd := len(oddMarks().FindAllStringIndex(plain, -1)) + loneMarks(words) + doubled(words)
	return odd >= 3 && odd*4 >= n || scripts(plain) >= 4 || scripts(plain) == 3 && odd >= 2 || c.praiseOnly(text) || c.wordSalad(text) || noWords(words) || oneSign(text)
}

// loneMarks counts the words of two brackets and signs or more, such as }{ and ]].
func loneMarks(words []string) (n int) {
	for _, w := range words {
		switch {
		case utf8.RuneCountInString(w) < 2 || usualMarks[w] || strings.ContainsFunc(w, lettered):
		case strings.Trim(w, ".,;:!?()…—。，；：！？（）、·•") != "":
			n++
		}
	}
	return n
}

// doubled counts the ideographs that stand twice in a row at the start or end of a word, as in 冠冠: a
// Chinese text has few, and no blanks between its words.
func doubled(words []string) (n int) {
	for _, w := range words {
		r := []rune(w)
		for i := 1; i < len(r); i++ {
			if r[i] == r[i-1] && unicode.Is(unicode.Han, r[i]) && (i == 1 || i == len(r)-1) {
				n++
			}
		}
	}
	return n
}

func lettered(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '"' || r == '\''
}

// usualMarks are words of signs that honest texts have.
var usualMarks = map[string]bool{"->": true, "<-": true, "=>": true, "--": true, "---": true, "——": true, "……": true, "…": true, "**": true, "***": true, "*/": true, "/*": true, "//": true, "||": true, "&&": true, ":-)": true, "+/-": true, ">>": true, "##": true, "**:": true}

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
	praising, covered := 0, int32(0)
	c.lex.sentences(folded, func(s *sentence) {
		last := -1
		for _, h := range s.hits {
			if h.of&praise != 0 && h.start >= last {
				praising++
				covered += h.units
				last = h.end
			}
		}
	})
	return praising >= 4 && covered*10 >= unitsOf(folded)*6
}

// wordSalad reports a line of at least five words without a mark and without a word that
// joins others: in small letters, or at least eight of which few have a capital.
func (c *collector) wordSalad(text string) bool {
	words := strings.Fields(text)
	capitals, different := 0, map[string]bool{}
	for _, r := range text {
		if r >= utf8.RuneSelf || !unicode.IsLetter(r) && r != ' ' {
			return false
		}
	}
	for _, w := range words {
		different[w] = true
		if unicode.IsUpper(rune(w[0])) {
			capitals++
		}
		if len(w) < 3 || joins[strings.ToLower(w)] {
			return false
		}
	}
	if len(different)*2 < len(words) { // a chorus
		return false
	}
	return len(words) >= 5 && capitals == 0 || len(words) >= 8 && capitals*3 <= len(words)
}

// noWords reports at least six words, two of five of them without a vowel.
func noWords(words []string) bool {
	odd := 0
	for _, w := range words {
		if strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
			continue
		}
		if len(w) >= 2 && !strings.ContainsAny(w, "aeiouy") {
			odd++
		}
	}
	return len(words) >= 6 && odd >= 4 && odd*5 >= 2*len(words)
}

// ruleSigns make lines, and rows of dots, in honest documents.
const ruleSigns = "-=_*.#~+·•—–…"

// oneSign reports one character again and again, or mostly rare symbols.
func oneSign(text string) bool {
	sign, _ := utf8.DecodeRuneInString(text)
	if bare := strings.ReplaceAll(text, " ", ""); !unicode.IsLetter(sign) && !unicode.IsDigit(sign) && strings.Trim(bare, string(sign)) == "" {
		n := utf8.RuneCountInString(bare)
		return n >= 12 && (!strings.ContainsRune(ruleSigns, sign) || sign == '~' && len(strings.Fields(text)) >= 8)
	}
	count := map[rune]int{}
	n, rare := 0, 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		n++
		count[r]++
		if r > 0x2000 && unicode.In(r, unicode.So, unicode.Sm, unicode.Sk, unicode.Co) {
			rare++
		}
	}
	most := 0
	for _, k := range count {
		most = max(most, k)
	}
	letter := strings.ContainsFunc(text, unicode.IsLetter)
	return letter && n >= 8 && most*5 >= 4*n || rare >= 6 && rare*2 >= n || repeatedWord(text)
}

// repeatedWord reports a word in small Latin letters six times or more; lines of songs and forms
// have capitals or marks.
func repeatedWord(text string) bool {
	words := strings.Fields(text)
	for _, w := range words {
		if w != words[0] || len(w) < 3 || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
			return false
		}
	}
	return len(words) >= 6
}

// Lengths of joins.
const (
	minJoining = 3
	maxJoining = 7
)

// joins are the words of three letters and more that sentences need.
var joins = map[string]bool{
	"the": true, "and": true, "for": true, "are": true, "was": true, "not": true, "you": true, "our": true, "its": true, "but": true,
	"has": true, "had": true, "can": true, "may": true, "all": true, "one": false, "who": true, "his": true, "her": true, "did": true,
	"der": true, "die": true, "das": true, "und": true, "ist": true, "den": true, "dem": true, "ein": true, "eine": true, "mit": true, "von": true, "wir": true,
	"les": true, "des": true, "est": true, "une": true, "sur": true, "par": true, "pour": true, "que": true, "dans": true, "avec": true, "nous": true,
	"los": true, "las": true, "del": true, "una": true, "con": true, "por": true, "para": true, "som": true, "uma": true, "dos": true, "sao": true, "per": true, "non": true, "che": true, "het": true, "een": true, "van": true,
	"with": true, "from": true, "that": true, "this": true, "have": true, "will": true, "been": true, "were": true,
	"they": true, "their": true, "there": true, "than": true, "then": true, "when": true, "into": true, "over": true,
	"about": true, "which": true, "would": true, "could": true, "should": true, "your": true, "these": true, "those": true,
	"after": true, "before": true, "while": true, "because": true, "does": true, "each": true, "every": true, "some": true,
}
