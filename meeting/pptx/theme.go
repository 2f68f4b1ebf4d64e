package pptx

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/jpeg" // logos
	_ "image/png"  // logos
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/yamlfile"
	"judgement/report/chart"
)

// Theme is how a deck looks. Colours and fonts have the keys of a theme file.
type Theme struct {
	Colours map[string]string // six hexadecimal digits
	Fonts   map[string]string
	Logo    *Logo // nil: none
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
		Colours: map[string]string{
			"background": "FFFFFF", "text": "1C2430", "muted": "56606E", // of judges' slides
			"accent": "1F4FA8", "highlight": "1B6E3C", "shortcoming": "A3281F", // headings of the three columns
			"band": "EDF1F7", "cover": "14284B", "cover_text": "FFFFFF",
		},
		Fonts: map[string]string{"latin": "Arial", "east_asian": "Microsoft YaHei"},
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
	colors := top.Map("colors", slices.Sorted(maps.Keys(t.Colours))...)
	for _, key := range colors.Keys() {
		switch text := colors.Text(key); {
		case hexColour.MatchString(text):
			t.Colours[key] = strings.ToUpper(strings.TrimPrefix(text, "#"))
		case text != "":
			colors.Problem(key, `write a colour such as "#1F4FA8"`, "colors.%s is no colour: %.40q", key, text)
		}
	}
	fonts := top.Map("fonts", slices.Sorted(maps.Keys(t.Fonts))...)
	for _, key := range fonts.Keys() {
		switch text := fonts.Text(key); {
		case isFontName(text):
			t.Fonts[key] = text
		case text != "":
			fonts.Problem(key, "write the name of a font, such as Arial", "fonts.%s is no font name: %.40q", key, text)
		}
	}
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

// checkContrast finds colours of text that are hard to read on their background. The
// problem is at the one of the two that the file sets, first the text.
func (t *Theme) checkContrast(colors yamlfile.Map) {
	for _, p := range [][2]string{
		{"text", "background"},
		{"muted", "background"},
		{"accent", "background"},
		{"highlight", "background"},
		{"shortcoming", "background"},
		{"text", "band"},
		{"cover_text", "cover"},
	} {
		c := chart.Contrast(rgb(t.Colours[p[0]]), rgb(t.Colours[p[1]]))
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
