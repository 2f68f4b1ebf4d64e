package cmd

import (
	"errors"
	"io/fs"
)

// listenFailure explains why an address could not be opened; how says how to
// name another one.
func listenFailure(how string, err error) error {
	fix := "choose another address " + how + ", or end the process that has this one"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fix = "make the socket's folder first, for this user to write to, or choose another address " + how
	case errors.Is(err, fs.ErrPermission):
		fix = "let this user write to the socket's folder (a port below 1024 needs a right of its own), or choose another address " + how
	}
	return failed("listen", fix, err)
}
