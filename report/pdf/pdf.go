// Package pdf renders a report.Page as a PDF file without a browser: the same
// content in the same order as the HTML, with an outline, page numbers, a
// running title, selectable text and links between citations and the appended
// source. It embeds its fonts, does no I/O, and the same page with the same
// options gives the same bytes. It is safe for concurrent use.
package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"judgement/internal/text"
	"judgement/report"
	"judgement/report/internal/place"
)

// maxSource is how many bytes of an appended source are shown whole; of a longer one
// only the surroundings of its marks are.
const maxSource = 1 << 20

// Render returns the page as a PDF file that was created at the given time; the zero
// time means 1 January 2000, so that nothing depends on the clock. Characters
// that the fonts lack appear as a word or a code in brackets, and a note at the end
// says so. An error means that the file could not be put together, never that text
// was odd.
func Render(page report.Page, created time.Time) ([]byte, error) {
	if created.IsZero() {
		created = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	page.Blocks, page.Drawn = place.Titled(page.Blocks, page.Lang), place.Titled(page.Drawn, page.Lang)
	w := &writer{
		p: fpdf.New("P", "mm", "A4", ""), page: page, index: place.New(page),
		left: marginX, right: pageW - marginX, level: 1, links: map[string]int{}, lacking: map[string]int{},
	}
	w.setUp(created)
	w.head()
	w.blocks(place.Shown(page))
	w.lackingNote()
	w.furniture()
	var b bytes.Buffer
	if err := w.p.Output(&b); err != nil {
		return nil, fmt.Errorf("write PDF of %.80q: %w", page.Title, err)
	}
	return b.Bytes(), nil
}

// The page in millimetres: A4.
const (
	pageW, pageH = 210.0, 297.0
	marginX      = 18.0
	top          = 22.0
	bottom       = 275.0
)

// Type sizes in points.
const (
	bodySize   = 10.0
	smallSize  = 8.5
	tableSize  = 8.8
	sourceSize = 9.2
	leading    = 1.55 // line height over type size
	mm         = 25.4 / 72
)

// writer renders one page into one file.
type writer struct {
	p     *fpdf.Fpdf
	page  report.Page
	index *place.Index

	y           float64 // top of the next line
	left, right float64 // of the current column
	gutters     []gutter
	scale       float64           // of the type of paragraphs; 0: 1
	level       int               // of the last heading
	outline     int               // level of the last outline entry, from 0; −1 before the first
	cites       int               // citations written so far
	links       map[string]int    // identifier to fpdf's link
	lacking     map[string]int    // characters that the fonts lack, with their number
	fonts       [families][2]bool // that are in the file
}

func (w *writer) setUp(created time.Time) {
	p := w.p
	p.SetMargins(marginX, top, marginX)
	p.SetAutoPageBreak(false, 0)
	p.SetCatalogSort(true)
	p.SetCreationDate(created.UTC())
	p.SetModificationDate(created.UTC())
	p.SetLang(w.page.Lang.Say(place.Tag))
	p.SetDisplayMode("default", "OneColumn")
	p.SetTitle(w.shown(w.page.Title), true)
	if w.page.Subtitle != "" {
		p.SetSubject(w.shown(w.page.Subtitle), true)
	}
	w.outline = -1
	w.newPage()
}

// latin reports whether the page's language is written in Latin letters.
func (w *writer) latin() bool { return w.page.Lang != report.Chinese }

func (w *writer) newPage() {
	w.p.AddPage()
	w.y = top
}

// need begins a new page if less than h millimetres are left.
func (w *writer) need(h float64) {
	if w.y+h > bottom && w.y > top {
		w.newPage()
	}
}

func (w *writer) skip(h float64) {
	if w.y > top {
		w.y += h
	}
}

// head writes the title.
func (w *writer) head() {
	w.fill(accent)
	w.p.Rect(marginX, w.y-6, w.right-w.left, 1.2, "F")
	w.para([]span{{text: w.page.Title, style: style{bold: true}}}, 20)
	if w.page.Subtitle != "" {
		w.para([]span{{text: w.page.Subtitle, style: style{role: muted}}}, bodySize)
	}
	w.y += 3
}

// furniture writes running titles and page numbers, now that the number of
// pages is known.
func (w *writer) furniture() {
	n := w.p.PageCount()
	for i := 1; i <= n; i++ {
		w.p.SetPage(i)
		h := smallSize * mm * leading
		num := fmt.Sprintf("%d / %d", i, n)
		w.text(span{text: num, style: style{role: muted}}, (pageW-w.width(num, smallSize, false))/2, 283, smallSize, h)
		if i == 1 {
			continue
		}
		lines := w.wrap([]span{{text: text.OneLine(w.page.Title), style: style{role: muted}}}, w.right-w.left-4, smallSize)
		if len(lines) > 1 {
			lines[0] = append(lines[0], span{text: "…", style: style{role: muted}})
		}
		if len(lines) > 0 {
			w.line(lines[0], marginX, 11, smallSize, h)
		}
		w.draw(grid, 0.2)
		w.p.Line(marginX, 16.5, pageW-marginX, 16.5)
	}
}

// lackingNote says which characters were replaced.
func (w *writer) lackingNote() {
	if len(w.lacking) == 0 {
		return
	}
	list, n := lackingList(w.lacking)
	w.need(20)
	w.skip(4)
	said := report.Phrase{
		EN: "%d characters that this file's fonts lack appear as a code or a word in brackets: %s. The HTML report shows them.",
		ZH: "本文件的字体缺少 %d 个字符，已用方括号内的代码或词语代替：%s。HTML 版完整显示这些字符。",
	}
	if n == 1 {
		said.EN = strings.Replace(said.EN, "characters", "character", 1)
	}
	w.note(report.Note{Kind: report.Info, Text: []report.Inline{report.Plain(w.page.Lang.Say(said, n, list))}})
}
