package pdfium

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// maxPageChars bounds the text of one page.
const maxPageChars = 4 << 20

// readPage takes hidden text out of a page and reads the rest.
func readPage(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT, index int) (out document.PageText, err error) {
	loaded, err := lib.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: doc, Index: index})
	if err != nil {
		return out, err
	}
	defer func() {
		_, cerr := lib.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
		err = errors.Join(err, cerr)
	}()
	page := requests.Page{ByReference: &loaded.Page}
	seen := look(lib, page)
	if err := seen.compare(lib, page); err != nil {
		return out, err
	}
	out.Images = seen.images
	hidden := seen.hidden()
	if len(hidden) > 0 {
		if out.Hidden, err = takeOut(lib, page, hidden); err != nil {
			return out, err
		}
	}
	lines, overprinted, err := readLines(lib, page)
	if err != nil {
		return out, err
	}
	out.Hidden = append(out.Hidden, overprinted...)
	out.Text = joinLines(lines)
	return out, nil
}

// maxHidden bounds the hidden text of a page in bytes.
const maxHidden = 64 << 10

// takeOut removes text objects from the page in memory and returns their text; that of
// objects beside or under each other is one. Blank ones stay: they part the words around them.
func takeOut(lib pdfium.Pdfium, page requests.Page, objects []object) ([]string, error) {
	tp, err := lib.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, err
	}
	var out []string
	var b strings.Builder
	size := 0
	var last box // of the object before
	end := func() {
		if text := strings.Join(strings.Fields(b.String()), " "); text != "" {
			out = append(out, text)
		}
		b.Reset()
	}
	objects = slices.DeleteFunc(objects, func(o object) bool {
		t, err := lib.FPDFTextObj_GetText(&requests.FPDFTextObj_GetText{PageObject: o.ref, TextPage: tp.TextPage})
		if err != nil {
			return false
		}
		text := strings.Trim(t.Text, "\x00")
		if size < maxHidden {
			if !last.near(o.at) {
				end()
			}
			b.WriteString(text + " ")
			size += len(text)
			last = o.at
		}
		return strings.TrimSpace(text) == ""
	})
	if _, err := lib.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: tp.TextPage}); err != nil {
		return nil, err
	}
	for _, o := range objects {
		if o.form != nil { // the library takes the form as PageObject
			_, err = lib.FPDFFormObj_RemoveObject(&requests.FPDFFormObj_RemoveObject{PageObject: *o.form, FormObject: o.ref})
		} else {
			_, err = lib.FPDFPage_RemoveObject(&requests.FPDFPage_RemoveObject{Page: page, PageObject: o.ref})
		}
		if err != nil {
			return nil, err
		}
	}
	end()
	return out, nil
}

// readLines returns the page's lines in PDFium's reading order with their places, and the
// texts that are left out since their letters lie on each other.
func readLines(lib pdfium.Pdfium, page requests.Page) (lines []line, overprinted []string, err error) {
	tp, err := lib.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		_, cerr := lib.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: tp.TextPage})
		err = errors.Join(err, cerr)
	}()
	n, err := lib.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: tp.TextPage})
	switch {
	case err != nil || n.Count == 0:
		return nil, nil, err
	case n.Count > maxPageChars:
		return nil, nil, refused(fault.DocumentTooLarge, fmt.Sprintf("a page holds %d characters, the limit is %d", n.Count, maxPageChars))
	}
	chars := letters{lib, tp.TextPage, n.Count}
	text, overprinted, err := chars.text(chars.overprinted())
	if err != nil {
		return nil, nil, err
	}
	at := 0 // UTF-16 units before the line
	for raw := range strings.SplitSeq(text, "\n") {
		l := line{text: strings.TrimRight(raw, "\r \x00")}
		if l.text != "" {
			lead := units(l.text) - units(strings.TrimLeft(l.text, " "))
			l.first = charBox(lib, tp.TextPage, at+lead)
			l.last = charBox(lib, tp.TextPage, at+lastUnit(l.text))
			l.text = strings.TrimLeft(l.text, " ")
			if len(overprinted) > 0 {
				l.text = strings.Join(strings.Fields(l.text), " ")
			}
			lines = append(lines, l)
		}
		at += units(raw) + 1
	}
	return lines, overprinted, nil
}

// units counts UTF-16 code units.
func units(s string) int { return len(utf16.Encode([]rune(s))) }

// lastUnit is the unit of the last character of s that has a box.
func lastUnit(s string) int {
	s = strings.TrimRight(s, "\x02\uFFFE")
	return max(0, units(s)-1)
}

// charBox is the place of the character at a unit of the text, zero if unknown.
func charBox(lib pdfium.Pdfium, tp references.FPDF_TEXTPAGE, unit int) box {
	i, err := lib.FPDFText_GetCharIndexFromTextIndex(&requests.FPDFText_GetCharIndexFromTextIndex{TextPage: tp, NTextIndex: unit})
	if err != nil || i.CharIndex < 0 {
		return box{}
	}
	b, err := lib.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: tp, Index: i.CharIndex})
	if err != nil {
		return box{}
	}
	return box{float64(b.Rect.Left), float64(b.Rect.Bottom), float64(b.Rect.Right), float64(b.Rect.Top)}
}
