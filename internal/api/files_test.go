package api

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("word ", 100)
	tests := []struct{ name, in, want string }{
		{"plain", "One.\n\nTwo.", "One."},
		{"after headings and pictures", "# Title\n\n![a](b.png) [![c](d.png)](e)\n\n- item\n\nThe *first* paragraph\nof `two` [lines](https://x.example).\n", "The first paragraph of two lines."},
		{"no paragraph", "# Title\n\n- item\n", ""},
		{"empty", "", ""},
		{"markup and control characters", "A<b>c</b> &amp; \\*d\x1b[31m\u2028e `&lt;\\*`", "Ac & *d [31m e &lt;\\*"},
		{"byte order mark and bad UTF-8", "\ufeffa\xffb", "a\ufffdb"},
		{"long words", long, strings.TrimSpace(long[:299]) + "…"},
		{"long without spaces", strings.Repeat("长", 400), strings.Repeat("长", 299) + "…"},
		{"exactly as long as may be", strings.Repeat("长", 300), strings.Repeat("长", 300)},
	}
	for _, test := range tests {
		got := excerpt([]byte(test.in))
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if utf8.RuneCountInString(got) > maxExcerpt {
			t.Errorf("%s: %d characters", test.name, utf8.RuneCountInString(got))
		}
	}
}

const someHash = "0123456789abcdef0123456789abcdef01234567"

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
	f.api.refresh(t.Context())
	if got := f.get("/v1/version").json(t)["git_commit"]; got != "0123456" {
		t.Errorf("git_commit %v", got)
	}
}

// TestLastGoodParts: of a broken file the last good part stays, however often it
// breaks; a file that is good shows, whatever else is broken; and one that is
// taken away is no longer told.
func TestLastGoodParts(t *testing.T) {
	f := newFixture(t)
	field := func(path, key string) any { f.api.refresh(t.Context()); return f.get(path).json(t)[key] }
	excerptOf := func(i int) any {
		return field("/v1/anchors", "anchors").([]any)[i].(map[string]any)["readme_excerpt"]
	}
	for _, bad := range []string{strings.Repeat("1", 2<<10), "no version", "", "v1.2"} {
		f.write("VERSION", bad)
		if got := field("/v1/version", "vault_version"); got != "v4.5.6" {
			t.Errorf("vault_version with %.10q in VERSION: %v", bad, got)
		}
	}
	for _, bad := range []string{"version: \"x\"", "other: \"1.2.3\"", ": ["} {
		f.write("SKILL.md", strings.Replace(workspaceFiles()["SKILL.md"], "version: \"1.2.3\"", bad, 1))
		if got := field("/v1/version", "skill_version"); got != "v1.2.3" {
			t.Errorf("skill_version with %q: %v", bad, got)
		}
	}
	f.write("anchors/keeper/README.md", strings.Repeat("x", maxReadme+1))
	f.write("anchors/empty/README.md", "First.\n")
	if keeper, other := excerptOf(1), excerptOf(0); keeper != "A plain view of things." || other != "First." {
		t.Errorf("excerpts of a broken README.md and of a new one: %v, %v", keeper, other)
	}
	f.write("anchors/empty/README.md", "# Only a heading\n")
	if got := excerptOf(0); got != nil {
		t.Errorf("an excerpt that README.md no longer has: %v", got)
	}
	f.remove("anchors/keeper/README.md")
	f.remove("VERSION")
	if got, vault := excerptOf(1), field("/v1/version", "vault_version"); got != nil || vault != "v0.0.0" {
		t.Errorf("of files that are gone: %v, %v", got, vault)
	}
}
