package servertest

import (
	"strings"
	"time"
)

// local are servers that people run themselves.
func local() []Behaviour {
	const (
		ollamaContext = "https://raw.githubusercontent.com/ollama/ollama/948f69330acf96a2310f1b53fdfc211731a386d8/docs/context-length.mdx (read 2026-11-23)"
		ollamaAPI     = "https://docs.ollama.com/api/openai-compatibility (simulated 2026-11-23)"
		studio        = "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/546 (2025-03-24)"
		studioKeep    = "https://github.com/Gitlawb/openclaude/issues/353 (2026-04-04)"
		studioAPI     = "https://lmstudio.ai/docs/api/openai-api (simulated 2026-11-23)"
		studioREST    = "https://lmstudio.ai/docs/api/rest-api (simulated 2026-11-23)"
		vllmContext   = "https://github.com/vllm-project/vllm/issues/20409 (2025-07-03)"
		vllmAtLeast   = "https://github.com/vllm-project/vllm/issues/42474 (2026-05-13)"
		vllmSystem    = "https://github.com/huggingface/chat-ui/issues/1386 (2024-08-05)"
		vllmDocs      = "https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html (simulated 2026-11-23)"
		vllmReasoning = "https://github.com/vllm-project/vllm/issues/19222 (2025-06-05)"
		llamaContext  = "https://github.com/ggml-org/llama.cpp/pull/15780 (2025-09-03)"
		llamaDocs     = "https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md (simulated 2026-11-23)"
		llamaPython   = "https://github.com/abetlen/llama-cpp-python/issues/1580 (2024-07-07)"
		llamaWindow   = "https://github.com/fedora-copr/logdetective-website/pull/193 (2025)"
		sglangContext = "https://docs.sglang.ai/basic_usage/openai_api_completions.html (simulated 2026-11-23)"
		sglangSystem  = "https://github.com/sgl-project/sglang/issues/892 (2024-08-02)"
		litellmReal   = "https://pypi.org/project/litellm/1.106.2 (run 2026-11-23)"
		litellmDocs   = "https://docs.litellm.ai/docs/exception_mapping (simulated 2026-11-23)"
	)
	largeEnough := &Fake{}
	overVLLM := &Answer{Status: 400, Body: `{"object":"error","message":"This model's maximum context length is {context} tokens. However, you requested {total} tokens ({prompt} in the messages, {limit} in the completion). Please reduce the length of the messages or completion.","type":"BadRequestError","param":null,"code":400}`}
	overLlama := &Answer{Status: 400, Body: `{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":{prompt},"n_ctx":{context}}}`}
	return []Behaviour{
		{
			Server: "ollama", Name: "cuts the prompt and says nothing", Source: ollamaContext, Long: true, Fake: Fake{Context: 2048},
			Words: []string{"read only 2048 tokens", "OLLAMA_CONTEXT_LENGTH"}, Fixed: largeEnough,
		},
		{
			Server: "ollama", Name: "cuts a little, and knows its context only when the model is loaded", Source: ollamaContext, Long: true,
			Fake: Fake{Context: 8192, Models: List("good", "library", ""), Rules: []Rule{
				{If: at("/api/ps"), Times: 1, Answer: Answer{Body: `{"models":[]}`}},
				{If: at("/api/ps"), Answer: Answer{Body: `{"models":[{"name":"good","model":"good","context_length":8192}]}`}},
			}},
			Words: []string{"read only 8192 tokens", "OLLAMA_CONTEXT_LENGTH"}, Fixed: largeEnough,
		},
		{
			Server: "ollama", Name: "says that the loaded model has a small context", Source: ollamaAPI, Long: true,
			Fake: Fake{
				Context: 4096, Models: List("good", "library", ""),
				Also: map[string]string{"/api/ps": `{"models":[{"name":"good","model":"good","context_length":4096}]}`},
			},
			Words: []string{"more than the model's context of 4096 tokens", "never split: shorten the document, or raise", "OLLAMA_CONTEXT_LENGTH"}, Fixed: largeEnough,
		},
		{
			Server: "ollama", Name: "has num_ctx in the Modelfile", Source: ollamaAPI, Long: true,
			Fake: Fake{
				Context: 4096, Models: List("good:latest", "library", ""),
				Also: map[string]string{"/api/show": `{"parameters":"stop \"<|eot|>\"\nnum_ctx                        4096","model_info":{"llama.context_length":131072}}`},
			},
			Words: []string{"more than the model's context of 4096 tokens"}, Fixed: largeEnough,
		},
		{
			Server: "ollama", Name: "the model is not pulled", Source: ollamaAPI, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "absent"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 404, Body: `{"error":{"message":"model \"absent\" not found, try pulling it first","type":"api_error","param":null,"code":null}}`}}}},
			Words: []string{"try pulling it"}, Fix: map[string]string{"JUDGEMENT_LLM_MODEL": "good"},
		},
		{
			Server: "ollama", Name: "address without /v1", Source: ollamaAPI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}"},
			Words: []string{"404", "end in /v1"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Server: "ollama", Name: "is busy", Source: ollamaAPI,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 503, Body: `{"error":{"message":"server busy, please try again.  maximum pending requests exceeded","type":"api_error"}}`}}}},
		},
		{
			Server: "ollama", Name: "one slot and a slow model", Source: ollamaAPI, Settings: map[string]string{"JUDGEMENT_LLM_TIMEOUT": "50ms", "JUDGEMENT_LLM_ATTEMPTS": "2"},
			Fake:  Fake{Slow: 80 * time.Millisecond},
			Words: []string{"no whole answer within", "JUDGEMENT_LLM_CONCURRENCY"}, Fix: map[string]string{"JUDGEMENT_LLM_TIMEOUT": "10m"},
		},
		{
			Server: "lm-studio", Name: "address without /v1", Source: studioAPI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}"},
			Fake:  Fake{Rules: []Rule{{If: Elsewhere("/v1"), Answer: Answer{Body: `{"error":"Unexpected endpoint or method. (POST /chat/completions)"}`}}}},
			Words: []string{"Unexpected endpoint"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Server: "lm-studio", Name: "keeps the first tokens of a long prompt", Source: studioKeep, Long: true,
			Fake:  Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: {prompt}>= n_ctx: {context}). Try to load the model with a larger context length, or provide a shorter input."}`}},
			Words: []string{"context is 4096 tokens", "too few", "LM Studio"}, Fixed: largeEnough,
		},
		{
			Server: "lm-studio", Name: "an older text for a long prompt", Source: studio, Long: true,
			Fake:  Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":"Trying to keep the first {prompt} tokens when context the overflows. However, the model is loaded with context length of only {context} tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input."}`}},
			Words: []string{"context is 4096 tokens", "too few"}, Fixed: largeEnough,
		},
		{
			Server: "lm-studio", Name: "no model is loaded", Source: studioAPI,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 404, Body: `{"error":{"message":"No models loaded. Please load a model in the developer page or use the 'lms load' command.","type":"invalid_request_error","param":"model","code":"model_not_found"}}`}}}},
			Words: []string{"lms load"}, Fixed: largeEnough,
		},
		{
			Server: "lm-studio", Name: "lists the context of the loaded model", Source: studioREST, Long: true,
			Fake: Fake{
				Context: 4096, Models: List("good", "organization_owner", ""),
				Also: map[string]string{"/api/v0/models": List("good", "", `,"state":"loaded","max_context_length":131072,"loaded_context_length":4096`)},
			},
			Words: []string{"more than the model's context of 4096 tokens"}, Fixed: largeEnough,
		},
		{
			Server: "lm-studio", Name: "thinks aloud before the reply", Source: studioAPI,
			Fake: Fake{Reply: func(r string) string { return "<think>They asked {forty} people.</think>\n" + r }},
		},
		{
			Server: "vllm", Name: "prompt and reply limit are longer than the context", Source: vllmContext,
			Fake: Fake{Context: 4096, Over: overVLLM},
		},
		{
			Server: "vllm", Name: "counts the prompt only from below", Source: vllmAtLeast,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":{"message":"This model's maximum context length is {context} tokens. However, you requested {limit} output tokens and your prompt contains at least 1 input tokens, for a total of at least 4097 tokens.","type":"BadRequestError","param":"input_tokens","code":400}}`}},
		},
		{
			Server: "vllm", Name: "the document does not fit", Source: vllmContext, Long: true, Fake: Fake{Context: 4096, Over: overVLLM},
			Words: []string{"context is 4096 tokens", "too few", "Reviews are not split", "--max-model-len"}, Fixed: largeEnough,
		},
		{
			Server: "vllm", Name: "lists max_model_len", Source: vllmDocs, Calls: 2,
			Fake: Fake{Context: 4096, Over: overVLLM, Models: List("good", "vllm", `,"max_model_len":4096`)},
		},
		{
			Server: "vllm", Name: "lists a max_model_len that is too large", Source: vllmDocs,
			Fake: Fake{Context: 4096, Over: overVLLM, Models: List("good", "vllm", `,"max_model_len":1000000`)},
		},
		{
			Server: "vllm", Name: "lists a max_model_len that is too small", Source: vllmDocs,
			Fake:  Fake{Models: List("good", "vllm", `,"max_model_len":1024`)},
			Words: []string{"context of 1024 tokens", "--max-model-len"}, Fix: map[string]string{"JUDGEMENT_LLM_CONTEXT_TOKENS": "32768"},
		},
		{
			Server: "vllm", Name: "a chat template without a system role", Source: vllmSystem,
			Fake: Fake{Rules: []Rule{{If: System, Answer: Answer{Status: 400, Body: `{"object":"error","message":"System role not supported","type":"BadRequestError","param":null,"code":400}`}}}},
		},
		{
			Server: "vllm", Name: "takes the whole reply for reasoning", Source: vllmReasoning, Calls: 2,
			Fake: Fake{Rules: []Rule{{If: judged, Answer: Answer{Body: inPlaceOfContent(`"reasoning_content":`, ``)}}}},
		},
		{
			Server: "vllm", Name: "an unknown model", Source: vllmDocs, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "absent"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 404, Body: "{\"object\":\"error\",\"message\":\"The model `absent` does not exist.\",\"type\":\"NotFoundError\",\"param\":null,\"code\":404}"}}}},
			Words: []string{"does not exist"}, Fix: map[string]string{"JUDGEMENT_LLM_MODEL": "good"},
		},
		{
			Server: "vllm", Name: "wants the value of --api-key", Source: vllmDocs, Settings: map[string]string{"OPENAI_API_KEY": ""},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 401, Body: `{"error":"Unauthorized"}`}}}},
			Words: []string{"401"}, Fix: map[string]string{"OPENAI_API_KEY": "sk-right"},
		},
		{
			Server: "llama-cpp", Name: "the document does not fit", Source: llamaContext, Long: true, Fake: Fake{Context: 4096, Over: overLlama},
			Words: []string{"context is 4096 tokens", "too few", "--ctx-size"}, Fixed: largeEnough,
		},
		{
			Server: "llama-cpp", Name: "/props has the context of a slot", Source: llamaDocs, Long: true,
			Fake: Fake{
				Context: 4096, Over: overLlama, Models: List("good", "llamacpp", `,"meta":{"n_ctx_train":131072}`),
				Also: map[string]string{"/props": `{"default_generation_settings":{"id":0,"n_ctx":4096},"total_slots":1}`},
			},
			Words: []string{"more than the model's context of 4096 tokens"}, Fixed: largeEnough,
		},
		{
			Server: "llama-cpp", Name: "is loading the model", Source: llamaDocs,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 503, Body: `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`}}}},
		},
		{
			Server: "llama-cpp", Name: "a chat template without a system role", Source: llamaPython,
			Fake: Fake{Rules: []Rule{{If: System, Answer: Answer{Status: 500, Body: `{"error":{"code":500,"message":"Jinja Exception: System role not supported","type":"server_error"}}`}}}},
		},
		{
			Server: "llama-cpp", Name: "can't make a grammar of the schema", Source: llamaDocs,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Answer: Answer{Status: 400, Body: `{"error":{"code":400,"message":"failed to parse grammar","type":"invalid_request_error"}}`}}}},
		},
		{
			Server: "llama-cpp", Name: "a small model does not end a list without a maximum", Source: llamaDocs, Calls: 2,
			Fake: Fake{Rules: []Rule{{If: unbounded, Answer: Answer{Body: Completion(`{"scores":[{"lens":"sense","quotes":["a","a","a","a`, "length", 900)}}}},
		},
		{
			Server: "llama-cpp", Name: "its grammar takes no lengths", Source: llamaDocs, Calls: 4,
			Fake: Fake{Rules: []Rule{{If: Any("maxLength"), Answer: Answer{Status: 400, Body: `{"error":{"code":400,"message":"failed to parse grammar","type":"invalid_request_error"}}`}}}},
		},
		{
			Server: "llama-cpp", Name: "llama-cpp-python knows no json_schema", Source: llamaPython,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Answer: Answer{Status: 500, Body: `{"error":{"message":"[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]","type":"internal_server_error","param":null,"code":null}}`}}}},
		},
		{
			Server: "llama-cpp", Name: "llama-cpp-python counts prompt and reply", Source: llamaWindow,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":{"message":"This model's maximum context length is {context} tokens, however you requested {total} tokens ({prompt} in your prompt; {limit} for the completion). Please reduce your prompt; or completion length.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`}},
		},
		{
			Server: "llama-cpp", Name: "a small model writes scores as an object", Source: llamaDocs,
			Fake: Fake{Reply: func(r string) string {
				if !strings.Contains(r, "scores") {
					return r
				}
				return `{"scores":{"sense":{"score":7,"comment":"The figures are asked from people.","quotes":["` + Quote + `"]},"proof":{"score":15,"comment":"The figures are asked from people.","quotes":["` + Quote + `"]}},"must_fix":[],"suggestions":[],"cuts":[],"summary":"It shows what it says."}`
			}},
		},
		{
			Server: "sglang", Name: "prompt and reply limit are longer than the context", Source: sglangContext,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"object":"error","message":"Requested token count exceeds the model's maximum context length of {context} tokens. You requested a total of {total} tokens: {prompt} tokens from the input messages and {limit} tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.","type":"BadRequestError","param":null,"code":400}`}},
		},
		{
			Server: "sglang", Name: "the document does not fit", Source: sglangContext, Long: true,
			Fake:  Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"object":"error","message":"The input ({prompt} tokens) is longer than the model's context length ({context} tokens).","type":"BadRequestError","param":null,"code":400}`}},
			Words: []string{"context is 4096 tokens", "too few"}, Fixed: largeEnough,
		},
		{
			Server: "sglang", Name: "a chat template without a system role", Source: sglangSystem,
			Fake: Fake{Rules: []Rule{{If: System, Answer: Answer{Status: 400, Body: `{"object":"error","message":"System role not supported","type":"BadRequestError","code":400}`}}}},
		},
		{
			Server: "litellm", Name: "passes on a context error", Source: litellmDocs,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: OpenAIException - This model's maximum context length is {context} tokens. However, you requested {total} tokens ({prompt} in the messages, {limit} in the completion).. Received Model Group=good","type":null,"param":null,"code":"400"}}`}},
		},
		{
			Server: "litellm", Name: "refuses a temperature", Source: litellmDocs,
			Fake: Fake{Rules: []Rule{{If: Field("temperature"), Answer: Answer{Status: 400, Body: `{"error":{"message":"litellm.UnsupportedParamsError: gpt-5 models (including gpt-5-codex) don't support temperature=0.0. Only temperature=1 is supported. To drop unsupported params set litellm.drop_params = True","type":"None","param":"None","code":"400"}}`}}}},
		},
		{
			Server: "litellm", Name: "an unknown model name", Source: litellmDocs, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "absent"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 400, Body: "{\"error\":{\"message\":\"{'error': '/chat/completions: Invalid model name passed in model=absent. Call `/v1/models` to view available models for your key.'}\",\"type\":\"None\",\"param\":\"None\",\"code\":\"400\"}}"}}}},
			Words: []string{"Invalid model name", "check llm.model"}, Fix: map[string]string{"JUDGEMENT_LLM_MODEL": "good"},
		},
		{
			Server: "litellm", Name: "wants a virtual key", Source: litellmDocs, Settings: map[string]string{"OPENAI_API_KEY": "gsk-of-groq"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 401, Body: `{"error":{"message":"Authentication Error, LiteLLM Virtual Key expected. Received=gsk-****, expected to start with 'sk-'.","type":"auth_error","param":"None","code":"401"}}`}}}},
			Words: []string{"Virtual Key"}, Fix: map[string]string{"OPENAI_API_KEY": "sk-right"},
		},
		{
			Server: "litellm", Name: "looks a wrong key up in a database that it does not have", Source: litellmReal, Settings: map[string]string{"OPENAI_API_KEY": "sk-wrong"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 400, Body: `{"error":{"message":"No connected db.","type":"no_db_connection","param":null,"code":"400"}}`}}}},
			Words: []string{"No connected db", "valid key"}, Fix: map[string]string{"OPENAI_API_KEY": "sk-right"},
		},
	}
}
