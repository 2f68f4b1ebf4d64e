// Package html renders a report.Page as one self-contained HTML file: no
// script, no request, safe with hostile text, readable on a phone, on paper and
// in the dark. It does no I/O; the same page gives the same bytes.
package html

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"

	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

// maxSource is how many bytes of an appended source are shown whole; of a longer one
// only the surroundings of its marks are.
const maxSource = 1 << 20

// Render returns the page as a UTF-8 HTML document.
func Render(page report.Page) []byte {
	page.Blocks, page.Drawn = place.Titled(page.Blocks, page.Lang), place.Titled(page.Drawn, page.Lang)
	w := &writer{page: page, index: place.New(page), given: map[string]bool{}, level: 1}
	judgement, source := parted(place.Shown(page))
	w.blocks(judgement)
	body := w.b.String()
	w.b.Reset()
	if len(source) > 0 {
		w.raw(`</div>` + "\n" + `<section class="document" tabindex="0" aria-label="` + w.say("The document", "原文") + `">` + "\n")
		w.blocks(source[:1])
		w.marksLegend(source[1])
		w.blocks(source[1:])
		w.raw("</section>\n")
		body = `<div class="judgement">` + "\n" + body + w.b.String()
		w.b.Reset()
	}
	w.document(body, len(source) > 0)
	return []byte(w.b.String())
}

// parted returns the blocks of a drawn page before the document, and the document with
// its heading. A page that is not drawn is not parted.
func parted(blocks []report.Block) (judgement, source []report.Block) {
	drawn := slices.ContainsFunc(blocks, func(b report.Block) bool { _, ok := b.(report.Sheet); return ok })
	if n := len(blocks); drawn && n > 1 {
		if _, ok := blocks[n-1].(report.Source); ok {
			return blocks[:n-2], blocks[n-2:]
		}
	}
	return blocks, nil
}

// writer renders one page.
type writer struct {
	page   report.Page
	index  *place.Index
	b      strings.Builder
	given  map[string]bool // identifiers that are already in the file
	level  int             // of the last heading
	cites  int             // citations written so far
	charts int             // charts written so far
	toc    []entry
}

// entry is a line of the table of contents.
type entry struct{ id, text string }

//go:embed style.css
var css string

// style is the style sheet with the palettes filled in, which also colour the
// charts. All files have the same.
var style = sync.OnceValue(func() string {
	var light, dark, classes strings.Builder
	for _, r := range chart.Roles() {
		fmt.Fprintf(&light, "--%s:%s;", r, chart.Light()[r].Hex())
		fmt.Fprintf(&dark, "--%s:%s;", r, chart.Dark()[r].Hex())
		fmt.Fprintf(&classes, ".f-%[1]s{fill:var(--%[1]s)}.s-%[1]s{stroke:var(--%[1]s)}.t-%[1]s{color:var(--%[1]s)}.b-%[1]s{background:var(--%[1]s)}", r)
	}
	return ":root{color-scheme:light dark;" + light.String() + "}\n" +
		"@media screen and (prefers-color-scheme:dark){:root{" + dark.String() + "}}\n" + classes.String() + "\n" + css
})

// document writes the file around the body.
func (w *writer) document(body string, parted bool) {
	sheet := style()
	class := ""
	if parted {
		class = ` class="parted"`
	}
	sum := sha256.Sum256([]byte(sheet))
	w.raw(`<!doctype html>
<html lang="` + w.page.Lang.Say(place.Tag) + `">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-` + base64.StdEncoding.EncodeToString(sum[:]) + `'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>` + esc(w.page.Title) + `</title>
<style>` + sheet + `</style>
</head>
<body` + class + `>
<a class="skip" href="#main">` + w.say("Skip to content", "跳到正文") + `</a>
<header><h1>` + own(w.page.Title) + `</h1>`)
	if w.page.Subtitle != "" {
		w.raw(`<p class="subtitle"><span>` + strings.ReplaceAll(esc(w.page.Subtitle), " · ", `</span> · <span>`) + `</span></p>`)
	}
	w.raw("</header>\n")
	w.contents()
	w.raw(`<main id="main">` + "\n" + body + "</main>\n</body>\n</html>\n")
}

// contents writes the table of contents if there is something to choose.
func (w *writer) contents() {
	if len(w.toc) < 2 {
		return
	}
	w.raw(`<nav aria-label="` + w.say("Contents", "目录") + `"><ol>`)
	for _, e := range w.toc {
		w.raw(`<li><a href="#` + e.id + `">` + esc(e.text) + `</a></li>`)
	}
	w.raw("</ol></nav>\n")
}

// say returns one of this package's own words.
func (w *writer) say(en, zh string, args ...any) string {
	return w.page.Lang.Say(report.Phrase{EN: en, ZH: zh}, args...)
}

func (w *writer) raw(s string) { w.b.WriteString(s) }

// esc makes untrusted text safe in content and in quoted attributes. Controls
// and direction overrides, which can make a reader see another text than the
// file holds, go.
func esc(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r < 0x20 || r >= 0x7F && r < 0xA0:
			return -1
		case r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 || r == 0xFEFF:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	return html.EscapeString(s)
}

// isolated makes untrusted text safe in content, and an element of each run that is
// isolated from its neighbours. Runs do not nest: a second mark has no effect.
func isolated(s string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, string(report.FirstStrong))
		b.WriteString(esc(before))
		if !found {
			return b.String()
		}
		run, after, _ := strings.Cut(rest, string(report.Pop))
		b.WriteString("<bdi>" + esc(run) + "</bdi>")
		s = after
	}
}

// own is text for an element that holds nothing else: if it is written from right to
// left, the marks at its end stay there.
func own(s string) string {
	if report.RightToLeft(s) && !strings.ContainsRune(s, report.FirstStrong) {
		return "<bdi>" + esc(s) + "</bdi>"
	}
	return isolated(s)
}

// claim returns the identifier for an element, or "" if it has none or it is
// taken: identifiers stay unique.
func (w *writer) claim(raw string) string {
	if raw == "" {
		return ""
	}
	id := place.Safe(raw)
	if w.given[id] || id == "main" {
		return ""
	}
	w.given[id] = true
	return id
}

// idAttr returns an id attribute, or nothing.
func idAttr(id string) string {
	if id == "" {
		return ""
	}
	return ` id="` + id + `"`
}
