package main_test

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// These tests check the skills of the judges in the starter workspace.

// Limits of the Agent Skills format for a body.
const (
	maxBodyLines  = 500
	maxBodyTokens = 5000
)

// The minimum lengths of an example in runes, with Chinese characters and without.
// A shorter one says too little.
const (
	minChineseQuote = 10
	minEnglishQuote = 24
)

// skillFile is the parsed SKILL.md of one judge.
type skillFile struct {
	path, folder string
	front        struct {
		Name          string            `yaml:"name"`
		Description   string            `yaml:"description"`
		License       string            `yaml:"license"`
		Compatibility string            `yaml:"compatibility"`
		Metadata      map[string]string `yaml:"metadata"`
	}
	body   string
	lenses map[string]map[string]band
}

type band struct {
	criterion string
	quotes    []quote
}

type quote struct{ text, file string }

var (
	lensHeading = regexp.MustCompile("^## .*`([a-z0-9-]+)`")
	bandLine    = regexp.MustCompile(`^- \*\*([SABCD])\*\* (.+)$`)
	quoteLine   = regexp.MustCompile(`^\s*> "(.+)" — (examples/\S+)$`)
)

var bandNames = []string{"S", "A", "B", "C", "D"}

func judgeSkills(t *testing.T) []skillFile {
	t.Helper()
	var out []skillFile
	for _, pattern := range []string{"judges/*/SKILL.md", "anchors/*/perspective/SKILL.md"} {
		for _, f := range glob(t, pattern) {
			s := readSkill(t, f)
			s.lenses = readBands(t, f, s.body)
			out = append(out, s)
		}
	}
	return out
}

func readSkill(t *testing.T, file string) skillFile {
	t.Helper()
	s := skillFile{path: file, folder: path.Base(path.Dir(file))}
	parts := strings.SplitN(readFile(t, file), "---\n", 3)
	if len(parts) != 3 || parts[0] != "" {
		t.Fatalf("%s: does not begin with front matter", file)
	}
	dec := yaml.NewDecoder(strings.NewReader(parts[1]))
	dec.KnownFields(true)
	if err := dec.Decode(&s.front); err != nil {
		t.Fatalf("%s: front matter: %v", file, err)
	}
	s.body = parts[2]
	return s
}

func readBands(t *testing.T, file, body string) map[string]map[string]band {
	t.Helper()
	out := map[string]map[string]band{}
	lens, name := "", ""
	for _, line := range strings.Split(body, "\n") {
		if strings.HasPrefix(line, "## ") {
			lens, name = "", ""
			if m := lensHeading.FindStringSubmatch(line); m != nil {
				lens = m[1]
				out[lens] = map[string]band{}
			}
		}
		if m := bandLine.FindStringSubmatch(line); m != nil && lens != "" {
			name = m[1]
			if _, twice := out[lens][name]; twice {
				t.Errorf("%s: lens %s has band %s twice", file, lens, name)
			}
			out[lens][name] = band{criterion: m[2]}
			continue
		}
		if !strings.HasPrefix(strings.TrimSpace(line), ">") {
			continue
		}
		m := quoteLine.FindStringSubmatch(line)
		if m == nil || name == "" {
			t.Errorf("%s: %q is no example of a band in the form > \"…\" — examples/…", file, line)
			continue
		}
		b := out[lens][name]
		b.quotes = append(b.quotes, quote{m[1], m[2]})
		out[lens][name] = b
	}
	return out
}

func TestSkillsKeepTheFormat(t *testing.T) {
	all := append(judgeSkills(t), readSkill(t, "SKILL.md"))
	version := regexp.MustCompile(`^\d+\.\d+\.\d+$`)
	for _, s := range all {
		t.Run(s.path, func(t *testing.T) {
			want := s.folder
			if s.path == "SKILL.md" {
				want = "judgement"
			}
			if s.front.Name != want {
				t.Errorf("name is %q, want %q as its folder", s.front.Name, want)
			}
			slug := path.Base(path.Dir(s.path))
			if slug == "perspective" {
				slug = path.Base(path.Dir(path.Dir(s.path)))
			}
			if s.path != "SKILL.md" && s.front.Metadata["judge-slug"] != slug {
				t.Errorf("metadata.judge-slug is %q, want %q", s.front.Metadata["judge-slug"], slug)
			}
			if n := utf8.RuneCountInString(s.front.Description); n == 0 || n > 1024 {
				t.Errorf("description has %d characters, want 1 to 1024", n)
			}
			if n := utf8.RuneCountInString(s.front.Compatibility); n > 500 {
				t.Errorf("compatibility has %d characters, want at most 500", n)
			}
			if !version.MatchString(s.front.Metadata["version"]) {
				t.Errorf("metadata.version is %q, want <major>.<minor>.<patch>", s.front.Metadata["version"])
			}
			if n := strings.Count(s.body, "\n"); n >= maxBodyLines {
				t.Errorf("body has %d lines, want under %d", n, maxBodyLines)
			}
			if n := tokenBound(s.body); n >= maxBodyTokens {
				t.Errorf("body has up to %d tokens, want under %d", n, maxBodyTokens)
			}
		})
	}
}

// tokenBound is an upper estimate of the tokens that a model counts: one and a half
// per Chinese character, one per three other bytes.
func tokenBound(s string) int {
	han, rest := 0, 0
	for _, r := range s {
		if unicode.Is(unicode.Han, r) {
			han++
		} else {
			rest += utf8.RuneLen(r)
		}
	}
	return han*3/2 + rest/3
}

func TestEveryScoredLensHasBandsInBothLanguages(t *testing.T) {
	skills := map[string]skillFile{}
	for _, s := range judgeSkills(t) {
		skills[s.path] = s
	}
	used := map[string]bool{}
	for _, r := range resolvePanels(t) {
		for _, j := range r.judges {
			used[j.SkillPath] = true
			s, ok := skills[j.SkillPath]
			if !ok {
				t.Errorf("%s: judge %s: there is no skill at %s", r.file, j.Slug, j.SkillPath)
				continue
			}
			for _, lens := range r.lensSlugs(j) {
				for _, problem := range lensProblems(s.lenses[lens]) {
					t.Errorf("%s: judge %s scores lens %s: %s: %s", r.file, j.Slug, lens, s.path, problem)
				}
			}
		}
	}
	for p := range skills {
		if !used[p] {
			t.Errorf("%s belongs to no panel", p)
		}
	}
}

// lensProblems lists what is missing in the bands of a lens: a criterion in both
// languages per band, an example per band, and examples from documents in both
// languages.
func lensProblems(bands map[string]band) []string {
	var out []string
	english, chinese := false, false
	for _, name := range bandNames {
		b, ok := bands[name]
		if !ok {
			out = append(out, "no band "+name)
			continue
		}
		if han, words := languages(b.criterion); han < 4 || words < 2 {
			out = append(out, fmt.Sprintf("band %s: its criterion is not in both languages", name))
		}
		if len(b.quotes) == 0 {
			out = append(out, fmt.Sprintf("band %s: no example", name))
		}
		for _, q := range b.quotes {
			han, _ := languages(q.text)
			chinese = chinese || han > 0
			english = english || han == 0
		}
	}
	if !english || !chinese {
		out = append(out, "its examples are in one language only")
	}
	return out
}

// languages counts Chinese characters and Latin words.
func languages(s string) (han, words int) {
	for _, tok := range tokens(s) {
		r, _ := utf8.DecodeRuneInString(tok)
		if unicode.Is(unicode.Han, r) {
			han++
		} else if unicode.IsLetter(r) {
			words++
		}
	}
	return han, words
}

func TestLensProblemsSeesWhatIsMissing(t *testing.T) {
	whole := func() map[string]band {
		m := map[string]band{}
		for _, n := range bandNames {
			m[n] = band{"Counted and sourced. 有计数有来源。", []quote{{"a quote", "f"}, {"一段引文", "f"}}}
		}
		return m
	}
	tests := []struct {
		name string
		edit func(map[string]band)
		want []string
	}{
		{"whole", func(map[string]band) {}, nil},
		{"no band", func(m map[string]band) { delete(m, "B") }, []string{"no band B"}},
		{"no example", func(m map[string]band) { m["C"] = band{criterion: m["C"].criterion} }, []string{"band C: no example"}},
		{"English only", func(m map[string]band) { m["D"] = band{"Nothing at all.", m["D"].quotes} }, []string{"band D: its criterion is not in both languages"}},
		{"examples in English only", func(m map[string]band) {
			for _, n := range bandNames {
				m[n] = band{m[n].criterion, m[n].quotes[:1]}
			}
		}, []string{"its examples are in one language only"}},
	}
	for _, tt := range tests {
		m := whole()
		tt.edit(m)
		if diff := cmp.Diff(tt.want, lensProblems(m)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestSkillsNameTheGradeScale(t *testing.T) {
	for _, s := range judgeSkills(t) {
		for _, share := range []string{"95 %", "85 %", "70 %", "55 %"} {
			if !strings.Contains(s.body, share) {
				t.Errorf("%s does not say which band begins at %s of a lens's maximum", s.path, share)
			}
		}
	}
}

func TestExamplesStandVerbatimInTheirFiles(t *testing.T) {
	texts := map[string]string{}
	for _, s := range judgeSkills(t) {
		for lens, bands := range s.lenses {
			for name, b := range bands {
				for _, q := range b.quotes {
					if texts[q.file] == "" {
						texts[q.file] = readFile(t, q.file)
					}
					if !strings.Contains(texts[q.file], q.text) {
						t.Errorf("%s: lens %s, band %s: %q is not in %s", s.path, lens, name, q.text, q.file)
					}
					least := minEnglishQuote
					if han, _ := languages(q.text); han > 0 {
						least = minChineseQuote
					}
					if utf8.RuneCountInString(q.text) < least {
						t.Errorf("%s: lens %s, band %s: %q is too short for an example", s.path, lens, name, q.text)
					}
				}
			}
		}
	}
}
