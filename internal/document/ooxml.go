package document

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	limit int   // text in bytes
	err   error // the first; after it nothing more is read
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
			return nil, Refuse(fault.DocumentEncrypted, name, "", "save a copy without the password", nil)
		}
		o.parts[key] = f
	}
	main := o.mainPart()
	root := o.tree(main)
	var c *content
	switch {
	case o.err != nil:
	case root != nil && root.name == "w:document":
		c = o.readDOCX(main, root)
	case root != nil && root.name == "p:presentation":
		c = o.readPPTX(main, root)
	default:
		o.fail(o.unsupported())
	}
	if o.err != nil {
		return nil, o.err
	}
	return c, nil
}

// fail keeps the first error.
func (o *ooxml) fail(err error) { o.err = cmp.Or(o.err, err) }

// full reports that there is more text than the limit, or another error.
func (o *ooxml) full(text int) bool {
	if text > o.limit {
		o.fail(tooLarge(o.name, "its text", o.limit))
	}
	return o.err != nil
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
	return Refuse(fault.DocumentUnsupported, o.name, "it is "+what, "save it as DOCX, PPTX or PDF", nil)
}

// mainPart follows the package's relationship to its document.
func (o *ooxml) mainPart() string {
	for _, r := range o.relations("") {
		if r.kind == "officeDocument" && o.parts[r.target] != nil {
			return r.target
		}
	}
	for _, p := range []string{"word/document.xml", "ppt/presentation.xml"} {
		if o.parts[p] != nil {
			return p
		}
	}
	if o.parts["[content_types].xml"] == nil || o.parts["xl/workbook.xml"] != nil {
		o.fail(o.unsupported())
	}
	o.fail(officeDamaged(o.name, "its main part is missing", nil))
	return ""
}

// relation ties a part to another.
type relation struct {
	id     string
	kind   string // last element of the type
	target string // part key; empty if it leads out of the file
}

// relations reads what a part points at; a part without any gives none.
func (o *ooxml) relations(part string) []relation {
	file := path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
	if part == "" {
		file = "_rels/.rels"
	}
	var out []relation
	for _, r := range o.tree(file).children() {
		rel := relation{id: r.get("Id"), kind: path.Base(r.get("Type"))}
		if target := r.get("Target"); r.get("TargetMode") != "External" {
			if !strings.HasPrefix(target, "/") {
				target = path.Join(path.Dir(part), target)
			}
			rel.target = partKey(target)
		}
		out = append(out, rel)
	}
	return out
}

// related returns the trees of the parts that relations of one kind point at.
func (o *ooxml) related(rels []relation, kind string) []*node {
	var out []*node
	for _, r := range rels {
		if r.kind != kind {
			continue
		}
		if n := o.tree(r.target); n != nil {
			out = append(out, n)
		}
	}
	return out
}

// tree reads a part. It is nil if the part is missing, which is no error.
func (o *ooxml) tree(part string) *node {
	if o.parts[part] == nil || o.err != nil {
		return nil
	}
	if o.reads[part]++; o.reads[part] > maxReads {
		o.fail(officeHostile(o.name, fmt.Sprintf("its part %s is used more than %d times", excerpt(part), maxReads)))
		return nil
	}
	r, err := o.open(part)
	if err != nil {
		o.fail(officeDamaged(o.name, "its part "+excerpt(part)+" can't be unpacked", err))
		return nil
	}
	defer r.Close()
	root, err := o.parse(r)
	var refused *fault.Error
	if err != nil && !errors.As(err, &refused) {
		err = officeDamaged(o.name, "its part "+excerpt(part)+" is broken", err)
	}
	o.fail(err)
	return root
}

// open starts reading a part. What is read counts against the limits.
func (o *ooxml) open(part string) (io.ReadCloser, error) {
	f := o.parts[part]
	if f == nil {
		return nil, fs.ErrNotExist
	}
	rc, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &inflated{ReadCloser: rc, o: o, part: excerpt(part), packed: int64(f.CompressedSize64)}, nil
}

// inflated counts what comes out of the archive.
type inflated struct {
	io.ReadCloser
	o      *ooxml
	part   string
	packed int64
	n      int64
}

func (c *inflated) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.n += int64(n)
	c.o.left -= int64(n)
	switch {
	case c.n > maxPart || c.o.left < 0:
		return 0, officeHostile(c.o.name, fmt.Sprintf("its part %s unpacks to more than %s", c.part, size(maxPart)))
	case c.n > ratioFrom && c.n > maxRatio*max(1, c.packed):
		return 0, officeHostile(c.o.name, fmt.Sprintf("its part %s unpacks to more than %d times its size", c.part, maxRatio))
	}
	return n, err
}

func officeDamaged(name, cause string, err error) error {
	return Refuse(fault.DocumentDamaged, name, cause, "open it in Word, PowerPoint or LibreOffice and save it again", err)
}

func officeHostile(name, cause string) error {
	return Refuse(fault.DocumentHostile, name, cause, "save it again with Word, PowerPoint or LibreOffice, or give it as PDF", nil)
}
