package html_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"judgement/internal/browsertest"
	"judgement/internal/evidence"
	"judgement/panel"
	"judgement/report"
)

// payloads are 24 attempts to run a script or to make a request; each says so
// to the server at base and by an attribute of the document.
func payloads(base string) []string {
	js := `document.documentElement.setAttribute('data-ran','1');fetch('` + base + `/ran')`
	return []string{
		`<script>` + js + `</script>`,
		`"><script>` + js + `</script>`,
		`</title><script>` + js + `</script>`,
		`</style><script>` + js + `</script>`,
		`</text></svg><script>` + js + `</script>`,
		`<img src=x onerror="` + js + `">`,
		`<img src="` + base + `/img">`,
		`![pixel](` + base + `/pixel)`,
		`<svg onload="` + js + `">`,
		`<svg><animate onbegin="` + js + `" attributeName=x dur=1s>`,
		`<iframe src="javascript:` + js + `"></iframe>`,
		`<iframe srcdoc="&lt;script&gt;` + js + `&lt;/script&gt;">`,
		`<details open ontoggle="` + js + `">`,
		`<body onload="` + js + `">`,
		`<input autofocus onfocus="` + js + `">`,
		`<link rel=stylesheet href="` + base + `/css">`,
		`<style>@import "` + base + `/import";</style>`,
		`<style>*{background:url(` + base + `/bg)}</style>`,
		`<meta http-equiv=refresh content="0;url=` + base + `/refresh">`,
		`<base href="` + base + `/base/">`,
		`<video autoplay src="` + base + `/video"></video>`,
		`<object data="` + base + `/object"></object>`,
		"[x](javascript:" + js + ") <a href=\"java\tscript:" + js + "\">y</a>",
		"`\u0000<script>` \" ' onmouseover=\"" + js + "\" <math><mtext><mglyph><style><img src=x onerror=\"" + js + "\">",
	}
}

// hostilePage puts every payload into every place that takes text from outside.
func hostilePage(base string) report.Page {
	all := payloads(base)
	joined := strings.Join(all, "\n\n")
	score := panel.PointsOf(7)
	p := report.Page{Title: joined, Subtitle: joined, Lang: report.English}
	var rows []report.Bar
	doc := ""
	var marks []report.Mark
	var cites []report.Citation
	for i, x := range all {
		start := len(doc)
		doc += x + "\n\n"
		marks = append(marks, report.Mark{ID: "q-" + x, Start: start, End: start + len(x)})
		cites = append(cites, report.Citation{Quote: x, Status: x, Start: start, End: start + len(x), Page: i, Note: evidence.ReadNote(x)})
		rows = append(rows, report.Bar{ID: "lens-" + x, Label: x, Score: &score, Max: panel.PointsOf(10)})
		p.Blocks = append(p.Blocks,
			report.Heading{Level: 2, ID: "h-" + x, Text: x},
			report.Prose{Markdown: x},
			report.Paragraph{Text: []report.Inline{report.Plain(x), report.Strong(x), report.Code(x), report.Link{Text: x, Target: "#q-" + x}, report.Link{Text: x, Target: "javascript:" + x}}},
			report.Note{Kind: report.NoteKind(x), Text: []report.Inline{report.Plain(x)}},
			report.List{Items: []report.Item{{Text: []report.Inline{report.Plain(x)}, Blocks: []report.Block{report.Prose{Markdown: "- " + x}}}}},
			report.Table{Caption: x, Header: []string{x, x}, Rows: [][]report.Cell{{{report.Plain(x)}, {report.Code(x)}}}},
		)
	}
	p.Blocks = append(p.Blocks, report.Grade{Total: score, Max: panel.PointsOf(10), Letter: joined},
		report.Bars{Title: joined, Rows: rows}, report.Radar{Title: joined, Rows: rows[:12]},
		report.Prose{Markdown: joined}, report.Evidence{Citations: cites},
		report.Source{Name: joined, Text: doc, Marks: marks})
	return p
}

// hostileReview puts every payload into every place of a drawn review.
func hostileReview(base string) report.Page {
	p := hostilePage(base)
	score := panel.PointsOf(7)
	source := p.Blocks[len(p.Blocks)-1].(report.Source)
	source.Markdown = true
	sheet := report.Sheet{Grade: report.Grade{Total: score, Max: panel.PointsOf(10), Letter: "A"}}
	var strips report.Strips
	for i, x := range payloads(base) {
		text := []report.Inline{report.Plain(x), report.Strong(x), report.Link{Text: x, Target: "#q-" + x}}
		dots := []report.Dot{{Judge: x, Score: score, Viewpoint: i%2 == 0}}
		said := report.List{Items: []report.Item{{Text: text, Blocks: []report.Block{report.Prose{Markdown: x}, report.Evidence{By: x, Citations: []report.Citation{{
			Quote: x, Status: x, Start: source.Marks[i].Start, End: source.Marks[i].End, Page: i, Note: evidence.ReadNote(x),
		}}}}}}}
		strips.Rows = append(strips.Rows, report.Strip{Bar: report.Bar{ID: "lens-" + x, Label: x, Score: &score, Max: panel.PointsOf(10)}, Dots: dots, Said: said})
		sheet.Warning += x
		sheet.Letter += x
		sheet.Dots = append(sheet.Dots, dots...)
		sheet.Facts = append(sheet.Facts, report.Fact{Name: x, Text: text, Kind: report.NoteKind(x)})
		sheet.Fixes.Items = append(sheet.Fixes.Items, report.Item{Text: text, Blocks: []report.Block{report.Prose{Markdown: x}}})
	}
	p.Drawn = []report.Block{sheet, report.Heading{Level: 2, ID: "x", Text: "Dimensions"}, strips, source}
	return p
}

// browse opens a page in Chromium and returns its document after scripts had a
// second to run, and every path that was asked for but the page.
func browse(t *testing.T, page func(base string) []byte) (document string, asked []string) {
	t.Helper()
	var mu sync.Mutex
	var paths []string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			if _, err := w.Write(page("http://" + r.Host)); err != nil {
				t.Error(err)
			}
		case "/favicon.ico": // the browser's own idea
			http.NotFound(w, r)
		default:
			mu.Lock()
			defer mu.Unlock()
			paths = append(paths, r.URL.Path)
			http.NotFound(w, r)
		}
	}))
	defer srv.Close() // again is harmless
	tab := browsertest.Start(t).Page(t)
	tab.Open(srv.URL + "/")
	tab.Eval("new Promise(done => setTimeout(() => done(document.documentElement.outerHTML), 1000))", &document)
	srv.Close() // waits for requests that are under way
	mu.Lock()
	defer mu.Unlock()
	return document, paths
}

// head returns the beginning of a document, where its root element is.
func head(doc string) string { return doc[:min(len(doc), 200)] }

// TestNoScriptRuns opens the payloads in a real browser: as rendered, and once
// more without the policy, so that escaping is tested by itself.
func TestNoScriptRuns(t *testing.T) {
	policy := regexp.MustCompile(`<meta http-equiv="Content-Security-Policy"[^>]*>`)
	for name, page := range map[string]func(base string) []byte{
		"with policy":    func(base string) []byte { return render(t, hostilePage(base)) },
		"without policy": func(base string) []byte { return policy.ReplaceAll(render(t, hostilePage(base)), nil) },
		"review":         func(base string) []byte { return policy.ReplaceAll(render(t, hostileReview(base)), nil) },
	} {
		t.Run(name, func(t *testing.T) {
			doc, asked := browse(t, page)
			if !strings.Contains(doc, "</main>") || !strings.Contains(doc, "&lt;script&gt;") {
				t.Fatalf("the page was not shown: %.300s", doc)
			}
			if strings.Contains(head(doc), "data-ran=") || len(asked) > 0 {
				t.Errorf("a script ran or a request was made: %q, %.300s", asked, doc)
			}
		})
	}
	for _, page := range []report.Page{hostilePage("http://h.example"), hostileReview("http://h.example")} {
		for _, p := range inspect(t, render(t, page)).problems {
			t.Error(p)
		}
	}
}

// TestBrowserSees makes sure that the harness notices what it looks for.
func TestBrowserSees(t *testing.T) {
	doc, asked := browse(t, func(base string) []byte {
		return []byte("<!doctype html><html><body>" + payloads(base)[0] + payloads(base)[6] + "</main>")
	})
	if !strings.Contains(head(doc), "data-ran=") || len(asked) < 2 {
		t.Errorf("asked = %q, document = %.300s", asked, doc)
	}
}
