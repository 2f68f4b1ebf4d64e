package report

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"judgement/internal/text"
	"judgement/panel"
)

// Markdown renders a page as GitHub-flavoured Markdown that also reads well
// raw: dimensions are text bars in a code block, tables are padded by display
// width. Untrusted text can't open a heading, table, list, link, image, code
// block or HTML. Radar, Reliability, Intervals and Source, which need drawing or links, are left out.
func Markdown(p Page) []byte {
	w := &mdWriter{lang: p.Lang}
	w.line("# ", w.text(p.Title, true))
	if p.Subtitle != "" {
		w.gap()
		w.line(w.text(p.Subtitle, true))
	}
	w.blocks(p.Blocks)
	return w.out.Bytes()
}

// mdWriter writes blocks; prefix is put before every line that is not empty,
// for blocks inside list items.
type mdWriter struct {
	out    bytes.Buffer
	lang   Lang
	prefix string
	tight  bool // the next block follows without an empty line
}

// line writes parts as one line; without any text it is an empty one.
func (w *mdWriter) line(parts ...string) {
	if s := strings.Join(parts, ""); s != "" {
		w.out.WriteString(w.prefix + s)
	}
	w.out.WriteByte('\n')
}

// gap leaves one empty line before the next block.
func (w *mdWriter) gap() {
	if w.tight {
		w.tight = false
		return
	}
	if b := w.out.Bytes(); len(b) > 0 && !bytes.HasSuffix(b, []byte("\n\n")) {
		w.out.WriteByte('\n')
	}
}

func (w *mdWriter) blocks(blocks []Block) {
	for _, b := range blocks {
		w.block(b)
	}
}

func (w *mdWriter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		w.gap()
		w.line(strings.Repeat("#", min(max(b.Level, 2), 6)), " ", w.text(b.Text, true))
	case Paragraph:
		w.paragraph("", b.Text)
	case Prose:
		w.prose(b.Markdown)
	case Grade:
		w.grade(b)
	case Bars:
		w.bars(b)
	case List:
		w.list(b)
	case Table:
		w.table(b)
	case Note:
		w.note(b)
	case Fold:
		w.block(b.Heading)
		w.blocks(b.Blocks)
	case Evidence:
		w.evidence(b)
	case Radar, Reliability, Intervals, Sheet, Strips, Source:
	}
}

func (w *mdWriter) paragraph(lead string, text []Inline) {
	if s := w.inlines(text, true); s != "" {
		w.gap()
		w.line(lead, s)
	}
}

func (w *mdWriter) note(n Note) {
	kinds := map[NoteKind]Phrase{Caution: {"Caution", "注意"}, Problem: {"Warning", "警告"}}
	w.gap()
	w.line("> **", w.lang.Say(cmp.Or(kinds[n.Kind], Phrase{"Note", "说明"})), "**", w.lang.Say(phColon), w.inlines(n.Text, false))
}

func (w *mdWriter) grade(g Grade) {
	w.gap()
	grade := w.lang.pick("grade", "等级") + " **" + g.Letter + "**"
	if g.NoModel {
		grade = "**" + w.lang.Baseline() + "**" + w.lang.parens(w.lang.pick("grade", "等级")+" "+g.Letter)
	}
	w.line(fmt.Sprintf("**%s / %s** · %s · %s", Shown(g.Total, g.Max), g.Max, grade, percentText(g.Total, g.Max)))
	if g.Spread != nil && !g.NoModel {
		w.gap()
		w.line(spreadSentence(w.lang, *g.Spread))
	}
}

func spreadSentence(l Lang, s Spread) string {
	if s.Judges < 2 {
		return sentence(l, l.pick("One judge only, so there is no spread to show", "仅一位评委评分，无离散度可言"))
	}
	of := Phrase{"Judges' totals: %s to %s, standard deviation %s (%d judges)", "各评委总分：%s 至 %s，标准差 %s（%d 位评委）"}
	return sentence(l, l.Say(of, s.Min, s.Max, decimal(s.SD), s.Judges))
}

// decimal shows a float as Points are shown: up to two places.
func decimal(f float64) string {
	s := strconv.FormatFloat(f, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// barCells is how many cells a full bar has.
const barCells = 20

// maxLabel is the widest label of a bar that the others are padded to, so that bars
// begin in one column: a name with the longest brand, and its place.
const maxLabel = 120

// BarText draws score out of top in cells of █ and ░, rounded half up, but
// full only for the maximum and empty only for zero.
func BarText(score, top panel.Points, cells int) string {
	n := 0
	if top.Sign() > 0 {
		share := Held(score, top).Quo(top)
		n = int(share.Mul(panel.PointsOf(int64(cells))).Float() + 0.5)
		switch {
		case share.Cmp(panel.PointsOf(1)) == 0:
			n = cells
		case share.Sign() > 0:
			n = min(max(n, 1), cells-1)
		}
	}
	return strings.Repeat("█", n) + strings.Repeat("░", cells-n)
}

// bars writes a fenced block with one aligned line per row: label, bar, score of
// maximum, percentage, spread.
func (w *mdWriter) bars(b Bars) {
	w.gap()
	if b.Title != "" {
		w.line("**", w.text(b.Title, false), "**")
		w.gap()
	}
	rows := make([][]string, len(b.Rows))
	for i, r := range b.Rows {
		rows[i] = barRow(w.lang, r)
	}
	widths := columnWidths(rows, 0)
	for _, r := range rows {
		widths[0] = max(widths[0], min(Width(r[0]), maxLabel))
	}
	var lines []string
	for _, r := range rows {
		line := padRight(r[0], widths[0]) + "  " + r[1]
		for c := 2; c < 4; c++ {
			line += "  " + padLeft(r[c], widths[c])
		}
		lines = append(lines, strings.TrimRight(line+"  "+r[4], " "))
	}
	w.fence(lines)
}

func barRow(l Lang, r Bar) []string {
	if r.Score == nil {
		return []string{oneLine(r.Label), strings.Repeat("·", barCells), "— / " + r.Max.String(), l.Say(phMissing), ""}
	}
	row := []string{
		oneLine(r.Label), BarText(*r.Score, r.Max, barCells),
		outOf(*r.Score, r.Max), percentText(*r.Score, r.Max), "",
	}
	if s := r.Spread; s != nil && s.Judges > 1 {
		row[4] = "±" + decimal(s.SD)
		if !s.Min.Equal(s.Max) {
			row[4] = fmt.Sprintf("%s–%s ", s.Min, s.Max) + row[4]
		}
	}
	return row
}

// fence writes lines as a code block that none of them can close.
func (w *mdWriter) fence(lines []string) {
	ticks := 2
	for _, l := range lines {
		ticks = max(ticks, longestRun(l, '`'))
	}
	f := strings.Repeat("`", ticks+1)
	w.line(f, "text")
	for _, l := range lines {
		w.line(l)
	}
	w.line(f)
}

func longestRun(s string, c byte) int {
	n := 0
	for strings.Contains(s, strings.Repeat(string(c), n+1)) {
		n++
	}
	return n
}

func (w *mdWriter) list(l List) {
	w.gap()
	for i, item := range l.Items {
		marker := "- "
		if l.Ordered {
			marker = strconv.Itoa(i+1) + ". "
		}
		w.item(marker, item)
	}
}

func (w *mdWriter) item(marker string, item Item) {
	text := w.inlines(item.Text, true)
	if text == "" {
		text = "—"
	}
	w.line(marker, text)
	outer := w.prefix
	w.prefix += strings.Repeat(" ", len(marker))
	for i, b := range item.Blocks {
		if _, ok := b.(Evidence); ok {
			w.tight = i == 0
		}
		w.block(b)
		w.tight = false
	}
	w.prefix = outer
}

// evidence writes one list item per citation: whether it is proven, the quote,
// what was found and where, and the quote in its sentences.
func (w *mdWriter) evidence(e Evidence) {
	w.gap()
	for _, c := range e.Citations {
		line := "- " + tick(c.Status) + " "
		if c.MarkKind() == MarkNoted {
			line += w.lang.Say(phNoted) + w.lang.Say(phColon)
		}
		if q := w.text(text.Cells(c.Quote), false); q != "" {
			line += "“" + q + "” — "
		}
		line += w.text(w.lang.Status(c.Status), false)
		if c.Page > 0 {
			line += w.lang.Say(phComma) + w.lang.Say(phPage, c.Page)
		}
		if len(c.Note) > 0 {
			line += w.lang.Say(phSemicolon) + w.text(w.lang.Finding(c.Note), false)
		}
		w.line(line)
		if c.Context() != "" {
			w.line("  ", w.lang.Say(phContext), w.lang.Say(phColon), w.text(c.Context(), false))
		}
	}
}

// maxPadded is the widest column that is padded; a wider cell is left as long
// as it is.
const maxPadded = 48

func (w *mdWriter) table(t Table) {
	if t.Caption != "" {
		w.gap()
		w.line("**", w.text(t.Caption, false), "**")
	}
	rows := [][]string{make([]string, len(t.Header))}
	for i, h := range t.Header {
		rows[0][i] = w.text(h, false)
	}
	for _, r := range t.Rows {
		row := make([]string, len(t.Header))
		for i := range min(len(r), len(row)) {
			row[i] = w.inlines(r[i], false)
		}
		rows = append(rows, row)
	}
	widths := columnWidths(rows, 3)
	w.gap()
	for i, r := range rows {
		w.line(t.row(r, widths))
		if i == 0 {
			w.line(t.delimiter(widths))
		}
	}
}

// columnWidths returns each column's display width, at least least.
func columnWidths(rows [][]string, least int) []int {
	var widths []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(widths) {
				widths = append(widths, least)
			}
			widths[i] = max(widths[i], min(Width(c), maxPadded))
		}
	}
	return widths
}

func (t Table) row(cells []string, widths []int) string {
	line := "|"
	for i, c := range cells {
		switch t.AlignOf(i) {
		case Right:
			c = padLeft(c, widths[i])
		case Center:
			c = padRight(strings.Repeat(" ", max(0, widths[i]-Width(c))/2)+c, widths[i])
		default:
			c = padRight(c, widths[i])
		}
		line += " " + c + " |"
	}
	return line
}

func (t Table) delimiter(widths []int) string {
	line := "|"
	for i, n := range widths {
		dashes := strings.Repeat("-", n)
		switch t.AlignOf(i) {
		case Right:
			dashes = dashes[1:] + ":"
		case Center:
			dashes = ":" + dashes[2:] + ":"
		}
		line += " " + dashes + " |"
	}
	return line
}
