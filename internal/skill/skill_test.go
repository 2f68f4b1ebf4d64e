package skill

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const good = "---\nname: clarity\ndescription: Judges whether a reader can follow.\nmetadata:\n  version: \"1.2.3\"\n  judge-slug: clear\n---\n# Clarity\n\nRead.\n"

func at(text string) fstest.MapFS {
	return fstest.MapFS{"judges/clarity/SKILL.md": {Data: []byte(text)}}
}

func TestLoad(t *testing.T) {
	s, err := Load(at(good), "judges/clarity/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "clarity" || s.JudgeSlug() != "clear" || s.Version() != "v1.2.3" || s.Body != "# Clarity\n\nRead.\n" || len(s.SHA256) != 64 || s.Warnings != nil {
		t.Errorf("%+v", s)
	}
	crlf, err := Load(at(strings.ReplaceAll(good, "\n", "\r\n")), "judges/clarity/SKILL.md")
	if err != nil || crlf.Body != s.Body || crlf.SHA256 == s.SHA256 {
		t.Errorf("with CRLF: %+v, %v", crlf, err)
	}
}

func TestLoadIsLenient(t *testing.T) {
	s, err := Load(at("---\nname: Other Name\ndescription: x\nversion: 1\nmetadata: {version: 1.0, list: [a]}\n---\n"), "judges/clarity/SKILL.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`judges/clarity/SKILL.md:2:7: name "Other Name" is not its folder's: "clarity"`,
		`judges/clarity/SKILL.md:5:11: metadata.version is no text`,
		`judges/clarity/SKILL.md:5:11: metadata.list is no text`,
	}
	if diff := cmp.Diff(want, s.Warnings); diff != "" || s.Name != "Other Name" || s.Metadata["version"] != "1.0" {
		t.Error(diff, s)
	}
}

func TestLoadProblems(t *testing.T) {
	fix := " → start the file with three lines and a fourth: ---, name: NAME, description: WHAT AND WHEN, ---"
	for name, tt := range map[string]struct{ text, want string }{
		"no front matter": {"# Title\n", "1:1: the skill has no front matter" + fix},
		"empty":           {"", "1:1: the skill has no front matter" + fix},
		"not closed":      {"---\nname: clarity\n", "1:1: the skill's front matter is not closed by a line ---" + fix},
		"no description":  {"---\nname: clarity\n---\n", "2:1: the file lacks the key \"description\" → add \"description: …\""},
		"blank":           {"---\ndescription: ''\n---\n", "2:14: description is blank → write a text, or remove the key"},
		"no YAML":         {"---\nname: a\ndescription: use when: asked\n---\n", "3:1: is not valid YAML: mapping values are not allowed in this context → check this line's indentation, quotes, brackets and colons"},
		"a list":          {"---\n- a\n---\n", "2:1: the file must be a mapping, not a list → write it as \"key: value\" lines"},
		"body":            {"---\ndescription: a\n---\nx\n\xff\n", "5:1: is not UTF-8 → save the file as UTF-8"},
		"too big":         {strings.Repeat("x", MaxSize+1), "is larger than 256 KiB → shorten it, or split it"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(at(tt.text), "judges/clarity/SKILL.md")
			if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
	if _, err := Load(at(good), "judges/clear/SKILL.md"); err == nil || !strings.Contains(err.Error(), "there is no such file") {
		t.Error(err)
	}
}

func TestLint(t *testing.T) {
	if ps := Lint(at(good), "judges/clarity/SKILL.md"); len(ps) > 0 {
		t.Error(ps)
	}
	long := strings.Repeat("d", 1025)
	text := "---\nname: -Clarity\ndescription: " + long + "\nversion: 1.2.3\nmetadata: {version: 1}\n---\n" + strings.Repeat("word\n", 5000)
	want := []string{
		"2:7: name \"-Clarity\" is not its folder's: \"clarity\" → write name: clarity, or rename the folder",
		"2:7: name has another form than a skill's: \"-Clarity\" → use a to z, 0 to 9 and single hyphens between them, at most 64 characters",
		"3:14: description has 1025 characters, 1024 are allowed → shorten it; detail belongs into the body",
		"4:1: unknown key \"version\" → move it to metadata.version, in quotes",
		"5:21: metadata.version must be a string → put the value in quotes",
		"7:1: the body has 500 lines or more → move detail into files beside it",
		"7:1: the body has about 5,000 tokens or more → move detail into files beside it",
	}
	var got []string
	for _, p := range Lint(at(text), "judges/clarity/SKILL.md") {
		got = append(got, strings.TrimPrefix(p.Error(), "judges/clarity/SKILL.md:"))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if ps := Lint(at("x"), "judges/clarity/SKILL.md"); len(ps) != 1 {
		t.Error(ps)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte("---\n---\n"))
	f.Add([]byte("---\ndescription: [\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := at(string(data))
		s, err := Load(fsys, "judges/clarity/SKILL.md")
		if err == nil && (strings.TrimSpace(s.Description) == "" || s.Name == "") {
			t.Errorf("loaded without name or description: %+v", s)
		}
		if err != nil && len(Lint(fsys, "judges/clarity/SKILL.md")) == 0 {
			t.Errorf("the strict check passes what cannot be loaded: %v", err)
		}
	})
}

// The workspace's own skill lies in a folder that may have any name.
func TestRootSkillMayHaveAnyName(t *testing.T) {
	fsys := fstest.MapFS{"SKILL.md": {Data: []byte(strings.Replace(good, "name: clarity", "name: judgement", 1))}}
	if ps := Lint(fsys, "SKILL.md"); len(ps) > 0 {
		t.Error(ps)
	}
	s, err := Load(fsys, "SKILL.md")
	if err != nil || s.Name != "judgement" || len(s.Warnings) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
}
