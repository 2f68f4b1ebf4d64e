package servertest

// Standard is a server as it answers on an ordinary day, with the host and the path of
// its API and the model that it lists.
type Standard struct {
	Slug, Host, Model string
	Fake              Fake
}

// Standards are one server of each kind of openai.Servers.
func Standards() []Standard {
	one := func(slug, host, path, model, owner, more, header string) Standard {
		return Standard{slug, host, model, Fake{Path: path, Models: List(model, owner, more), Header: header}}
	}
	ollama := one("ollama", "ollama.example:11434", "/v1", "llama3.1:8b", "library", "", "")
	ollama.Fake.Also = map[string]string{"/api/ps": `{"models":[{"name":"llama3.1:8b","model":"llama3.1:8b","context_length":4096}]}`}
	studio := one("lm-studio", "studio.example:1234", "/v1", "qwen3-8b", "organization_owner", "", "")
	studio.Fake.Also = map[string]string{"/api/v0/models": List("qwen3-8b", "", `,"state":"loaded","max_context_length":40960,"loaded_context_length":32768`)}
	llama := one("llama-cpp", "llama.example:8080", "/v1", "smollm2-135m", "llamacpp", `,"meta":{"n_ctx_train":8192}`, "Server: llama.cpp")
	llama.Fake.Also = map[string]string{"/props": `{"default_generation_settings":{"id":0,"n_ctx":8192},"total_slots":1}`}
	deepseek := one("deepseek", "api.deepseek.com", "/v1", "deepseek-chat", "deepseek", "", "")
	deepseek.Fake.Rules = []Rule{{If: Format("json_schema"), Answer: Answer{Status: 400, Body: `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}`}}}
	return []Standard{
		ollama, studio,
		one("vllm", "vllm.example:8000", "/v1", "qwen3-8b", "vllm", `,"max_model_len":40960`, ""),
		llama,
		one("sglang", "sglang.example:30000", "/v1", "qwen3-8b", "sglang", `,"max_model_len":40960`, ""),
		one("litellm", "litellm.example:4000", "/v1", "house-model", "openai", "", "X-Litellm-Version: 1.80.0"),
		one("azure", "my-resource.openai.azure.com", "/openai/v1", "my-deployment", "", "", ""),
		one("gemini", "generativelanguage.googleapis.com", "/v1beta/openai", "models/gemini-2.5-flash", "google", "", ""),
		one("claude", "api.anthropic.com", "/v1", "claude-sonnet-4-5", "", "", ""),
		deepseek,
		one("groq", "api.groq.com", "/openai/v1", "openai/gpt-oss-120b", "OpenAI", `,"context_window":131072`, ""),
		one("mistral", "api.mistral.ai", "/v1", "mistral-large-latest", "mistralai", `,"max_context_length":131072`, ""),
		one("openrouter", "openrouter.ai", "/api/v1", "openai/gpt-5-mini", "", `,"context_length":400000`, ""),
		one("openai", "api.openai.com", "/v1", "gpt-5-mini", "system", "", ""),
	}
}
