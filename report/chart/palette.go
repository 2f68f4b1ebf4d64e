package chart

import (
	"fmt"
	"math"
)

// Role names what a colour is for; a Palette gives the colour. The text of a
// role is its CSS name.
type Role string

// The roles.
const (
	Paper  Role = "paper"  // the page
	Panel  Role = "panel"  // boxes on the page
	Ink    Role = "ink"    // text
	Muted  Role = "muted"  // secondary text
	Grid   Role = "grid"   // hairlines, no meaning of their own
	Track  Role = "track"  // the empty part of a bar
	Accent Role = "accent" // links, the radar
	Good   Role = "good"   // 80 % and more of a maximum
	Fair   Role = "fair"   // 60 % to below 80 %
	Poor   Role = "poor"   // below 60 %
	Marked Role = "marked" // ground of quoted text
)

// Roles returns every role in a fixed order.
func Roles() []Role {
	return []Role{Paper, Panel, Ink, Muted, Grid, Track, Accent, Good, Fair, Poor, Marked}
}

// RGB is a colour.
type RGB struct{ R, G, B uint8 }

// Hex returns the colour as "#rrggbb".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Palette gives each role its colour.
type Palette map[Role]RGB

// Light is the palette of paper and of light screens.
func Light() Palette {
	return Palette{
		Paper: {0xff, 0xff, 0xff}, Panel: {0xf5, 0xf7, 0xfa}, Ink: {0x1b, 0x23, 0x30},
		Muted: {0x55, 0x5f, 0x70}, Grid: {0xd8, 0xde, 0xe7}, Track: {0xe9, 0xed, 0xf2},
		Accent: {0x1d, 0x57, 0xb0}, Good: {0x17, 0x72, 0x4a}, Fair: {0x95, 0x58, 0x00},
		Poor: {0xb3, 0x26, 0x1e}, Marked: {0xff, 0xee, 0xad},
	}
}

// Dark is the palette of dark screens.
func Dark() Palette {
	return Palette{
		Paper: {0x12, 0x16, 0x1c}, Panel: {0x1b, 0x21, 0x2a}, Ink: {0xe8, 0xec, 0xf2},
		Muted: {0xa9, 0xb3, 0xc1}, Grid: {0x37, 0x41, 0x4e}, Track: {0x2a, 0x32, 0x3d},
		Accent: {0x8f, 0xb8, 0xff}, Good: {0x62, 0xcf, 0x9a}, Fair: {0xe9, 0xb3, 0x4f},
		Poor: {0xff, 0x8c, 0x82}, Marked: {0x5a, 0x48, 0x05},
	}
}

// Contrast returns the WCAG 2.2 contrast ratio of two colours, 1 to 21.
func Contrast(a, b RGB) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(c RGB) float64 {
	lin := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.04045 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}
