// Package pptx writes a meeting's deck as a PowerPoint presentation of 20 × 5
// inches: a cover and exactly one slide per judge, in native shapes and text. It
// measures text and picks sizes itself, since PowerPoint does not refit text
// when it opens a file; what does not fit at the smallest readable size is cut,
// with a pointer to the judge's review. The same deck and theme give the same
// bytes. It does no I/O but to read a theme through an fs.FS.
package pptx

import (
	"archive/zip"
	"bytes"
	"embed"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"sync"
	"text/template"
	"unicode"

	"judgement/meeting"
	"judgement/report"
)

//go:embed parts/*.xml
var partFiles embed.FS

// parts are the parsed templates. They are parsed when the first deck is
// rendered: no other command should wait for that.
var parts = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{"x": escape}).ParseFS(partFiles, "parts/*.xml"))
})

// Sizes of the slide in EMU: 914,400 per inch.
const (
	inch        = 914400
	slideWidth  = 20 * inch
	slideHeight = 5 * inch
)

// Render writes the deck. It fails only if the theme's logo is no picture.
func Render(d meeting.Deck, t Theme) ([]byte, error) {
	d = d.Clean()
	w := &writer{deck: d, theme: t}
	w.zip = zip.NewWriter(&w.out)
	slides := []string{w.cover()}
	for i, s := range d.Slides {
		slides = append(slides, w.judge(i+2, s))
	}
	if err := w.files(slides); err != nil {
		return nil, fmt.Errorf("write the presentation: %w", err)
	}
	return w.out.Bytes(), nil
}

type writer struct {
	deck  meeting.Deck
	theme Theme
	out   bytes.Buffer
	zip   *zip.Writer
}

// say picks a wording by the deck's language.
func (w *writer) say(en, zh string) string {
	if w.deck.Lang == report.Chinese {
		return zh
	}
	return en
}

// packageParts are the parts of every presentation with their templates.
var packageParts = [][2]string{
	{"[Content_Types].xml", "types.xml"},
	{"_rels/.rels", "root-rels.xml"},
	{"docProps/core.xml", "core.xml"},
	{"docProps/app.xml", "app.xml"},
	{"ppt/presentation.xml", "presentation.xml"},
	{"ppt/_rels/presentation.xml.rels", "presentation-rels.xml"},
	{"ppt/presProps.xml", "props.xml"},
	{"ppt/theme/theme1.xml", "theme.xml"},
	{"ppt/slideMasters/slideMaster1.xml", "master.xml"},
	{"ppt/slideMasters/_rels/slideMaster1.xml.rels", "master-rels.xml"},
	{"ppt/slideLayouts/slideLayout1.xml", "layout-cover.xml"},
	{"ppt/slideLayouts/_rels/slideLayout1.xml.rels", "layout-rels.xml"},
	{"ppt/slideLayouts/slideLayout2.xml", "layout-judge.xml"},
	{"ppt/slideLayouts/_rels/slideLayout2.xml.rels", "layout-rels.xml"},
}

// files puts every part into the package, in a fixed order.
func (w *writer) files(slides []string) error {
	data := w.data(len(slides))
	if err := w.render(data, packageParts...); err != nil {
		return err
	}
	for i, s := range slides {
		data.Shapes, data.Layout = s, min(i+1, 2)
		err := w.render(data, [2]string{fmt.Sprintf("ppt/slides/slide%d.xml", i+1), "slide.xml"},
			[2]string{fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", i+1), "slide-rels.xml"})
		if err != nil {
			return err
		}
	}
	if l := w.theme.Logo; l != nil {
		f, err := w.part("ppt/media/logo." + l.Ext)
		if err != nil {
			return err
		}
		if _, err := f.Write(l.Data); err != nil {
			return err
		}
	}
	return w.zip.Close()
}

// render writes parts, each a name and its template.
func (w *writer) render(data *partData, list ...[2]string) error {
	for _, p := range list {
		f, err := w.part(p[0])
		if err != nil {
			return err
		}
		if err := parts().ExecuteTemplate(f, p[1], data); err != nil {
			return err
		}
	}
	return nil
}

// part adds a part without a time, so that the bytes depend on the deck alone.
func (w *writer) part(name string) (io.Writer, error) {
	return w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
}

// partData is what the templates show.
type partData struct {
	Title, Lang           string
	Theme                 Theme
	Slides                []partSlide
	Width, Height         int
	PanelWidth            int
	Shapes                string
	Layout                int
	Logo                  bool
	CoverLogo, CoverPlate placed
	JudgeLogo             placed
	LogoDescription       string
	TitleHint, BodyHint   string
}

type partSlide struct{ Number, ID, Rel int }

func (w *writer) data(slides int) *partData {
	d := &partData{
		Title: w.deck.Title, Theme: w.theme, Width: slideWidth, Height: slideHeight, PanelWidth: emu(panelWide), Lang: w.lang(),
		LogoDescription: w.say("Logo", "标志"),
		TitleHint:       w.say("Title", "标题"), BodyHint: w.say("Text", "正文"),
	}
	for i := range slides {
		// rId1 is the master, rId2 the properties, rId3 the theme.
		d.Slides = append(d.Slides, partSlide{Number: i + 1, ID: 256 + i, Rel: 4 + i})
	}
	if w.theme.Logo != nil {
		inner := box{logoPlate.x + 0.12, logoPlate.y + 0.08, logoPlate.w - 0.24, logoPlate.h - 0.16}
		d.Logo, d.CoverLogo, d.JudgeLogo = true, w.logoIn(inner), w.logoIn(logoBox())
		// The plate is as wide as the logo needs.
		d.CoverPlate = placed{d.CoverLogo.X - emu(0.12), emu(logoPlate.y), d.CoverLogo.W + 2*emu(0.12), emu(logoPlate.h)}
	}
	return d
}

func (w *writer) lang() string { return w.say("en-US", "zh-CN") }

// escape makes text fit for XML; what XML 1.0 forbids is dropped.
func escape(s string) string {
	s = strings.Map(func(r rune) rune {
		if r == 0xFFFE || r == 0xFFFF || unicode.IsControl(r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder never fails
	return b.String()
}

func emu(inches float64) int { return int(inches*inch + 0.5) }
