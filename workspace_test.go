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
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"
)

// These tests read the starter workspace from disk, as its users do, and hold
// its content to what it promises: judges with a criterion and true examples
// for every band, each in both languages and in its own words.

// Limits of the Agent Skills format for a body.
const (
	maxBodyLines  = 500
	maxBodyTokens = 5000
)

// maxShared is the share of a skill that may stand in runs of runLength tokens
// which another skill has too.
const (
	runLength = 8
	maxShared = 0.10
)

// The lengths in runes from which an example says more than a turn of phrase
// does: with Chinese characters in it, and without.
const (
	minChineseQuote = 10
	minEnglishQuote = 24
)

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

// resolved is one panel with its base merged in: enough of the loader's rules
// to check content without depending on it.
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

// skillFile is one judge's SKILL.md, taken apart.
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
				t.Errorf("name is %q, its folder wants %q", s.front.Name, want)
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

// tokenBound is a generous estimate of how many tokens a model counts: one and
// a half for each Chinese character, one for every three other bytes.
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

// lensProblems says what a lens's bands lack: a criterion in both languages for
// each band, an example for each, and examples from documents in both
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
						t.Errorf("%s: lens %s, band %s: %q does not stand in %s", s.path, lens, name, q.text, q.file)
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

func TestSkillsAreWrittenInTheirOwnWords(t *testing.T) {
	skills := judgeSkills(t)
	for _, a := range skills {
		for _, b := range skills {
			if a.path == b.path {
				continue
			}
			if got := sharedRuns(a.body, b.body); got > maxShared {
				t.Errorf("%.1f %% of %s stands in %s too, want at most %.0f %%", 100*got, a.path, b.path, 100*maxShared)
			}
		}
	}
}

// sharedRuns returns the share of a's tokens, 0 to 1, that lie in a run of
// runLength tokens which b has as well.
func sharedRuns(a, b string) float64 {
	ta, tb := tokens(a), tokens(b)
	if len(ta) == 0 {
		return 0
	}
	have := map[string]bool{}
	for i := 0; i+runLength <= len(tb); i++ {
		have[strings.Join(tb[i:i+runLength], " ")] = true
	}
	covered := make([]bool, len(ta))
	for i := 0; i+runLength <= len(ta); i++ {
		if have[strings.Join(ta[i:i+runLength], " ")] {
			for j := i; j < i+runLength; j++ {
				covered[j] = true
			}
		}
	}
	n := 0
	for _, c := range covered {
		if c {
			n++
		}
	}
	return float64(n) / float64(len(ta))
}

// tokens returns the words and numbers in lower case, and each Chinese
// character by itself.
func tokens(s string) []string {
	var out []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
			word.Reset()
		}
	}
	for _, r := range strings.ToLower(s) {
		switch {
		case unicode.Is(unicode.Han, r):
			flush()
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			word.WriteRune(r)
		default:
			flush()
		}
	}
	flush()
	return out
}

func TestSharedRuns(t *testing.T) {
	ten := "one two three four five six seven eight nine ten"
	tests := []struct {
		name, a, b string
		want       float64
	}{
		{"copy", ten, ten, 1},
		{"nothing", ten, "quite other words stand here and nothing more is said", 0},
		{"seven words only", "one two three four five six seven x", ten, 0},
		{"eight of sixteen", "one two three four five six seven eight a b c d e f g h", ten, 0.5},
		{"case and punctuation", "One, two; three: FOUR five-six “seven” eight!", ten, 1},
		{"Chinese characters", "先通读全文再逐条找", "他先通读全文再逐条核", 8.0 / 9},
		{"empty", "", ten, 0},
	}
	for _, tt := range tests {
		if got := sharedRuns(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
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
		"scenes/*/*.yaml", "examples/*.*", "examples/*/*",
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
			t.Errorf("%s/notes holds no text", dir)
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
