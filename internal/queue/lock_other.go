//go:build !unix

package queue

import (
	"errors"
	"os"
)

const canLock = false

func tryLock(*os.File) (bool, error) { return false, errors.ErrUnsupported }
