// Package lazy makes values when they are first needed, so that a command which does not
// need them starts at once.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles a valid pattern when it is first called.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
