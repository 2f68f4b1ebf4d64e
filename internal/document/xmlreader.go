package document

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// xmlReader walks over a part with bounded depth, no DOCTYPE, and names by
// namespace, whatever prefixes the file has.
type xmlReader struct {
	d     *xml.Decoder
	o     *ooxml
	depth int
}

// next returns the next token that matters.
func (r *xmlReader) next() (xml.Token, error) {
	t, err := r.d.Token()
	if err != nil {
		return nil, err
	}
	switch t.(type) {
	case xml.StartElement:
		if r.depth++; r.depth > maxXMLDepth {
			return nil, officeHostile(r.o.name, fmt.Sprintf("its elements are nested more than %d deep", maxXMLDepth))
		}
	case xml.EndElement:
		r.depth--
	case xml.Directive:
		return nil, officeHostile(r.o.name, "it declares a document type (DOCTYPE)")
	}
	return t, nil
}

// each calls fn for every child of the current element up to its end, and text
// for the characters between. fn must take in the child: with each, deep or skip.
func (r *xmlReader) each(fn func(name string, e *xml.StartElement) error, text func([]byte)) error {
	for {
		t, err := r.next()
		if errors.Is(err, io.EOF) && r.depth == 0 {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := fn(short(t.Name), &t); err != nil {
				return err
			}
		case xml.EndElement:
			return nil
		case xml.CharData:
			if text != nil {
				text(t)
			}
		}
	}
}

// decode reads the current element, which begins with e, into a struct as
// encoding/xml does, by local names.
func (r *xmlReader) decode(e *xml.StartElement, into any) error {
	r.depth--
	return r.d.DecodeElement(into, e)
}

// skip passes over the current element.
func (r *xmlReader) skip() error {
	return r.each(func(string, *xml.StartElement) error { return r.skip() }, nil)
}

// deep calls fn for every element below the current one.
func (r *xmlReader) deep(fn func(name string, e *xml.StartElement)) error {
	return r.each(func(name string, e *xml.StartElement) error {
		fn(name, e)
		return r.deep(fn)
	}, nil)
}

// visitor takes in one element.
type visitor func(e *xml.StartElement) error

// visit calls the visitor of each element below the current one that has one by
// its name; the content of the others is walked over too.
func (r *xmlReader) visit(visitors map[string]visitor) error {
	return r.each(func(name string, e *xml.StartElement) error {
		if v := visitors[name]; v != nil {
			return v(e)
		}
		return r.visit(visitors)
	}, nil)
}

// text returns the characters of the current element, up to a limit.
func (r *xmlReader) text() (string, error) {
	var b strings.Builder
	err := r.each(func(string, *xml.StartElement) error { return r.skip() }, func(c []byte) { b.Write(c) })
	return b.String(), err
}

// value is an element that says one thing by its attribute val.
type value struct {
	Val string `xml:"val,attr"`
}

// on reads a switch such as <w:vanish/>: present means on.
func (v *value) on() bool { return v != nil && onOff(v.Val) }

// number is val as a number of at least 0, or another one if it is none.
func (v *value) number(or int) int {
	if v == nil {
		return or
	}
	return atoi(v.Val, or)
}

// short gives an element's name with the usual prefix of its namespace.
func short(n xml.Name) string {
	switch n.Space {
	case "http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main":
		return "w:" + n.Local
	case "http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main":
		return "a:" + n.Local
	case "http://schemas.openxmlformats.org/presentationml/2006/main", "http://purl.oclc.org/ooxml/presentationml/main":
		return "p:" + n.Local
	case "http://schemas.openxmlformats.org/markup-compatibility/2006":
		return "mc:" + n.Local
	case "http://schemas.openxmlformats.org/officeDocument/2006/math", "http://purl.oclc.org/ooxml/officeDocument/math":
		return "m:" + n.Local
	case "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":
		return "wp:" + n.Local
	}
	return "?:" + n.Local
}

// attrLocal returns an attribute by its local name, except for relationship ids.
func attrLocal(e *xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && !relationshipSpace(a.Name.Space) {
			return a.Value
		}
	}
	return ""
}

// relID returns the element's r:<name> attribute.
func relID(e *xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name && relationshipSpace(a.Name.Space) {
			return a.Value
		}
	}
	return ""
}

func relationshipSpace(uri string) bool {
	return strings.HasSuffix(uri, "/relationships") && strings.Contains(uri, "officeDocument")
}

// onOff reads a switch's value: empty means on.
func onOff(v string) bool {
	switch v {
	case "0", "false", "off", "none":
		return false
	}
	return true
}
