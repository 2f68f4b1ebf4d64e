//go:build !linux

package casefile

import "os"

// open opens a file or folder for reading, within the Folder.
func (f *Folder) open(name string) (*os.File, error) { return f.root.Open(name) }

// readLimited reads a file within the Folder.
func (f *Folder) readLimited(name string, most int64) ([]byte, error) {
	return f.readRooted(name, most)
}
