package config

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"judgement/panel"
)

// key is one setting: its name in the file, its environment variables
// (strongest first), its default, and what is wrong with a value's text.
type key struct {
	name     string
	env      []string
	fallback string
	doc      string
	url      bool
	list     bool                    // the file may give a list
	check    func(text string) error // nil: every text is good
}

// keys is the one table of settings; it is never changed.
var keys = []key{
	{
		name: "llm.provider", env: env("LLM_PROVIDER"), doc: "openai, offline or replay; empty: openai where a model is set",
		check: oneOf("", "openai", "offline", "replay"),
	},
	{
		name: "llm.replay", env: env("LLM_REPLAY"), fallback: "cases",
		doc: "folder with the cases whose recorded replies answer under provider replay; a relative path starts at the workspace",
	},
	{
		name: "llm.base_url", env: env("LLM_BASE_URL", "OPENAI_BASE_URL"), fallback: "https://api.openai.com/v1", url: true,
		doc:   "address of an OpenAI-compatible server, with its /v1",
		check: httpAddress("for example http://127.0.0.1:8000/v1"),
	},
	{
		name: "llm.model", env: env("LLM_MODEL", "OPENAI_MODEL"), doc: "the model that judges use unless a judge names its own",
	},
	{
		name: "llm.timeout", env: env("LLM_TIMEOUT"), fallback: "120s", doc: "time limit of one call",
		check: upToHour(10 * time.Millisecond),
	},
	{
		name: "llm.concurrency", env: env("LLM_CONCURRENCY"), fallback: "8", doc: "calls at once, over all judges and documents",
		check: whole(1, 1024),
	},
	{
		name: "llm.attempts", env: env("LLM_ATTEMPTS"), fallback: "6", doc: "tries of one call before it counts as failed",
		check: whole(1, 20),
	},
	{
		name: "llm.calls_per_minute", env: env("LLM_CALLS_PER_MINUTE"), fallback: "0",
		doc:   "calls a minute of all processes on one database together; 0: no limit",
		check: whole(0, 1_000_000),
	},
	{
		name: "llm.max_reply_tokens", env: env("LLM_MAX_REPLY_TOKENS"), fallback: "4096", doc: "longest reply, in tokens",
		check: whole(64, 1_000_000),
	},
	{
		name: "llm.context_tokens", env: env("LLM_CONTEXT_TOKENS"), fallback: "120000", doc: "the model's context, in tokens",
		check: whole(2048, 100_000_000),
	},
	{
		name: "llm.temperature", env: env("LLM_TEMPERATURE"), fallback: "0", doc: "0 to 2",
		check: func(t string) error {
			if f, err := strconv.ParseFloat(t, 64); err != nil || !(f >= 0 && f <= 2) {
				return fmt.Errorf("%q is not a number from 0 to 2", t)
			}
			return nil
		},
	},
	{
		name: "llm.seed", env: env("LLM_SEED"), fallback: "0", doc: "seed that is sent with every call; 0: none",
		check: func(t string) error {
			if _, err := strconv.ParseInt(t, 10, 64); err != nil {
				return fmt.Errorf("%q is not a whole number", t)
			}
			return nil
		},
	},
	{
		name: "llm.extra_body", env: env("LLM_EXTRA_BODY"), doc: `JSON object merged into every request, such as {"enable_thinking":false}`,
		check: func(t string) error {
			var object map[string]any
			if t != "" && json.Unmarshal([]byte(t), &object) != nil {
				return fmt.Errorf("%q is not a JSON object", t)
			}
			return nil
		},
	},
	{
		name: "review.repeats", env: env("REPEATS"), fallback: "1", doc: "how often each judge scores",
		check: whole(1, 50),
	},
	{
		name: "review.max_tokens", env: env("MAX_TOKENS"), fallback: "0", doc: "hard limit of one review, in tokens; 0: none",
		check: whole(0, 2_000_000_000),
	},
	{
		name: "review.max_cost", env: env("MAX_COST"), doc: "hard limit of one review, in the currency of llm.prices; empty: none; each kill of the process may add the calls in flight",
		check: orEmpty(func(t string) error {
			if p, err := panel.ParsePoints(t); err != nil || p.Sign() <= 0 {
				return fmt.Errorf("%q is not an amount above zero", t)
			}
			return nil
		}),
	},
	{
		name: "report.formats", env: env("FORMATS"), fallback: strings.Join(formats, ","), doc: "files that a review writes: " + strings.Join(formats, ", "),
		list: true, check: func(t string) error { _, err := parseFormats(t); return err },
	},
	{
		name: "report.pdf_engine", env: env("PDF_ENGINE"), fallback: "builtin",
		doc:   "what writes report.pdf: builtin, or chromium, which prints the HTML report",
		check: oneOf("builtin", "chromium"),
	},
	{
		name: "database.url", env: env("DATABASE_URL"), url: true, doc: "postgres://… where one machine is outgrown; empty: files and SQLite",
		check: orEmpty(func(t string) error {
			u, err := url.Parse(t)
			if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
				return fmt.Errorf("it is not a postgres:// address")
			}
			return nil
		}),
	},
	{
		name: "database.keep", env: env("DATABASE_KEEP"), fallback: "90d",
		doc:   "how long ended jobs are kept in the database, with their documents, events and messages, in days; cases and reports are kept for good; 0: for ever",
		check: func(t string) error { _, err := parseDays(t); return err },
	},
	{
		name: "default_anchor", env: env("DEFAULT_ANCHOR"), doc: "the anchor that /v1/anchors names as the default",
	},
	{
		name: "time_zone", env: env("TIME_ZONE"), fallback: "UTC", doc: "IANA zone that says which day it is",
		check: func(t string) error {
			if _, err := time.LoadLocation(t); err != nil || t == "Local" {
				return fmt.Errorf("%q is not an IANA time zone; write for example Asia/Shanghai", t)
			}
			return nil
		},
	},
	{
		name: "rate_limit", env: env("RATE_LIMIT"), fallback: "60", doc: "requests an hour of a scene's bot, where the scene names none",
		check: whole(1, 1_000_000),
	},
	{
		name: "server.listen", env: env("LISTEN"), fallback: ":8421", doc: "address of the HTTP API: host:port, :port, or the path of a Unix socket",
		check: checkListen,
	},
	{
		name: "server.metrics_listen", env: env("METRICS_LISTEN"), doc: "address of the Prometheus metrics, such as 127.0.0.1:9421; empty: none",
		check: orEmpty(checkListen),
	},
	{
		name: "server.log_format", env: env("LOG_FORMAT"), fallback: "json", doc: "log of the server, on stderr: json, text or none",
		check: oneOf("json", "text", "none"),
	},
	{
		name: "server.otel_endpoint", env: env("OTEL_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"), url: true,
		doc:   "OpenTelemetry collector (OTLP over HTTP) that gets a span a request, such as http://127.0.0.1:4318; empty: none",
		check: orEmpty(httpAddress("for example http://127.0.0.1:4318")),
	},
	{
		name: "webhook.allow_networks", env: env("WEBHOOK_ALLOW_NETWORKS"),
		doc:  "networks that are not public but may get webhooks, such as 10.1.0.0/16,fd00::/8; empty: none",
		list: true, check: func(t string) error { _, err := parseNetworks(t); return err },
	},
	{
		name: "worker.jobs", env: env("WORKER_JOBS"), fallback: "8", doc: "jobs that one worker runs at once",
		check: whole(1, 1000),
	},
	{
		name: "worker.scene_jobs", env: env("WORKER_SCENE_JOBS"), fallback: "0", doc: "jobs of one scene at once, over all workers; 0: no limit",
		check: whole(0, 1000),
	},
	{
		name: "worker.drain", env: env("WORKER_DRAIN"), fallback: "25s", doc: "how long running jobs may go on when a worker is told to stop",
		check: upToHour(0),
	},
	{
		name: "worker.metrics_listen", env: env("WORKER_METRICS_LISTEN"), doc: "address of the worker's Prometheus metrics and probes, such as 127.0.0.1:9423; empty: none",
		check: orEmpty(checkListen),
	},
	{
		name: "chat.mode", env: env("CHAT_MODE"), fallback: ChatWebsocket, doc: "how chat events come in: websocket or callback; never both, or they come twice",
		check: oneOf(ChatWebsocket, ChatCallback),
	},
	{
		name: "chat.base_url", env: env("CHAT_BASE_URL"), fallback: "https://open.feishu.cn", url: true,
		doc:   "address of the chat platform; of Lark outside China https://open.larksuite.com",
		check: httpAddress("https://open.feishu.cn or https://open.larksuite.com"),
	},
	{
		name: "chat.metrics_listen", env: env("CHAT_METRICS_LISTEN"), doc: "address of the chat process's Prometheus metrics, such as 127.0.0.1:9422; empty: none",
		check: orEmpty(checkListen),
	},
}

// secret is a value that only the environment gives and nothing shows.
type secret struct {
	name, env, doc string
	set            func(s *Settings, text string)
}

// secrets is the one table of secrets; it is never changed.
var secrets = []secret{
	{
		name: "llm.api_key", env: "OPENAI_API_KEY", doc: "key of the model server; only in the environment",
		set: func(s *Settings, t string) { s.LLM.APIKey = t },
	},
	{
		name: "server.tokens", env: "SERVICE_API_TOKEN", doc: "bearer tokens of the HTTP API, separated by commas; only in the environment",
		set: func(s *Settings, t string) { s.Server.Tokens = t },
	},
	{
		name: "webhook.secrets", env: "JUDGEMENT_WEBHOOK_SECRET", doc: "secrets that webhooks are signed with (whsec_ and Base64), separated by commas; only in the environment",
		set: func(s *Settings, t string) { s.Webhook.Secrets = t },
	},
	{
		name: "chat.verification_tokens", env: "CHAT_VERIFICATION_TOKEN", doc: "verification tokens of the bots' event subscriptions, separated by commas; only in the environment",
		set: func(s *Settings, t string) { s.Chat.Tokens = t },
	},
	{
		name: "chat.encrypt_keys", env: "CHAT_ENCRYPT_KEY", doc: "encrypt keys of the bots' event subscriptions, separated by commas; only in the environment",
		set: func(s *Settings, t string) { s.Chat.EncryptKeys = t },
	},
}

// envPrefix is how the program's own variables begin.
const envPrefix = "JUDGEMENT_"

// env puts the program's prefix before the first name only.
func env(name string, more ...string) []string {
	return append([]string{envPrefix + name}, more...)
}
