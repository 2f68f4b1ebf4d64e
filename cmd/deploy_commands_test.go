package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"judgement/config"
	"judgement/internal/api"
)

// deployment is one process as a file of deploy/ starts it.
type deployment struct {
	where  string
	args   []string
	env    map[string]string // values may be empty: a template
	ports  []string          // that the file says it listens on
	probes []deployedProbe
	grace  time.Duration // between SIGTERM and SIGKILL; 0: it is not said
	before time.Duration // of these until SIGTERM comes
}

type deployedProbe struct{ port, path string }

// deployments reads every process of deploy/.
func deployments(t *testing.T, files fstest.MapFS) []deployment {
	t.Helper()
	out := []deployment{containerfile(t, files)}
	for _, name := range names(t, files, "systemd/*.service") {
		out = append(out, unit(t, files, name))
	}
	out = append(out, services(t, files)...)
	return append(out, pods(t, files)...)
}

// envFile reads a file of NAME=value lines into env.
func envFile(t *testing.T, files fstest.MapFS, name string, env map[string]string) {
	t.Helper()
	for line := range strings.Lines(string(files[name].Data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok || value != "" {
			t.Errorf("%s: %q is no NAME= without a value", name, line)
		}
		env[key] = value
	}
}

func unit(t *testing.T, files fstest.MapFS, name string) deployment {
	t.Helper()
	d := deployment{where: name, env: map[string]string{}}
	for line := range strings.Lines(string(files[name].Data)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ExecStart":
			_, command, ok := strings.Cut(value, "/usr/local/bin/judgement ")
			if !ok {
				t.Errorf("%s starts something else: %s", name, value)
			}
			for _, w := range strings.Fields(strings.ReplaceAll(command, "$(date -u +%%F)", "DATE")) {
				d.args = append(d.args, strings.Trim(w, `'"`))
			}
		case "Environment":
			for pair := range strings.FieldsSeq(value) {
				k, v, _ := strings.Cut(pair, "=")
				d.env[k] = v
			}
		case "EnvironmentFile":
			if value != "/etc/judgement/judgement.env" {
				t.Errorf("%s: environment file %s", name, value)
			}
			envFile(t, files, "systemd/judgement.env.example", d.env)
		case "TimeoutStopSec":
			d.grace = seconds(t, value)
		}
	}
	return d
}

func seconds(t *testing.T, text string) time.Duration {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSuffix(text, "s"))
	if err != nil {
		t.Errorf("%q is no number of seconds", text)
	}
	return time.Duration(n) * time.Second
}

func containerfile(t *testing.T, files fstest.MapFS) deployment {
	t.Helper()
	d := deployment{where: "Containerfile", env: map[string]string{}}
	for line := range strings.Lines(string(files["Containerfile"].Data)) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "CMD", "ENTRYPOINT":
			var words []string
			if err := json.Unmarshal([]byte(rest), &words); err != nil || verb == "ENTRYPOINT" && !slices.Equal(words, []string{"/usr/local/bin/judgement"}) {
				t.Errorf("Containerfile: %s %s: %v", verb, rest, err)
			}
			if verb == "CMD" {
				d.args = words
			}
		case "ENV":
			for pair := range strings.FieldsSeq(rest) {
				k, v, _ := strings.Cut(pair, "=")
				d.env[k] = v
			}
		case "USER":
			if strings.HasPrefix(rest, "0") || strings.HasPrefix(rest, "root") {
				t.Errorf("Containerfile: it runs as %s", rest)
			}
		}
	}
	return d
}

// at walks into maps and lists: at(v, "spec", 0).
func at(v any, path ...any) any {
	for _, p := range path {
		switch key := p.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[key]
		case int:
			l, _ := v.([]any)
			if key >= len(l) {
				return nil
			}
			v = l[key]
		}
	}
	return v
}

func list(v any) []any { l, _ := v.([]any); return l }

func words(v any) (out []string) {
	for _, w := range list(v) {
		out = append(out, fmt.Sprint(w))
	}
	return out
}

var composeVariable = regexp.MustCompile(`\$\{[A-Z_]+[^}]*\}`)

func services(t *testing.T, files fstest.MapFS) (out []deployment) {
	t.Helper()
	all, _ := at(readYAML(t, files["compose.yaml"].Data)[0], "services").(map[string]any)
	for _, name := range []string{"migrate", "serve", "worker", "chat"} {
		s := all[name]
		d := deployment{where: "compose.yaml " + name, args: words(at(s, "command")), env: map[string]string{}}
		if file := at(s, "env_file"); file != "judgement.env" {
			t.Errorf("%s: environment file %v", d.where, file)
		}
		envFile(t, files, "judgement.env.example", d.env)
		delete(d.env, "POSTGRES_PASSWORD") // of the database's container
		env, _ := at(s, "environment").(map[string]any)
		for k, v := range env {
			d.env[k] = composeVariable.ReplaceAllString(fmt.Sprint(v), "x")
		}
		for _, p := range words(at(s, "ports")) {
			parts := strings.Split(p, ":")
			if len(parts) != 3 || parts[0] != "127.0.0.1" {
				t.Errorf("%s: port %s is not on loopback alone", d.where, p)
			}
			d.ports = append(d.ports, parts[len(parts)-1])
		}
		if test := words(at(s, "healthcheck", "test")); len(test) > 0 {
			url := strings.TrimPrefix(test[len(test)-1], "http://127.0.0.1:")
			port, path, _ := strings.Cut(url, "/")
			d.probes = append(d.probes, deployedProbe{port, "/" + path})
		}
		if g := at(s, "stop_grace_period"); g != nil {
			d.grace = seconds(t, fmt.Sprint(g))
		}
		out = append(out, d)
	}
	return out
}

// objects are the objects of all manifests, with the file that each is in.
func objects(t *testing.T, files fstest.MapFS, see func(file string, o map[string]any)) {
	t.Helper()
	for _, name := range manifests(t, files) {
		for _, o := range readYAML(t, files[name].Data) {
			see(name, o)
		}
	}
}

func pods(t *testing.T, files fstest.MapFS) (out []deployment) {
	t.Helper()
	given := map[string]map[string]any{} // by kind and name
	objects(t, files, func(_ string, o map[string]any) {
		for _, field := range []string{"data", "stringData"} {
			if values, ok := o[field].(map[string]any); ok {
				given[fmt.Sprint(o["kind"], " ", at(o, "metadata", "name"))] = values
			}
		}
	})
	objects(t, files, func(file string, o map[string]any) {
		spec := at(o, "spec", "template", "spec")
		for _, c := range list(at(spec, "containers")) {
			d := deployment{where: file + " " + fmt.Sprint(at(c, "name")), args: words(at(c, "args")), env: map[string]string{}}
			for _, from := range list(at(c, "envFrom")) {
				for field, kind := range map[string]string{"configMapRef": "ConfigMap", "secretRef": "Secret"} {
					if name := at(from, field, "name"); name != nil {
						values, ok := given[fmt.Sprint(kind, " ", name)]
						if !ok {
							t.Errorf("%s: there is no %s %v", d.where, kind, name)
						}
						for k, v := range values {
							d.env[k] = fmt.Sprint(v)
						}
					}
				}
			}
			byName := map[string]string{}
			for _, p := range list(at(c, "ports")) {
				port := fmt.Sprint(at(p, "containerPort"))
				byName[fmt.Sprint(at(p, "name"))] = port
				d.ports = append(d.ports, port)
			}
			for _, kind := range []string{"livenessProbe", "readinessProbe", "startupProbe"} {
				if get := at(c, kind, "httpGet"); get != nil {
					d.probes = append(d.probes, deployedProbe{byName[fmt.Sprint(at(get, "port"))], fmt.Sprint(at(get, "path"))})
				}
			}
			if g := at(spec, "terminationGracePeriodSeconds"); g != nil {
				d.grace = seconds(t, fmt.Sprint(g))
			}
			if s := at(c, "lifecycle", "preStop", "sleep", "seconds"); s != nil {
				d.before = seconds(t, fmt.Sprint(s))
			}
			out = append(out, d)
		}
	})
	return out
}

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

var botVariable = regexp.MustCompile(`^CHAT_APP_(ID|SECRET)_[A-Z0-9_]+$`)

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
