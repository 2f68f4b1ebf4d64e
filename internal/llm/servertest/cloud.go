package servertest

import "strings"

// cloud are services.
func cloud() []Behaviour {
	const (
		azureDeployment = "https://learn.microsoft.com/en-us/answers/questions/1299621 (2023-06-06)"
		azureMaxTokens  = "https://github.com/microsoft/clarity-agent/issues/59 (2026-05-23)"
		azureFilter     = "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/concepts/content-filter (as of 2026-11)"
		azureKey        = "https://learn.microsoft.com/en-us/azure/ai-foundry/openai/reference (as of 2026-11)"
		geminiTokens    = "https://github.com/google-gemini/gemini-cli/issues/6678 (2025-08-20)"
		geminiErrors    = "https://ai.google.dev/gemini-api/docs/generate-content/api-errors (as of 2026-11)"
		claudeDocs      = "https://platform.claude.com/docs/en/cli-sdks-libraries/libraries/openai-sdk (as of 2026-11)"
		claudeErrors    = "https://platform.claude.com/docs/en/api/errors (as of 2026-11)"
		deepseekErrors  = "https://api-docs.deepseek.com/quick_start/error_codes (as of 2026-11)"
		deepseekLimit   = "https://api-docs.deepseek.com/quick_start/rate_limit (as of 2026-11)"
		groqErrors      = "https://console.groq.com/docs/errors (as of 2026-11)"
		groqMinute      = "https://github.com/HunorLaczko/ha-groq-cloud-api/issues/27 (2026-05-16)"
		groqUsed        = "https://github.com/elizaOS/eliza/issues/4040 (2025-03-21)"
		mistralSeed     = "https://github.com/Vali-98/ChatterUI/issues/143 (2024-12-14)"
		mistralDetail   = "https://github.com/mistralai/platform-docs-public/issues/7 (2024-01-24)"
		mistralDocs     = "https://docs.mistral.ai/api (as of 2026-11)"
		openrouterPay   = "https://github.com/Gitlawb/openclaude/issues/1125 (2026-05-12)"
		openrouterDocs  = "https://openrouter.ai/docs/api-reference/errors (as of 2026-11)"
		openaiMinute    = "https://github.com/vanna-ai/vanna-flask/issues/11 (2024-06-13)"
		openaiDocs      = "https://platform.openai.com/docs/guides/error-codes (as of 2026-11)"
		openaiLimits    = "https://platform.openai.com/docs/api-reference/chat (as of 2026-11)"
	)
	const (
		geminiPlace  = "https://ai.google.dev/gemini-api/docs/troubleshooting (as of 2026-11)"
		geminiFinish = "https://github.com/HKUDS/Vibe-Trading/pull/308 (2026-06-25)"
		mistralCut   = "https://github.com/camel-ai/camel/issues/4266 (2026-08-07)"
	)
	good := &Fake{}
	wrongModel := map[string]string{"JUDGEMENT_LLM_MODEL": "absent"}
	rightModel := map[string]string{"JUDGEMENT_LLM_MODEL": "good"}
	rightKey := map[string]string{"OPENAI_API_KEY": "sk-right"}
	return []Behaviour{
		{
			Server: "azure", Name: "classic address with api-version, key in api-key", Source: azureKey,
			Settings: map[string]string{"OPENAI_BASE_URL": "{root}/openai/deployments/good?api-version=2024-10-21", "OPENAI_API_KEY": "sk-right"},
			Fake: Fake{Path: "/openai/deployments/good", Rules: []Rule{
				{If: func(r Request) bool { return r.Query != "api-version=2024-10-21" }, Answer: Answer{Status: 404, Body: `{"error":{"code":"404","message":"Resource not found"}}`}},
				{If: Key("Api-Key", "sk-right"), Answer: Answer{Status: 401, Body: `{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint. Make sure to provide a valid key for an active subscription."}}`}},
			}},
			Words: []string{"invalid subscription key"}, Fix: map[string]string{"JUDGEMENT_LLM_KEY_HEADER": "api-key"},
		},
		{
			Server: "azure", Name: "an unknown deployment", Source: azureDeployment, Settings: wrongModel,
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 404, Body: `{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again."}}`}}}},
			Words: []string{"deployment for this resource does not exist"}, Fix: rightModel,
		},
		{
			Server: "azure", Name: "a deployment that reasons refuses max_tokens and temperature", Source: azureMaxTokens,
			Fake: Fake{Rules: []Rule{
				{If: Field("max_tokens"), Answer: Answer{Status: 400, Body: `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`}},
				{If: Field("temperature"), Answer: Answer{Status: 400, Body: `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`}},
			}},
		},
		{
			Server: "azure", Name: "an old version knows no json_schema", Source: azureKey,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Answer: Answer{Status: 400, Body: `{"error":{"message":"response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later","type":"BadRequest","param":null,"code":"BadRequest"}}`}}}},
		},
		{
			Server: "azure", Name: "the content filter refuses the document", Source: azureFilter, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "strict"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 400, Body: `{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy. Please modify your prompt and retry.","type":null,"param":"prompt","code":"content_filter","status":400}}`}}}},
			Words: []string{"content management policy", "filter"}, Fix: rightModel,
		},
		{
			Server: "azure", Name: "the content filter stops the reply", Source: azureFilter, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "strict"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Body: Completion("", "content_filter", 900)}}}},
			Words: []string{"content filter"}, Fix: rightModel,
		},
		{
			Server: "gemini", Name: "a limit per minute", Source: geminiErrors,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 429, Body: `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.\n* Quota exceeded for metric: generate_requests, limit: 10\nPlease retry in 0.1s.","status":"RESOURCE_EXHAUSTED"}}]`}}}},
		},
		{
			Server: "gemini", Name: "an empty account", Source: geminiErrors,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 429, Body: `[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED"}}]`}}}},
			Words: []string{"exceeded your current quota", "top up"}, Fixed: good,
		},
		{
			Server: "gemini", Name: "the document does not fit", Source: geminiTokens, Long: true, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "small"},
			Fake: Fake{Rules: []Rule{{
				If:     Model("good"),
				Answer: Answer{Status: 400, Body: `[{"error":{"code":400,"message":"The input token count (9100) exceeds the maximum number of tokens allowed (4096).","status":"INVALID_ARGUMENT"}}]`},
			}}},
			Words: []string{"9100 tokens", "4096 tokens", "too few"}, Fix: rightModel,
		},
		{
			Server: "gemini", Name: "no key", Source: geminiErrors, Settings: map[string]string{"OPENAI_API_KEY": ""},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 400, Body: `[{"error":{"code":400,"message":"Missing or invalid Authorization header.","status":"INVALID_ARGUMENT"}}]`}}}},
			Words: []string{"Missing or invalid Authorization"}, Fix: rightKey,
		},
		{
			Server: "gemini", Name: "a wrong key", Source: geminiErrors, Settings: map[string]string{"OPENAI_API_KEY": "sk-wrong"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 400, Body: `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}]`}}}},
			Words: []string{"API key not valid"}, Fix: rightKey,
		},
		{
			Server: "gemini", Name: "is not offered in this country", Source: geminiPlace,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 400, Body: `[{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}]`}}}},
			Words: []string{"User location is not supported", "may use this model from here"}, Fixed: good,
		},
		{
			Server: "gemini", Name: "names its filter as the end of an empty reply", Source: geminiFinish, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "strict"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Body: Completion("", "PROHIBITED_CONTENT", 900)}}}},
			Words: []string{"content filter", "PROHIBITED_CONTENT"}, Fix: rightModel,
		},
		{
			Server: "claude", Name: "ignores response_format", Source: claudeDocs,
			Fake: Fake{Rules: []Rule{{If: func(r Request) bool { return Calls(r) && !strings.Contains(r.Body, "JSON Schema") }, Answer: Answer{Body: Completion("I read the pitch with pleasure. It is a good one.", "stop", 900)}}}},
		},
		{
			Server: "claude", Name: "the reply limit is above the model's", Source: claudeErrors, Settings: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "64000"},
			Fake: Fake{Rules: []Rule{{If: LongerThan(8192), Answer: Answer{Status: 400, Body: `{"error":{"code":"invalid_request_error","message":"max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-haiku","type":"invalid_request_error","param":null}}`}}}},
		},
		{
			Server: "claude", Name: "prompt and reply limit are longer than the context", Source: claudeErrors,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: "{\"error\":{\"code\":\"invalid_request_error\",\"message\":\"input length and `max_tokens` exceed context limit: {prompt} + {limit} > {context}, decrease input length or `max_tokens` and try again\",\"type\":\"invalid_request_error\",\"param\":null}}"}},
		},
		{
			Server: "claude", Name: "the document does not fit", Source: claudeErrors, Long: true, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "small"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 400, Body: `{"error":{"code":"invalid_request_error","message":"prompt is too long: 9100 tokens > 4096 maximum","type":"invalid_request_error","param":null}}`}}}},
			Words: []string{"9100 tokens", "4096 tokens", "too few"}, Fix: rightModel,
		},
		{
			Server: "claude", Name: "is overloaded", Source: claudeErrors,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 529, Body: `{"error":{"code":"overloaded_error","message":"Overloaded","type":"overloaded_error","param":null}}`}}}},
		},
		{
			Server: "claude", Name: "an empty account", Source: claudeErrors,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 400, Body: `{"error":{"code":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.","type":"invalid_request_error","param":null}}`}}}},
			Words: []string{"credit balance", "top up"}, Fixed: good,
		},
		{
			Server: "deepseek", Name: "knows no json_schema", Source: deepseekErrors,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Answer: Answer{Status: 400, Body: `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`}}}},
		},
		{
			Server: "deepseek", Name: "an empty account", Source: deepseekErrors,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 402, Body: `{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}`}}}},
			Words: []string{"Insufficient Balance", "top up"}, Fixed: good,
		},
		{
			Server: "deepseek", Name: "the reply limit is out of range", Source: deepseekErrors, Settings: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "16000"},
			Fake: Fake{Rules: []Rule{{If: LongerThan(8192), Answer: Answer{Status: 400, Body: `{"error":{"message":"Invalid max_tokens value, the valid range of max_tokens is [1, 8192]","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`}}}},
		},
		{
			Server: "deepseek", Name: "empty lines before the reply", Source: deepseekLimit,
			Fake: Fake{Rules: []Rule{{If: judged, Times: 1, Answer: Answer{Body: "\n\n\n" + Completion(reply(), "stop", 900)}}}},
		},
		{
			Server: "deepseek", Name: "a wrong key", Source: deepseekErrors, Settings: map[string]string{"OPENAI_API_KEY": "sk-wrong-1234"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 401, Body: `{"error":{"message":"Authentication Fails, Your api key: ****1234 is invalid","type":"authentication_error","param":null,"code":"invalid_request_error"}}`}}}},
			Words: []string{"Authentication Fails"}, Fix: rightKey,
		},
		{
			Server: "groq", Name: "a reply that broke the schema", Source: groqErrors, Calls: 3,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Times: 1, Answer: Answer{Status: 400, Body: `{"error":{"message":"Failed to generate JSON. Please adjust your prompt. See 'failed_generation' for more details.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{\"scores\": ["}}`}}}},
		},
		{
			Server: "groq", Name: "a model without json_schema", Source: groqErrors,
			Fake: Fake{Rules: []Rule{{If: Format("json_schema"), Answer: Answer{Status: 400, Body: "{\"error\":{\"message\":\"This model does not support response format `json_schema`. See supported models at https://console.groq.com/docs/structured-outputs#supported-models\",\"type\":\"invalid_request_error\"}}"}}}},
		},
		{
			Server: "groq", Name: "prompt and reply limit are above the tokens per minute", Source: groqMinute,
			Fake: Fake{Context: 4500, Over: &Answer{Status: 413, Body: `{"error":{"message":"Request too large for model good in organization org_x service tier on_demand on tokens per minute (TPM): Limit {context}, Requested {total}, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing","type":"tokens","code":"rate_limit_exceeded"}}`}},
		},
		{
			Server: "groq", Name: "the document is above the tokens per minute", Source: groqMinute, Long: true,
			Fake:  Fake{Context: 4500, Over: &Answer{Status: 413, Body: `{"error":{"message":"Request too large for model good in organization org_x service tier on_demand on tokens per minute (TPM): Limit {context}, Requested {total}, please reduce your message size and try again.","type":"tokens","code":"rate_limit_exceeded"}}`}},
			Words: []string{"4500 tokens per minute", "too few", "higher limit per minute"}, Fixed: good,
		},
		{
			Server: "groq", Name: "a limit per minute", Source: groqUsed,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 429, Body: `{"error":{"message":"Rate limit reached for model good in organization org_x on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 0.1s. Need more tokens? Upgrade to Dev Tier","type":"tokens","code":"rate_limit_exceeded"}}`}}}},
		},
		{
			Server: "groq", Name: "its flexible tier is full", Source: groqErrors,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 498, Body: `{"error":{"message":"Flex tier capacity exceeded, please try again later","type":"flex_capacity","code":"capacity_exceeded"}}`}}}},
		},
		{
			Server: "mistral", Name: "calls a cut reply model_length", Source: mistralCut, Settings: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "600"},
			Fake:  Fake{Rules: []Rule{{If: ShorterThan(1000), Answer: Answer{Body: Completion(`{"scores":[{"lens":"sense",`, "model_length", 900)}}}},
			Words: []string{"cut off"}, Fix: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "4096"},
		},
		{
			Server: "mistral", Name: "refuses a seed, in a nested text", Source: mistralSeed, Settings: map[string]string{"JUDGEMENT_LLM_SEED": "7"},
			Fake: Fake{Rules: []Rule{{If: Field("seed"), Answer: Answer{Status: 422, Body: `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted","input":7}]},"type":"invalid_request_error","param":null,"code":null}`}}}},
		},
		{
			Server: "mistral", Name: "refuses a field of the extra body", Source: mistralDetail, Settings: map[string]string{"JUDGEMENT_LLM_EXTRA_BODY": `{"frequency_penalty":0.5}`},
			Fake:  Fake{Rules: []Rule{{If: Field("frequency_penalty"), Answer: Answer{Status: 422, Body: `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","frequency_penalty"],"msg":"Extra inputs are not permitted","input":0.5}]},"type":"invalid_request_error","param":null,"code":null}`}}}},
			Words: []string{"frequency_penalty Extra inputs are not permitted"}, Fix: map[string]string{"JUDGEMENT_LLM_EXTRA_BODY": ""},
		},
		{
			Server: "mistral", Name: "the document does not fit", Source: mistralDocs, Long: true, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "small"},
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 400, Body: `{"object":"error","message":"Prompt contains 9100 tokens and 0 draft tokens, too large for model with 4096 maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}`}}}},
			Words: []string{"9100 tokens", "4096 tokens", "too few"}, Fix: rightModel,
		},
		{
			Server: "mistral", Name: "a limit per second", Source: mistralDocs,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Status: 429, Header: "Retry-After: 0", Body: `{"message":"Requests rate limit exceeded"}`}}}},
		},
		{
			Server: "openrouter", Name: "few credits", Source: openrouterPay,
			Fake:  Fake{Rules: []Rule{{If: LongerThan(1500), Answer: Answer{Status: 402, Body: `{"error":{"message":"This request requires more credits, or fewer max_tokens. You requested up to 4096 tokens, but can only afford 1500. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account","code":402,"metadata":{"provider_name":null}},"user_id":"user_x"}`}}}},
			Words: []string{"can only afford 1500"}, Fix: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "1200"},
		},
		{
			Server: "openrouter", Name: "a provider fails, in a 200", Source: openrouterDocs,
			Fake: Fake{Rules: []Rule{{If: Calls, Times: 1, Answer: Answer{Body: `{"error":{"message":"Provider returned error","code":502,"metadata":{"provider_name":"x"}}}`}}}},
		},
		{
			Server: "openrouter", Name: "no provider has the model", Source: openrouterDocs, Settings: wrongModel,
			Fake:  Fake{Rules: []Rule{{If: Model("good"), Answer: Answer{Status: 404, Body: `{"error":{"message":"No endpoints found for absent.","code":404},"user_id":"user_x"}`}}}},
			Words: []string{"No endpoints found"}, Fix: rightModel,
		},
		{
			Server: "openrouter", Name: "prompt and reply limit are longer than the context", Source: openrouterDocs,
			Fake: Fake{Context: 4096, Over: &Answer{Status: 400, Body: `{"error":{"message":"This endpoint's maximum context length is {context} tokens. However, you requested about {total} tokens ({prompt} of text input, {limit} in the output). Please reduce the length of either one, or use the \"middle-out\" transform to compress your prompt automatically.","code":400,"metadata":{"provider_name":null}},"user_id":"user_x"}`}},
		},
		{
			Server: "openrouter", Name: "lists a context_length of the provider", Source: openrouterDocs, Calls: 2,
			Fake: Fake{
				Context: 4096, Models: List("good", "", `,"context_length":131072,"top_provider":{"context_length":4096}`),
				Over: &Answer{Status: 400, Body: `{"error":{"message":"This endpoint's maximum context length is {context} tokens. However, you requested about {total} tokens ({prompt} of text input, {limit} in the output).","code":400}}`},
			},
		},
		{
			Server: "openai", Name: "prompt and reply limit are above the tokens per minute", Source: openaiMinute,
			Fake: Fake{Context: 4500, Over: &Answer{Status: 429, Body: `{"error":{"message":"Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit {context}, Requested {total}. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}`}},
		},
		{
			Server: "openai", Name: "an empty account", Source: openaiDocs,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 429, Body: `{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}`}}}},
			Words: []string{"exceeded your current quota", "top up"}, Fixed: good,
		},
		{
			Server: "openai", Name: "a wrong key", Source: openaiDocs, Settings: map[string]string{"OPENAI_API_KEY": "sk-wrong"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: sk-wrong. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}`}}}},
			Words: []string{"Incorrect API key"}, Fix: rightKey,
		},
		{
			Server: "openai", Name: "a model that reasons", Source: openaiDocs, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "gpt-5-mini"}, Calls: 2,
			Fake: Fake{Rules: []Rule{
				{If: Field("max_tokens"), Answer: Answer{Status: 400, Body: `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","type":"invalid_request_error","param":"max_tokens","code":"unsupported_parameter"}}`}},
				{If: Field("temperature"), Answer: Answer{Status: 400, Body: `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model.","type":"invalid_request_error","param":"temperature","code":"unsupported_value"}}`}},
			}},
		},
		{
			Server: "openai", Name: "reasoning uses up the reply limit", Source: openaiDocs, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "gpt-5-mini"},
			Fake:  Fake{Rules: []Rule{{If: ShorterThan(8000), Answer: Answer{Body: Completion("", "length", 900)}}}},
			Words: []string{"cut off"}, Fix: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "16384"},
		},
		{
			Server: "openai", Name: "the reply limit is above the model's", Source: openaiLimits, Settings: map[string]string{"JUDGEMENT_LLM_MAX_REPLY_TOKENS": "100000"},
			Fake: Fake{Rules: []Rule{{If: LongerThan(16384), Answer: Answer{Status: 400, Body: `{"error":{"message":"max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.","type":"invalid_request_error","param":"max_tokens","code":"invalid_value"}}`}}}},
		},
		{
			Server: "openai", Name: "a strict schema without a keyword", Source: openaiDocs,
			Fake: Fake{Rules: []Rule{{If: Strict, Answer: Answer{Status: 400, Body: `{"error":{"message":"Invalid schema for response_format 'review': In context=('properties', 'scores'), 'maxItems' is not permitted.","type":"invalid_request_error","param":"response_format","code":null}}`}}}},
		},
	}
}

func reply() string {
	return Good(Request{Body: "sense"})
}

// Behaviours are all rows.
func Behaviours() []Behaviour { return append(append(local(), cloud()...), anywhere()...) }
