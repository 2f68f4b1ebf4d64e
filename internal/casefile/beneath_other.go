//go:build !linux

package casefile

import "os"

// open opens a file or folder for reading, within the Folder.
func (f *Folder) open(name string, flags int) (*os.File, error) {
	return f.root.OpenFile(name, flags, 0)
}
