package api

import (
	"os"
	"path/filepath"
	"testing"
)

func TestRevision(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"no repository", nil, ""},
		{"detached", map[string]string{".git/HEAD": someHash + "\n"}, "0123456"},
		{"SHA-256", map[string]string{".git/HEAD": someHash + someHash[:24] + "\n"}, "0123456"},
		{"branch", map[string]string{".git/HEAD": "ref: refs/heads/a/b\n", ".git/refs/heads/a/b": someHash + "\n"}, "0123456"},
		{"packed", map[string]string{
			".git/HEAD":        "ref: refs/heads/main\n",
			".git/packed-refs": "# pack-refs with: peeled\nffff456789abcdef0123456789abcdef01234567 refs/heads/main2\n" + someHash + " refs/heads/main\n^ffff\n",
		}, "0123456"},
		{"loose before packed", map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", ".git/refs/heads/main": someHash,
			".git/packed-refs": "ffff456789abcdef0123456789abcdef01234567 refs/heads/main\n",
		}, "0123456"},
		{"worktree", map[string]string{
			".git": "gitdir: repo/worktrees/w\n", "repo/worktrees/w/HEAD": "ref: refs/heads/w\n",
			"repo/worktrees/w/commondir": "../..\n", "repo/refs/heads/w": someHash,
		}, "0123456"},
		{"workspace within a repository", map[string]string{"../.git/HEAD": someHash}, "0123456"},
		{"no commit yet", map[string]string{".git/HEAD": "ref: refs/heads/main\n"}, ""},
		{"garbage", map[string]string{".git/HEAD": "<html>\n"}, ""},
		{"a reference that leaves", map[string]string{".git/HEAD": "ref: refs/../../secret\n", "secret": someHash}, ""},
		{"a circle", map[string]string{".git/HEAD": "ref: refs/heads/a\n", ".git/refs/heads/a": "ref: refs/heads/a\n"}, ""},
		{"a file that names nothing", map[string]string{".git": "hello\n"}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "workspace")
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			for name, text := range test.files {
				path := filepath.Join(dir, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got := revision(dir); got != test.want {
				t.Errorf("revision %q, want %q", got, test.want)
			}
		})
	}
	if got := revision(""); got != "" {
		t.Errorf("without a folder: %q", got)
	}
}

// TestCommitShows: a new commit shows without a restart.
func TestCommitShows(t *testing.T) {
	f := newFixture(t)
	f.write(".git/HEAD", someHash)
	f.api.catalog.refresh(t.Context())
	if got := f.get("/v1/version").json(t)["git_commit"]; got != "0123456" {
		t.Errorf("git_commit %v", got)
	}
}

const someHash = "0123456789abcdef0123456789abcdef01234567"
