package api

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// shortHash is the length of a short commit hash.
const shortHash = 7

var (
	fullHash = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
	refName  = regexp.MustCompile(`^refs/[^\x00-\x20\x7f~^:?*\[\\]+$`)
)

// revision returns the short hash of the commit that is checked out in the
// repository around a folder, or "" where there is none. It reads the files of
// the repository and runs nothing.
func revision(dir string) string {
	if dir == "" {
		return ""
	}
	for d := filepath.Clean(dir); ; d = filepath.Dir(d) {
		if git, ok := gitDir(filepath.Join(d, ".git")); ok {
			return headHash(git)
		}
		if d == filepath.Dir(d) {
			return ""
		}
	}
}

// gitDir resolves .git: a folder, or in a worktree or a submodule a file that
// names one.
func gitDir(path string) (string, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return "", false
	}
	if info.IsDir() {
		_, err := os.Stat(filepath.Join(path, "HEAD"))
		return path, err == nil
	}
	target, ok := strings.CutPrefix(readLine(path), "gitdir: ")
	if !ok {
		return "", false
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	}
	return target, true
}

func headHash(git string) string {
	head := readLine(filepath.Join(git, "HEAD"))
	for range 5 { // symbolic references may point at others
		ref, symbolic := strings.CutPrefix(head, "ref: ")
		if !symbolic {
			break
		}
		if !refName.MatchString(ref) || strings.Contains(ref, "..") {
			return ""
		}
		head = readRef(git, ref)
	}
	if !fullHash.MatchString(head) {
		return ""
	}
	return head[:shortHash]
}

// readRef looks a reference up in the worktree's own folder, then in the
// repository's common one, then among the packed ones.
func readRef(git, ref string) string {
	common := git
	if c := readLine(filepath.Join(git, "commondir")); c != "" {
		if common = c; !filepath.IsAbs(c) {
			common = filepath.Join(git, c)
		}
	}
	for _, d := range []string{git, common} {
		if line := readLine(filepath.Join(d, filepath.FromSlash(ref))); line != "" {
			return line
		}
	}
	data, err := os.ReadFile(filepath.Join(common, "packed-refs"))
	if err != nil {
		return ""
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if hash, name, ok := strings.Cut(lines.Text(), " "); ok && name == ref {
			return hash
		}
	}
	return ""
}

func readLine(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}
