package text

import (
	"net/url"
	"regexp"
	"strings"
)

// hidden is in the place of what may be a secret.
const hidden = "xxxxx"

// Address is a URL as people may see it: without a user and a password, the values of a
// query other than api-version, a fragment, and parts of the path that look like keys.
func Address(raw string) string {
	u, err := url.Parse(raw)
	if at := strings.LastIndexByte(raw, '@'); at >= 0 && (err != nil || u.User == nil) {
		return hidden + raw[at:]
	}
	if err != nil {
		return "(not a URL)"
	}
	if u.User != nil {
		u.User = url.User(hidden)
	}
	if q, err := url.ParseQuery(u.RawQuery); u.RawQuery != "" && (err != nil || len(q) != 1 || q.Get("api-version") == "" || len(q.Get("api-version")) > 30) {
		u.RawQuery = hidden
	}
	if u.Fragment != "" {
		u.Fragment = hidden
	}
	parts := strings.Split(u.Path, "/")
	for i, p := range parts {
		if keyLike.MatchString(p) && strings.ContainsAny(p, "0123456789") {
			parts[i] = hidden
		}
	}
	u.Path, u.RawPath = strings.Join(parts, "/"), ""
	return u.String()
}

// keyLike matches what keys look like: a known beginning, or a long run of letters and
// digits.
var keyLike = regexp.MustCompile(`^(sk-|gsk_|pk-|xai-|AIza)|[A-Za-z0-9]{24}`)
