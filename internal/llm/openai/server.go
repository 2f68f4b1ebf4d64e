package openai

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// Server is a kind of model server, with what to set for it. docs/models.md has a section
// for each, and a test compares both.
type Server struct {
	Slug, Name string
	Settings   []Setting // two or three
	Context    string    // how its context is raised; empty: each model has one that is fixed
	Limits     []string  // what to know of it
	// Real is what was checked with the program itself; empty: it is simulated from its
	// documentation alone.
	Real string

	hosts   []string // ends of the host's name
	owners  []string // owned_by in its list of models
	headers []string // of its answers
	ports   []string // where it listens by default, if no other server does
	mode    Mode     // the response format to begin with; empty: the best
}

// Setting is a variable with what to set it to; what is in <> is the user's own.
type Setting struct{ Variable, Value string }

const (
	baseURL  = "OPENAI_BASE_URL"
	apiKey   = "OPENAI_API_KEY"
	modelVar = "JUDGEMENT_LLM_MODEL"
)

// at are the settings of a server at an address. Without a key it needs none.
func at(address, key, model string) []Setting {
	out := []Setting{{baseURL, address}, {modelVar, model}}
	if key != "" {
		out = slices.Insert(out, 1, Setting{apiKey, key})
	}
	return out
}

// Servers are the kinds of model server that are known, in the order in which an answer
// is compared with them.
func Servers() []Server {
	return []Server{
		{
			Slug: "ollama", Name: "Ollama", Settings: at("http://127.0.0.1:11434/v1", "", "<name in 'ollama list'>"),
			Context: "start it with OLLAMA_CONTEXT_LENGTH=16384, or put PARAMETER num_ctx 16384 into the Modelfile",
			Limits: []string{
				"It cuts a prompt that is longer than its context and does not say so. The default is 4,096 tokens on small machines, which is too small for the built-in scenes. The cut shows in the tokens that it counts: such a judge fails.",
				"Calls beyond OLLAMA_NUM_PARALLEL wait: set JUDGEMENT_LLM_CONCURRENCY to the same number.",
			},
			owners: []string{"library"}, ports: []string{"11434"},
		},
		{
			Slug: "lm-studio", Name: "LM Studio", Settings: at("http://127.0.0.1:1234/v1", "", "<identifier of the loaded model>"),
			Context: "load the model with a larger context length",
			Limits: []string{
				"The context is chosen when the model is loaded, by default 4,096 tokens, which is too small for the built-in scenes.",
				"An address without /v1 answers 200 with an error text.",
			},
			owners: []string{"organization_owner"}, ports: []string{"1234"},
		},
		{
			Slug: "vllm", Name: "vLLM", Settings: at("http://127.0.0.1:8000/v1", "<value of --api-key, if it has one>", "<name in --served-model-name>"),
			Context: "start it with a larger --max-model-len",
			Limits: []string{
				"It refuses a call whose prompt and reply limit together are longer than its context. The reply limit is lowered then.",
				"Chat templates without a system role, such as Gemma's, get the instructions in the first message of the user.",
			},
			owners: []string{"vllm"},
		},
		{
			Slug: "llama-cpp", Name: "llama.cpp", Settings: at("http://127.0.0.1:8080/v1", "", "<any name; it serves one model>"),
			Context: "start llama-server with a larger --ctx-size; --parallel divides it between the slots",
			Real:    "test calls, refusals, and a whole review of one judge",
			Limits: []string{
				"The context is per slot: --ctx-size divided by --parallel. Set JUDGEMENT_LLM_CONCURRENCY to the number of slots.",
				"Models below some 3 billion parameters fill a review's schema, but their scores and quotes are worth little: SmolLM2-135M gave a whole review of one judge in 3 to 7 minutes on one busy core, without a proven quote.",
			},
			owners: []string{"llamacpp"}, headers: []string{"Server: llama.cpp"},
		},
		{
			Slug: "sglang", Name: "SGLang", Settings: at("http://127.0.0.1:30000/v1", "<value of --api-key, if it has one>", "<name in --served-model-name>"),
			Context: "start it with a larger --context-length",
			Limits:  []string{"It refuses a call whose prompt and reply limit together are longer than its context. The reply limit is lowered then."},
			owners:  []string{"sglang"},
		},
		{
			Slug: "litellm", Name: "LiteLLM", Settings: at("http://127.0.0.1:4000/v1", "<a virtual key or the master key>", "<model_name in config.yaml>"),
			Limits: []string{
				"It passes on what the provider behind it answers, with litellm. and the name of an error before the text.",
				"Set drop_params: true in its config.yaml, so that it leaves out what a provider does not take.",
			},
			Real:    "test calls and refusals, in front of llama.cpp",
			headers: []string{"X-Litellm-Version", "X-Litellm-Call-Id"},
		},
		{
			Slug: "azure", Name: "Azure OpenAI", Settings: at("https://<resource>.openai.azure.com/openai/v1", "<key of the resource>", "<name of the deployment>"),
			Limits: []string{
				"The model is the name of the deployment, not of the model.",
				"Classic addresses, https://<resource>.openai.azure.com/openai/deployments/<deployment>?api-version=2024-10-21, work too.",
				"The key goes out in the header api-key. For a gateway with another host set JUDGEMENT_LLM_KEY_HEADER=api-key.",
				"Its content filter may refuse a document: such a judge is marked as refused.",
			},
			hosts: []string{".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"},
		},
		{
			Slug: "gemini", Name: "Gemini", Settings: at("https://generativelanguage.googleapis.com/v1beta/openai", "<key of Google AI Studio>", "<model, such as gemini-2.5-flash>"),
			Limits: []string{
				"The address has no /v1 at its end.",
				"A limit per minute is waited for; its text is the one of an empty account, with 'Please retry in'.",
				"Thinking counts as reply: set JUDGEMENT_LLM_MAX_REPLY_TOKENS=16384 if replies are cut.",
			},
			hosts: []string{"generativelanguage.googleapis.com", "aiplatform.googleapis.com"},
		},
		{
			Slug: "claude", Name: "Claude", Settings: at("https://api.anthropic.com/v1", "<key of the Claude Console>", "<model, such as claude-sonnet-4-5>"),
			Limits: []string{
				"This is its compatibility endpoint: it ignores response_format, seed and prompt caching. Better: Anthropic's own API, llm.provider anthropic (docs/anthropic.md).",
			},
			hosts: []string{"api.anthropic.com"}, headers: []string{"Anthropic-Organization-Id"}, mode: Text,
		},
		{
			Slug: "deepseek", Name: "DeepSeek", Settings: at("https://api.deepseek.com/v1", "<key of the platform>", "<model, such as deepseek-chat>"),
			Limits: []string{
				"It knows json_object but no json_schema; this is found out with the first calls, which cost nothing.",
				"Under load it answers with empty lines until the reply comes: raise JUDGEMENT_LLM_TIMEOUT if calls time out.",
			},
			hosts: []string{"api.deepseek.com"},
		},
		{
			Slug: "groq", Name: "Groq", Settings: at("https://api.groq.com/openai/v1", "<key of the console>", "<model, such as openai/gpt-oss-120b>"),
			Limits: []string{
				"Prompt and reply limit together count towards the tokens per minute: a call above the limit is refused. The reply limit is lowered then.",
				"A reply that breaks the schema is refused by the server; it is asked again with the schema in the prompt.",
			},
			hosts: []string{"api.groq.com"}, owners: []string{"Groq"},
		},
		{
			Slug: "mistral", Name: "Mistral", Settings: at("https://api.mistral.ai/v1", "<key of the console>", "<model, such as mistral-large-latest>"),
			Limits: []string{"It refuses fields that it does not know, such as seed; they are left out then."},
			hosts:  []string{"api.mistral.ai"}, owners: []string{"mistralai"},
		},
		{
			Slug: "openrouter", Name: "OpenRouter", Settings: at("https://openrouter.ai/api/v1", "<key>", "<author/model, such as openai/gpt-5-mini>"),
			Limits: []string{
				"Providers behind one model differ in context and formats. An error of a provider comes with status 200 or 502.",
				"It reserves the reply limit from the credits: lower JUDGEMENT_LLM_MAX_REPLY_TOKENS if few are left.",
			},
			hosts: []string{"openrouter.ai"},
		},
		{
			Slug: "openai", Name: "OpenAI", Settings: at("https://api.openai.com/v1", "<key>", "<model, such as gpt-5-mini>"),
			Limits: []string{
				"Models that reason take no temperature; their reasoning counts as reply: set JUDGEMENT_LLM_MAX_REPLY_TOKENS=16384 if replies are cut.",
			},
			hosts: []string{"api.openai.com"}, headers: []string{"Openai-Organization"},
		},
	}
}

// Recognise says what kind of server answers at an address: by its host, else by what it
// answered to the list of models, else by its port; nil: unknown.
func Recognise(address string, header http.Header, models []listed) *Server {
	u, err := url.Parse(address)
	if err != nil {
		return nil
	}
	all := Servers()
	for _, known := range []func(Server) bool{
		func(s Server) bool {
			return slices.ContainsFunc(s.hosts, func(h string) bool {
				return u.Hostname() == h || strings.HasSuffix(u.Hostname(), "."+strings.TrimPrefix(h, "."))
			})
		},
		func(s Server) bool {
			return slices.ContainsFunc(s.headers, func(h string) bool { return has(header, h) })
		},
		func(s Server) bool {
			return slices.ContainsFunc(models, func(m listed) bool { return slices.Contains(s.owners, m.owner) })
		},
		func(s Server) bool { return slices.Contains(s.ports, u.Port()) },
	} {
		if i := slices.IndexFunc(all, known); i >= 0 {
			return &all[i]
		}
	}
	return nil
}

// hosted reports whether a company serves models at an address. All of these need a key.
func hosted(address string) bool {
	s := Recognise(address, nil, nil)
	return s != nil && len(s.hosts) > 0
}

// has reports a header by its name, or by its name and value.
func has(header http.Header, wanted string) bool {
	name, value, whole := strings.Cut(wanted, ": ")
	if whole {
		return header.Get(name) == value
	}
	return header.Get(name) != ""
}
