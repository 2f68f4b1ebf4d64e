package document

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/lazy"
)

// binaryEndings are those of formats that are no text, with what a file of that name
// should be.
var binaryEndings = [][2]string{
	{".docx .docm .dotx .doc", "a Word document"},
	{".pptx .pptm .ppsx .ppt", "a presentation"},
	{".pdf", "a PDF file"},
	{".xlsx .xlsm .xls", "an Excel workbook"},
	{".odt .odp .ods", "an OpenDocument file"},
	{".epub", "an EPUB book"},
	{".zip .gz .tgz .7z .rar .xz .bz2 .zst", "an archive"},
	{".png .jpg .jpeg .gif .webp .bmp .tif .tiff .heic", "a picture"},
	{".mp3 .m4a .wav .ogg .flac", "a sound file"},
	{".mp4 .mov .mkv .webm .avi", "a video"},
}

// checkEnding refuses what has the ending of a binary format and is none of the
// binary formats that are recognised by their content. An error page of a server, or
// what is left of a download, is no document that anybody meant to hand in.
func checkEnding(name string, data []byte) error {
	ending := strings.ToLower(extension(name))
	kind := slices.IndexFunc(binaryEndings, func(e [2]string) bool { return slices.Contains(strings.Fields(e[0]), ending) })
	if kind < 0 {
		return nil
	}
	var is string
	fix := "get the real file again; if this is what is to be judged, name it " + strings.TrimSuffix(name, extension(name))
	text, err := decode(data, name, &findings{})
	page, declared := decodeDeclared(data)
	switch {
	case declared || err == nil && isHTML("", text):
		if declared {
			text = page
		}
		is, fix = "an HTML page"+pageTitle(text), fix+".html"
	case err == nil:
		is, fix = fmt.Sprintf("plain text of %s", size(len(data))), fix+".txt"
	default:
		is, fix = "neither that nor text", "it may be damaged: get the file again, or open it in its own program and save it again"
	}
	return Refuse(fault.DocumentMismatch, name, fmt.Sprintf("its name ends in %s as that of %s, but it is %s", ending, binaryEndings[kind][1], is), fix, nil)
}

// pageTitle is what a page calls itself, for a message.
func pageTitle(page string) string {
	if m := htmlTitle().FindStringSubmatch(page[:min(len(page), 4096)]); m != nil {
		if t := excerpt(html.UnescapeString(m[1])); t != "" {
			return fmt.Sprintf(" (%q)", t)
		}
	}
	return ""
}

var htmlTitle = lazy.Regexp(`(?is)<title[^<>]*>([^<]*)</title>`)
