//go:build !unix

package chromium

import "os/exec"

// group leaves the command as it is: here the browser's children end with it.
func group(*exec.Cmd) {}

func sweep(*exec.Cmd) {}
