package html_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"judgement/panel"
	"judgement/report"
	"judgement/report/internal/sample"
)

// measured loads a page into a frame of a width and returns what the script
// finds there. The script stands outside the page, which allows none.
func measured(t *testing.T, page []byte, width int, script string) string {
	t.Helper()
	frame := fmt.Sprintf(`<!doctype html><html><body><iframe id="f" width="%d" height="800" srcdoc="%s"></iframe>
<script>document.getElementById("f").onload=function(){
var d=this.contentDocument,r=[];%s
document.body.setAttribute("data-found",r.join("|")||"nothing")}</script></body></html>`,
		width, strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(string(page)), script)
	doc, asked := browse(t, func(string) []byte { return []byte(frame) })
	if len(asked) > 0 {
		t.Errorf("requests: %q", asked)
	}
	m := regexp.MustCompile(`data-found="([^"]*)"`).FindStringSubmatch(doc)
	if m == nil {
		t.Fatalf("nothing was measured: %.400s", doc)
	}
	return m[1]
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
		report.Evidence{Citations: []report.Citation{{Quote: long, Status: long, Start: -1, Note: long}}},
		report.Note{Text: []report.Inline{report.Code(long)}}, report.Source{Text: long})
	p.Title, p.Subtitle = long, long
	return p
}

// TestPhone checks that the page itself never scrolls sideways.
func TestPhone(t *testing.T) {
	for name, p := range map[string]report.Page{"english": sample.Page(report.English), "chinese": sample.Page(report.Chinese), "wide": wide()} {
		script := `var e=d.documentElement;if(e.scrollWidth>e.clientWidth){r.push(e.scrollWidth+" in "+e.clientWidth);d.querySelectorAll("body *").forEach(function(x){if(x.getBoundingClientRect().right>400&&!x.closest(".scroll")&&r.length<4)r.push(x.tagName+"."+x.className)})}` +
			`if(e.clientWidth>390||e.clientWidth<360)r.push("width "+e.clientWidth);`
		if got := measured(t, render(t, p), 390, script); got != "nothing" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestLabelsInBrowser measures the labels of the charts with the browser's own
// fonts: none may leave its drawing.
func TestLabelsInBrowser(t *testing.T) {
	script := `d.querySelectorAll("svg").forEach(function(s){var v=s.viewBox.baseVal;if(!s.getClientRects().length)return;
s.querySelectorAll("text").forEach(function(x){var b=x.getBBox();
if(b.x<-2||b.y<-2||b.x+b.width>v.width+2||b.y+b.height>v.height+2)r.push(x.textContent+" "+[b.x,b.y,b.width,b.height,v.width,v.height])})});
if(!d.querySelectorAll("svg text").length)r.push("no labels")`
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		for _, width := range []int{390, 1200} {
			if got := measured(t, render(t, sample.Page(lang)), width, script); got != "nothing" {
				t.Errorf("%s at %d pixels: clipped: %s", lang, width, got)
			}
		}
	}
}
