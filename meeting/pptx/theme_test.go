package pptx

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLoadTheme(t *testing.T) {
	logo, err := os.ReadFile("testdata/logo.png")
	if err != nil {
		t.Fatal(err)
	}
	load := func(text string) (Theme, error) {
		return LoadTheme(fstest.MapFS{
			"themes/t.yaml": {Data: []byte(text)}, "brand/logo.png": {Data: logo}, "brand/notes.txt": {Data: []byte("no picture")},
			"brand/huge.png": {Data: make([]byte, maxLogo+1)},
		}, "themes/t.yaml")
	}
	got, err := load("colors: {accent: \"#0b3d2e\", cover: 202020}\nfonts: {latin: Georgia, east_asian: 思源黑体}\nlogo: brand/logo.png\n")
	if err == nil {
		t.Error("a number was taken for a colour")
	}
	got, err = load("schema: 1\ncolors: {accent: \"#0b3d2e\", cover: \"202020\"}\nfonts: {latin: Georgia, east_asian: 思源黑体}\nlogo: brand/logo.png\n")
	if err != nil {
		t.Fatal(err)
	}
	if got.Colours["accent"] != "0B3D2E" || got.Colours["cover"] != "202020" || got.Colours["text"] != DefaultTheme().Colours["text"] || got.Fonts["east_asian"] != "思源黑体" || got.Logo == nil || got.Logo.Width != 64 || got.Logo.Ext != "png" {
		t.Errorf("got %+v", got)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"unknown key":      {"colour: {}\n", "colors"},
		"unknown colour":   {"colors: {acent: \"#0b3d2e\"}\n", "accent"},
		"no colour":        {"colors: {accent: red}\n", `colors.accent is no colour: "red"`},
		"font":             {"fonts: {latin: \"Arial\\\"/><evil\"}\n", "fonts.latin is no font name"},
		"faint":            {"colors: {text: \"#cccccc\"}\n", "colors.text on colors.background has a contrast of 1.6 : 1"},
		"faint, its line":  {"colors:\n  background: \"#ffffff\"\n  text: \"#cccccc\"\n", "t.yaml:3:9: colors.text on colors.background"},
		"faint background": {"colors:\n  muted: \"#56606e\"\n  band: \"#1c2430\"\n", "t.yaml:3:9: colors.text on colors.band"},
		"outside":          {"logo: ../../etc/passwd\n", "leaves the workspace"},
		"absolute":         {"logo: /etc/passwd\n", "leaves the workspace"},
		"missing":          {"logo: brand/none.png\n", "there is no such file"},
		"no picture":       {"logo: brand/notes.txt\n", "is no PNG or JPEG picture"},
		"huge":             {"logo: brand/huge.png\n", "logo"},
		"no file":          {"\x00", "t.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := load(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), "themes/t.yaml") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func TestDefaultThemeIsReadable(t *testing.T) {
	if _, err := LoadTheme(fstest.MapFS{"t.yaml": {Data: []byte("schema: 1\n")}}, "t.yaml"); err != nil {
		t.Error(err) // the contrast of its colours is checked
	}
}

func FuzzRenderText(f *testing.F) {
	f.Add("a title", "some text", 3)
	f.Add("长长长长", "😀\u200d😀\u0000<&>", 40)
	f.Fuzz(func(t *testing.T, a, b string, n int) {
		paras := words(n%2 == 0, strings.Repeat(a, min(max(n, 1), 50)), b, a+b)
		got := fit(paras, 4, 1.2, 18)
		total := 0
		for i := range got.paras {
			total += got.paras[i].lines(got.size, 4)
		}
		if most := room(got.size, 1.2, len(got.paras)); total > most {
			t.Errorf("%d lines of %d at %v", total, most, got.size)
		}
	})
}
