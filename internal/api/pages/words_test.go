package pages

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// TestWords: every key that a template names has words, each in both languages.
func TestWords(t *testing.T) {
	var text strings.Builder
	entries, err := fs.ReadDir(assets, "assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := assets.ReadFile("assets/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		text.Write(data)
	}
	for _, m := range regexp.MustCompile(`\bT "([a-z_]+)"`).FindAllStringSubmatch(text.String(), -1) {
		if _, ok := words[m[1]]; !ok {
			t.Errorf("a template names %q, which has no words", m[1])
		}
	}
	for key, pair := range words {
		if pair[0] == "" || strings.ContainsFunc(pair[0], func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			t.Errorf("%s in English: %q", key, pair[0])
		}
		if pair[1] == "" {
			t.Errorf("%s in Chinese: %q", key, pair[1])
		}
	}
}
