package evidence

import (
	"html"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxEntity bounds an entity of HTML, in bytes.
const maxEntity = 12

// char reads the character at the start of a text. It may be written as an entity of HTML
// (&amp;) or escaped as in Markdown (\_).
func char(s string) (r rune, size int) {
	r, size = utf8.DecodeRuneInString(s)
	switch {
	case r == '&':
		end := strings.IndexByte(s[:min(len(s), maxEntity)], ';') + 1
		if c, n := utf8.DecodeRuneInString(html.UnescapeString(s[:end])); n > 0 && n < end && html.UnescapeString(s[:end]) == string(c) {
			return c, end
		}
	case r == '\\' && len(s) > 1 && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", s[1]) >= 0:
		return rune(s[1]), 2
	}
	return r, size
}

// tag is an element of HTML that only marks text up or starts a line or cell. Those that change
// what a text says (<del>, <sup>), and those with attributes, are none.
var tag = regexp.MustCompile(`^</?(?:b|i|u|em|strong|small|mark|code|span|(br|p|div|ul|ol|li|table|thead|tbody|tr|th|td)) ?/?>`)

// blockTag is an element that starts or ends a paragraph, item or cell.
var blockTag = regexp.MustCompile(`</?(?:p|div|ul|ol|li|table|thead|tbody|tr|th|td) ?/?>`)

// autolink is a link that Markdown writes as <https://example.org>.
var autolink = regexp.MustCompile(`^<(?:https?://|mailto:)[^\s<>]+>`)

// markup skips the tag or the mark of a link at byte i, and returns where the next thing
// starts; i if there is none.
func (f *folder) markup(i int) int {
	if n := tag.FindStringSubmatchIndex(f.src[i:min(len(f.src), i+maxEntity)]); n != nil {
		if n[2] >= 0 {
			f.blank(i)
		}
		return i + n[1]
	}
	if n := len(autolink.FindString(f.src[i:])); n > 0 && f.linkEnd <= i {
		f.linkEnd = i + n - 1
		return i + 1
	}
	return i
}

// maxLink bounds how far a link's target is looked for.
const maxLink = 500

// openLink reports whether a [text](target) starts at i, and remembers its ].
func (f *folder) openLink(i int) bool {
	rest := f.src[i:min(len(f.src), i+maxLink)]
	mid := strings.Index(rest, "](")
	if mid < 0 || strings.ContainsAny(rest[1:mid], "[\n") {
		return false
	}
	end := strings.IndexByte(rest[mid:], ')')
	if end < 0 {
		return false
	}
	target := rest[mid : mid+end+1]
	url := target[2 : len(target)-1]
	if strings.ContainsAny(url, " \n(") || !strings.ContainsAny(url, "/#:.") || !strings.ContainsFunc(url, unicode.IsLetter) {
		return false
	}
	if f.known != nil && !f.known(target) {
		return false
	}
	f.linkEnd = i + mid
	return true
}
