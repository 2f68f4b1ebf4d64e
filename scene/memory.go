package scene

import (
	"bytes"
	"io/fs"
	"path"
	"time"
)

// memoryFile is a file of an Overlay.
type memoryFile struct {
	*bytes.Reader
	name string
}

func memory(f NewFile) (fs.File, error) {
	return memoryFile{bytes.NewReader(f.Data), path.Base(f.Path)}, nil
}

func (m memoryFile) Stat() (fs.FileInfo, error) { return memoryInfo{m}, nil }
func (m memoryFile) Close() error               { return nil }

type memoryInfo struct{ f memoryFile }

func (i memoryInfo) Name() string       { return i.f.name }
func (i memoryInfo) Size() int64        { return i.f.Reader.Size() }
func (i memoryInfo) Mode() fs.FileMode  { return 0o444 }
func (i memoryInfo) ModTime() time.Time { return time.Time{} }
func (i memoryInfo) IsDir() bool        { return false }
func (i memoryInfo) Sys() any           { return nil }
