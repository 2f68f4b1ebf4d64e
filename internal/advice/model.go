// Package advice owns what an operator can do about faults, in words that the command
// line and the messages of jobs share. It names settings, never a command or a flag.
package advice

import (
	"cmp"

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
	return cmp.Or(f.Params["fix"], models[code])
}

// models is never changed.
var models = map[fault.Code]string{
	fault.ModelTransport:   "try again; if it stays, check the server and llm.base_url (OPENAI_BASE_URL)",
	fault.ModelHost:        "check the host in llm.base_url (OPENAI_BASE_URL) and the network",
	fault.ModelConnect:     "start the server, or correct llm.base_url (OPENAI_BASE_URL)",
	fault.ModelCertificate: "install the server's certificate authority, or correct llm.base_url",
	fault.ModelScheme:      "write http:// in llm.base_url (OPENAI_BASE_URL)",
	fault.ModelAnswerSize:  "lower the model's reply limit, and check that llm.base_url is a model server",
	fault.ModelTimeout:     "raise the time limit of a call, or use a faster model",
	fault.ModelRateLimit:   "wait, or lower the limit on calls at once",
	fault.ModelQuota:       "top up the account, or use another key or model",
	fault.ModelCredentials: "set OPENAI_API_KEY to a valid key of this server",
	fault.ModelForbidden:   "check that the account behind OPENAI_API_KEY may use this model from here",
	fault.ModelNoKey:       "set OPENAI_API_KEY",
	fault.ModelNotFound:    "check llm.model and llm.base_url (OPENAI_BASE_URL); most addresses end in /v1",
	fault.ModelRedirect:    "set llm.base_url (OPENAI_BASE_URL) to the address that the server redirects to",
	fault.ModelUnnamed:     "set llm.model (JUDGEMENT_LLM_MODEL), or a model for the judge in panel.yaml",
	fault.ModelBadRequest:  "check llm.model and the extra body fields; a field set to null is not sent",
	fault.ModelFormats:     "use another model or server",
	fault.ModelReplyCut:    "raise the limit on reply tokens; reasoning counts towards it",
	fault.ModelNoJSON:      "use a model that follows instructions; replies that wrap JSON in text are repaired, at the price of a second call",
	fault.ModelTooLong:     "use a model with a larger context, or shorten the document",
	fault.ModelTruncated:   "raise the server's context (num_ctx or OLLAMA_CONTEXT_LENGTH in Ollama, --ctx-size in llama.cpp), use a model with a larger context, or shorten the document",
	fault.ModelRefused:     "use another model, or take out what its filter objects to",
	fault.ModelUnavailable: "run it with a model first: no such call was recorded with this document, judge, panel, language and these settings; llm.replay names the folder with the records",
}
