package queue

import (
	"path"
	"regexp"
)

// absolutePath is an absolute path of a file with what stands before it. The path of
// a URL follows its host, and is none.
var absolutePath = regexp.MustCompile("(^|[\\s\"'`(\\[=→])(/[^\\s\"'`()\\[\\]:;,]+)")

// public makes a text fit for clients, webhooks and chats: of absolute paths, which
// tell how the server is built, the last name stays. The log has the whole text.
func public(text string) string {
	return absolutePath.ReplaceAllStringFunc(text, func(s string) string {
		m := absolutePath.FindStringSubmatch(s)
		return m[1] + path.Base(m[2])
	})
}
