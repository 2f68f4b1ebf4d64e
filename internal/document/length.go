package document

import (
	"math"
	"strconv"
	"strings"

	"judgement/internal/lazy"
)

// Sizes of a screen in pixels, for lengths that are relative to it.
const (
	screenWidth  = 1440
	screenHeight = 900
)

// measureForm is a number with its unit.
var measureForm = lazy.Regexp(`^([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?)([a-z%]*)$`)

// unitPixels are the units of CSS in pixels; those of fonts are of 16 pixels.
var unitPixels = map[string]float64{
	"": 1, "px": 1, "pt": 4. / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "q": 96 / 101.6, "in": 96,
	"em": 16, "rem": 16, "ex": 8, "ch": 8, "lh": 20, "rlh": 20, "cap": 11, "ic": 16,
	"vw": screenWidth / 100., "vh": screenHeight / 100., "vmin": screenHeight / 100., "vmax": screenWidth / 100.,
}

// length is a length of CSS in pixels, percents of whole pixels; calc, min, max and clamp
// are worked out. font is the size that em is relative to.
func length(v string, font, whole float64) (px float64, ok bool) {
	if len(v) > maxStyle {
		return 0, false
	}
	m := &measure{rest: v, font: font, whole: whole}
	px = m.sum(0)
	m.space()
	return px, !m.bad && m.rest == "" && !math.IsNaN(px) && !math.IsInf(px, 0)
}

// measure works out a calculation of lengths.
type measure struct {
	rest        string
	font, whole float64
	bad         bool
}

// maxCalcDepth bounds calculations in each other.
const maxCalcDepth = 16

func (m *measure) space() { m.rest = strings.TrimLeft(m.rest, " \t\r\n\f") }

// take removes c from the front, if it is there.
func (m *measure) take(c string) bool {
	m.space()
	rest, ok := strings.CutPrefix(m.rest, c)
	m.rest = rest
	return ok
}

func (m *measure) sum(depth int) float64 {
	v := m.product(depth)
	for !m.bad {
		switch {
		case m.take("+ "):
			v += m.product(depth)
		case m.take("- "):
			v -= m.product(depth)
		default:
			return v
		}
	}
	return v
}

func (m *measure) product(depth int) float64 {
	v := m.value(depth)
	for !m.bad {
		switch {
		case m.take("*"):
			v *= m.value(depth)
		case m.take("/"):
			v /= m.value(depth)
		default:
			return v
		}
	}
	return v
}

var (
	calcName   = lazy.Regexp(`^(?:-webkit-)?(calc|min|max|clamp)?\(`)
	calcNumber = lazy.Regexp(`^[-+]?[0-9.]+(?:e[-+]?[0-9]+)?[a-z%]*`)
)

func (m *measure) value(depth int) float64 {
	m.space()
	call := calcName().FindStringSubmatch(m.rest)
	if call == nil {
		text := calcNumber().FindString(m.rest)
		m.rest = m.rest[len(text):]
		return m.number(text)
	}
	if depth > maxCalcDepth {
		m.bad = true
		return 0
	}
	m.rest = m.rest[len(call[0]):]
	args := []float64{m.sum(depth + 1)}
	for m.take(",") {
		args = append(args, m.sum(depth+1))
	}
	m.bad = m.bad || !m.take(")")
	out := args[0]
	switch {
	case call[1] == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2]))
	case call[1] == "min":
		for _, a := range args {
			out = min(out, a)
		}
	case call[1] == "max":
		for _, a := range args {
			out = max(out, a)
		}
	}
	return out
}

func (m *measure) number(text string) float64 {
	parts := measureForm().FindStringSubmatch(text)
	if parts == nil {
		m.bad = true
		return 0
	}
	n, err := strconv.ParseFloat(parts[1], 64)
	unit := parts[2]
	if strings.IndexByte(unit, 'v') == 1 { // svw, dvh and the like
		unit = unit[1:]
	}
	per, known := unitPixels[unit]
	switch unit {
	case "%":
		per, known = m.whole/100, true
	case "em":
		per = m.font
	}
	m.bad = m.bad || err != nil || !known
	return n * per
}
