package casefile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"syscall"
	"unicode/utf8"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// File is a named piece of data to be written.
type File struct {
	Name string // slash-separated; see CheckName
	Data []byte
	// Once makes the write an exclusive create: it fails with fs.ErrExist if
	// the name is taken, and what it made is never to change (mode 0444).
	Once bool
}

// Storage keeps files by slash-separated names. It is safe for concurrent use
// by many processes. Names are checked by CheckName.
type Storage interface {
	// Read returns a whole file of at most MaxFile bytes; the error is
	// fs.ErrNotExist if there is none.
	Read(ctx context.Context, name string) ([]byte, error)
	// List returns the names directly inside dir, sorted by bytes, folders with
	// a "/" at the end. Files that are being written are left out. A folder that
	// isn't there is empty; "." is the top.
	List(ctx context.Context, dir string) ([]string, error)
	// ReadEach reads the file of one name in each folder inside dir, in the order of
	// List, and gives found the folder with its content. Folders without such a file,
	// and those whose names begin with a dot, are left out. A file that can't be read, or is
	// larger than most bytes (ErrTooBig), comes with its error. An error of found
	// ends it.
	ReadEach(ctx context.Context, dir, base string, most int64, found func(folder string, data []byte, err error) error) error
	// Write writes files, making folders as needed. Every single file appears
	// whole or not at all, and all are durable when Write returns nil. Once
	// files come first, in the order given, and the first whose name is taken
	// ends the call with fs.ErrExist before any other name is replaced. After
	// any other error or a crash some of the files may be written.
	Write(ctx context.Context, files ...File) error
	// Remove deletes files durably; names that aren't there are no error, and neither
	// is a call without names. A folder is removed if it is empty; else the error is
	// fs.ErrExist.
	Remove(ctx context.Context, names ...string) error
	// Probe returns the error that writing so many bytes into dir would meet now,
	// such as of a full or read-only disk. It makes nothing and leaves nothing.
	Probe(ctx context.Context, dir string, size int) error
	// Lock takes the exclusive lock of a name, without waiting: ok is false
	// if another caller holds it, in this process or another. A process that
	// died holds nothing. The name may be that of a Once file, or of nothing
	// else; unlock may be called more than once.
	Lock(ctx context.Context, name string) (unlock func(), ok bool, err error)
}

// MaxFile is the greatest size of a file that is read, in bytes.
const MaxFile = 64 << 20

// ErrTooBig is the cause of an error about a file that is larger than its
// reader takes.
var ErrTooBig = errors.New("the file is too big")

var errNotRegular = errors.New("it is no regular file")

func tooBig(size, most int64) error {
	return fmt.Errorf("%w: it has %d bytes, at most %d are read", ErrTooBig, size, most)
}

// ReadLimited reads a whole file of at most most bytes: ErrTooBig beyond that.
func ReadLimited(ctx context.Context, st Storage, name string, most int64) ([]byte, error) {
	data, err := st.Read(ctx, name)
	if size := int64(len(data)); err == nil && size > most {
		return nil, fmt.Errorf("read %s: %w", name, tooBig(size, most))
	}
	return data, err
}

// hashOf returns the SHA-256, in hex, of a file.
func hashOf(ctx context.Context, st Storage, name string) (string, error) {
	data, err := st.Read(ctx, name)
	return text.Hash(data), err
}

// ErrLockLost is the cause of the error of a write under a lock that this process
// has lost: the connection to the database broke, and another process took the lock.
const ErrLockLost = fault.LockLost

// maxComponent is the longest part of a name in bytes, as most file systems
// have it, less what a temporary name needs.
const maxComponent = 240

// tempPrefix begins the names of files that are being written.
const tempPrefix = ".new-"

// tempName is the form of those names: the prefix and rand.Text.
var tempName = regexp.MustCompile(`^\.new-[A-Z2-7]{26}$`)

// CheckName refuses names that Storage doesn't take: they are valid in the
// sense of fs.ValidPath, not ".", have parts of at most 240 bytes, and contain
// no control characters and no backslashes.
func CheckName(name string) error {
	if name == "." || !fs.ValidPath(name) || strings.ContainsRune(name, '\\') || !utf8.ValidString(name) {
		return fmt.Errorf("storage name %q: %w: it must be a relative path with slashes, with no part that is . or .. only", name, fs.ErrInvalid)
	}
	for _, r := range name {
		if r < 0x20 || r == 0x7f {
			return fmt.Errorf("storage name %q: %w: control character", name, fs.ErrInvalid)
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if len(part) > maxComponent {
			return fmt.Errorf("storage name %q: %w: a part is longer than %d bytes", name, fs.ErrInvalid, maxComponent)
		}
		if strings.HasPrefix(part, tempPrefix) {
			return fmt.Errorf("storage name %q: %w: names that begin with %s are kept for files being written", name, fs.ErrInvalid, tempPrefix)
		}
	}
	return nil
}

// writeError says which file could not be written, named as a user would type it,
// and why. Causes with a fix of their own have a code of their own.
func writeError(place string, err error) *fault.Error {
	code := fault.Write
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		code = fault.WriteFull
	case errors.Is(err, syscall.EROFS):
		code = fault.WriteReadOnly
	case errors.Is(err, fs.ErrPermission):
		code = fault.WriteDenied
	}
	detail := err.Error()
	var cause syscall.Errno
	if errors.As(err, &cause) {
		detail = cause.Error()
	}
	return fault.New(code, err, "path", place, "detail", detail)
}
