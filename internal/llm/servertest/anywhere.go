package servertest

import "strings"

// anywhere are behaviours of no server alone.
func anywhere() []Behaviour {
	const (
		openWebUI = "https://docs.openwebui.com/getting-started/api-endpoints (as of 2026-11)"
		streams   = "https://github.com/Episkey-G/GrokSearch-rs/pull/6 (2026-05-18)"
		openaiAPI = "https://platform.openai.com/docs/api-reference/chat (as of 2026-11)"
		miniMax   = "https://github.com/MiniMax-AI/MiniMax-M2.5/issues/18 (2026-03-12)"
		nginx     = "https://nginx.org/en/docs/http/ngx_http_core_module.html (as of 2026-11)"
	)
	return []Behaviour{
		{
			Name: "https in the address of an http server", Source: "https://pkg.go.dev/net/http#ErrSchemeMismatch (as of 2026-11)", Settings: map[string]string{"OPENAI_BASE_URL": "{tls}/v1"},
			Words: []string{"does not speak https", "http://"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Name: "http in the address of an https server", Source: nginx, Settings: map[string]string{"OPENAI_BASE_URL": "{root}/plain"},
			Fake:  Fake{Rules: []Rule{{If: Elsewhere("/v1"), Answer: Answer{Status: 400, Body: "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head><body><center><h1>400 Bad Request</h1></center></body></html>"}}}},
			Words: []string{"sent to HTTPS port", "https://"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Name: "a slash at the end of the address", Source: openaiAPI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}/v1/"}, Calls: 2,
		},
		{
			Name: "the path of the call in the address", Source: openaiAPI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}/v1/chat/completions"},
			Words: []string{"holds the path of the call"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Name: "a colon and a slash in the model's name", Source: openaiAPI, Settings: map[string]string{"JUDGEMENT_LLM_MODEL": "hf.co/maker/model-GGUF:Q4_K_M"}, Calls: 2,
		},
		{
			Name: "a key in quotation marks", Source: "https://docs.docker.com/reference/cli/docker/container/run/#env (as of 2026-11)", Settings: map[string]string{"OPENAI_API_KEY": `"sk-right"`},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Status: 401, Body: `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`}}}},
			Words: []string{"is in quotation marks", "without quotes"}, Fix: map[string]string{"OPENAI_API_KEY": "sk-right"},
		},
		{
			Name: "a key in the address", Source: openaiAPI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}/v1?key=sk-right"},
			Words: []string{"holds a query", "OPENAI_API_KEY"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/v1"},
		},
		{
			Name: "a proxy wants a password", Source: "https://www.rfc-editor.org/rfc/rfc9110#section-15.5.8 (2022-06)",
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 407}}}},
			Words: []string{"407", "HTTPS_PROXY", "NO_PROXY"}, Fixed: &Fake{},
		},
		{
			Name: "a gateway refuses a large body", Source: nginx, Long: true,
			Fake:  Fake{Rules: []Rule{{If: Calls, Answer: Answer{Status: 413, Body: "<html><head><title>413 Request Entity Too Large</title></head><body><center>nginx</center></body></html>"}}}},
			Words: []string{"413", "shorten the document"}, Fixed: &Fake{},
		},
		{
			Name: "streams although nobody asked for it", Source: streams, Calls: 2,
			Fake: Fake{Rules: []Rule{{If: judged, Answer: Answer{Header: "Content-Type: text/event-stream", Body: Streamed(reply())}}}},
		},
		{
			Name: "a byte order mark before the answer", Source: "https://www.rfc-editor.org/rfc/rfc8259#section-8.1 (2017-12)", Calls: 2,
			Fake: Fake{Rules: []Rule{{If: judged, Answer: Answer{Body: "\ufeff" + Completion(reply(), "stop", 900)}}}},
		},
		{
			Name: "no usage", Source: openaiAPI, Calls: 2,
			Fake: Fake{Rules: []Rule{{If: judged, Answer: Answer{Body: strings.Replace(Completion(reply(), "stop", 900), `"usage":{`, `"usage":null,"other":{`, 1)}}}},
		},
		{
			Name: "no choices now and then", Source: openaiAPI, Calls: 3,
			Fake: Fake{Rules: []Rule{{If: judged, Times: 1, Answer: Answer{Body: `{"id":"c","object":"chat.completion","choices":[],"usage":null}`}}}},
		},
		{
			Name: "the reply is the call of a tool", Source: openaiAPI, Calls: 2,
			Fake: Fake{Rules: []Rule{{If: judged, Answer: Answer{Body: inPlaceOfContent(`"tool_calls":[{"id":"1","type":"function","function":{"name":"review","arguments":`, `}}]`)}}}},
		},
		{
			Name: "an error of its own shape, in a 200", Source: miniMax, Settings: map[string]string{"OPENAI_API_KEY": "sk-wrong"},
			Fake:  Fake{Rules: []Rule{{If: Key("Authorization", "Bearer sk-right"), Answer: Answer{Body: `{"base_resp":{"status_code":2049,"status_msg":"invalid api key"}}`}}}},
			Words: []string{"invalid api key", "valid key"}, Fix: map[string]string{"OPENAI_API_KEY": "sk-right"},
		},
		{
			Name: "the address of the web pages", Source: openWebUI, Settings: map[string]string{"OPENAI_BASE_URL": "{root}"},
			Fake:  Fake{Path: "/api/v1", Rules: []Rule{{If: Elsewhere("/api/v1"), Answer: Answer{Body: "<!doctype html><title>Open WebUI</title>"}}}},
			Words: []string{"web page"}, Fix: map[string]string{"OPENAI_BASE_URL": "{root}/api/v1"},
		},
		{
			Name: "fails on a schema and does not say so", Source: openWebUI, Settings: map[string]string{"JUDGEMENT_LLM_ATTEMPTS": "1"},
			Fake:  Fake{Rules: []Rule{{If: Format("json_schema", "json_object"), Answer: Answer{Status: 500, Body: "Internal Server Error"}}}},
			Words: []string{"500"}, Fix: map[string]string{"JUDGEMENT_LLM_REPLY_FORMAT": "text"},
		},
		{
			Name: "an empty list of models", Source: openWebUI,
			Fake: Fake{Models: `{"object":"list","data":[]}`},
		},
		{
			Name: "a list of models in pages", Source: "https://platform.claude.com/docs/en/api/models-list (as of 2026-11)", Calls: 2,
			Fake: Fake{
				Context: 4096, Over: &Answer{Status: 400, Body: `{"error":{"message":"This model's maximum context length is {context} tokens."}}`},
				Rules:  []Rule{{If: func(r Request) bool { return strings.Contains(r.Query, "after_id=m1") }, Answer: Answer{Body: `{"data":[{"id":"good","context_length":4096}],"has_more":false,"last_id":"good"}`}}},
				Models: `{"data":[{"id":"m1"}],"has_more":true,"first_id":"m1","last_id":"m1"}`,
			},
		},
	}
}
