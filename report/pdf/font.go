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
	latin = "latin"
	han   = "han"
)

// firstHan is the first character of the first CJK block.
const firstHan = 0x2E80

// face is one embedded font with its metrics.
type face struct {
	data []byte
	// width is the advance of each character of the Basic Multilingual Plane in
	// thousandths of an em; absent marks those that the font lacks.
	width []uint16
}

const absent = 0xFFFF

// faces reads the fonts' metrics at the first use, each family as regular and bold.
var faces = sync.OnceValue(func() map[string][2]face {
	all := map[string][2]face{
		latin: {newFace(regularLatinTTF), newFace(boldLatinTTF)},
		han:   {newFace(unpack(regularZstd)), newFace(unpack(boldZstd))},
	}
	for i, r := range []rune(narrowable) {
		for _, f := range all[latin] {
			f.width[tagBase+i] = f.width[r]
		}
	}
	return all
})

func newFace(ttf []byte) face { return face{ttf, widths(ttf)} }

// familyOf returns the family that a character is drawn with.
func familyOf(r rune) string {
	if r < firstHan && markIndex(r) < 0 || r >= tagBase && r < tagBase+tags {
		return latin
	}
	return han
}

// faceOf returns the font that a character is drawn with.
func faceOf(r rune, bold bool) face {
	i := 0
	if bold {
		i = 1
	}
	return faces()[familyOf(r)][i]
}

// font chooses the font of the text to come. A file holds a font from its first
// use on: fpdf reads each font once per file, and the Chinese ones are large.
func (w *writer) font(family string, bold bool, size float64) {
	style, i := "", 0
	if bold {
		style, i = "B", 1
	}
	if key := family + style; !w.fonts[key] {
		w.fonts[key] = true
		// fpdf writes into the font's bytes while it cuts it.
		w.p.AddUTF8FontFromBytes(family, style, bytes.Clone(faces()[family][i].data))
	}
	w.p.SetFont(family, style, size)
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
	if r > 0xFFFF || r >= tagBase && r < tagBase+tags {
		return false
	}
	regular, bold := faceOf(r, false), faceOf(r, true)
	return regular.width[r] != absent && bold.width[r] != absent
}
