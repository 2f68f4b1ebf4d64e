package html

import (
	"strconv"
	"strings"

	"judgement/report"
	"judgement/report/internal/place"
)

// evidence writes citations, each with a link to the quoted place.
func (w *writer) evidence(e report.Evidence) {
	if len(e.Citations) == 0 {
		return
	}
	w.raw(`<ul class="evidence" aria-label="` + w.say("Evidence", "依据") + `">` + "\n")
	all := w.index.Cites()
	for range e.Citations {
		w.citation(all[w.cites])
		w.cites++
	}
	w.raw("</ul>\n")
}

func (w *writer) citation(c place.Cite) {
	status, proven := place.Status(w.page.Lang, c.Status)
	class := "open"
	if proven {
		class = "proven"
	}
	w.raw(`<li id="` + c.ID + `"><span class="n">` + strconv.Itoa(c.Number) + `</span> <span class="chip ` + class + `">` + esc(status) + `</span> `)
	title := ""
	if context := c.Context(); context != "" {
		title = ` title="` + esc(context) + `"`
	}
	quote := "<q" + title + ">" + esc(strings.TrimSpace(c.Quote)) + "</q>"
	switch {
	case strings.TrimSpace(c.Quote) == "":
	case c.Mark != "":
		w.raw(`<a href="#` + c.Mark + `">` + quote + `</a>`)
	default:
		w.raw(quote)
	}
	if c.Page > 0 {
		w.raw(` <span class="where">` + w.page.Lang.Say(place.Page, c.Page) + `</span>`)
	}
	if len(c.Note) > 0 {
		w.raw(` <span class="remark">` + esc(w.page.Lang.Finding(c.Note)) + `</span>`)
	}
	w.raw("</li>\n")
}

// source appends the judged document with its quoted places marked.
func (w *writer) source(s report.Source) {
	w.raw(`<article class="source" aria-label="` + esc(s.Name) + `">`)
	for _, sec := range place.Sections(s, maxSource) {
		if sec.Omitted > 0 {
			w.raw(`<p class="left">` + w.page.Lang.Say(place.Left, sec.Omitted) + "</p>\n")
		}
		if sec.Page > 0 && (sec.Starts || sec.Omitted > 0) && len(sec.Runs) > 0 {
			w.raw(`<p class="page">` + w.page.Lang.Say(place.Page, sec.Page) + "</p>\n")
		}
		if len(sec.Runs) > 0 {
			w.raw(`<div class="text">`)
			for _, r := range sec.Trimmed() {
				w.run(r)
			}
			w.raw("</div>\n")
		}
	}
	w.raw("</article>\n")
}

func (w *writer) run(r place.Run) {
	if r.In == 0 {
		w.raw(esc(r.Text))
		return
	}
	var rest []string
	id := ""
	for _, m := range r.Begin {
		c := w.claim(m.ID)
		switch {
		case c == "":
		case id == "":
			id = c
		default:
			rest = append(rest, c)
		}
	}
	class := ""
	if r.In > 1 {
		class = ` class="more"`
	}
	w.raw("<mark" + idAttr(id) + class + ">")
	for _, c := range rest {
		w.raw(`<span id="` + c + `"></span>`)
	}
	w.raw(esc(r.Text) + "</mark>")
	for _, m := range r.End {
		for _, n := range w.index.Back(m.ID) {
			w.raw(`<a class="back" href="#` + w.index.Cites()[n-1].ID + `" aria-label="` + w.say("back to citation %d", "返回引文 %d", n) + `">` + strconv.Itoa(n) + `</a>`)
		}
	}
}
