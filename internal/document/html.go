package document

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
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
	p := &htmlCleaner{found: found, matching: minMatching + matchingPerByte*len(text)}
	p.gather(root)
	p.clean(root)
	flatten(root, 0, 0)
	md, err := newConverter().ConvertNode(root)
	if err != nil {
		return nil, damaged(err)
	}
	return &content{format: HTML, source: lineBreaks.Replace(text), title: p.title, pieces: []piece{{text: string(md)}}}, nil
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

// gather reads the title, the style sheets and which words scripts have.
func (p *htmlCleaner) gather(root *html.Node) {
	p.scripts, p.opened, p.worded = map[string]bool{}, map[string]bool{}, map[*html.Node]bool{}
	p.sheets = sheets{rules: map[string][]*rule{}, states: map[string][]*rule{}, frames: map[string]map[string]string{}, initial: map[string]string{}, restored: map[string]string{}, kids: map[*html.Node]int{}}
	for n := range root.Descendants() {
		if n.Type == html.TextNode && strings.TrimSpace(n.Data) != "" {
			for in := n.Parent; in != nil && !p.worded[in]; in = in.Parent {
				p.worded[in] = true
			}
		}
		if n.Type != html.ElementNode {
			continue
		}
		p.sheets.nodes++
		p.sheets.kids[n.Parent]++
		p.sheets.widest = max(p.sheets.widest, p.sheets.kids[n.Parent])
		text := ""
		if n.FirstChild != nil {
			text = n.FirstChild.Data
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "popovertarget", a.Key == "commandfor":
				p.opened[a.Val] = true
			case strings.HasPrefix(a.Key, "on"):
				p.script(a.Val)
			}
		}
		switch n.Data {
		case "title":
			if p.title == "" && n.Namespace == "" {
				p.title = text
			}
		case "style":
			if media := attrOf(n, "media"); mediaApplies(strings.ToLower(media)) {
				p.sheets.read(text)
				p.linked = p.linked || strings.Count(text, "@import") > strings.Count(text, fontSheets)
			}
		case "script":
			src := attrOf(n, "src")
			p.script(text)
			if src != "" {
				p.scripts[anyScript] = true
			}
			p.linked = p.linked || strings.Contains(src, "tailwind") || strings.Contains(src, "unocss") // which make style sheets
		case "link":
			sheet := strings.Contains(strings.ToLower(attrOf(n, "rel")), "stylesheet") && mediaApplies(strings.ToLower(attrOf(n, "media")))
			p.linked = p.linked || sheet && !strings.HasPrefix(attrOf(n, "href"), fontSheets)
		}
	}
}

// fontSheets is where style sheets are that set nothing but fonts.
const fontSheets = "https://fonts.googleapis.com/"

var scriptWord = lazy.Regexp(`[\w-]+`)

// script notes the words of a script.
func (p *htmlCleaner) script(text string) {
	for _, w := range scriptWord().FindAllString(text, -1) {
		p.scripts[w] = true
	}
}

// What comments have that say nothing about the document.
const (
	maxToolComment = 200 // bytes
	pageParts      = `begin|start|end|stop|of|the|in|from|no|omit|table|toc|tocstop|contents?|header|footer|nav|navigation|menu|sidebar|main|body|section|page|break|pagebreak|newpage|cover|title|logo|container|wrapper|row|column|divider|separator|more|truncate|excerpt|appendix|references|figure`
	chineseParts   = `开始|结束|页眉|页脚|目录|正文|封面|附录|分页|分页符|导航|侧栏|更多`
)

var toolComment = lazy.Regexp(`(?i)^(?:\[if |<!\[endif\]|\[endif\]$|startfragment$|endfragment$|\?xml |` + // of programs for programs
	`(?:markdownlint|prettier|eslint|stylelint|textlint|vale|cspell|spell-?checker|remark|lint|mdformat|(?:start |end )?doctoc|all-contributors-list|spdx)\b|don't edit this section|(?:begin|start|end)_\w+$|(?:todo|fixme)\b|` +
	`[\W_]*(?:(?:` + pageParts + `)[^\pL]*){1,5}$|(?:(?:` + chineseParts + `)[^\pL]*){1,3}$)`)

// harmlessComment reports a comment that is for programs, names a part of the page or is a
// task of the author. It is searched for words to judges all the same.
func harmlessComment(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "[if ") || len(text) <= maxToolComment && toolComment().MatchString(text)
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

// hasAttr reports an attribute, with a value or without.
func hasAttr(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

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
