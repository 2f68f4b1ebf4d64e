package document

import (
	"regexp"
	"sync"
)

// expression is compiled when it is first needed: most documents need few, and
// all of them take a megabyte.
type expression func() *regexp.Regexp

func lazy(expr string) expression {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
