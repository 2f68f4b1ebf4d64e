package offline

import (
	"iter"
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentence is one sentence of the document as it is there, with what was
// counted in it.
type sentence struct {
	text    string
	order   int
	words   int         // words, or half the ideographs
	numbers int         // figures in digits, list numbers left out
	marks   [counts]int // hits of the words of each aspect, of praise and grammar
	list    bool        // a heap of keywords rather than a sentence
	again   bool        // said before, or taken from a criterion
}

// solid reports a sentence that says something checkable: a figure, or a limit
// in words of measurement.
func (s *sentence) solid() bool {
	if s.list || s.again || s.words < 5 || s.marks[praise] > 1 || s.marks[praise] > 0 && s.marks[limits] == 0 {
		return false
	}
	return s.numbers > 0 || s.marks[limits] > 0 && s.marks[measured] > 0
}

// measures is what was counted over the whole document.
type measures struct {
	sentences []sentence // the first maxSentences
	counted   int        // sentences that are no lists and no repetitions
	solid     int
	praise    int
	lists     int
	again     int
	headings  int
	paras     int
	longParas int
	variety   float64 // different words ÷ words, over the first 2,000
}

// stamp is the time that a line of a transcript starts with; it is no figure.
var stamp = regexp.MustCompile(`^\[?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?\]?\s*`)

var listNumber = regexp.MustCompile(`^\d{1,3}[.)] `)

// Bounds of what is looked at and kept, so that a megabyte of very short lines
// takes no more memory than prose of that length.
const (
	maxSentence  = 2000   // bytes of a sentence that are looked at
	maxSentences = 20_000 // sentences that are kept; the others are only counted
)

// measure reads a document once, in linear time.
func measure(document string, criteria []string) *measures {
	m := &measures{}
	seen := map[string]bool{}
	echo := shingles(criteria)
	para := 0
	closePara := func() {
		if para > 0 {
			m.paras++
			if para > 1200 {
				m.longParas++
			}
		}
		para = 0
	}
	for line := range strings.Lines(document) {
		line = strings.TrimSpace(line)
		switch {
		case line == "":
			closePara()
			continue
		case strings.HasPrefix(line, "#"):
			m.headings++
			continue
		case strings.HasPrefix(line, "|"): // a table
			continue
		}
		body := unmarked(line)
		para += weight(body)
		for _, text := range split(body) {
			s := look(text, len(m.sentences))
			key := strings.ToLower(text)
			s.again = seen[key] || echoes(text, echo)
			if len(seen) < maxSentences {
				seen[key] = true
			}
			m.add(s)
		}
	}
	closePara()
	m.variety = variety(document)
	return m
}

// lead is a short heading in bold before the sentences of a paragraph; it is no sentence.
var lead = regexp.MustCompile(`^(?:[-+>•·] *)?\*\*[^*\d]{1,40}\*\*[:：]?\s*(?:\S)`)

// unmarked is a line without the mark of a list or a quote, a lead or a time stamp.
func unmarked(line string) string {
	if found := lead.FindString(line); found != "" {
		_, size := utf8.DecodeLastRuneInString(found)
		line = line[len(found)-size:]
	}
	body := strings.TrimLeft(line, "-*+>•· ")
	body = strings.TrimLeft(listNumber.ReplaceAllString(body, ""), " ")
	if strings.HasPrefix(body, "[") {
		body = body[len(stamp.FindString(body)):]
	}
	return body
}

func (m *measures) add(s sentence) {
	m.praise += s.marks[praise]
	switch {
	case s.again:
		m.again++
	case s.list:
		m.lists++
	default:
		m.counted++
	}
	if s.solid() {
		m.solid++
	}
	if len(m.sentences) < maxSentences {
		m.sentences = append(m.sentences, s)
	}
}

// split cuts a line into sentences.
func split(line string) []string {
	var out []string
	from := 0
	for i, r := range line {
		end := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			continue
		}
		stop := strings.ContainsRune("。！？；", r)
		if strings.ContainsRune(".!?。！？", r) { // with the end of Markdown's emphasis
			for end < len(line) && (line[end] == '*' || line[end] == '_') {
				end++
			}
		}
		if strings.ContainsRune(".!?", r) {
			next, _ := utf8.DecodeRuneInString(line[end:])
			stop = end == len(line) || unicode.IsSpace(next)
		}
		if stop {
			if s := strings.TrimSpace(line[from:end]); s != "" {
				out = append(out, s)
			}
			from = end
		}
	}
	if s := strings.TrimSpace(line[from:]); s != "" {
		out = append(out, s)
	}
	return out
}

// look counts what is in one sentence.
func look(text string, order int) sentence {
	s := sentence{text: text, order: order}
	if len(text) > maxSentence {
		text = strings.ToValidUTF8(text[:maxSentence], "")
	}
	lower := strings.ToLower(text)
	han, commas, function := s.lookAtCharacters(lower[len(stamp.FindString(lower)):])
	for w := range strings.FieldsFuncSeq(lower, notWord) {
		s.words++
		for _, a := range words[w] {
			s.marks[a]++
		}
	}
	itemWords := 8 // twice the words that an item of a list of keywords stays below
	s.words += han / 2
	if han > s.words {
		itemWords = 5
	}
	phrases := latinPhrases
	if han > 0 {
		phrases = hanPhrases
		s.numbers += hanFigures(lower)
	}
	for _, p := range phrases {
		if strings.Contains(lower, p.text) {
			s.marks[p.is]++
		}
	}
	s.list = commas >= 3 && s.words < itemWords*(commas+1)/2 && (function+s.marks[grammar])*7 < s.words
	return s
}

// lookAtCharacters counts figures, and returns the numbers of ideographs, commas
// and Chinese function words.
func (s *sentence) lookAtCharacters(lower string) (han, commas, function int) {
	wasDigit := false
	var last rune
	for _, r := range lower {
		digit := unicode.IsDigit(r)
		if digit && !wasDigit {
			s.numbers++
		}
		wasDigit = digit || wasDigit && (r == '.' || r == ',')
		switch {
		case unicode.Is(unicode.Han, r):
			han++
			if strings.ContainsRune("的了是在把被和与就都而也不有我他她它这那为以从对到由每", r) {
				function++
			}
		case strings.ContainsRune(",，、;；|", r) && (r != ',' || !unicode.IsDigit(last)):
			commas++
		}
		last = r
	}
	return han, commas, function
}

// hanFigures counts figures written as ideographs: a numeral before a measure, each
// pair once.
func hanFigures(s string) int {
	n := 0
	for _, f := range []string{"个月", "家", "名", "次", "台", "户", "年", "天", "周", "万", "亿", "成"} {
		for _, d := range []string{"二", "两", "三", "四", "五", "六", "七", "八", "九", "十"} {
			if strings.Contains(s, d+f) {
				n++
			}
		}
	}
	return n
}

func notWord(r rune) bool {
	return !unicode.IsLetter(r) && r != '\'' && r != '-' || unicode.Is(unicode.Han, r)
}

// weight is the length of a text in units of about one Latin letter.
func weight(s string) int {
	n := 0
	for _, r := range s {
		n++
		if unicode.Is(unicode.Han, r) {
			n += 2
		}
	}
	return n
}

// hanPairs yields the pairs of neighbouring ideographs.
func hanPairs(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		var last rune
		for _, r := range text {
			if unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, last) && !yield(string([]rune{last, r})) {
				return
			}
			last = r
		}
	}
}

// variety is how many of the first words differ.
func variety(document string) float64 {
	seen := map[string]bool{}
	n := 0
	count := func(words iter.Seq[string]) {
		for w := range words {
			seen[w] = true
			if n++; n >= 2000 {
				return
			}
		}
	}
	head := document[:min(len(document), 40_000)]
	count(strings.FieldsFuncSeq(strings.ToLower(head), notWord))
	count(hanPairs(head))
	if n < 2 {
		return float64(n)
	}
	// Herdan's C: the logarithms' ratio hardly depends on the length.
	return math.Log(float64(len(seen))) / math.Log(float64(n))
}

const shingle = 8 // characters

// shingles is the set of runs of characters in the criteria, without blanks and
// punctuation.
func shingles(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, t := range texts {
		runes := letters(t)
		for i := 0; i+shingle <= len(runes); i++ {
			set[string(runes[i:i+shingle])] = true
		}
	}
	return set
}

// echoes reports a text that is mostly taken from the criteria.
func echoes(text string, set map[string]bool) bool {
	if len(set) == 0 {
		return false
	}
	text = text[:min(len(text), maxSentence)]
	runes := letters(text)
	hits, all := 0, 0
	for i := 0; i+shingle <= len(runes); i++ {
		all++
		if set[string(runes[i:i+shingle])] {
			hits++
		}
	}
	return all > 0 && hits*3 > all
}

func letters(s string) []rune {
	var out []rune
	for _, r := range strings.ToLower(s) {
		if unicode.IsLetter(r) {
			out = append(out, r)
		}
	}
	return out
}
