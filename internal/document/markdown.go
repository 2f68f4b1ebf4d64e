package document

import (
	"path"
	"regexp"
	"strings"
	"sync"

	"judgement/internal/lazy"
)

// isMarkdown decides between Markdown and plain text: by the name's ending, else
// by signs that plain text seldom has.
func isMarkdown(name, text string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".md", ".markdown", ".mdown", ".mkd":
		return true
	}
	for _, s := range markdownSigns() {
		if strings.Contains(text, s.part) && s.whole.MatchString(text) {
			return true
		}
	}
	return false
}

// sign is a mark of Markdown; part is in every text that has it, and is
// quickly looked for.
type sign struct {
	part  string
	whole *regexp.Regexp
}

var markdownSigns = sync.OnceValue(func() []sign {
	return []sign{
		{"# ", regexp.MustCompile(`(?m)^#{1,6} \S`)},
		{"```", regexp.MustCompile("(?m)^```[a-z0-9]*$")},
		{"~~~", regexp.MustCompile("(?m)^~~~[a-z0-9]*$")},
		{"](", regexp.MustCompile(`\[[^\]\n]{1,200}\]\([^()\s]{1,500}\)`)},
		{"---", regexp.MustCompile(`(?m)^\|? ?:?-{3,}:? ?\|`)},
	}
})

// visibleMarkdown returns the text as a reader of the rendered page sees it,
// still as Markdown: comments, hidden elements, scripts, link titles and
// definitions that only carry a title are left out and reported; attributes that
// readers don't see go; code stays as it is. Linear in the text.
func visibleMarkdown(text string, found *findings) string {
	m := &mdScan{text: text, found: found, lineStart: true, unclosed: map[string]int{}}
	for m.pos < len(text) {
		m.step()
	}
	m.endHidden(len(text))
	return m.apply()
}

// edit replaces [start, end) of the source.
type edit struct {
	start, end int
	with       string
}

// mdScan walks over Markdown once. While hideTag is set everything is hidden.
type mdScan struct {
	text      string
	found     *findings
	pos       int
	lineStart bool
	edits     []edit

	paraEnd int           // end of the current paragraph
	ticks   map[int][]int // starts of the paragraph's backtick runs by length

	firstInk int            // the line's first byte that is no blank or '>'
	unclosed map[string]int // limits up to which an end mark was looked for and not found

	hideTag   string
	hideDepth int
	hideStart int
	hideLimit int
}

// step looks at the place pos and moves on by at least one byte.
func (m *mdScan) step() {
	if m.hideTag != "" && m.pos >= m.hideLimit {
		m.endHidden(m.hideLimit)
		return
	}
	if m.pos >= m.paraEnd {
		m.newParagraph()
	}
	if m.lineStart {
		m.lineStart = false
		m.firstInk = len(m.text) - len(strings.TrimLeft(m.text[m.pos:], " >\t"))
		if m.fence() || m.definition() {
			m.lineStart = true
			return
		}
	}
	switch m.text[m.pos] {
	case '\n':
		m.pos++
		m.lineStart = true
	case '\\':
		m.pos++
		if m.pos < len(m.text) && m.text[m.pos] != '\n' {
			m.pos++
		}
	case '`':
		m.codeSpan()
	case '<':
		m.angle()
	case ']':
		m.link()
	default:
		n := strings.IndexAny(m.text[m.pos+1:], "\n\\`<]")
		if n < 0 {
			m.pos = len(m.text)
		} else {
			m.pos += 1 + n
		}
	}
}

// newParagraph finds the paragraph's end and its backtick runs.
func (m *mdScan) newParagraph() {
	m.paraEnd = len(m.text)
	if blank := blankLine().FindStringIndex(m.text[m.pos:]); blank != nil {
		m.paraEnd = m.pos + blank[0] + 1
	}
	m.ticks = map[int][]int{}
	for j := m.pos; j < m.paraEnd; {
		n := strings.IndexByte(m.text[j:m.paraEnd], '`')
		if n < 0 {
			break
		}
		j += n
		run := runLength(m.text[j:m.paraEnd], '`')
		m.ticks[run] = append(m.ticks[run], j)
		j += run
	}
}

// blankLine is one between paragraphs, also in a quote.
var blankLine = lazy.Regexp(`\n[ \t>]*(?:\n|\z)`)

func runLength(s string, c rune) int {
	return len(s) - len(strings.TrimLeft(s, string(c)))
}

// codeSpan jumps over inline code, or over backticks that open none.
func (m *mdScan) codeSpan() {
	run := runLength(m.text[m.pos:m.paraEnd], '`')
	starts := m.ticks[run]
	for len(starts) > 0 && starts[0] <= m.pos {
		starts = starts[1:]
	}
	m.ticks[run] = starts
	m.pos += run
	if len(starts) > 0 {
		m.pos = starts[0] + run
	}
}

var fenceLine = lazy.Regexp("^[ >\\t]*(`{3,}|~{3,})([^\\n]*)")

// fence jumps over a fenced code block that opens on this line.
func (m *mdScan) fence() bool {
	open := fenceLine().FindStringSubmatch(m.text[m.pos:])
	if open == nil || open[1][0] == '`' && strings.Contains(open[2], "`") {
		return false
	}
	at := m.pos + len(open[0]) + 1
	for at < len(m.text) {
		l, _, _ := strings.Cut(m.text[at:], "\n")
		t := strings.TrimRight(strings.TrimLeft(l, " >\t"), " \t")
		at += len(l) + 1
		if len(t) >= len(open[1]) && strings.Trim(t, open[1][:1]) == "" {
			break
		}
	}
	m.pos = min(at, len(m.text))
	return true
}

var definitionLine = lazy.Regexp(`^ {0,3}\[[^\]\n^][^\]\n]*\]:[ \t]*(<[^>\n]*>|[^\s<]\S*)(?:[ \t]*\n?[ \t]+("[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*(?:\n|$)`)

// definition handles a link reference definition, which no reader sees: it goes
// when it carries a title or leads nowhere, as comments in disguise do.
func (m *mdScan) definition() bool {
	hit := definitionLine().FindStringSubmatchIndex(m.text[m.pos:min(len(m.text), m.pos+8192)])
	if hit == nil {
		return false
	}
	end := m.pos + hit[1]
	target := strings.Trim(m.text[m.pos+hit[2]:m.pos+hit[3]], "<>")
	switch {
	case m.hideTag != "":
	case scriptURL(target):
		m.found.leftOut(ScriptLink, target)
		m.edits = append(m.edits, edit{m.pos, end, ""})
	case hit[4] >= 0:
		m.found.leftOut(HiddenText, m.text[m.pos+hit[4]+1:m.pos+hit[5]-1])
		m.edits = append(m.edits, edit{m.pos + hit[3], m.pos + hit[5], ""})
		if target == "" || target == "#" || target == "/" {
			m.edits[len(m.edits)-1] = edit{m.pos, end, ""}
		}
	}
	m.pos = end
	return true
}

// link looks at what follows a link's text: a title goes, a script too.
func (m *mdScan) link() {
	at := m.pos
	m.pos++
	if !strings.HasPrefix(m.text[at:], "](") {
		return
	}
	window := m.text[at+2 : min(m.paraEnd, at+8192)]
	hit := linkTarget().FindStringSubmatchIndex(window)
	if hit == nil {
		return
	}
	base := at + 2
	m.pos = base + hit[1]
	if m.hideTag != "" {
		return
	}
	target := strings.Trim(window[hit[2]:hit[3]], "<>")
	switch {
	case scriptURL(target):
		m.found.leftOut(ScriptLink, target)
		m.edits = append(m.edits, edit{base + hit[2], base + hit[3], "#"})
	case strings.HasPrefix(strings.ToLower(target), "data:"):
		m.edits = append(m.edits, edit{base + hit[2], base + hit[3], "data:"})
	}
	if hit[4] >= 0 {
		m.found.leftOut(HiddenText, window[hit[4]+1:hit[5]-1])
		m.edits = append(m.edits, edit{base + hit[3], base + hit[5], ""})
	}
}

var linkTarget = lazy.Regexp(`^\s*(<[^<>\n]*>|(?:[^\s()<>]|\([^\s()]*\))*)(?:\s+("[^"]*"|'[^']*'|\([^()]*\)))?\s*\)`)

// apply makes the edits; they are in order and do not overlap except for hidden
// regions, which swallow what lies in them.
func (m *mdScan) apply() string {
	var b strings.Builder
	at := 0
	for _, e := range m.edits {
		if e.start < at {
			continue
		}
		b.WriteString(m.text[at:e.start])
		b.WriteString(e.with)
		at = e.end
	}
	b.WriteString(m.text[at:])
	return b.String()
}
