// Package audience owns the page on which an audience follows a competition: what
// it shows of a board, and who gets a new one. It reads boards through a
// Source, shows nothing of a scene that the Source does not hand out, and knows no
// HTTP.
package audience

import (
	"bytes"
	_ "embed" // the page's files
	"encoding/json"
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// Shown is what an audience may see of a scene.
type Shown struct {
	Scene string
	Name  string
	Lang  report.Lang   // of the page while there is no board; empty: English
	Board *report.Board // nil: nothing is judged yet
	// Brands: submissions are called by their brands alone, as in a scene whose
	// results are redacted: a title is text of the document.
	Brands bool
}

// Frame is a board as the page shows it.
type Frame struct {
	ID   string // the same for the same content
	Page []byte // the whole HTML page
	// Event is the data of a server-sent event: JSON on one line with the id, the
	// part of the page to be replaced, and a sentence for screen readers.
	Event []byte
}

// Script and Style are the page's files, which it asks for at ScriptPath and
// StylePath.
//
//go:embed assets/page.js
var script []byte

//go:embed assets/page.css
var style []byte

//go:embed assets/page.html
var pageText string

// Script returns the page's JavaScript.
func Script() []byte { return bytes.Clone(script) }

// Style returns the page's style sheet.
func Style() []byte { return bytes.Clone(style) }

// Where the page asks for its files. No scene's slug has a dot.
const (
	ScriptPath = "/boards/page.js"
	StylePath  = "/boards/page.css"
)

// mostRows is how many entries the page shows.
const mostRows = 500

// row is an entry as the template wants it.
type row struct {
	Place, Key, Total, Grade, Interval, Change string
	Name, Beside                               string // title and brand, or the brand alone
	Pairs                                      string // rank by comparisons
	Direction                                  string // up, down, new or empty
	Close                                      bool   // to its neighbours
	Apart                                      bool   // from the row before: another group begins
	Share                                      string // of the bar, in percent
	Low, Width                                 string // of the judges' spread, in percent; empty: none
}

// content is what the template is filled with.
type content struct {
	Lang, Scene, Name, ID string
	Version               int
	At                    string // RFC 3339
	Max                   string
	Rows                  []row
	Cautions              []string // above the table, where they are seen first
	Notes                 []string
	HasIntervals          bool
	Assumption            string // of the rank intervals
	HasChange             bool   // something changed
	HasSpread             bool   // some bar shows the deviation
	HasPairs              bool
	Words                 words
	ScriptPath            string // of a page that follows new boards; empty: it doesn't, and no search engine keeps it
	StylePath, Say        string
	Retry                 int // seconds until the page asks again; 0: it doesn't
}

// Render makes the frame of a scene. The same input gives the same bytes.
func Render(s Shown) (*Frame, error) {
	c := s.content()
	part, err := c.fill("board")
	if err != nil {
		return nil, err
	}
	c.ID, c.ScriptPath = text.Hash(append([]byte(s.Name+"\x00"), part...))[:16], ScriptPath
	page, err := c.fill("page")
	if err != nil {
		return nil, err
	}
	event, err := json.Marshal(map[string]string{"id": c.ID, "html": string(part), "say": c.Say})
	if err != nil {
		return nil, fmt.Errorf("encode the audience's event: %w", err)
	}
	return &Frame{ID: c.ID, Page: page, Event: event}, nil
}

// RetryAfter is how long a viewer waits before asking again for a board that can't
// be read, in seconds. The page that says so asks by itself.
const RetryAfter = 30

// unavailable makes the page for a board that can't be read just now.
func (s Shown) unavailable() ([]byte, error) {
	c, _ := s.empty()
	c.Retry = RetryAfter
	return c.fill("unavailable")
}

// Absent makes the page for an address at which no board is shown, in a
// language. It names no scene and no reason.
func Absent(lang report.Lang) ([]byte, error) {
	c, _ := Shown{Lang: lang}.empty()
	return c.fill("absent")
}

// pages are the templates of the page: top, what all begin with; page, unavailable
// and absent, which are whole; and board, the part that changes.
var pages = template.Must(template.New("page").Parse(pageText))

// fill fills one template of the page.
func (c content) fill(name string) ([]byte, error) {
	var b bytes.Buffer
	if err := pages.ExecuteTemplate(&b, name, c); err != nil {
		return nil, fmt.Errorf("fill %s of the audience's page: %w", name, err)
	}
	return b.Bytes(), nil
}

// empty is the content without a board, and the page's language.
func (s Shown) empty() (content, report.Lang) {
	lang := s.Lang
	if s.Board != nil && s.Board.Language != "" {
		lang = s.Board.Language
	}
	if lang != report.Chinese {
		lang = report.English
	}
	w := wordsOf(lang)
	return content{Lang: string(lang), Scene: s.Scene, Name: s.Name, Words: w, StylePath: StylePath, Say: w.Waiting}, lang
}

func (s Shown) content() content {
	c, lang := s.empty()
	w := c.Words
	if s.Board == nil || len(s.Board.Entries) == 0 {
		return c
	}
	b := s.Board.Calm()
	c.Version, c.At, c.Max = b.Version, b.At.UTC().Format(time.RFC3339), b.Entries[0].Max
	c.Say = fmt.Sprintf(w.Say, b.Version, len(b.Entries), s.name(b.Entries[0]).In(lang, 0))
	c.HasIntervals, c.Assumption, c.HasPairs = b.Unsure == "", b.Assumption(lang), b.Pairwise != nil
	totals := padded(b.Entries)
	for i, e := range b.Entries[:min(mostRows, len(b.Entries))] {
		r := newRow(e, s.name(e), lang)
		r.Total, r.Close = totals[i], closeCall(b.Entries, i)
		r.Apart = i > 0 && c.HasIntervals && !sameGroup(b.Entries, i, i-1)
		c.HasSpread = c.HasSpread || r.Width != ""
		c.HasChange = c.HasChange || b.Since != nil && r.Change != ""
		c.Rows = append(c.Rows, r)
	}
	if b.NoModel {
		c.Cautions = append(c.Cautions, w.NoModel)
	}
	if b.Pairwise != nil && b.Pairwise.NoModel {
		c.Cautions = append(c.Cautions, w.PairsNoModel)
	}
	if n := len(b.Entries) - len(c.Rows); n > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf(w.More, n))
	}
	return c
}

// name is what the audience may call an entry.
func (s Shown) name(e report.BoardEntry) report.Name {
	if s.Brands {
		e.Title = ""
	}
	return e.Name()
}

func newRow(e report.BoardEntry, name report.Name, lang report.Lang) row {
	r := row{Place: e.Place(), Key: e.Brand, Name: name.First(), Beside: name.Beside(), Grade: e.Grade, Interval: e.Interval(), Change: e.Change(lang), Pairs: e.ByPairs()}
	switch d := e.Delta; {
	case d == nil:
	case d.New:
		r.Direction = "new"
	case d.Rank > 0:
		r.Direction = "up"
	case d.Rank < 0:
		r.Direction = "down"
	}
	share := percent(e.Total, e.Max)
	r.Share = decimal(share)
	if e.SD != nil && percent(*e.SD, e.Max) > 0 {
		half := percent(*e.SD, e.Max)
		low, high := max(0, share-half), min(100, share+half)
		r.Low, r.Width = decimal(low), decimal(high-low)
	}
	return r
}

// closeCall reports whether an entry shares its group with a neighbour.
func closeCall(entries []report.BoardEntry, i int) bool {
	return sameGroup(entries, i, i-1) || sameGroup(entries, i, i+1)
}

// sameGroup reports whether two places exist and are too close to call.
func sameGroup(entries []report.BoardEntry, i, j int) bool {
	return j >= 0 && j < len(entries) && entries[i].Group != nil && entries[j].Group != nil && *entries[i].Group == *entries[j].Group
}

// padded are the totals, all with as many decimals as the longest.
func padded(entries []report.BoardEntry) []string {
	places := 0
	out := make([]string, len(entries))
	for _, e := range entries {
		_, fraction, _ := strings.Cut(e.Total, ".")
		places = max(places, len(fraction))
	}
	for i, e := range entries {
		whole, fraction, _ := strings.Cut(e.Total, ".")
		if out[i] = whole; places > 0 {
			out[i] += "." + fraction + strings.Repeat("0", places-len(fraction))
		}
	}
	return out
}

// percent is a share of a maximum from 0 to 100; 0 if they are no numbers.
func percent(value, maximum string) float64 {
	v, err := panel.ParsePoints(value)
	if err != nil {
		return 0
	}
	m, err := panel.ParsePoints(maximum)
	if err != nil || m.Sign() <= 0 {
		return 0
	}
	return min(100, max(0, 100*v.Quo(m).Float()))
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
