// Package prose reads Markdown that models and people wrote into goldmark's
// tree, for the HTML and PDF backends of reports alike. Raw HTML is plain text here,
// emphasis works beside Chinese punctuation, and input that would explode
// (tables, nesting, sheer size) stays small. It renders nothing.
package prose

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Limits of one piece of prose.
const (
	MaxBytes   = 64 << 10 // the rest is cut off
	MaxColumns = 24       // of a table; a wider one stays text
	MaxCells   = 4000     // of a table; a larger one stays text
	MaxDepth   = 24       // of nested elements; deeper text is shown as written
)

// Doc is parsed Markdown.
type Doc struct {
	Source []byte
	Root   ast.Node
	Cut    bool // the text was longer than MaxBytes
	Plain  bool // too deeply nested: show Source as it is, not Root
}

// Parse reads Markdown. It never fails: every text is some Markdown.
func Parse(markdown string) Doc {
	var d Doc
	if len(markdown) > MaxBytes {
		end := MaxBytes
		for end > 0 && !utf8.RuneStart(markdown[end]) {
			end--
		}
		markdown, d.Cut = markdown[:end], true
	}
	markdown = strings.Map(visible, strings.ToValidUTF8(markdown, "\uFFFD"))
	d.Source = []byte(markdown)
	if crowded(d.Source) {
		d.Plain = true
		return d
	}
	d.Root = reader().Parse(text.NewReader(d.Source))
	d.Plain = depth(d.Root) > MaxDepth
	return d
}

// Document reads the Markdown of a whole document: offsets in the tree are those of the
// text, and nothing is cut or dropped. A renderer escapes what it shows.
func Document(markdown string) Doc {
	d := Doc{Source: []byte(markdown)}
	for paragraph := range bytes.SplitSeq(d.Source, []byte("\n\n")) { // delimiters do not pair across paragraphs
		if d.Plain = crowded(paragraph); d.Plain {
			return d
		}
	}
	d.Root = reader().Parse(text.NewReader(d.Source))
	d.Plain = depth(d.Root) > MaxDepth
	return d
}

// Simple reports whether a text is one paragraph that no Markdown is in: it is shown as
// it is.
func Simple(s string) bool {
	if len(s) > MaxBytes || strings.ContainsAny(s, "*_`[]<>&#|~\\!\n\r\t@") || strings.Contains(s, "://") || strings.Contains(s, "www.") || strings.Contains(s, "  ") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s)
	return first != ' ' && !strings.ContainsRune("-+=0123456789", first)
}

// visible drops controls and direction overrides, which make a reader see
// another text than the one that was written.
func visible(r rune) rune {
	switch {
	case r == '\n' || r == '\r' || r == '\t':
		return r
	case r < 0x20 || r >= 0x7F && r < 0xA0, r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFEFF:
		return -1
	}
	return r
}

// reader builds the parser once: it is read-only and safe for concurrent use.
var reader = sync.OnceValue(func() parser.Parser {
	blocks := slices.DeleteFunc(parser.DefaultBlockParsers(), func(p util.PrioritizedValue) bool {
		return p.Value == parser.NewHTMLBlockParser()
	})
	inlines := slices.DeleteFunc(parser.DefaultInlineParsers(), func(p util.PrioritizedValue) bool {
		return p.Value == parser.NewRawHTMLParser() || p.Value == parser.NewEmphasisParser()
	})
	inlines = append(inlines,
		util.Prioritized(extension.NewTaskCheckBoxParser(), 0),
		util.Prioritized(Emphasis{}, 500),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(extension.NewLinkifyParser(), 999),
	)
	return parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(inlines...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(),
			util.Prioritized(boundedTable{extension.NewTableParagraphTransformer()}, 200))...),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
	)
})

// boundedTable leaves paragraphs alone that would become huge tables: each row
// is filled up to the width of the header, so that 26 KB could become 10⁷
// cells.
type boundedTable struct{ parser.ParagraphTransformer }

// Transform implements parser.ParagraphTransformer.
func (t boundedTable) Transform(p *ast.Paragraph, r text.Reader, pc parser.Context) {
	lines, columns := p.Lines(), 0
	for i := range lines.Len() {
		seg := lines.At(i)
		line := seg.Value(r.Source())
		if len(bytes.Trim(line, " \t\r\n|:-")) == 0 {
			columns = max(columns, bytes.Count(line, []byte("|"))+1)
		}
	}
	if columns-2 > MaxColumns || columns*lines.Len() > MaxCells {
		return
	}
	t.ParagraphTransformer.Transform(p, r, pc)
}

// crowded reports whether a line opens more containers, or holds more
// delimiters that may nest, than a reader's text ever does. Such input costs a
// Markdown parser time that grows with its square.
func crowded(src []byte) bool {
	for line := range strings.Lines(string(src)) {
		if Containers(line) > MaxDepth {
			return true
		}
	}
	for _, c := range []byte("[<`~_*") {
		if bytes.Count(src, []byte{c}) > maxDelimiters {
			return true
		}
	}
	return false
}

// maxDelimiters is how often one delimiter character may be in a text.
const maxDelimiters = 4000

// Containers counts the marks of quotes and lists with which a line begins; a rule,
// as in "* * *", has none.
func Containers(line string) (n int) {
	rest := strings.TrimLeft(line, " \t")
	if rest != "" && rest[0] != '>' && strings.Trim(rest, " \t\r\n"+rest[:1]) == "" {
		return 0
	}
	for _, c := range []byte(line) {
		switch c {
		case '>', '-', '+', '*':
			n++
		case ' ', '\t', '.', ')', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		default:
			return n
		}
	}
	return n
}

// depth counts the levels of a tree.
func depth(n ast.Node) int {
	deepest := 0
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		deepest = max(deepest, depth(c))
	}
	return deepest + 1
}

// Text returns the text of a node and of all below it, without markup.
func Text(n ast.Node, src []byte) string {
	var b strings.Builder
	// The walker's function returns no error, so neither does Walk.
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Value(src))
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(n.Value)
		case *ast.AutoLink:
			b.Write(n.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
