//go:build !linux

package casefile

import "os"

// open opens a file or folder for reading, within the Folder.
func (f *Folder) open(name string) (*os.File, error) { return f.root.Open(name) }

// readLimited reads a file within the Folder into buf, or into memory of its own
// where that is too small.
func (f *Folder) readLimited(name string, most int64, buf []byte) ([]byte, error) {
	return f.readRooted(name, most, buf)
}
