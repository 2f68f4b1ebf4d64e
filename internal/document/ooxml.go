package document

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"judgement/internal/fault"
)

// Limits of an Office file. What zip headers say is never believed: bytes are
// counted as they are inflated.
const (
	maxEntries  = 10_000
	maxPart     = 64 << 20  // one part, inflated
	maxInflated = 192 << 20 // all parts that are read, inflated
	maxRatio    = 250       // inflated to packed, for parts above ratioFrom
	ratioFrom   = 4 << 20
	maxXMLDepth = 256
	maxReads    = 8 // of one part, which other parts may name again and again
)

// isZip reports a zip archive.
func isZip(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// ooxml is an Office file: a zip archive of XML parts tied by relationships.
type ooxml struct {
	name  string // of the file, for errors
	parts map[string]*zip.File
	reads map[string]int
	left  int64 // bytes that may still be inflated
	found *findings
	limit int // text in bytes
}

// readOffice reads a DOCX or PPTX file.
func readOffice(name string, data []byte, opts Options, found *findings) (*content, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, officeDamaged(name, "its zip archive is cut or broken", err)
	}
	if len(z.File) > maxEntries {
		return nil, officeHostile(name, fmt.Sprintf("its archive has %d entries, the limit is %d", len(z.File), maxEntries))
	}
	o := &ooxml{name: name, parts: map[string]*zip.File{}, reads: map[string]int{}, left: maxInflated, found: found, limit: opts.MaxText}
	for _, f := range z.File {
		key := partKey(f.Name)
		if _, twice := o.parts[key]; twice {
			return nil, officeHostile(name, "its archive holds a part twice")
		}
		if f.Flags&1 != 0 {
			return nil, Refuse(ErrEncrypted, name, "", "save a copy without the password", nil)
		}
		o.parts[key] = f
	}
	main, err := o.mainPart()
	if err != nil {
		return nil, err
	}
	switch root, err := o.rootName(main); {
	case err != nil:
		return nil, err
	case root == "w:document":
		return o.readDOCX(main)
	case root == "p:presentation":
		return o.readPPTX(main)
	}
	return nil, o.unsupported()
}

// partKey is the form under which parts are looked up: the case of names does not matter.
func partKey(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// unsupported names the archive as well as can be.
func (o *ooxml) unsupported() error {
	what := "a ZIP archive"
	switch {
	case o.parts["xl/workbook.xml"] != nil:
		what = "an Excel workbook"
	case o.parts["meta-inf/container.xml"] != nil:
		what = "an EPUB book"
	case o.parts["mimetype"] != nil:
		what = "an OpenDocument file"
	}
	return Refuse(ErrUnsupported, o.name, "it is "+what, "save it as DOCX, PPTX or PDF", nil)
}

// mainPart follows the package's relationship to its document.
func (o *ooxml) mainPart() (string, error) {
	rels, err := o.relations("")
	if err != nil {
		return "", err
	}
	for _, r := range rels {
		if r.kind == "officeDocument" && o.parts[r.target] != nil {
			return r.target, nil
		}
	}
	for _, p := range []string{"word/document.xml", "ppt/presentation.xml"} {
		if o.parts[p] != nil {
			return p, nil
		}
	}
	if o.parts["[content_types].xml"] == nil || o.parts["xl/workbook.xml"] != nil {
		return "", o.unsupported()
	}
	return "", officeDamaged(o.name, "its main part is missing", nil)
}

// rootName is the name of a part's root element, as in "w:document".
func (o *ooxml) rootName(part string) (root string, err error) {
	err = o.read(part, func(r *xmlReader) error {
		return r.each(func(name string, _ *xml.StartElement) error {
			root = name
			return errStop
		}, nil)
	})
	if errors.Is(err, errStop) {
		err = nil
	}
	return root, err
}

// errStop ends a walk early.
var errStop = errors.New("stop")

// relation ties a part to another.
type relation struct {
	id     string
	kind   string // last element of the type
	target string // part key; empty if it leads out of the file
}

// relations reads what a part points at; a part without any gives none.
func (o *ooxml) relations(part string) ([]relation, error) {
	file := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		file = "_rels/.rels"
	}
	if o.parts[file] == nil {
		return nil, nil
	}
	var doc struct {
		Relations []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Mode   string `xml:"TargetMode,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	err := o.decode(file, &doc)
	var out []relation
	for _, r := range doc.Relations {
		rel := relation{id: r.ID, kind: path.Base(r.Type)}
		if r.Mode != "External" {
			if !strings.HasPrefix(r.Target, "/") {
				r.Target = path.Join(path.Dir(part), r.Target)
			}
			rel.target = partKey(r.Target)
		}
		out = append(out, rel)
	}
	return out, err
}

// related returns the targets of a part's relations of one kind.
func related(rels []relation, kind string) []string {
	var out []string
	for _, r := range rels {
		if r.kind == kind && r.target != "" {
			out = append(out, r.target)
		}
	}
	return out
}

// read opens a part for a walk. A missing part is no error.
func (o *ooxml) read(part string, walk func(*xmlReader) error) error {
	f := o.parts[part]
	if f == nil {
		return nil
	}
	if o.reads[part]++; o.reads[part] > maxReads {
		return officeHostile(o.name, fmt.Sprintf("its part %s is used more than %d times", excerpt(part), maxReads))
	}
	rc, err := f.Open()
	if err != nil {
		return officeDamaged(o.name, "its part "+excerpt(part)+" can't be unpacked", err)
	}
	defer rc.Close()
	in := &inflated{r: rc, o: o, part: excerpt(part), packed: int64(f.CompressedSize64)}
	r := &xmlReader{d: xml.NewDecoder(in), o: o}
	err = walk(r)
	var input *fault.Error
	switch {
	case err == nil, errors.Is(err, errStop), errors.As(err, &input):
		return err
	case in.err != nil:
		return in.err
	}
	return officeDamaged(o.name, "its part "+excerpt(part)+" is broken", err)
}

// children calls fn for each child of a part's root, as xmlReader.each does.
func (o *ooxml) children(part string, fn func(r *xmlReader, name string, e *xml.StartElement) error) error {
	return o.read(part, func(r *xmlReader) error {
		return r.each(func(string, *xml.StartElement) error {
			return r.each(func(name string, e *xml.StartElement) error { return fn(r, name, e) }, nil)
		}, nil)
	})
}

// decode reads a whole part into a struct. A missing part is no error.
func (o *ooxml) decode(part string, into any) error {
	return o.read(part, func(r *xmlReader) error {
		return r.each(func(_ string, e *xml.StartElement) error { return r.decode(e, into) }, nil)
	})
}

// inflated counts what comes out of the archive.
type inflated struct {
	r      io.Reader
	o      *ooxml
	part   string
	packed int64
	n      int64
	err    error
}

func (c *inflated) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	c.o.left -= int64(n)
	switch {
	case c.n > maxPart || c.o.left < 0:
		c.err = officeHostile(c.o.name, fmt.Sprintf("its part %s unpacks to more than %s", c.part, size(maxPart)))
	case c.n > ratioFrom && c.n > maxRatio*max(1, c.packed):
		c.err = officeHostile(c.o.name, fmt.Sprintf("its part %s unpacks to more than %d times its size", c.part, maxRatio))
	}
	if c.err != nil {
		return 0, c.err
	}
	return n, err
}

func officeDamaged(name, cause string, err error) error {
	return Refuse(ErrDamaged, name, cause, "open it in Word, PowerPoint or LibreOffice and save it again", err)
}

func officeHostile(name, cause string) error {
	return Refuse(ErrHostile, name, cause, "save it again with Word, PowerPoint or LibreOffice, or give it as PDF", nil)
}
