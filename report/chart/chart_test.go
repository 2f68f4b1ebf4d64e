package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
	"judgement/report"
	"judgement/report/chart"
	"judgement/report/internal/sample"
)

// rows returns the sample's bars, cut or repeated to n.
func rows(t *testing.T, lang report.Lang, n int) []report.Bar {
	t.Helper()
	for _, b := range sample.Page(lang).Blocks {
		if bars, ok := b.(report.Bars); ok {
			out := make([]report.Bar, n)
			for i := range out {
				out[i] = bars.Rows[i%len(bars.Rows)]
			}
			return out
		}
	}
	t.Fatal("the sample has no bars")
	return nil
}

// recorder keeps what is drawn.
type recorder struct {
	rects []chart.Rect
	lines []chart.Line
	polys []chart.Polygon
	texts []chart.Text
}

func (r *recorder) Rect(s chart.Rect)       { r.rects = append(r.rects, s) }
func (r *recorder) Line(s chart.Line)       { r.lines = append(r.lines, s) }
func (r *recorder) Polygon(s chart.Polygon) { r.polys = append(r.polys, s) }
func (r *recorder) Text(s chart.Text)       { r.texts = append(r.texts, s) }

func record(s chart.Scene) *recorder {
	r := &recorder{}
	s.Draw(r)
	return r
}

// box returns where a text stands.
func box(t chart.Text) (x0, y0, x1, y1 float64) {
	w := chart.Estimate(t.Text, t.Size, t.Bold)
	x0 = t.X - w*float64(t.Anchor)/2
	return x0, t.Y - t.Size*0.8, x0 + w, t.Y + t.Size*0.2
}

// inside fails where a shape leaves the scene.
func inside(t *testing.T, s chart.Scene) {
	t.Helper()
	const slack = 0.5
	check := func(what string, x, y float64) {
		if x < -slack || y < -slack || x > s.Width+slack || y > s.Height+slack || math.IsNaN(x+y) {
			t.Errorf("%s at %.1f, %.1f leaves the scene of %.0f × %.0f", what, x, y, s.Width, s.Height)
		}
	}
	r := record(s)
	for _, q := range r.rects {
		check("rect", q.X, q.Y)
		check("rect", q.X+q.W, q.Y+q.H)
	}
	for _, q := range r.lines {
		check("line", q.From.X, q.From.Y)
		check("line", q.To.X, q.To.Y)
	}
	for _, q := range r.polys {
		for _, p := range q.Points {
			check("polygon", p.X, p.Y)
		}
	}
	for _, q := range r.texts {
		x0, y0, x1, y1 := box(q)
		check("text "+q.Text, x0, y0)
		check("text "+q.Text, x1, y1)
	}
}

// apart fails where two texts cover one another.
func apart(t *testing.T, s chart.Scene) {
	t.Helper()
	texts := record(s).texts
	for i, a := range texts {
		for _, b := range texts[i+1:] {
			ax0, ay0, ax1, ay1 := box(a)
			bx0, by0, bx1, by1 := box(b)
			if min(ax1, bx1)-max(ax0, bx0) > 1 && min(ay1, by1)-max(ay0, by0) > 1 {
				t.Errorf("%q and %q overlap", a.Text, b.Text)
			}
		}
	}
}

func TestLabelsNeverClip(t *testing.T) {
	hostile := []report.Bar{
		{Label: strings.Repeat("非常长的维度名称", 40), Max: panel.PointsOf(10)},
		{Label: strings.Repeat("Donaudampfschifffahrt", 20), Max: panel.PointsOf(10)},
		{Label: "a\u202e\x00b\n\n c", Max: panel.PointsOf(0)},
		{Label: "", Max: panel.PointsOf(-3)},
	}
	for _, width := range []float64{10, 330, 560, 808} {
		for _, lang := range []report.Lang{report.English, report.Chinese} {
			o := chart.Options{Width: width, Lang: lang}
			for n := 1; n <= chart.MaxAxes; n++ {
				bars := chart.Bars("t", rows(t, lang, n), o)
				inside(t, bars)
				apart(t, bars)
				radar, ok := chart.Radar("t", rows(t, lang, n), o)
				if want := n >= 3; ok != want {
					t.Fatalf("radar of %d rows drawn: %v", n, ok)
				}
				inside(t, radar)
				if n <= 10 {
					apart(t, radar)
				}
			}
			inside(t, chart.Bars("t", hostile, o))
			scored := append(hostile, rows(t, lang, 4)...)
			if radar, ok := chart.Radar("t", scored, o); ok {
				inside(t, radar)
			} else {
				t.Error("no radar of hostile labels")
			}
		}
	}
}

// TestBarsStartAtZero checks lengths against shares: nothing is exaggerated by
// a baseline.
func TestBarsStartAtZero(t *testing.T) {
	in := rows(t, report.English, 7)
	r := record(chart.Bars("t", in, chart.Options{Width: 700, Lang: report.English}))
	var track chart.Rect
	i := 0
	for _, q := range r.rects {
		if q.Fill == chart.Track {
			track = q
			continue
		}
		want := chart.Share(*in[i].Score, in[i].Max)
		if got := q.W / track.W; math.Abs(got-want) > 1e-9 || q.X != track.X {
			t.Errorf("%s: share %.4f from %.1f, want %.4f from %.1f", in[i].Label, got, q.X, want, track.X)
		}
		if want := chart.Band(*in[i].Score, in[i].Max); q.Fill != want {
			t.Errorf("%s has colour %s, want %s", in[i].Label, q.Fill, want)
		}
		i++
	}
	if i != 7 {
		t.Errorf("%d bars, want 7", i)
	}
}

func TestMissingScore(t *testing.T) {
	in := rows(t, report.English, 8) // the eighth has no score
	s := chart.Bars("t", in, chart.Options{Width: 700, Lang: report.English})
	if !strings.HasSuffix(s.Desc, "Accessibility: not scored") {
		t.Errorf("desc = %q", s.Desc)
	}
	radar, ok := chart.Radar("t", in, chart.Options{Width: 560, Lang: report.English})
	if !ok {
		t.Fatal("no radar")
	}
	for _, p := range record(radar).polys {
		if p.Opacity > 0 && p.Opacity < 1 {
			t.Error("a radar with a missing score closes its polygon")
		}
	}
	if _, ok := chart.Radar("t", []report.Bar{{}, {}, {}}, chart.Options{}); ok {
		t.Error("a radar without scores was drawn")
	}
}

func TestBandAndPercent(t *testing.T) {
	for _, c := range []struct {
		score, max string
		band       chart.Role
	}{
		{"59.999", "100", chart.Poor},
		{"60", "100", chart.Fair},
		{"79.999", "100", chart.Fair},
		{"80", "100", chart.Good},
		{"0", "10", chart.Poor},
		{"1", "0", chart.Poor},
		{"94.99", "100", chart.Good},
	} {
		s, m := panel.MustPoints(c.score), panel.MustPoints(c.max)
		if got := chart.Band(s, m); got != c.band {
			t.Errorf("Band(%s, %s) = %s, want %s", c.score, c.max, got, c.band)
		}
	}
}

// TestSVG checks that the SVG is well-formed, says what it shows, and holds
// hostile text as text.
func TestSVG(t *testing.T) {
	in := rows(t, report.English, 5)
	in[0].Label = `</text><script>alert("1")</script>&<]]>`
	svg := chart.Bars(`"><script>`, in, chart.Options{Width: 700, Lang: report.English}).SVG("c1")
	elements := map[string]int{}
	d := xml.NewDecoder(strings.NewReader(svg))
	text := ""
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			elements[tok.Name.Local]++
		case xml.CharData:
			text += string(tok)
		}
	}
	for name := range elements {
		switch name {
		case "svg", "title", "desc", "rect", "line", "text":
		default:
			t.Errorf("element %s", name)
		}
	}
	if elements["title"] != 1 || elements["desc"] != 1 || !strings.Contains(text, `</text><script>alert("1")</script>&<]]>`) {
		t.Errorf("elements = %v, text = %q", elements, text)
	}
	for _, want := range []string{`role="img"`, `aria-labelledby="c1-t c1-d"`, `id="c1-t"`, `id="c1-d"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %s", want)
		}
	}
	if diff := cmp.Diff(svg, chart.Bars(`"><script>`, in, chart.Options{Width: 700, Lang: report.English}).SVG("c1")); diff != "" {
		t.Errorf("two drawings differ:\n%s", diff)
	}
}

func TestRange(t *testing.T) {
	for want, s := range map[string]report.Spread{
		"14–18 · SD 1.41": {Judges: 3, Min: panel.PointsOf(14), Max: panel.PointsOf(18), SD: 1.4142},
		"SD 0":            {Judges: 3, Min: panel.PointsOf(9), Max: panel.PointsOf(9)},
		"0–1 · SD 0.5":    {Judges: 2, Max: panel.PointsOf(1), SD: 0.5},
	} {
		if got := chart.Range(s, report.English); got != want {
			t.Errorf("Range = %q, want %q", got, want)
		}
	}
}
