package openai

import (
	"testing"
)

// TestLimitsIn: what servers say of lengths, in the words of each.
func TestLimitsIn(t *testing.T) {
	tests := []struct {
		name string
		said serverError
		want limits
	}{
		{"vLLM", serverError{message: "This model's maximum context length is 4096 tokens. However, you requested 5313 tokens (1217 in the messages, 4096 in the completion)."}, limits{context: 4096, prompt: 1217}},
		{"vLLM, too large", serverError{message: "'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 4096 tokens and your request has 1217 input tokens (4096 > 4096 - 1217)."}, limits{context: 4096, prompt: 1217}},
		{"vLLM, at least", serverError{message: "This model's maximum context length is 128000 tokens. However, you requested 65535 output tokens and your prompt contains at least 62466 input tokens, for a total of at least 128001 tokens."}, limits{context: 128000}},
		{"SGLang", serverError{message: "Requested token count exceeds the model's maximum context length of 4096 tokens. You requested a total of 5313 tokens: 1217 tokens from the input messages and 4096 tokens for the completion."}, limits{context: 4096, prompt: 1217}},
		{"SGLang, prompt", serverError{message: "The input (5313 tokens) is longer than the model's context length (4096 tokens)."}, limits{context: 4096, prompt: 5313}},
		{"llama.cpp", serverError{message: "the request exceeds the available context size, try increasing it", context: 4096, prompt: 5313}, limits{context: 4096, prompt: 5313}},
		{"llama.cpp, text", serverError{message: "request (5313 tokens) exceeds the available context size (4096 tokens), try increasing it"}, limits{context: 4096, prompt: 5313}},
		{"llama-cpp-python", serverError{message: "Requested tokens (5313) exceed context window of 2048"}, limits{context: 2048, prompt: 5313}},
		{"OpenAI, old", serverError{message: "This model's maximum context length is 8192 tokens. However, your messages resulted in 8202 tokens."}, limits{context: 8192, prompt: 8202}},
		{"Claude", serverError{message: "prompt is too long: 210000 tokens > 200000 maximum"}, limits{context: 200000, prompt: 210000}},
		{"Claude, both", serverError{message: "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000, decrease input length or `max_tokens` and try again"}, limits{context: 200000, prompt: 199000}},
		{"Claude, reply", serverError{message: "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude"}, limits{reply: 64000}},
		{"Gemini", serverError{message: "The input token count (1200293) exceeds the maximum number of tokens allowed (1048576)."}, limits{context: 1048576, prompt: 1200293}},
		{"Mistral", serverError{message: "Prompt contains 35000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}, limits{context: 32768, prompt: 35000}},
		{"DeepSeek, reply", serverError{message: "Invalid max_tokens value, the valid range of max_tokens is [1, 8192]"}, limits{reply: 8192}},
		{"DashScope, reply", serverError{message: "Range of max_tokens should be [1, 2048]"}, limits{reply: 2048}},
		{"Groq, reply", serverError{message: "`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model"}, limits{reply: 8192}},
		{"OpenAI, reply", serverError{message: "max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000."}, limits{reply: 16384}},
		{"LM Studio", serverError{message: "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096)."}, limits{context: 4096, prompt: 13055}},
		{"a minute, too large", serverError{message: "Request too large on tokens per minute (TPM): Limit 6000, Requested 7204, please reduce"}, limits{context: 6000, prompt: 3108, perMinute: true}},
		{"a minute, to be waited for", serverError{message: "Rate limit reached on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s."}, limits{}},
		{"something else", serverError{message: "The model 4096 does not exist"}, limits{}},
		{"no numbers of tokens", serverError{message: "maximum context length is 99999999999999999999 tokens, context length is -5"}, limits{}},
	}
	for _, tt := range tests {
		if got := limitsIn(tt.said, 4096); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

// FuzzShorter: a call that is too long is sent again with less, or not at all, and never
// with less than a reply needs.
func FuzzShorter(f *testing.F) {
	f.Add("maximum context length is 4096 tokens (1217 in the messages)", 4096)
	f.Add("max_tokens: 5 > 3", 4096)
	f.Fuzz(func(t *testing.T, message string, sent int) {
		l := limitsIn(serverError{message: message}, sent)
		if next := shorter(l, sent); next != 0 && (next >= sent || l.reply == 0 && next < 512) {
			t.Errorf("%+v after %d: %d", l, sent, next)
		}
	})
}
