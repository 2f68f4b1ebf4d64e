//go:build !linux

package casefile

import "os"

// renameNew isn't there on this system.
func renameNew(*os.File, string, string) (bool, error) { return false, nil }
