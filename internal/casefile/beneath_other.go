//go:build !linux

package casefile

import "os"

// open opens a file or folder for reading, within the Folder.
func (f *Folder) open(name string) (*os.File, error) { return f.root.Open(name) }
