package api

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// fullHash is a commit's hash, SHA-1 or SHA-256.
var fullHash = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)

// revision returns the short hash of the commit that is checked out in the
// repository around a folder, or "" if there is none. It reads the files of
// the repository and runs nothing.
func revision(dir string) string {
	if dir == "" {
		return ""
	}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		git := filepath.Join(d, ".git")
		if target, ok := strings.CutPrefix(readLine(git), "gitdir: "); ok { // a worktree or a submodule
			git = from(d, target)
		}
		if head := readLine(filepath.Join(git, "HEAD")); head != "" {
			return shortHash(git, head)
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// from resolves a path that a file of a folder names.
func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// shortHash follows HEAD to a commit. References are in the worktree's own folder, in
// the repository's common one, or among the packed ones.
func shortHash(git, head string) string {
	common := from(git, readLine(filepath.Join(git, "commondir")))
	for range 5 { // symbolic references may point at others
		ref, symbolic := strings.CutPrefix(head, "ref: ")
		if !symbolic {
			break
		}
		if !strings.HasPrefix(ref, "refs/") || !fs.ValidPath(ref) {
			return ""
		}
		head = cmp.Or(readLine(filepath.Join(git, ref)), readLine(filepath.Join(common, ref)), packedRef(common, ref))
	}
	if !fullHash.MatchString(head) {
		return ""
	}
	return head[:7]
}

func packedRef(common, ref string) string {
	data, err := os.ReadFile(filepath.Join(common, "packed-refs"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if hash, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			return hash
		}
	}
	return ""
}

// readLine returns the first line of a file, empty if it can't be read.
func readLine(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}
