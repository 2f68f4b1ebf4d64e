package chat

import (
	"cmp"
	"fmt"
	"strings"

	"judgement/report"
)

// Card is a message with a form, before a platform gives it one. All text in
// it is plain: a platform shows it as it is and reads no marks in it.
type Card struct {
	Lang     report.Lang `json:"lang"`
	Tone     Tone        `json:"tone"`
	Title    string      `json:"title"`
	Subtitle string      `json:"subtitle,omitempty"`
	Tag      string      `json:"tag,omitempty"` // short, beside the title: a grade or a state
	Parts    []Part      `json:"parts"`
	Footer   string      `json:"footer,omitempty"`
	Link     string      `json:"link,omitempty"` // address of the result's page, of this server
}

// Tone colours a card.
type Tone string

// The tones.
const (
	ToneWait Tone = "wait"
	ToneWork Tone = "work"
	ToneBest Tone = "best"
	ToneGood Tone = "good"
	ToneFair Tone = "fair"
	TonePoor Tone = "poor"
	ToneBad  Tone = "bad"
	ToneFlat Tone = "flat" // nothing to rejoice or regret
)

// Part is one block of a card; exactly one of its fields is set.
type Part struct {
	Headline *Headline `json:"headline,omitempty"`
	Bars     []Bar     `json:"bars,omitempty"`
	Facts    []Fact    `json:"facts,omitempty"`
	List     *List     `json:"list,omitempty"`
	Steps    []Step    `json:"steps,omitempty"`
	Text     string    `json:"text,omitempty"`
}

// Headline is the result in large letters: a grade and a total.
type Headline struct {
	Big  string `json:"big"`
	Side string `json:"side"`
	Tone Tone   `json:"tone"`
}

// Bar is one lens: what it is, how much of its maximum was reached.
type Bar struct {
	Label string `json:"label"`
	Value string `json:"value"` // such as 17 / 20
	Share int    `json:"share"` // 0 to 100
	Note  string `json:"note,omitempty"`
	Tone  Tone   `json:"tone"`
}

// Fact is a name with a value.
type Fact struct {
	Label string `json:"label"`
	Value string `json:"value"`
}

// List is a titled list; More counts what was left out of it.
type List struct {
	Title string `json:"title"`
	Items []Item `json:"items"`
	More  int    `json:"more,omitempty"`
	Fold  bool   `json:"fold,omitempty"` // closed until it is opened
}

// Item is one line of a List, with who or what it speaks of.
type Item struct {
	Head string `json:"head,omitempty"`
	Text string `json:"text"`
}

// Step is one judge on the way.
type Step struct {
	Label string    `json:"label"`
	State StepState `json:"state"`
	Note  string    `json:"note,omitempty"`
}

// StepState is a closed set.
type StepState string

// The states of a step.
const (
	StepWait StepState = "wait"
	StepRun  StepState = "run"
	StepDone StepState = "done"
	StepMiss StepState = "miss" // ended without an answer
)

var marks = map[StepState]string{StepWait: "○", StepRun: "◐", StepDone: "●", StepMiss: "✕"}

// Mark is the sign before a step.
func (s StepState) Mark() string { return cmp.Or(marks[s], marks[StepWait]) }

// barCells is the width of a drawn bar.
const barCells = 12

// Draw draws the bar with filled and empty cells.
func (b Bar) Draw() (filled, empty string) {
	n := max(0, min((b.Share*barCells+50)/100, barCells))
	return strings.Repeat("█", n), strings.Repeat("░", barCells-n)
}

// Heading is the card's title with its tag.
func (c Card) Heading() string {
	if c.Tag == "" {
		return c.Title
	}
	return c.Title + " · " + c.Tag
}

// Text is the card as plain lines: what goes out if the platform refuses
// the card, and what notifications show.
func (c Card) Text() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	line("%s", c.Heading())
	if c.Subtitle != "" {
		line("%s", c.Subtitle)
	}
	for _, p := range c.Parts {
		b.WriteByte('\n')
		p.text(c.Lang, line)
	}
	if c.Footer != "" {
		line("\n%s", c.Footer)
	}
	if c.Link != "" {
		line("\n%s", c.Link)
	}
	return strings.TrimRight(b.String(), "\n")
}

func (p Part) text(lang report.Lang, line func(string, ...any)) {
	if h := p.Headline; h != nil {
		line("%s  %s", h.Big, h.Side)
	}
	for _, b := range p.Bars {
		filled, empty := b.Draw()
		line("%s%s %s %s %s", filled, empty, b.Label, b.Value, b.Note)
	}
	for _, f := range p.Facts {
		line("%s", say(lang, phColon, f.Label, f.Value))
	}
	if l := p.List; l != nil {
		line("%s", l.Title)
		for _, i := range l.Items {
			line("• %s", i.line(lang))
		}
		if l.More > 0 {
			line("%s", say(lang, phMore, l.More))
		}
	}
	for _, s := range p.Steps {
		line("%s %s %s", s.State.Mark(), s.Label, s.Note)
	}
	if p.Text != "" {
		line("%s", p.Text)
	}
}

// MoreLine says how much was left out of a list.
func MoreLine(l report.Lang, n int) string { return say(l, phMore, n) }

// bare is the card without its parts.
func (c Card) bare() Card {
	c.Parts, c.Footer = nil, ""
	return c
}

func (i Item) line(lang report.Lang) string {
	if i.Head == "" {
		return i.Text
	}
	return say(lang, phColon, i.Head, i.Text)
}

// OpenPage is what the link of a card says.
func OpenPage(lang report.Lang) string { return say(lang, phOpenPage) }
