//go:build !unix

package casefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// errSystem is what every change of a Folder returns on this system.
var errSystem = fmt.Errorf("a folder of cases needs Linux or another Unix system: %w", errors.ErrUnsupported)

// dirHandle can't change folders on this system.
type dirHandle struct{ fd *os.File }

func (*dirHandle) create(string, fs.FileMode) (*os.File, error) { return nil, errSystem }

func (*dirHandle) open(string) (*os.File, error) { return nil, errSystem }

func (*dirHandle) mkdir(string) error { return errSystem }

func (*dirHandle) rename(string, string) error { return errSystem }

func (*dirHandle) link(string, string) error { return errSystem }

func (*dirHandle) remove(string) error { return errSystem }

func (*dirHandle) names() ([]string, error) { return nil, errSystem }

func hasName(*os.File) (bool, error) { return false, errSystem }

func flock(*os.File) (bool, error) { return false, errSystem }
