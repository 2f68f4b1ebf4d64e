package cmd

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"judgement/internal/app"
)

// -update writes docs/cli*.md.
var update = flag.Bool("update", false, "write docs/cli*.md from the command tree")

// docsPage is the file of a page of the reference: the index, or of a group.
func docsPage(group string) string { return "../docs/cli" + group + ".md" }

// tree returns the whole command tree as users see it.
func tree() *cobra.Command {
	a := &App{Out: &bytes.Buffer{}, Err: &bytes.Buffer{}, Options: app.Options{Env: func(string) string { return "" }, Now: time.Now}}
	root := a.rootCmd()
	root.InitDefaultCompletionCmd()
	return root
}

// walk calls visit for every command that users see, in the order of the help.
func walk(c *cobra.Command, visit func(*cobra.Command)) {
	for _, child := range c.Commands() {
		if child.Hidden || child.Name() == "help" || child.Name() == "completion" {
			continue
		}
		visit(child)
		walk(child, visit)
	}
}

// TestDocs holds docs/cli.md, and a page per group of commands, to the command tree.
func TestDocs(t *testing.T) {
	root := tree()
	pages := map[string]string{docsPage(""): docsIndex(root)}
	for _, g := range root.Groups() {
		pages[docsPage("-"+g.ID)] = docsGroup(root, g)
	}
	for file, want := range pages {
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s is not what the commands say; run: go test ./cmd -run TestDocs -update\n%s", file, diff)
		}
	}
	found, err := filepath.Glob("../docs/cli*.md")
	if err != nil || len(found) != len(pages) {
		t.Errorf("docs/ has %q, %v: want a page per group", found, err)
	}
}

// TestEveryCommandIsExplained demands what users need of every command.
func TestEveryCommandIsExplained(t *testing.T) {
	n := 0
	walk(tree(), func(c *cobra.Command) {
		n++
		name := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("%s: its short text is missing or ends with a stop: %q", name, c.Short)
		}
		if c.IsAdditionalHelpTopicCommand() {
			return
		}
		if isCommand(c) && !strings.Contains(c.Example, name) {
			t.Errorf("%s has no example of itself", name)
		}
		for _, line := range strings.Split(c.Example, "\n") {
			if line != "" && !strings.HasPrefix(line, "  ") {
				t.Errorf("%s: the example is not indented by two: %q", name, line)
			}
		}
		c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s has no text", name, f.Name)
			}
		})
	})
	if n < 20 {
		t.Errorf("only %d commands were looked at", n)
	}
}

// ofGroup calls visit for the commands of a group that do something themselves.
func ofGroup(root *cobra.Command, group string, visit func(*cobra.Command)) {
	walk(root, func(c *cobra.Command) {
		top := c
		for top.Parent() != root {
			top = top.Parent()
		}
		if top.GroupID == group && isCommand(c) {
			visit(c)
		}
	})
}

// docsIndex lists the commands by group, with the help topics.
func docsIndex(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Command line\n\n*Reference for people who use the program in a terminal or in scripts.* It is generated\nfrom the commands: `go test ./cmd -run TestDocs -update`.\n\n")
	fmt.Fprintf(&b, "%s\n\nEvery command takes `--workspace` (`-w`) and `--help` (`-h`).\n\n", root.Long)
	for _, g := range root.Groups() {
		fmt.Fprintf(&b, "## %s\n\n", strings.TrimSuffix(g.Title, ":"))
		ofGroup(root, g.ID, func(c *cobra.Command) {
			fmt.Fprintf(&b, "- [`%s`](cli-%s.md#%s): %s\n", c.CommandPath(), g.ID, strings.ReplaceAll(c.CommandPath(), " ", "-"), c.Short)
		})
		b.WriteString("\n")
	}
	b.WriteString("## judgement completion\n\nPrints a completion script for bash, zsh, fish or PowerShell.\n\n```sh\nsource <(judgement completion bash)\n```\n\n")
	walk(root, func(c *cobra.Command) {
		if c.IsAdditionalHelpTopicCommand() {
			fmt.Fprintf(&b, "## judgement help %s\n\n```text\n%s\n```\n\n", c.Name(), strings.TrimRight(c.Long, "\n"))
		}
	})
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// docsGroup has the commands of a group with their flags and examples.
func docsGroup(root *cobra.Command, g *cobra.Group) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Commands: %s\n\n*Reference for people who use the program in a terminal or in scripts.* Generated;\n[Command line](cli.md) has all groups, settings and exit codes.\n\n", strings.ToLower(strings.TrimSuffix(g.Title, ":")))
	ofGroup(root, g.ID, func(c *cobra.Command) { commandDocs(&b, c) })
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// isCommand reports whether a command does something itself; one that only
// groups others shows its help, and has no example.
func isCommand(c *cobra.Command) bool {
	return c.Runnable() && (!c.HasSubCommands() || c.Example != "")
}

func commandDocs(b *strings.Builder, c *cobra.Command) {
	fmt.Fprintf(b, "## %s\n\n", c.CommandPath())
	text := c.Long
	if text == "" {
		text = c.Short + "."
	}
	fmt.Fprintf(b, "%s\n\n```text\n%s\n```\n\n", text, c.UseLine())
	flags := c.NonInheritedFlags()
	if flags.HasAvailableFlags() {
		b.WriteString("| Flag | Meaning | Default |\n|---|---|---|\n")
		flags.VisitAll(func(f *pflag.Flag) {
			if f.Hidden || f.Name == "help" {
				return
			}
			name := "`--" + f.Name + "`"
			if f.Shorthand != "" {
				name = "`-" + f.Shorthand + "`, " + name
			}
			def := ""
			if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
				def = "`" + f.DefValue + "`"
			}
			fmt.Fprintf(b, "| %s | %s | %s |\n", name, strings.ReplaceAll(f.Usage, "|", "\\|"), def)
		})
		b.WriteString("\n")
	}
	if c.Example != "" {
		lines := strings.Split(c.Example, "\n")
		for i, l := range lines {
			lines[i] = strings.TrimPrefix(l, "  ")
		}
		mark := map[string]string{"judgement chat": " network", "judgement export": " network"}[c.CommandPath()] // of docsMarks
		fmt.Fprintf(b, "```sh%s\n%s\n```\n\n", mark, strings.Join(lines, "\n"))
	}
}
