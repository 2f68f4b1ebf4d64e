package pdf_test

import (
	"bytes"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"

	"judgement/internal/evidence"
	"judgement/internal/testtool"
	"judgement/panel"
	"judgement/report"
	"judgement/report/internal/sample"
	"judgement/report/pdf"
)

func render(t testing.TB, p report.Page) []byte {
	t.Helper()
	b, err := pdf.Render(p, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// poppler runs one of its tools over a file and fails where it complains.
func poppler(t testing.TB, file []byte, tool string, args ...string) string {
	t.Helper()
	testtool.Need(t, tool)
	cmd := exec.Command(tool, args...)
	cmd.Stdin = bytes.NewReader(file)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		t.Fatalf("%s: %v: %s", tool, err, errs.String())
	}
	return out.String()
}

var footer = regexp.MustCompile(`^\d+ ?/ ?\d+$`)

// words returns the text of a file in the order of its content, without white
// space, page numbers and running titles.
func words(t testing.TB, file []byte, title string) string {
	t.Helper()
	var b strings.Builder
	for page := range strings.SplitSeq(poppler(t, file, "pdftotext", "-raw", "-enc", "UTF-8", "-", "-"), "\f") {
		lines := strings.Split(strings.TrimRight(page, "\n"), "\n")
		for i := len(lines) - 1; i >= max(0, len(lines)-2); i-- {
			if footer.MatchString(lines[i]) || squeeze(lines[i]) == squeeze(title) && i > 0 {
				lines = append(lines[:i], lines[i+1:]...)
			}
		}
		for _, l := range lines {
			b.WriteString(squeeze(l))
		}
	}
	return b.String()
}

// squeeze drops white space.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func paragraphs(lang report.Lang, texts ...string) report.Page {
	p := report.Page{Title: "Corpus", Lang: lang}
	for _, s := range texts {
		p.Blocks = append(p.Blocks, report.Paragraph{Text: []report.Inline{report.Plain(s)}})
	}
	return p
}

// TestNothingIsLost compares what goes in with what a reader gets out.
func TestNothingIsLost(t *testing.T) {
	long := strings.Repeat("评审团认为，这份方案在“受众”与“预算”两方面仍有可议之处；", 60)
	corpus := []string{
		"Plain words, with “quotes”, ‘single ones’, it’s — dashes – and dots… · done.",
		"中文段落：他说：“你好，世界！”然后离开了（没有回头）。《书名》、【括号】、……——",
		long, strings.Repeat("Donaudampfschifffahrtsgesellschaft", 20), strings.Repeat("，。”", 200),
		"https://example.org/" + strings.Repeat("path/", 60), "繁體中文：臺灣、龍、鬱、體。かな カナ ひらがな", "αβγ ΔΩ Кириллица ёЁ ÄÖÜ ß é ñ €",
		"1/2 ± × ÷ ≤ ≥ ≠ ∞ √ ① ② ㎡ ℃ № → ← ■ □ ● ★", "e\u0301 a\u0308 decomposed", "line one\nline two\n\nline four", "tab\there",
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		got := words(t, render(t, paragraphs(lang, corpus...)), "Corpus")
		want := "Corpus" + squeeze(strings.NewReplacer("e\u0301", "é", "a\u0308", "ä").Replace(strings.Join(corpus, "")))
		if got != want {
			t.Errorf("%s: text differs from byte %d: %q", lang, differs(got, want), near(got, want))
		}
	}
}

func differs(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

func near(got, want string) string {
	i := differs(got, want)
	from := max(0, i-20)
	return strings.ToValidUTF8(got[min(from, len(got)):min(i+40, len(got))], "?") + " instead of " + strings.ToValidUTF8(want[min(from, len(want)):min(i+40, len(want))], "?")
}

// TestEveryGlyph draws every character of GB2312 and Big5 that the fonts hold,
// in both weights, and reads all of them back.
func TestEveryGlyph(t *testing.T) {
	all := pdf.Repertoire()
	if len(all) < 10000 {
		t.Fatalf("the fonts hold %d characters", len(all))
	}
	text := string(all)
	p := report.Page{Title: "T", Lang: report.Chinese, Blocks: []report.Block{
		report.Paragraph{Text: []report.Inline{report.Plain(text)}}, report.Paragraph{Text: []report.Inline{report.Strong(text)}},
	}}
	got, want := words(t, render(t, p), "T"), "T"+squeeze(text)+squeeze(text)
	seen := map[rune]int{}
	for _, r := range got {
		seen[r]++
	}
	for _, r := range want {
		seen[r]--
	}
	for r, n := range seen {
		// Poppler writes some compatibility characters and hyphens its own way.
		if n != 0 && !unicode.Is(unicode.Pd, r) && r != '\u00ad' {
			t.Errorf("%q U+%04X: %+d", r, r, n)
		}
	}
}

// TestLackingIsShown checks that what the fonts lack is replaced and said.
func TestLackingIsShown(t *testing.T) {
	for in, want := range map[string]string{
		"a 😀 b":                "a[U+1F600]b",
		"zero⟨U+200B⟩width":    "zero〈U+200B〉width",
		"𠮷野家":                  "[U+20BB7]野家",
		"✅ done ❌ −1 ⚑ ☑":      "✅done❌−1⚑☑",
		"⭐ 🚩":                  "★⚑",
		"👨‍👩‍👧 family":         "[U+1F468U+1F469U+1F467]family",
		"สวัสดี":               "[U+0E2AU+0E27U+0E31U+0E2AU+0E14U+0E35]",
		"👍 ok":                 "[thumbsup]ok",
		"a\u200bb\u202ec\x07d": "abcd",
		"⚠️ careful":           "⚠careful",
		"\U0010FFFF":           "[U+10FFFF]",
	} {
		got := words(t, render(t, paragraphs(report.English, in)), "Corpus")
		if !strings.HasPrefix(got, "Corpus"+want) {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
		if lacks := strings.Contains(want, "[") || strings.Contains(want, "★"); lacks != strings.Contains(got, "fonts") {
			t.Errorf("%q: a note is there: %v", in, !lacks)
		}
	}
}

// TestLackingIsCountedOnce: what is measured and then drawn counts once.
func TestLackingIsCountedOnce(t *testing.T) {
	table := report.Table{Header: []string{"Name", "Mark"}, Rows: [][]report.Cell{{{report.Plain("a")}, {report.Plain("😀")}}}}
	file := render(t, report.Page{Title: "Counted", Lang: report.English, Blocks: []report.Block{report.Heading{Level: 2, Text: "Table"}, table}})
	if text := poppler(t, file, "pdftotext", "-", "-"); !strings.Contains(text, "1 character that") || strings.Contains(text, "×") {
		t.Errorf("the count is wrong in\n%s", text)
	}
}

// TestSampleIsWhole looks for every text of the sample in the file.
func TestSampleIsWhole(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		p := sample.Page(lang)
		got := words(t, render(t, p), p.Title)
		n := 0
		for _, s := range texts(lang, p.Blocks) {
			if !strings.ContainsAny(s, "😀𠮷") && !strings.Contains(got, squeeze(s)) {
				t.Errorf("%s: %q is missing", lang, s)
			}
			n++
		}
		if n < 100 {
			t.Errorf("only %d texts in the sample", n)
		}
	}
}

// texts returns the plain texts of blocks: no Markdown, no chart labels, which
// may be wrapped.
func texts(lang report.Lang, blocks []report.Block) (out []string) {
	inl := func(is []report.Inline) {
		for _, in := range is {
			switch in := in.(type) {
			case report.Plain:
				out = append(out, string(in))
			case report.Strong:
				out = append(out, string(in))
			case report.Link:
				out = append(out, in.Text)
			}
		}
	}
	for _, b := range blocks {
		switch b := b.(type) {
		case report.Heading:
			out = append(out, b.Text)
		case report.Paragraph:
			inl(b.Text)
		case report.Note:
			inl(b.Text)
		case report.List:
			for _, it := range b.Items {
				inl(it.Text)
				out = append(out, texts(lang, it.Blocks)...)
			}
		case report.Table:
			out = append(out, b.Caption)
			out = append(out, b.Header...)
			for _, r := range b.Rows {
				for _, c := range r {
					inl(c)
				}
			}
		case report.Evidence:
			for _, c := range b.Citations {
				out = append(out, c.Quote, lang.Finding(c.Note))
			}
		}
	}
	return out
}

// TestLinksAndOutline reads the file's own objects.
func TestLinksAndOutline(t *testing.T) {
	p := sample.Page(report.English)
	file := render(t, p)
	pages, _ := strconv.Atoi(regexp.MustCompile(`Pages:\s+(\d+)`).FindStringSubmatch(poppler(t, file, "pdfinfo", "-"))[1])
	dests := regexp.MustCompile(`/Subtype /Link .*?/Dest \[(\d+) 0 R /XYZ 0 ([\d.]+) null\]`).FindAllSubmatch(file, -1)
	if len(dests) < 34 {
		t.Errorf("%d links inside the file", len(dests))
	}
	beyond := 0
	for _, d := range dests {
		// fpdf numbers the objects of page n as 1 + 2n.
		obj, _ := strconv.Atoi(string(d[1]))
		if n := (obj - 1) / 2; obj%2 == 0 || n < 1 || n > pages {
			t.Errorf("link to object %d of %d pages", obj, pages)
		} else if n > 1 {
			beyond++
		}
	}
	if beyond < len(dests)/2 {
		t.Errorf("%d of %d links stay on the first page", len(dests)-beyond, len(dests))
	}
	headings := 0
	for _, b := range p.Blocks {
		if _, ok := b.(report.Heading); ok {
			headings++
		}
	}
	if got := bytes.Count(file, []byte("/Parent ")) - pages; got != headings {
		t.Errorf("%d outline entries for %d headings", got, headings)
	}
	for _, want := range []string{"/Lang (en)", "/URI (https://example.org/note)", "/Outlines", "D:20261121120000"} {
		if !bytes.Contains(file, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	text := squeeze(poppler(t, file, "pdftotext", "-layout", "-", "-"))
	for n := 1; n <= pages; n++ {
		if want := strconv.Itoa(n) + "/" + strconv.Itoa(pages); !strings.Contains(text, want) {
			t.Errorf("no page number %s", want)
		}
	}
}

func TestDeterministicAndConcurrent(t *testing.T) {
	want := render(t, sample.Page(report.Chinese))
	english := render(t, sample.Page(report.English))
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if !bytes.Equal(render(t, sample.Page(report.Chinese)), want) || !bytes.Equal(render(t, sample.Page(report.English)), english) {
				t.Error("two renderings differ")
			}
		})
	}
	wg.Wait()
	if a, _ := pdf.Render(report.Page{}, time.Time{}); len(a) == 0 || bytes.Contains(a, []byte(time.Now().Format("D:20060102"))) {
		t.Error("the default date is the clock's")
	}
}

func TestSize(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		if n := len(render(t, sample.Page(lang))); n > 200_000 {
			t.Errorf("%s: %d bytes, want at most 200,000", lang, n)
		}
	}
}

// TestOddPages renders what is empty, huge or broken; poppler must not complain
// about any.
func TestOddPages(t *testing.T) {
	score := panel.PointsOf(3)
	bar := report.Bar{ID: "x", Label: strings.Repeat("label ", 30), Score: &score, Max: panel.PointsOf(5), Spread: &report.Spread{Judges: 3, Min: panel.PointsOf(1), Max: panel.PointsOf(5), SD: 2}}
	var bars []report.Bar
	var header []string
	var row []report.Cell
	for range 60 {
		bars = append(bars, bar)
		header = append(header, "column")
		row = append(row, report.Cell{report.Plain("cell text")})
	}
	tall := []report.Cell{{report.Plain(strings.Repeat("a tall cell ", 3000))}, {report.Plain("short")}}
	for name, blocks := range map[string][]report.Block{
		"empty":    nil,
		"blanks":   sample.Odd(),
		"bars":     {report.Heading{Level: 2, Text: "Bars"}, report.Bars{Title: "t", Rows: bars}},
		"wide":     {report.Table{Header: header, Rows: [][]report.Cell{row, row, row}}},
		"tall":     {report.Table{Header: []string{"a", "b"}, Rows: [][]report.Cell{tall, tall}}},
		"tallhead": {report.Table{Header: []string{strings.Repeat("head ", 3000), "b"}, Rows: [][]report.Cell{{nil, nil}}}},
		"headings": {report.Heading{Level: 6, Text: "deep"}, report.Heading{Level: 2, Text: "a"}, report.Heading{Level: 6, Text: "b"}, report.Heading{Level: 3, Text: strings.Repeat("long ", 200)}},
		"nested":   {report.Prose{Markdown: strings.Repeat("> ", 20) + "deep\n\n" + nestedList(20)}},
		"links":    {report.Paragraph{Text: []report.Inline{report.Link{Text: "nowhere", Target: "#nowhere"}}}, report.Prose{Markdown: "[x](javascript:alert(1)) [y](https://) ![z](http://a.example/p)) <mailto:a@b.example>"}},
		"grade":    {report.Grade{Total: panel.MustPoints("1e9"), Max: panel.MustPoints("1e9"), Letter: "excellent 😀"}},
		"controls": {report.Paragraph{Text: []report.Inline{report.Plain("a\x00b\x1b[31mc\u2028d\uFEFF\xff(\\)")}}},
	} {
		t.Run(name, func(t *testing.T) {
			file := render(t, report.Page{Title: strings.Repeat(name+" ", 40), Lang: report.English, Blocks: blocks})
			poppler(t, file, "pdfinfo", "-")
			if text := poppler(t, file, "pdftotext", "-", "-"); !strings.Contains(text, name) {
				t.Error("no title in the text")
			}
			if bytes.Contains(file, []byte("javascript:")) || bytes.Contains(file, []byte("/JavaScript")) || bytes.Contains(file, []byte("(https://)")) {
				t.Error("a link that must not be followed")
			}
		})
	}
}

func nestedList(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- item\n")
	}
	return b.String()
}

func BenchmarkRender(b *testing.B) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		p := sample.Page(lang)
		b.Run(string(lang), func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				n = len(render(b, p))
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}

// BenchmarkReview renders a review of twelve dimensions and fourteen judges, each with 300
// characters and two quotes per dimension, without the document's copy.
func BenchmarkReview(b *testing.B) {
	page := sample.Review(sample.Options{Lang: report.English, Lenses: 12, Judges: 14, Comment: 300, Paragraphs: 20})
	page.Drawn = page.Drawn[:len(page.Drawn)-1]
	for b.Loop() {
		render(b, page)
	}
}

// FuzzRender puts one text into every place that takes text from outside: no
// text may fail or crash the writer.
func FuzzRender(f *testing.F) {
	for _, s := range []string{"", "plain **bold** | a |\n|-|", "中文“引号”", "😀\x00\xff\u202e", "# h\n\n> - 1. x\n\n```\n\tcode", "[a](https://b.example) ![c](d)", "|a|b|\n|-|-|\n|1|2|", strings.Repeat("x", 300)} {
		f.Add(s, 1, 2)
	}
	f.Fuzz(func(t *testing.T, s string, start, end int) {
		score := panel.PointsOf(int64(start % 20))
		bars := []report.Bar{{ID: s, Label: s, Score: &score, Max: panel.PointsOf(int64(end % 20))}, {Label: s}, {Label: s}}
		p := report.Page{Title: s, Subtitle: s, Lang: report.Lang(s), Blocks: []report.Block{
			report.Heading{Level: start, ID: s, Text: s},
			report.Prose{Markdown: s},
			report.Bars{Title: s, Rows: bars},
			report.Radar{Title: s, Rows: bars},
			report.Paragraph{Text: []report.Inline{report.Plain(s), report.Link{Text: s, Target: "#" + s}}},
			report.Grade{Letter: s, Total: score},
			report.Table{Caption: s, Header: []string{s, s}, Rows: [][]report.Cell{{{report.Plain(s)}, {report.Code(s)}}}},
			report.Evidence{Citations: []report.Citation{{Quote: s, Status: s, Start: start, End: end, Note: evidence.ReadNote(s), Page: end}}},
			report.Source{Name: s, Text: s, Marks: []report.Mark{{ID: s, Start: start, End: end}}, Pages: []report.SourcePage{{Number: 1, Start: start, End: end}}},
		}}
		if b := render(t, p); !bytes.HasPrefix(b, []byte("%PDF-")) {
			t.Errorf("%q gives no PDF", s)
		}
	})
}

// TestBaselineInTheGradesPlace: without a language model the first page says so in a line
// of its own, and why there is no spread.
func TestBaselineInTheGradesPlace(t *testing.T) {
	for lang, want := range map[report.Lang][2]string{
		report.English: {"baseline, no language model", "no spread: one program answered for all judges"},
		report.Chinese: {"基线，未使用语言模型", "无离散度：所有评委均由同一程序代答"},
	} {
		page := sample.Review(sample.Options{Lang: lang, Lenses: 4, Judges: 4, Comment: 120, Paragraphs: 12, NoModel: true})
		text := poppler(t, render(t, page), "pdftotext", "-l", "1", "-", "-")
		if !strings.Contains(text, "\n"+want[0]+"\n") || !strings.Contains(text, want[1]) {
			t.Errorf("%s: the first page lacks %q:\n%s", lang, want, text)
		}
	}
}

// TestReview: a review of twelve dimensions and fourteen judges, with a comment of 300
// characters and two quotes by each, has its verdict and all dimensions on the first
// page, and at most 47 pages without the document.
func TestReview(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		page := sample.Review(sample.Options{Lang: lang, Lenses: 12, Judges: 14, Comment: 300, Paragraphs: 20})
		page.Drawn = page.Drawn[:len(page.Drawn)-1]
		sheet, ok := page.Drawn[0].(report.Sheet)
		if !ok {
			t.Fatalf("a review begins with %T", page.Drawn[0])
		}
		for i := range sheet.Fixes.Items { // two lines each, for which the dimensions are set closer
			sheet.Fixes.Items[i].Text = []report.Inline{report.Plain(strings.Repeat("Words to fix. ", 9))}
		}
		text := poppler(t, render(t, page), "pdftotext", "-layout", "-", "-")
		if n := strings.Count(text, "\f"); n > 47 || n < 20 {
			t.Errorf("%s: %d pages, want 20 to 47", lang, n)
		}
		first, _, _ := strings.Cut(text, "\f")
		for _, want := range []string{"80.25", map[report.Lang]string{report.English: "Cost", report.Chinese: "成本"}[lang], "55%"} {
			if !strings.Contains(first, want) {
				t.Errorf("%s: the first page lacks %q:\n%s", lang, want, first)
			}
		}
	}
}
