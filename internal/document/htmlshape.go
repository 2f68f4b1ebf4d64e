package document

import (
	"cmp"
	"math"
	"strconv"
	"strings"
)

// shape is how letters are stretched and turned, as the columns of a matrix: where a step to
// the right leads, and one upwards. Depth does not count.
type shape [4]float64

var upright = shape{1, 0, 0, 1}

// in is the shape inside another one.
func (s shape) in(o shape) shape {
	return shape{
		o[0]*s[0] + o[2]*s[1], o[1]*s[0] + o[3]*s[1],
		o[0]*s[2] + o[2]*s[3], o[1]*s[2] + o[3]*s[3],
	}
}

// legible reports letters of a font that are neither too small nor squeezed.
func (s shape) legible(font float64) bool {
	short, long := Stretch(s[0], s[1], s[2], s[3])
	return short >= MinShape*long && font*math.Hypot(s[2], s[3]) >= minPixels
}

// Stretch is by how much a matrix with the columns (a, b) and (c, d) shortens and lengthens
// what it is used on.
func Stretch(a, b, c, d float64) (short, long float64) {
	sum, area := a*a+b*b+c*c+d*d, math.Abs(a*d-b*c)
	long = math.Sqrt((sum + math.Sqrt(max(0, sum*sum-4*area*area))) / 2)
	if long == 0 {
		return 0, 0
	}
	return area / long, long
}

// turnedAway reports an element that shows its back, which is clear. Only rotations are followed;
// in a space of three dimensions the element around, whose style is given, may turn it.
func turnedAway(style, around map[string]string) bool {
	s, ok := shapeOf(style)
	mixed := style["scale"] != "" || strings.Contains(style["transform"], "scale") || strings.Contains(style["transform"], "matrix")
	return style["backface-visibility"] == "hidden" && cmp.Or(around["transform-style"], "flat") == "flat" && ok && !mixed && s[0]*s[3]-s[1]*s[2] < 0
}

// shapeOf is the shape that a style gives its element; ok is false if it gives none.
func shapeOf(style map[string]string) (s shape, ok bool) {
	s = upright
	if by, known := length(style["zoom"], rootFont, 1); known && by >= 0 {
		s, ok = s.in(shape{by, 0, 0, by}), true
	}
	if v := style["rotate"]; v != "" && v != "none" {
		s, ok = s.in(rotation(strings.Fields(v))), true
	}
	if v := style["scale"]; v != "" && v != "none" {
		s, ok = s.in(scaling("", strings.Fields(v))), true
	}
	for _, m := range transforms().FindAllStringSubmatch(style["transform"], 20) {
		args := splitOutside(m[3], ',')
		next := upright
		switch {
		case m[1] == "scale":
			next = scaling(m[2], args)
		case m[1] == "rotate" && m[2] == "3d":
			next = rotation(args)
		case m[1] == "rotate":
			next = rotation([]string{m[2], args[0]})
		case m[1] == "skew":
			x, y := angle(args[0]), 0.
			if m[2] == "y" {
				x, y = 0, x
			} else if len(args) > 1 {
				y = angle(args[1])
			}
			next = shape{1, math.Tan(y), math.Tan(x), 1}
		case m[1] == "matrix" && m[2] == "" && len(args) == 6:
			next = shape{factor(args[0]), factor(args[1]), factor(args[2]), factor(args[3])}
		case m[1] == "matrix" && m[2] == "3d" && len(args) == 16:
			next = shape{factor(args[0]), factor(args[1]), factor(args[4]), factor(args[5])}
		}
		s, ok = next.in(s), true
	}
	return s, ok
}

// scaling reads the factors of a scale along x, y or both.
func scaling(along string, args []string) shape {
	if len(args) == 0 {
		return upright
	}
	x := factor(args[0])
	y := x
	switch {
	case along == "x":
		y = 1
	case along == "y":
		x = 1
	case along == "z":
		return upright
	case len(args) > 1:
		y = factor(args[1])
	}
	return shape{x, 0, 0, y}
}

// factor reads a number or percents; one that can't be read changes nothing.
func factor(v string) float64 {
	n, ok := length(strings.TrimSpace(v), rootFont, 1)
	if !ok {
		return 1
	}
	return n
}

// rotation reads an angle after an axis: its name, three numbers, or none.
func rotation(args []string) shape {
	if len(args) == 0 {
		return upright
	}
	last := len(args) - 1
	axis := args[:last]
	x, y, z := 0., 0., 1.
	switch strings.Join(axis, " ") {
	case "", "z":
	case "x":
		x, z = 1, 0
	case "y":
		y, z = 1, 0
	default:
		if len(axis) != 3 {
			return upright
		}
		x, y, z = factor(axis[0]), factor(axis[1]), factor(axis[2])
		if long := math.Sqrt(x*x + y*y + z*z); long > 0 {
			x, y, z = x/long, y/long, z/long
		}
	}
	sin, cos := math.Sincos(angle(args[last]))
	return shape{cos + x*x*(1-cos), x*y*(1-cos) + z*sin, x*y*(1-cos) - z*sin, cos + y*y*(1-cos)}
}

// angleUnits are those of angles, in radians; "grad" is before "rad", which it ends with.
var angleUnits = []struct {
	name    string
	radians float64
}{{"deg", math.Pi / 180}, {"grad", math.Pi / 200}, {"rad", 1}, {"turn", 2 * math.Pi}}

// angle reads an angle, 0 if it can't be read.
func angle(v string) float64 {
	for _, unit := range angleUnits {
		if number, ok := strings.CutSuffix(strings.TrimSpace(v), unit.name); ok {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
				return 0
			}
			return n * unit.radians
		}
	}
	return 0
}
