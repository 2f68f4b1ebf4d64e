package api

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
)

// tokens are the hashes of the accepted bearer tokens; none means that the
// service is not configured.
type tokens [][sha256.Size]byte

// readTokens splits a list of tokens at commas. Blank ones are dropped.
func readTokens(list string) tokens {
	var out tokens
	for _, t := range splitTokens(list) {
		out = append(out, sha256.Sum256([]byte(t)))
	}
	return out
}

func splitTokens(list string) []string {
	var out []string
	for t := range strings.SplitSeq(list, ",") {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// redactor takes the tokens out of what a client sends in a place that the log
// keeps, such as a path that was put together wrongly.
func redactor(list string) *strings.Replacer {
	var pairs []string
	for _, t := range splitTokens(list) {
		pairs = append(pairs, t, "[token]")
	}
	return strings.NewReplacer(pairs...)
}

// authorized reports whether the one header Authorization carries one of the
// tokens. Every token is compared, in a time that does not show which one fits
// or how nearly.
func (ts tokens) authorized(h http.Header) bool {
	lines := h["Authorization"]
	if len(lines) != 1 {
		return false
	}
	scheme, token, _ := strings.Cut(lines[0], " ")
	if asciiLower(scheme) != "bearer" {
		return false
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(token)))
	found := 0
	for i := range ts {
		found |= subtle.ConstantTimeCompare(sum[:], ts[i][:])
	}
	return found == 1
}
