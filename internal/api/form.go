package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime/multipart"
	"strconv"
	"strings"
	"unicode/utf8"

	"judgement/internal/fault"
)

// Bounds of a form.
const (
	maxParts = 64
	maxField = 64 << 10 // bytes of a field that is no document
)

// readForm reads a multipart form part by part: nothing but its document is
// kept, once. length is that of the whole form, below 0 where it is unknown.
func (f *fields) readForm(body io.Reader, boundary string, length int64) error {
	if boundary == "" {
		return fault.BodyUnreadable
	}
	form := multipart.NewReader(body, boundary)
	for n := 0; ; n++ {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return bodyError(err)
		}
		if n == maxParts {
			return fault.BodyUnreadable
		}
		if err := f.readPart(part, length); err != nil {
			return err
		}
	}
}

func (f *fields) readPart(part *multipart.Part, length int64) error {
	name, isFile := part.FormName(), part.FileName() != ""
	most := maxField
	switch name {
	case "document":
		most = documentLimit
	case "document_base64":
		most = judgementLimit
	}
	if most > maxField && (f.document != nil || f.has("document_base64")) {
		// A second one would silently take the first one's place.
		return invalid{valueError("give the document once: each further one is a submission of its own", nil, name)}
	}
	b := sized(min(length, int64(most)))
	if _, err := b.ReadFrom(io.LimitReader(part, int64(most)+1)); err != nil {
		return bodyError(err)
	}
	if b.Len() > most {
		if name == "document" {
			return fault.DocumentTooLarge
		}
		return fault.BodyTooLarge
	}
	switch {
	case name == "document" && isFile:
		if !f.has("filename") {
			f.values["filename"] = strings.ToValidUTF8(part.FileName(), "-")
		}
	case !utf8.Valid(b.Bytes()):
		return fault.BodyUnreadable
	case name != "document":
		if b.Len() > 0 { // browsers send a field that nobody filled in as an empty one
			f.set(name, b.String())
		}
		return nil
	}
	f.document = b.Bytes()
	return nil
}

// sized returns an empty buffer that takes so many bytes without being moved: a
// large document would otherwise stand in memory several times.
func sized(length int64) *bytes.Buffer {
	return bytes.NewBuffer(make([]byte, 0, max(length, 0)+bytes.MinRead))
}

// laxNumber reads what stands for a whole number: also 3.0, true, and the texts
// of whole numbers. The problem's type is empty on success.
func laxNumber(v any) (int, problem) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, problem{}
		}
		return 0, problem{}
	case string:
		t := strings.TrimSpace(v)
		if digits := strings.TrimLeft(t, "+-"); digits == "" || len(t)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
			return 0, newProblem("int_parsing", "Input should be a valid integer, unable to parse string as an integer", v)
		}
		return bounded(strings.TrimPrefix(t, "+")), problem{}
	case json.Number:
		if isWhole(v) {
			return bounded(string(v)), problem{}
		}
		f, err := v.Float64()
		switch {
		case err != nil:
			return 0, newProblem("finite_number", "Input should be a finite number", v)
		case f != math.Trunc(f):
			return 0, newProblem("int_from_float", "Input should be a valid integer, got a number with a fractional part", v)
		}
		return int(max(-1<<53, min(1<<53, f))), problem{}
	}
	return 0, newProblem("int_type", "Input should be a valid integer", v)
}

// bounded reads whole digits. What is beyond an int is as large as one gets.
func bounded(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		if strings.HasPrefix(digits, "-") {
			return math.MinInt
		}
		return math.MaxInt
	}
	return n
}
