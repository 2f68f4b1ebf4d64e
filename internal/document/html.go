package document

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/simplifiedchinese"

	"judgement/internal/fault"
	"judgement/internal/lazy"
)

// htmlStart matches the first tag of a page; htmlPart that of a fragment.
var (
	htmlStart = lazy.Regexp(`(?is)^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title)\b`)
	htmlPart  = lazy.Regexp(`(?is)^\s*(?:<!--.*?-->\s*)*<(?:meta|div|p|h[1-6]|table|article|section|main|ul|ol|span|style|script)\b[^>]*>`)
)

// isHTML decides by the first tag, and for fragments by the name too, since
// Markdown may begin with a tag.
func isHTML(name, text string) bool {
	head := text[:min(len(text), 4096)]
	if htmlStart().MatchString(head) {
		return true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".html", ".htm", ".xhtml":
		return strings.Contains(text, "<")
	case ".md", ".markdown", ".mdown", ".mkd":
		return false
	}
	return htmlPart().MatchString(head) && strings.Contains(text, "</")
}

// decodeDeclared decodes a page by the encoding that its meta element names. It
// reports false if none is named, if the bytes are UTF-8 or not in that encoding,
// or if they are Chinese and Windows-1252 is named, which many editors write
// unasked.
func decodeDeclared(data []byte) (string, bool) {
	if utf8.Valid(data) {
		return "", false
	}
	sample := bytes.Map(func(r rune) rune {
		if r >= utf8.RuneSelf {
			return -1
		}
		return r
	}, data[:min(len(data), 1000)])
	enc, name, _ := charset.DetermineEncoding(append(sample, "é."...), "") // UTF-8 unless the page names another
	switch name {
	case "utf-8":
		return "", false
	case "gbk":
		enc = simplifiedchinese.GB18030 // which holds all of it
	case "windows-1252":
		if _, score := likeliest(data); score >= minPlausible && highPair(data) {
			return "", false
		}
	}
	text, err := enc.NewDecoder().Bytes(data)
	if err != nil || bytes.Count(text, []byte("\uFFFD"))*500 > utf8.RuneCount(text) || !isHTML("", string(text)) {
		return "", false
	}
	return string(text), true
}

// readHTML turns a page into Markdown.
func readHTML(name, text string, found *findings) (c *content, err error) {
	damaged := func(err error) error {
		return Refuse(fault.DocumentDamaged, name, "the HTML can't be read", "open it in a browser and save it again", err)
	}
	defer func() {
		if r := recover(); r != nil { // the converter's
			c, err = nil, damaged(fmt.Errorf("convert HTML: %v", r))
		}
	}()
	if why := checkTags(text); why != "" {
		return nil, htmlHostile(name, why, nil)
	}
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		if strings.Contains(err.Error(), "stack") { // x/net/html exports no error for its limit of open elements
			return nil, htmlHostile(name, "its elements are nested too deeply", err)
		}
		return nil, damaged(err)
	}
	p := &htmlCleaner{found: found, vars: map[string]string{}}
	p.gather(root)
	p.clean(root, plainPage, false)
	flatten(root, 0, 0)
	md, err := newConverter().ConvertNode(root)
	if err != nil {
		return nil, damaged(err)
	}
	return &content{format: HTML, title: p.title, pieces: []piece{{text: string(md)}}}, nil
}

func htmlHostile(name, cause string, err error) error {
	return Refuse(fault.DocumentHostile, name, cause, "open it in a browser and save it as text or PDF", err)
}

func newConverter() *converter.Converter {
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), strikethrough.NewStrikethroughPlugin(), tables{},
	))
	c.Register.UnEscaper(openBracket, converter.PriorityEarly)
	return c
}

// openBracket keeps the escape of a '[' whose line goes on for long without a
// ']'. Without it the converter looks for the end of the line at each '['.
func openBracket(text []byte, at int) int {
	const far = 256
	if text[at] != '[' || len(text)-at <= far || bytes.ContainsAny(text[at+1:at+far], "]\n") {
		return -1
	}
	return 1
}

// Limits of nesting. The converter goes over the text of an element again for
// each of these around it. What is nested more deeply keeps its text and loses
// its marks.
const (
	maxBlockNesting  = 8  // lists and quotes
	maxInlineNesting = 16 // emphasis, links, code, spans
)

// flatten bounds nesting: what is too deep becomes an element without marks. It
// also joins texts that a removed node was between; the converter would copy
// them again and again.
func flatten(n *html.Node, blocks, inlines int) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			joinTexts(c)
			continue
		}
		b, i := blocks, inlines
		switch c.Data {
		case "blockquote", "ul", "ol":
			if b++; b > maxBlockNesting {
				c.Data, c.DataAtom, c.Attr = "div", atom.Div, nil
			}
		case "span", "a", "b", "strong", "i", "em", "del", "s", "strike", "code", "var", "samp", "kbd", "tt", "pre", "h1", "h2", "h3", "h4", "h5", "h6":
			if i++; i > maxInlineNesting {
				c.Data, c.DataAtom, c.Attr = "bdi", atom.Bdi, nil
			}
		}
		flatten(c, b, i)
	}
}

// joinTexts adds the texts that follow c to it.
func joinTexts(c *html.Node) {
	if c.NextSibling == nil || c.NextSibling.Type != html.TextNode {
		return
	}
	var b strings.Builder
	b.WriteString(c.Data)
	for next := c.NextSibling; next != nil && next.Type == html.TextNode; next = c.NextSibling {
		b.WriteString(next.Data)
		c.Parent.RemoveChild(next)
	}
	c.Data = b.String()
}

// htmlCleaner takes out of a page what a reader does not see.
type htmlCleaner struct {
	found   *findings
	title   string
	styled  bool              // style sheets may set colours that are not known here
	painted bool              // something but white may be behind a text
	hidden  []cascadia.Sel    // whose rules hide
	vars    map[string]string // custom properties of style sheets and inline styles
}

// gather reads the title and the style sheets.
func (p *htmlCleaner) gather(root *html.Node) {
	var sheets []string
	defer func() {
		ground := p.sheetGround(strings.Join(sheets, "\n"))
		for _, css := range sheets { // after all custom properties are known
			p.sheet(css, ground)
		}
	}()
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		p.custom(attrOf(n, "style"))
		p.painted = p.painted || groundOf(n, plainPage) != plainPage
		switch n.Data {
		case "title":
			if p.title == "" && n.FirstChild != nil && n.Namespace == "" {
				p.title = n.FirstChild.Data
			}
		case "style":
			p.styled = true
			if n.FirstChild != nil {
				sheets = append(sheets, n.FirstChild.Data)
				p.custom(n.FirstChild.Data)
			}
		case "link":
			linked := strings.Contains(strings.ToLower(attrOf(n, "rel")), "stylesheet")
			p.styled, p.painted = p.styled || linked, p.painted || linked
		}
	}
}

// clean walks over the children of n; ground is the colour behind them,
// empty if it is not known; classed says that a style sheet may reach them.
func (p *htmlCleaner) clean(n *html.Node, ground string, classed bool) {
	p.covered(n)
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.CommentNode:
			if machineComment(c.Data) {
				p.found.unseen(c.Data)
			} else {
				p.found.leftOut(HiddenText, c.Data)
			}
			n.RemoveChild(c)
		case c.Type == html.ElementNode && p.dropped(c):
			n.RemoveChild(c)
		case c.Type == html.ElementNode && p.isHidden(c, ground, classed):
			p.found.leftOut(HiddenText, nodeText(c))
			n.RemoveChild(c)
		case c.Type == html.ElementNode:
			p.attributes(c)
			cl := classed || p.styled && (attrOf(c, "class") != "" || attrOf(c, "id") != "")
			p.clean(c, groundOf(c, ground), cl)
		}
		c = next
	}
}

// machineComment reports a comment that programs write for programs: conditional
// ones for old browsers, and the marks of a clipboard.
func machineComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "[if ") || strings.HasPrefix(text, "<![endif]") || text == "[endif]" ||
		text == "StartFragment" || text == "EndFragment"
}

// dropped reports elements that are no text. What noscript and template hold
// is searched for planted commands.
func (p *htmlCleaner) dropped(n *html.Node) bool {
	switch n.Data {
	case "script", "style", "svg", "math", "link", "meta", "iframe", "object", "embed", "input", "select", "datalist", "canvas", "audio", "video", "title":
		if n.Data == "meta" {
			p.found.unseen(attrOf(n, "content"))
		}
		return true
	case "noscript", "template":
		p.found.unseen(nodeText(n))
		return true
	}
	return false
}

// isHidden applies the inline style, the attributes and the style sheets.
func (p *htmlCleaner) isHidden(n *html.Node, ground string, classed bool) bool {
	if classed || p.styled && (attrOf(n, "class") != "" || attrOf(n, "id") != "") {
		ground = ""
	}
	if hiddenElement(p.resolved(n.Attr), ground) {
		return true
	}
	return n.Data != "html" && n.Data != "body" && slices.ContainsFunc(p.hidden, func(s cascadia.Sel) bool { return s.Match(n) })
}

// groundOf is the colour behind an element's content, empty if unknown.
func groundOf(n *html.Node, ground string) string {
	props := parseStyle(attrOf(n, "style"))
	bg := cmp.Or(props["background-color"], props["background"], attrOf(n, "bgcolor"))
	if props["background-image"] != "" || strings.Contains(bg, "url(") || strings.Contains(bg, "gradient") || attrOf(n, "background") != "" {
		return ""
	}
	switch bg {
	case "", "transparent", "none", "inherit":
		return ground
	}
	if _, ok := parseColour(bg); !ok || len(bg) > maxColour {
		return ""
	}
	return bg
}

// attributes drops what does not show: titles, and links that run code.
func (p *htmlCleaner) attributes(n *html.Node) {
	keep := n.Attr[:0]
	for _, a := range n.Attr {
		switch {
		case (a.Key == "href" || a.Key == "src") && scriptURL(a.Val):
			p.found.leftOut(ScriptLink, a.Val)
			if n.Data == "a" {
				n.Data, n.DataAtom = "span", atom.Span
			}
			continue
		case (a.Key == "href" || a.Key == "src") && strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "data:"):
			a.Val = "data:"
		case a.Key == "title" || strings.HasPrefix(a.Key, "aria-") || strings.HasPrefix(a.Key, "data-"):
			p.found.unseen(a.Val)
			continue
		}
		keep = append(keep, a)
	}
	n.Attr = keep
}

func attrOf(n *html.Node, key string) string { return attribute(n.Attr, key) }

// nodeText is the text in an element, blocks apart.
func nodeText(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data + " ")
		}
	}
	return b.String()
}
