package faulttest

import (
	"errors"
	"fmt"
	"syscall"
	"testing"

	"judgement/internal/testtool"
)

// needMount is what mounting a file system needs.
const needMount = "root or a user namespace (unshare -Urm), to mount file systems"

// ReadOnly makes a folder read-only, for root too, until the test ends: it is
// mounted over itself. What is in it stays readable.
func ReadOnly(t testing.TB, dir string) {
	t.Helper()
	mount(t, dir, dir, "", syscall.MS_BIND, "")
	mount(t, "", dir, "", syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, "")
}

// FullDisk returns an empty folder that is a file system of its own with room
// for size bytes (rounded up to whole pages), until the test ends. Fill uses
// the room up.
func FullDisk(t testing.TB, size int) string {
	t.Helper()
	dir := t.TempDir()
	mount(t, "tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0755", size))
	return dir
}

func mount(t testing.TB, source, target, fstype string, flags uintptr, data string) {
	t.Helper()
	err := syscall.Mount(source, target, fstype, flags, data)
	if errors.Is(err, syscall.EPERM) {
		testtool.Missing(t, needMount)
	}
	if err != nil {
		t.Fatalf("mount %s on %s: %v", fstype, target, err)
	}
	if flags&syscall.MS_REMOUNT != 0 {
		return
	}
	t.Cleanup(func() {
		// Detached, so that a file that is still open doesn't keep the mount.
		if err := syscall.Unmount(target, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount %s: %v", target, err)
		}
	})
}

// Pipe makes a named pipe.
func Pipe(t testing.TB, path string) {
	t.Helper()
	if err := syscall.Mkfifo(path, 0o644); err != nil {
		t.Fatal(err)
	}
}
