package pdfium

import (
	"errors"
	"math"
	"slices"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// How pages are drawn to see which texts leave a mark.
const (
	pixelsPerPoint = 48. / 72
	maxPixels      = 1_000_000 // of a page; larger ones are drawn smaller
	minScale       = 0.2       // pixels per point; pages that would be smaller still are not drawn
	maxDrawn       = 20_000    // objects of a page that is drawn
	seenShade      = 5         // difference of colours that counts as a mark, of 255
)

// drawing is a page as pixels of four bytes.
type drawing struct {
	pix        []byte
	wide, high int
}

// compare draws the page with and without its texts. One in whose place nothing changes has
// no ink that a reader sees, whatever the reason: a clip, a layer that is off, something that
// was painted over it, a colour that is that of its ground. Suspects are looked at
// without the other texts, which may be in the same place. It also notes the places in which
// something else is drawn.
func (v *view) compare(lib pdfium.Pdfium, page requests.Page) error {
	var suspects, others []int
	for i := range v.texts {
		o := &v.texts[i]
		o.suspect = o.suspect || o.outlined && v.painted(*o) // others can't be looked at again
		switch {
		case o.unseen || o.invisible:
		case o.clips:
			o.invisible = !v.filled(*o)
		case o.suspect:
			o.invisible = true
			if o.outlined {
				suspects = append(suspects, i)
			}
		case o.outlined:
			others = append(others, i)
		}
	}
	if len(v.texts) == 0 || v.page.empty() || v.count > maxDrawn || v.scale() < minScale {
		for _, i := range suspects {
			v.texts[i].invisible = false
		}
		return nil
	}
	all, err := v.draw(lib, page)
	if err != nil {
		return err
	}
	bare, err := v.drawWithout(lib, page, others)
	if err != nil {
		return err
	}
	empty := bare
	if len(suspects) > 0 {
		if empty, err = v.drawWithout(lib, page, append(slices.Clone(others), suspects...)); err != nil {
			return err
		}
	}
	for _, i := range others {
		v.texts[i].invisible = !v.marked(all, bare, v.texts[i].at, seenShade)
	}
	for _, i := range suspects {
		v.texts[i].invisible = !v.marked(bare, empty, v.texts[i].at, sameShade)
	}
	for i := range v.texts {
		o := &v.texts[i]
		o.backed = v.patterned(empty, o.at)
		o.invisible = o.invisible || o.clips && !o.backed
	}
	return nil
}

// scale is how many pixels a point of the page has.
func (v *view) scale() float64 { return min(pixelsPerPoint, math.Sqrt(maxPixels/v.page.area())) }

// drawWithout draws the page without some of its texts.
func (v *view) drawWithout(lib pdfium.Pdfium, page requests.Page, texts []int) (drawing, error) {
	activate := func(on bool) error {
		for _, i := range texts {
			if _, err := lib.FPDFPageObj_SetIsActive(&requests.FPDFPageObj_SetIsActive{PageObject: v.texts[i].ref, Active: on}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := activate(false); err != nil {
		return drawing{}, err
	}
	d, err := v.draw(lib, page)
	return d, errors.Join(err, activate(true))
}

// draw draws the page, not rotated.
func (v *view) draw(lib pdfium.Pdfium, page requests.Page) (d drawing, err error) {
	scale := v.scale()
	d = drawing{wide: max(1, int((v.page.right-v.page.left)*scale)), high: max(1, int((v.page.top-v.page.bottom)*scale))}
	turned, err := lib.FPDFPage_GetRotation(&requests.FPDFPage_GetRotation{Page: page})
	if err != nil {
		return d, err
	}
	made, err := lib.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: d.wide, Height: d.high})
	if err != nil {
		return d, err
	}
	defer func() { err = errors.Join(err, destroy(lib, made.Bitmap)) }()
	if _, err = lib.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{Bitmap: made.Bitmap, Width: d.wide, Height: d.high, Color: 0xFFFFFFFF}); err != nil {
		return d, err
	}
	_, err = lib.FPDF_RenderPageBitmap(&requests.FPDF_RenderPageBitmap{
		Bitmap: made.Bitmap, Page: page, SizeX: d.wide, SizeY: d.high,
		Rotate: (4 - turned.PageRotation) % 4, Flags: enums.FPDF_RENDER_FLAG_ANNOT,
	})
	if err != nil {
		return d, err
	}
	buffer, err := lib.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: made.Bitmap})
	if err == nil {
		d.pix = slices.Clone(buffer.Buffer)
	}
	if err == nil && len(d.pix) < 4*d.wide*d.high {
		err = errors.New("a drawn page has too few pixels")
	}
	return d, err
}

func destroy(lib pdfium.Pdfium, bitmap references.FPDF_BITMAP) error {
	_, err := lib.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap})
	return err
}

// marked reports a place in which two drawings of the page differ by more than a shade in
// more than the odd pixel.
func (v *view) marked(a, b drawing, at box, shade byte) bool {
	left, right, top, bottom := v.pixels(a, at)
	all := (right - left) * (bottom - top)
	spare := all / 200 // pixels that may differ: those of letters nearby, or of a clip
	if all >= 50 {
		spare++
	}
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			at := 4 * (y*a.wide + x)
			if differ(a.pix[at:at+3], b.pix[at:at+3], shade) {
				spare--
			}
			if spare < 0 {
				return true
			}
		}
	}
	return false
}

// patterned reports a place that is drawn in more than one colour.
func (v *view) patterned(d drawing, at box) bool {
	left, right, top, bottom := v.pixels(d, at)
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			i, first := 4*(y*d.wide+x), 4*(top*d.wide+left)
			if differ(d.pix[i:i+3], d.pix[first:first+3], seenShade) {
				return true
			}
		}
	}
	return false
}

// differ reports colours that are more than a shade apart.
func differ(a, b []byte, shade byte) bool {
	for i := range a {
		if max(a[i], b[i])-min(a[i], b[i]) > shade {
			return true
		}
	}
	return false
}

// pixels are those of a place on a drawing.
func (v *view) pixels(d drawing, at box) (left, right, top, bottom int) {
	left, right = within(at.left-v.page.left, at.right-v.page.left, v.page.right-v.page.left, d.wide)
	top, bottom = within(v.page.top-at.top, v.page.top-at.bottom, v.page.top-v.page.bottom, d.high)
	return left, right, top, bottom
}

// within is the pixels between two points of a page of a length that has so many pixels.
// Those at the edges are left out if there are many between.
func within(from, to, length float64, pixels int) (int, int) {
	limit := float64(pixels)
	scale := limit / length
	lo, hi := math.Ceil(from*scale), math.Floor(to*scale)
	if hi-lo < 10 {
		lo, hi = math.Floor(from*scale), math.Ceil(to*scale)
	}
	return int(max(0, min(limit, lo))), int(max(0, min(limit, hi)))
}
