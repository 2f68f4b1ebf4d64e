package outbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// secretPrefix marks a secret of Standard Webhooks.
const secretPrefix = "whsec_"

// The bounds of a secret, in bytes, as Standard Webhooks have them.
const (
	minSecret = 24
	maxSecret = 64
)

// Secrets are the keys that messages are signed with: one, or several while one
// replaces another.
type Secrets [][]byte

// ErrSecret is the cause of an error about a secret.
var ErrSecret = errors.New("a webhook secret is whsec_ and the Base64 of 24 to 64 random bytes")

// ParseSecrets reads secrets that are separated by commas. Blank ones are
// dropped. An error says which one is wrong by its number, and never shows it.
func ParseSecrets(list string) (Secrets, error) {
	var out Secrets
	for i, text := range strings.Split(list, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		coded, ok := strings.CutPrefix(text, secretPrefix)
		key, err := base64.StdEncoding.DecodeString(coded)
		if !ok || err != nil || len(key) < minSecret || len(key) > maxSecret {
			return nil, fmt.Errorf("secret %d: %w", i+1, ErrSecret)
		}
		out = append(out, key)
	}
	return out, nil
}

// Sign returns the value of the header webhook-signature: "v1," and the Base64
// of HMAC-SHA256 over id, time in seconds and body, joined by dots; one for
// each secret, separated by spaces.
func (s Secrets) Sign(id string, at time.Time, body []byte) string {
	var out []string
	for _, key := range s {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		out = append(out, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(out, " ")
}
