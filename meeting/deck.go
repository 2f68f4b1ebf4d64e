package meeting

import (
	"slices"
	"strings"
	"unicode"

	"judgement/internal/lazy"
	"judgement/internal/text"
	"judgement/report"
)

// Deck is a meeting summary as slides: a cover and one slide per judge. Its texts
// are single lines without control characters, its lists hold nothing empty;
// Clean makes any deck so.
type Deck struct {
	Lang     report.Lang
	Title    string
	Subtitle string
	Notes    []string // on the cover: what a reader must know
	Slides   []Slide
}

// Slide is one judge.
type Slide struct {
	Judge        string // slug; names reviews/<judge>.md; may be empty
	Name         string
	Notes        []string // what was trimmed, or why there is nothing
	Logic        []string // paragraphs
	Highlights   []Entry
	Shortcomings []Entry
	Verdict      string
}

// Entry is one highlight or shortcoming.
type Entry struct {
	Text  string
	Cites []Cite
}

// Proven reports whether an entry cites something and all of it is proven.
func (e Entry) Proven() bool {
	return len(e.Cites) > 0 && !slices.ContainsFunc(e.Cites, func(c Cite) bool { return !c.Proven })
}

// Cite is one piece of evidence under an entry.
type Cite struct {
	Proven bool
	Note   string // what was found, if it is not proven
	Stamp  string // time stamp, empty without one
	Quote  string
}

// Deck builds the deck of a summary. timestampAt gives the time stamp at a byte
// offset of the material, for quotes whose judge named none; it may be nil.
func (s *Summary) Deck(timestampAt func(offset int) string) Deck {
	d := Deck{Lang: s.Review.Lang, Title: s.Title, Subtitle: s.subtitle()}
	for _, n := range s.warnings() {
		d.Notes = append(d.Notes, n.text)
	}
	for _, v := range s.Views {
		slide := Slide{Judge: v.Judge, Name: s.judge(v.Judge), Verdict: v.Verdict}
		if !v.OK() {
			slide.Notes = append(slide.Notes, s.missing(v))
		}
		slide.Notes = append(slide.Notes, s.marks(v)...)
		slide.Logic = plainLines(v.Logic)
		slide.Highlights = s.entries(v.Highlights, timestampAt)
		slide.Shortcomings = s.entries(v.Shortcomings, timestampAt)
		d.Slides = append(d.Slides, slide)
	}
	return d.Clean()
}

// plainLines takes Markdown apart into lines of plain text.
func plainLines(md string) []string {
	var out []string
	for l := range strings.SplitSeq(md, "\n") {
		l = strings.TrimLeft(strings.TrimSpace(l), "#> ")
		if divider().MatchString(l) {
			continue
		}
		if m := bullet().FindStringSubmatch(l); m != nil {
			l = m[1]
		}
		out = append(out, unescape(l))
	}
	return out
}

func (s *Summary) entries(points []Point, timestampAt func(int) string) []Entry {
	var out []Entry
	for _, p := range points {
		e := Entry{Text: p.Text}
		for i, c := range p.Citations {
			cite := Cite{Proven: report.Proven(c.Status), Quote: c.Quote}
			if !cite.Proven {
				cite.Note = s.Review.Lang.Status(c.Status)
			}
			switch {
			case cite.Proven && c.Start >= 0 && timestampAt != nil:
				cite.Stamp = timestampAt(c.Start)
			case i == 0:
				cite.Stamp = p.At
			}
			if cite.Stamp == cite.Quote {
				cite.Quote = ""
			}
			e.Cites = append(e.Cites, cite)
		}
		out = append(out, e)
	}
	return out
}

// notInSlug is what the slug of a judge, and so the name of its file, can't hold.
var notInSlug = lazy.Regexp(`[^a-z0-9_-]`)

// Clean returns the deck with every text on one line, without characters that
// don't show or can't be stored, and without what is empty.
func (d Deck) Clean() Deck {
	if d.Lang != report.Chinese {
		d.Lang = report.English
	}
	out := Deck{Lang: d.Lang, Title: line(d.Title), Subtitle: line(d.Subtitle), Notes: lines(d.Notes)}
	for _, s := range d.Slides {
		out.Slides = append(out.Slides, Slide{
			Judge: notInSlug().ReplaceAllString(s.Judge, ""), Name: line(s.Name), Notes: lines(s.Notes), Logic: lines(s.Logic),
			Highlights: cleanEntries(s.Highlights), Shortcomings: cleanEntries(s.Shortcomings), Verdict: line(s.Verdict),
		})
	}
	return out
}

func cleanEntries(in []Entry) []Entry {
	var out []Entry
	for _, e := range in {
		clean := Entry{Text: line(e.Text)}
		for _, c := range e.Cites {
			clean.Cites = append(clean.Cites, Cite{Proven: c.Proven, Note: line(c.Note), Stamp: line(c.Stamp), Quote: line(c.Quote)})
		}
		if clean.Text != "" || len(clean.Cites) > 0 {
			out = append(out, clean)
		}
	}
	return out
}

func lines(in []string) []string {
	var out []string
	for _, s := range in {
		if s = line(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// line makes a text one line: white space collapsed, and no character that
// XML forbids, that turns the direction of text or that shows nothing.
func line(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r), r == '\u2028', r == '\u2029':
			return ' '
		case unicode.IsControl(r), r == unicode.ReplacementChar, r == 0xFFFE, r == 0xFFFF, r == '\ufeff',
			r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x200b,
			r >= 0xE0000 && r <= 0xE007F:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return text.OneLine(s)
}
