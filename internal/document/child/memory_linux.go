//go:build !race

package child

import "syscall"

// limitMemory bounds the memory of this process. Only Linux counts all of it as
// data.
func limitMemory(bytes int) { setLimit(syscall.RLIMIT_DATA, bytes) }
