package document

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"judgement/internal/lazy"
)

// maxTag bounds one raw tag in Markdown.
const maxTag = 16 << 10

// angle handles '<' outside code: comments, declarations, instructions and tags.
func (m *mdScan) angle() {
	rest := m.text[m.pos:]
	for _, s := range []struct{ open, close string }{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}} {
		if strings.HasPrefix(rest, s.open) {
			m.comment(s.open, s.close)
			return
		}
	}
	if i := strings.IndexByte(rest[:min(len(rest), 2048)], '>'); i > 0 && scriptURL(rest[1:min(i, 64)]) {
		m.cut(ScriptLink, m.pos, m.pos+i+1, rest[1:i])
		return
	}
	t, ok := parseTag(rest[:min(len(rest), maxTag)])
	if !ok {
		m.pos++
		return
	}
	start := m.pos
	m.pos += t.size
	switch {
	case m.hideTag != "":
		m.inHidden(t)
	case t.close:
		m.edits = append(m.edits, edit{start, m.pos, "</" + t.written + ">"})
	case hidesContent(t):
		m.hide(t, start)
	default:
		m.edits = append(m.edits, edit{start, m.pos, m.visibleTag(t)})
	}
}

// comment cuts a comment or the like. At the start of a line it runs to its end
// or to the end of the document, otherwise it has to close in its paragraph.
func (m *mdScan) comment(open, end string) {
	block := m.pos == m.firstInk
	limit := len(m.text)
	if !block {
		limit = m.paraEnd
	}
	body := m.text[min(m.pos+len(open), limit):limit]
	n := -1
	if limit > m.unclosed[end] {
		if n = strings.Index(body, end); n < 0 {
			m.unclosed[end] = limit
		}
	}
	switch {
	case n >= 0:
		m.cut(HiddenText, m.pos, m.pos+len(open)+n+len(end), body[:n])
	case block && open == "<!--":
		m.cut(HiddenText, m.pos, limit, body)
	default:
		m.pos++
	}
}

// cut takes out [start, end) and reports what was there.
func (m *mdScan) cut(kind WarningKind, start, end int, what string) {
	m.pos = end
	if m.hideTag != "" {
		return
	}
	if strings.HasPrefix(m.text[start:], "<!--") {
		m.found.comment(what)
	} else {
		m.found.leftOut(kind, what)
	}
	m.edits = append(m.edits, edit{start, end, ""})
}

// hide starts a hidden region; scripts and styles end at their own end tag.
func (m *mdScan) hide(t tag, start int) {
	if voidElements[t.name] || t.selfClose {
		m.edits = append(m.edits, edit{start, m.pos, ""})
		return
	}
	m.hideTag, m.hideDepth, m.hideStart, m.hideLimit = t.name, 1, start, len(m.text)
	if implied[t.name] {
		m.hideLimit = max(m.pos, m.paraEnd)
	}
	end := endTags[t.name]
	if end == nil {
		return
	}
	if at := end().FindStringIndex(m.text[m.pos:]); at != nil {
		m.pos += at[0]
	} else {
		m.pos = len(m.text)
	}
}

// endTags end the elements in which no other tag counts.
var endTags = map[string]func() *regexp.Regexp{"script": lazy.Regexp(`(?i)</script`), "style": lazy.Regexp(`(?i)</style`)}

// inHidden counts tags of the hidden element's name until it closes.
func (m *mdScan) inHidden(t tag) {
	if t.name != m.hideTag {
		return
	}
	if !t.close {
		if !t.selfClose {
			m.hideDepth++
		}
		return
	}
	if m.hideDepth--; m.hideDepth == 0 {
		m.endHidden(m.pos)
	}
}

// endHidden closes the hidden region at end and reports its text.
func (m *mdScan) endHidden(end int) {
	if m.hideTag == "" {
		return
	}
	what := m.text[m.hideStart:end]
	if m.hideTag == "script" || m.hideTag == "style" {
		what = what[strings.IndexByte(what, '>')+1:]
		what = what[:max(0, len(what)-len("</>")-len(m.hideTag))]
	} else {
		what = stripTags(what)
	}
	m.found.leftOut(HiddenText, what)
	m.edits = append(m.edits, edit{m.hideStart, end, ""})
	m.hideTag, m.hideDepth = "", 0
	m.pos = end
}

// visibleTag writes a tag with the attributes that a reader gets something of;
// the others are searched for planted commands only.
func (m *mdScan) visibleTag(t tag) string {
	var b strings.Builder
	b.WriteString("<" + t.written)
	for _, a := range t.attrs {
		switch a.Key {
		case "href", "src":
			if scriptURL(a.Val) {
				m.found.leftOut(ScriptLink, a.Val)
				continue
			}
		case "alt", "colspan", "rowspan":
		case "style", "class", "id", "align", "width", "height", "target", "rel", "name", "type", "lang", "dir":
			continue
		default:
			if strings.HasPrefix(a.Key, "on") || strings.IndexByte(strings.TrimSpace(a.Val), ' ') > 0 || !plainASCII(a.Val) {
				m.found.leftOut(HiddenText, a.Val)
			}
			continue
		}
		b.WriteString(" " + a.Key + `="` + html.EscapeString(a.Val) + `"`)
	}
	b.WriteString(">")
	return b.String()
}

// tag is one raw HTML tag.
type tag struct {
	name      string // lower case
	written   string // as it is in the source
	close     bool
	selfClose bool
	attrs     []html.Attribute
	size      int
}

// tagForm and attrForm are tags as CommonMark has them.
const anAttr = `[^ \t\n=/><]+(?:[ \t\n]*=[ \t\n]*(?:"[^"]*"|'[^']*'|[^ \t\n"'=<>` + "`" + `]+))?`

var (
	tagForm  = lazy.Regexp(`^<(/?)([A-Za-z][\w-]*)((?:\n?[ \t]|\n` + anAttr + `)(?:\n?(?:[ \t]|` + anAttr + `))*)?\n?(/?)>`)
	attrForm = lazy.Regexp(`([^ \t\n=/><]+)(?:[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)'|([^ \t\n"'=<>` + "`" + `]+)))?`)
)

// parseTag reads the tag that s starts with.
func parseTag(s string) (tag, bool) {
	m := tagForm().FindStringSubmatch(s)
	if m == nil {
		return tag{}, false
	}
	t := tag{name: strings.ToLower(m[2]), written: m[2], close: m[1] != "", selfClose: m[4] != "", size: len(m[0])}
	for _, a := range attrForm().FindAllStringSubmatch(m[3], -1) {
		t.attrs = append(t.attrs, html.Attribute{Key: strings.ToLower(a[1]), Val: html.UnescapeString(a[2] + a[3] + a[4])})
	}
	return t, true
}

// stripTags leaves the text between tags.
func stripTags(s string) string {
	return html.UnescapeString(anyTag().ReplaceAllString(s, " "))
}

// anyTag is one without its end if the text ends first.
var anyTag = lazy.Regexp(`<[^>]*(?:>|\z)`)
