package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/text"
)

// maxMissing bounds the missing words that a note shows, in characters.
const maxMissing = 80

func (x *Index) scopeAfter(j, high int, body, right string) (Status, Note) {
	if strings.HasPrefix(strings.TrimLeft(right, " \"')"), "?") {
		return "", Found("the sentence is a question")
	}
	to := j + len(right)
	if note := x.footnote(j); note != nil {
		return "", note
	}
	if endsSentence(body) {
		return x.nextSentence(to, high)
	}
	right = right[scanReference(x.folded.Text[:to], j)-j:]
	if rest := strings.TrimLeft(right, ".!?。\"')"); scanReference(rest, 0) == len(rest) {
		right = ""
	}
	if strings.TrimLeft(right, " .!?;。\"')]") == "" {
		return x.nextSentence(to, high)
	}
	bare := strings.TrimLeft(right, " ,-\"')(:")
	lead := to - len(bare)
	var note Note
	var worst *hit
	for _, h := range cuesAfter().find(bare) {
		switch e := h.rule.effectAfter(body, bare[:h.from], bare[h.to:]); {
		case e == refuse && (worst == nil || worst.rank > h.rank):
			worst = &h
		case e == goesOn && note == nil:
			note = x.goesOn(lead, lead+h.from, lead+h.to, to)
		case e == remark && note == nil:
			note = Found(saidAfter, x.said(lead, h, bare))
		}
	}
	switch {
	case worst != nil:
		return OutOfScope, Found(saidAfter, x.said(lead, *worst, bare))
	case note == nil && (takesBackLater(bare) || deniesLater(bare)):
		note = x.goesOn(lead, lead, lead, to)
	case note == nil && deniesNext(bare) != "":
		note = Found(saidAfter, deniesNext(bare))
	case note == nil && strings.HasSuffix(strings.TrimRight(right, " \"')"), "?"):
		note = Found("the sentence is a question")
	case note == nil && goesOnShortly(right, bare):
		note = x.goesOn(lead, lead, lead, to)
	}
	return "", note
}

// footnoteMark is the mark of a footnote right behind a quote: [^1], [1], ¹, *, \*, †.
var footnoteMark = regexp.MustCompile(`^[.!?。,;"'”’)\s]{0,3}(?:\[\^(\w{1,20})\]|(\[\d{1,3}\]|[¹²³⁴⁵⁶⁷⁸⁹]+|<sup>\d{1,2}</sup>)|((?:\\?\*){1,3}|[†‡]{1,2})(?:[\s.,;。，；]|$))`)

// footnote notes that the footnote at byte j of the normal form, where a quote ends, denies it,
// takes it back, limits it, or starts with a condition or report.
func (x *Index) footnote(j int) Note {
	_, s := x.span(max(0, j-1), j)
	m := footnoteMark.FindStringSubmatch(x.text[s:min(len(x.text), s+maxReference)])
	if m == nil {
		return nil
	}
	in, mark := x.text[s:], m[2]+m[3]
	if mark == "" {
		in, mark = x.text, "[^"+m[1]+"]:"
	}
	bare, text, ok := strings.ReplaceAll(mark, `\`, ""), "", false
	for _, m := range []string{strings.ReplaceAll(bare, "*", `\*`), bare} {
		if _, text, ok = strings.Cut(in, "\n"+m); ok && strings.TrimLeft(text, `\*`) == text {
			break
		}
	}
	if !ok || mark == bare && strings.Trim(bare, "*") == "" && strings.Contains(x.text[x.blockStart(s):s], bare) { // of emphasis
		return nil
	}
	text = strings.TrimLeft(lineAt(text), ": ")
	folded := simplified(foldLine(text))
	limited := weight(folded) <= maxTail && (limits.MatchString(folded) || hasWord(folded, limitedWords, hanLimited) || hearsay[firstWord(folded)])
	if limited || deniedIn(folded) || isRetraction(folded) || !ownCondition(folded) && slices.ContainsFunc(slices.Concat(cuesAfter().find(folded), cuesBefore().find(folded)), func(h hit) bool {
		return h.from == 0 && h.rule.effect == refuse && h.rule.reach != adverbial
	}) {
		return Found("the footnote: {}", clipped(strings.TrimSpace(text)))
	}
	return nil
}

// limitedWords and hanLimited limit what a footnote is on.
var (
	limitedWords = words(`only solely merely simulated simulation simulations projected preliminary partly`)
	hanLimited   = phrases(`仅 只 模拟 仿真 理论上 初步`)
)

// lineAt is the first line of a text.
func lineAt(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// goesOn shows how the sentence goes on from byte i of the normal form, with the cue at [from, to):
// from the quote if there is room.
func (x *Index) goesOn(i, from, to, end int) Note {
	if utf8.RuneCountInString(x.folded.Text[i:to]) > maxMissing {
		i = from
	}
	return Found(sentenceGoesOn, x.words(i, end))
}

// deniesNext returns a negation in the clause that goes on right after a quote.
func deniesNext(bare string) string {
	if w := cueKey(bare); w == "and" || w == "or" {
		return ""
	}
	if k := strings.IndexAny(bare, ",:("); k >= 0 {
		bare = bare[:k]
	}
	return negationIn(bare)
}

// effectAfter is the effect of a cue that follows a quote after between, and before rest.
func (r *scopeRule) effectAfter(body, between, rest string) effect {
	if r.reach == final {
		between = strings.TrimPrefix(strings.TrimPrefix(between, "so "), "which is what ") // …, so the vendor claims.
	}
	stop, _ := boundary(between, "")
	if w := cueKey(between); between != "" && (w == "and" || w == "or") {
		stop = true
	}
	switch {
	case r.reach == final:
		rest = strings.TrimLeft(rest, " \"')")
		ends := rest == "" || strings.ContainsRune(".,;!?。-", firstRune(rest))
		closes := rest == "" || strings.ContainsRune(".!?。", firstRune(rest))
		switch {
		case ends && stop && closes && endsReport(between):
			if startsClause, _ := boundary(strings.ReplaceAll(between, ",", " "), ""); cueKey(between) == "and" && !startsClause {
				return r.effect // [S] and owns a truck, the vendor says.
			}
			return remark
		case !ends || stop:
			return none
		case strings.HasPrefix(rest, ",") && isHan(lastRune(between)):
			return remark // …，居民表示，…: what follows is reported
		}
		return r.effect
	case (r.reach == opening || r.reach == exceptionToAll) && between != "", r.reach == exceptionToAll && !ofAll(body[sentenceStart(body, 0, len(body)):]),
		stop && r.reach == phrase:
		return none
	case stop:
		return remark
	}
	return r.effect
}

// maxReporter bounds who says something at the end of a sentence, in weight: …, the vendor says.
const maxReporter = 6

// endsReport reports whether a text between a quote and a report that ends the sentence has a comma and then who
// reports.
func endsReport(between string) bool {
	k := strings.LastIndexByte(between, ',')
	if k < 0 {
		return false
	}
	who := strings.TrimLeft(between[k+1:], " ")
	w := firstWord(who)
	return weight(who) <= maxReporter && w != "and" && !boundaryWords[w] && !contrastWords[w]
}

// words are the words of the document at [i, j) of the normal form, for a note.
func (x *Index) words(i, j int) string {
	s, e := x.span(i, max(j, i+1))
	return clipped(x.text[s:e])
}

// leftOut is what an ellipsis leaves out, as a word of a note: words without the marks at their
// ends.
func (x *Index) leftOut(i, j int) string { return strings.Trim(x.words(i, j), " .,;:，、；：。") }

// anyTag is a tag of HTML, or what is left of one.
var anyTag = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|</?[a-zA-Z]*$|^[a-zA-Z/]*>`)

// clipped is the start of a text on one line and without tags, as a word of a note.
func clipped(s string) string {
	return text.Clip(text.OneLine(strings.ReplaceAll(anyTag.ReplaceAllString(s, " "), "; ", ", ")), maxMissing)
}
