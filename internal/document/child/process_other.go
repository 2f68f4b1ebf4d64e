//go:build !unix

package child

import "os/exec"

// isolate has nothing to do without process groups: the context kills the child,
// which starts no process of its own.
func isolate(*exec.Cmd) {}

// limitSelf has nothing to do without resource limits.
func limitSelf(seconds, memory int) {}
