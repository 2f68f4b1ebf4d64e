//go:build unix

package yamlfile

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe and a device are refused before they are opened: reading them might
// never end.
func TestReadRefusesPipesAndDevices(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct{ dir, name string }{{dir, "pipe.yaml"}, {"/dev", "zero"}, {"/dev", "null"}} {
		_, err := ReadBytes(os.DirFS(f.dir), f.name, MaxSize)
		if err == nil || !strings.Contains(err.Error(), f.name+": is not a regular file") {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	if ps := Read(os.DirFS(dir), "pipe.yaml").Problems(); len(ps) != 1 || ps[0].Fix == "" {
		t.Errorf("problems %v", ps)
	}
}
