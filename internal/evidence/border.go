package evidence

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// context is how much text beside a quote is looked at, in bytes of the normal
// form.
const context = 120

// border says whether a quote was cut out of the document so that it says
// something else: through the middle of a word or number, after a negation or
// comparator, before a unit (Altered), or out of its scope (OutOfScope). i and j
// bound the quote in the normal form. refused is "" if it may be called proven;
// note is a remark then.
func (x *Index) border(i, j int) (refused Status, note Note) {
	refused, note = x.borderNote(i, j)
	return refused, x.inClause(note, i, j)
}

// inClause is a note on a quote at [i, j) with the clause around a bare negation, if it is short: 还没有测过, not 没有.
func (x *Index) inClause(note Note, i, j int) Note {
	for k, f := range note {
		if f.Code != saidBefore && f.Code != saidAfter || negationIn(f.Words[0]) != f.Words[0] {
			continue
		}
		left, text := x.contextOf(i, j)
		at, cue := j, strings.Index(text, f.Words[0])
		if f.Code == saidBefore {
			at, text, cue = i-len(left), left, strings.LastIndex(left, f.Words[0])
		}
		if cue < 0 {
			continue
		}
		marked := func(r rune) bool { return strings.ContainsRune(",.;:!?()\"。", r) }
		head := text[:cue]
		from := len(strings.TrimRightFunc(head, func(r rune) bool { return !marked(r) }))
		to := len(text)
		if n := strings.IndexFunc(text[cue:], marked); n >= 0 {
			to = cue + n
		}
		words := x.words(at+from, at+to)
		if !strings.Contains(x.blocks[x.folded.Origin(at+from):x.folded.Origin(at+to-1)], "\n") && weight(words) <= maxCue {
			note[k].Words = []string{strings.TrimSpace(words)}
		}
	}
	return note
}

func (x *Index) borderNote(i, j int) (refused Status, note Note) {
	why := x.cutWords(i, j)
	if why != nil && why[0].Code != saidBefore && why[0].Code != saidAfter {
		return Altered, why
	}
	refused, note = x.scope(i, j, 0, len(x.folded.Text))
	if why != nil && (refused == "" || numberFirst(x.folded.Text[i:j])) {
		return Altered, why
	}
	left, _ := x.contextOf(i, j)
	if note == nil && x.sameBlock(i) {
		if w := clauseNegation(strings.TrimRight(left, " \"'([")); w != "" {
			note = Found(saidBefore, w)
		}
	}
	return refused, note
}

// secondNext is a line that starts with the second of several points: no unit of time.
var secondNext = regexp.MustCompile(`^[ \t\r]*\n\s*Second(?:ly)?\b`)

// cutWords finds a word, number, quantity or negation that the borders [i, j) cut.
func (x *Index) cutWords(i, j int) Note {
	left, right := x.contextOf(i, j)
	body := x.folded.Text[i:j]
	if why := leftWhole(left, body, x.hyphenated(i)); why != nil {
		return why
	}
	if aboutSplit(left, body) && x.sameBlock(i-len("一、")) {
		return Found("the quote starts inside a number")
	}
	if why := rightWhole(body, right); why != nil {
		return why
	}
	if why := x.numberSplit(i, j); why != nil {
		return why
	}
	if x.sameBlock(i) && !x.afterSection(i) {
		if why := countedBefore(left, body); why != nil {
			return why
		}
		if why := leftSense(strings.TrimRight(left, " \"'(["), body); why != nil {
			return why
		}
	}
	if x.sameBlock(j) {
		if why := quantityGoesOn(body, right); why != nil && !secondNext.MatchString(x.text[x.folded.Origin(j):]) {
			return why
		}
		return rightSense(body, strings.TrimLeft(right, " "))
	}
	return nil
}

func (x *Index) contextOf(i, j int) (left, right string) {
	t := x.folded.Text
	a, b := max(0, i-context), min(len(t), j+context)
	for a < i && !utf8.RuneStart(t[a]) {
		a++
	}
	for b < len(t) && !utf8.RuneStart(t[b]) {
		b++
	}
	return x.simple()[a:i], x.simple()[j:b]
}

// sameBlock reports whether the text before and after place i of the normal
// form is one paragraph, item or cell of the document.
func (x *Index) sameBlock(i int) bool {
	if i == 0 || i >= len(x.folded.Text) {
		return false
	}
	t := x.folded.Text
	p := i - 1
	for p > 0 && (t[p] == ' ' || !utf8.RuneStart(t[p])) {
		p--
	}
	for i < len(t)-1 && t[i] == ' ' {
		i++
	}
	gap := x.blocks[x.folded.Origin(p):x.folded.Origin(i)]
	if x.inBreak(p) || x.inBreak(i) || strings.Contains(gap, "\n\n") || strings.Contains(gap, "|") || blockTag.MatchString(gap) {
		return false
	}
	line := strings.LastIndexByte(gap, '\n')
	return line < 0 || strings.TrimSpace(gap[line:]) == "" && !isItem(x.text[x.folded.Origin(i):])
}

// hyphenated reports whether a hyphen that the normal form leaves out is
// before place i, after a piece that does not deny: cost-|effective, but not
// non-|profit and not a word broken over two lines.
func (x *Index) hyphenated(i int) bool {
	if i == 0 || i >= len(x.folded.Text) {
		return false
	}
	s := x.folded.Origin(i)
	before := strings.TrimRight(x.text[:s], "*_`")
	r, size := utf8.DecodeLastRuneInString(before)
	if r != '-' && r != '\u2010' && r != '\u2011' {
		return false
	}
	before = before[:len(before)-size]
	start := strings.LastIndexFunc(before, func(r rune) bool { return !isWordLetter(r) }) + 1
	if start > 0 && start < len(before) && before[start-1] != ' ' && !utf8.RuneStart(before[start]) {
		return false
	}
	piece := strings.ToLower(strings.TrimFunc(before[start:], func(r rune) bool { return !isWordLetter(r) }))
	switch piece {
	case "non", "un", "anti", "sub", "in", "dis", "de", "mis", "less", "semi", "quasi", "pseudo", "counter", "ex", "pre", "half":
		return false
	}
	return piece != "" && !isNegation(piece) && !comparatorWords[piece] && !isNumberWord(piece)
}

// leftWhole finds a word or number cut at the quote's start.
func leftWhole(left, body string, hyphenated bool) Note {
	if left == "" {
		return nil
	}
	first, last := firstRune(body), lastRune(left)
	before := lastRune(left[:len(left)-utf8.RuneLen(last)])
	switch {
	case isWordLetter(first) && isWordLetter(last) && !hyphenated,
		isWordLetter(first) && last == '\'' && isWordLetter(before),
		isWordLetter(first) && last == '-' && keepsHyphen(left[:len(left)-1], body):
		return Found("the quote starts inside a word")
	case isAlnum(first) && isAlnum(last) && !hyphenated:
		return Found("the quote starts inside a number or word")
	case strings.ContainsRune("%‰°℃", first) && (unicode.IsDigit(last) || last == ' ' && unicode.IsDigit(before)):
		return Found("the quote leaves out the number before it")
	case isHanNumeral(first) && isNumeral(last) && !(last == '万' && first == '一'):
		return Found("the quote starts inside a number")
	case (first == '.' || first == ',') && unicode.IsDigit(last) && len(body) > 1 && body[1] >= '0' && body[1] <= '9':
		return Found("the quote starts inside a number")
	case strings.HasSuffix(left, "分") && strings.HasPrefix(body, "之") && isHanNumeral(firstRune(body[len("之"):])),
		cutWordNumber(strings.TrimRight(left, " "), body):
		return Found("the quote starts inside a number")
	}
	if first == '^' || last == '^' || last == '⁻' {
		return Found("the quote starts inside a number")
	}
	if !numberFirst(body) {
		return nil
	}
	switch {
	case strings.ContainsRune(".,:/-", last) && unicode.IsDigit(before), strings.HasSuffix(left, "分之"), restOfNumber(left, body), closesRange(left, body):
		return Found("the quote starts inside a number")
	case strings.ContainsRune("$€£¥", first) && isWordLetter(last): // HK|$5
		return Found("the quote leaves out the sign of its number")
	case isNumberSign(last) && !(last == '~' && before == '~'), last == '.' && (before == ' ' || before == utf8.RuneError), last == '负', last == '第':
		return Found("the quote leaves out the sign of its number")
	case last == ' ' && isNumberSign(before) && before != '-' && before != '+' && !strings.HasSuffix(left, "~~ "):
		return Found("the quote leaves out the sign of its number")
	}
	return nil
}

// countedBefore finds a quote that starts right after the number that counts
// it or belongs to it. A year is no count.
func countedBefore(left, body string) Note {
	first := firstRune(body)
	bare := strings.TrimRight(left, " ")
	unit := firstWord(body)
	currency := currencyWords[unit] && !numberFirst(strings.TrimLeft(body[len(unit):], " "))
	if strings.ContainsRune(",;:!?)\"'", first) || numberFirst(body) && !currency {
		return wordsBefore(bare, body)
	}
	r, w := lastRune(bare), lastWord(bare)
	if number := strings.TrimSuffix(bare, "-"); number != bare && compounds[unit] && unicode.IsDigit(lastRune(number)) {
		return Found("the quote leaves out the number before it") // 6-|week pilot
	}
	switch {
	case unicode.IsDigit(r) && !(yearLast(bare) && isWordLetter(first) && !(doseWords[unit] || currency && lastWord(strings.TrimRight(bare, "0123456789 ")) != "in")), isHanNumeral(r) && suffixed(bare, numeralWords) == "", isNumberWord(w) && w != "one" && !isPlaceOrTime(bare, w):
		return Found("the quote leaves out the number before it")
	}
	return nil
}

// isPlaceOrTime reports whether a quarter at the end of a text is one of a town or year: the old quarter, the last
// quarter; not a quarter, three quarters.
func isPlaceOrTime(bare, w string) bool {
	if w != "quarter" && w != "quarters" {
		return false
	}
	before := strings.TrimRight(strings.TrimSuffix(bare, w), " ")
	count := lastWord(before)
	return isWordLetter(lastRune(before)) && count != "a" && count != "and" && count != "per" && wordValues[count] == 0
}

// yearLast reports whether s ends with four digits that look like a year.
func yearLast(s string) bool {
	n := len(s)
	if n < 4 || s[n-4:n-2] != "19" && s[n-4:n-2] != "20" {
		return false
	}
	r := lastRune(s[:n-4])
	return !unicode.IsDigit(r) && !strings.ContainsRune(".,-/", r) && !isNumberSign(r)
}

// numberFirst reports whether the quote starts with a number, signs and
// currencies before it included.
func numberFirst(body string) bool {
	for _, r := range body {
		if isNumeral(r) {
			return true
		}
		if !isNumberSign(r) && r != ' ' && r != '.' {
			break
		}
	}
	w := body[:scanWhile(body, 0, func(r, _ rune) bool { return isWordLetter(r) })]
	return isNumberWord(w) || currencyWords[w] || w == "half" || w == "a" && wordScales[nextWord(body, len(w))] > 0
}

// rightWhole finds a word, number or quantity cut at the quote's end.
func rightWhole(body, right string) Note {
	if right == "" {
		return nil
	}
	last, next := lastRune(body), firstRune(right)
	after := firstRune(right[utf8.RuneLen(next):])
	before := lastRune(strings.TrimSuffix(body, string(last)))
	switch {
	case isAlnum(last) && isAlnum(next):
		return Found("the quote ends inside a word or number")
	case isWordLetter(last) && next == '\'' && isWordLetter(after):
		return Found("the quote ends inside a word")
	case isHanNumeral(last) && isHanNumeral(next), next == '又' && isNumeral(last) && isNumeral(after), strings.HasSuffix(body, "分") && strings.HasPrefix(right, "之"), strings.HasSuffix(body, "分之"):
		return Found("the quote ends inside a number")
	case (isNumberSign(last) || last == '.' && unicode.IsDigit(before)) && (unicode.IsDigit(next) || next == '.' && unicode.IsDigit(after)):
		return Found("the quote ends inside a number")
	case last == '^', last == '⁻', aboutSplit(body, right), last == ',' && unicode.IsDigit(before) && unicode.IsDigit(next), cutWordNumber(body, strings.TrimLeft(right, " ")):
		return Found("the quote ends inside a number")
	}
	return nil
}

// cutWordNumber reports whether a number in words is cut between left and right: five per|cent,
// one hundred and|twenty, one hundred|and twenty, two and a|half, half a|million.
func cutWordNumber(left, right string) bool {
	last, next := lastWord(left), firstWord(right)
	switch {
	case last == "per" && next == "cent",
		last == "and" && wordValues[next] > 0 && wordScales[lastWord(strings.TrimRight(strings.TrimSuffix(left, last), " "))] > 0,
		next == "and" && wordScales[last] > 0 && wordValues[nextWord(right, len(next))] > 0,
		last == "half" && (wordScales[next] > 0 || next == "a" && wordScales[nextWord(right, len(next))] > 0),
		last == "a" && wordScales[next] > 0 && lastWord(strings.TrimSuffix(left, " a")) == "half":
		return true
	}
	return cutPart(left, right)
}

// quantityGoesOn finds a number at the quote's end whose decimals, unit or
// bound were left out.
func quantityGoesOn(body, right string) Note {
	next, n := utf8.DecodeRuneInString(right)
	last, after := lastRune(body), firstRune(right[n:])
	digit := unicode.IsDigit(last)
	switch {
	case digit && strings.ContainsRune(".,:/", next) && unicode.IsDigit(after):
		return Found("the quote ends inside a number")
	case digit && strings.ContainsRune("-~", next) && (unicode.IsDigit(after) || isNumberSign(after) && !(next == '~' && after == '~')):
		return Found("the quote ends inside a range")
	case digit && next == '-' && (unitWords[firstWord(right[n:])] || strings.HasPrefix(right[n:], "fold")):
		return Found("the quote leaves out the unit of its number")
	case digit && (strings.ContainsRune("±×^", next) || next == '*' && (after == '*' || unicode.IsDigit(after)) || next == ' ' && strings.ContainsRune("×±^", after) || numberGoesOn(right)):
		return Found("the quote ends inside a number")
	case isNumeral(last) && rangeGoesOn(right), openRange(body, right):
		return Found("the quote ends inside a range")
	case halfUnit(body, right):
		return Found("the quote ends inside a number")
	case digit && (strings.ContainsRune("%‰‱°℃+$€£¥", next) || next == ' ' && strings.ContainsRune("%‰°℃$€£¥", after)):
		return Found("the quote leaves out the unit of its number")
	case (next == '^' || next == '/' && isWordLetter(after)) && unitEnds(body), next == '^' && unitWords[lastWord(body)]: // 400 m|², 5 m|/s, per m|²
		return Found("the quote leaves out the unit of its number")
	case isNumeral(last) && isHan(next) && (isHanNumeral(next) || prefixed(right, hanUnits) != ""):
		return Found("the quote leaves out the unit of its number")
	}
	if why := unitGoesOn(body, strings.TrimLeft(right, " "), digit); why != nil {
		return why
	}
	if p := hanRest(body, right); p != "" {
		return Found(saidAfter, p)
	}
	if p := prefixed(strings.TrimLeft(right, " "), boundsAfter); p != "" && quantityLast(body) && !endsSentence(body) {
		return Found(saidAfter, p)
	}
	return nil
}

// unitEnds reports whether a text ends with a number and its unit.
func unitEnds(body string) bool {
	if w := lastWord(body); unitWords[w] {
		return numberEnds(strings.TrimRight(strings.TrimSuffix(body, w), " -"))
	}
	w := suffixed(body, hanUnits)
	return w != "" && numberEnds(strings.TrimSuffix(body, w))
}

// boundsAfter follow a quantity and say that it is more, less or about that.
var boundsAfter = []string{
	"or more", "or less", "or fewer", "or above", "or below", "or higher", "or lower", "or over",
	"and above", "and below", "and over", "and up", "at most", "at least", "more than", "less than", "fewer than", "at minimum", "at maximum",
	"+", "以上", "以下", "以内", "以外", "之内", "之外", "左右", "不到", "不足",
}

// unitGoesOn finds a number at the quote's end whose unit in words, or whose rest in
// words, was left out.
func unitGoesOn(body, tail string, digit bool) Note {
	if !digit && !isNumberWord(lastWord(body)) {
		return nil
	}
	if w := firstWord(tail); unitWords[w] && w != "a" && w != "m" || currencyWords[w] || isNumberWord(w) {
		return Found("the quote leaves out the unit of its number")
	}
	if p := prefixed(tail, []string{"per cent", "per mille", "to the power", "and a half", "and a quarter", "and three quarters"}); p != "" {
		return Found(saidAfter, p)
	}
	return nil
}

// quantityLast reports whether a number is among the last few words.
func quantityLast(body string) bool {
	tail := body[max(0, len(body)-40):]
	for i, r := range tail {
		if unicode.IsDigit(r) || r != utf8.RuneError && isHanNumeral(r) {
			return !strings.ContainsAny(tail[i:], ";!?。；！？")
		}
	}
	for _, w := range strings.FieldsFunc(tail, func(r rune) bool { return !isWordLetter(r) }) {
		if isNumberWord(w) {
			return true
		}
	}
	return false
}

func firstWord(s string) string {
	n := 0
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
		n++
	}
	if n < len(s) && s[n] == ' ' { // most words
		return s[:n]
	}
	return s[:scanWhile(s, 0, func(r, _ rune) bool { return isWordLetter(r) || r == '\'' || r == '°' })]
}

// lastWord returns the word that s ends with, "" if it ends with anything else.
func lastWord(s string) string {
	return s[len(strings.TrimRightFunc(s, func(r rune) bool { return isWordLetter(r) || r == '\'' })):]
}
