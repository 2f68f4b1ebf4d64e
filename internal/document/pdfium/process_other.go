//go:build !unix

package pdfium

import "os/exec"

// isolate has nothing to do where there are no process groups: the context
// kills the worker, which starts no process of its own.
func isolate(*exec.Cmd) {}

// limitSelf has nothing to do where there are no resource limits.
func limitSelf(int) {}
