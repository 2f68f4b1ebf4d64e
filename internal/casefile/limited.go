package casefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"
)

// ErrTooBig is the cause of an error about a file that is larger than its
// reader takes.
var ErrTooBig = errors.New("the file is too big")

var errNotRegular = errors.New("it is no regular file")

// limitedReader is a Storage that can tell a file's size before it reads it.
type limitedReader interface {
	ReadLimited(ctx context.Context, name string, most int64) ([]byte, error)
}

// ReadLimited reads a whole regular file of at most most bytes: ErrTooBig beyond
// that. On a Folder nothing that is too big, and no pipe or device, is read at
// all.
func ReadLimited(ctx context.Context, st Storage, name string, most int64) ([]byte, error) {
	if l, ok := st.(limitedReader); ok {
		return l.ReadLimited(ctx, name, most)
	}
	data, err := st.Read(ctx, name)
	if err == nil && int64(len(data)) > most {
		return nil, fmt.Errorf("read %s: %w", name, tooBig(int64(len(data)), most))
	}
	return data, err
}

// ReadLimited reads a whole regular file of at most most bytes: ErrTooBig where
// it is bigger. What is no regular file is never waited for. Its errors name the
// file from the workspace on, so that they say the same wherever that lies.
func (f *Folder) ReadLimited(ctx context.Context, name string, most int64) ([]byte, error) {
	if err := check(ctx, name); err != nil {
		return nil, err
	}
	data, err := f.readLimited(name, most, nil)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, bare(err))
	}
	return data, nil
}

// hashOf returns the SHA-256, in hex, of a file of at most maxOwn bytes.
func hashOf(ctx context.Context, st Storage, name string) (string, error) {
	f, ok := st.(*Folder)
	if !ok {
		data, err := ReadLimited(ctx, st, name, maxOwn)
		return hash(data), err
	}
	if err := check(ctx, name); err != nil {
		return "", err
	}
	buf := f.buffers.Get().(*[]byte)
	defer f.buffers.Put(buf)
	data, err := f.readLimited(name, maxOwn, *buf)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, bare(err))
	}
	return hash(data), nil
}

// ReadEach implements Storage.
func (f *Folder) ReadEach(ctx context.Context, dir, base string, most int64, found func(folder string, data []byte, err error) error) error {
	names, err := f.List(ctx, dir)
	if err != nil {
		return err
	}
	buf := f.buffers.Get().(*[]byte)
	defer f.buffers.Put(buf)
	for _, name := range names {
		folder, ok := strings.CutSuffix(name, "/")
		if !ok {
			continue
		}
		name = path.Join(dir, folder, base)
		if err := check(ctx, name); err != nil {
			return err
		}
		data, err := f.readLimited(name, most, *buf)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			err = fmt.Errorf("read %s: %w", name, bare(err))
		}
		if err := found(folder, data, err); err != nil {
			return err
		}
	}
	return nil
}

// bufferSize is the room for a file that is read for its hash alone, in bytes:
// most files of a case fit in.
const bufferSize = 64 << 10

// readLimited reads a regular file into buf, or into memory of its own if that is
// too small. Files of a workspace are replaced and never grow; what is added to one
// meanwhile isn't read.
func (f *Folder) readLimited(name string, most int64, buf []byte) ([]byte, error) {
	file, err := f.open(name, os.O_RDONLY|syscall.O_NONBLOCK)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > most:
		return nil, tooBig(info.Size(), most)
	case int64(cap(buf)) < info.Size():
		buf = make([]byte, info.Size())
	}
	n, err := io.ReadFull(file, buf[:info.Size()])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return buf[:n], err
}

func tooBig(size, most int64) error {
	return fmt.Errorf("%w: it has %d bytes, at most %d are read", ErrTooBig, size, most)
}
