//go:build !unix

package store

import (
	"errors"
	"fmt"
	"os"
)

// flock can't lock files on this system.
func flock(*os.File) error {
	return fmt.Errorf("locking a database file needs Linux or another Unix system: %w", errors.ErrUnsupported)
}
