package yamlfile

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func lines(ps Problems) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Error())
	}
	return out
}

func TestParseProblems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", "f.yaml: is empty → write its keys"},
		{"comment only", "# nothing\n", "f.yaml: is empty → write its keys"},
		{"byte order mark", "\xef\xbb\xbfa: 1\n", "f.yaml:1:1: starts with a byte order mark → save the file as UTF-8 without a byte order mark"},
		{"UTF-16", "\xff\xfea\x00:\x00", "f.yaml:1:1: is UTF-16, not UTF-8 → save the file as UTF-8 without a byte order mark"},
		{"Latin-1", "a: 1\nbé: caf\xe9\n", "f.yaml:2:8: is not UTF-8: byte 0xe9 → save the file as UTF-8 without a byte order mark"},
		{"two documents", "a: 1\n---\na: 2\n", "f.yaml:2:1: starts a second document → keep one document a file: remove the --- line and what follows"},
		{"tab", "a:\n\tb: 1\n", "f.yaml:2:2: is not valid YAML: found character that cannot start any token → indent with spaces, not tabs"},
		{"indentation", "a: 1\nb: 2\n c: 3\nd: 4\n", "f.yaml:3:2: is not valid YAML: mapping values are not allowed in this context → check this line's indentation, quotes, brackets and colons"},
		{"open quote", "a: 1\nb: \"x\nc: 3\n", "f.yaml:2:1: is not valid YAML: found unexpected end of stream → check this line's indentation, quotes, brackets and colons"},
		{"anchor", "a: &x 1\n", "f.yaml:1:4: has an anchor (&x), which is not supported → remove the anchor and write values out where they are needed"},
		{"alias", "a: 1\nb: *y\n", "f.yaml:2:1: is not valid YAML: unknown anchor 'y' referenced → check this line's indentation, quotes, brackets and colons"},
		{"tag", "a: !!python/object x\n", "f.yaml:1:4: has a tag (!!python/object), which is not supported → remove the tag"},
		{"deep", strings.Repeat("[", 100) + strings.Repeat("]", 100), "f.yaml:1:17: is nested more than 16 levels deep → put it into fewer levels"},
		{"list", "- a\n", "f.yaml:1:1: the file must be a mapping, not a list → write it as \"key: value\" lines; valid keys: slug, scene_type"},
		{"unknown", "slgu: x\n", "f.yaml:1:1: unknown key \"slgu\" → did you mean slug?"},
		{"far from all", "zzzzzzzz: x\n", "f.yaml:1:1: unknown key \"zzzzzzzz\" → valid: slug, scene_type"},
		{"a part", "type: x\n", "f.yaml:1:1: unknown key \"type\" → did you mean scene_type?"},
		{"twice", "slug: a\nslug: b\n", "f.yaml:2:1: duplicate key \"slug\", first on line 1 → keep one of them"},
		{"key of another kind", "? [a]\n: b\n", "f.yaml:1:3: the file has a key that is a list → write a plain key"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := Parse("f.yaml", []byte(tt.text))
			f.Map("slug", "scene_type")
			got := lines(f.Problems())
			if len(got) == 0 || got[0] != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestAliasBomb(t *testing.T) {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x]\n")
	for i := 1; i < 30; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [%s*a%d]\n", i, i, strings.Repeat(fmt.Sprintf("*a%d,", i-1), 8), i-1)
	}
	f := Parse("bomb.yaml", []byte(b.String()))
	if f.Parsed() || len(f.Problems()) != maxProblems+1 {
		t.Errorf("parsed %v with %d problems", f.Parsed(), len(f.Problems()))
	}
}

func TestReaders(t *testing.T) {
	text := `word: b
text: 5
blank: " "
control: "a\e[31m"
yes: yes
n: 0x10
m: "3"
i: 2.5
big: 9
null_: null
list: x
items: [a, 1, {}]
maps:
  - k: v
  - 3
  - kk: v
`
	f := Parse("f.yaml", []byte(text))
	m := f.Map("word", "text", "blank", "control", "yes", "n", "m", "i", "big", "null_", "list", "items", "maps", "missing")
	m.Enum("word", "abc", "bcd")
	m.Text("text")
	m.Text("blank")
	m.Text("control")
	m.Bool("yes")
	m.Number("n")
	m.Number("m")
	m.Int("i", 1, 5)
	m.Int("big", 1, 5)
	m.Text("null_")
	m.Texts("list")
	if got := m.Texts("items"); len(got) != 1 || got[0].Value != "a" {
		t.Errorf("items: %v", got)
	}
	m.Maps("maps", "k")
	m.Require("missing")
	want := []string{
		`f.yaml:1:1: the file lacks the key "missing" → add "missing: …"`,
		`f.yaml:1:7: word cannot be "b" → valid: abc, bcd`,
		`f.yaml:2:7: text must be a string, not the number 5 → put it in quotes: "5"`,
		`f.yaml:3:8: blank is blank → write a text, or remove the key`,
		`f.yaml:4:10: control has a control character → remove it`,
		`f.yaml:5:6: yes must be true or false: YAML 1.2 reads yes as text → write true or false`,
		`f.yaml:6:4: n must be a plain decimal number, not 0x10 → write a plain decimal number without quotes, such as 20 or 7.5`,
		`f.yaml:7:4: m must be a number, not the text "3" → write a plain decimal number without quotes, such as 20 or 7.5`,
		`f.yaml:8:4: i must be a whole number from 1 to 5, not 2.5 → write a whole number from 1 to 5`,
		`f.yaml:9:6: big must be a whole number from 1 to 5, not 9 → write a whole number from 1 to 5`,
		`f.yaml:10:8: null_ must be a string, not empty (null) → write a text`,
		`f.yaml:11:7: list must be a list, not the text "x" → write it as "- …" lines, or [] for none`,
		`f.yaml:12:12: items[1] must be a string, not the number 1 → put it in quotes: "1"`,
		`f.yaml:12:15: items[2] must be a string, not a mapping → write a text`,
		`f.yaml:15:5: maps[1] must be a mapping, not the number 3 → write it as "key: value" lines; valid keys: k`,
		`f.yaml:16:5: unknown key "kk" → did you mean k?`,
	}
	if diff := cmp.Diff(want, lines(f.Problems())); diff != "" {
		t.Error(diff)
	}
}

// TestTruthValues: what to do about a word depends on how it is written.
func TestTruthValues(t *testing.T) {
	f := Parse("f.yaml", []byte("a: No\nb: 'yes'\nc: \"true\"\nd: ja\ne: 1\nf: TRUE\n"))
	m := f.Map("a", "b", "c", "d", "e", "f")
	for _, key := range m.Keys() {
		m.Bool(key)
	}
	want := []string{
		`f.yaml:1:4: a must be true or false: YAML 1.2 reads No as text → write true or false`,
		`f.yaml:2:4: b must be true or false, not the text "yes" → write true or false, without quotes`,
		`f.yaml:3:4: c must be true or false, not the text "true" → write true or false, without quotes`,
		`f.yaml:4:4: d must be true or false, not the text "ja" → write true or false`,
		`f.yaml:5:4: e must be true or false, not the number 1 → write true or false, without quotes`,
	}
	if diff := cmp.Diff(want, lines(f.Problems())); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
}

func TestGoodValues(t *testing.T) {
	f := Parse("f.yaml", []byte("w: 二\nb: true\nn: 7.50\ni: 1e2\nl: [x, 'y']\n"))
	m := f.Map("w", "b", "n", "i", "l")
	n, _ := m.Number("n")
	if m.Text("w") != "二" || !m.Bool("b") || n != "7.50" || m.Int("i", 0, 100) != 100 || len(m.Texts("l")) != 2 || f.Problems().Err() != nil {
		t.Errorf("%+v", f.Problems())
	}
}

func TestReadRefusesWhatIsNoSmallFile(t *testing.T) {
	fsys := fstest.MapFS{
		"big.yaml":   {Data: make([]byte, MaxSize+1)},
		"dir/x.yaml": {Data: []byte("a: 1")},
	}
	for name, want := range map[string]string{
		"big.yaml":  "big.yaml: is larger than 1024 KiB → shorten it, or split it",
		"dir":       "dir: is not a regular file → move it away and put a file there",
		"none.yaml": "none.yaml: there is no such file → create it, or correct the path that leads here",
		"../x":      "../x: cannot be read: invalid argument",
	} {
		if got := Read(fsys, name).Problems().Error(); got != want && name != "../x" || got == "" {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestManyProblemsAreCut(t *testing.T) {
	f := Parse("f.yaml", []byte(strings.Repeat("- 1\n", 10)))
	f.Map("a")
	g := Parse("g.yaml", []byte("l: ["+strings.Repeat("1,", 1000)+"]"))
	g.Map("l").Texts("l")
	if ps := g.Problems(); len(ps) != maxProblems+1 || !strings.Contains(ps[maxProblems].Message, "950 more") {
		t.Errorf("%d problems, last %v", len(ps), ps[len(ps)-1])
	}
	var keys strings.Builder
	for i := range 2 * maxProblems {
		fmt.Fprintf(&keys, "k%d: 1\n", i)
	}
	h := Parse("h.yaml", []byte(keys.String()))
	h.Map("a")
	if ps := h.Problems().Sorted(); !strings.Contains(ps[len(ps)-1].Message, "more problems") {
		t.Errorf("sorted again, the last is %v", ps[len(ps)-1])
	}
}

func TestNearest(t *testing.T) {
	valid := []string{"man", "slug", "scene_type", "anchor_judge", "report", "ranking"}
	for s, want := range map[string]string{
		"slgu": "slug", "SLUG": "slug", "slugs": "slug", "anchor": "anchor_judge", "reprot": "report", "rank": "ranking",
		"zzzz": "", "": "", "a": "", strings.Repeat("slug", 100): "",
	} {
		if got, _ := Nearest(s, valid); got != want {
			t.Errorf("Nearest(%.20q) = %q, want %q", s, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"slug: a\nlist: [1, x]\nmap: {k: v}\n", "\xff", "a: &x [*x]", "--- \n...\n---\n", "? {a: b}\n: c", "<<: {a: b}",
		"a: |\n  x\n", "a: !!binary aGk=", "{", "a: \"\\x00\"", "0: [:!00 \xef", "- - - - - -", "%YAML 9.9\n---\na: b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file := Parse("f.yaml", data)
		m := file.Map("slug", "list", "map", "a")
		m.Require("slug")
		m.Text("slug")
		m.Texts("list")
		m.Maps("list", "k")
		m.Map("map", "k").Int("k", 0, 3)
		m.Bool("a")
		m.Number("a")
		for _, p := range file.Problems() {
			if p.File != "f.yaml" || p.Message == "" || p.Line > 0 && p.Column < 1 || strings.ContainsRune(p.Error(), '\x1b') {
				t.Errorf("bad problem %+v", p)
			}
		}
		if !file.Parsed() && len(file.Problems()) == 0 {
			t.Error("not parsed, and no problem listed")
		}
	})
}

// Finding the line of a syntax error parses no more than a bounded number of
// bytes again, however many lines the file has.
func BenchmarkSyntaxError(b *testing.B) {
	for _, size := range []int{1 << 10, 16 << 10, 256 << 10} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			text := strings.Repeat("key: [value, value]\n", size/20) + "broken: \"no end\nmore: 1\n"
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if f := Parse("f.yaml", []byte(text)); f.Parsed() {
					b.Fatal("parsed")
				}
			}
		})
	}
}
