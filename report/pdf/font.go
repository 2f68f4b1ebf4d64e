package pdf

import (
	"bytes"
	_ "embed"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"judgement/internal/packed"
)

//go:embed fonts/NotoSansSC-Regular-gb2312-big5.ttf.zst
var regularZstd []byte

//go:embed fonts/NotoSansSC-Bold-gb2312-big5.ttf.zst
var boldZstd []byte

//go:embed fonts/NotoSansSC-Regular-latin.ttf.zst
var regularLatinZstd []byte

//go:embed fonts/NotoSansSC-Bold-latin.ttf.zst
var boldLatinZstd []byte

// The font families of a file. latin holds what is not Chinese, with marks that are
// narrower than Chinese text needs them, and signs that the other fonts lack.
const (
	latin = iota
	han
	families
)

// firstHan is the first character of the first CJK block.
const firstHan = 0x2E80

// fonts are the embedded fonts, regular and bold.
type fonts struct {
	files [families][2][]byte
	// width is the advance of each character of the Basic Multilingual Plane in the
	// font that it is drawn with, in thousandths of an em; absent marks those that
	// the font lacks.
	width [2][]uint16
}

const absent = 0xFFFF

// embedded reads the fonts at the first use.
var embedded = sync.OnceValue(func() fonts {
	f := fonts{files: [families][2][]byte{{unpack(regularLatinZstd), unpack(boldLatinZstd)}, {unpack(regularZstd), unpack(boldZstd)}}}
	for i := range f.width {
		narrow := widths(f.files[latin][i])
		for k, r := range marks {
			narrow[tagBase+k] = narrow[r]
		}
		f.width[i] = widths(f.files[han][i])
		for r := range narrow {
			if familyOf(rune(r)) == latin {
				f.width[i][r] = narrow[r]
			}
		}
	}
	return f
})

// familyOf returns the family that a character is drawn with.
func familyOf(r rune) int {
	if r < firstHan && markIndex(r) < 0 || isTag(r) {
		return latin
	}
	return han
}

// weight is the index of a family's face.
func weight(bold bool) int {
	if bold {
		return 1
	}
	return 0
}

// font chooses the font of the text to come. A file holds a font from its first
// use on: fpdf reads each font once per file, and the Chinese ones are large.
func (w *writer) font(family int, bold bool, size float64) {
	i := weight(bold)
	name, style := [families]string{"latin", "han"}[family], [2]string{"", "B"}[i]
	if !w.fonts[family][i] {
		w.fonts[family][i] = true
		// fpdf writes into the font's bytes while it cuts it.
		w.p.AddUTF8FontFromBytes(name, style, bytes.Clone(embedded().files[family][i]))
	}
	w.p.SetFont(name, style, size)
}

// unpack reads an embedded font. A test reads them all.
func unpack(file []byte) []byte {
	ttf, err := packed.Read(file)
	if err != nil {
		panic("pdf: " + err.Error())
	}
	return ttf
}

// widths reads the advances of a font. A test reads all embedded ones.
func widths(ttf []byte) []uint16 {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic("pdf: an embedded font: " + err.Error())
	}
	out := make([]uint16, 1<<16)
	var b sfnt.Buffer
	for r := range out {
		out[r] = absent
		if glyph, err := f.GlyphIndex(&b, rune(r)); err == nil && glyph != 0 {
			advance, err := f.GlyphAdvance(&b, glyph, fixed.I(1000), font.HintingNone)
			if err == nil {
				out[r] = uint16(advance.Round())
			}
		}
	}
	return out
}

// has reports whether the fonts can draw a character in both weights.
func has(r rune) bool {
	return r <= 0xFFFF && !isTag(r) && embedded().width[0][r] != absent && embedded().width[1][r] != absent
}
