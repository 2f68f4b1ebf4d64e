package pdf

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:embed fonts/NotoSansSC-Regular-gb2312-big5.ttf.zst
var regularZstd []byte

//go:embed fonts/NotoSansSC-Bold-gb2312-big5.ttf.zst
var boldZstd []byte

//go:embed fonts/NotoSansSC-Regular-latin.ttf
var regularLatinTTF []byte

//go:embed fonts/NotoSansSC-Bold-latin.ttf
var boldLatinTTF []byte

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
	f := fonts{files: [families][2][]byte{{regularLatinTTF, boldLatinTTF}, {unpack(regularZstd), unpack(boldZstd)}}}
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

// unpack decompresses an embedded font. A test reads them all.
func unpack(packed []byte) []byte {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		panic("pdf: the decoder of the fonts: " + err.Error())
	}
	defer d.Close()
	ttf, err := d.DecodeAll(packed, nil)
	if err != nil {
		panic("pdf: an embedded font: " + err.Error())
	}
	return ttf
}

// widths reads the advances of a TrueType font with a cmap of format 4. The
// embedded fonts are the only input; a test holds them to what it expects.
func widths(ttf []byte) []uint16 {
	u16 := func(i int) int { return int(binary.BigEndian.Uint16(ttf[i:])) }
	table := func(tag string) int {
		for i := range u16(4) {
			if rec := 12 + 16*i; string(ttf[rec:rec+4]) == tag {
				return int(binary.BigEndian.Uint32(ttf[rec+8:]))
			}
		}
		return 0
	}
	out := make([]uint16, 1<<16)
	for i := range out {
		out[i] = absent
	}
	em, metrics, hmtx, cmap := u16(table("head")+18), u16(table("hhea")+34), table("hmtx"), table("cmap")
	sub := 0
	for i := range u16(cmap + 2) {
		at := cmap + int(binary.BigEndian.Uint32(ttf[cmap+4+8*i+4:]))
		if u16(at) == 4 {
			sub = at
			break
		}
	}
	segments := u16(sub+6) / 2
	ends, starts := sub+14, sub+16+2*segments
	deltas, offsets := starts+2*segments, starts+4*segments
	for s := range segments {
		for c := u16(starts + 2*s); c <= u16(ends+2*s) && c != 0xFFFF; c++ {
			glyph := c
			if off := u16(offsets + 2*s); off != 0 {
				glyph = u16(offsets + 2*s + off + 2*(c-u16(starts+2*s)))
			}
			glyph = (glyph + u16(deltas+2*s)) & 0xFFFF
			if glyph == 0 {
				continue
			}
			out[c] = uint16(u16(hmtx+4*min(glyph, metrics-1)) * 1000 / em)
		}
	}
	return out
}

// has reports whether the fonts can draw a character in both weights.
func has(r rune) bool {
	return r <= 0xFFFF && !isTag(r) && embedded().width[0][r] != absent && embedded().width[1][r] != absent
}
