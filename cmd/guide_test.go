package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm/fakeserver"
)

// guideBlock is a fenced block of a guide, with the file that the line above
// it names.
var guideBlock = regexp.MustCompile("(?ms)(?:^`([^`\n]+)`:\n\n)?^```([a-z]+)\n(.*?)^```$")

// guideScript turns a guide into a shell script: its sh blocks as they stand,
// and its files written where they stand.
func guideScript(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return textScript(string(text))
}

// textScript is guideScript of a guide's text.
func textScript(text string) string {
	script := &strings.Builder{}
	for _, m := range guideBlock.FindAllStringSubmatch(text, -1) {
		name, kind, body := m[1], m[2], m[3]
		switch {
		case name != "":
			script.WriteString("mkdir -p " + filepath.Dir(name) + "\ncat >" + name + " <<'END OF FILE'\n" + body + "END OF FILE\n")
		case kind == "sh":
			script.WriteString(body)
		}
	}
	return script.String()
}

// skippable is a block that readers without a model may skip, with the paragraph
// above it that says so.
var skippable = regexp.MustCompile("(?m)^(?:[^\n]+\n)*[^\n]*\\bskip\\b[^\n]*\n(?:[^\n]+\n)*\n```sh\n(?:[^`\n][^\n]*\n)*```$")

// runGuide runs a script under bash in a folder, with a fake model server in
// the place of the guide's own. go and make stand for what a reader has.
func runGuide(t *testing.T, dir, script string) string {
	t.Helper()
	server, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	script = strings.ReplaceAll(script, "http://127.0.0.1:8000/v1", server.URL())
	const tools = "set -eu\nmake() { :; }\ngo() { if test $1 = run; then shift 2; judgement \"$@\"; fi; }\n"
	home := t.TempDir()
	if err := sharePDFCache(home + "/.cache/judgement"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "bash", "-c", tools+script)
	cmd.Dir = dir
	cmd.Env = append(cleanEnv(os.Environ()), "STARTER="+starterDir(t), "HOME="+home, "XDG_CACHE_HOME=", "OPENAI_BASE_URL="+server.URL(), "JUDGEMENT_FORMATS=md")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// TestWorkspaceGuide follows docs/workspace.md to the letter.
func TestWorkspaceGuide(t *testing.T) {
	out := runGuide(t, t.TempDir(), guideScript(t, "../docs/workspace.md"))
	for _, want := range []string{
		"ok  judges/reach-counter", "\n100\n", "\ngrant-review  pass ", "grant-review · C-", "Files\n", "llm.prices ", "cost at most USD 0.",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
}

// blockWords are what Chinese pages say in their own language in a block: comments, and
// the descriptions of criteria.
var blockWords = regexp.MustCompile(`(?m) *(# |^    description: ).*$`)

// TestChineseCommands: the Chinese pages have the commands and files of the English ones,
// with words of their own; the README's are a part of them, the guide's are all.
func TestChineseCommands(t *testing.T) {
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	blocks := func(file string) (out []string) {
		for _, b := range guideBlock.FindAllString(read(file), -1) {
			out = append(out, blockWords.ReplaceAllString(b, ""))
		}
		return out
	}
	// The tours judge examples of their own language.
	toEnglish := strings.NewReplacer("good-zh", "good-en", "proposal-review-zh", "proposal-review")
	english := blocks("../README.md")
	chinese := blocks("../README.zh-CN.md")
	if len(chinese) < 4 {
		t.Errorf("README.zh-CN.md has %d blocks of commands", len(chinese))
	}
	for _, b := range chinese {
		if !slices.Contains(english, toEnglish.Replace(b)) {
			t.Errorf("README.md does not have these commands of README.zh-CN.md:\n%s", b)
		}
	}
	if diff := cmp.Diff(blocks("../docs/own-competition.md"), blocks("../docs/own-competition-zh.md")); diff != "" {
		t.Errorf("the commands of the guides differ (-English +Chinese):\n%s", diff)
	}
}

// TestReadmePrice: what the README says of 100 entries is what the commands of
// docs/caching.md print, in both languages.
func TestReadmePrice(t *testing.T) {
	var said [2]string
	for i, file := range []string{"../README.md", "../README.zh-CN.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 150 {
			t.Errorf("%s has %d lines, at most 150", file, n)
		}
		said[i] = strings.Join(strings.Fields(string(text)), " ")
	}
	out := runGuide(t, t.TempDir(), guideScript(t, "../docs/caching.md"))
	m := regexp.MustCompile(`expected: .* and ([\d,]+) reply tokens, cost about USD ([0-9.]+)\n.* (\d+) calls, about ([\d,]+) prompt tokens, at most ([\d,]+) reply tokens.*cost at most USD ([0-9.]+)`).FindStringSubmatch(out)
	if m == nil {
		t.Fatalf("no plan: %s", out)
	}
	number := func(text string, places int, unit float64) string {
		f, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return strconv.FormatFloat(f/unit, 'f', places, 64)
	}
	for i, wants := range [][]string{
		{
			m[3] + " calls and about " + number(m[4], 2, 1e6) + " million prompt tokens", "**about USD " + number(m[2], 2, 1) + "**",
			"of " + number(m[1], 3, 1e6) + " million tokens in all", "limit is " + number(m[5], 2, 1e6) + " million",
			"**at most USD " + number(m[6], 2, 1) + "**, or " + number(m[6], 2, 100) + " per entry",
		},
		{
			m[3] + " 次调用、约 " + number(m[4], 0, 1e4) + " 万输入词元", "**约 " + number(m[2], 2, 1) + " 美元**",
			"回复共 " + number(m[1], 1, 1e4) + " 万词元", "上限 " + number(m[5], 0, 1e4) + " 万词元", "**最多 " + number(m[6], 2, 1) + " 美元**，即每件 " + number(m[6], 2, 100) + " 美元",
		},
	} {
		for _, want := range wants {
			if !strings.Contains(said[i], want) {
				t.Errorf("the README does not say %q", want)
			}
		}
	}
}

// TestDataGuide follows docs/data.md to the letter, indented blocks included: after it
// nothing of the deleted submission is left.
func TestDataGuide(t *testing.T) {
	dir := t.TempDir()
	if out, err := command(t.Context(), t, "init", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile("../docs/data.md")
	if err != nil {
		t.Fatal(err)
	}
	out := runGuide(t, dir, textScript(strings.ReplaceAll(string(text), "\n   ", "\n")))
	for _, want := range []string{"would be deleted", "is not used again", "stays: reports/contest-ranking"} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
	for _, folder := range []string{"cases", "reports"} {
		if left, err := exec.CommandContext(t.Context(), "grep", "-rlie", "entry", "-e", "Crateloop", filepath.Join(dir, folder)).Output(); len(left) > 0 {
			t.Errorf("these still name it or quote it: %s%v", left, err)
		}
	}
}

// TestOwnGuides follows the how-to guides for own criteria to the letter.
func TestOwnGuides(t *testing.T) {
	for page, wants := range map[string][]string{
		"own-competition.md": {"\n100\n", "\ngreen-prize  pass ", "6 documents: 24 calls", "1  ", "reports/green-prize-cold-bag-en"},
		"own-panel.md":       {"\npaper-review  pass ", "Repeatable", "reports/paper-review-proposal-good-en"},
	} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			out := runGuide(t, t.TempDir(), guideScript(t, "../docs/"+page))
			for _, want := range wants {
				if !strings.Contains(out, want) {
					t.Errorf("nothing says %q:\n%s", want, out)
				}
			}
		})
	}
}

// TestReadme follows the README's first screen and its tour to the letter.
func TestReadme(t *testing.T) {
	dir := t.TempDir()
	if out, err := command(t.Context(), t, "init", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	script := guideScript(t, "../README.md")
	out := runGuide(t, dir, script)
	for _, want := range []string{
		"/ 100  baseline, no language model (grade ", "ok    test call", "reports/contest-cold-bag-en", "\ngrant-review        pass ",
		"12 skills, 0 at fault", "recorded replies answer: no model is called",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
}

// TestReadmeWithoutAModel follows the README as a reader who has no model, and
// skips what it lets such a reader skip: the rest works.
func TestReadmeWithoutAModel(t *testing.T) {
	dir := t.TempDir()
	if out, err := command(t.Context(), t, "init", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(skippable.FindAllString(string(text), -1)); n != 2 {
		t.Errorf("%d steps may be skipped, want those that set a model and replay its replies", n)
	}
	out := runGuide(t, dir, textScript(skippable.ReplaceAllString(string(text), "")))
	for _, want := range []string{"/ 100  baseline, no language model (grade ", "reports/contest-cold-bag-en", "12 skills, 0 at fault"} {
		if !strings.Contains(out, want) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
}

// TestWorkspaceGuideNamesEveryKey holds the tables of keys to the schemas.
func TestWorkspaceGuideNamesEveryKey(t *testing.T) {
	text, err := os.ReadFile("../docs/workspace-files.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"scene", "panel"} {
		data, err := os.ReadFile("../scenes/" + file + ".schema.json")
		if err != nil {
			t.Fatal(err)
		}
		var schema any
		if err := json.Unmarshal(data, &schema); err != nil {
			t.Fatal(err)
		}
		keys := schemaKeys("", schema)
		if len(keys) < 15 {
			t.Fatalf("%s: only %d keys were found", file, len(keys))
		}
		for _, key := range keys {
			if !strings.Contains(string(text), "`"+key+"`") {
				t.Errorf("%s.yaml: the guide does not name `%s`", file, key)
			}
		}
	}
}

// schemaKeys lists the leaves among a schema's properties, dotted, but those of
// definitions by their own name.
func schemaKeys(at string, schema any) []string {
	m, ok := schema.(map[string]any)
	if !ok {
		return nil
	}
	var keys []string
	props, _ := m["properties"].(map[string]any)
	for name, below := range props {
		if deeper := schemaKeys(at+name+".", below); len(deeper) > 0 {
			keys = append(keys, deeper...)
			continue
		}
		keys = append(keys, at+name)
	}
	defs, _ := m["$defs"].(map[string]any)
	for _, def := range defs {
		keys = append(keys, schemaKeys("", def)...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
