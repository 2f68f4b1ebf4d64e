package meeting

import (
	"fmt"
	"regexp"
	"strings"

	"judgement/report"
)

// maxDeck and maxSlides bound what is read.
const (
	maxDeck   = 4 << 20
	maxSlides = 500
)

// DeckError says what is wrong with a deck's Markdown and how to fix it.
type DeckError struct {
	Line  int // from 1
	Cause string
	Fix   string
}

func (e *DeckError) Error() string {
	return fmt.Sprintf("meeting-summary.md:%d: %s: %s", e.Line, e.Cause, e.Fix)
}

var (
	judgeMark = regexp.MustCompile(`\s*<!--\s*judge:\s*([a-z0-9_-]+)\s*-->\s*$`)
	itemLine  = regexp.MustCompile(`^ {0,1}(?:\d{1,9}[.)]|[-*+])(?:\s+(.*))?$`)
	citeLine  = regexp.MustCompile(`^(?:\s{2,}|\t)[-*+](?:\s+(.*))?$`)
	bullet    = regexp.MustCompile(`^[-*+•]\s+(.*)$`)
	comment   = regexp.MustCompile(`^\s*<!--.*-->\s*$`)
	// inlineComment is one that no backslash takes for text.
	inlineComment = regexp.MustCompile(`(^|[^\\])<!--.*?-->`)
	divider       = regexp.MustCompile(`^\s*(?:-\s*-\s*-[\s-]*|\*\s*\*\s*\*[\s*]*|_\s*_\s*_[\s_]*)$`)
)

// ParseDeck reads a deck's Markdown, also after people have edited it: wrapped
// lines, bullets for numbers, emphasis and headings in either language are
// understood, and any number of highlights is taken. A heading that belongs to
// no part of a deck is a *DeckError, and so is a part that a slide has twice: the
// heading between two judges was deleted.
func ParseDeck(md []byte) (Deck, error) {
	if len(md) > maxDeck {
		return Deck{}, &DeckError{1, fmt.Sprintf("it has %d bytes, more than %d", len(md), maxDeck), "split it"}
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(md), ""))
	p := &deckParser{}
	for i, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if err := p.line(i+1, line); err != nil {
			return Deck{}, err
		}
	}
	if !p.titled {
		return Deck{}, &DeckError{1, "it has no title", "begin it with a line such as: # Weekly meeting"}
	}
	return p.deck.Clean(), nil
}

// deckParser is the state of reading: part is what a slide's text belongs
// to, empty before its first heading.
type deckParser struct {
	deck    Deck
	titled  bool
	part    report.Phrase
	begun   map[report.Phrase]int // line of each part of the last slide
	joining *string               // what a continuation line is added to; nil after a gap
	noting  bool                  // joining is a remark
	quoting bool                  // joining is a quote that is not closed yet
	hidden  bool                  // inside a comment of several lines
}

func (p *deckParser) line(n int, line string) error {
	if rest, ok := strings.CutPrefix(line, deckMark); ok && !p.titled {
		p.deck.Lang = report.Lang(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "-->")))
		return nil
	}
	trimmed := strings.TrimSpace(line)
	switch {
	case p.hidden:
		p.hidden = !strings.Contains(line, "-->")
		return nil
	case trimmed == "" || comment.MatchString(line) || divider.MatchString(line):
		p.joining = nil
		return nil
	case strings.HasPrefix(trimmed, "<!--") && !strings.Contains(trimmed, "-->"):
		p.joining, p.hidden = nil, true
		return nil
	case strings.HasPrefix(line, "#"):
		return p.heading(n, line)
	case !p.titled:
		return &DeckError{n, "text stands before the title", "begin the deck with a line such as: # Weekly meeting"}
	case strings.HasPrefix(line, ">"):
		p.note(strings.TrimSpace(strings.TrimPrefix(line, ">")))
		return nil
	}
	return p.text(n, line)
}

func (p *deckParser) heading(n int, line string) error {
	p.joining = nil
	level := len(line) - len(strings.TrimLeft(line, "#"))
	rest := strings.TrimSpace(line[level:])
	switch {
	case level == 1 && p.titled:
		return &DeckError{n, "there is a second title", "write judges as ## Name"}
	case level == 1:
		p.titled, p.deck.Title = true, unescape(rest)
	case !p.titled:
		return &DeckError{n, "a heading stands before the title", "begin the deck with a line such as: # Weekly meeting"}
	case level == 2:
		if len(p.deck.Slides) == maxSlides {
			return &DeckError{n, fmt.Sprintf("there are more than %d judges", maxSlides), "leave some out"}
		}
		s := Slide{}
		if m := judgeMark.FindStringSubmatch(rest); m != nil {
			s.Judge, rest = m[1], rest[:len(rest)-len(m[0])]
		}
		s.Name = unescape(inlineComment.ReplaceAllString(rest, "$1"))
		p.deck.Slides, p.part, p.begun = append(p.deck.Slides, s), report.Phrase{}, map[report.Phrase]int{}
	case level == 3 && len(p.deck.Slides) > 0:
		return p.section(n, unescape(rest))
	default:
		return &DeckError{n, fmt.Sprintf("a heading of level %d has no place here", level), "write judges as ## Name and their parts as ### Highlights"}
	}
	return nil
}

func (p *deckParser) section(n int, name string) error {
	for _, ph := range []report.Phrase{phLogic, phHighlights, phShortcomings, phVerdict} {
		if strings.EqualFold(name, ph.EN) || name == ph.ZH {
			if first := p.begun[ph]; first > 0 {
				return &DeckError{
					n, fmt.Sprintf("the slide of %q has %q twice, first on line %d", p.slide().Name, name, first),
					"write ## and the judge's name above the parts of another judge, or join the two parts",
				}
			}
			p.part, p.begun[ph] = ph, n
			if p.deck.Lang == "" && name == ph.ZH {
				p.deck.Lang = report.Chinese
			}
			return nil
		}
	}
	return &DeckError{
		n, fmt.Sprintf("%q is no part of a slide", name),
		"use one of: Judgement logic, Highlights, Shortcomings, Verdict (评判逻辑, 亮点, 不足, 一句话结论)",
	}
}

func (p *deckParser) slide() *Slide {
	if len(p.deck.Slides) == 0 {
		return nil
	}
	return &p.deck.Slides[len(p.deck.Slides)-1]
}

// note reads a remark; lines of one block are one remark.
func (p *deckParser) note(text string) {
	if text == "" {
		p.joining = nil
		return
	}
	if p.joining != nil && p.noting {
		p.add(p.joining, text)
		return
	}
	notes := &p.deck.Notes
	if s := p.slide(); s != nil {
		notes = &s.Notes
	}
	*notes = append(*notes, unescape(text))
	p.join(&(*notes)[len(*notes)-1])
	p.noting = true
}

// join says what the next line is added to.
func (p *deckParser) join(to *string) { p.joining, p.noting, p.quoting = to, false, false }

func (p *deckParser) text(n int, line string) error {
	s := p.slide()
	trimmed := strings.TrimSpace(line)
	switch {
	case p.joining != nil && p.noting:
		p.add(p.joining, trimmed)
	case s == nil:
		p.add(&p.deck.Subtitle, trimmed)
	case p.part == phLogic:
		m := bullet.FindStringSubmatch(trimmed)
		if m != nil {
			trimmed = m[1]
		}
		if p.joining == nil || m != nil {
			s.Logic = append(s.Logic, "")
			p.join(&s.Logic[len(s.Logic)-1])
		}
		p.add(p.joining, trimmed)
	case p.part == phHighlights:
		p.entry(&s.Highlights, line)
	case p.part == phShortcomings:
		p.entry(&s.Shortcomings, line)
	case p.part == phVerdict:
		p.add(&s.Verdict, trimmed)
	default:
		return &DeckError{n, "text stands before the first part of a slide", "put it under ### Judgement logic, or write a remark as > text"}
	}
	return nil
}

// add joins a line to what comes before it.
func (p *deckParser) add(to *string, text string) {
	if *to != "" {
		*to += " "
	}
	*to += unescape(text)
}

func (p *deckParser) entry(list *[]Entry, line string) {
	if m := citeLine.FindStringSubmatch(line); m != nil && len(*list) > 0 {
		e := &(*list)[len(*list)-1]
		e.Cites = append(e.Cites, parseCite(m[1]))
		p.join(&e.Cites[len(e.Cites)-1].Quote)
		p.quoting = strings.Contains(m[1], "“") && !strings.HasSuffix(strings.TrimSpace(m[1]), "”")
		return
	}
	if m := itemLine.FindStringSubmatch(line); m != nil {
		*list = append(*list, Entry{Text: unescape(m[1])})
		p.join(&(*list)[len(*list)-1].Text)
		return
	}
	if p.joining == nil {
		*list = append(*list, Entry{})
		p.join(&(*list)[len(*list)-1].Text)
	}
	line = strings.TrimSpace(line)
	if p.quoting {
		line = strings.TrimSuffix(line, "”")
	}
	p.add(p.joining, line)
}

// parseCite reads "✓ (note) [stamp] “quote”", every part of it optional and the
// brackets around the note of either language.
func parseCite(s string) Cite {
	var c Cite
	s = strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(s, "✓"); ok {
		c.Proven, s = true, strings.TrimSpace(rest)
	} else if rest, ok := strings.CutPrefix(s, "✗"); ok {
		s = strings.TrimSpace(rest)
	}
	if inner, rest, ok := strings.Cut(s, "）"); ok && strings.HasPrefix(inner, "（") {
		c.Note, s = unescape(strings.TrimPrefix(inner, "（")), strings.TrimSpace(rest)
	} else {
		c.Note, s = enclosed(s, '(', ')')
	}
	c.Stamp, s = enclosed(s, '[', ']')
	if inner, ok := strings.CutPrefix(s, "“"); ok {
		s = strings.TrimSuffix(inner, "”")
	}
	c.Quote = unescape(s)
	return c
}

// enclosed takes what is between two brackets at the beginning of s.
func enclosed(s string, left, right byte) (inner, rest string) {
	if s == "" || s[0] != left {
		return "", s
	}
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case right:
			return unescape(s[1:i]), strings.TrimSpace(s[i+1:])
		}
	}
	return "", s
}
