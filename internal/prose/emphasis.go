package prose

import (
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Emphasis parses * and _. CommonMark takes Chinese punctuation for Western
// punctuation and so leaves 这是**重点：**后面 unemphasised: it wants a space that
// Chinese does not write. Here punctuation of Chinese counts as a letter, and a
// Chinese neighbour counts as a space, but only for *: with _ the rules stay as
// they are, so that snake_case keeps its underscores.
type Emphasis struct{}

// Trigger implements parser.InlineParser.
func (Emphasis) Trigger() []byte { return []byte{'*', '_'} }

// Parse implements parser.InlineParser.
func (Emphasis) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	d := parser.ScanDelimiter(line, before, 1, delimiter{})
	if d == nil {
		return nil
	}
	if d.Char == '*' {
		after := ' '
		if d.OriginalLength < len(line) {
			after, _ = utf8.DecodeRune(line[d.OriginalLength:])
		}
		d.CanOpen = !unicode.IsSpace(after) && (!western(after) || boundary(before))
		d.CanClose = !unicode.IsSpace(before) && (!western(before) || boundary(after))
	}
	d.Segment = segment.WithStop(segment.Start + d.OriginalLength)
	block.Advance(d.OriginalLength)
	pc.PushDelimiter(d)
	return d
}

// delimiter pairs runs of one character.
type delimiter struct{}

func (delimiter) IsDelimiter(b byte) bool                         { return b == '*' || b == '_' }
func (delimiter) CanOpenCloser(open, shut *parser.Delimiter) bool { return open.Char == shut.Char }
func (delimiter) OnMatch(consumed int) ast.Node                   { return ast.NewEmphasis(consumed) }

// chinese reports whether a character belongs to East Asian text, punctuation
// and full-width forms included.
func chinese(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) ||
		r >= 0x3000 && r <= 0x303F || r >= 0xFE30 && r <= 0xFE4F || r >= 0xFF00 && r <= 0xFFEF
}

// western reports punctuation that is not East Asian.
func western(r rune) bool { return (unicode.IsPunct(r) || unicode.IsSymbol(r)) && !chinese(r) }

// boundary reports whether emphasis that begins or ends with punctuation may
// touch the character.
func boundary(r rune) bool { return unicode.IsSpace(r) || western(r) || chinese(r) }
