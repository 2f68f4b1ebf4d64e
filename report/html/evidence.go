package html

import (
	"cmp"
	"slices"
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
	w.raw(`<li id="` + c.ID + `"><span class="n">` + strconv.Itoa(c.Number) + `</span> <span class="chip status ` + string(place.Ground(c.Citation)) + `">` +
		esc(place.Status(w.page.Lang, c.Citation)) + `</span> `)
	title := ""
	shown := c.InDocument(w.page.Lang)
	if context := c.Context(); context != "" && shown == "" {
		title = ` title="` + esc(context) + `"`
	}
	quote := "<q" + title + ">" + esc(place.Quote(c.Quote)) + "</q>"
	switch {
	case place.Quote(c.Quote) == "":
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
	if shown != "" {
		w.raw(`<br><span class="remark">` + esc(shown) + `</span>`)
	}
	w.raw("</li>\n")
}

// source appends the judged document with its quoted places marked.
func (w *writer) source(s report.Source) {
	w.raw(`<article class="source" aria-label="` + esc(s.Name) + `">`)
	if !w.rendered(s) {
		for _, sec := range place.Sections(s, maxSource) {
			w.section(sec)
		}
	}
	w.raw("</article>\n")
}

// section writes a part of a document as it is.
func (w *writer) section(sec place.Section) {
	if sec.Omitted > 0 {
		w.raw(`<p class="left">` + w.page.Lang.Say(place.Left, sec.Omitted) + "</p>\n")
	}
	if sec.Page > 0 && (sec.Starts || sec.Omitted > 0) && len(sec.Runs) > 0 {
		w.raw(`<p class="page">` + w.page.Lang.Say(place.Page, sec.Page) + "</p>\n")
	}
	if len(sec.Runs) > 0 {
		w.raw(`<div class="text">`)
		for _, r := range sec.Trimmed() {
			w.run(r, esc)
		}
		w.raw("</div>\n")
	}
}

// run writes text of the document with the identifiers of the marks that begin in it
// and the links of those that end.
func (w *writer) run(r place.Run, shown func(string) string) {
	var ids []string
	for _, m := range r.Begin {
		if id := w.claim(m.ID); id != "" {
			ids = append(ids, id)
		}
	}
	marked := len(r.In) > 0 && r.Text != ""
	if marked {
		id := ""
		if len(ids) > 0 {
			id, ids = ids[0], ids[1:]
		}
		w.raw("<mark" + idAttr(id) + markClass(r) + w.markTitle(r) + ">")
	}
	for _, id := range ids {
		w.raw(`<span id="` + id + `"></span>`)
	}
	w.raw(shown(r.Text))
	if marked {
		w.raw("</mark>")
	}
	var back []int
	for _, m := range r.End {
		back = append(back, w.index.Back(m.ID)...)
	}
	slices.Sort(back)
	w.backs(back)
	for _, m := range r.End {
		if id, ok := w.index.Has("#" + m.Back); ok {
			w.raw(`<a class="back" href="#` + id + `" aria-label="` + w.say("back to the finding", "返回异常列表") + `">⚑<span> ` + esc(m.Title) + `</span></a>`)
		}
	}
}

// mostBacks is how many links back a passage shows. More would hide the text between
// them.
const mostBacks = 6

// backs writes the links from a quoted place to its citations, by number. Of many, the
// rest opens below the pointer or with the keyboard.
func (w *writer) backs(numbers []int) {
	shown := numbers
	if len(numbers) > mostBacks {
		shown = numbers[:mostBacks-1]
	}
	for _, n := range shown {
		w.back(w.index.Cites()[n-1])
	}
	rest := numbers[len(shown):]
	if len(rest) == 0 {
		return
	}
	n := strconv.Itoa(len(rest))
	w.raw(`<span class="others" role="group" tabindex="0" aria-label="` + w.say("%s more quotes", "另有 %s 处引用", n) + `"><span class="plus">+` + n + `</span>`)
	for _, n := range rest {
		w.back(w.index.Cites()[n-1])
	}
	w.raw("</span>")
}

// markTitle says what was found of the quotes that hold a run, each finding once, the
// gravest first. If there are several, each has the numbers of its quotes. If all are plainly
// proven, the mark says so itself.
func (w *writer) markTitle(r place.Run) string {
	switch r.Kind {
	case report.MarkProven:
		return ""
	case report.MarkFound:
		return ` title="` + esc(r.Title) + `"`
	}
	var cites []place.Cite
	for _, id := range r.In {
		for _, n := range w.index.Back(id) {
			cites = append(cites, w.index.Cites()[n-1])
		}
	}
	slices.SortStableFunc(cites, func(a, b place.Cite) int {
		return cmp.Or(int(b.MarkKind()-a.MarkKind()), a.Number-b.Number)
	})
	var found []string
	numbers := map[string][]string{}
	for _, c := range cites {
		title := place.Status(w.page.Lang, c.Citation)
		if len(c.Note) > 0 {
			title += w.say("; ", "；") + w.page.Lang.Finding(c.Note)
		}
		if numbers[title] == nil {
			found = append(found, title)
		}
		numbers[title] = append(numbers[title], strconv.Itoa(c.Number))
	}
	if len(found) == 0 {
		return ""
	}
	if len(found) > 1 {
		for i, title := range found {
			found[i] = "[" + strings.Join(numbers[title], w.say(", ", "、")) + "] " + title
		}
	}
	return ` title="` + esc(strings.Join(found, w.say("; ", "；"))) + `"`
}

// markClass is the class of a mark: the ground of its kind, and whether several quotes
// hold it.
func markClass(r place.Run) string {
	var class []string
	if r.Kind != report.MarkProven {
		class = append(class, string(place.MarkGrounds()[r.Kind]))
	}
	if len(r.In) > 1 {
		class = append(class, "more")
	}
	if class == nil {
		return ""
	}
	return ` class="` + strings.Join(class, " ") + `"`
}

// back writes the link from a quoted place to its citation, with who cites it.
func (w *writer) back(c place.Cite) {
	n := strconv.Itoa(c.Number)
	w.raw(`<a class="back" href="#` + c.ID + `" aria-label="` + w.say("back to citation %d", "返回引文 %d", c.Number))
	if c.By != "" {
		w.raw(w.say(": ", "：") + esc(c.By))
	}
	w.raw(`">` + n)
	if c.By != "" {
		w.raw(`<span> ` + esc(c.By) + `</span>`)
	}
	w.raw(`</a>`)
}
