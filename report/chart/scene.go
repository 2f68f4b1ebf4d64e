package chart

// Scene is one drawing. Coordinates are in CSS pixels (1/96 inch), x to the
// right and y downwards from the top left corner; every shape lies within
// Width and Height. Title and Desc say in words what the drawing shows.
type Scene struct {
	Width, Height float64
	Title, Desc   string
	// Fluid scenes keep their height and stretch to any width: an SVG has x in percent
	// of Width. They have no polygons.
	Fluid  bool
	Shapes []Shape
}

// Shape is one primitive: exactly the types below implement it.
type Shape interface{ draw(Canvas) }

// Canvas is what a backend implements to draw a scene.
type Canvas interface {
	Rect(Rect)
	Line(Line)
	Polygon(Polygon)
	Circle(Circle)
	Text(Text)
}

// Draw gives every shape to the canvas, back to front.
func (s Scene) Draw(c Canvas) {
	for _, shape := range s.Shapes {
		shape.draw(c)
	}
}

func (s *Scene) add(shapes ...Shape) { s.Shapes = append(s.Shapes, shapes...) }

// Point is a place in a scene.
type Point struct{ X, Y float64 }

// Rect is a filled rectangle with its top left corner at X, Y.
type Rect struct {
	X, Y, W, H float64
	Radius     float64 // of the corners
	Fill       Role
}

// Line is a straight stroke.
type Line struct {
	From, To Point
	Width    float64
	Stroke   Role
	Dashed   bool
}

// Polygon is a closed shape, filled with the given opacity (0 for an outline
// only) and stroked.
type Polygon struct {
	Points  []Point
	Fill    Role
	Opacity float64 // 0 to 1
	Stroke  Role
	Width   float64
}

// Circle is a disc with its centre at X, Y; a ring of Fill's colour if it is open. Title
// says what it stands for; a screen shows it at the pointer.
type Circle struct {
	X, Y, R float64
	Fill    Role
	Open    bool
	Title   string
}

// Text is one line of text. Y is its baseline; X is where Anchor says.
type Text struct {
	X, Y, Size float64
	Bold       bool
	Anchor     Anchor
	Fill       Role
	Text       string
}

// Anchor says which part of a text is at its X.
type Anchor int

// The anchors.
const (
	Start Anchor = iota
	Middle
	End
)

func (r Rect) draw(c Canvas)    { c.Rect(r) }
func (l Line) draw(c Canvas)    { c.Line(l) }
func (p Polygon) draw(c Canvas) { c.Polygon(p) }
func (d Circle) draw(c Canvas)  { c.Circle(d) }
func (t Text) draw(c Canvas)    { c.Text(t) }
