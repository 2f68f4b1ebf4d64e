// Package github writes results for GitHub Actions: workflow commands, which annotate
// lines of a pull request, and the Markdown of a summary or a comment. It makes no
// requests.
package github

import (
	"fmt"
	"strings"
)

// Level is how grave an annotation is.
type Level string

// The levels, the gravest first.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Notice  Level = "notice"
)

// Annotation is a message about a line of a file. Its texts are untrusted.
type Annotation struct {
	Level Level
	File  string // from the root of the repository, with slashes
	// Line and Column are counted from 1; 0: unknown.
	Line, Column int
	Title, Text  string
}

// Command is the workflow command of an annotation: one line, which ends with \n.
func (a Annotation) Command() string {
	text := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	value := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	place := ""
	if a.Line > 0 {
		place += fmt.Sprintf(",line=%d", a.Line)
	}
	if a.Column > 0 {
		place += fmt.Sprintf(",col=%d", a.Column)
	}
	return fmt.Sprintf("::%s file=%s%s,title=%s::%s\n", a.Level, value.Replace(a.File), place, value.Replace(a.Title), text.Replace(a.Text))
}
