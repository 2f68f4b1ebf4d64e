package meeting

import (
	"regexp"
	"sync"
)

// lazy compiles a pattern at its first use: a command that reads no meeting
// starts without it.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
