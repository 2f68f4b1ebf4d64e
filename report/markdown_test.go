package report

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"judgement/internal/evidence"
	"judgement/panel"
)

// hostile are strings that try to become structure.
var hostile = []string{
	"# heading", "x\n# heading\n===\n---", "| a | b |\n|---|---|\n| 1 | 2 |", "<script>alert(1)</script>", "<!-- x", "a\n\n<div>\n",
	"[x](javascript:alert(1))", "![x](http://example.org/p.png)", "http://example.org www.example.org a@example.org", "```\n# x\n```", "~~~", "`````",
	"    indented", "1. one\n2. two", "- [ ] task", "> quote\n> # deep", "a\\", "\\", "**", "`", "``a", "[a]: http://example.org", "[^1]: note",
	"&lt;b&gt; &#60;", "a\r# b", "a\u2028# b", "a\x1b[31m# b", "\u202eabc", "a\u200b# b", ":--", "---", "***", "+", "1)", "- - - # x", "> > # x", "1. # x",
	"<https://example.org>", "a | b", "a `|` b", "$x$ $y$", "~~gone~~", "_a_ *b*", "** x **", "[a](b", "![", "- x\n      - deep\n              - deeper", "\t# x", "    - x", "~~~\n# x\n~~~", "```go\n```x\n# y",
	"see:http://example.org", "ftp://example.org", "x`http://example.org`y", "a<http://example.org", "mailto:a@example.org", "10. x\n   - y\n      - z",
}

func TestUntrustedTextAddsNoStructure(t *testing.T) {
	for _, s := range hostile {
		checkSafe(t, s)
	}
}

func FuzzUntrustedText(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkSafe(t, s) })
}

// checkSafe puts s wherever untrusted text may stand and compares the page's
// structure with that of the same page with a harmless word.
func checkSafe(t *testing.T, s string) {
	t.Helper()
	want, got := shape(t, hostilePage("word")), shape(t, hostilePage(s))
	if want != got {
		t.Errorf("%q changed the page:\nwant %v\n got %v\n%s", s, want, got, Markdown(hostilePage(s)))
	}
	for _, r := range string(Markdown(hostilePage(s))) {
		if r != '\n' && invisible(r) {
			t.Errorf("%q left the invisible %U in the page", s, r)
		}
	}
}

func hostilePage(s string) Page {
	p := samplePanel()
	p.DisplayName = s
	for i := range p.Lenses {
		p.Lenses[i].DisplayNameCN = "维度" + s
	}
	for i := range p.Judges {
		p.Judges[i].DisplayNameCN = s
	}
	if strings.TrimSpace(s) == "" {
		s = "word"
	}
	in := sampleReview(Chinese)
	in.Panel, in.Date, in.Brand = p, s, s
	in.Verdicts[2].Reason = s
	in.Verdicts[0].Cells[0].Citations[0].Quote = s
	in.Verdicts[0].Cells[1].Citations[0].Note = evidence.ReadNote(s)
	in.Integrity[0].Excerpt, in.Provenance.DocumentName, in.Provenance.Models = s, s, []string{s}
	in.Provenance.Versions[0].Value = "v" + s
	remark := []Remark{{Text: s, Lens: "evidence", Judge: "plain-reader"}, {Text: s}}
	comments := map[string]string{"problem-fit": s, "evidence": s, "feasibility": s}
	page, err := Scored(p, in.Means, comments, remark, remark, remark, ScoredOptions{Lang: Chinese, Title: "t" + s, Subtitle: "t" + s})
	if err != nil {
		panic(err)
	}
	page.Blocks = append(page.Blocks, Prose{s}, Note{Info, []Inline{Plain(s)}}, Paragraph{[]Inline{Plain(s), Strong(s), Code(s), Link{Text: s, Target: "#x"}, Link{Text: s, Code: true}}})
	page.Blocks = append(page.Blocks, Appendix(in)...)
	page.Blocks = append(page.Blocks, JudgePage(in, "evidence-checker").Blocks...)
	return page
}

// structure is what untrusted text must never add to.
type structure struct{ headings, tables, rows, cells, html, links, images int }

func shape(t *testing.T, p Page) structure {
	t.Helper()
	src := Markdown(p)
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote, extension.DefinitionList))
	var s structure
	err := ast.Walk(md.Parser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n.(type) {
		case *ast.Heading:
			s.headings++
		case *east.Table:
			s.tables++
		case *east.TableRow:
			s.rows++
		case *east.TableCell:
			s.cells++
		case *ast.HTMLBlock, *ast.RawHTML:
			s.html++
		case *ast.Link, *ast.AutoLink, *east.FootnoteLink, *east.DefinitionList, *east.TaskCheckBox, *east.Strikethrough:
			s.links++
		case *ast.Image:
			s.images++
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBarText(t *testing.T) {
	for _, tt := range []struct{ score, max, want string }{
		{"8.4", "10", "████████░░"},
		{"0", "10", "░░░░░░░░░░"},
		{"10", "10", "██████████"},
		{"9.99", "10", "█████████░"},
		{"0.01", "10", "█░░░░░░░░░"},
		{"12", "10", "██████████"},
		{"1", "0", "░░░░░░░░░░"},
	} {
		if got := BarText(panel.MustPoints(tt.score), panel.MustPoints(tt.max), 10); got != tt.want {
			t.Errorf("BarText(%s, %s) = %s, want %s", tt.score, tt.max, got, tt.want)
		}
	}
}
