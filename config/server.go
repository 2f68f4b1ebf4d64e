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

	MetricsListen string // of the worker process; empty: none
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

// leastKept is the shortest time for which ended jobs may be kept: for so long
// the keys of idempotent requests name them.
const leastKept = 7 * 24 * time.Hour

// parseDays reads a time in whole days such as 90d; 0 is for ever.
func parseDays(text string) (time.Duration, error) {
	days, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(days)
	d := time.Duration(n) * 24 * time.Hour
	switch {
	case err == nil && n == 0:
		return 0, nil
	case err != nil || !ok || n > 36500:
		return 0, fmt.Errorf("%q is no number of days; write for example 90d, or 0 for ever", text)
	case d < leastKept:
		return 0, fmt.Errorf("%q is too short: for seven days the keys of repeated requests name their jobs; write 7d or more", text)
	}
	return d, nil
}

// checkOptionalListen is checkListen for an address that may be empty.
func checkOptionalListen(addr string) error {
	if addr == "" {
		return nil
	}
	return checkListen(addr)
}

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
