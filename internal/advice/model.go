// Package advice owns what an operator can do about faults, in words that the command
// line and the messages of jobs share. It names settings, never a command or a flag.
package advice

import (
	"cmp"
	"strconv"
	"strings"

	"judgement/internal/fault"
)

// Model is what to do about a fault of a model, or one that a fault of a model caused.
// It is empty for others.
func Model(f *fault.Error) string {
	code := f.Code
	if cause := f.Params["cause"]; cause != "" {
		code = fault.Code(cause)
	}
	// Faults that were stored with their advice keep it.
	return cmp.Or(f.Params["fix"], ofProvider(f, models[code]))
}

// ofProvider names the settings of the provider that failed, which the fault has as
// parameters if it is not openai.
func ofProvider(f *fault.Error, fix string) string {
	address := f.Params["address"]
	if address == "" {
		return fix
	}
	key := cmp.Or(f.Params["key_env"], "key_env of the provider, and the variable that it names,")
	return strings.NewReplacer("OPENAI_API_KEY", key, "llm.base_url (OPENAI_BASE_URL)", address, "llm.base_url", address).Replace(fix)
}

// LargerContext is what to do if a prompt does not fit.
const LargerContext = "raise the server's context (OLLAMA_CONTEXT_LENGTH or num_ctx in Ollama, --ctx-size in llama.cpp, --max-model-len in vLLM, the context length of the loaded model in LM Studio), use a model with a larger context (JUDGEMENT_LLM_MODEL)"

// Shorter reports whether a shorter document helps against fault.DocumentTooLong: not if
// it has fewer tokens than are too many.
func Shorter(f *fault.Error) bool {
	own, unknown := strconv.Atoi(f.Params["own"])
	over, err := strconv.Atoi(f.Params["over"])
	return unknown != nil || err != nil || own > over
}

const orShorten = ", or shorten the document"

// models is never changed.
var models = map[fault.Code]string{
	fault.ModelTransport:   "try again; if it stays, check the server and llm.base_url (OPENAI_BASE_URL), or ask for replies in another format with llm.reply_format (JUDGEMENT_LLM_REPLY_FORMAT), such as text",
	fault.ModelHost:        "check the host in llm.base_url (OPENAI_BASE_URL) and the network",
	fault.ModelConnect:     "start the server, or correct llm.base_url (OPENAI_BASE_URL); if it is a proxy, correct HTTPS_PROXY or HTTP_PROXY, or name the server's host in NO_PROXY",
	fault.ModelCertificate: "name the file of the server's certificate, or of its authority, in SSL_CERT_FILE, or correct llm.base_url (OPENAI_BASE_URL)",
	fault.ModelProxy:       "give HTTPS_PROXY or HTTP_PROXY a proxy that may reach the server, with user:password@ before its host if it asks for them, or name the server's host in NO_PROXY",
	fault.ModelScheme:      "write http:// in llm.base_url (OPENAI_BASE_URL) for a server without https, and https:// for one with it",
	fault.ModelAnswerSize:  "lower llm.max_reply_tokens (JUDGEMENT_LLM_MAX_REPLY_TOKENS), and check that llm.base_url (OPENAI_BASE_URL) is a model server",
	fault.ModelTimeout:     "for a slow server raise llm.timeout (JUDGEMENT_LLM_TIMEOUT), such as to 10m, lower llm.concurrency (JUDGEMENT_LLM_CONCURRENCY) to the number of calls that it answers at once, such as 1, and lower llm.max_reply_tokens (JUDGEMENT_LLM_MAX_REPLY_TOKENS); or use a faster model",
	fault.ModelRateLimit:   "wait, or lower llm.concurrency (JUDGEMENT_LLM_CONCURRENCY) or set llm.calls_per_minute (JUDGEMENT_LLM_CALLS_PER_MINUTE)",
	fault.ModelQuota:       "top up the account, or use another key or model; if the server counts the longest reply, lower llm.max_reply_tokens (JUDGEMENT_LLM_MAX_REPLY_TOKENS)",
	fault.ModelCredentials: "set OPENAI_API_KEY to a valid key of this server; if it wants the key in another header than Authorization, name that in llm.key_header (JUDGEMENT_LLM_KEY_HEADER)",
	fault.ModelForbidden:   "check that the account behind OPENAI_API_KEY may use this model from here",
	fault.ModelNoKey:       "set OPENAI_API_KEY",
	fault.ModelNotFound:    "check llm.model (JUDGEMENT_LLM_MODEL) and llm.base_url (OPENAI_BASE_URL); most addresses end in /v1",
	fault.ModelRedirect:    "set llm.base_url (OPENAI_BASE_URL) to the address that the server redirects to",
	fault.ModelUnnamed:     "set llm.model (JUDGEMENT_LLM_MODEL), or a model for the judge in panel.yaml",
	fault.ModelBadRequest:  "check llm.model (JUDGEMENT_LLM_MODEL), and take the field that the server names out with llm.extra_body (JUDGEMENT_LLM_EXTRA_BODY): a field set to null is not sent",
	fault.ModelFormats:     "leave llm.reply_format (JUDGEMENT_LLM_REPLY_FORMAT) empty or set it to text, or use another model or server",
	fault.ModelReplyCut:    "raise llm.max_reply_tokens (JUDGEMENT_LLM_MAX_REPLY_TOKENS): reasoning counts towards it; if the context leaves no more room, raise the server's context",
	fault.ModelNoJSON:      "use a model that follows instructions; replies that wrap JSON in text are repaired, at the price of a second call",
	fault.ModelTooLong:     LargerContext + orShorten,
	fault.ModelMinuteLimit: "shorten the document, lower llm.max_reply_tokens (JUDGEMENT_LLM_MAX_REPLY_TOKENS), or use a model or an account with a higher limit per minute",
	fault.ModelTruncated:   LargerContext + orShorten,
	fault.ModelRefused:     "use another model (JUDGEMENT_LLM_MODEL), or take out what its filter objects to",
	fault.ModelUnavailable: "run it with a model first, or put back what differs: a recorded reply answers only the same document, judge, panel, language and settings; llm.replay names the folder with the records",
}
