package document

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// Limits that hold if Options leave them zero.
const (
	DefaultMaxBytes = 25 << 20 // of the file
	DefaultMaxText  = 5 << 20  // of the text in it
)

// JudgedChars is the Options.MinChars of whoever asks judges about a document.
const JudgedChars = 20

const maxPages = 20_000

// Options are the limits of intake and what it needs from outside.
type Options struct {
	MaxBytes int       // largest file in bytes; 0 means DefaultMaxBytes
	MaxText  int       // largest text in bytes of UTF-8; 0 means DefaultMaxText
	MinChars int       // shortest text in characters without white space; 0 means 1
	Isolator Isolator  // reads all formats except text and Markdown; nil reads them in this process
	PDF      Extractor // reads PDF files in this process; nil means that they are refused
}

// Extractor takes the text out of a PDF file, page by page, and its title. Its
// errors are *fault.Error with a code of documents if one fits.
type Extractor interface {
	Extract(ctx context.Context, data []byte) (PDFText, error)
}

// PDFText is a PDF file as an Extractor saw it.
type PDFText struct {
	Title string // what the file's description says; may be anything, or empty
	Pages []PageText
}

// PageText is one page as an Extractor saw it.
type PageText struct {
	Number int      `json:"number"` // from 1
	Text   string   `json:"text"`   // what a reader sees
	Hidden []string `json:"hidden"` // text that a reader does not see
	Images int      `json:"images"` // pictures on the page
	Broken bool     `json:"broken"` // the page can't be read
}

// piece is a stretch of text that belongs together: a page, a slide, or all of
// a document without pages (number 0).
type piece struct {
	number int
	text   string
	glued  bool // it goes on in the middle of the last piece's paragraph
}

// content is what a format's reader hands back.
type content struct {
	format Format
	title  string // if the format has a field for it
	pieces []piece
	source string // the file, if it is text
	// Of a file that has no lines: what each paragraph says, hidden or not, and what is in none.
	paragraphs, beside []string
}

// firstLine is the line of the file in which a text begins that is a stretch of it; else 0.
func firstLine(file, text string) int {
	at := strings.Index(file, strings.TrimRight(text, "\n"))
	if at < 0 {
		return 0
	}
	return 1 + strings.Count(file[:at], "\n")
}

// Read turns the bytes of a file into a Document. The format comes from the
// content; the name decides only between Markdown and plain text, and text under
// the name of a binary format is refused. What a reader can't see is left out and
// reported as warnings. Errors are *fault.Error.
func Read(ctx context.Context, name string, data []byte, opts Options) (*Document, error) {
	doc, err := read(ctx, name, data, opts)
	if err != nil {
		return nil, err
	}
	if err := doc.checkLength(opts.MinChars); err != nil {
		return nil, err
	}
	return doc, nil
}

func read(ctx context.Context, name string, data []byte, opts Options) (*Document, error) {
	name = CleanName(name)
	opts.MaxBytes, opts.MaxText = cmp.Or(opts.MaxBytes, DefaultMaxBytes), cmp.Or(opts.MaxText, DefaultMaxText)
	switch {
	case len(data) == 0:
		return nil, Refuse(fault.DocumentEmpty, name, "it has 0 bytes", "give a file with text in it", nil)
	case len(data) > opts.MaxBytes:
		return nil, tooLarge(name, "the file", opts.MaxBytes)
	}
	found := &findings{}
	format, decoded, err := recognise(name, data, found)
	if err != nil {
		return nil, err
	}
	if opts.Isolator != nil && format != Text && format != Markdown {
		return readIsolated(ctx, name, format, data, opts)
	}
	var c *content
	switch format {
	case PDF:
		c, err = readPDF(ctx, name, data, opts, found)
	case DOCX:
		c, err = readOffice(name, data, opts, found)
	case HTML:
		c, err = readHTML(name, decoded, found)
	case Markdown:
		c = &content{format: Markdown, source: decoded, pieces: []piece{{text: visibleMarkdown(decoded, found)}}}
	default:
		c = &content{format: Text, source: decoded, pieces: []piece{{text: decoded}}}
	}
	if err != nil {
		return nil, err
	}
	doc := &Document{Name: name, Format: c.format, SourceSHA256: text.Hash(data), SourceBytes: len(data)}
	if err := assemble(doc, c, opts, found); err != nil {
		return nil, err
	}
	return doc, nil
}

// recognise finds the format by content, DOCX for every zip archive, with the text
// of a format that is text.
func recognise(name string, data []byte, found *findings) (Format, string, error) {
	if isPDF(data) {
		return PDF, "", nil
	}
	if isZip(data) {
		return DOCX, "", nil
	}
	if err := sniffUnsupported(name, data); err != nil {
		return "", "", err
	}
	if err := checkEnding(name, data); err != nil {
		return "", "", err
	}
	if text, ok := decodeDeclared(data); ok {
		return HTML, text, nil
	}
	text, err := decode(data, name, found)
	if err != nil {
		return "", "", err
	}
	if isHTML(name, text) {
		return HTML, text, nil
	}
	text = lineBreaks.Replace(text)
	if isMarkdown(name, text) {
		return Markdown, text, nil
	}
	return Text, text, nil
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// assemble cleans the pieces, joins them, checks limits and scans the result.
func assemble(doc *Document, c *content, opts Options, found *findings) error {
	var parts []string // of one piece, which most documents are, Join makes no copy
	end := 0
	for _, p := range c.pieces {
		text := strings.Trim(clean(p.text, found), "\n")
		if end > 0 && text != "" && !p.glued {
			parts = append(parts, "\n\n")
			end += len("\n\n")
		}
		start := end
		parts = append(parts, text)
		end += len(text)
		if len(doc.Pages) == maxPages {
			return Refuse(fault.DocumentTooLarge, doc.Name, fmt.Sprintf("it has more than %d pages", maxPages), "split it into parts", nil)
		}
		if p.number > 0 {
			doc.Pages = append(doc.Pages, Page{Number: p.number, Start: start, End: end})
		}
		if end > opts.MaxText {
			return tooLarge(doc.Name, "its text", opts.MaxText)
		}
	}
	doc.Text = strings.Join(parts, "")
	if strings.TrimSpace(doc.Text) == "" {
		return blank(doc, found)
	}
	doc.SHA256 = text.Hash([]byte(doc.Text))
	doc.Title = title(c, doc.Text, doc.Name)
	doc.FirstLine = firstLine(lineEnds.Replace(c.source), doc.Text)
	found.scan(doc.Text, doc.Format)
	found.locate(c, doc.Text)
	doc.Warnings = found.sorted()
	for i, w := range doc.Warnings {
		if w.Start >= 0 {
			doc.Warnings[i].Page = doc.PageAt(w.Start)
		}
	}
	return nil
}

// blank is the error for a document without visible text.
func blank(doc *Document, found *findings) error {
	cause := ""
	if slices.ContainsFunc(found.list, func(w Warning) bool { return w.Kind == HiddenText }) {
		cause = "all of its text is hidden"
	}
	return Refuse(fault.DocumentBlank, doc.Name, cause, "give a file with text in it", nil)
}

// checkLength refuses a text of fewer characters than least, white space aside.
func (d *Document) checkLength(least int) error {
	n := 0
	for _, r := range d.Text {
		if !unicode.IsSpace(r) {
			n++
		}
		if n >= least {
			return nil
		}
	}
	return Refuse(fault.DocumentShort, d.Name, fmt.Sprintf("characters in its text: %d, at least %d are needed", n, least), "give the whole document", nil)
}

// tooLarge names the limit; how large it is may not be known.
func tooLarge(name, what string, limit int) error {
	return Refuse(fault.DocumentTooLarge, name, fmt.Sprintf("%s is over the limit of %s", what, size(limit)), "split it into parts", nil)
}

// size shows a number of bytes.
func size(n int) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	case n >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	}
	return fmt.Sprintf("%d bytes", n)
}

// sniffUnsupported refuses files that start like a known format that is no
// document, or none that can be read.
func sniffUnsupported(name string, data []byte) error {
	for _, m := range magics() {
		if !bytes.HasPrefix(data, []byte(m.prefix)) {
			continue
		}
		return Refuse(m.kind, name, "it is "+m.what, m.fix, nil)
	}
	return nil
}

type magic struct {
	prefix string
	kind   fault.Code
	what   string
	fix    string
}

func magics() []magic {
	const give = "give a text, Markdown, HTML, DOCX, PPTX or PDF file"
	picture := "give the text itself; text can't be read out of pictures"
	return []magic{
		{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", fault.DocumentUnsupported, "an old Office file (.doc, .ppt, .xls) or one with a password", "remove the password and save it as DOCX, PPTX or PDF"},
		{"{\\rtf", fault.DocumentUnsupported, "an RTF file", "save it as DOCX or PDF"},
		{"%!PS", fault.DocumentUnsupported, "a PostScript file", "save it as PDF"},
		{"\x89PNG", fault.DocumentBinary, "a PNG picture", picture},
		{"\xFF\xD8\xFF", fault.DocumentBinary, "a JPEG picture", picture},
		{"GIF8", fault.DocumentBinary, "a GIF picture", picture},
		{"\x1F\x8B", fault.DocumentBinary, "a gzip archive", "unpack it first"},
		{"7z\xBC\xAF", fault.DocumentBinary, "a 7-Zip archive", "unpack it first"},
		{"Rar!", fault.DocumentBinary, "a RAR archive", "unpack it first"},
		{"\x7FELF", fault.DocumentBinary, "a program", give},
		{"MZ\x90\x00", fault.DocumentBinary, "a program", give},
		{"SQLite format 3\x00", fault.DocumentBinary, "an SQLite database", give},
	}
}

// Isolator reads documents in a process of their own, with limits of time, memory
// and output. Its errors are *fault.Error without a name, or the context's.
type Isolator interface {
	Read(ctx context.Context, in Isolated) (*Document, error)
}

// Isolated is a document to be read in a process of its own.
type Isolated struct {
	Name     string
	Format   Format // what it looks like; DOCX for PPTX too
	Data     []byte `json:"-"`
	MaxBytes int
	MaxText  int
}

// readIsolated has the Isolator read a document. What comes back is checked, since
// that process had to do with hostile bytes.
func readIsolated(ctx context.Context, name string, format Format, data []byte, opts Options) (*Document, error) {
	doc, err := opts.Isolator.Read(ctx, Isolated{Name: name, Format: format, Data: data, MaxBytes: opts.MaxBytes, MaxText: opts.MaxText})
	if err != nil {
		return nil, namedError(name, err)
	}
	if len(doc.Text) > opts.MaxText {
		return nil, tooLarge(name, "its text", opts.MaxText)
	}
	whole := utf8.ValidString(doc.Text) && doc.Text != ""
	for _, p := range doc.Pages {
		whole = whole && p.Start >= 0 && p.Start <= p.End && p.End <= len(doc.Text)
	}
	for _, w := range doc.Warnings {
		whole = whole && (w.Start < 0 || w.Start < w.End && w.End <= len(doc.Text))
	}
	if !whole {
		return nil, Refuse(fault.DocumentDamaged, name, "the document reader gave no clean text", "give its text", errors.New("bad offsets or bytes"))
	}
	doc.Name, doc.SourceSHA256, doc.SourceBytes, doc.SHA256 = name, text.Hash(data), len(data), text.Hash([]byte(doc.Text))
	return doc, nil
}
