package document

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// node is an element of an Office file's part. Its methods work on nil, which is
// an element that is not there.
type node struct {
	name string // with the usual prefix of its namespace, whatever prefixes the file has
	attr []xmlAttr
	text []byte // the characters that are right in it
	kids []*node
}

// xmlAttr has the local name, with "r:" for the id of a relationship.
type xmlAttr struct{ name, value string }

// parse reads a part with bounded depth and no DOCTYPE, and returns its root, nil if
// it has none.
func (o *ooxml) parse(r io.Reader) (*node, error) {
	top := &node{}
	open := []*node{top}
	for d := xml.NewDecoder(r); ; {
		t, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		at := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if len(open) > maxXMLDepth {
				return nil, officeHostile(o.name, fmt.Sprintf("its elements are nested more than %d deep", maxXMLDepth))
			}
			n := &node{name: prefixes[t.Name.Space] + t.Name.Local}
			for _, a := range t.Attr {
				name := a.Name.Local
				if strings.HasSuffix(a.Name.Space, "/relationships") && strings.Contains(a.Name.Space, "officeDocument") {
					name = "r:" + name
				}
				n.attr = append(n.attr, xmlAttr{name, a.Value})
			}
			at.kids = append(at.kids, n)
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			at.text = append(at.text, t...)
		case xml.Directive:
			return nil, officeHostile(o.name, "it declares a document type (DOCTYPE)")
		}
	}
	if len(top.kids) == 0 {
		return nil, nil
	}
	return top.kids[0], nil
}

// prefixes of the namespaces, of which there are two of each kind.
var prefixes = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":           "w:",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                       "w:",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                  "a:",
	"http://purl.oclc.org/ooxml/drawingml/main":                              "a:",
	"http://schemas.openxmlformats.org/presentationml/2006/main":             "p:",
	"http://purl.oclc.org/ooxml/presentationml/main":                         "p:",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":             "m:",
	"http://purl.oclc.org/ooxml/officeDocument/math":                         "m:",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp:",
	"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":             "wp:",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":            "mc:",
}

// children returns the elements right below n.
func (n *node) children() []*node {
	if n == nil {
		return nil
	}
	return n.kids
}

// child follows names down, always to the first of each; nil if one is missing.
func (n *node) child(names ...string) *node {
	for _, name := range names {
		var next *node
		for _, c := range n.children() {
			if c.name == name {
				next = c
				break
			}
		}
		n = next
	}
	return n
}

// find returns the first element of a name below n, except in text boxes and in
// what is there for old programs; nil if there is none.
func (n *node) find(name string) *node {
	for _, c := range n.children() {
		if c.name == name {
			return c
		}
		if c.name == "mc:Fallback" || c.name == "w:txbxContent" {
			continue
		}
		if found := c.find(name); found != nil {
			return found
		}
	}
	return nil
}

// each calls fn for each element of the names below n, in order and except in what
// is there for old programs; what is in such an element is left to fn.
func (n *node) each(fn func(*node), names ...string) {
	for _, c := range n.children() {
		switch {
		case slices.Contains(names, c.name):
			fn(c)
		case c.name != "mc:Fallback":
			c.each(fn, names...)
		}
	}
}

// characters are those right in n.
func (n *node) characters() string {
	if n == nil {
		return ""
	}
	return string(n.text)
}

// get returns an attribute, empty if it is not there.
func (n *node) get(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attr {
		if a.name == name {
			return a.value
		}
	}
	return ""
}

// number is the attribute val as a number of at least 0, or another one if it is
// none.
func (n *node) number(or int) int { return atoi(n.get("val"), or) }

// on reads a switch such as <w:vanish/>: it is on if it is there without a value.
func (n *node) on() bool { return n != nil && onOff(n.get("val")) }

// onOff reads a switch's value: empty means on.
func onOff(v string) bool {
	switch v {
	case "0", "false", "off", "none":
		return false
	}
	return true
}

func atoi(s string, or int) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		return n
	}
	return or
}
