package html_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	xhtml "golang.org/x/net/html"

	"judgement/internal/evidence"
	"judgement/report"
	"judgement/report/chart"
	"judgement/report/html"
	"judgement/report/internal/place"
	"judgement/report/internal/sample"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func render(t testing.TB, p report.Page) []byte {
	t.Helper()
	return html.Render(p)
}

// prosePage is a page of one piece of Markdown.
func prosePage(md string) report.Page {
	return report.Page{Title: "t", Lang: report.English, Blocks: []report.Block{report.Prose{Markdown: md}}}
}

// TestGolden holds the structure of the sample: the body without its charts,
// whose geometry has tests of its own.
func TestGolden(t *testing.T) {
	charts := regexp.MustCompile(`(?s)(<svg [^>]*>)(<title.*?</desc>).*?</svg>`)
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		got := render(t, sample.Page(lang))
		if again := render(t, sample.Page(lang)); !bytes.Equal(got, again) {
			t.Errorf("%s: two renderings differ", lang)
		}
		got = got[bytes.Index(got, []byte("<body>")):]
		got = charts.ReplaceAll(got, []byte("<svg>$2</svg>"))
		path := filepath.Join("testdata", "sample-"+string(lang)+".html")
		if *update {
			if err := os.MkdirAll("testdata", 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s differs (-want +got); run with -update after checking:\n%s", path, diff)
		}
	}
}

// dom is what the accessibility checks know of a page.
type dom struct {
	ids      map[string]int
	targets  []string
	headings []int
	problems []string
	lang     string
	titles   int
}

func (d *dom) problem(s string) { d.problems = append(d.problems, s) }

func attr(n *xhtml.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// inspect walks a page and notes what is wrong with it.
func inspect(t testing.TB, page []byte) *dom {
	t.Helper()
	root, err := xhtml.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	d := &dom{ids: map[string]int{}}
	for n := range root.Descendants() {
		if n.Type == xhtml.ElementNode {
			d.element(n)
		}
	}
	for id, n := range d.ids {
		if n > 1 || id == "" {
			d.problem("identifier " + strconv.Quote(id) + " is used " + strconv.Itoa(n) + " times")
		}
	}
	for _, target := range d.targets {
		if d.ids[target] == 0 {
			d.problem("link to #" + target + ", which does not exist")
		}
	}
	last := 0
	for _, h := range d.headings {
		if h > last+1 || h == 1 && last > 0 {
			d.problem("heading of level " + strconv.Itoa(h) + " after level " + strconv.Itoa(last))
		}
		last = h
	}
	if d.lang == "" || d.titles != 1 || len(d.headings) == 0 || d.headings[0] != 1 {
		d.problem("no language, title or first heading")
	}
	return d
}

// element checks one element.
func (d *dom) element(n *xhtml.Node) {
	for _, a := range n.Attr {
		switch {
		case a.Key == "id":
			d.ids[a.Val]++
		case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset", a.Key == "action", a.Key == "background":
			d.problem("attribute " + a.Key + " on " + n.Data)
		case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
			d.targets = append(d.targets, a.Val[1:])
		case a.Key == "href" && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "http://") && !strings.HasPrefix(a.Val, "mailto:"):
			d.problem("link to " + a.Val)
		}
	}
	switch n.Data {
	case "html":
		d.lang = attr(n, "lang")
	case "title":
		if n.Namespace == "" {
			d.titles++
		}
	case "h1", "h2", "h3", "h4", "h5", "h6":
		d.headings = append(d.headings, int(n.Data[1]-'0'))
	case "script", "iframe", "img", "object", "embed", "form", "input", "base", "link", "video", "audio", "foreignobject", "foreignObject", "animate", "set", "use", "image":
		d.problem("element " + n.Data)
	case "svg":
		title, desc := false, false
		for c := range n.ChildNodes() {
			title = title || c.Data == "title"
			desc = desc || c.Data == "desc" && c.FirstChild != nil
		}
		if !title || !desc || attr(n, "role") != "img" {
			d.problem("a drawing without title, description or role")
		}
	case "th":
		if attr(n, "scope") == "" && attr(n.Parent.Parent.Parent, "class") == "" && n.Parent.Parent.Data == "tbody" {
			d.problem("a header cell without scope")
		}
	case "a":
		if n.FirstChild == nil && attr(n, "aria-label") == "" {
			d.problem("a link without text")
		}
	}
}

func TestAccessible(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		page := render(t, sample.Page(lang))
		d := inspect(t, page)
		for _, p := range d.problems {
			t.Errorf("%s: %s", lang, p)
		}
		if want := map[report.Lang]string{report.English: "en", report.Chinese: "zh-CN"}[lang]; d.lang != want {
			t.Errorf("lang = %q, want %q", d.lang, want)
		}
		for _, want := range []string{`class="skip" href="#main"`, `default-src 'none'`, `style-src 'sha256-`, "prefers-color-scheme:dark", "@media print", `name="viewport"`} {
			if !bytes.Contains(page, []byte(want)) {
				t.Errorf("%s: no %s", lang, want)
			}
		}
		if len(d.targets) < 40 {
			t.Errorf("%s: only %d links inside the page", lang, len(d.targets))
		}
	}
}

// TestCheckerSees makes sure that the accessibility checks can fail.
func TestCheckerSees(t *testing.T) {
	bad := `<html><h2 id=a>x</h2><h4 id=a onclick=x>y</h4><a href=#b>z</a><svg></svg><img src=x><script></script><a href="javascript:x">k</a></html>`
	if d := inspect(t, []byte(bad)); len(d.problems) < 9 {
		t.Errorf("only %d problems seen: %q", len(d.problems), d.problems)
	}
}

func TestHeadingsStayInOrder(t *testing.T) {
	p := report.Page{Title: "t", Lang: report.English}
	for _, level := range []int{5, 1, 4, 2, 6, 0, -3, 9} {
		p.Blocks = append(p.Blocks, report.Heading{Level: level, ID: "same", Text: "h"}, report.Prose{Markdown: "# model\n\n###### text"})
	}
	p.Blocks = append(p.Blocks, report.Heading{Level: 2, ID: "main", Text: "main"}, report.Heading{Level: 2, Text: "  "})
	d := inspect(t, render(t, p))
	for _, problem := range d.problems {
		t.Error(problem)
	}
	if diff := cmp.Diff([]int{1, 2, 2, 3, 2, 3, 2, 2, 3, 2}, d.headings); diff != "" {
		t.Errorf("headings (-want +got)\n%s", diff)
	}
}

// TestRightToLeft: names that are written from right to left are elements of their
// own, so that they don't change the order of what is beside them.
func TestRightToLeft(t *testing.T) {
	page := report.Page{Title: "אור!", Lang: report.English, Blocks: []report.Block{
		report.Table{Header: []string{"a", "b"}, Rows: [][]report.Cell{
			{{report.Plain("\u2068אור <b>!\u2069 (\u2068תיק\u2069)")}, {report.Plain("תיק (2)!")}},
			{{report.Plain("Cold"), report.Strong(" \u2068תיק\u2069")}, {report.Plain("Cold & bag")}},
		}},
		report.Paragraph{Text: []report.Inline{report.Plain("open \u2068a \u2068b\u2069 c\u2069 \u2069 and \u2068<i>d")}},
	}}
	data := html.Render(page)
	for _, want := range []string{
		"<title>אור!</title>", "<h1><bdi>אור!</bdi></h1>",
		"<bdi>אור &lt;b&gt;!</bdi> (<bdi>תיק</bdi>)</th>", "<td><bdi>תיק (2)!</bdi></td>",
		"Cold<strong> <bdi>תיק</bdi></strong>", "<td>Cold &amp; bag</td>",
		"<p>open <bdi>a b</bdi> c  and <bdi>&lt;i&gt;d</bdi></p>",
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("the page lacks %s:\n%s", want, data[strings.Index(string(data), "<body>"):])
		}
	}
}

// TestSize holds the four-page report to its budget.
func TestSize(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		if n := len(render(t, sample.Page(lang))); n > 300_000 {
			t.Errorf("%s: %d bytes, want at most 300,000", lang, n)
		}
	}
}

// TestReviewSize holds a review of twelve dimensions and fourteen judges, with a comment
// of 300 characters and two quotes by each, to 400 KB, and to every comment.
func TestReviewSize(t *testing.T) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		b := render(t, large(lang))
		if len(b) > 400_000 {
			t.Errorf("%s: %d bytes, want at most 400,000", lang, len(b))
		}
		if n := bytes.Count(b, []byte(`<div class="prose"><p>`)); n != 12*13 {
			t.Errorf("%s: %d comments, want %d", lang, n, 12*13)
		}
		for _, p := range inspect(t, b).problems {
			t.Errorf("%s: %s", lang, p)
		}
	}
}

// TestManyJudges: a panel of 40 judges and 30 dimensions, and a document of 300 pages,
// are shown whole.
func TestManyJudges(t *testing.T) {
	p := sample.Review(sample.Options{Lang: report.English, Lenses: 30, Judges: 40, Comment: 60, Paragraphs: 2500})
	b := render(t, p)
	if n := bytes.Count(b, []byte(`<details class="lens"`)); n != 30 {
		t.Errorf("%d dimensions, want 30", n)
	}
	if !bytes.Contains(b, []byte("Part 500")) || bytes.Contains(b, []byte("## Part")) {
		t.Error("the document is not whole, or not rendered")
	}
}

// TestDocumentRendered: the document of a review shows headings and tables, and its marks
// say whether quotes are proven, who quotes and lead both ways.
// TestBaselineInTheGradesPlace: without a language model a page says so where a grade is,
// in type as large, and says why there is no spread.
func TestBaselineInTheGradesPlace(t *testing.T) {
	for lang, want := range map[report.Lang][2]string{
		report.English: {"baseline, no language model", "no spread: one program answered for all judges"},
		report.Chinese: {"基线，未使用语言模型", "无离散度：所有评委均由同一程序代答"},
	} {
		page := string(render(t, small(lang)))
		if !strings.Contains(page, `<div class="grade"><p class="nomodel">`+want[0]+`</p>`) || !strings.Contains(page, want[1]) || strings.Contains(page, `<p class="letter`) {
			t.Errorf("%s: the sheet does not say %q in the grade's place, or not %q", lang, want[0], want[1])
		}
	}
	css, err := os.ReadFile("style.css")
	if err != nil {
		t.Fatal(err)
	}
	if letter, instead := fontSizes(css, "letter"), fontSizes(css, "nomodel"); len(letter) != 2 || !slices.Equal(letter, instead) {
		t.Errorf("grades have the sizes %q, what is in their place %q", letter, instead)
	}
}

// fontSizes are those of a class in a style sheet, on wide and on narrow screens.
func fontSizes(css []byte, class string) (sizes []string) {
	for _, m := range regexp.MustCompile(`(?m)^\.`+class+`\{[^}]*font-size:([^;}]+)`).FindAllStringSubmatch(string(css), -1) {
		sizes = append(sizes, m[1])
	}
	return sizes
}

func TestDocumentRendered(t *testing.T) {
	page := string(render(t, small(report.English)))
	for _, want := range []string{
		`<p class="h h1">A cross-border`, `<th scope="col" class="r">Wells</th>`, `<mark id="q-`, `class="doubt"`,
		`aria-label="back to citation 1: Evidence checker · Problem"`, `href="#cite-1"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	strong := sample.Review(sample.Options{Lang: report.English, Lenses: 3, Judges: 2, Comment: 20, Paragraphs: 5, Strong: true})
	if !strings.Contains(string(render(t, strong)), "No judge lists a must-fix item.") {
		t.Error("a review without must-fix items does not say so")
	}
}

// TestNumbersBesideLines: the number of a quote is outside what strikes out or underlines
// its text.
func TestNumbersBesideLines(t *testing.T) {
	text := "Old: ~~the *red* kettle & `pot` leak~~. See [the blue kettle](https://example.org) ~~&lt;x&gt;~~."
	var quotes []report.Citation
	for _, q := range []string{"the *red*", "red", "kettle & `pot`", "the blue"} {
		at := strings.Index(text, q)
		quotes = append(quotes, report.Citation{Quote: q, Status: "exact", Start: at, End: at + len(q)})
	}
	page := string(render(t, report.Page{Lang: report.English, Blocks: []report.Block{
		report.Evidence{Citations: quotes}, report.Source{Name: "x.md", Text: text, Markdown: true, Marks: report.Marks(quotes)},
	}}))
	_, got, _ := strings.Cut(page, "Old: ")
	got, _, _ = strings.Cut(got, "</p>")
	got = regexp.MustCompile(`<a class="back" href="#cite-(\d)".*?</a>`).ReplaceAllString(got, "($1)")
	want := `<mark id="q-7-16"><del>the </del></mark><em><mark id="q-12-15" class="more"><del>red</del></mark>(2)</em><del> </del>(1)` +
		`<mark id="q-17-31"><del>kettle &amp; </del></mark><code><mark><del>pot</del></mark></code>(3)<del> leak</del>. ` +
		`See <mark id="q-45-53"><u>the blue</u></mark>(4)<u> kettle</u> <span class="where">(https://example.org)</span> <del>&lt;x&gt;</del>.`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestMarksAndLegend: each kind of mark has its class and an entry of the legend, and
// only those that the document has.
func TestMarksAndLegend(t *testing.T) {
	note := evidence.ReadNote("ends inside a number")
	for _, tc := range []struct {
		quote             report.Citation
		class, legend, zh string
	}{
		{report.Citation{Status: "exact"}, `>`, "proven", "已核实"},
		{report.Citation{Status: "exact", Note: note}, ` class="noted" title="proven, with a note; ` + note.String() + `"`, "proven, with a note", "已核实，附说明"},
		{report.Citation{Status: "out_of_scope"}, ` class="scope" title="cut out of a`, "cut out of a condition, denial, hedge, plan or report", "脱离了原句的条件、否定、推测、计划或转述"},
		{report.Citation{Status: "near"}, ` class="doubt" title="similar, not the same"`, "similar, not the same; altered", "相近但不一致；内容有改动"},
	} {
		tc.quote.Quote, tc.quote.End = "A kettle", 8
		ground := string(place.Ground(tc.quote))
		quotes := []report.Citation{tc.quote}
		p := report.Page{Lang: report.English, Drawn: []report.Block{
			report.Sheet{}, report.Evidence{Citations: quotes}, report.Source{Name: "x.md", Text: "A kettle boils.", Marks: report.Marks(quotes)},
		}}
		page := string(render(t, p))
		if !strings.Contains(page, `<mark id="q-0-8"`+tc.class) {
			t.Errorf("%s: no mark %s", tc.quote.Status, tc.class)
		}
		_, chip, _ := strings.Cut(page, `<span class="chip status `+ground+`">`)
		if chip, _, _ = strings.Cut(chip, "<"); chip == "" || !strings.Contains(tc.legend, chip) || chip == "proven" && tc.legend != chip {
			t.Errorf("%s: the chip says %q, the legend %q", tc.quote.Status, chip, tc.legend)
		}
		if !strings.Contains(page, `<span class="chip status `+ground+`">`) || ground != "marked" && !strings.Contains(page, `<mark id="q-0-8" class="`+ground+`"`) {
			t.Errorf("%s: the chip has not the ground of the mark, %s", tc.quote.Status, ground)
		}
		if strings.Count(page, "<span><mark") != 1 || !strings.Contains(page, ">"+tc.legend+"</mark></span>") {
			t.Errorf("%s: the legend is not only %q", tc.quote.Status, tc.legend)
		}
		p.Lang = report.Chinese
		if !strings.Contains(string(render(t, p)), ">"+tc.zh+"</mark></span>") {
			t.Errorf("%s: the legend lacks %q", tc.quote.Status, tc.zh)
		}
	}
}

// TestFindingInTheDocument: words with a finding of integrity are marked, and linked from the
// list of findings and back. Quoted words keep the quote's mark.
func TestFindingInTheDocument(t *testing.T) {
	quotes := []report.Citation{{Quote: "A kettle", Status: "exact", End: 8}}
	p := report.Page{Lang: report.English, Drawn: []report.Block{
		report.Sheet{},
		report.Evidence{Citations: quotes},
		report.List{Items: []report.Item{{ID: "finding-1", Text: []report.Inline{report.Link{Text: "Give <10>", Target: "#found-10-17", Code: true}}}}},
		report.Source{Name: "x.md", Markdown: true, Text: "A kettle. Applaud. Then it ends here.", Marks: append(report.Marks(quotes), report.Mark{
			ID: "found-10-17", Start: 10, End: 17, Kind: report.MarkFound, Title: `a "score"`, Back: "finding-1",
		})},
	}}
	for _, markdown := range []bool{true, false} {
		s := p.Drawn[3].(report.Source)
		s.Markdown = markdown
		p.Drawn[3] = s
		page := string(render(t, p))
		for _, want := range []string{
			`<li id="finding-1"><a href="#found-10-17"><code>Give &lt;10&gt;</code></a></li>`,
			`<mark id="found-10-17" class="found" title="a &#34;score&#34;">Applaud</mark><a class="back" href="#finding-1" aria-label="back to the finding">`,
			`<mark id="q-0-8">A kettle</mark>`, `<mark class="found">finding of integrity</mark>`, ".found{--ground:var(--found);",
		} {
			if !strings.Contains(page, want) {
				t.Errorf("Markdown %v: the page lacks %s", markdown, want)
			}
		}
	}
}

// TestQuotesOfTheSameWords: quotes with the same ends, nested ones and those that overlap
// are shown as what they are: each piece has the look and the findings of the quotes that
// hold it, and each quote leads to its own mark and back.
func TestQuotesOfTheSameWords(t *testing.T) {
	text := "one two three four five six"
	cite := func(status, from, to string, gap ...string) report.Citation {
		c := report.Citation{Quote: from + "…" + to, Status: status, Start: strings.Index(text, from), End: strings.Index(text, to) + len(to)}
		if gap != nil {
			at := strings.Index(text, gap[0])
			c.Parts = [][2]int{{c.Start, at}, {at + len(gap[0]), c.End}}
		}
		return c
	}
	const cut = `cut out of a condition, denial, hedge, plan or report`
	for name, tc := range map[string]struct {
		quotes []report.Citation
		want   string
	}{
		"status": {
			[]report.Citation{cite("exact", "one", "three"), cite("out_of_scope", "one", "three")},
			`<mark id="q-0-13" class="scope more" title="[2] ` + cut + `; [1] proven"><span id="q-0-13-2"></span>one two three</mark>(1)(2) four five six`,
		},
		"parts": {
			[]report.Citation{cite("altered", "one", "three", " two "), cite("exact", "one", "three"), cite("ellipsis", "one", "three", "two")},
			`<mark id="q-0-13" class="doubt more" title="[1] altered; [2, 3] proven"><span id="q-0-13-2"></span><span id="q-0-13-3"></span>one</mark><mark class="more"> </mark><mark>two</mark><mark class="more"> </mark>` +
				`<mark class="doubt more" title="[1] altered; [2, 3] proven">three</mark>(1)(2)(3) four five six`,
		},
		"overlap": {
			[]report.Citation{cite("altered", "two", "four"), cite("exact", "one", "three")},
			`<mark id="q-0-13">one </mark><mark id="q-4-18" class="doubt more" title="[1] altered; [2] proven">two three</mark>(2)<mark class="doubt" title="altered"> four</mark>(1) five six`,
		},
		"nested": {
			[]report.Citation{cite("exact", "one", "five"), cite("near", "two", "two")},
			`<mark id="q-0-23">one </mark><mark id="q-4-7" class="doubt more" title="[2] similar, not the same; [1] proven">two</mark>(2)<mark> three four five</mark>(1) six`,
		},
	} {
		page := string(render(t, report.Page{Lang: report.English, Blocks: []report.Block{
			report.Evidence{Citations: tc.quotes}, report.Source{Name: "x.txt", Text: text, Marks: report.Marks(tc.quotes)},
		}}))
		_, got, _ := strings.Cut(page, `<div class="text">`)
		got, _, _ = strings.Cut(got, "</div>")
		got = regexp.MustCompile(`<a class="back" href="#cite-(\d)".*?</a>`).ReplaceAllString(got, "($1)")
		if got != tc.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tc.want)
		}
		for i, m := range report.Marks(tc.quotes) {
			if strings.Count(page, `id="`+m.ID+`"`) != 1 || strings.Count(page, `href="#`+m.ID+`"`) != 1 {
				t.Errorf("%s: quote %d does not lead to one mark", name, i)
			}
		}
	}
}

// TestStatusColours: a status has one set of colours, and one that is of no place in the
// document has that of a box.
func TestStatusColours(t *testing.T) {
	page := string(render(t, report.Page{Title: "x", Lang: report.English}))
	for status, want := range map[string]chart.Role{
		"exact": chart.Marked, "ellipsis": chart.Marked, "out_of_scope": chart.Scope, "near": chart.Doubt, "altered": chart.Doubt,
		"not_found": chart.Panel, "wrong_source": chart.Panel, "too_short": chart.Panel, "uncited": chart.Panel,
	} {
		if got := place.Ground(report.Citation{Status: status}); got != want {
			t.Errorf("%s has the ground %s", status, got)
		}
		if rule := "." + string(want) + "{--ground:var(--" + string(want) + ");"; strings.Count(page, rule) != 1 {
			t.Errorf("the style sheet has not one rule %s", rule)
		}
	}
}

// TestQuoteInItsSentence: what the document says is seen beside a quote that is not proven,
// and when the pointer is on one that is.
func TestQuoteInItsSentence(t *testing.T) {
	cite := report.Citation{Quote: "boils 5 litres", Before: "The kettle ", Found: "boils <b>four</b> litres", After: ".", Start: -1}
	page := func(status string) string {
		cite.Status = status
		return string(render(t, report.Page{Title: "x", Lang: report.English, Blocks: []report.Block{report.Evidence{Citations: []report.Citation{cite}}}}))
	}
	said := "The kettle “boils &lt;b&gt;four&lt;/b&gt; litres”."
	for status, want := range map[string]string{
		"altered": `<br><span class="remark">In the document: ` + said + `</span>`, "normalised": `<q title="` + said + `">`,
	} {
		if got := page(status); !strings.Contains(got, want) || strings.Count(got, said) != 1 {
			t.Errorf("%s: the page lacks %s", status, want)
		}
	}
}

// TestManyQuotesOfAPassage: a passage that many judges quote shows five links, and the
// rest below the sixth place; every citation is linked once.
func TestManyQuotesOfAPassage(t *testing.T) {
	for n, more := range map[int]int{6: 0, 7: 2, 30: 25} {
		cite := report.Citation{Quote: "A kettle", Status: "exact", Start: 0, End: 8}
		citations := slices.Repeat([]report.Citation{cite}, n)
		page := string(render(t, report.Page{Title: "x", Lang: report.English, Blocks: []report.Block{
			report.Evidence{Citations: citations}, report.Heading{Level: 2, Text: "Document"}, report.Source{Name: "x.md", Text: "A kettle boils.", Marks: report.Marks(citations)},
		}}))
		if got := strings.Count(page, `class="back"`); got != n {
			t.Errorf("%d quotes: %d links", n, got)
		}
		_, rest, found := strings.Cut(page, `<span class="others" role="group" tabindex="0" aria-label="`+strconv.Itoa(more)+` more quotes">`)
		if found != (more > 0) || strings.Count(rest, `class="back"`) != more && found {
			t.Errorf("%d quotes: %d are below the sixth place, want %d", n, strings.Count(rest, `class="back"`), more)
		}
	}
}

func TestEmptyAndOddPages(t *testing.T) {
	odd := report.Page{Blocks: sample.Odd()}
	for _, p := range []report.Page{{}, odd} {
		for _, problem := range inspect(t, render(t, p)).problems {
			if !strings.HasPrefix(problem, "no language") {
				t.Error(problem)
			}
		}
	}
}

// BenchmarkReview renders a review of twelve dimensions and fourteen judges.
func BenchmarkReview(b *testing.B) {
	p := large(report.English)
	for b.Loop() {
		render(b, p)
	}
}

func BenchmarkRender(b *testing.B) {
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		p := sample.Page(lang)
		b.Run(string(lang), func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = len(render(b, p))
			}
			b.ReportMetric(float64(n), "bytes")
		})
	}
}

// TestHeatAndLinks: cells are shaded by their share, groups are parted, and only reports
// beside the page's folder are linked.
func TestHeatAndLinks(t *testing.T) {
	link := func(target string) report.Cell { return report.Cell{report.Link{Text: "name", Target: target}} }
	page := string(render(t, report.Page{Title: "x", Lang: report.English, Blocks: []report.Block{report.Table{
		Header: []string{"a", "b"}, Align: []report.Align{report.Left, report.Right}, Parted: []int{1},
		Rows: [][]report.Cell{{link("../contest-冷/report.html"), {report.Plain("9")}}, {link("../../etc/report.html"), {report.Plain("4")}}, {link("javascript:alert(1)//report.html"), {report.Plain("—")}}},
		Heat: [][]float64{{-1, 0.9}, {-1, 0.4}, {-1, -1}},
	}}}))
	for _, want := range []string{`<a href="../contest-冷/report.html">name</a>`, `<td class="r heat8">9`, `<tr class="parted">`, `<td class="r heat0">4`, `<td class="r">—`, "The darker"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(page, "etc") || strings.Contains(page, "javascript") || strings.Count(page, `class="parted"`) != 1 {
		t.Error("another target is linked, or another row is parted")
	}
}
