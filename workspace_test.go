package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// These tests read the starter workspace from disk, as its users do. They check that
// its judges have a criterion and true examples for every band, in both languages and
// in their own words.

type panelFile struct {
	Extends  string       `yaml:"extends"`
	Output   string       `yaml:"output_format"`
	Judges   []judgeEntry `yaml:"judges"`
	Drop     []string     `yaml:"judges_drop"`
	Add      []judgeEntry `yaml:"judges_add"`
	Override []judgeEntry `yaml:"judges_override"`
	Lenses   []lensEntry  `yaml:"scoring_lenses"`
	Replace  []lensEntry  `yaml:"scoring_lenses_override"`
}

type judgeEntry struct {
	Slug      string   `yaml:"slug"`
	Category  string   `yaml:"judge_category"`
	SkillPath string   `yaml:"skill_path"`
	Lenses    []string `yaml:"lenses"`
}

type lensEntry struct {
	Slug        string `yaml:"slug"`
	Max         int    `yaml:"max_score"`
	Description string `yaml:"description"`
}

// resolved is one panel merged with its base. It implements as many of the loader's
// rules as these checks need, so that they do not depend on the loader.
type resolved struct {
	file, output string
	judges       []judgeEntry
	lenses       []lensEntry
}

func resolvePanels(t *testing.T) []resolved {
	t.Helper()
	files := glob(t, "scenes/*/*.yaml")
	var out []resolved
	for _, f := range files {
		if path.Base(f) != "panel.yaml" && path.Base(path.Dir(f)) != "_base" {
			continue
		}
		out = append(out, resolvePanel(t, f))
	}
	return out
}

func resolvePanel(t *testing.T, file string) resolved {
	t.Helper()
	own := readPanel(t, file)
	r := resolved{file: file, output: own.Output, judges: own.Judges, lenses: own.Lenses}
	if own.Extends != "" {
		base := readPanel(t, own.Extends)
		if base.Extends != "" {
			t.Errorf("%s: its base %s extends another panel", file, own.Extends)
		}
		r.judges, r.lenses = slices.Clone(base.Judges), base.Lenses
	}
	for _, slug := range own.Drop {
		r.judges = slices.DeleteFunc(r.judges, func(j judgeEntry) bool { return j.Slug == slug })
	}
	for _, o := range own.Override {
		i := slices.IndexFunc(r.judges, func(j judgeEntry) bool { return j.Slug == o.Slug })
		if i < 0 {
			t.Errorf("%s: overrides %s, which its base does not have", file, o.Slug)
			continue
		}
		if o.Lenses != nil {
			r.judges[i].Lenses = o.Lenses
		}
	}
	r.judges = append(r.judges, own.Add...)
	if own.Replace != nil {
		r.lenses = own.Replace
	}
	return r
}

func readPanel(t *testing.T, file string) panelFile {
	t.Helper()
	var p panelFile
	if err := yaml.Unmarshal([]byte(readFile(t, file)), &p); err != nil {
		t.Fatalf("read panel %s: %v", file, err)
	}
	return p
}

// lensSlugs returns what the judge scores in the panel.
func (r resolved) lensSlugs(j judgeEntry) []string {
	if j.Lenses != nil {
		return j.Lenses
	}
	var all []string
	for _, l := range r.lenses {
		all = append(all, l.Slug)
	}
	return all
}

func TestEveryLensHasTwoVotes(t *testing.T) {
	for _, r := range resolvePanels(t) {
		for _, l := range r.lenses {
			n := 0
			for _, j := range r.judges {
				if j.Category == "dimension" && slices.Contains(r.lensSlugs(j), l.Slug) {
					n++
				}
			}
			if n < 2 {
				t.Errorf("%s: lens %s is scored by %d dimension judges, want two or more", r.file, l.Slug, n)
			}
			if strings.TrimSpace(l.Description) == "" {
				t.Errorf("%s: lens %s has no description", r.file, l.Slug)
			}
		}
		for _, j := range r.judges {
			for _, slug := range j.Lenses {
				if !slices.ContainsFunc(r.lenses, func(l lensEntry) bool { return l.Slug == slug }) {
					t.Errorf("%s: judge %s scores lens %s, which the panel does not have", r.file, j.Slug, slug)
				}
			}
		}
	}
}

func TestPanelsCoverTheFormats(t *testing.T) {
	got := map[string]string{}
	for _, r := range resolvePanels(t) {
		sum := 0
		for _, l := range r.lenses {
			sum += l.Max
		}
		got[r.file] = fmt.Sprintf("%s, %d judges, %d points", r.output, len(r.judges), sum)
	}
	want := map[string]string{
		"scenes/_base/venture.yaml":            "op2_6section, 8 judges, 100 points",
		"scenes/_base/research.yaml":           "op2_6section, 9 judges, 100 points",
		"scenes/meeting/panel.yaml":            "meeting_summary, 4 judges, 0 points",
		"scenes/pitch-review/panel.yaml":       "op2_6section, 9 judges, 100 points",
		"scenes/proposal-review/panel.yaml":    "op2_6section, 10 judges, 100 points",
		"scenes/proposal-review-zh/panel.yaml": "op2_6section, 10 judges, 100 points",
		"scenes/startup-contest/panel.yaml":    "workshop_ranking, 7 judges, 60 points",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("panels (-want +got):\n%s", diff)
	}
}

func TestLensEchoesRepeatTheLenses(t *testing.T) {
	for file, scene := range map[string]string{
		"examples/adversarial/lens-echo-en.md": "scenes/pitch-review/panel.yaml",
		"examples/adversarial/lens-echo-zh.md": "scenes/proposal-review-zh/panel.yaml",
	} {
		text := readFile(t, file)
		for _, l := range resolvePanel(t, scene).lenses {
			if d := strings.TrimRight(l.Description, ".。"); !strings.Contains(text, d) {
				t.Errorf("%s does not repeat lens %s of %s", file, l.Slug, scene)
			}
		}
	}
}

func TestExamplesAreSeveralPagesLong(t *testing.T) {
	for _, pattern := range []string{"examples/pitch-*", "examples/proposal-*", "examples/meeting-*"} {
		for _, f := range glob(t, pattern) {
			text := readFile(t, f)
			han, words := languages(text)
			runes := utf8.RuneCountInString(text)
			if han > words && (runes < 2500 || runes > 4500) {
				t.Errorf("%s has %d characters, want 2500 to 4500", f, runes)
			}
			if han <= words && (len(strings.Fields(text)) < 1200 || len(strings.Fields(text)) > 2500) {
				t.Errorf("%s has %d words, want 1200 to 2500", f, len(strings.Fields(text)))
			}
		}
	}
}

func TestChineseTextIsPunctuatedAsChinese(t *testing.T) {
	narrow := regexp.MustCompile(`\p{Han}[,;:?!(]|[,;:?!]\p{Han}`)
	for _, pattern := range []string{
		"SKILL.md", "judges/*/SKILL.md", "anchors/*/*.md", "anchors/*/*/*.md",
		"scenes/*/*.yaml", "examples/*.*", "examples/contest/*", "examples/adversarial/*",
	} {
		for _, f := range glob(t, pattern) {
			if at := narrow.FindString(readFile(t, f)); at != "" {
				t.Errorf("%s: %q has a narrow mark beside a Chinese character", f, at)
			}
		}
	}
}

func TestAnchorsCarryAReadmeAndMaterial(t *testing.T) {
	for _, f := range glob(t, "anchors/*/perspective/SKILL.md") {
		dir := path.Dir(path.Dir(f))
		first, _, _ := strings.Cut(readFile(t, dir+"/README.md"), "\n\n")
		if n := utf8.RuneCountInString(first); n < 80 || n > 300 || strings.HasPrefix(first, "#") {
			t.Errorf("%s/README.md: its first paragraph has %d characters, want 80 to 300 of plain text", dir, n)
		}
		if len(glob(t, dir+"/notes/*.md")) == 0 {
			t.Errorf("%s/notes has no text", dir)
		}
	}
}

// glob returns the sorted matches with slashes; none is an error.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing matches %s (%v)", pattern, err)
	}
	for i, f := range files {
		files[i] = filepath.ToSlash(f)
	}
	return files
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	if !utf8.Valid(b) || bytes.Contains(b, []byte("\r")) {
		t.Fatalf("%s is not UTF-8 with plain line ends", file)
	}
	return string(b)
}
