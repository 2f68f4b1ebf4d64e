package document

import (
	"context"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestTitleIsPlainText: what marks a heading up is no part of the title.
func TestTitleIsPlainText(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"plain", "# Cold Bag\n\nText.", "Cold Bag"},
		{"bold", "# **Bold** title here\n\nText.", "Bold title here"},
		{"all bold", "# **Bold title**", "Bold title"},
		{"emphasis, code, link", "# *EcoBox* – `v2` [site](http://x.y)", "EcoBox – v2 site"},
		{"backslashes", `# A\_B \*c\*`, "A_B *c*"},
		{"a backslash before a letter", `# C:\dir \\ end\`, `C:\dir \ end\`},
		{"a backslash before a reference", `# R\&amp;D`, "R&amp;D"},
		{"tags", "# <b>Html</b> & Co", "Html & Co"},
		{"character references", "# R&amp;D &#8211; &copy; AT&T", "R&D – © AT&T"},
		{"code keeps its marks", "# Why `a*b*c` and `R&amp;D`", "Why a*b*c and R&amp;D"},
		{"struck through", "# ~~Old~~ New", "Old New"},
		{"picture", "# ![Logo](logo.png) Kite", "Logo Kite"},
		{"address", "# <https://kite.example>", "https://kite.example"},
		{"underscores in a word", "# snake_case_name", "snake_case_name"},
		{"arithmetic", "# 2 * 3 * 4", "2 * 3 * 4"},
		{"emphasis beside Chinese punctuation", "# **冷链：**保温袋", "冷链：保温袋"},
		{"Chinese", "# *冷链*保温袋", "冷链保温袋"},
		{"closed heading", "## Closed ##", "Closed"},
		{"a sharp that is none of the marks", "# C#", "C#"},
		{"marks that belong to nothing", "# 5* hotel", "5* hotel"},
		{"indented", "  # In a little", "In a little"},
		{"second level first", "Text.\n\n## Later\n\n# Top", "Later"},
		{"no text in the first", "#\n\n# <!-- x -->\n\n# Real", "Real"},
		{"setext", "Cold Bag\n========\n\nText.", "Cold Bag"},
		{"setext of two", "**Cold** Bag\n---\n\nText.", "Cold Bag"},
		{"setext on two lines", "Cold\nBag\n===\n", "Cold Bag"},
		{"a rule", "Text.\n\n---\n\n# Title", "Title"},
		{"a rule after a list", "- item\n---\n# Title", "Title"},
		{"code", "```\n# comment\n```\n\n# Title", "Title"},
		{"code in tildes, longer", "~~~~\n~~~\n# comment\n~~~~\n# Title", "Title"},
		{"indented code", "    # comment\n\n# Title", "Title"},
		{"quote", "> # quoted\n\n# Title", "Title"},
		{"no heading", "#hashtag and text", "a"},
		{"table", "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n# Title", "Title"},
		{"front matter", "---\ntitle: Cold Bag\nauthor: A team\n---\n\nText.", "Cold Bag"},
		{"front matter, in quotes", "---\ntitle: \"Cold: *Bag*\"\n---\n# Heading", "Cold: *Bag*"},
		{"front matter, a colon without quotes", "---\nauthor: x\ntitle: Cold Bag: a story\n---\n# Heading", "Cold Bag: a story"},
		{"front matter, folded", "---\ntitle: >\n  Cold\n  Bag\n---\nText.", "Cold Bag"},
		{"front matter, a year", "---\ntitle: 2026\n---\nText.", "2026"},
		{"front matter, dots", "---\ntitle: 保温袋\n...\nText.", "保温袋"},
		{"front matter without a title", "---\nauthor: A team\n---\n\n# Heading", "Heading"},
		{"front matter with an empty title", "---\ntitle:\n---\n\n# Heading", "Heading"},
		{"front matter with a list for a title", "---\ntitle: [a, b]\n---\n\n# Heading", "Heading"},
		{"front matter alone is no heading", "---\nauthor: A team\ndate: 2026-01-01\n---\n\nText.", "a"},
		{"rules are no front matter", "---\nCold Bag\n---\n\n# Heading", "Cold Bag"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, err := Read(t.Context(), "a.md", []byte(tc.in), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if doc.Title != tc.want {
				t.Errorf("title of %q: %q, want %q", tc.in, doc.Title, tc.want)
			}
		})
	}
}

// TestTitleOfOtherFormats: text has none, a page's heading goes before its head.
func TestTitleOfOtherFormats(t *testing.T) {
	for _, tc := range []struct{ name, in, want string }{
		{"plan.txt", "Cold Bag\n========\n\nText.", "plan"},
		{"plan.txt", "# Cold *Bag*\n\nText.", "Cold Bag"},
		{"plan.html", "<!doctype html><title>In the head</title><h1>On the <em>page</em> &amp; *here* a_b_c</h1>", "On the page & *here* a_b_c"},
		{"plan.html", "<!doctype html><title>R&amp;D *x*</title><p>Text.", "R&D *x*"},
		{"plan.docx", string(word(t, `<w:p><w:pPr><w:pStyle w:val="H2"/></w:pPr><w:r><w:t>Profit *2024* a_b &lt;b&gt; &amp;amp; C#</w:t></w:r></w:p>`+wp("Text"), part{"word/styles.xml", "<w:styles " + wordNS + `><w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>`})), "Profit *2024* a_b <b> &amp; C#"},
	} {
		doc, err := Read(t.Context(), tc.name, []byte(tc.in), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if doc.Title != tc.want {
			t.Errorf("title of %s %q: %q, want %q", tc.name, tc.in, doc.Title, tc.want)
		}
	}
}

// pdfOf is a PDF reader that has read one page.
type pdfOf struct{ title, text string }

// Extract implements Extractor.
func (p pdfOf) Extract(context.Context, []byte) (PDFText, error) {
	return PDFText{Title: p.title, Pages: []PageText{{Number: 1, Text: p.text}}}, nil
}

// TestTitleOfAPDF: what a program wrote into the description is no title; a line
// with the marks of a heading is one where nothing better is there.
func TestTitleOfAPDF(t *testing.T) {
	read := func(title, text string) *Document {
		doc, err := Read(t.Context(), "entry-03.pdf", []byte("%PDF-1.7"), Options{PDF: pdfOf{title, text}})
		if err != nil {
			t.Fatal(err)
		}
		return doc
	}
	for _, title := range []string{
		"Cold Bag", "Document management for hospitals", "Untitled: a play", "Slide rules", "Version 1.2", "Word for word", "https and you", "A/B tests", "冷链保温袋", "文档管理系统", "Titles", "Node.js in clinics", "Page 1 news",
	} {
		if got := read(title, "# Line\nText").Title; got != title {
			t.Errorf("title %q of the description became %q", title, got)
		}
	}
	for _, title := range []string{
		"", " \x00 ", "…", "2026", "untitled", "Untitled-1", "Untitled document", "(anonymous)", "Document1", "document 2", "Doc3", "Microsoft Word - Cold Bag", "Microsoft Word - plan.docx", "Microsoft PowerPoint - x", "PowerPoint Presentation", "PowerPoint 演示文稿", "Presentation1", "Slide 1", "无标题", "未命名", "plan v2.docx", "Cold Bag.pdf", "paper.dvi", "C:\\Users\\x\\plan", "/tmp/plan", "file:///tmp/plan", "https://example.org/plan", "about:blank", "plan.docx (read only)",
	} {
		if got := read(title, "Text").Title; got != "entry-03" {
			t.Errorf("%q became the title %q", title, got)
		}
		if got := read(title, "Text\n# Line *one*\nText\n====\n").Title; got != "Line one" {
			t.Errorf("%q, then a line with marks: title %q", title, got)
		}
	}
}

// TestTitleOfHardTexts: a text of any kind has a title in time.
func TestTitleOfHardTexts(t *testing.T) {
	units := append(hardUnits(), "> - ", "- ", "1. ", "---\n", "a\n---\n", "**a", "_a_", "[a](", "![", "&", "\\*", "---\na: b\n", "* * ", "~~a", "<b>", "&#1;")
	for _, unit := range units {
		for _, head := range []string{"", "# ", "---\ntitle: "} {
			got := title(&content{format: Markdown}, head+strings.Repeat(unit, (256<<10)/len(unit)), "a.md")
			if !utf8.ValidString(got) || got == "" || len(got) > 200 || strings.ContainsAny(got, "\n\r") {
				t.Errorf("%q after %q: title %q", unit, head, got)
			}
		}
	}
}

func FuzzTitle(f *testing.F) {
	for _, s := range []string{"# **Bold** title", "# *EcoBox* – `v2` [site](http://x.y)", `# A\_B \*c\*`, "# <b>Html</b> &amp; Co", "Title\n===\n", "---\ntitle: x: y\n---\n# z", "> - # a\n---", "# **冷链：**袋"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = strings.ToValidUTF8(text, "")
		for _, format := range []Format{Markdown, HTML, DOCX, PDF, Text} {
			got := title(&content{format: format}, text, "a.md")
			if got == "" || len(got) > 200 || !utf8.ValidString(got) || strings.ContainsAny(got, "\r\n") {
				t.Errorf("%s: title %q", format, got)
			}
		}
	})
}
