//go:build !unix

package casefile

import (
	"errors"
	"fmt"
	"os"
)

// flock can't lock on this system, without which a Folder can't be changed.
func flock(*os.File) (bool, error) {
	return false, fmt.Errorf("a folder of cases needs Linux or another Unix system: %w", errors.ErrUnsupported)
}
