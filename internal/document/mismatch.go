package document

import (
	"fmt"
	"strings"
)

// binaryEnding reports the ending of a format that is no text, and what a file
// of that name should be.
func binaryEnding(ending string) (what string, ok bool) {
	switch ending {
	case ".docx", ".docm", ".dotx", ".doc":
		return "a Word document", true
	case ".pptx", ".pptm", ".ppsx", ".ppt":
		return "a presentation", true
	case ".pdf":
		return "a PDF file", true
	case ".xlsx", ".xlsm", ".xls":
		return "an Excel workbook", true
	case ".odt", ".odp", ".ods":
		return "an OpenDocument file", true
	case ".epub":
		return "an EPUB book", true
	case ".zip", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2", ".zst":
		return "an archive", true
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".heic":
		return "a picture", true
	case ".mp3", ".m4a", ".wav", ".ogg", ".flac":
		return "a sound file", true
	case ".mp4", ".mov", ".mkv", ".webm", ".avi":
		return "a video", true
	}
	return "", false
}

// checkEnding refuses what has the ending of a binary format and is none of the
// binary formats that are recognised by their content. An error page of a server, or
// what is left of a download, is no document that anybody meant to hand in.
func checkEnding(name string, data []byte) error {
	ending := strings.ToLower(extension(name))
	want, ok := binaryEnding(ending)
	if !ok {
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
	return Refuse(ErrMismatch, name, fmt.Sprintf("its name ends in %s as that of %s, but it is %s", ending, want, is), fix, nil)
}

// pageTitle is what a page calls itself, for a message.
func pageTitle(page string) string {
	if m := htmlTitle().FindStringSubmatch(page[:min(len(page), 4096)]); m != nil {
		if t := excerpt(unescape(m[1])); t != "" {
			return fmt.Sprintf(" (%q)", t)
		}
	}
	return ""
}

var htmlTitle = lazy(`(?is)<title[^<>]*>([^<]*)</title>`)
