package document

import (
	"context"
	"strings"
	"testing"
)

func BenchmarkRead(b *testing.B) {
	text := strings.Repeat(english+"\n"+simplified+"\n\n", 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(context.Background(), "a.md", []byte(text), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
