package pptx

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/jpeg" // logos
	_ "image/png"  // logos
	"io/fs"
	"path"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/yamlfile"
	"judgement/report/chart"
)

// Theme is how a deck looks. Colours are six hexadecimal digits.
type Theme struct {
	Background, Text, Muted        string // of judges' slides
	Accent, Highlight, Shortcoming string // headings of the three columns
	Band                           string // behind the verdict
	Cover, CoverText               string // of the cover
	Latin, EastAsian               string // fonts
	Logo                           *Logo  // nil: none
}

// Logo is a PNG or JPEG picture in the upper right corner of every slide.
type Logo struct {
	Data          []byte
	Ext           string // png or jpeg
	Width, Height int    // in pixels
}

// DefaultTheme is the theme of scenes that name none.
func DefaultTheme() Theme {
	return Theme{
		Background: "FFFFFF", Text: "1C2430", Muted: "56606E", Accent: "1F4FA8", Highlight: "1B6E3C", Shortcoming: "A3281F",
		Band: "EDF1F7", Cover: "14284B", CoverText: "FFFFFF", Latin: "Arial", EastAsian: "Microsoft YaHei",
	}
}

const (
	maxLogo     = 1 << 20 // bytes
	maxLogoSide = 8000    // pixels
	minContrast = 4.5     // WCAG 2.2, text of any size
)

var hexColour = regexp.MustCompile(`^#?[0-9A-Fa-f]{6}$`)

// isFontName reports whether text may be a font's name: 1 to 60 letters, digits,
// spaces, dots, hyphens and underscores.
func isFontName(text string) bool {
	n := utf8.RuneCountInString(text)
	return n > 0 && n <= 60 && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune(" ._-", r)
	})
}

// LoadTheme reads a theme file of the workspace. Every key is optional and
// falls back to the default theme. All problems come at once, with file, line
// and fix; text that is hard to read on its background is one.
func LoadTheme(fsys fs.FS, name string) (Theme, error) {
	t := DefaultTheme()
	f := yamlfile.Read(fsys, name)
	top := f.Map("schema", "colors", "fonts", "logo")
	colors := top.Map("colors", keysOf(t.colours())...)
	read(colors, "colors", t.colours(), `write a colour such as "#1F4FA8"`, "colour", func(s string) (string, bool) {
		return strings.ToUpper(strings.TrimPrefix(s, "#")), hexColour.MatchString(s)
	})
	fonts := top.Map("fonts", keysOf(t.fonts())...)
	read(fonts, "fonts", t.fonts(), "write the name of a font, such as Arial", "font name", func(s string) (string, bool) {
		return s, isFontName(s)
	})
	if len(f.Problems()) == 0 {
		t.checkContrast(colors)
	}
	if text := top.Text("logo"); text != "" {
		logo, err := loadLogo(fsys, text)
		if err != nil {
			top.Problem("logo", "name a PNG or JPEG file of the workspace, at most 1 MiB", "logo: %v", err)
		}
		t.Logo = logo
	}
	if problems := f.Problems(); len(problems) > 0 {
		return DefaultTheme(), problems
	}
	return t, nil
}

// setting is a key of the file and what it sets.
type setting struct {
	key string
	to  *string
}

func (t *Theme) colours() []setting {
	return []setting{
		{"background", &t.Background},
		{"text", &t.Text},
		{"muted", &t.Muted},
		{"accent", &t.Accent},
		{"highlight", &t.Highlight},
		{"shortcoming", &t.Shortcoming},
		{"band", &t.Band},
		{"cover", &t.Cover},
		{"cover_text", &t.CoverText},
	}
}

func (t *Theme) fonts() []setting {
	return []setting{{"latin", &t.Latin}, {"east_asian", &t.EastAsian}}
}

// read sets what a map of the file says, each text in the form that parse gives it.
func read(m yamlfile.Map, name string, settings []setting, fix, problem string, parse func(string) (string, bool)) {
	for _, k := range settings {
		text := m.Text(k.key)
		if text == "" {
			continue
		}
		if value, ok := parse(text); ok {
			*k.to = value
		} else {
			m.Problem(k.key, fix, "%s.%s is no %s: %.40q", name, k.key, problem, text)
		}
	}
}

func keysOf(settings []setting) []string {
	out := make([]string, len(settings))
	for i, s := range settings {
		out[i] = s.key
	}
	return out
}

// checkContrast finds colours of text that are hard to read on their background. The
// problem is at the one of the two that the file sets, first the text.
func (t *Theme) checkContrast(colors yamlfile.Map) {
	value := map[string]string{}
	for _, c := range t.colours() {
		value[c.key] = *c.to
	}
	for _, p := range [][2]string{
		{"text", "background"},
		{"muted", "background"},
		{"accent", "background"},
		{"highlight", "background"},
		{"shortcoming", "background"},
		{"text", "band"},
		{"cover_text", "cover"},
	} {
		c := chart.Contrast(rgb(value[p[0]]), rgb(value[p[1]]))
		if c >= minContrast {
			continue
		}
		key := p[0]
		if !colors.Has(key) {
			key = p[1]
		}
		colors.Problem(key, "choose a darker or lighter colour", "colors.%s on colors.%s has a contrast of %.1f : 1, at least %.1f is readable", p[0], p[1], c, minContrast)
	}
}

// rgb reads six hexadecimal digits.
func rgb(digits string) (c chart.RGB) {
	b, err := hex.DecodeString(digits)
	if err != nil || len(b) != 3 {
		panic("pptx: no colour: " + digits) // LoadTheme has checked it
	}
	return chart.RGB{R: b[0], G: b[1], B: b[2]}
}

func loadLogo(fsys fs.FS, name string) (*Logo, error) {
	if !fs.ValidPath(name) || name == "." {
		return nil, fmt.Errorf("%q leaves the workspace: write a path from its root with forward slashes", name)
	}
	data, err := yamlfile.ReadBytes(fsys, name, maxLogo)
	if err != nil {
		return nil, err
	}
	cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("%s is no PNG or JPEG picture", path.Base(name))
	}
	if cfg.Width < 1 || cfg.Height < 1 || cfg.Width > maxLogoSide || cfg.Height > maxLogoSide {
		return nil, fmt.Errorf("%s has %d × %d pixels, at most %d × %d are taken", path.Base(name), cfg.Width, cfg.Height, maxLogoSide, maxLogoSide)
	}
	return &Logo{Data: data, Ext: format, Width: cfg.Width, Height: cfg.Height}, nil
}
