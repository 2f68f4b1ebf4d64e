package html_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"judgement/internal/browsertest"
	"judgement/internal/evidence"
	"judgement/panel"
	"judgement/report"
	"judgement/report/internal/sample"
)

// view is a page in a frame of a width, in pixels.
type view struct {
	name  string
	page  report.Page
	width int
}

// measured loads the views and returns what a script finds in them: d is the
// document, r takes findings, name is the view's. The script is outside the
// pages, which allow none.
func measured(t *testing.T, views []view, script string) []string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, `<!doctype html><html><body><script>
var r=[],left=%d;
function look(f){var d=f.contentDocument,name=f.name;%s
if(--left==0)document.body.setAttribute("data-found",r.join("|")||"nothing")}</script>`, len(views), script)
	for _, v := range views {
		fmt.Fprintf(&b, `<iframe name="%s" width="%d" height="800" onload="look(this)" srcdoc="%s"></iframe>`, v.name, v.width,
			strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(string(render(t, v.page))))
	}
	doc, asked := browse(t, func(string) []byte { return []byte(b.String()) })
	if len(asked) > 0 {
		t.Errorf("requests: %q", asked)
	}
	m := regexp.MustCompile(`data-found="([^"]*)"`).FindStringSubmatch(doc)
	switch {
	case m == nil:
		t.Fatalf("nothing was measured: %.400s", doc)
	case m[1] == "nothing":
		return nil
	}
	return strings.Split(m[1], "|")
}

// wide is a page with everything that may push a phone's page wide.
func wide() report.Page {
	p := sample.Page(report.English)
	long := strings.Repeat("unbreakable", 30)
	score := panel.PointsOf(3)
	header, row := []string{}, []report.Cell{}
	for range 14 {
		header, row = append(header, "A judge's name"), append(row, report.Cell{report.Plain("12.5 / 20")})
	}
	p.Blocks = append(p.Blocks,
		report.Table{Header: header, Rows: [][]report.Cell{row}}, report.Prose{Markdown: "```\n" + long + "\n```\n\n" + long},
		report.Heading{Level: 2, Text: long}, report.Bars{Title: long, Rows: []report.Bar{{Label: long, Score: &score, Max: panel.PointsOf(5)}}},
		report.Evidence{Citations: []report.Citation{{Quote: long, Status: long, Start: -1, Note: evidence.ReadNote(long)}}},
		report.Note{Text: []report.Inline{report.Code(long)}}, report.Source{Text: long})
	p.Title, p.Subtitle = long, long
	return p
}

// TestInBrowser checks with the browser's own fonts that the page never scrolls
// sideways on a phone, that no label leaves its drawing, that the number of a quote is
// beside its passage, and that the checks see a page that does.
func TestInBrowser(t *testing.T) {
	script := `var e=d.documentElement;
if(e.scrollWidth>e.clientWidth)r.push(name+": "+e.scrollWidth+" in "+e.clientWidth);
var shown=0;
d.querySelectorAll("svg").forEach(function(s){if(!s.getClientRects().length)return;shown++;
var v=s.getBoundingClientRect();s.querySelectorAll("text").forEach(function(x){var b=x.getBoundingClientRect();
if(b.left<v.left-2||b.top<v.top-2||b.right>v.right+2||b.bottom>v.bottom+2)r.push(name+": clipped "+x.textContent)})});
d.querySelectorAll("mark+.back").forEach(function(b){var m=b.previousElementSibling.getClientRects(),l=m[m.length-1];
if(l&&b.getClientRects()[0].left<l.right-1)r.push(name+": the number "+b.textContent+" begins a line")});
if(shown<2)r.push(name+": "+shown+" drawings");`
	views := []view{
		{"phone en", sample.Page(report.English), 390},
		{"phone zh", sample.Page(report.Chinese), 390},
		{"phone wide", wide(), 390},
		{"phone review", small(report.English), 390},
		{"phone review zh", small(report.Chinese), 390},
		{"desk review", small(report.English), 1440},
		{"small", sample.Page(report.English), 320},
		{"tablet", sample.Page(report.Chinese), 820},
		{"desk en", sample.Page(report.English), 1280},
		{"desk zh", sample.Page(report.Chinese), 1280},
		{"desk wide", wide(), 1280},
	}
	for _, found := range measured(t, views, script) {
		t.Error(found)
	}
	if got := measured(t, []view{{"empty", report.Page{}, 390}}, script); len(got) != 1 || got[0] != "empty: 0 drawings" {
		t.Errorf("an empty page gives %q", got)
	}
}

// small is a review of four dimensions and four judges.
func small(l report.Lang) report.Page {
	return sample.Review(sample.Options{Lang: l, Lenses: 4, Judges: 4, Comment: 120, Paragraphs: 12, NoModel: true})
}

// large is a review of twelve dimensions and fourteen judges.
func large(l report.Lang) report.Page {
	return sample.Review(sample.Options{Lang: l, Lenses: 12, Judges: 14, Comment: 300, Paragraphs: 60})
}

// TestScreens: a large review is not more than six screens while it is folded, the grade
// and what to fix first are on the first one, and the document is beside them.
func TestScreens(t *testing.T) {
	const script = `var e=d.documentElement;
if(e.scrollHeight>6*900)r.push(name+": "+e.scrollHeight+" pixels");
["sheet","worst","facts"].forEach(function(c){var b=d.querySelector("."+c).getBoundingClientRect();
if(b.top<0||b.bottom>900)r.push(name+": "+c+" from "+b.top+" to "+b.bottom)});
var doc=d.querySelector(".document").getBoundingClientRect(),j=d.querySelector(".judgement").getBoundingClientRect();
if(doc.top>300||doc.left<j.right)r.push(name+": the document is not beside the judgement");`
	views := []view{{"en", large(report.English), 1440}, {"zh", large(report.Chinese), 1440}}
	for _, found := range measured(t, views, script) {
		t.Error(found)
	}
}

// TestPaper: on the width of an A4 page without its margins, no table is cut off.
func TestPaper(t *testing.T) {
	page := browsertest.Start(t).Page(t)
	page.Look(browsertest.View{Width: 672, Height: 900, Print: true})
	for _, l := range []report.Lang{report.English, report.Chinese} {
		name := filepath.Join(t.TempDir(), "report.html")
		if err := os.WriteFile(name, render(t, large(l)), 0o644); err != nil {
			t.Fatal(err)
		}
		page.Open("file://" + name)
		var wide struct{ Content, View int }
		page.Eval("({content:document.documentElement.scrollWidth,view:document.documentElement.clientWidth})", &wide)
		if wide.Content > wide.View || wide.View != 672 {
			t.Errorf("%s: %d pixels on paper of %d", l, wide.Content, wide.View)
		}
	}
}

// tables is a page with the summary and the judges side by side of a panel of
// eight dimensions, and one bar.
func tables(l report.Lang) report.Page {
	names := []string{"Problem", "Evidence", "Numbers", "Mechanism", "Market", "Plan", "Risk", "Clarity"}
	judge, head, score := "Mechanism feasibility", "Judge", panel.PointsOf(9)
	summary := report.Table{Header: []string{"Dimension", "Score", "Maximum", "Percent", "Grade"}, Align: []report.Align{report.Left, report.Right, report.Right, report.Right, report.Center}}
	if l == report.Chinese {
		names = []string{"问题与用户", "证据", "数字", "机理", "市场与替代", "计划与资金", "风险", "表达"}
		judge, head, summary.Header = "机理与可行性评委", "评委", []string{"维度", "得分", "满分", "得分率", "等级"}
	}
	side := report.Table{Header: append([]string{head}, names...), Align: []report.Align{report.Left}}
	row := []report.Cell{{report.Plain(judge)}}
	for _, n := range names {
		side.Align, row = append(side.Align, report.Right), append(row, report.Cell{report.Strong("11.95")})
		summary.Rows = append(summary.Rows, []report.Cell{{report.Plain(n)}, {report.Plain("11.95")}, {report.Plain("15")}, {report.Plain("79.67%")}, {report.Plain("B")}})
	}
	side.Rows = [][]report.Cell{row}
	return report.Page{Title: "Tables", Lang: l, Blocks: []report.Block{
		report.Bars{Rows: []report.Bar{{Label: names[0], Score: &score, Max: panel.PointsOf(15)}}}, summary, side,
	}}
}

// TestTablesFit: on a desk no column of a panel of eight dimensions is cut off
// and no Chinese name is broken; on a phone the summary fits and bars begin
// where text begins.
func TestTablesFit(t *testing.T) {
	const script = `var phone=name.indexOf("phone")==0;
d.querySelectorAll(".scroll").forEach(function(s,i){
if(s.scrollWidth>s.clientWidth&&!(phone&&i==1))r.push(name+": table "+i+": "+s.scrollWidth+" in "+s.clientWidth)});
if(!phone&&name.indexOf("zh")>0)d.querySelectorAll(".scroll th").forEach(function(h){
var g=d.createRange();g.selectNodeContents(h);if(g.getClientRects().length>1)r.push(name+": broken "+h.textContent)});
var text=d.querySelector("h1").getBoundingClientRect().left;
if(phone)d.querySelectorAll(".small .chart").forEach(function(c){var x=c.getBoundingClientRect().left;
if(Math.abs(x-text)>1)r.push(name+": bars at "+x+", text at "+text)});`
	var views []view
	for _, l := range []report.Lang{report.English, report.Chinese} {
		for _, w := range []int{1200, 1400} {
			views = append(views, view{fmt.Sprintf("desk %s %d", l, w), tables(l), w})
		}
		views = append(views, view{"phone " + string(l), tables(l), 390})
	}
	for _, found := range measured(t, views, script) {
		t.Error(found)
	}
}
