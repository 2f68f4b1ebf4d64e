package openai_test

import (
	"testing"

	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
)

// TestCacheKey: calls that share a prompt's beginning name it, unless the server of the
// model refuses the field, which costs one call, or the user has set it.
func TestCacheKey(t *testing.T) {
	const key = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	for _, tt := range []struct {
		name   string
		refuse []string
		prefix *llm.Prefix
		extra  map[string]any
		want   string // of the last call
		calls  int    // of two requests
	}{
		{"sent", nil, &llm.Prefix{Key: key}, nil, key[:32], 2},
		{"nothing is shared", nil, nil, nil, "", 2},
		{"refused", []string{"prompt_cache_key"}, &llm.Prefix{Key: key}, nil, "", 3},
		{"the user's own", nil, &llm.Prefix{Key: key}, map[string]any{"prompt_cache_key": "mine"}, "mine", 2},
		{"left out by the user", nil, &llm.Prefix{Key: key}, map[string]any{"prompt_cache_key": nil}, "", 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var last string
			s := start(t, fakeserver.Options{Refuse: tt.refuse, OnRequest: func(r fakeserver.Request) { last = r.CacheKey }})
			c := connect(t, s, func(o *openai.Options) { o.ExtraBody = tt.extra })
			for _, judge := range []string{"a", "b"} {
				req := scoreRequest(judge)
				req.Prefix = tt.prefix
				if _, err := c.Complete(t.Context(), req); err != nil {
					t.Fatal(err)
				}
			}
			if n := s.Counters().Calls; last != tt.want || n != tt.calls {
				t.Errorf("key %q in %d calls, want %q in %d", last, n, tt.want, tt.calls)
			}
			if mode, known := c.Mode(""); mode != openai.StrictSchema || !known {
				t.Errorf("the reply format became %s", mode)
			}
		})
	}
}
