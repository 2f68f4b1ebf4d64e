// Package childenv builds the environment of processes that the program starts: a
// few named variables and no others, so that no child sees keys and tokens. It
// starts no process.
package childenv

import (
	"os"
	"slices"
	"strings"
)

// basic is what every program may need to start and to write text.
var basic = []string{"PATH", "LANG", "LC_*", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "SYSTEMROOT", "TEMP", "TMP"}

// Only returns the variables of this process's environment that have one of the
// names, as "NAME=value", and those that any program needs. A name with * at its
// end means all that begin with it.
func Only(names ...string) []string {
	names = append(slices.Clone(basic), names...)
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		has, _, _ := strings.Cut(v, "=")
		return !slices.ContainsFunc(names, func(name string) bool {
			prefix, all := strings.CutSuffix(name, "*")
			return has == name || all && strings.HasPrefix(has, prefix)
		})
	})
}
