//go:build !linux

package casefile

// renameNew isn't there on this system.
func (f *Folder) renameNew(string, string) (bool, error) { return false, nil }
