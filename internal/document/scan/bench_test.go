package scan

import (
	"os"
	"strings"
	"testing"
)

// BenchmarkText scans a megabyte of each language.
func BenchmarkText(b *testing.B) {
	for _, name := range []string{"pitch-good-en.md", "pitch-good-zh.md"} {
		data, err := os.ReadFile("../../../examples/" + name)
		if err != nil {
			b.Fatal(err)
		}
		text := strings.Repeat(string(data)+"\n\n", (1<<20)/len(data)+1)[:1<<20]
		text = strings.ToValidUTF8(text, "")
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Text(text)
			}
		})
	}
}
