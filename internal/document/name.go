package document

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxNameRunes keeps a file's name on one line of a terminal or a report.
const maxNameRunes = 120

// CleanName returns the last element of a path, of any operating system, safe
// to show: no control, bidi or invisible characters, at most 120 characters
// with the ending kept, and never empty.
func CleanName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.ToValidUTF8(name, "")
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r), invisible(r) != "":
			return -1
		}
		return r
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if name == "" || name == "." || name == ".." {
		return "document"
	}
	if utf8.RuneCountInString(name) <= maxNameRunes {
		return name
	}
	runes := []rune(name)
	end := []rune(extension(name))
	if len(end) > 12 {
		end = nil
	}
	return string(runes[:maxNameRunes-1-len(end)]) + "…" + string(end)
}

// extension is the ending of a cleaned name with its dot, empty without one.
func extension(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[i:]
	}
	return ""
}
