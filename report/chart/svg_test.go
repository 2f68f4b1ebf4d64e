package chart_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/report"
	"judgement/report/chart"
)

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
