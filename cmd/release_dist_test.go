//go:build release

package cmd

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// released is a folder that goreleaser has written.
type released struct{ dir, version string }

func openRelease(t *testing.T) released {
	t.Helper()
	r := released{dir: os.Getenv("JUDGEMENT_TEST_DIST")}
	var about struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(r.read(t, "metadata.json"), &about); err != nil || about.Version == "" {
		t.Fatalf("metadata.json: version %q, %v", about.Version, err)
	}
	r.version = about.Version
	return r
}

func (r released) read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// archived lists the files of an archive.
func archived(t *testing.T, name string, data []byte) (names []string) {
	t.Helper()
	if strings.HasSuffix(name, ".zip") {
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			names = append(names, f.Name)
		}
		return names
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
	}
}

// TestReleaseFiles: every system has its archive, SBOM and checksums; Linux has its
// packages; no program is larger than 70 MB; the Homebrew formula has the archives of macOS
// and Linux with their checksums, and they have the files that it installs.
func TestReleaseFiles(t *testing.T) {
	r := openRelease(t)
	sums := map[string]string{}
	for line := range strings.Lines(string(r.read(t, "checksums.txt"))) {
		if f := strings.Fields(line); len(f) == 2 {
			sums[f[1]] = f[0]
		}
	}
	summed := func(name string) []byte {
		data := r.read(t, name)
		if want := fmt.Sprintf("%x", sha256.Sum256(data)); sums[name] != want {
			t.Errorf("%s has the checksum %s, checksums.txt says %q", name, want, sums[name])
		}
		return data
	}
	formula := filepath.Join(t.TempDir(), "judgement.rb")
	made, err := exec.CommandContext(t.Context(), "../.ci/formula", r.dir).Output()
	if err != nil || os.WriteFile(formula, made, 0o644) != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "ruby", "-wc", formula).CombinedOutput(); err != nil || string(out) != "Syntax OK\n" {
		t.Errorf("the formula: %v: %s", err, out)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for _, arch := range []string{"amd64", "arm64"} {
			base := fmt.Sprintf("judgement_%s_%s_%s", r.version, system, arch)
			archive, program := base+".tar.gz", "judgement"
			if system == "windows" {
				archive, program = base+".zip", "judgement.exe"
			} else if !strings.Contains(string(made), "/v"+r.version+"/"+archive+"\"\n      sha256 \""+sums[archive]) {
				t.Errorf("the formula does not have %s", archive)
			}
			built, err := filepath.Glob(filepath.Join(r.dir, "judgement_"+system+"_"+arch+"*", program))
			if err != nil || len(built) != 1 {
				t.Fatalf("the program of %s: %q, %v", base, built, err)
			}
			if about, err := os.Stat(built[0]); err != nil || system == "linux" && about.Size() > 70_000_000 || about.Size() > 71_500_000 {
				t.Errorf("%s: %v, or it is larger than .ci/cross allows", built[0], err)
			} else {
				t.Logf("%s %s: %d bytes", system, arch, about.Size())
			}
			names := archived(t, archive, summed(archive))
			for _, want := range []string{program, "LICENSE", "README.md", "completions/judgement.bash", "completions/judgement.fish", "completions/judgement.zsh", "completions/judgement.ps1", "man/judgement-review.1.gz"} {
				if !slices.Contains(names, want) {
					t.Errorf("%s does not have %s", archive, want)
				}
			}
			var bom struct {
				Format   string `json:"bomFormat"`
				Metadata struct {
					Component struct{ Name, Version string }
				} `json:"metadata"`
				Parts []struct{ Name, Version string } `json:"components"`
			}
			if err := json.Unmarshal(summed(base+".cdx.json"), &bom); err != nil || bom.Format != "CycloneDX" || len(bom.Parts) < 50 || bom.Metadata.Component.Version != "v"+r.version {
				t.Errorf("%s.cdx.json: %v, %q with %d components of version %q", base, err, bom.Format, len(bom.Parts), bom.Metadata.Component.Version)
			}
		}
	}
	for _, arch := range []string{"amd64", "arm64"} {
		if data := summed(fmt.Sprintf("judgement_%s_%s.rpm", r.version, arch)); !bytes.HasPrefix(data, []byte("\xed\xab\xee\xdb")) {
			t.Errorf("the package for %s is no RPM file", arch)
		}
		summed(fmt.Sprintf("judgement_%s_%s.deb", r.version, arch))
	}
}

// TestReleasePackages: no field of a package is a template that nobody filled in, and the
// RPM package installs into an empty root, where its files are as packed and it starts.
func TestReleasePackages(t *testing.T) {
	r := openRelease(t)
	run := func(args ...string) string {
		t.Helper()
		out, err := exec.CommandContext(t.Context(), args[0], args[1:]...).Output()
		if err != nil {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
		return string(out)
	}
	file := filepath.Join(r.dir, fmt.Sprintf("judgement_%s_amd64", r.version))
	root := t.TempDir()
	run("rpm", "--root", root, "--initdb")
	run("rpm", "--root", root, "-i", "--nodeps", file+".rpm")
	run("rpm", "--root", root, "-V", "--nodeps", "judgement")
	fields := run("rpm", "-qpi", file+".rpm") + run("dpkg-deb", "--info", file+".deb")
	if strings.Contains(fields, "{{") || !strings.Contains(fields, "Apache-2.0") {
		t.Errorf("fields of the packages:\n%s", fields)
	}
	files := run("rpm", "-qpl", file+".rpm")
	for _, want := range []string{"/usr/share/zsh/site-functions/_judgement", "/usr/share/man/man1/judgement-review.1.gz", "/usr/share/bash-completion/completions/judgement"} {
		if !strings.Contains(files, want+"\n") {
			t.Errorf("the RPM package does not have %s", want)
		}
	}
	if said := run(filepath.Join(root, "usr/bin/judgement"), "version"); !strings.Contains(said, r.version) {
		t.Errorf("the installed program says %s", said)
	}
}

// TestReleaseInstalled installs the Debian package into an empty root, does the README's
// job in it and opens the data of an earlier version. It needs root.
func TestReleaseInstalled(t *testing.T) {
	r := openRelease(t)
	root := t.TempDir()
	for _, dir := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "proc", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "var/lib/dpkg/status"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	deb := filepath.Join(r.dir, fmt.Sprintf("judgement_%s_amd64.deb", r.version))
	if out, err := exec.CommandContext(t.Context(), "dpkg", "--root="+root, "--install", deb).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"bin/judgement", "share/man/man1/judgement-review.1.gz", "share/bash-completion/completions/judgement", "share/zsh/vendor-completions/_judgement", "share/doc/judgement/copyright"} {
		if _, err := os.Stat(filepath.Join(root, "usr", name)); err != nil {
			t.Error(err)
		}
	}
	inside := func(want string, args ...string) {
		t.Helper()
		// The program starts itself to read documents, and finds itself in /proc.
		script := `mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/judgement "$@"`
		cmd := exec.CommandContext(t.Context(), "unshare", append([]string{"--mount", "sh", "-c", script, root}, args...)...)
		cmd.Env = []string{"HOME=/tmp", "PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("%q: %v, want %q in:\n%s", args, err, want, out)
		}
	}
	inside("judgement "+r.version, "version") // go build notes no commit in a worktree of git
	inside("wrote ", "init", "/ws")
	inside("baseline, no language model (grade ", "review", "/ws/examples/pitch-good-en.md", "--scene", "pitch-review", "--workspace", "/ws")
	inside("board version 1", "review", "/ws/examples/contest", "--scene", "startup-contest", "--workspace", "/ws")
	if pdf, err := os.ReadFile(filepath.Join(root, "ws/reports/pitch-good-en/report.pdf")); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the report as PDF: %v", err)
	}

	unpackOld(t, "testdata/old/workspace.tar.gz", filepath.Join(root, "old"))
	inside("", "db", "migrate", "--workspace", "/old")
	inside("queued-done", "jobs", "list", "--workspace", "/old")
	for brand := range oldCases {
		inside("none with another status", "report", "render", brand, "--verify", "--workspace", "/old")
	}
}
