// Package text owns small forms of bytes and text that stored files, messages and
// pages share. It knows nothing of what a text is about.
package text

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// Hash is the SHA-256 of data in hex.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Clip keeps at most n characters of a text and marks the cut with an ellipsis.
func Clip(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n]) + "…"
}

// OneLine makes each run of white space one space, and none at the ends.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// OrNull returns nil for an empty text, which JSON writes as null.
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
