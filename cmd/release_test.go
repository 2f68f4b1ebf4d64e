package cmd

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// releaseConfig reads the configuration of releases.
func releaseConfig(t *testing.T) map[string]any {
	t.Helper()
	data, err := os.ReadFile("../.goreleaser.yaml")
	var config map[string]any
	if err == nil {
		err = yaml.Unmarshal(data, &config)
	}
	if err != nil {
		t.Fatal(err)
	}
	return config
}

// TestReleaseConfig holds the configuration of releases to the repository: files that it
// packs are there or made by its hook, and the linker writes a variable that exists.
// "make release-check" makes and checks the whole.
func TestReleaseConfig(t *testing.T) {
	config := releaseConfig(t)
	build := at(config, "builds", 0)
	if got := fmt.Sprint(at(build, "goos"), at(build, "goarch"), at(build, "env")); got != "[linux darwin windows] [amd64 arm64] [CGO_ENABLED=0]" {
		t.Errorf("it builds for %s", got)
	}
	program, err := os.ReadFile("program.go")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(program), "\nvar programVersion = ") || !strings.Contains(fmt.Sprint(at(build, "ldflags")), "/cmd.programVersion={{ .Version }}") {
		t.Error("the version is not written into cmd.programVersion")
	}
	hook, err := os.ReadFile("../.ci/release-files")
	if err != nil || fmt.Sprint(at(config, "before", "hooks")) != "[.ci/release-files build]" {
		t.Fatalf("the hook that makes completions and manual pages: %v", err)
	}
	packed := slices.Concat(words(at(config, "archives", 0, "files")), words(at(config, "nfpms", 0, "contents")), []string{fmt.Sprint(at(config, "dockers_v2", 0, "dockerfile"))})
	for _, f := range slices.Concat(list(at(config, "archives", 0, "files")), list(at(config, "nfpms", 0, "contents"))) {
		if src := at(f, "src"); src != nil {
			packed = append(packed, fmt.Sprint(src))
		}
	}
	for _, name := range packed {
		made, isMade := strings.CutPrefix(name, "build/")
		folder, _, _ := strings.Cut(made, "/")
		switch _, err := os.Stat("../" + name); {
		case strings.HasPrefix(name, "map["): // its src is looked at
		case isMade && !strings.Contains(string(hook), `"$out/`+folder):
			t.Errorf("the hook does not make %s", name)
		case !isMade && err != nil:
			t.Error(err)
		}
	}
	for _, name := range []string{"RELEASE_OWNER", "RELEASE_MAINTAINER"} {
		if !strings.Contains(fmt.Sprint(at(config, "env")), name+`={{ envOrDefault "`+name+`"`) {
			t.Errorf("%s has no default", name)
		}
	}
}

// TestReleaseFormula: the Homebrew formula gives every system its own archive with its
// checksum, and a release that lacks one gives no formula.
func TestReleaseFormula(t *testing.T) {
	dist := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dist, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	formula := func() (string, error) {
		cmd := exec.CommandContext(t.Context(), "../.ci/formula", dist)
		cmd.Env = append(os.Environ(), "RELEASE_OWNER=somebody")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	write("metadata.json", `{"project_name":"judgement","tag":"v1.2.3","previous_tag":"","version":"1.2.3","commit":"c"}`)
	sums := ""
	for i, archive := range []string{"windows_amd64.zip", "darwin_arm64.tar.gz", "darwin_amd64.tar.gz", "linux_arm64.tar.gz", "linux_amd64.tar.gz"} {
		sums += fmt.Sprintf("%064d  judgement_1.2.3_%s\n", i, archive)
	}
	write("checksums.txt", sums)
	got, err := formula()
	if err != nil {
		t.Fatal(err, got)
	}
	const from = "https://github.com/somebody/judgement/releases/download/v1.2.3/judgement_1.2.3_"
	var found []string
	for _, m := range regexp.MustCompile(`on_\w+|url "(\S+)"|sha256 "0*(\d)"`).FindAllStringSubmatch(got, -1) {
		found = append(found, cmp.Or(strings.TrimPrefix(m[1], from), m[2], m[0]))
	}
	want := "on_macos on_arm darwin_arm64.tar.gz 1 on_intel darwin_amd64.tar.gz 2 on_linux on_arm linux_arm64.tar.gz 3 on_intel linux_amd64.tar.gz 4"
	if strings.Join(found, " ") != want {
		t.Errorf("the formula has %q, want %s:\n%s", found, want, got)
	}
	write("checksums.txt", strings.ReplaceAll(sums, "linux_arm64", "linux_riscv"))
	if out, err := formula(); err == nil || !strings.Contains(out, "does not have judgement_1.2.3_linux_arm64.tar.gz") {
		t.Errorf("a release without an archive: %v\n%s", err, out)
	}
}

// TestReleaseImage: what the image copies is there, it ends on nothing but that, and it
// has what the program needs of a system: certificates, a folder for temporary files, a
// user without privileges.
func TestReleaseImage(t *testing.T) {
	file := filepath.Join("..", fmt.Sprint(at(releaseConfig(t), "dockers_v2", 0, "dockerfile")))
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\\\n", " ")
	var stages, copied []string
	base, run, entry, user := "", "", "", ""
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		switch f[0] {
		case "FROM":
			base = f[1]
			if len(f) == 4 {
				stages = append(stages, f[3])
			}
		case "RUN":
			run += line
		case "COPY":
			from, found := strings.CutPrefix(f[1], "--from=")
			switch {
			case found && !slices.Contains(stages, from):
				t.Errorf("there is no stage %s", from)
			case !found && f[1] != "$TARGETPLATFORM/judgement": // what goreleaser puts there
				t.Errorf("%s is not in the context", f[1])
			case found && !strings.Contains(run, strings.TrimSuffix(f[len(f)-2], "/")):
				t.Errorf("the stage does not make %s", f[len(f)-2])
			}
			copied = append(copied, f[len(f)-1])
		case "USER":
			user = f[1]
		case "ENTRYPOINT":
			var words []string
			if err := json.Unmarshal([]byte(strings.TrimPrefix(strings.TrimSpace(line), "ENTRYPOINT ")), &words); err != nil || len(words) != 1 {
				t.Errorf("%s: %v", line, err)
			}
			entry = strings.Join(words, " ")
		}
	}
	if base != "scratch" || !slices.Contains(copied, entry) || !slices.Contains(copied, "/") {
		t.Errorf("the last stage is on %s, copies %q and starts %q", base, copied, entry)
	}
	for _, want := range []string{"/out/etc/ssl/certs/", "/out/tmp", "chmod 1777 /out/tmp", "judgement:x:10001:10001:", "/out/etc/passwd"} {
		if !strings.Contains(run, want) {
			t.Errorf("no RUN has %q", want)
		}
	}
	if user != "10001:10001" {
		t.Errorf("it runs as %s", user)
	}
}
