package document

import (
	"bufio"
	"bytes"
	"fmt"
	"html"
	"strings"
	"sync"
	"unicode"

	"github.com/yuin/goldmark/ast"
	marks "github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	render "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"gopkg.in/yaml.v3"

	"judgement/internal/lazy"
	"judgement/internal/prose"
)

// Where a title is looked for.
const (
	titleReach  = 64 << 10 // bytes of a document in which its title is
	titleFront  = 8 << 10  // bytes of front matter
	titleSource = 2 << 10  // bytes of one heading, as it is written
	titleNested = 24       // containers that one line opens; more is no document's
)

// title is what the document calls itself, as plain text: the title of its front
// matter, the first heading of its text, else the format's own title, else the
// name without its ending. What a PDF file says of itself goes before its text,
// which has no headings unless it is printed Markdown.
func title(c *content, text, name string) string {
	var tries []string
	switch c.format {
	case Text:
	case PDF:
		tries = []string{c.title, plain(lineTitle(text))}
	case Markdown:
		front, body := frontMatter(text)
		tries = []string{front, headingTitle(body)}
	case HTML:
		tries = []string{headingTitle(text), c.title}
	default: // what is in an Office file's heading is no Markdown
		tries = []string{lineTitle(text)}
	}
	for _, t := range tries {
		if t = excerpt(t); t != "" {
			return t
		}
	}
	return strings.TrimSuffix(name, extension(name))
}

// reach is the start of a text, in whole lines, in which its title is.
func reach(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return text[:strings.LastIndexByte(text[:limit], '\n')+1]
}

// headingTitle is the plain text of the first heading of Markdown that has any.
func headingTitle(markdown string) string {
	markdown = reach(markdown, titleReach)
	for line := range strings.Lines(markdown) {
		if prose.Containers(line) > titleNested { // would cost time that grows with its square
			return plain(lineTitle(markdown))
		}
	}
	src := []byte(markdown)
	root := titleBlocks().Parse(text.NewReader(src))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindHeading {
			continue
		}
		if t := plain(string(n.Lines().Value(src))); excerpt(t) != "" {
			return t
		}
	}
	return ""
}

// lineTitle is the first line with marks of a heading, as it is written.
func lineTitle(s string) string {
	for line := range strings.Lines(reach(s, titleReach)) {
		if m := headingLine().FindStringSubmatch(line); m != nil && excerpt(m[1]) != "" {
			return m[1]
		}
	}
	return ""
}

var headingLine = lazy.Regexp(`^#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\n?$`)

// frontMatter splits Markdown into the title in its front matter, empty where
// there is none, and what follows the front matter.
func frontMatter(markdown string) (title, body string) {
	m := frontBlock().FindStringSubmatch(reach(markdown, titleFront))
	if m == nil {
		return "", markdown
	}
	body = markdown[len(m[0]):]
	if n, err := titleNode(m[1]); err == nil {
		if n.Kind == yaml.ScalarNode && n.ShortTag() != "!!null" {
			title = n.Value
		}
		return title, body
	}
	// A colon in a title that lacks its quotes breaks the whole as YAML.
	if t := frontTitle().FindStringSubmatch(m[1]); t != nil {
		title = strings.Trim(t[1], `"' `)
	}
	return title, body
}

// titleNode reads the title of front matter. The parser panics at some texts.
func titleNode(front string) (_ yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("front matter: %v", r)
		}
	}()
	var head struct {
		Title yaml.Node `yaml:"title"`
	}
	err = yaml.Unmarshal([]byte(front), &head)
	return head.Title, err
}

// frontBlock matches front matter: it begins with a key, and ends.
var (
	frontBlock = lazy.Regexp(`(?s)\A---[ \t]*\n((?:#[^\n]*\n|[ \t]*\n)*["']?[\pL_][\pL\pN_ .-]*["']?:(?:[ \t][^\n]*)?\n(?:.*?\n)??)(?:---|\.\.\.)[ \t]*(?:\n|\z)`)
	frontTitle = lazy.Regexp(`(?mi)^["']?title["']?:[ \t]+(.*?)[ \t]*$`)
)

// programTitle reports a title that a program gave a PDF file, not its author: a
// file's name or path, a page's address, or a default such as "untitled".
func programTitle(title string) bool {
	title = excerpt(title)
	return !strings.ContainsFunc(title, unicode.IsLetter) || defaultTitle().MatchString(title) || fileTitle().MatchString(title)
}

var (
	defaultTitle = lazy.Regexp(`(?i)^(?:microsoft (?:office )?(?:word|powerpoint|excel)(?: - .*)?|` +
		`(?:\(?(?:untitled|unnamed|unbenannt|anonymous|unspecified|unknown)\)?|无标题|未命名|無標題|(?:untitled |new )?document|doc|dokument\d|(?:powerpoint|untitled|new) presentation|presentation|powerpoint[ -]präsentation|powerpoint 演示文稿|powerpoint 簡報|演示文稿|幻灯片|文档|slides?|pages?|title|print|printing)` +
		`[ _-]*\(?\d*\)?)$`)
	fileTitle = lazy.Regexp(`(?i)^(?:[a-z]:\\|\\\\|/|~/|file:|https?://|about:)|` +
		`\.(?:docx?|docm|dotx?|odt|rtf|pages|pptx?|ppsx?|odp|key|xlsx?|ods|numbers|pdf|md|markdown|txt|text|html?|xhtml|tex|dvi|ps|eps|wps|wpd|indd|ai|cdr|qxd|psd|png|jpe?g|tiff?|tmp)(?: \(.*\))?$`)
)

// titleBlocks finds headings; what is in them it leaves as it is.
var titleBlocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...))
})

// titleInlines reads the inside of a heading.
var titleInlines = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 1000)),
		parser.WithInlineParsers(append(parser.DefaultInlineParsers(),
			util.Prioritized(prose.Emphasis{}, 499), util.Prioritized(marks.NewStrikethroughParser(), 500))...),
	)
})

// plain is the text of a heading without its marks: emphasis, links, pictures,
// code, tags, backslashes and character references.
func plain(heading string) string {
	if len(heading) > titleSource {
		heading = strings.ToValidUTF8(heading[:titleSource], "")
	}
	src := []byte(heading)
	var b strings.Builder
	// The walker's function returns no error, so neither does Walk.
	_ = ast.Walk(titleInlines().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			if value := string(n.Value(src)); n.Parent().Kind() == ast.KindCodeSpan {
				b.WriteString(value)
			} else {
				b.WriteString(unescape(value))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.AutoLink:
			b.Write(n.Label(src))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// unescape resolves backslashes and character references.
func unescape(s string) string {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	render.DefaultWriter.Write(w, []byte(s))
	_ = w.Flush() // into memory
	return html.UnescapeString(b.String())
}
