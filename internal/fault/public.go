package fault

import (
	"path"
	"regexp"
)

// absolutePath is an absolute path of a file: between quotes, or after the start of a
// text or a character that no relative path and no URL has before a slash. A folder's
// name may have spaces, so that a path without quotes ends at a colon, or with the
// first word after its last slash. The path of a URL follows its host, and is none; a
// URL without a host is a path.
var absolutePath = regexp.MustCompile(`(")(/[^"\n]+)|(')(/[^'\n]+)|(` + "`)(/[^`\n]+)|" +
	`(^|://|[^\pL\pN_./\\~*)>\]}$%#?&!-])(/[^\s/:;,"'` + "`" + `)\]](?:[^/\n:"]*/+(?:[^\s/:"][^/\n:"]*/+)*)?[^\s/:;,"()\[\]]*)`)

// windowsFolder is the drive and the folders of an absolute path on Windows.
var windowsFolder = regexp.MustCompile(`\b[A-Za-z]:\\+(?:[^\\\n:"]+\\+)*`)

// Public makes a text fit for clients, webhooks and chats: of absolute paths, which
// tell how the server is built, the last name stays. The log has the whole text.
func Public(text string) string {
	return absolutePath.ReplaceAllStringFunc(windowsFolder.ReplaceAllString(text, ""), func(s string) string {
		m := absolutePath.FindStringSubmatch(s)
		return m[1] + m[3] + m[5] + m[7] + path.Base(m[2]+m[4]+m[6]+m[8])
	})
}
