// Package report owns what a judgement looks like: the grade scale, exact
// score arithmetic, and pure builders that turn results into one Page, a tree
// of blocks that every backend (Markdown here, HTML, PDF and terminal
// elsewhere) renders alike. It does no I/O and imports little: see TestReportImports.
// The same input gives the same bytes.
package report

import "judgement/panel"

// Lang is the language of a page's own wording.
type Lang string

// The languages of reports.
const (
	English Lang = "en"
	Chinese Lang = "zh"
)

// Page is a whole report as blocks. Text in it may come from models or
// documents and is untrusted: a backend escapes it, and renders Prose alone as
// Markdown, in safe mode.
type Page struct {
	Title    string
	Subtitle string // scene, version, date: one line
	Lang     Lang
	Blocks   []Block
	// Drawn is what HTML and PDF show instead of Blocks: the same content, arranged
	// for a screen and for paper. Empty: Blocks.
	Drawn []Block
}

// Block is one piece of a page: exactly the types below implement it.
type Block interface{ block() }

// Heading opens a section. Level 2 is the highest inside a page; ID is a
// fragment identifier, empty or unique in the page.
type Heading struct {
	Level int
	ID    string
	Text  string
}

// Paragraph is a run of inlines.
type Paragraph struct{ Text []Inline }

// Prose is Markdown that a model or a person wrote.
type Prose struct{ Markdown string }

// Grade is the total with its grade: the head of a scored report. Spread may
// be nil.
type Grade struct {
	Total, Max panel.Points
	Letter     string
	Spread     *Spread // of the judges' totals
	NoModel    bool    // no language model judged: what says so takes the letter's place
}

// Spread describes several judges' scores for one thing.
type Spread struct {
	Judges int          `json:"judges"`
	Min    panel.Points `json:"min"`
	Max    panel.Points `json:"max"`
	SD     float64      `json:"sd"` // sample standard deviation, in points; 0 for one judge
}

// Bars is a chart of scores against their maxima.
type Bars struct {
	Title string
	Rows  []Bar
}

// Bar is one row of Bars. Score is nil if no judge gave one.
type Bar struct {
	ID     string // target of links, may be empty
	Label  string
	Score  *panel.Points
	Max    panel.Points
	Spread *Spread // nil if unknown
}

// Radar draws the rows of Bars as a polygon; backends without drawing leave it
// out. It needs at least three rows.
type Radar struct {
	Title string
	Rows  []Bar
}

// Reliability draws how often forecasts came true against what they said;
// backends without drawing leave it out.
type Reliability struct {
	Title string
	Steps []ReliabilityStep // by forecast
}

// ReliabilityStep is a range of forecasts and the rate at which they came true,
// all from 0 to 1.
type ReliabilityStep struct {
	Low, High, Rate float64
	N               int // forecasts
}

// Intervals draws figures with their intervals on one axis; backends without
// drawing leave it out.
type Intervals struct {
	Title     string
	Low, High float64  // ends of the axis
	Mark      *float64 // a reference on the axis; nil: none
	Rows      []IntervalRow
}

// IntervalRow is a figure with its interval.
type IntervalRow struct {
	Label            string
	Value, Low, High float64
	Strong           bool // stands out, as the panel does among its judges
}

// List is a bulleted or numbered list; each item is a run of inlines with
// blocks under it.
type List struct {
	Ordered bool
	Items   []Item
}

// Item is one entry of a List.
type Item struct {
	ID     string // target of links, may be empty
	Text   []Inline
	Blocks []Block
}

// Table is a simple grid. Every row has as many cells as Header.
type Table struct {
	Caption string
	Header  []string
	Align   []Align // empty: all left
	Rows    [][]Cell
	// Heat has the share of a maximum per row and column, from 0 to 1, by which HTML and PDF
	// shade cells; below 0: not at all. Nil: none is.
	Heat [][]float64
	// Parted are rows that a heavy line is drawn above, as between groups.
	Parted []int
}

// AlignOf is the alignment of a column.
func (t Table) AlignOf(column int) Align {
	if column < len(t.Align) {
		return t.Align[column]
	}
	return Left
}

// Cell is a run of inlines.
type Cell []Inline

// Align is a column's alignment.
type Align int

// The alignments.
const (
	Left Align = iota
	Right
	Center
)

// Note is a boxed remark of some weight.
type Note struct {
	Kind NoteKind
	Text []Inline
}

// NoteKind is the weight of a Note.
type NoteKind string

// The kinds of note.
const (
	Info    NoteKind = "info"
	Caution NoteKind = "caution"
	Problem NoteKind = "problem"
)

// Fold is a part of a page under a heading that backends which can fold it show
// closed; others show it as the heading and its blocks.
type Fold struct {
	Heading Heading
	Blocks  []Block
}

// Sheet is the verdict of a review at a glance. Only Page.Drawn has one.
type Sheet struct {
	Grade
	Dots    []Dot  // the judges' totals
	Warning string // what the scores come from, if no language model judged
	Facts   []Fact
	Fixes   List     // the most serious ones
	NoFixes []Inline // what is said in their place if there are none
}

// Fact is a line of a Sheet.
type Fact struct {
	Name string
	Text []Inline
	Kind NoteKind
}

// Dot is one judge's score in a strip.
type Dot struct {
	Judge     string
	Score     panel.Points
	Viewpoint bool // does not vote, such as an anchor
}

// Strips are dimensions, each with a strip of its judges' scores and what they said.
// Only Page.Drawn has them.
type Strips struct{ Rows []Strip }

// Strip is one dimension. The label and score of Bar are its name and mean.
type Strip struct {
	Bar
	Dots []Dot
	Said List // one item per judge: who, score, comment, quotes
}

// Evidence is a list of citations under a score.
type Evidence struct {
	Citations []Citation
	By        string // who cites, and for what; may be empty
}

// Source is the judged document, appended so that citations can point into it.
// Backends without links (Markdown) leave it out.
type Source struct {
	Name  string
	Text  string
	Pages []SourcePage
	Marks []Mark
	// Markdown is set if the text is written in it and is shown rendered.
	Markdown bool
}

// SourcePage is where a page or slide of the document is in its text.
type SourcePage struct{ Number, Start, End int }

// Mark is a quoted place in a Source, or one with a finding of integrity: half-open byte
// offsets, and the fragment identifier that citations and findings link to.
type Mark struct {
	ID         string
	Start, End int
	Kind       MarkKind // of its quotes
	Parts      [][2]int // what of it is quoted; empty: all
	// Of a finding: its kinds, and the identifier of its entry in the list of findings.
	Title, Back string
}

// MarkKind is what was found of a marked place, from the least grave on.
type MarkKind int

// The kinds of marks.
const (
	MarkProven     MarkKind = iota
	MarkNoted               // proven, with a note
	MarkOutOfScope          // cut out of its context
	MarkAltered             // similar or altered
	MarkFound               // a finding of integrity, and no quote
)

// Inline is a piece of text: exactly the types below implement it.
type Inline interface{ inline() }

// Plain is text.
type Plain string

// Strong is text with emphasis.
type Strong string

// Code is text in a fixed-width font.
type Code string

// Link points to a fragment of the same page ("#id"), or to the report in a folder beside
// the page's own ("../folder/report.html"), which HTML only shows; backends without links
// show its text. Its text is Code if that is set.
type Link struct {
	Text, Target string
	Code         bool
}

func (Heading) block()   {}
func (Paragraph) block() {}
func (Prose) block()     {}
func (Grade) block()     {}
func (Bars) block()      {}
func (Radar) block()     {}

func (Reliability) block() {}
func (Intervals) block()   {}

func (List) block()     {}
func (Table) block()    {}
func (Note) block()     {}
func (Evidence) block() {}
func (Fold) block()     {}
func (Sheet) block()    {}
func (Strips) block()   {}
func (Source) block()   {}

func (Plain) inline()  {}
func (Strong) inline() {}
func (Code) inline()   {}
func (Link) inline()   {}
