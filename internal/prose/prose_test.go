package prose_test

import (
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"

	"judgement/internal/prose"
)

// outline shows emphasis as {strong:…} and {em:…}.
func outline(d prose.Doc) string {
	var b strings.Builder
	_ = ast.Walk(d.Root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Emphasis:
			switch {
			case entering && n.Level == 2:
				b.WriteString("{strong:")
			case entering:
				b.WriteString("{em:")
			default:
				b.WriteByte('}')
			}
		case *ast.Text:
			if entering {
				b.Write(n.Value(d.Source))
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func TestEmphasis(t *testing.T) {
	for in, want := range map[string]string{
		"这是**重点：**后面":       "这是{strong:重点：}后面",
		"**“引用”**后面":        "{strong:“引用”}后面",
		"前面**（括号）**后面":      "前面{strong:（括号）}后面",
		"前**“a”**后":         "前{strong:“a”}后",
		"*斜体，*接着":           "{em:斜体，}接着",
		"**重点**。":           "{strong:重点}。",
		"plain **bold** x":  "plain {strong:bold} x",
		"**bold:**after":    "**bold:**after",
		"a * b * c":         "a * b * c",
		"2*3*4":             "2{em:3}4",
		"snake_case_name":   "snake_case_name",
		"_em_ and __s__":    "{em:em} and {strong:s}",
		"***both***":        "{em:{strong:both}}",
		"**unclosed 重点：后面":  "**unclosed 重点：后面",
		"価格は**高い。**しかし":     "価格は{strong:高い。}しかし",
		"** not bold ** 后面": "** not bold ** 后面",
	} {
		if got := outline(prose.Parse(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestRawHTMLIsText(t *testing.T) {
	d := prose.Parse("a <foo> b\n\n<div onclick=x>\n**c**\n</div>\n\n<!-- d -->")
	if got := outline(d); !strings.Contains(got, "<foo>") || !strings.Contains(got, "<div onclick=x>") || !strings.Contains(got, "{strong:c}") || !strings.Contains(got, "<!-- d -->") {
		t.Errorf("outline = %q", got)
	}
}

func TestTables(t *testing.T) {
	tables := func(md string) int {
		n := 0
		d := prose.Parse(md)
		if d.Plain {
			return -1
		}
		_ = ast.Walk(d.Root, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
			if node.Kind() == east.KindTable && entering {
				n++
			}
			return ast.WalkContinue, nil
		})
		return n
	}
	wide := func(n int) string {
		return strings.Repeat("|a", n) + "|\n" + strings.Repeat("|-", n) + "|\n" + strings.Repeat("|1", n) + "|\n"
	}
	for name, c := range map[string]struct {
		md   string
		want int
	}{
		"plain":          {"| a | b |\n|---|---|\n| 1 | 2 |\n", 1},
		"widest":         {wide(prose.MaxColumns), 1},
		"too wide":       {wide(prose.MaxColumns + 1), 0},
		"too many cells": {wide(20) + strings.Repeat("|\n", 300), 0},
		"two in one":     {wide(2) + wide(400), 0},
	} {
		if got := tables(c.md); got != c.want {
			t.Errorf("%s: %d tables, want %d", name, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	long := prose.Parse(strings.Repeat("汉", prose.MaxBytes))
	if !long.Cut || len(long.Source) > prose.MaxBytes || !strings.HasSuffix(string(long.Source), "汉") {
		t.Errorf("cut = %v at %d bytes", long.Cut, len(long.Source))
	}
	for name, md := range map[string]string{
		"quotes":   strings.Repeat(">", 20000) + " x",
		"lists":    strings.Repeat("- ", 20000) + "x",
		"links":    strings.Repeat("[", 20000),
		"emphasis": strings.Repeat("*a **b ", 1500),
		"nested":   strings.Repeat("*a **b ", 30) + strings.Repeat("b** a* ", 30),
	} {
		if d := prose.Parse(md); !d.Plain && name != "emphasis" {
			t.Errorf("%s: not taken as plain text", name)
		}
	}
	for _, md := range []string{strings.Repeat("-", 300), strings.Repeat("* ", 40), "+ a\n- b\n> c"} {
		if prose.Parse(md).Plain {
			t.Errorf("%.20q is taken as plain text", md)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "**a：**b", "|a|\n|-|", "> - 1. x", "[a](b \"c\")", "```\nx", "\x00\xff", "- [x] y\n\n~~z~~ www.example.org"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, md string) {
		d := prose.Parse(md)
		if len(d.Source) > 3*prose.MaxBytes {
			t.Errorf("%d bytes", len(d.Source))
		}
		if !d.Plain {
			_ = prose.Text(d.Root, d.Source)
		}
	})
}
