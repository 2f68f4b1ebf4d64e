package openai

import (
	"encoding/json"
	"strings"

	"judgement/internal/llm"
)

// cacheKeyField routes prompts that begin alike to one machine, which has the beginning
// in its cache.
const cacheKeyField = "prompt_cache_key"

// cacheKeyBytes is within what OpenAI takes, 64.
const cacheKeyBytes = 32

// addCacheKey adds the field to a call that shares its prompt's beginning with others,
// unless the server of its model refuses the field or the user sets it.
func (c *Client) addCacheKey(fields map[string]json.RawMessage, req llm.Request, sent sent) {
	if sent.shape.noCacheKey || req.Prefix == nil || c.extra[cacheKeyField] != nil {
		return
	}
	fields[cacheKeyField], _ = json.Marshal(req.Prefix.Key[:min(len(req.Prefix.Key), cacheKeyBytes)]) // text always encodes
}

// cacheKeyRefused reports whether a call failed because the server does not take the
// field, and remembers it: the call can be made again without.
func (c *Client) cacheKeyRefused(req llm.Request, sent sent, out outcome) bool {
	if sent.shape.noCacheKey || req.Prefix == nil || c.extra[cacheKeyField] != nil || out.err == nil || out.err.Status < 400 || out.err.Status >= 500 ||
		!strings.Contains(out.said.message+" "+out.said.param, cacheKeyField) {
		return false
	}
	c.shapes.learn(req.Model, func(s *shape) { s.noCacheKey = true })
	return true
}
