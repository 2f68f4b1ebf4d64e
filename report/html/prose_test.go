package html_test

import (
	"strings"
	"testing"
)

func TestProse(t *testing.T) {
	for md, want := range map[string]string{
		"这是**重点：**后面":                       "<strong>重点：</strong>",
		"a <foo> & <b>c</b>":                "a &lt;foo&gt; &amp; &lt;b&gt;c&lt;/b&gt;",
		"# big":                             "<p><strong>big</strong></p>",
		"![alt](https://example.org/pixel)": `<a href="https://example.org/pixel" rel="nofollow noreferrer">alt</a>`,
		"- [x] done":                        "☑ done",
		"- [ ] open":                        "☐ open",
		"~~gone~~":                          "<del>gone</del>",
		"[x](javascript:alert(1))":          "<p>x</p>",
		"[x](../../etc/passwd)":             "<p>x</p>",
		"| a | b |\n|:--|--:|\n| 1 | 2 |":   `<td align="right">2</td>`,
		"3. three":                          `<ol start="3">`,
		"第一行\n第二行":                          "第一行第二行",
		"one\ntwo":                          "one\ntwo",
		"`<script>`":                        "<code>&lt;script&gt;</code>",
		"a\u202eb":                          "ab",
	} {
		if got := string(render(t, prosePage(md))); !strings.Contains(got[strings.Index(got, "<main"):], want) {
			t.Errorf("%s: no %s in %s", md, want, got[strings.Index(got, "<main"):])
		}
	}
}

// TestExplosionsStaySmall feeds Markdown that grows with its square.
func TestExplosionsStaySmall(t *testing.T) {
	table := strings.Repeat("|", 5000) + "\n" + strings.Repeat("|-", 5000) + "|\n" + strings.Repeat("|\n", 5500)
	for name, md := range map[string]string{
		"table": table, "quoted table": "> " + strings.ReplaceAll(table, "\n", "\n> "),
		"quotes":   strings.Repeat("> ", 30000) + "x",
		"lists":    strings.Repeat("- ", 30000) + "x",
		"brackets": strings.Repeat("[", 60000), "images": strings.Repeat("![", 30000),
		"emphasis": strings.Repeat("**a *b ", 9000), "backticks": strings.Repeat("`a``", 15000),
		"links":     strings.Repeat("[a](<b> ", 8000),
		"megabytes": strings.Repeat("x **y** ", 1<<18),
		"entities":  strings.Repeat("&amp;", 12000), "angles": strings.Repeat("<a ", 20000),
	} {
		if n := len(render(t, prosePage(md))); n > 700<<10 {
			t.Errorf("%s: %d bytes of Markdown became %d bytes of HTML", name, len(md), n)
		}
	}
}

// FuzzProse checks that no Markdown brings an element or attribute that is not
// allowed.
func FuzzProse(f *testing.F) {
	for _, s := range append(payloads("x"), "**a：**b", "|a|b|\n|-|-|\n|<script>|x|", "<https://a.example>", "&lt;script&gt;", "[a]: <javascript:x>\n[a]") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, md string) {
		for _, p := range inspect(t, render(t, prosePage(md))).problems {
			t.Errorf("%q: %s", md, p)
		}
	})
}
