// Command size prints the lines of the program per package that are neither blank
// nor a comment. It counts Go, templates, scripts and styles. It leaves out tests,
// packages that only tests or benchmarks use, and files of other authors.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

var kinds = []string{"go", "templates", "scripts", "styles"}

// languages are the files that count, with their comment marks: the mark of a
// comment to the end of the line, and the pairs around a block comment.
var languages = map[string]struct {
	kind   string
	line   string
	blocks []string
}{
	".go":   {kind: "go"},
	".tmpl": {"templates", "", []string{"{{/*", "*/}}", "{{- /*", "*/ -}}"}},
	".html": {"templates", "", []string{"<!--", "-->", "{{/*", "*/}}", "{{- /*", "*/ -}}"}},
	".xml":  {"templates", "", []string{"<!--", "-->"}},
	".css":  {"styles", "", []string{"/*", "*/"}},
	".js":   {"scripts", "//", []string{"/*", "*/"}},
	".mjs":  {"scripts", "//", []string{"/*", "*/"}},
	".sql":  {"scripts", "--", []string{"/*", "*/"}},
	"":      {"scripts", "#", nil}, // with #! in its first line, or a Makefile
}

func run(name string, args ...string) []string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s %s: %v\n", name, strings.Join(args, " "), err)
		os.Exit(1)
	}
	return strings.Fields(string(out))
}

// goLines counts the lines with a token. A raw string may have several.
func goLines(src []byte) int {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(src))
	s.Init(file, src, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, text := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		for i, line := range strings.Split(text, "\n") {
			if strings.TrimSpace(line) != "" || i == 0 {
				lines[file.Line(pos)+i] = true
			}
		}
	}
}

// textLines counts the lines that have more than comments and white space.
func textLines(src, line string, blocks []string) (n int) {
	end := "" // of the block comment that is open
	for text := range strings.Lines(src) {
		code := false
		for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
			if end != "" {
				_, after, closed := strings.Cut(text, end)
				text = after
				if closed {
					end = ""
				}
				continue
			}
			if line != "" && strings.HasPrefix(text, line) {
				break
			}
			for i := 0; i < len(blocks) && end == ""; i += 2 {
				if after, ok := strings.CutPrefix(text, blocks[i]); ok {
					text, end = after, blocks[i+1]
				}
			}
			if end != "" {
				continue
			}
			code = true
			// Code up to the next block comment, if there is one.
			next := len(text)
			for i := 0; i < len(blocks); i += 2 {
				if at := strings.Index(text, blocks[i]); at > 0 {
					next = min(next, at)
				}
			}
			text = text[next:]
		}
		if code {
			n++
		}
	}
	return n
}

func main() {
	program := map[string]bool{}
	for _, dir := range run("go", "list", "-deps", "-f", "{{if not .Standard}}{{with .Module}}{{if .Main}}{{$.ImportPath}}{{end}}{{end}}{{end}}", ".") {
		program[cmp.Or(strings.TrimPrefix(strings.TrimPrefix(dir, "judgement"), "/"), ".")] = true
	}
	sizes, all := map[string]map[string]int{}, map[string]int{}
	for _, name := range run("git", "ls-files") {
		dir, ext := path.Dir(name), path.Ext(name)
		language, counted := languages[ext]
		if !counted || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") || ext == ".go" && !program[dir] {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil || ext == "" && !bytes.HasPrefix(src, []byte("#!")) && path.Base(name) != "Makefile" {
			continue
		}
		n := 0
		if ext == ".go" {
			n = goLines(src)
		} else {
			n = textLines(string(src), language.line, language.blocks)
		}
		if sizes[dir] == nil {
			sizes[dir] = map[string]int{}
		}
		sizes[dir][language.kind] += n
		all[language.kind] += n
	}
	row := func(name string, counts map[string]int) {
		sum := 0
		for _, kind := range kinds {
			fmt.Printf("%10d", counts[kind])
			sum += counts[kind]
		}
		fmt.Printf("%10d  %s\n", sum, name)
	}
	fmt.Printf("%10s%10s%10s%10s%10s  package\n", kinds[0], kinds[1], kinds[2], kinds[3], "total")
	for _, dir := range slices.Sorted(maps.Keys(sizes)) {
		row(dir, sizes[dir])
	}
	row("total", all)
}
