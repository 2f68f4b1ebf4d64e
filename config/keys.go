package config

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/panel"
)

// key is one setting: its name in the file, its environment variables
// (strongest first), its default, and how its text becomes a value.
type key struct {
	name     string
	env      []string
	fallback string
	doc      string
	url      bool
	set      func(s *Settings, text string) error
}

// Formats are the report formats that a review can write.
var formats = []string{"md", "html", "pdf"}

// keys is the one table of settings; it is never changed.
var keys = []key{
	{
		name: "llm.provider", env: env("LLM_PROVIDER"), doc: "openai, offline or replay; empty: openai where a model is set",
		set: func(s *Settings, t string) error {
			s.LLM.Provider = t
			return oneOf(t, "", "openai", "offline", "replay")
		},
	},
	{
		name: "llm.replay", env: env("LLM_REPLAY"), fallback: "cases",
		doc: "folder with the cases whose recorded replies answer under provider replay; a relative path starts at the workspace",
		set: func(s *Settings, t string) error { s.LLM.Replay = t; return nil },
	},
	{
		name: "llm.base_url", env: env("LLM_BASE_URL", "OPENAI_BASE_URL"), fallback: "https://api.openai.com/v1", url: true,
		doc: "address of an OpenAI-compatible server, with its /v1",
		set: func(s *Settings, t string) error {
			s.LLM.BaseURL = strings.TrimRight(t, "/")
			u, err := url.Parse(t)
			if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return fmt.Errorf("%q is not an http or https address; write for example http://127.0.0.1:8000/v1", t)
			}
			return nil
		},
	},
	{
		name: "llm.model", env: env("LLM_MODEL", "OPENAI_MODEL"), doc: "the model that judges use unless a judge names its own",
		set: func(s *Settings, t string) error { s.LLM.Model = t; return nil },
	},
	{
		name: "llm.timeout", env: env("LLM_TIMEOUT"), fallback: "120s", doc: "time limit of one call",
		set: func(s *Settings, t string) error {
			d, err := time.ParseDuration(t)
			if err != nil || d < 10*time.Millisecond || d > time.Hour {
				return fmt.Errorf("%q is not a duration from 10ms to 1h", t)
			}
			s.LLM.Timeout = d
			return nil
		},
	},
	{
		name: "llm.concurrency", env: env("LLM_CONCURRENCY"), fallback: "8", doc: "calls at once, over all judges and documents",
		set: func(s *Settings, t string) error { return setInt(&s.LLM.Concurrency, 1, 1024)(t) },
	},
	{
		name: "llm.attempts", env: env("LLM_ATTEMPTS"), fallback: "6", doc: "tries of one call before it counts as failed",
		set: func(s *Settings, t string) error { return setInt(&s.LLM.Attempts, 1, 20)(t) },
	},
	{
		name: "llm.calls_per_minute", env: env("LLM_CALLS_PER_MINUTE"), fallback: "0",
		doc: "calls a minute of all processes on one database together; 0: no limit",
		set: func(s *Settings, t string) error { return setInt(&s.LLM.CallsPerMinute, 0, 1_000_000)(t) },
	},
	{
		name: "llm.max_reply_tokens", env: env("LLM_MAX_REPLY_TOKENS"), fallback: "4096", doc: "longest reply, in tokens",
		set: func(s *Settings, t string) error { return setInt(&s.LLM.MaxReplyTokens, 64, 1_000_000)(t) },
	},
	{
		name: "llm.context_tokens", env: env("LLM_CONTEXT_TOKENS"), fallback: "120000", doc: "the model's context, in tokens",
		set: func(s *Settings, t string) error { return setInt(&s.LLM.ContextTokens, 2048, 100_000_000)(t) },
	},
	{
		name: "llm.temperature", env: env("LLM_TEMPERATURE"), fallback: "0", doc: "0 to 2",
		set: func(s *Settings, t string) error {
			f, err := strconv.ParseFloat(t, 64)
			if err != nil || !(f >= 0 && f <= 2) {
				return fmt.Errorf("%q is not a number from 0 to 2", t)
			}
			s.LLM.Temperature = f
			return nil
		},
	},
	{
		name: "llm.seed", env: env("LLM_SEED"), fallback: "0", doc: "seed that is sent with every call; 0: none",
		set: func(s *Settings, t string) error {
			n, err := strconv.ParseInt(t, 10, 64)
			if err != nil {
				return fmt.Errorf("%q is not a whole number", t)
			}
			s.LLM.Seed = n
			return nil
		},
	},
	{
		name: "llm.extra_body", env: env("LLM_EXTRA_BODY"), doc: `JSON object merged into every request, such as {"enable_thinking":false}`,
		set: func(s *Settings, t string) error {
			s.LLM.ExtraBody = t
			var object map[string]any
			if t != "" && json.Unmarshal([]byte(t), &object) != nil {
				return fmt.Errorf("%q is not a JSON object", t)
			}
			return nil
		},
	},
	{
		name: "review.repeats", env: env("REPEATS"), fallback: "1", doc: "how often each judge scores",
		set: func(s *Settings, t string) error { return setInt(&s.Review.Repeats, 1, 50)(t) },
	},
	{
		name: "review.max_tokens", env: env("MAX_TOKENS"), fallback: "0", doc: "hard limit of one review, in tokens; 0: none",
		set: func(s *Settings, t string) error { return setInt(&s.Review.MaxTokens, 0, 2_000_000_000)(t) },
	},
	{
		name: "review.max_cost", env: env("MAX_COST"), doc: "hard limit of one review, in the currency of llm.prices; empty: none; each kill of the process may add the calls in flight",
		set: func(s *Settings, t string) error {
			if t == "" {
				return nil
			}
			p, err := panel.ParsePoints(t)
			if err != nil || p.Sign() <= 0 {
				return fmt.Errorf("%q is not an amount above zero", t)
			}
			s.Review.MaxCost = &p
			return nil
		},
	},
	{
		name: "report.formats", env: env("FORMATS"), fallback: strings.Join(formats, ","), doc: "files that a review writes: " + strings.Join(formats, ", "),
		set: setFormats,
	},
	{
		name: "report.pdf_engine", env: env("PDF_ENGINE"), fallback: "builtin",
		doc: "what writes report.pdf: builtin, or chromium, which prints the HTML report",
		set: func(s *Settings, t string) error { s.Report.PDFEngine = t; return oneOf(t, "builtin", "chromium") },
	},
	{
		name: "database.url", env: env("DATABASE_URL"), url: true, doc: "postgres://… where one machine is outgrown; empty: files and SQLite",
		set: func(s *Settings, t string) error {
			s.Database.URL = t
			if t == "" {
				return nil
			}
			u, err := url.Parse(t)
			if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
				return fmt.Errorf("it is not a postgres:// address")
			}
			return nil
		},
	},
	{
		name: "database.keep", env: env("DATABASE_KEEP"), fallback: "90d",
		doc: "how long ended jobs are kept in the database, with their documents, events and messages, in days; cases and reports are kept for good; 0: for ever",
		set: func(s *Settings, t string) (err error) { s.Database.Keep, err = parseDays(t); return err },
	},
	{
		name: "default_anchor", env: env("DEFAULT_ANCHOR"), doc: "the anchor that /v1/anchors names as the default",
		set: func(s *Settings, t string) error { s.DefaultAnchor = t; return nil },
	},
	{
		name: "time_zone", env: env("TIME_ZONE"), fallback: "UTC", doc: "IANA zone that says which day it is",
		set: func(s *Settings, t string) error {
			loc, err := time.LoadLocation(t)
			if err != nil || t == "Local" {
				return fmt.Errorf("%q is not an IANA time zone; write for example Asia/Shanghai", t)
			}
			s.TimeZone = loc
			return nil
		},
	},
	{
		name: "rate_limit", env: env("RATE_LIMIT"), fallback: "60", doc: "requests an hour of a scene's bot, where the scene names none",
		set: func(s *Settings, t string) error { return setInt(&s.RateLimit, 1, 1_000_000)(t) },
	},
	{
		name: "server.listen", env: env("LISTEN"), fallback: ":8421", doc: "address of the HTTP API: host:port, :port, or the path of a Unix socket",
		set: func(s *Settings, t string) error { s.Server.Listen = t; return checkListen(t) },
	},
	{
		name: "server.metrics_listen", env: env("METRICS_LISTEN"), doc: "address of the Prometheus metrics, such as 127.0.0.1:9421; empty: none",
		set: func(s *Settings, t string) error { s.Server.MetricsListen = t; return checkOptionalListen(t) },
	},
	{
		name: "server.log_format", env: env("LOG_FORMAT"), fallback: "json", doc: "log of the server, on stderr: json, text or none",
		set: func(s *Settings, t string) error { s.Server.LogFormat = t; return oneOf(t, "json", "text", "none") },
	},
	{
		name: "server.otel_endpoint", env: env("OTEL_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"), url: true,
		doc: "OpenTelemetry collector (OTLP over HTTP) that gets a span a request, such as http://127.0.0.1:4318; empty: none",
		set: func(s *Settings, t string) error {
			s.Server.OTelEndpoint = t
			u, err := url.Parse(t)
			if t != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
				return fmt.Errorf("%q is not an http or https address; write for example http://127.0.0.1:4318", t)
			}
			return nil
		},
	},
	{
		name: "webhook.allow_networks", env: env("WEBHOOK_ALLOW_NETWORKS"),
		doc: "networks that are not public but may get webhooks, such as 10.1.0.0/16,fd00::/8; empty: none",
		set: func(s *Settings, t string) error { return setNetworks(&s.Webhook.AllowNetworks, t) },
	},
	{
		name: "worker.jobs", env: env("WORKER_JOBS"), fallback: "8", doc: "jobs that one worker runs at once",
		set: func(s *Settings, t string) error { return setInt(&s.Worker.Jobs, 1, 1000)(t) },
	},
	{
		name: "worker.scene_jobs", env: env("WORKER_SCENE_JOBS"), fallback: "0", doc: "jobs of one scene at once, over all workers; 0: no limit",
		set: func(s *Settings, t string) error { return setInt(&s.Worker.SceneJobs, 0, 1000)(t) },
	},
	{
		name: "worker.drain", env: env("WORKER_DRAIN"), fallback: "25s", doc: "how long running jobs may go on when a worker is told to stop",
		set: func(s *Settings, t string) error {
			d, err := time.ParseDuration(t)
			if err != nil || d < 0 || d > time.Hour {
				return fmt.Errorf("%q is not a duration from 0s to 1h", t)
			}
			s.Worker.Drain = d
			return nil
		},
	},
	{
		name: "worker.metrics_listen", env: env("WORKER_METRICS_LISTEN"), doc: "address of the worker's Prometheus metrics and probes, such as 127.0.0.1:9423; empty: none",
		set: func(s *Settings, t string) error { s.Worker.MetricsListen = t; return checkOptionalListen(t) },
	},
	{
		name: "chat.mode", env: env("CHAT_MODE"), fallback: ChatWebsocket, doc: "how chat events come in: websocket or callback; never both, or they come twice",
		set: func(s *Settings, t string) error { s.Chat.Mode = t; return oneOf(t, ChatWebsocket, ChatCallback) },
	},
	{
		name: "chat.base_url", env: env("CHAT_BASE_URL"), fallback: "https://open.feishu.cn", url: true,
		doc: "address of the chat platform; of Lark outside China https://open.larksuite.com",
		set: func(s *Settings, t string) error {
			s.Chat.BaseURL = strings.TrimRight(t, "/")
			u, err := url.Parse(t)
			if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return fmt.Errorf("%q is not an http or https address; write https://open.feishu.cn or https://open.larksuite.com", t)
			}
			return nil
		},
	},
	{
		name: "chat.metrics_listen", env: env("CHAT_METRICS_LISTEN"), doc: "address of the chat process's Prometheus metrics, such as 127.0.0.1:9422; empty: none",
		set: func(s *Settings, t string) error { s.Chat.MetricsListen = t; return checkOptionalListen(t) },
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

// env puts the program's prefix before the first name; the others stand as
// they are.
func env(name string, more ...string) []string {
	return append([]string{"JUDGEMENT_" + name}, more...)
}

func oneOf(t string, valid ...string) error {
	if slices.Contains(valid, t) {
		return nil
	}
	named := slices.DeleteFunc(slices.Clone(valid), func(s string) bool { return s == "" })
	return fmt.Errorf("unknown value %q; choose one of: %s", t, strings.Join(named, ", "))
}

func setFormats(s *Settings, t string) error {
	s.Report.Formats = nil
	for _, f := range strings.Split(t, ",") {
		f = strings.TrimSpace(f)
		if err := oneOf(f, formats...); err != nil {
			return err
		}
		if !slices.Contains(s.Report.Formats, f) {
			s.Report.Formats = append(s.Report.Formats, f)
		}
	}
	return nil
}
