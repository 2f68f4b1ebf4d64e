package document

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// pptxReader turns the slides of a PowerPoint file into Markdown.
type pptxReader struct {
	*ooxml
	width, height float64 // of a slide in EMU, 0 if unknown
}

// slide is one slide under way.
type slide struct {
	hidden bool
	title  string
	body   strings.Builder
	unseen strings.Builder // text that does not show
}

// readPPTX reads the slides in the order of the presentation.
func (o *ooxml) readPPTX(main string) (*content, error) {
	x := &pptxReader{ooxml: o}
	rels, err := o.relations(main)
	if err != nil {
		return nil, err
	}
	target := map[string]string{}
	for _, r := range rels {
		target[r.id] = r.target
	}
	var slides []string
	err = o.read(main, func(r *xmlReader) error {
		return r.deep(func(name string, e *xml.StartElement) {
			switch name {
			case "p:sldId":
				slides = append(slides, target[relID(e, "id")])
			case "p:sldSz":
				x.width, x.height = number(attrLocal(e, "cx")), number(attrLocal(e, "cy"))
			}
		})
	})
	if err != nil {
		return nil, err
	}
	c := &content{format: PPTX}
	total := 0
	for i, part := range slides {
		text, err := x.slide(part, i+1)
		if err != nil {
			return nil, err
		}
		if total += len(text); total > o.limit {
			return nil, tooLarge(o.name, "its text", o.limit)
		}
		c.pieces = append(c.pieces, piece{number: i + 1, text: text})
	}
	return c, nil
}

// slide reads one slide with its tables and diagrams, and reports its notes.
func (x *pptxReader) slide(part string, n int) (string, error) {
	s := &slide{}
	err := x.read(part, func(r *xmlReader) error {
		return r.each(func(name string, e *xml.StartElement) error {
			s.hidden = attrLocal(e, "show") == "0" || attrLocal(e, "show") == "false"
			return x.shapes(r, s, false)
		}, nil)
	})
	if err != nil {
		return "", err
	}
	rels, err := x.relations(part)
	if err != nil {
		return "", err
	}
	for _, kind := range []string{"diagramData", "chart"} {
		for _, p := range related(rels, kind) {
			if err := x.extra(p, &s.body); err != nil {
				return "", err
			}
		}
	}
	for _, p := range related(rels, "notesSlide") {
		if err := x.notes(p, n); err != nil {
			return "", err
		}
	}
	if t := strings.TrimSpace(s.unseen.String()); t != "" {
		x.found.leftOut(HiddenText, fmt.Sprintf("slide %d: %s", n, t))
	}
	text := s.body.String()
	if s.title != "" {
		text = "## " + s.title + "\n\n" + text
	}
	if s.hidden {
		x.found.leftOut(HiddenText, fmt.Sprintf("slide %d is hidden: %s", n, text))
		return "", nil
	}
	return text, nil
}

// notes reports the notes of slide n.
func (x *pptxReader) notes(part string, n int) error {
	notes := &slide{}
	err := x.read(part, func(r *xmlReader) error {
		return r.each(func(string, *xml.StartElement) error { return x.shapes(r, notes, false) }, nil)
	})
	if t := strings.TrimSpace(notes.title + notes.body.String()); t != "" && err == nil {
		x.found.leftOut(SpeakerNotes, fmt.Sprintf("slide %d: %s", n, t))
	}
	return err
}

// extra adds the words of a diagram or a chart as list items.
func (x *pptxReader) extra(part string, out *strings.Builder) error {
	return x.read(part, func(r *xmlReader) error {
		err := r.visit(map[string]visitor{"a:p": func(*xml.StartElement) error {
			p, err := x.paragraph(r, "")
			if t := strings.TrimSpace(p.text); t != "" {
				out.WriteString("- " + t + "\n")
			}
			return err
		}})
		out.WriteString("\n")
		return err
	})
}

// shapes reads the shapes below the current element; in a group, places are
// those of the group and are not judged.
func (x *pptxReader) shapes(r *xmlReader, s *slide, grouped bool) error {
	return r.each(func(name string, _ *xml.StartElement) error {
		if s.body.Len() > x.limit {
			return tooLarge(x.name, "its text", x.limit)
		}
		switch name {
		case "p:sp", "p:cxnSp", "p:pic":
			return x.shape(r, s, grouped)
		case "p:grpSp":
			return x.shapes(r, s, true)
		case "p:graphicFrame":
			return x.frame(r, s)
		case "mc:Fallback", "p:timing", "p:transition", "p:extLst":
			return r.skip()
		}
		return x.shapes(r, s, grouped)
	}, nil)
}
