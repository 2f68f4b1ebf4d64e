package pdf

import (
	_ "embed"
	"encoding/binary"
	"sync"

	"github.com/klauspost/compress/zstd"
)

//go:embed fonts/NotoSansSC-Regular-gb2312-big5.ttf.zst
var regularZstd []byte

//go:embed fonts/NotoSansSC-Bold-gb2312-big5.ttf.zst
var boldZstd []byte

//go:embed fonts/NotoSansSC-Regular-punctuation.ttf
var regularMarksTTF []byte

//go:embed fonts/NotoSansSC-Bold-punctuation.ttf
var boldMarksTTF []byte

// The families in the file: the fonts, and marks that Latin text needs narrower
// than Chinese text does or that the fonts lack.
const (
	family = "noto"
	marks  = "marks"
)

// face is one embedded font with its metrics.
type face struct {
	family, style string // fpdf's names of it
	data          []byte
	// width is the advance of each character of the Basic Multilingual Plane in
	// thousandths of an em; absent marks those that the font lacks.
	width []uint16
}

const absent = 0xFFFF

// faces reads the fonts' metrics at the first use: regular, bold, and the marks
// of both.
var faces = sync.OnceValue(func() *[4]face {
	regularTTF, boldTTF := unpack(regularZstd), unpack(boldZstd)
	all := &[4]face{
		{family, "", regularTTF, widths(regularTTF)},
		{family, "B", boldTTF, widths(boldTTF)},
		{marks, "", regularMarksTTF, widths(regularMarksTTF)},
		{marks, "B", boldMarksTTF, widths(boldMarksTTF)},
	}
	for i, r := range []rune(narrowable) {
		for k := 2; k < 4; k++ {
			all[k].width[tagBase+i] = all[k].width[r]
		}
	}
	return all
})

// unpack decompresses an embedded font. It can't fail on what a test has read.
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
	all := faces()
	return all[0].width[r] != absent && all[1].width[r] != absent || all[2].width[r] != absent && all[3].width[r] != absent
}
