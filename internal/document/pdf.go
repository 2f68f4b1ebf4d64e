package document

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"judgement/internal/fault"
)

// isPDF finds the header, which may be a little into a file that is no text.
func isPDF(data []byte) bool {
	head := []byte("%PDF-")
	if bytes.HasPrefix(bytes.TrimLeft(data[:min(len(data), 64)], "\xEF\xBB\xBF \r\n\t\x00"), head) {
		return true
	}
	return bytes.Contains(data[:min(len(data), 1024)], head) && !utf8.Valid(data)
}

// readPDF has the Extractor read the pages.
func readPDF(ctx context.Context, name string, data []byte, opts Options, found *findings) (*content, error) {
	if opts.PDF == nil {
		return nil, Refuse(fault.DocumentUnsupported, name, "no PDF reader is set up", "give the text, DOCX or HTML of it", nil)
	}
	file, err := opts.PDF.Extract(ctx, data)
	if err != nil {
		return nil, namedError(name, err)
	}
	pages := file.Pages
	c := &content{format: PDF}
	found.unseen(file.Title)
	if !programTitle(file.Title) {
		c.title = file.Title
	}
	var pictures, broken []int
	words := 0
	for _, p := range pages {
		c.pieces = append(c.pieces, piece{number: p.Number, text: p.Text})
		found.leftOutOf(HiddenText, p.Number, "", p.Hidden)
		blank := strings.TrimSpace(p.Text) == ""
		switch {
		case p.Broken:
			broken = append(broken, p.Number)
		case blank && p.Images > 0:
			pictures = append(pictures, p.Number)
		case !blank:
			words++
		}
	}
	if words == 0 && len(pictures) > 0 {
		return nil, scanned(name, pictures, len(pages))
	}
	missing(found, pictures, "pictures only")
	missing(found, broken, "can't be read")
	return c, nil
}

// scanned is the error for a file whose pages hold no text.
func scanned(name string, pictures []int, pages int) error {
	verb := "hold"
	if len(pictures) == 1 {
		verb = "holds"
	}
	where := fmt.Sprintf("%s of %d", pageList(pictures), pages)
	if pages == 1 {
		where = "its only page"
	}
	return Refuse(fault.DocumentScanned, name, where+" "+verb+" pictures only", "run text recognition (OCR) over it first, or give the original document", nil)
}

// missing reports pages whose content does not reach the judges.
func missing(found *findings, pages []int, why string) {
	if len(pages) > 0 {
		found.add(Warning{Kind: MissingText, Excerpt: excerpt(pageList(pages) + ": " + why), Start: -1, End: -1, Count: len(pages)}, "")
	}
}

// namedError gives an Extractor's error the file's name.
func namedError(name string, err error) error {
	var in *fault.Error
	if errors.As(err, &in) {
		return in.With("name", name)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// pageList shows page numbers as ranges: "page 3", "pages 1-4, 7".
func pageList(pages []int) string {
	if len(pages) == 1 {
		return fmt.Sprintf("page %d", pages[0])
	}
	var parts []string
	for i := 0; i < len(pages); {
		j := i
		for j+1 < len(pages) && pages[j+1] == pages[j]+1 {
			j++
		}
		if i == j {
			parts = append(parts, fmt.Sprint(pages[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", pages[i], pages[j]))
		}
		i = j + 1
	}
	return "pages " + strings.Join(parts, ", ")
}
