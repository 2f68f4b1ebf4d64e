package html

import (
	"slices"
	"strconv"

	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/place"
)

// sheet writes the verdict at a glance.
func (w *writer) sheet(s report.Sheet) {
	w.raw(`<section class="sheet" aria-label="` + w.say("Verdict", "评审结论") + `">` + "\n" + `<div class="grade">` + w.total(s.Grade))
	w.raw("</div>\n")
	if s.Warning != "" {
		w.raw(`<p class="note problem" role="note">` + esc(s.Warning) + "</p>\n")
	}
	w.fluid(chart.Verdict(s.Grade, s.Dots, chart.Options{Width: 640, Lang: w.page.Lang}))
	w.raw(`<div class="columns"><dl class="facts">`)
	for _, f := range s.Facts {
		w.raw(`<div class="` + esc(string(f.Kind)) + `"><dt>` + esc(f.Name) + `</dt><dd>`)
		w.inlines(f.Text)
		w.raw("</dd></div>\n")
	}
	w.raw(`</dl><div class="worst"><p class="label">` + w.page.Lang.Say(place.FixFirst) + `</p>`)
	if len(s.Fixes.Items) > 0 {
		s.Fixes.Ordered = true
		w.list(s.Fixes)
	} else {
		w.raw("<p>")
		w.inlines(s.NoFixes)
		w.raw("</p>")
	}
	w.raw("</div></div>\n</section>\n")
}

// strips writes the dimensions, each with what the judges said of it folded.
func (w *writer) strips(s report.Strips) {
	w.legend()
	for _, r := range s.Rows {
		w.raw(`<details class="lens"` + idAttr(w.claim(r.ID)) + `><summary><span class="name">` + own(r.Label) + `</span>`)
		w.fluid(chart.Strip(r, chart.Options{Width: 400, Lang: w.page.Lang}))
		w.raw(`<span class="value">` + w.value(r.Bar) + "</span></summary>\n")
		if len(r.Said.Items) == 0 {
			w.raw("<p>" + w.say("No judge speaks of it.", "没有评委论及此维度。") + "</p>")
		}
		w.raw(`<div class="said">`)
		w.list(r.Said)
		w.raw("</div></details>\n")
	}
}

// value is a dimension's mean, grade and spread.
func (w *writer) value(b report.Bar) string {
	if b.Score == nil {
		return w.say("not scored", "未评分")
	}
	letter := report.Letter(*b.Score, b.Max)
	text := `<strong>` + report.Shown(*b.Score, b.Max) + `</strong> / ` + b.Max.String() +
		` <b class="chip t-` + string(chart.GradeOf(letter)) + `">` + letter + `</b>`
	if b.Spread != nil && b.Spread.Judges > 1 {
		text += `<small>` + esc(chart.Range(*b.Spread, w.page.Lang)) + `</small>`
	}
	return text
}

// legend says what the signs of a strip mean.
func (w *writer) legend() {
	w.raw(`<p class="legend"><span><i class="dot"></i>` + w.say("a judge", "一位评委") + `</span><span><i class="ring"></i>` +
		w.say("a viewpoint, not in the mean", "参考视角，不计入平均分") + `</span><span><i class="tick"></i>` + w.say("mean", "平均分") +
		`</span><span><i class="band"></i>` + w.say("± one standard deviation", "± 一个标准差") + `</span>`)
	for _, g := range []struct{ letter, from string }{{"S", "≥ 95%"}, {"A", "≥ 85%"}, {"B", "≥ 70%"}, {"C", "≥ 55%"}, {"D", "< 55%"}} {
		w.raw(`<span><b class="t-` + string(chart.GradeOf(g.letter)) + `">` + g.letter + `</b> ` + esc(g.from) + `</span>`)
	}
	w.raw("</p>\n")
}

// marksLegend says what the colours and lines of the marks in a document mean.
func (w *writer) marksLegend(source report.Block) {
	s, ok := source.(report.Source)
	if !ok || len(s.Marks) == 0 {
		return
	}
	w.raw(`<p class="legend">`)
	for i := range place.MarkGrounds() {
		k := report.MarkKind(i)
		if slices.ContainsFunc(s.Marks, func(m report.Mark) bool { return m.Kind == k }) {
			w.raw("<span><mark" + markClass(place.Run{Kind: k}) + ">" + esc(place.MarkName(w.page.Lang, k)) + "</mark></span>")
		}
	}
	w.raw("<span>" + w.say("numbers lead to who quotes", "数字链接到引用者") + "</span></p>\n")
}

// fluid writes a drawing that stretches to the width that it gets.
func (w *writer) fluid(s chart.Scene) {
	w.charts++
	w.raw(s.SVG(w.index.Fresh("chart-" + strconv.Itoa(w.charts))))
}
