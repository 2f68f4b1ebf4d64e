package report

import (
	"bytes"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

func TestPlainTextIsShownAsItIs(t *testing.T) {
	for _, s := range []string{
		"a_b snake_case_name", "1. one", "2 * 3 * 4 < 5 & 6 > 1", "# x #", "a|b", "[x](y)", "$5 and $6", "C:\\dir\\", "&amp;", "`code`",
		"问题（甲）：一、二", "*x* _y_ ~z~", "- item", "a -- b", "100% #3", "!important", "![x]", "http://example.org/a_b?c=*d*",
	} {
		src := Markdown(Page{Title: "t", Blocks: []Block{Paragraph{[]Inline{Plain(s)}}}})
		root := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(src))
		para := root.LastChild()
		var b bytes.Buffer
		_ = ast.Walk(para, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if txt, ok := n.(*ast.Text); ok && entering {
				b.Write(unescape(txt, src))
			}
			return ast.WalkContinue, nil
		})
		if got := b.String(); para.Kind() != ast.KindParagraph || got != s {
			t.Errorf("%q is shown as %s %q from %q", s, para.Kind(), got, src)
		}
	}
}

// unescape returns a text node's text with backslash escapes resolved, except for
// code, where they mean themselves.
func unescape(n *ast.Text, src []byte) []byte {
	raw := n.Segment.Value(src)
	if n.Parent().Kind() == ast.KindCodeSpan {
		return raw
	}
	var out []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' && i+1 < len(raw) && isPunct(raw[i+1]) {
			i++
		}
		out = append(out, raw[i])
	}
	return out
}
