package cmd

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"
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
	out := []deployment{containerfile(t, files, "Containerfile"), containerfile(t, files, "Dockerfile")}
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

func containerfile(t *testing.T, files fstest.MapFS, name string) deployment {
	t.Helper()
	d := deployment{where: name, env: map[string]string{}}
	for line := range strings.Lines(string(files[name].Data)) {
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch verb {
		case "CMD", "ENTRYPOINT":
			var words []string
			if err := json.Unmarshal([]byte(rest), &words); err != nil || verb == "ENTRYPOINT" && !slices.Equal(words, []string{"/usr/local/bin/judgement"}) {
				t.Errorf("%s: %s %s: %v", name, verb, rest, err)
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
				t.Errorf("%s: it runs as %s", name, rest)
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
