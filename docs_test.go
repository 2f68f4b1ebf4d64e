package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func readText(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func pages(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("docs/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pages in docs/ (%v)", err)
	}
	return files
}

// TestDocsHaveOneKind: the index lists every page once with its kind, and the first
// line of a page names the kind and its readers. No page except of reference is long.
func TestDocsHaveOneKind(t *testing.T) {
	listed := map[string]string{}
	entry := regexp.MustCompile(`^- \[[^]]+\]\(([a-z-]+\.md)\) \((tutorial|how-to guide|reference|explanation)\)`)
	for line := range strings.Lines(readText(t, "docs/README.md")) {
		if m := entry.FindStringSubmatch(line); m != nil {
			if listed[m[1]] != "" {
				t.Errorf("docs/README.md lists %s twice", m[1])
			}
			listed[m[1]] = strings.ToUpper(m[2][:1]) + m[2][1:]
		}
	}
	for _, file := range pages(t) {
		name := filepath.Base(file)
		lines := strings.SplitN(readText(t, file), "\n", 4)
		begins := "*" + listed[name] + " for "
		if strings.HasSuffix(name, "-zh.md") {
			begins = "*" + map[string]string{"Tutorial": "教程", "How-to guide": "操作指南", "Reference": "参考", "Explanation": "说明"}[listed[name]] + "，供"
		}
		switch {
		case name == "README.md":
		case listed[name] == "":
			t.Errorf("docs/README.md does not list %s under a kind of page", name)
		case len(lines) < 4 || !strings.HasPrefix(lines[0], "# ") || !strings.HasPrefix(lines[2], begins):
			t.Errorf("%s: the first line below the title does not begin with %s", file, begins)
		case listed[name] != "Reference" && strings.Count(readText(t, file), "\n") > 250:
			t.Errorf("%s has more than 250 lines", file)
		}
	}
}

var (
	linkTarget = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	notInSlug  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// TestDocsLinks: every link to a file of the repository leads to a file, and to a
// heading of it.
func TestDocsLinks(t *testing.T) {
	for _, file := range append(pages(t), "README.md", "README.zh-CN.md", "CONTRIBUTING.md", "SECURITY.md", "examples/reports/README.md", "bench/README.md") {
		for _, m := range linkTarget.FindAllStringSubmatch(readText(t, file), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			name, anchor, _ := strings.Cut(m[1], "#")
			target := file
			if name != "" {
				target = filepath.Join(filepath.Dir(file), name)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", file, m[1], err)
				continue
			}
			if anchor == "" {
				continue
			}
			found := false
			for _, h := range headings.FindAllStringSubmatch(readText(t, target), -1) {
				slug := strings.ReplaceAll(notInSlug.ReplaceAllString(strings.ToLower(h[1]), ""), " ", "-")
				found = found || slug == anchor
			}
			if !found {
				t.Errorf("%s links to %s, which has no such heading", file, m[1])
			}
		}
	}
}

// TestArchitectureNamesEveryPackage: docs/architecture.md has the layers of
// imports_test.go, and its tables have every package of the module, and no other;
// files that the page names exist.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	page, named := readText(t, "docs/architecture.md"), map[string]bool{}
	for line := range strings.Lines(page) {
		if m := regexp.MustCompile("^\\| `([a-z./]+)` \\|").FindStringSubmatch(line); m != nil {
			if named[m[1]] {
				t.Errorf("docs/architecture.md has two rows for %s", m[1])
			}
			named[m[1]] = true
		}
	}
	known := strings.Fields(outside)
	for i, l := range layers {
		known = append(known, strings.Fields(l.packages)...)
		row := fmt.Sprintf("%d. %s: `%s`\n", i+1, l.name, strings.Join(strings.Fields(l.packages), "`, `"))
		if !strings.Contains(page, row) {
			t.Errorf("docs/architecture.md does not have this line: %s", row)
		}
	}
	for _, pkg := range slices.Sorted(slices.Values(known)) {
		if !named[pkg] {
			t.Errorf("docs/architecture.md has no row for %s", pkg)
		}
		delete(named, pkg)
	}
	for _, pkg := range slices.Sorted(maps.Keys(named)) {
		t.Errorf("docs/architecture.md names %s, which is no package of the module", pkg)
	}
	for _, m := range regexp.MustCompile("`([a-z/]+/[a-z_]+[.]go)`").FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("docs/architecture.md names %s: %v", m[1], err)
		}
	}
}

// TestTracesNameTheCode: each type, function and file that a trace of
// docs/architecture.md names is in the code.
func TestTracesNameTheCode(t *testing.T) {
	known := map[string]bool{}
	top := regexp.MustCompile(`(?m)^(?:func|type) (\w+)`)
	method := regexp.MustCompile(`(?m)^func \(\w* ?\*?(\w+)\) (\w+)`)
	word := regexp.MustCompile(`[A-Za-z]+(\.[A-Za-z]+)?`)
	for _, l := range layers {
		for _, pkg := range strings.Fields(l.packages) {
			names, err := filepath.Glob(pkg + "/*.go")
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				if known[filepath.Base(name)] = true; strings.HasSuffix(name, "_test.go") {
					continue
				}
				text := readText(t, name)
				for _, m := range method.FindAllStringSubmatch(text, -1) {
					known[m[1]+"."+m[2]] = true
				}
				for _, m := range top.FindAllStringSubmatch(text, -1) {
					known[filepath.Base(pkg)+"."+m[1]] = true
				}
				for _, w := range word.FindAllString(text, -1) {
					known[w] = true
				}
			}
		}
	}
	page := readText(t, "docs/architecture.md")
	_, traces, _ := strings.Cut(page, "## Trace:")
	traces, _, _ = strings.Cut(traces, "## Where to look")
	named := regexp.MustCompile("`((?:[A-Za-z]+[.])?[A-Za-z]+)`").FindAllStringSubmatch(traces, -1)
	if len(named) < 50 {
		t.Errorf("the traces name %d things", len(named))
	}
	for _, m := range named {
		if !known[m[1]] {
			t.Errorf("docs/architecture.md names %s, which is not in the code", m[1])
		}
	}
}

// TestGoVersion: pages that name a version of Go for the reader name that of go.mod.
func TestGoVersion(t *testing.T) {
	m := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readText(t, "go.mod"))
	if m == nil {
		t.Fatal("go.mod names no version")
	}
	for _, file := range []string{"README.md", "README.zh-CN.md", "CONTRIBUTING.md", "docs/deploy.md"} {
		if !strings.Contains(readText(t, file), "Go "+m[1]) {
			t.Errorf("%s does not say that Go %s is needed", file, m[1])
		}
	}
}
