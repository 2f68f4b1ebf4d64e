package pptx

// logoPlate is what is behind the logo on the cover, in inches: the ground
// of the judges' slides, so that one picture suits both.
var logoPlate = box{17.66, 0.24, 1.94, 0.66}

// placed is a picture's place on a slide in EMU.
type placed struct{ X, Y, W, H int }

// logoIn places the logo into a box: as large as fits, at its right edge, in
// the middle of its height.
func (w *writer) logoIn(b box) placed {
	l := w.theme.Logo
	scale := min(b.w/float64(l.Width), b.h/float64(l.Height))
	wide, high := float64(l.Width)*scale, float64(l.Height)*scale
	return placed{emu(b.x + b.w - wide), emu(b.y + (b.h-high)/2), max(1, emu(wide)), max(1, emu(high))}
}

// logoBox is where the logo is on a judge's slide.
func logoBox() box { return box{rightEdge - 1.6, footTop - 0.02, 1.6, 0.34} }

// logoRoom is the width that the logo takes from the line below the columns.
func (w *writer) logoRoom() float64 {
	if w.theme.Logo == nil {
		return 0
	}
	return logoBox().w + 0.2
}
