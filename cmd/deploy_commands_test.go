package cmd

import (
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/config"
	"judgement/internal/api"
)

// knownVariables are the environment variables that the program reads.
func knownVariables() map[string]bool {
	known := map[string]bool{config.WorkspaceEnv: true, "XDG_CACHE_HOME": true, "CHAT_APP_ID": true, "CHAT_APP_SECRET": true, "CHAT_SCENE": true}
	for _, v := range config.Defaults() {
		for _, name := range v.Env {
			known[name] = true
		}
	}
	return known
}

var botVariable = regexp.MustCompile(`^CHAT_(APP_ID|APP_SECRET|WHITELIST)_[A-Z0-9_]+$`)

// problems holds a deployment to the program: its command line, its variables
// and their values, its ports, the paths of its probes, the time that it gets to
// end.
func (d *deployment) problems(t *testing.T) (out []string) {
	t.Helper()
	say := func(format string, args ...any) {
		out = append(out, d.where+": "+fmt.Sprintf(format, args...))
	}
	c, rest, err := tree().Find(d.args)
	if err == nil {
		err = c.ParseFlags(rest)
	}
	if err == nil {
		err = c.ValidateArgs(c.Flags().Args())
	}
	if err != nil || c.Name() == "judgement" {
		say("judgement %s: %v", strings.Join(d.args, " "), err)
	}
	known := knownVariables()
	for name := range d.env {
		if !known[name] && !botVariable.MatchString(name) {
			say("nothing reads the variable %s", name)
		}
	}
	s, err := config.Load(fstest.MapFS{}, func(k string) string { return d.env[k] }, nil)
	if err != nil {
		say("%v", err)
		return out
	}
	listens, least := d.listens(s)
	for _, p := range d.ports {
		if listens[p] == "" {
			say("nothing listens on port %s", p)
		}
	}
	for _, p := range d.probes {
		if !answers(t, listens[p.port], p.path) {
			say("nothing answers at port %s, path %s", p.port, p.path)
		}
	}
	if d.grace > 0 && d.grace < d.before+least {
		say("it gets %s to end and needs %s", d.grace, d.before+least)
	}
	return out
}

// listens says what a process listens on, api or metrics by port, and how long
// it may take to end.
func (d *deployment) listens(s *config.Settings) (ports map[string]string, least time.Duration) {
	ports = map[string]string{}
	add := func(addr, what string) {
		if _, port, err := net.SplitHostPort(addr); err == nil {
			ports[port] = what
		}
	}
	least = time.Second
	command := strings.Join(d.args, " ")
	if command == "serve" || command == "up" {
		add(s.Server.Listen, "api")
		add(s.Server.MetricsListen, "metrics")
		least = max(least, api.DrainTimeout+5*time.Second)
	}
	if command == "worker" || command == "up" {
		add(s.Worker.MetricsListen, "metrics")
		least = max(least, s.Worker.Drain+20*time.Second)
	}
	if command == "chat" || command == "up" {
		add(s.Chat.MetricsListen, "metrics")
	}
	return ports, least
}

// answers reports whether a path of a listener exists.
func answers(t *testing.T, listener, path string) bool {
	t.Helper()
	switch listener {
	case "api":
		_, ok := openapiDoc(t)["paths"].(map[string]any)[path]
		return ok && path == "/v1/healthz" // the only one without a token
	case "metrics":
		w := httptest.NewRecorder()
		api.MetricsHandler(prometheus.NewRegistry(), nil).ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		_, _ = io.Copy(io.Discard, w.Body)
		return w.Code == 200
	}
	return false
}

// TestDeployedCommands holds every process of deploy/ to the program.
func TestDeployedCommands(t *testing.T) {
	all := deployments(t, deployed(t))
	started := map[string]int{}
	for _, d := range all {
		started[strings.Join(d.args, " ")]++
		for _, p := range d.problems(t) {
			t.Error(p)
		}
	}
	for _, command := range []string{"serve", "worker", "chat"} {
		if started[command] != 3 { // systemd, compose, Kubernetes
			t.Errorf("%s is started by %d files", command, started[command])
		}
	}
	if text := string(deployed(t)["systemd/judgement-serve.socket"].Data); !strings.Contains(text, "\nListenStream=127.0.0.1:8421\n") || strings.Count(text, "\nListenStream=") != 1 {
		t.Error("the socket unit must hand over exactly one socket, at the API's port") // the server refuses more
	}
	for _, bad := range [][4]string{
		{"systemd/judgement-serve.service", "judgement serve", "judgement serve --listne :1", "unknown flag"},
		{"systemd/judgement-backup.service", "db backup", "db bakcup", "bakcup"},
		{"systemd/judgement-worker.service", "JUDGEMENT_WORKER_METRICS_LISTEN", "JUDGEMENT_WORKERS_METRICS_LISTEN", "nothing reads"},
		{"systemd/judgement-worker.service", "TimeoutStopSec=60", "TimeoutStopSec=30", "needs 45s"},
		{"systemd/judgement.env.example", "SERVICE_API_TOKEN", "SERVICE_TOKEN", "nothing reads"},
		{"Containerfile", `CMD ["up"]`, `CMD ["start"]`, "start"},
		{"Containerfile", "XDG_CACHE_HOME", "XDG_CACHE", "nothing reads"},
		{"compose.yaml", "command: [worker]", "command: [worker, now]", "worker now"},
		{"compose.yaml", "127.0.0.1:8421/v1/healthz", "127.0.0.1:8421/healthz", "path /healthz"},
		{"compose.yaml", "127.0.0.1:9421:9421", "127.0.0.1:9421:9424", "port 9424"},
		{"kubernetes/config.yaml", "JUDGEMENT_TIME_ZONE: UTC", "JUDGEMENT_TIME_ZONE: Mars", "Mars"},
		{"kubernetes/config.yaml", `JUDGEMENT_METRICS_LISTEN: ":9421"`, `JUDGEMENT_METRICS_LISTEN: ":9431"`, "port 9421"},
		{"kubernetes/worker.yaml", "path: /readyz", "path: /ready", "path /ready"},
		{"kubernetes/worker.yaml", "port: metrics", "port: http", "path /healthz"},
		{"kubernetes/serve.yaml", "sleep: {seconds: 5}", "sleep: {seconds: 25}", "needs 1m5s"},
		{"kubernetes/migrate.yaml", "args: [db, migrate]", "args: [db, migrate, --force]", "unknown flag"},
	} {
		var said []string
		for _, d := range deployments(t, spoilt(t, bad[0], bad[1], bad[2])) {
			said = append(said, d.problems(t)...)
		}
		if !strings.Contains(strings.Join(said, "\n"), bad[3]) {
			t.Errorf("%s with %s: %q", bad[0], bad[2], said)
		}
	}
}
