package pptx

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // logos
	_ "image/png"  // logos
	"io/fs"
	"math"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/yamlfile"
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
	colors := top.Map("colors", colourKeys()...)
	for _, k := range t.colours() {
		text := colors.Text(k.key)
		switch {
		case text == "":
		case !hexColour.MatchString(text):
			colors.Problem(k.key, `write a colour such as "#1F4FA8"`, "colors.%s is no colour: %.40q", k.key, text)
		default:
			*k.to = strings.ToUpper(strings.TrimPrefix(text, "#"))
		}
	}
	fonts := top.Map("fonts", "latin", "east_asian")
	for _, k := range []struct {
		key string
		to  *string
	}{{"latin", &t.Latin}, {"east_asian", &t.EastAsian}} {
		text := fonts.Text(k.key)
		switch {
		case text == "":
		case !isFontName(text):
			fonts.Problem(k.key, "write the name of a font, such as Arial", "fonts.%s is no font name: %.40q", k.key, text)
		default:
			*k.to = text
		}
	}
	if len(f.Problems()) == 0 {
		for _, p := range t.faint() {
			key := p.text // at the one of the two that the file sets, first the text
			if !colors.Has(key) {
				key = p.on
			}
			colors.Problem(key, "choose a darker or lighter colour", "%s", p.problem)
		}
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

type colour struct {
	key string
	to  *string
}

func (t *Theme) colours() []colour {
	return []colour{
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

func colourKeys() []string {
	var t Theme
	var out []string
	for _, c := range t.colours() {
		out = append(out, c.key)
	}
	return out
}

// faintPair are the keys of two colours that are hard to tell apart.
type faintPair struct{ text, on, problem string }

func (t *Theme) faint() []faintPair {
	var out []faintPair
	for _, p := range []struct{ text, on, a, b string }{
		{t.Text, t.Background, "text", "background"},
		{t.Muted, t.Background, "muted", "background"},
		{t.Accent, t.Background, "accent", "background"},
		{t.Highlight, t.Background, "highlight", "background"},
		{t.Shortcoming, t.Background, "shortcoming", "background"},
		{t.Text, t.Band, "text", "band"},
		{t.CoverText, t.Cover, "cover_text", "cover"},
	} {
		if c := contrast(p.text, p.on); c < minContrast {
			out = append(out, faintPair{p.a, p.b, fmt.Sprintf("colors.%s on colors.%s has a contrast of %.1f : 1, at least %.1f is readable", p.a, p.b, c, minContrast)})
		}
	}
	return out
}

// contrast is the ratio of WCAG 2.2 (relative luminance, sRGB).
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(hex string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			return 0
		}
		c := float64(v) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
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
