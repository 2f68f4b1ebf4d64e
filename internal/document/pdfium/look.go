package pdfium

import (
	"math"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/structs"

	"judgement/internal/document"
	"judgement/internal/lazy"
)

const (
	maxObjects   = 50_000     // objects of a page that are looked at
	maxCompared  = 20_000_000 // comparisons of a page's texts with its grounds; after them none is known
	maxFormDepth = 6
	sameShade    = 16 // difference of colours that no reader sees, of 255
)

// box is a place on a page in points, y upwards.
type box struct{ left, bottom, right, top float64 }

func (b box) empty() bool { return b.right <= b.left || b.top <= b.bottom }

func (b box) area() float64 {
	if b.empty() {
		return 0
	}
	return (b.right - b.left) * (b.top - b.bottom)
}

func (b box) meet(c box) box {
	return box{max(b.left, c.left), max(b.bottom, c.bottom), min(b.right, c.right), min(b.top, c.top)}
}

// near reports a place beside b on its line, or on the next line.
func (b box) near(c box) bool {
	high := max(b.top-b.bottom, c.top-c.bottom)
	return max(b.left, c.left)-min(b.right, c.right) <= 3*high && max(b.bottom, c.bottom)-min(b.top, c.top) <= high
}

// object is a text object and how it looks.
type object struct {
	ref       references.FPDF_PAGEOBJECT
	form      *references.FPDF_PAGEOBJECT // the form that holds it, nil for the page
	at        box
	invisible bool // drawn with no ink, as text over scans is, or with none that shows
	unseen    bool // tiny, squeezed or off the page
	suspect   bool // in the colour of its ground, or painted over, by all that is known
	backed    bool // something else is drawn in its place
	painted   int  // grounds that were painted before it
	outlined  bool // its font has its outlines, so that it is drawn
	clips     bool // it is only what things that are painted later are seen through
}

// ground is what was painted before a text: a colour, or a picture.
type ground struct {
	at     box
	color  structs.FPDF_COLOR
	opaque bool // a colour; pictures and shades are unknown
}

// view is what can be learnt of a page from its objects.
type view struct {
	page    box
	texts   []object
	grounds []ground
	images  int
	covered float64 // area of pictures
	count   int
	looked  int // comparisons of texts with grounds
}

// look walks over the page's objects in painting order.
func look(lib pdfium.Pdfium, page requests.Page) *view {
	v := &view{}
	if b, err := lib.FPDF_GetPageBoundingBox(&requests.FPDF_GetPageBoundingBox{Page: page}); err == nil {
		v.page = box{float64(b.Rect.Left), min(float64(b.Rect.Bottom), float64(b.Rect.Top)), float64(b.Rect.Right), max(float64(b.Rect.Bottom), float64(b.Rect.Top))}
	}
	n, err := lib.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: page})
	if err != nil {
		return v
	}
	for i := range min(n.Count, maxObjects) {
		o, err := lib.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: page, Index: i})
		if err == nil {
			v.add(lib, o.PageObject, nil, identity(), 0)
		}
	}
	return v
}

func identity() structs.FPDF_FS_MATRIX { return structs.FPDF_FS_MATRIX{A: 1, D: 1} }

// add looks at one object; in is the matrix of the forms around it.
func (v *view) add(lib pdfium.Pdfium, ref references.FPDF_PAGEOBJECT, form *references.FPDF_PAGEOBJECT, in structs.FPDF_FS_MATRIX, depth int) {
	if v.count++; v.count > maxObjects {
		return
	}
	kind, err := lib.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: ref})
	if err != nil {
		return
	}
	at := bounds(lib, ref, in)
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_TEXT:
		outlined := !at.empty() && hasOutlines(lib, ref)
		if at.empty() {
			at = v.estimate(lib, ref, in)
		}
		v.texts = append(v.texts, v.text(lib, object{ref: ref, form: form, at: at, painted: len(v.grounds), outlined: outlined}, in))
	case enums.FPDF_PAGEOBJ_PATH:
		mode, err := lib.FPDFPath_GetDrawMode(&requests.FPDFPath_GetDrawMode{PageObject: ref})
		if err != nil || mode.FillMode == enums.FPDF_FILLMODE_NONE {
			return
		}
		if c, err := lib.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: ref}); err == nil && c.FillColor.A > 16 {
			v.grounds = append(v.grounds, ground{at, c.FillColor, c.FillColor.A > 200})
		}
	case enums.FPDF_PAGEOBJ_IMAGE:
		v.images++
		v.covered += at.meet(v.page).area()
		v.grounds = append(v.grounds, ground{at: at})
	case enums.FPDF_PAGEOBJ_SHADING:
		v.grounds = append(v.grounds, ground{at: at})
	case enums.FPDF_PAGEOBJ_FORM:
		v.addForm(lib, ref, in, depth)
	}
}

// standardFont matches the fonts that every reader of PDF has.
var standardFont = lazy.Regexp(`^(?:Helvetica|Times|Courier|Arial|Symbol|ZapfDingbats)`)

// hasOutlines reports a text whose font is in the file, or is a standard one: others may be
// drawn here as nothing.
func hasOutlines(lib pdfium.Pdfium, text references.FPDF_PAGEOBJECT) bool {
	font, err := lib.FPDFTextObj_GetFont(&requests.FPDFTextObj_GetFont{PageObject: text})
	if err != nil {
		return false
	}
	if in, err := lib.FPDFFont_GetIsEmbedded(&requests.FPDFFont_GetIsEmbedded{Font: font.Font}); err == nil && in.IsEmbedded {
		return true
	}
	name, err := lib.FPDFFont_GetBaseFontName(&requests.FPDFFont_GetBaseFontName{Font: font.Font})
	return err == nil && standardFont().MatchString(name.BaseFontName)
}

// addForm looks into a form: a group of objects with a matrix of its own.
func (v *view) addForm(lib pdfium.Pdfium, ref references.FPDF_PAGEOBJECT, in structs.FPDF_FS_MATRIX, depth int) {
	n, err := lib.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: ref})
	if err != nil || depth >= maxFormDepth {
		return
	}
	if m, err := lib.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: ref}); err == nil {
		in = concat(m.Matrix, in)
	}
	for i := range min(n.Count, maxObjects) {
		o, err := lib.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: ref, Index: uint64(i)})
		if err == nil {
			v.add(lib, o.PageObject, &ref, in, depth+1)
		}
	}
}

// text judges how a text object looks.
func (v *view) text(lib pdfium.Pdfium, o object, in structs.FPDF_FS_MATRIX) object {
	mode, err := lib.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: o.ref})
	fill, noFill := lib.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: o.ref})
	switch {
	case err == nil && mode.TextRenderMode == enums.FPDF_TEXTRENDERMODE_CLIP:
		o.outlined, o.clips = false, true
	case err == nil && mode.TextRenderMode == enums.FPDF_TEXTRENDERMODE_INVISIBLE:
		o.invisible = true
	case !v.page.empty() && !o.at.empty() && o.at.meet(v.page).empty(), unreadable(lib, o, in):
		o.unseen = true
	case err == nil && noFill == nil && mode.TextRenderMode == enums.FPDF_TEXTRENDERMODE_FILL:
		o.invisible = fill.FillColor.A < 13
		o.suspect = v.sameAsGround(fill.FillColor, o.at)
	}
	return o
}

// unreadable reports text that is too small to be read, or squeezed.
func unreadable(lib pdfium.Pdfium, o object, in structs.FPDF_FS_MATRIX) bool {
	size, err := lib.FPDFTextObj_GetFontSize(&requests.FPDFTextObj_GetFontSize{PageObject: o.ref})
	m, noMatrix := lib.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: o.ref})
	if err != nil || noMatrix != nil {
		return false
	}
	full := concat(m.Matrix, in)
	short, long := document.Stretch(float64(full.A), float64(full.B), float64(full.C), float64(full.D))
	small := math.Abs(float64(size.FontSize))*math.Hypot(float64(full.C), float64(full.D)) < document.MinPoints
	if !small && short >= document.MinShape*long {
		return false
	}
	return namedFont(lib, o.ref) || min(o.at.top-o.at.bottom, o.at.right-o.at.left) < document.MinPoints/2
}

// namedFont reports a text whose font has a name. A font without one is drawn by the file
// itself, in sizes of its own.
func namedFont(lib pdfium.Pdfium, text references.FPDF_PAGEOBJECT) bool {
	font, err := lib.FPDFTextObj_GetFont(&requests.FPDFTextObj_GetFont{PageObject: text})
	if err != nil {
		return false
	}
	name, err := lib.FPDFFont_GetBaseFontName(&requests.FPDFFont_GetBaseFontName{Font: font.Font})
	return err == nil && name.BaseFontName != ""
}

// sameAsGround compares a text's colour with what lies under its middle: the
// last thing painted there, or white paper.
func (v *view) sameAsGround(c structs.FPDF_COLOR, at box) bool {
	under := structs.FPDF_COLOR{R: 255, G: 255, B: 255, A: 255}
	x, y := (at.left+at.right)/2, (at.bottom+at.top)/2
	for i := len(v.grounds) - 1; i >= 0; i-- {
		if v.looked++; v.looked > maxCompared {
			return false
		}
		g := v.grounds[i]
		if x < g.at.left || x > g.at.right || y < g.at.bottom || y > g.at.top {
			continue
		}
		if !g.opaque {
			return false
		}
		under = g.color
		break
	}
	return shade(c.R, under.R) && shade(c.G, under.G) && shade(c.B, under.B)
}

func shade(a, b uint) bool { return max(a, b)-min(a, b) <= sameShade }

// hidden returns the text objects that a reader can't see. Text without ink over a scanned
// page is its recognised text, and stays; so does text without ink over letters that are
// drawn as shapes.
func (v *view) hidden() []object {
	invisible, visible := 0, 0
	for _, o := range v.texts {
		switch {
		case o.unseen:
		case o.invisible:
			invisible++
		default:
			visible++
		}
	}
	layer := invisible > 4*visible
	scan := layer && v.covered >= v.page.area()/2 && v.page.area() > 0
	var out []object
	for _, o := range v.texts {
		if o.unseen || o.invisible && !scan && !(layer && o.backed) {
			out = append(out, o)
		}
	}
	return out
}

// filled reports letters that something that is painted later may be seen through.
func (v *view) filled(o object) bool {
	for _, g := range v.grounds[o.painted:] {
		if v.looked++; v.looked > maxCompared || o.at.empty() || !g.at.meet(o.at).empty() {
			return true
		}
	}
	return false
}

// painted reports text under a colour that was painted later. Pictures do not count:
// a scan may be painted over its recognised text.
func (v *view) painted(o object) bool {
	if o.at.empty() {
		return false
	}
	for _, g := range v.grounds[o.painted:] {
		if v.looked++; v.looked > maxCompared {
			return false
		}
		if g.opaque && g.at.meet(o.at).area() >= 0.9*o.at.area() {
			return true
		}
	}
	return false
}

// bounds is an object's place on the page.
func bounds(lib pdfium.Pdfium, ref references.FPDF_PAGEOBJECT, in structs.FPDF_FS_MATRIX) box {
	b, err := lib.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: ref})
	if err != nil {
		return box{}
	}
	out := box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
	for _, p := range [][2]float32{{b.Left, b.Bottom}, {b.Right, b.Bottom}, {b.Left, b.Top}, {b.Right, b.Top}} {
		x := float64(in.A*p[0] + in.C*p[1] + in.E)
		y := float64(in.B*p[0] + in.D*p[1] + in.F)
		out = box{min(out.left, x), min(out.bottom, y), max(out.right, x), max(out.top, y)}
	}
	return out
}

// longText is how many characters a text may have that begins left of the page and is
// still taken for one that reaches the page.
const longText = 60

// estimate is about the place of the first character of a text whose font is not in the
// file, so that it has no outline; of all of the text, if it begins left of the page.
func (v *view) estimate(lib pdfium.Pdfium, ref references.FPDF_PAGEOBJECT, in structs.FPDF_FS_MATRIX) box {
	size, err := lib.FPDFTextObj_GetFontSize(&requests.FPDFTextObj_GetFontSize{PageObject: ref})
	m, noMatrix := lib.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: ref})
	if err != nil || noMatrix != nil {
		return box{}
	}
	full := concat(m.Matrix, in)
	wide := float64(size.FontSize) * math.Hypot(float64(full.A), float64(full.B))
	high := float64(size.FontSize) * math.Hypot(float64(full.C), float64(full.D))
	x, y := float64(full.E), float64(full.F)
	if x < v.page.left {
		wide *= longText
	}
	return box{x, y, x + wide, y + high}
}

// concat applies m first, then n.
func concat(m, n structs.FPDF_FS_MATRIX) structs.FPDF_FS_MATRIX {
	return structs.FPDF_FS_MATRIX{
		A: m.A*n.A + m.B*n.C, B: m.A*n.B + m.B*n.D,
		C: m.C*n.A + m.D*n.C, D: m.C*n.B + m.D*n.D,
		E: m.E*n.A + m.F*n.C + n.E, F: m.E*n.B + m.F*n.D + n.F,
	}
}
