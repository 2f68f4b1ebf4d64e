// Package scan finds what in a text is meant for its judges: instructions, requests for
// a score, persuasion, imitated replies and prompts, and text without sense. What counts
// is data: weights of words in wording, and lists of words per language in lang. It is
// pure and calls no language model.
package scan

import (
	"cmp"
	"html"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/lazy"
	"judgement/internal/origin"
)

// Kind is what a finding is.
type Kind string

// The kinds of findings.
const (
	Command    Kind = "command"    // an instruction to whoever judges
	Score      Kind = "score"      // a request for a score or a verdict
	Persuasion Kind = "persuasion" // authority, majority or pity instead of content
	Reply      Kind = "reply"      // text in the form of a judge's reply
	Fence      Kind = "fence"      // marks of prompts and chat templates
	Nonsense   Kind = "nonsense"   // text that says nothing to a reader
)

// Finding is one place. Offsets are half-open byte offsets into the text.
type Finding struct {
	Kind       Kind
	Start, End int
	Until      int    // the end of its sentence, for an excerpt
	Cut        bool   // or a place within the sentence, if that is long
	Encoding   string // how it is disguised: base64, hex, rot13 …; empty: not at all
	Decoded    string // what it says then
	More       bool   // it is the last one of its kind that is kept, and there are more
	Unsure     bool   // its wording is only near to that of such text
}

// Text scans a text. Findings are sorted by place and do not overlap within a kind.
// It runs in linear time, on all processors if the text is long.
func Text(text string) []Finding {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	c := &collector{folded: fold(text), lex: theLexicon(), upside: hasUpsideDown(text)}
	c.read(partBytes)
	c.forms()
	for i := range c.out {
		f := &c.out[i]
		f.Until, f.Cut = sentenceEnd(text, f.End)
	}
	slices.SortStableFunc(c.out, func(a, b Finding) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Kind, b.Kind)) })
	for i := len(c.out) - 1; i >= 0 && len(c.more) > 0; i-- {
		kind := c.out[i].Kind
		c.out[i].More = c.more[kind]
		delete(c.more, kind)
	}
	return c.out
}

// plain scans a decoded text for what speaks to judges, and for nothing else. A guess may be
// an honest text that only looks decoded, and so may be a program or its settings.
func plain(text, encoding string, guess bool) []Finding {
	lean, least := int32(decodedLean), 0
	switch {
	case encoding == wordsInCells:
		lean, least = 0, cellsSum
	case guess, encoding == "reversed":
		lean, least = 0, turnedSum
	case encoding == joinedWords: // program code has joined words
		lean = 0
	}
	folded := fold(text)
	found := wordedIn(folded, lean, least)
	if len(found) > 0 && least == 0 && programText().MatchString(text) {
		found = wordedIn(folded, 0, turnedSum)
	}
	return found
}

// wordedIn finds what speaks to judges in a decoded text.
func wordedIn(folded origin.Text, lean int32, least int) []Finding {
	c := &collector{folded: folded, lex: theLexicon(), decoded: true, lean: lean, least: least}
	c.sentences(stretch{0, len(folded.Text)})
	c.weighed()
	return c.out
}

// collector gathers the findings of one text.
type collector struct {
	folded  origin.Text
	lex     *lexicon
	decoded bool // the text was decoded: disguises in it are not looked for
	least   int  // and its sums must reach this, since it may be an honest one
	upside  bool // it has letters that stand upside down
	lean    int32
	out     []Finding
	found   map[Kind]int
	more    map[Kind]bool // kinds of which there are more than are kept
	weak    []weakFinding
	n       int // sentences
	about   int // and those about judging in which nothing was found
	paraOf  int // a place,
	para    int // and where its paragraph begins
}

// maxFindings bounds how many findings of a kind are kept.
const maxFindings = 1000

// sentences looks at the sentences in a part of the folded text.
func (c *collector) sentences(part stretch) {
	c.n += c.lex.sentencesIn(c.folded.Text, part, c.sentence)
}

func (c *collector) sentence(s *sentence) {
	if !c.worded(s) && s.of&judging != 0 {
		c.about++
	}
	if !c.decoded {
		c.disguised(s)
	}
}

// worded notes a sentence of the folded text by its wording.
func (c *collector) worded(s *sentence) bool {
	start, end := s.start, s.end
	text := c.folded.Text[start:end]
	lean := c.lean
	if s.of&judging == 0 {
		lean = min(lean, otherLean)
	}
	if source := c.folded.Source[c.folded.Origin(start):c.folded.Origin(end)]; len(source)*4 > (end-start)*5 && withoutMarks(source)*4 > (end-start)*5 && !strings.ContainsFunc(text, wideLetter) {
		lean = decodedLean // letters of other scripts stand for Latin ones
	}
	kind, sum := s.wording(lean)
	if kind != "" {
		if phrase := s.once(); phrase != s {
			kind, sum = phrase.wording(lean)
		}
	}
	if kind != "" && s.orders() {
		sum += orderSum
	}
	switch {
	case kind == "" || sum < c.least:
		return false
	case c.found[kind] >= maxFindings:
		c.skipped(kind)
	case sum < sureSum && len(c.weak) > maxFindings:
	case c.mentioned(start, end) || c.quotes(start, end):
		return false
	case sum >= sureSum && !strings.Contains(text, `"`) && !c.cited(start, end):
		c.add(kind, c.telling(s, kind), end, false)
	case c.formRow(start, end):
		return false
	case !c.cited(start, end) && len(c.weak) <= maxFindings:
		c.weak = append(c.weak, weakFinding{kind, c.telling(s, kind), end, sum, c.quizKey(s)})
	}
	return true
}

// An order at the start of a sentence adds to its sum. Behind more bytes it may be told as an example.
const (
	orderSum   = 40
	orderBytes = 40
)

// orders reports a sentence that begins with an order of the files.
func (s *sentence) orders() bool {
	return slices.ContainsFunc(s.hits, func(h hit) bool { return h.of&order != 0 && h.start < s.start+orderBytes })
}

// maxExcerpt is how much of a finding is shown, in bytes of the source, and a little less.
const maxExcerpt = 180

// telling is where in a sentence an excerpt begins: at its start, unless the words that
// count would be cut off.
func (c *collector) telling(s *sentence, kind Kind) int {
	shown := func(start, end int) bool { return c.folded.Origin(end)-c.folded.Origin(start) <= maxExcerpt }
	if shown(s.start, s.end) {
		return s.start
	}
	start, end := s.heaviest(kind)
	if shown(s.start, end) {
		return s.start
	}
	return start
}

// wideLetter reports a letter that is no Latin one after folding.
func wideLetter(r rune) bool { return r >= utf8.RuneSelf && unicode.IsLetter(r) }

// weakFinding is a sentence of the folded text that counts only if it weighs enough for its
// document.
type weakFinding struct {
	kind       Kind
	start, end int
	sum        int  // of its weights
	key        bool // it says the answer to a question
}

// formRow reports a sentence with a place to write or to tick in.
func (c *collector) formRow(start, end int) bool {
	text := c.folded.Source[c.folded.Origin(start):c.folded.Origin(end)]
	return strings.Contains(text, "___") || strings.Contains(text, "[ ]") || strings.ContainsAny(text, "☐□")
}

// questionBytes is how far before an answer its question is.
const questionBytes = 600

var question = lazy.Regexp(`[?？]|\b(?:questions?|quiz|exercises?|true or false|frage|pregunta|pergunta)\b|题|問|问|вопрос|문제|질문`)

// quizKey reports a sentence of answers of a word, such as "Answer: yes", after a
// question.
func (c *collector) quizKey(s *sentence) bool {
	text := c.folded.Text[s.start:s.end]
	if slices.ContainsFunc(s.hits, func(h hit) bool {
		return h.of&judging != 0 && !strings.Contains(c.folded.Text[h.start:h.end], "答")
	}) {
		return false
	}
	for line := range strings.SplitSeq(strings.Trim(text, " \n.?!。"), "\n") {
		label, answer, ok := strings.Cut(strings.Trim(line, " .-+|"), ":")
		if answer = strings.TrimSpace(answer); !ok || !c.lex.openers[strings.TrimSpace(label)] || strings.Contains(answer, " ") || unitsOf(answer) > 2 {
			return false
		}
	}
	before := c.folded.Text[:min(s.start+1, s.end)]
	return question().MatchString(before[runeAt(before, len(before)-questionBytes):])
}

// Documents about judging, such as rubrics, have more such sentences.
const (
	aboutOneOf = 8 // if one of so many sentences is about judging, a finding must exceed aboutSum
	weakOneOf  = 3 // and one of so many is a weak finding, or
	weakFew    = 3 // at most so few are

	littleText   = 36  // sentences: one in so few says little about a document
	fewSentences = 200 // sentences of a short document
	aboutSum     = 120
	aboutMost    = 50 // of it: an author may write about judging, too
	manySum      = 30 // and how much more it must have if more findings are weak
	sureOver     = 40 // a finding that has less than so much more is unsure
)

// weighed keeps the weak findings that weigh enough for their document: more so, the more of its
// sentences are about judging.
func (c *collector) weighed() {
	about, of := c.about*aboutOneOf, max(c.n, littleText)
	// The more sentences, the more of them are like words to judges by chance, and the more
	// so, the more are about judging.
	chance := int(wordingScale*math.Log(max(1, float64(c.n)/fewSentences))) + min(aboutMost, aboutSum*about/of)
	if len(c.weak) > weakFew && len(c.weak)*weakOneOf > c.n {
		chance += manySum
	}
	for _, w := range c.weak {
		if w.sum <= chance || w.key {
			continue
		}
		c.add(w.kind, w.start, w.end, !w.key && w.sum <= chance+sureOver)
		if len(c.weak) > maxFindings {
			c.skipped(w.kind)
		}
	}
}

// add notes a finding in the folded text, without the marks of a list or a quote before it.
func (c *collector) add(kind Kind, start, end int, unsure bool) {
	start = end - len(strings.TrimLeftFunc(c.folded.Text[start:end], func(r rune) bool { return mark(r) && !opens(r) }))
	f := Finding{Kind: kind, Start: c.folded.Origin(start), End: c.folded.Origin(end), Unsure: unsure}
	if source := c.folded.Source[f.Start:f.End]; !c.decoded && spelled(source) {
		f.Encoding, f.Decoded = "character codes", html.UnescapeString(source)
	}
	c.place(f)
}

func mark(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) || r == '>' }

// opens reports a bracket or a quotation mark, which belongs to what is after it.
func opens(r rune) bool { return unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\'' }

// place notes a finding in the source, unless one of its kind is there.
func (c *collector) place(f Finding) {
	switch {
	case f.Start >= f.End:
		return
	case c.found[f.Kind] >= maxFindings:
		c.skipped(f.Kind)
		return
	}
	for i := range c.out { // by place: they are large
		if o := &c.out[i]; f.Start < o.End && o.Start < f.End && o.Kind == f.Kind {
			return
		}
	}
	if c.found == nil {
		c.found = map[Kind]int{}
	}
	c.found[f.Kind]++
	c.out = append(c.out, f)
}

// skipped notes that a finding is not kept, since there are so many of its kind.
func (c *collector) skipped(kind Kind) {
	if c.more == nil {
		c.more = map[Kind]bool{}
	}
	c.more[kind] = true
}

// sentenceEnd extends a place to the end of its sentence, or within it if that is far.
func sentenceEnd(text string, at int) (end int, cut bool) {
	for i, r := range text[at:min(len(text), at+120)] {
		switch r {
		case '\n', '。', '！', '？':
			return at + i, false
		case utf8.RuneError:
			return at + i, true
		case '.', '!', '?':
			if rest := text[at+i+1:]; rest == "" || rest[0] == ' ' || rest[0] == '\n' {
				return at + i + 1, false
			}
		}
	}
	end = min(len(text), at+strings.LastIndexAny(text[at:min(len(text), at+120)]+" ", " "))
	return end, end < len(text) && text[end] != '\n'
}
