//go:build !linux || race

package child

// limitMemory has nothing to do if the system has no such limit, and in a build
// with the race detector, which takes many times the memory of the program.
func limitMemory(int) {}
