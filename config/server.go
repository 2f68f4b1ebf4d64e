package config

import "time"

// Server says where and how the HTTP API is served.
type Server struct {
	Listen        string // host:port, :port, or the path of a Unix socket
	MetricsListen string `mapstructure:"metrics_listen"` // the same for the metrics; empty: none
	LogFormat     string `mapstructure:"log_format"`     // json, text or none
	OTelEndpoint  string `mapstructure:"otel_endpoint"`  // http or https address; empty: none
	Tokens        string `mapstructure:"-"`              // secret; bearer tokens, separated by commas
}

// Worker says how queued jobs are run.
type Worker struct {
	Jobs      int           // at once in one process
	SceneJobs int           `mapstructure:"scene_jobs"` // of one scene at once, over all workers; 0: no limit
	Drain     time.Duration // for running jobs, when the worker is told to stop

	MetricsListen string `mapstructure:"metrics_listen"` // of the worker process; empty: none
}

// Chat says which platform bots are on and how events come in.
type Chat struct {
	Mode          string // websocket or callback
	BaseURL       string `mapstructure:"base_url"`       // address of the platform
	MetricsListen string `mapstructure:"metrics_listen"` // of the chat process; empty: none
	Tokens        string `mapstructure:"-"`              // secret; verification tokens, separated by commas
	EncryptKeys   string `mapstructure:"-"`              // secret; encrypt keys, separated by commas
}

// The values of Chat.Mode.
const (
	ChatWebsocket = "websocket"
	ChatCallback  = "callback"
)
