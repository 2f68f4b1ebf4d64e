package config

import (
	"net/netip"
	"strconv"
	"time"

	"judgement/panel"
)

// Settings are all settings of a run, checked. The tags of a field describe its
// setting: its key in the file (key, by default the name in lower case), its
// variables (env, strongest first), its default, which texts are valid, and what
// documents say of it. A secret is read from its variable only, and never shown.
type Settings struct {
	LLM           LLM
	Review        Review
	Report        Report
	Database      Database
	DefaultAnchor string         `key:"default_anchor" env:"JUDGEMENT_DEFAULT_ANCHOR" doc:"the anchor that /v1/anchors names as the default"`
	TimeZone      *time.Location `key:"time_zone" env:"JUDGEMENT_TIME_ZONE" default:"UTC" doc:"IANA zone that says which day it is"`
	RateLimit     int            `key:"rate_limit" env:"JUDGEMENT_RATE_LIMIT" default:"60" valid:"1..1000000" doc:"requests per hour of a scene's bot, if the scene names none"`
	Server        Server
	Webhook       Webhook
	Worker        Worker
	Chat          Chat

	values []Value
}

// LLM says which model answers and how it is called.
type LLM struct {
	Provider        string        `env:"JUDGEMENT_LLM_PROVIDER" doc:"openai, anthropic, offline, replay or a name of llm.providers: what answers for judges who name no provider; empty: openai if a model is set"`
	Replay          string        `env:"JUDGEMENT_LLM_REPLAY" default:"cases" doc:"folder with the cases whose recorded replies answer under provider replay; a relative path starts at the workspace"`
	BaseURL         string        `key:"base_url" env:"JUDGEMENT_LLM_BASE_URL,OPENAI_BASE_URL" default:"https://api.openai.com/v1" valid:"http" example:"for example http://127.0.0.1:8000/v1" doc:"address of an OpenAI-compatible server, with its /v1"`
	AnthropicURL    string        `key:"anthropic_base_url" env:"JUDGEMENT_LLM_ANTHROPIC_BASE_URL,ANTHROPIC_BASE_URL" default:"https://api.anthropic.com" valid:"http" example:"for example https://api.anthropic.com" doc:"address of Anthropic's API, of the provider anthropic, whose key is in ANTHROPIC_API_KEY"`
	Model           string        `env:"JUDGEMENT_LLM_MODEL,OPENAI_MODEL" doc:"the model that judges use unless a judge names its own"`
	APIKey          string        `key:"api_key" secret:"OPENAI_API_KEY" doc:"key of the model server; only in the environment"`
	KeyHeader       string        `key:"key_header" env:"JUDGEMENT_LLM_KEY_HEADER" doc:"header that carries the key alone, such as api-key; empty: Authorization, and api-key for hosts of Azure"`
	ReplyFormat     string        `key:"reply_format" env:"JUDGEMENT_LLM_REPLY_FORMAT" valid:"|json_schema_strict|json_schema|json_object|text" doc:"how replies are asked for: json_schema_strict, json_schema, json_object or text; empty: the best that the server takes"`
	Timeout         time.Duration `env:"JUDGEMENT_LLM_TIMEOUT" default:"120s" valid:"10ms..1h" doc:"time limit of one call"`
	Concurrency     int           `env:"JUDGEMENT_LLM_CONCURRENCY" default:"8" valid:"1..1024" doc:"calls at once, over all judges and documents"`
	Attempts        int           `env:"JUDGEMENT_LLM_ATTEMPTS" default:"6" valid:"1..20" doc:"tries of one call before it counts as failed"`
	CallsPerMinute  int           `key:"calls_per_minute" env:"JUDGEMENT_LLM_CALLS_PER_MINUTE" default:"0" valid:"0..1000000" doc:"calls per minute of all processes on one database together; 0: no limit"`
	MaxReplyTokens  int           `key:"max_reply_tokens" env:"JUDGEMENT_LLM_MAX_REPLY_TOKENS" default:"4096" valid:"64..1000000" doc:"longest reply, in tokens"`
	ContextTokens   int           `key:"context_tokens" env:"JUDGEMENT_LLM_CONTEXT_TOKENS" default:"120000" valid:"2048..100000000" doc:"the model's context, in tokens of prompt and reply; unless it is set, a smaller one that the server's list of models states counts"`
	CacheFromTokens int           `key:"cache_from_tokens" env:"JUDGEMENT_LLM_CACHE_FROM_TOKENS" default:"1024" valid:"0..100000000" doc:"tokens of a document from which on one judge's first call is answered before the other calls of its model start, if llm.prices says that cached tokens cost less; 0: all start together"`
	Temperature     float64       `env:"JUDGEMENT_LLM_TEMPERATURE" default:"0" valid:"0..2" doc:"0 to 2"`
	Seed            int64         `env:"JUDGEMENT_LLM_SEED" default:"0" doc:"seed that is sent with every call; 0: none"`
	ExtraBody       string        `key:"extra_body" env:"JUDGEMENT_LLM_EXTRA_BODY" valid:"json" doc:"JSON object merged into every request, such as {\"enable_thinking\":false}"`
	Providers       []Provider    `doc:"further providers that judges may name, and limits of openai and anthropic: a list of name, kind, base_url, key_env, model, timeout, concurrency, calls_per_minute, context_tokens; only in judgement.yaml"`
	Prices          []ModelPrice  `doc:"prices of models for a million tokens: a list of model, currency, input, cached, cache_write, output; only in judgement.yaml"`
}

// ModelPrice is what a model costs per million tokens.
type ModelPrice struct {
	Model, Currency       string
	Input, Cached, Output panel.Points
	CacheWrite            panel.Points `key:"cache_write"`
}

// Repeats is how often each judge scores, or AutoRepeats.
type Repeats int

// AutoRepeats has judges score until the grade is settled.
const AutoRepeats Repeats = -1

// String is the setting's text.
func (r Repeats) String() string {
	if r == AutoRepeats {
		return "auto"
	}
	return strconv.Itoa(int(r))
}

// Review holds the defaults of a review's own options.
type Review struct {
	Repeats    Repeats       `env:"JUDGEMENT_REPEATS" default:"1" valid:"1..50" doc:"how often each judge scores; auto: until the grade is settled"`
	MaxRepeats int           `key:"max_repeats" env:"JUDGEMENT_MAX_REPEATS" default:"8" valid:"2..50" doc:"how often each judge scores at most, if review.repeats is auto"`
	MaxTokens  int           `key:"max_tokens" env:"JUDGEMENT_MAX_TOKENS" default:"0" valid:"0..2000000000" doc:"hard limit of each document's review, in tokens; 0: none"`
	MaxCost    *panel.Points `key:"max_cost" env:"JUDGEMENT_MAX_COST" doc:"hard limit of each document's review, in the currency of llm.prices; empty: none; each kill of the process may add the calls in flight"`
}

// Report says which files a review writes.
type Report struct {
	Formats   []string `env:"JUDGEMENT_FORMATS" default:"md,html,pdf" doc:"files that a review writes: md, html, pdf"`
	PDFEngine string   `key:"pdf_engine" env:"JUDGEMENT_PDF_ENGINE" default:"builtin" valid:"builtin|chromium" doc:"what writes report.pdf: builtin, or chromium, which prints the HTML report"`
}

// Database says where cases, reports and jobs are kept when files are not enough,
// and for how long ended jobs are kept with everything that belongs to them; 0: for ever.
type Database struct {
	URL  string        `env:"JUDGEMENT_DATABASE_URL" valid:"postgres" doc:"postgres://… if one machine is not enough; empty: files and SQLite"`
	Keep time.Duration `env:"JUDGEMENT_DATABASE_KEEP" default:"90d" valid:"days" doc:"how long ended jobs are kept in the database, with their documents, events and messages, in days; cases and reports are never removed; 0: for ever"`
}

// Server says where and how the HTTP API is served.
type Server struct {
	Listen        string `env:"JUDGEMENT_LISTEN" default:":8421" valid:"listen" doc:"address of the HTTP API: host:port, :port, or the path of a Unix socket"`
	PublicURL     string `key:"public_url" env:"JUDGEMENT_PUBLIC_URL" valid:"http" example:"for example https://judgement.example.org" doc:"address at which people reach the server, for links to its pages in cards, webhooks and results; empty: no links"`
	MetricsListen string `key:"metrics_listen" env:"JUDGEMENT_METRICS_LISTEN" valid:"metrics" doc:"address of the Prometheus metrics, such as 127.0.0.1:9421; empty: none"`
	LogFormat     string `key:"log_format" env:"JUDGEMENT_LOG_FORMAT" default:"json" valid:"json|text|none" doc:"log of the server, on stderr: json, text or none"`
	OTelEndpoint  string `key:"otel_endpoint" env:"JUDGEMENT_OTEL_ENDPOINT,OTEL_EXPORTER_OTLP_ENDPOINT" valid:"http" example:"for example http://127.0.0.1:4318" doc:"OpenTelemetry collector (OTLP over HTTP) that gets one span per request, such as http://127.0.0.1:4318; empty: none"`
	Tokens        string `secret:"SERVICE_API_TOKEN" doc:"bearer tokens of the HTTP API, separated by commas; only in the environment"`
}

// Webhook says which callback addresses may be called, and with what signature.
// Without secrets there are no webhooks.
type Webhook struct {
	AllowNetworks []netip.Prefix `key:"allow_networks" env:"JUDGEMENT_WEBHOOK_ALLOW_NETWORKS" doc:"networks that are not public but may get webhooks, such as 10.1.0.0/16,fd00::/8; empty: none"`
	Secrets       string         `secret:"JUDGEMENT_WEBHOOK_SECRET" doc:"secrets that webhooks are signed with (whsec_ and Base64), separated by commas; only in the environment"`
}

// Worker says how queued jobs are run.
type Worker struct {
	Jobs          int           `env:"JUDGEMENT_WORKER_JOBS" default:"8" valid:"1..1000" doc:"jobs that one worker runs at once"`
	SceneJobs     int           `key:"scene_jobs" env:"JUDGEMENT_WORKER_SCENE_JOBS" default:"0" valid:"0..1000" doc:"jobs of one scene at once, over all workers; 0: no limit"`
	Drain         time.Duration `env:"JUDGEMENT_WORKER_DRAIN" default:"25s" valid:"0s..1h" doc:"how long running jobs may go on when a worker has to stop"`
	MetricsListen string        `key:"metrics_listen" env:"JUDGEMENT_WORKER_METRICS_LISTEN" valid:"metrics" doc:"address of the worker's Prometheus metrics and probes, such as 127.0.0.1:9423; empty: none"`
}

// Chat says which platform bots are on and how events come in.
type Chat struct {
	Mode          string `env:"JUDGEMENT_CHAT_MODE" default:"websocket" valid:"websocket|callback" doc:"how chat events come in: websocket or callback; never both, or they come twice"`
	BaseURL       string `key:"base_url" env:"JUDGEMENT_CHAT_BASE_URL" default:"https://open.feishu.cn" valid:"http" example:"https://open.feishu.cn or https://open.larksuite.com" doc:"address of the chat platform; of Lark outside China https://open.larksuite.com"`
	MetricsListen string `key:"metrics_listen" env:"JUDGEMENT_CHAT_METRICS_LISTEN" valid:"metrics" doc:"address of the chat process's Prometheus metrics, such as 127.0.0.1:9422; empty: none"`
	Tokens        string `key:"verification_tokens" secret:"CHAT_VERIFICATION_TOKEN" doc:"verification tokens of the bots' event subscriptions, separated by commas; only in the environment"`
	EncryptKeys   string `key:"encrypt_keys" secret:"CHAT_ENCRYPT_KEY" doc:"encrypt keys of the bots' event subscriptions, separated by commas; only in the environment"`
}

// The values of Chat.Mode.
const (
	ChatWebsocket = "websocket"
	ChatCallback  = "callback"
)
