package api

import (
	"bytes"
	"errors"
	"io"
	"mime/multipart"
	"strings"
	"unicode/utf8"

	"judgement/internal/fault"
)

// Bounds of a form.
const (
	maxParts = 64
	maxField = 64 << 10 // bytes of a field that is no document
)

// Fields that only the form of a page has.
const (
	csrfField   = "csrf"
	pastedField = "pasted"
)

// readForm reads a multipart form part by part: nothing but its document is kept,
// once. length is that of the whole form, below 0 if it is unknown.
func (u *upload) readForm(form *multipart.Reader, length int64) error {
	for n := 0; ; n++ {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			u.takePasted()
			return nil
		}
		if err != nil {
			return bodyError(err)
		}
		if n == maxParts {
			return fault.BodyUnreadable
		}
		if err := u.readPart(part, length); err != nil {
			return err
		}
	}
}

func (u *upload) readPart(part *multipart.Part, length int64) error {
	name, most, large := part.FormName(), int64(maxField), error(fault.BodyTooLarge)
	switch {
	case name == "document", name == pastedField && u.page != nil:
		most, large = documentLimit, fault.DocumentTooLarge
	case name == "document_base64":
		most = judgementLimit
	}
	if name != pastedField && most > maxField && (u.document != nil || u.has("document_base64")) {
		// A second one would silently take the first one's place.
		return valueError("give the document once: each further one is a submission of its own", nil, "body", name)
	}
	data, err := readSized(io.LimitReader(part, most+1), min(length, most))
	switch {
	case err != nil:
		return err
	case int64(len(data)) > most:
		return large
	case u.page != nil && (name == csrfField || name == pastedField):
		u.page[name] = data
	case u.page != nil && name == "document" && part.FileName() == "": // no file is chosen
	case name == "document" && part.FileName() != "":
		if !u.has("filename") {
			u.set("filename", encode(strings.ToValidUTF8(part.FileName(), "-")))
		}
		u.document = data
	case !utf8.Valid(data):
		return fault.BodyUnreadable
	case name == "document":
		u.document = data
	case len(data) > 0: // browsers send an unused field as an empty one
		u.set(name, encode(string(data)))
	}
	return nil
}

// takePasted makes the text that was pasted into a page the document.
func (u *upload) takePasted() {
	switch text := u.page[pastedField]; {
	case len(bytes.TrimSpace(text)) == 0:
	case u.document != nil:
		u.refuse("document", "give the document once: as a file or as text")
	default:
		u.document = text
	}
}
