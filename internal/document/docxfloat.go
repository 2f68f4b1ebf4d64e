package document

import (
	"cmp"
	"strconv"
	"strings"
)

// Units of Word's places.
const (
	twips  = 20     // a point
	perTwp = 635    // English metric units per twip
	margin = 4320   // twips: the widest margin that places may be counted from
	paper  = 31_680 // twips: 22 inches, Word's largest page
)

// float is where a drawing is and whether it is shown.
type float struct {
	across, down span
	hidden       bool
}

func (f float) unseen() bool { return f.hidden || f.across.off() || f.down.off() }

// span is a drawing's extent along one axis, in twips.
type span struct{ at, size int }

// off reports a span that is off every page, whatever its place is counted from.
func (s span) off() bool { return s.at+s.size+margin < 0 || s.at > paper }

// emu turns a number of English metric units into twips, 0 if it is none.
func emu(s string) int { return integer(s) / perTwp }

// integer reads a whole number that may be negative, 0 if it is none; it keeps
// sums of a few from running over.
func integer(s string) int {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return 0
	}
	return int(max(-1<<30, min(1<<30, n)))
}

// frameProps is w:framePr, an old kind of text box.
type frameProps struct {
	X string `xml:"x,attr"`
	Y string `xml:"y,attr"`
	W string `xml:"w,attr"`
	H string `xml:"h,attr"`
}

// off reports a frame that is off the page. One without a width or height is as
// large as its text needs: taken as a small page.
func (f *frameProps) off() bool {
	if f == nil {
		return false
	}
	extent := func(at, size string) span { return span{integer(at), cmp.Or(integer(size), margin)} }
	return extent(f.X, f.W).off() || extent(f.Y, f.H).off()
}

// hiddenBox reports the text of a box that readers do not see.
func (x *docxReader) hiddenBox(r *xmlReader) error {
	var b strings.Builder
	err := x.plain(r, &b)
	x.found.leftOut(HiddenText, b.String())
	return err
}
