package config

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

// Server says where and how the HTTP API is served.
type Server struct {
	Listen        string // host:port, :port, or the path of a Unix socket
	MetricsListen string // the same for the metrics; empty: none
	LogFormat     string // json, text or none
	OTelEndpoint  string // http or https address; empty: none
	Tokens        string // secret; bearer tokens, separated by commas
}

// Worker says how queued jobs are run.
type Worker struct {
	Jobs      int           // at once in one process
	SceneJobs int           // of one scene at once, over all workers; 0: no limit
	Drain     time.Duration // for running jobs, when the worker is told to stop
}

// Chat says which platform bots are on and how events come in.
type Chat struct {
	Mode          string // websocket or callback
	BaseURL       string // address of the platform
	MetricsListen string // of the chat process; empty: none
	Tokens        string // secret; verification tokens, separated by commas
	EncryptKeys   string // secret; encrypt keys, separated by commas
}

// The values of Chat.Mode.
const (
	ChatWebsocket = "websocket"
	ChatCallback  = "callback"
)

// checkListen reports what is wrong with an address to listen on: host:port,
// :port, or the path of a Unix socket, which has a slash or starts with unix:.
func checkListen(addr string) error {
	if path, ok := strings.CutPrefix(addr, "unix:"); ok && path != "" || strings.Contains(addr, "/") {
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%q is no address to listen on; write for example :8421, 127.0.0.1:8421 or /run/judgement.sock", addr)
	}
	return nil
}
