package html

import (
	"bytes"
	"html"
	"net/url"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	gmhtml "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"judgement/internal/prose"
	"judgement/report/internal/place"
)

// maxGrowth is how many bytes of HTML one piece of prose may become.
const maxGrowth = 512 << 10

// prose renders untrusted Markdown: safe mode, then a strict allow-list.
func (w *writer) prose(markdown string) {
	if strings.TrimSpace(markdown) == "" {
		return
	}
	w.raw(`<div class="prose">`)
	if prose.Simple(markdown) {
		w.raw("<p>" + esc(markdown) + "</p></div>\n")
		return
	}
	doc := prose.Parse(markdown)
	out, ok := rendered(doc)
	if ok {
		w.raw(strings.NewReplacer(
			"<table>", `<div class="scroll" role="group" tabindex="0" aria-label="`+w.scrolls()+`"><table>`,
			"</table>", "</table></div>").Replace(out))
	} else {
		w.raw("<p>" + w.page.Lang.Say(place.Raw) + `</p><pre>` + esc(string(doc.Source)) + "</pre>")
	}
	if doc.Cut {
		w.raw(`<p class="left">` + w.page.Lang.Say(place.Cut) + "</p>")
	}
	w.raw("</div>\n")
}

// rendered returns sanitised HTML; false if the text must be shown as it is.
func rendered(doc prose.Doc) (string, bool) {
	if doc.Plain {
		return "", false
	}
	var b bytes.Buffer
	if err := renderMarkdown().Render(&b, doc.Source, doc.Root); err != nil || b.Len() > maxGrowth {
		return "", false
	}
	return policy().SanitizeReader(&b).String(), true
}

// renderMarkdown builds the renderer once; it is safe for concurrent use.
var renderMarkdown = sync.OnceValue(func() renderer.Renderer {
	return renderer.NewRenderer(renderer.WithNodeRenderers(
		util.Prioritized(nodes{}, 1),
		util.Prioritized(extension.NewTableHTMLRenderer(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), 500),
		util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500),
		util.Prioritized(gmhtml.NewRenderer(gmhtml.WithEastAsianLineBreaks(gmhtml.EastAsianLineBreaksSimple)), 1000),
	))
})

// policy builds the allow-list once; it is safe for concurrent use. No images:
// they would phone home. No styles, classes or identifiers: model text must not
// look like the report's own parts.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "blockquote", "ul", "ol", "li", "em", "strong", "del", "code", "pre",
		"table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("href").OnElements("a")
	hosted := func(u *url.URL) bool { return u.Host != "" }
	p.AllowURLSchemeWithCustomPolicy("http", hosted)
	p.AllowURLSchemeWithCustomPolicy("https", hosted)
	p.AllowURLSchemes("mailto")
	p.AllowRelativeURLs(false)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	return p
})

// nodes overrides how some nodes are rendered: headings as bold paragraphs, so
// that the report's own outline stays whole; images as their text; checkboxes
// as characters.
type nodes struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (nodes) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindHeading, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		return ast.WalkContinue, put(w, entering, "<p><strong>", "</strong></p>\n")
	})
	reg.Register(ast.KindImage, func(w util.BufWriter, src []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		link := html.EscapeString(string(n.(*ast.Image).Destination))
		_, err := w.WriteString(`<a href="` + link + `">` + html.EscapeString(prose.Text(n, src)) + `</a>`)
		return ast.WalkSkipChildren, err
	})
	reg.Register(east.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		mark := "☐ "
		if n.(*east.TaskCheckBox).IsChecked {
			mark = "☑ "
		}
		return ast.WalkContinue, put(w, entering, mark, "")
	})
}

func put(w util.BufWriter, entering bool, open, shut string) error {
	if entering {
		shut = open
	}
	_, err := w.WriteString(shut)
	return err
}
