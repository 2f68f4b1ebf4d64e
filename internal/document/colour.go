package document

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lucasb-eyer/go-colorful"
	"golang.org/x/image/colornames"

	"judgement/internal/lazy"
)

// colour is red, green, blue of 0 to 255 and opacity of 0 to 1.
type colour struct{ r, g, b, a float64 }

var (
	whiteColour = colour{255, 255, 255, 1}
	blackColour = colour{0, 0, 0, 1}
)

// css is the colour as CSS writes it.
func (c colour) css() string { return fmt.Sprintf("rgb(%f %f %f / %f)", c.r, c.g, c.b, c.a) }

// near reports colours that look alike to a reader.
func (c colour) near(d colour) bool {
	const alike = 16
	return math.Abs(c.r-d.r) <= alike && math.Abs(c.g-d.g) <= alike && math.Abs(c.b-d.b) <= alike
}

// over is how c looks on an opaque colour.
func (c colour) over(d colour) colour { return c.mix(d, min(1, max(0, c.a)), 1) }

// mix is share of c and the rest of d, with opacity a.
func (c colour) mix(d colour, share, a float64) colour {
	m := func(x, y float64) float64 { return x*share + y*(1-share) }
	return colour{m(c.r, d.r), m(c.g, d.g), m(c.b, d.b), a}
}

// blended is how c looks on d with a mode of CSS mix-blend-mode.
func (c colour) blended(mode string, d colour) colour {
	var f func(x, y float64) float64
	switch mode {
	case "multiply":
		f = func(x, y float64) float64 { return x * y / 255 }
	case "screen":
		f = func(x, y float64) float64 { return x + y - x*y/255 }
	case "darken":
		f = math.Min
	case "lighten":
		f = math.Max
	case "difference", "exclusion":
		f = func(x, y float64) float64 { return math.Abs(x - y) }
	default:
		return c.over(d)
	}
	return colour{f(c.r, d.r), f(c.g, d.g), f(c.b, d.b), c.a}.over(d)
}

// systemColours are names of CSS that golang.org/x/image/colornames does not have.
var systemColours = map[string]colour{
	"transparent": {}, "rebeccapurple": {102, 51, 153, 1},
	"canvas": whiteColour, "field": whiteColour, "window": whiteColour, "canvastext": blackColour, "fieldtext": blackColour, "windowtext": blackColour,
}

// maxColourDepth bounds functions of colours in each other.
const maxColourDepth = 4

// parseColour reads a colour of CSS.
func parseColour(s string) (colour, bool) { return readColour(s, maxColourDepth) }

func readColour(s string, depth int) (colour, bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	if c, ok := systemColours[s]; ok {
		return c, true
	}
	if c, ok := colornames.Map[s]; ok {
		return colour{float64(c.R), float64(c.G), float64(c.B), 1}, true
	}
	if digits, ok := strings.CutPrefix(s, "#"); ok {
		return hexColour(digits)
	}
	name, args, ok := strings.Cut(s, "(")
	if !ok || !strings.HasSuffix(args, ")") || depth == 0 {
		return colour{}, false
	}
	args = strings.TrimSpace(strings.TrimSuffix(args, ")"))
	if of, relative := strings.CutPrefix(args, "from "); relative {
		return relativeColour(name, fieldsOf(of), depth-1)
	}
	switch name {
	case "light-dark":
		return readColour(splitOutside(args, ',')[0], depth-1)
	case "color-mix":
		return mixedColour(splitOutside(args, ','), depth-1)
	case "color":
		space, rest, _ := strings.Cut(args, " ")
		if !strings.HasPrefix(space, "srgb") && space != "display-p3" {
			return colour{}, false
		}
		return coordinates(space, rest)
	}
	return coordinates(name, args)
}

// percentOf is what 100% means for the three coordinates of a colour space.
var percentOf = map[string][3]float64{
	"rgb": {255, 255, 255}, "srgb": {1, 1, 1}, "srgb-linear": {1, 1, 1}, "display-p3": {1, 1, 1}, "hsl": {360, 1, 1}, "hwb": {360, 1, 1},
	"lab": {100, 125, 125}, "lch": {100, 150, 360}, "oklab": {1, 0.4, 0.4}, "oklch": {1, 0.4, 360},
}

var degrees = map[string]float64{"deg": 1, "grad": 0.9, "rad": 180 / math.Pi, "turn": 360}

// coordinates reads the numbers of a colour in a space.
func coordinates(space, args string) (colour, bool) {
	space = strings.TrimSuffix(strings.TrimSpace(space), "a") // rgba, hsla
	of, known := percentOf[space]
	var parts []string
	for _, side := range splitOutside(args, '/') {
		for _, list := range splitOutside(side, ',') {
			parts = append(parts, fieldsOf(list)...)
		}
	}
	if !known || len(parts) < 3 || len(parts) > 4 {
		return colour{}, false
	}
	v := [4]float64{0, 0, 0, 1}
	for i, p := range parts {
		whole, number := 1.0, 1.0 // what 100% is, and the number that means the same
		if i < 3 {
			whole, number = of[i], of[i]
		}
		if i > 0 && i < 3 && (space == "hsl" || space == "hwb") {
			number = 100
		}
		if n, ok := length(p, 0, number); ok && strings.Contains(p, "(") {
			v[i] = n * whole / number
			continue
		}
		m := measureForm().FindStringSubmatch(p)
		switch {
		case p == "none":
			v[i] = 0
			continue
		case m == nil:
			return colour{}, false
		}
		v[i], _ = strconv.ParseFloat(m[1], 64)
		switch m[2] {
		case "%":
			v[i] *= whole / 100
		case "":
			v[i] *= whole / number
		default:
			v[i] *= degrees[m[2]]
		}
	}
	c := inSpace(space, v[0], v[1], v[2]).Clamped()
	return colour{c.R * 255, c.G * 255, c.B * 255, v[3]}, true
}

// channels are the names of the coordinates in a colour space, by letter.
var channels = map[string]string{
	"rgb": "rgb", "srgb": "rgb", "srgb-linear": "rgb", "display-p3": "rgb", "hsl": "hsl", "hwb": "hwb",
	"lab": "lab", "lch": "lch", "oklab": "lab", "oklch": "lch",
}

var channelName = lazy.Regexp(`\b(?:alpha|[a-z])\b`)

// relativeColour reads a colour that is made of another one's coordinates: that one, then the
// space if the function does not name it, then the coordinates.
func relativeColour(space string, args []string, depth int) (colour, bool) {
	from, ok := readColour(args[0], depth)
	if space = strings.TrimSuffix(space, "a"); space == "color" && len(args) > 1 {
		space, args = args[1], args[1:]
	}
	if !ok || channels[space] == "" {
		return colour{}, false
	}
	of := from.in(space)
	text := channelName().ReplaceAllStringFunc(strings.Join(args[1:], " "), func(name string) string {
		n := from.a
		if name != "alpha" {
			i := strings.Index(channels[space], name)
			if i < 0 {
				return name
			}
			n = of[i]
		}
		return strconv.FormatFloat(n, 'f', -1, 64)
	})
	c, ok := coordinates(space, text)
	if len(splitOutside(text, '/')) == 1 {
		c.a = from.a
	}
	return c, ok
}

// in is the coordinates of a colour in a space, as CSS writes them without units.
func (c colour) in(space string) [3]float64 {
	f := colorful.Color{R: c.r / 255, G: c.g / 255, B: c.b / 255}
	var x, y, z float64
	switch space {
	case "rgb":
		return [3]float64{c.r, c.g, c.b}
	case "srgb-linear":
		x, y, z = f.LinearRgb()
	case "hsl":
		x, y, z = f.Hsl()
		y, z = y*100, z*100
	case "hwb":
		x, y, z = f.Hsv()
		y, z = (1-y)*z*100, (1-z)*100
	case "lab":
		x, y, z = f.Lab()
		x, y, z = x*100, y*100, z*100
	case "lch":
		z, y, x = f.Hcl()
		x, y = x*100, y*100
	case "oklab":
		x, y, z = f.OkLab()
	case "oklch":
		x, y, z = f.OkLch()
	default:
		x, y, z = f.R, f.G, f.B
	}
	return [3]float64{x, y, z}
}

func inSpace(space string, x, y, z float64) colorful.Color {
	polar := func(chroma, hue float64) (float64, float64) {
		sin, cos := math.Sincos(hue * math.Pi / 180)
		return chroma * cos, chroma * sin
	}
	switch space {
	case "rgb":
		return colorful.Color{R: x / 255, G: y / 255, B: z / 255}
	case "srgb-linear":
		return colorful.LinearRgb(x, y, z)
	case "hsl":
		return colorful.Hsl(x, y, z)
	case "hwb":
		if y+z >= 1 {
			return colorful.Color{R: y / (y + z), G: y / (y + z), B: y / (y + z)}
		}
		return colorful.Hsv(x, 1-y/(1-z), 1-z)
	case "lch":
		y, z = polar(y, z)
		fallthrough
	case "lab":
		return colorful.Lab(x/100, y/100, z/100) // with its white for D65: an adapted one for D50
	case "oklch":
		y, z = polar(y, z)
		fallthrough
	case "oklab":
		return colorful.OkLab(x, y, z)
	}
	return colorful.Color{R: x, G: y, B: z}
}

// mixedColour reads the arguments of color-mix. It mixes in sRGB, whatever the space is:
// near enough to compare.
func mixedColour(args []string, depth int) (colour, bool) {
	if strings.HasPrefix(args[0], "in ") {
		args = args[1:]
	}
	if len(args) != 2 {
		return colour{}, false
	}
	var c [2]colour
	share := [2]float64{-1, -1}
	for i, a := range args {
		text := ""
		for _, part := range fieldsOf(a) {
			if n, ok := length(part, 0, 100); ok && strings.Contains(part, "%") {
				share[i] = n
			} else {
				text += part
			}
		}
		var ok bool
		if c[i], ok = readColour(text, depth); !ok {
			return colour{}, false
		}
	}
	switch {
	case share[0] < 0 && share[1] < 0:
		share = [2]float64{50, 50}
	case share[0] < 0:
		share[0] = 100 - share[1]
	case share[1] < 0:
		share[1] = 100 - share[0]
	}
	sum := share[0] + share[1]
	if sum <= 0 {
		return colour{}, false
	}
	a, b := c[0].a*share[0]/sum, c[1].a*share[1]/sum
	if a+b == 0 {
		return colour{}, true
	}
	return c[0].mix(c[1], a/(a+b), (a+b)*min(1, sum/100)), true
}

// hexColour reads the digits of #rgb, #rgba, #rrggbb or #rrggbbaa.
func hexColour(digits string) (colour, bool) {
	if n := len(digits); n == 3 || n == 4 {
		var b strings.Builder
		for _, r := range digits {
			b.WriteString(string(r) + string(r))
		}
		digits = b.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return colour{}, false
	}
	return colour{float64(v >> 24), float64(v >> 16 & 255), float64(v >> 8 & 255), float64(v&255) / 255}, true
}

// colourForm finds colours in longer values, functions of two levels in each other included.
var colourForm = lazy.Regexp(`#[0-9a-f]+\b|[a-z][a-z-]*(?:\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?`)

// coloursIn lists the colours in a value such as that of background or text-shadow.
func coloursIn(value string) []colour {
	var out []colour
	for _, s := range colourForm().FindAllString(strings.ToLower(value), 200) {
		if c, ok := parseColour(s); ok {
			out = append(out, c)
		}
	}
	return out
}

// gradientForm takes a gradient apart.
var gradientForm = lazy.Regexp(`gradient\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)`)

// evenColour is the colour of a gradient whose colours are alike; ok is false for others.
func evenColour(value string) (c colour, ok bool) {
	m := gradientForm().FindAllStringSubmatch(value, 2)
	if len(m) != 1 {
		return colour{}, false
	}
	stops := coloursIn(m[0][1])
	for _, s := range stops {
		if !s.near(stops[0]) || math.Abs(s.a-stops[0].a) > 0.05 {
			return colour{}, false
		}
	}
	if len(stops) < 2 {
		return colour{}, false
	}
	return stops[0], true
}

// splitOutside splits at a separator that is not in brackets.
func splitOutside(s string, sep byte) []string {
	var out []string
	depth, from := 0, 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth = max(0, depth-1)
		case c == sep && depth == 0:
			out = append(out, strings.TrimSpace(s[from:i]))
			from = i + 1
		}
	}
	return append(out, strings.TrimSpace(s[from:]))
}

// sameColour reports text that a reader can't see on its background, or on what is
// behind that.
func sameColour(color, background, ground string) bool {
	fg, ok := parseColour(color)
	if !ok {
		return false
	}
	if fg.a < 0.05 {
		return true
	}
	bg, ok := parseColour(cmp.Or(background, "transparent"))
	under, known := parseColour(ground)
	switch {
	case !ok || bg.a < 0.95 && !known:
		return false
	case bg.a < 0.95:
		bg = bg.over(under)
	}
	return fg.over(bg).near(bg)
}
