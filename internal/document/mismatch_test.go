package document

import (
	"errors"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"

	"judgement/internal/fault"
)

// TestTextUnderABinaryName: an error page is not judged as the document whose
// name it has.
func TestTextUnderABinaryName(t *testing.T) {
	page := "<!DOCTYPE html><html><head><title>502 Bad\nGateway &amp; more</title></head><body><h1>502</h1></body></html>"
	chinese := `<html><head><meta charset="gb18030"><title>` + string(encode(t, simplifiedchinese.GB18030, "网关错误")) + "</title></head><body>x</body></html>"
	const again = "get the real file again; if this is what is to be judged, name it "
	for _, tc := range []struct{ name, data, want string }{
		{"x.docx", "ABC", "its name ends in .docx as that of a Word document, but it is plain text of 3 bytes; " + again + "x.txt"},
		{"gw.docx", page, `its name ends in .docx as that of a Word document, but it is an HTML page ("502 Bad Gateway & more"); ` + again + "gw.html"},
		{"GW.PDF", page, `its name ends in .pdf as that of a PDF file, but it is an HTML page ("502 Bad Gateway & more"); ` + again + "GW.html"},
		{"gw.pdf", chinese, `its name ends in .pdf as that of a PDF file, but it is an HTML page ("网关错误"); ` + again + "gw.html"},
		{"a.b.pptx", "<div><p>Error</p></div>", "its name ends in .pptx as that of a presentation, but it is an HTML page; " + again + "a.b.html"},
		{"方案.pptx", "# 标题\n\n正文", "its name ends in .pptx as that of a presentation, but it is plain text of 16 bytes; " + again + "方案.txt"},
		{"a.png", "ABC", "its name ends in .png as that of a picture, but it is plain text of 3 bytes; " + again + "a.txt"},
		{"a.pdf", "\x00\x01\x02\x03 nothing of the kind \xff\xfe\x00\x07", "its name ends in .pdf as that of a PDF file, but it is neither that nor text; it may be damaged: get the file again, or open it in its own program and save it again"},
	} {
		doc, err := Read(t.Context(), tc.name, []byte(tc.data), Options{})
		if !errors.Is(err, fault.DocumentMismatch) {
			t.Errorf("%s: %v, %v; want a refusal", tc.name, doc, err)
			continue
		}
		if want := tc.name + ": the file is not what its name says: " + tc.want; said(err) != want {
			t.Errorf("message\n %s\nwant\n %s", err, want)
		}
	}
}

// TestContentGoesBeforeTheName: a real document is read whatever it is called,
// and text under any other name is text.
func TestContentGoesBeforeTheName(t *testing.T) {
	file := word(t, wp("Text of a Word file."))
	for _, tc := range []struct {
		name   string
		data   []byte
		format Format
	}{
		{"plan.txt", file, DOCX},
		{"plan", file, DOCX},
		{"plan.pdf", file, DOCX},
		{"plan.txt", []byte("ABC"), Text},
		{"plan", []byte("ABC"), Text},
		{"plan.md", []byte("ABC"), Markdown},
		{"plan.log", []byte("ABC"), Text},
		{"docx", []byte("ABC"), Text},
		{"plan.docx.txt", []byte("ABC"), Text},
	} {
		doc, err := Read(t.Context(), tc.name, tc.data, Options{})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		if doc.Format != tc.format || strings.TrimSpace(doc.Text) == "" {
			t.Errorf("%s: read as %s, want %s", tc.name, doc.Format, tc.format)
		}
	}
}
