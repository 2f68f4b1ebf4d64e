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
	Good   Role = "good"   // proven, done
	Fair   Role = "fair"   // to be looked at
	Poor   Role = "poor"   // wrong
	Marked Role = "marked" // ground of quoted text that is proven
	Noted  Role = "noted"  // ground of quoted text that is proven with a note
	Scope  Role = "scope"  // ground of quoted text that is cut out of its context
	Doubt  Role = "doubt"  // ground of quoted text that is similar or altered
	Found  Role = "found"  // ground of text with a finding of integrity

	GradeS Role = "gs" // the grades
	GradeA Role = "ga"
	GradeB Role = "gb"
	GradeC Role = "gc"
	GradeD Role = "gd"
)

// Roles returns every role in a fixed order.
func Roles() []Role {
	return []Role{Paper, Panel, Ink, Muted, Grid, Track, Accent, Good, Fair, Poor, Marked, Noted, Scope, Doubt, Found, GradeS, GradeA, GradeB, GradeC, GradeD}
}

// RGB is a colour.
type RGB struct{ R, G, B uint8 }

// Hex returns the colour as "#rrggbb".
func (c RGB) Hex() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// Palette gives each role its colour.
type Palette map[Role]RGB

// Light is the palette of paper and of light screens. It is not to be changed.
func Light() Palette { return light }

// Dark is the palette of dark screens. It is not to be changed.
func Dark() Palette { return dark }

var (
	light = Palette{
		Paper: {0xff, 0xff, 0xff}, Panel: {0xf5, 0xf7, 0xfa}, Ink: {0x1b, 0x23, 0x30},
		Muted: {0x55, 0x5f, 0x70}, Grid: {0xd8, 0xde, 0xe7}, Track: {0xe9, 0xed, 0xf2},
		Accent: {0x1d, 0x57, 0xb0}, Good: {0x17, 0x72, 0x4a}, Fair: {0x95, 0x58, 0x00},
		Poor: {0xb3, 0x26, 0x1e}, Marked: {0xd3, 0xf0, 0xdc}, Noted: {0xfb, 0xf0, 0xae},
		Scope: {0xe6, 0xdc, 0xfb}, Doubt: {0xff, 0xde, 0xcf}, Found: {0xc9, 0xe4, 0xff},
		GradeS: {0x0b, 0x66, 0x84}, GradeA: {0x17, 0x72, 0x4a}, GradeB: {0x5b, 0x68, 0x00},
		GradeC: {0x95, 0x58, 0x00}, GradeD: {0xb3, 0x26, 0x1e},
	}
	dark = Palette{
		Paper: {0x12, 0x16, 0x1c}, Panel: {0x1b, 0x21, 0x2a}, Ink: {0xe8, 0xec, 0xf2},
		Muted: {0xa9, 0xb3, 0xc1}, Grid: {0x37, 0x41, 0x4e}, Track: {0x2a, 0x32, 0x3d},
		Accent: {0x8f, 0xb8, 0xff}, Good: {0x62, 0xcf, 0x9a}, Fair: {0xe9, 0xb3, 0x4f},
		Poor: {0xff, 0x8c, 0x82}, Marked: {0x17, 0x4a, 0x30}, Noted: {0x4c, 0x42, 0x0b},
		Scope: {0x42, 0x33, 0x70}, Doubt: {0x6b, 0x2f, 0x1e}, Found: {0x0f, 0x45, 0x70},
		GradeS: {0x6c, 0xc8, 0xe6}, GradeA: {0x62, 0xcf, 0x9a}, GradeB: {0xc2, 0xcc, 0x5a},
		GradeC: {0xe9, 0xb3, 0x4f}, GradeD: {0xff, 0x8c, 0x82},
	}
)

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
