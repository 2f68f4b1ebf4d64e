package format

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"unicode"
)

// HashFiles names the wording of embedded files: SHA-256 over all of them, in
// hex.
func HashFiles(files embed.FS, names ...string) string {
	h := sha256.New()
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded: can't be missing
		}
		h.Write(b)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// languages names the reply's language to the model.
var languages = map[string]string{"en": "English", "zh": "Simplified Chinese (简体中文)"}

// LanguageName is a reply's language as models are told of it; empty for one that
// is not known.
func LanguageName(language string) string { return languages[language] }

// languageOf returns zh for a text that is mostly Chinese, else en.
func languageOf(text string) string {
	han, letters := 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.IsLetter(r):
			letters++
		}
	}
	// A Chinese word has about two characters, an English one about five letters.
	if han*5 > letters*2 {
		return "zh"
	}
	return "en"
}
