package meeting

import (
	"fmt"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/lazy"
	"judgement/report"
)

// maxDeck and maxSlides bound what is read.
const (
	maxDeck   = 4 << 20
	maxSlides = 500
)

// deckFault is fault.Deck: what is wrong with a deck's Markdown, and how to fix it.
func deckFault(line int, cause, fix string) error {
	return fault.New(fault.Deck, nil, "where", fmt.Sprintf("meeting-summary.md:%d", line), "text", cause+": "+fix)
}

var (
	deckLang  = lazy.Regexp(`(?m)^` + deckMark + `(\w*) -->`)
	judgeMark = lazy.Regexp(`\s*<!--\s*judge:\s*([a-z0-9_-]+)\s*-->\s*$`)
	itemLine  = lazy.Regexp(`^ {0,1}(?:\d{1,9}[.)]|[-*+])(?:\s+(.*))?$`)
	citeLine  = lazy.Regexp(`^(?:\s{2,}|\t)[-*+](?:\s+(.*))?$`)
	bullet    = lazy.Regexp(`^[-*+•]\s+(.*)$`)
	comment   = lazy.Regexp(`^\s*<!--.*-->\s*$`)
	// inlineComment is one that no backslash takes for text.
	inlineComment = lazy.Regexp(`(^|[^\\])<!--.*?-->`)
	divider       = lazy.Regexp(`^\s*(?:-\s*-\s*-[\s-]*|\*\s*\*\s*\*[\s*]*|_\s*_\s*_[\s_]*)$`)
)

// ParseDeck reads a deck's Markdown, also after people have edited it: wrapped
// lines, bullets for numbers, emphasis and headings in either language are
// understood, and any number of highlights is taken. A heading that belongs to
// no part of a deck is fault.Deck, and so is a part that a slide has twice: the
// heading between two judges was deleted.
func ParseDeck(md []byte) (Deck, error) {
	if len(md) > maxDeck {
		return Deck{}, deckFault(1, fmt.Sprintf("it has %d bytes, more than %d", len(md), maxDeck), "split it")
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(string(md), ""))
	p := &deckParser{}
	if m := deckLang().FindStringSubmatch(text); m != nil {
		p.deck.Lang = report.Lang(m[1])
	}
	for _, b := range blocks(strings.TrimPrefix(text, "\ufeff")) {
		if err := p.block(b); err != nil {
			return Deck{}, err
		}
	}
	if !p.titled {
		return Deck{}, deckFault(1, "it has no title", "begin it with a line such as: # Weekly meeting")
	}
	return p.deck.Clean(), nil
}

// block is a heading, a remark, a list item or a paragraph as it is written, the
// lines that continue it joined to the first.
type block struct {
	line int // of the first
	text string
}

// blocks takes a text apart; comments and dividers are left out.
func blocks(text string) (out []block) {
	open, hidden := false, false // a block that can be continued; a comment of several lines
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		quoted, remark := strings.CutPrefix(line, ">")
		switch {
		case hidden:
			hidden = !strings.Contains(line, "-->")
		case trimmed == "" || trimmed == ">" || comment().MatchString(line) || divider().MatchString(line):
			open = false
		case strings.HasPrefix(trimmed, "<!--") && !strings.Contains(trimmed, "-->"):
			open, hidden = false, true
		case strings.HasPrefix(line, "#"):
			out, open = append(out, block{i + 1, line}), false
		case open && remark && strings.HasPrefix(out[len(out)-1].text, ">"):
			out[len(out)-1].text += " " + strings.TrimSpace(quoted)
		case open && !remark && !itemLine().MatchString(line) && !citeLine().MatchString(line):
			out[len(out)-1].text += " " + trimmed
		default:
			out, open = append(out, block{i + 1, line}), true
		}
	}
	return out
}

// deckParser is the state of reading: part is what a slide's text belongs
// to, empty before its first heading.
type deckParser struct {
	deck   Deck
	titled bool
	part   report.Phrase
	begun  map[report.Phrase]int // line of each part of the last slide
}

func (p *deckParser) block(b block) error {
	s := p.slide()
	note, remark := strings.CutPrefix(b.text, ">")
	switch {
	case strings.HasPrefix(b.text, "#"):
		return p.heading(b.line, b.text)
	case !p.titled:
		return deckFault(b.line, "text comes before the title", "begin the deck with a line such as: # Weekly meeting")
	case remark && s == nil:
		p.deck.Notes = append(p.deck.Notes, unescape(note))
	case remark:
		s.Notes = append(s.Notes, unescape(note))
	case s == nil:
		p.deck.Subtitle += " " + unescape(b.text)
	case p.part == phLogic:
		text := strings.TrimSpace(b.text)
		if m := bullet().FindStringSubmatch(text); m != nil {
			text = m[1]
		}
		s.Logic = append(s.Logic, unescape(text))
	case p.part == phHighlights:
		s.Highlights = addEntry(s.Highlights, b.text)
	case p.part == phShortcomings:
		s.Shortcomings = addEntry(s.Shortcomings, b.text)
	case p.part == phVerdict:
		s.Verdict += " " + unescape(b.text)
	default:
		return deckFault(b.line, "text comes before the first part of a slide", "put it under ### Judgement logic, or write a remark as > text")
	}
	return nil
}

// addEntry adds an entry, or evidence to the last one.
func addEntry(list []Entry, text string) []Entry {
	if m := citeLine().FindStringSubmatch(text); m != nil && len(list) > 0 {
		e := &list[len(list)-1]
		e.Cites = append(e.Cites, parseCite(m[1]))
		return list
	}
	if m := itemLine().FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	return append(list, Entry{Text: unescape(text)})
}

func (p *deckParser) heading(n int, line string) error {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	rest := strings.TrimSpace(line[level:])
	switch {
	case level == 1 && p.titled:
		return deckFault(n, "there is a second title", "write judges as ## Name")
	case level == 1:
		p.titled, p.deck.Title = true, unescape(rest)
	case !p.titled:
		return deckFault(n, "a heading comes before the title", "begin the deck with a line such as: # Weekly meeting")
	case level == 2:
		if len(p.deck.Slides) == maxSlides {
			return deckFault(n, fmt.Sprintf("there are more than %d judges", maxSlides), "leave some out")
		}
		s := Slide{}
		if m := judgeMark().FindStringSubmatch(rest); m != nil {
			s.Judge, rest = m[1], rest[:len(rest)-len(m[0])]
		}
		s.Name = unescape(inlineComment().ReplaceAllString(rest, "$1"))
		p.deck.Slides, p.part, p.begun = append(p.deck.Slides, s), report.Phrase{}, map[report.Phrase]int{}
	case level == 3 && len(p.deck.Slides) > 0:
		return p.section(n, unescape(rest))
	default:
		return deckFault(n, fmt.Sprintf("a heading of level %d has no place here", level), "write judges as ## Name and their parts as ### Highlights")
	}
	return nil
}

func (p *deckParser) section(n int, name string) error {
	for _, ph := range []report.Phrase{phLogic, phHighlights, phShortcomings, phVerdict} {
		if strings.EqualFold(name, ph.EN) || name == ph.ZH {
			if first := p.begun[ph]; first > 0 {
				return deckFault(
					n, fmt.Sprintf("the slide of %q has %q twice, first on line %d", p.slide().Name, name, first),
					"write ## and the judge's name above the parts of another judge, or join the two parts",
				)
			}
			p.part, p.begun[ph] = ph, n
			if p.deck.Lang == "" && name == ph.ZH {
				p.deck.Lang = report.Chinese
			}
			return nil
		}
	}
	return deckFault(
		n, fmt.Sprintf("%q is no part of a slide", name),
		"use one of: Judgement logic, Highlights, Shortcomings, Verdict (评判逻辑, 亮点, 不足, 一句话结论)",
	)
}

func (p *deckParser) slide() *Slide {
	if len(p.deck.Slides) == 0 {
		return nil
	}
	return &p.deck.Slides[len(p.deck.Slides)-1]
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
