package llm

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// FormerSHA256 is PromptSHA256 of the same call in earlier releases; empty: it has not
// changed.
func FormerSHA256(model string, req Request) string {
	former := req
	former.Schema = req.FormerSchema
	if len(former.Schema.JSON) == 0 || string(former.Schema.JSON) == string(req.Schema.JSON) {
		return ""
	}
	return PromptSHA256(model, former)
}

// PromptSHA256 names what goes over the wire, in lower-case hex: the model as it
// is asked for, messages, schema, reply limit, temperature and seed. The random
// mark of the request names nothing, so that the same document asked again in
// another review has the same name. Every part is preceded by its length, so
// that no two prompts share a name by moving text from one part to another.
func PromptSHA256(model string, req Request) string {
	h := sha256.New()
	number := func(n int) { h.Write(binary.BigEndian.AppendUint64(nil, uint64(n))) }
	part := func(s string) {
		number(len(s))
		h.Write([]byte(s))
	}
	part(model)
	for _, m := range req.Messages {
		part(string(m.Role))
		pieces := []string{m.Content}
		if req.Mark != "" {
			pieces = strings.Split(m.Content, req.Mark)
		}
		number(len(pieces))
		for _, p := range pieces {
			part(p)
		}
	}
	part(req.Schema.Name)
	part(string(req.Schema.JSON))
	part(fmt.Sprint(req.MaxTokens, req.Temperature, req.Seed))
	return hex.EncodeToString(h.Sum(nil))
}
