package evidence

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Some clauses share the cue of an earlier one: those behind "and that", and behind the semicolons of a report.

// andThat ends a text before the second of two clauses that one cue is before: It is false that A, and that |.
var andThat = regexp.MustCompile(`,? ?(?:and|or) that ?$`)

// nextThat is "that" before one more of such clauses.
var nextThat = regexp.MustCompile(`(?:,|,? ?(?:and|or)) that\b`)

// joinedTo reports whether "and that", 并 or 而且 joins the clause of a quote to that of a cue. In Chinese a denial or
// hedge must open the sentence: 它不是新的，而且| says nothing against the rest.
func joinedTo(h hit, left string) bool {
	between := left[h.to:]
	if at := andThat.FindStringIndex(between); at != nil {
		first, rest, inside := strings.Cut(between[:at[0]], " that ")
		if !inside {
			first, rest = "", first
		}
		stop, _ := boundary(first, "")
		return !stop && (inside || lastWord(h.text) == "that") && !strings.Contains(nextThat.ReplaceAllString(rest, ""), " that ")
	}
	w := suffixed(left, hanAnd)
	if w == "" || (w == "并" || w == "且") && !strings.HasSuffix(left, ","+w) || h.rule.reach != clause || h.from > 0 && (h.rule.denies() || !h.rule.untold()) {
		return false
	}
	between = strings.TrimSuffix(strings.TrimSuffix(between, w), ",")
	stop, _ := boundary(strings.TrimPrefix(between, ","), "")
	return !stop && weight(between) > 0
}

var hanAnd = phrases(`并且 而且 并 且`)

// maxSubject bounds what is before a report or plan that opens a sentence, in weight.
const maxSubject = 8

// minTold is the least that a report in English tells before it reaches over a semicolon, in weight.
const minTold = 6

// hanDone behind a word for plans, and hanPast in a clause, say that it is no plan: 公司准备了, 去年已.
var (
	hanDone = regexp.MustCompile(`^[了过的]`)
	hanPast = phrases(`已 了 去年`)
)

// finite are words that only a clause has: "announced its results" tells none.
var finite = words(`that is are was were has have had will would can could does do did`)

// tellsClause reports whether a report in English is of a clause.
func tellsClause(h hit, rest string) bool {
	return lastWord(h.text) == "that" || hasWord(rest, finite, nil) || h.from == 0 && h.rule.reach == sentence
}

// overSemicolons says of a quote at i, in a clause that starts at from behind a semicolon, whether a report, plan
// or condition opens a clause before it: "Critics say A; B; |". If that is not the first one, it may be of that clause
// only; so may a condition, and a clause in English has a subject of its own and seldom is part of a plan: these have a
// note.
func (x *Index) overSemicolons(i, j, from, low int) (refused Status, note Note) {
	t := x.folded.Text
	start := max(low, from-maxSentence, min(from, x.folded.Place(x.blockStart(x.folded.Origin(i)))))
	for start < from && !utf8.RuneStart(t[start]) {
		start++
	}
	before := strings.TrimRight(inlineNumber.ReplaceAllString(t[start:from], ";"), " \"'(")
	if !strings.HasSuffix(before, ";") {
		return "", nil
	}
	start += sentenceStart(strings.ReplaceAll(before, ";", ","), 0, len(before))
	all := x.sentencePart(start, i)
	for at := 0; ; {
		clause, rest, more := strings.Cut(all[at:], ";")
		if !more {
			return "", note
		}
		if _, contrast := boundary(rest, t[i:]); !contrast {
			label := len(clause) - len(withoutLabel(clause))
			refuses, opened := opensOver(clause[label:], t[from:j])
			if opened != nil && (at+label == 0 || !strings.HasSuffix(opened.text, ":")) { // a label is of its clause
				said := Found(saidBefore, x.said(start+at+label, *opened, all[at+label:]))
				if refuses && at+label == 0 {
					return OutOfScope, said
				}
				note = said
			}
		}
		at = len(all) - len(rest)
	}
}

// inlineNumber is the number of an item behind a semicolon: …; 2.
var inlineNumber = regexp.MustCompile(`; ?\d{1,2}[.。] ?$`)

// opensOver returns a report, plan or condition that opens a clause and may reach over the semicolon behind it, and
// whether it surely does.
func opensOver(clause, last string) (refuses bool, opened *hit) {
	for _, h := range cuesBefore().find(clause) {
		plan, condition := strings.Contains(h.rule.name, "intention"), strings.HasPrefix(h.rule.name, "condition")
		told := isHan(firstRune(h.text)) || weight(clause[h.to:]) >= minTold && (plan || condition || tellsClause(h, clause[h.to:]))
		subject, later := clause[strings.LastIndexByte(clause[:h.from], ',')+1:h.from], strings.Contains(clause[:h.from], ",")
		opens := weight(subject) <= maxSubject && (h.from == 0 || !condition) && (!later || h.rule.name == "source") && (h.from == 0 || h.rule.reach != opening)
		if !opens || !told || h.rule.denies() || !h.rule.untold() && !condition || h.rule.effectBefore(clause[h.to:], "") != refuse {
			continue
		}
		if condition && slices.ContainsFunc(cuesBefore().find(simplified(last)), func(o hit) bool { return o.from == 0 && strings.HasPrefix(o.rule.name, "condition") }) {
			continue // one for each clause
		}
		if !condition && !later && (!plan || isHan(firstRune(h.text)) && !hanDone.MatchString(clause[h.to:]) && !containsAny(last, hanPast)) {
			return true, &h
		}
		opened = &h
	}
	return false, opened
}

// withoutLabel leaves out the label of an item before a clause: 第一，, (a), 三、
func withoutLabel(clause string) string {
	bare := strings.TrimLeft(clause, " ")
	bare = strings.TrimLeft(bare[len(itemNumber.FindString(bare)):], " ")
	if head, rest, ok := strings.Cut(bare, ","); ok && plainOpeners[head] {
		return strings.TrimLeft(rest, " ")
	}
	if head, rest, ok := strings.Cut(bare, "、"); ok && listLabel.MatchString(head+"、") {
		return rest
	}
	return bare
}
