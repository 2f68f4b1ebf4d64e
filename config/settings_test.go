package config

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestServerSettings(t *testing.T) {
	s, err := load(t, "", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318", "SERVICE_API_TOKEN": "a,b"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := Server{Listen: ":8421", LogFormat: "json", OTelEndpoint: "http://127.0.0.1:4318", Tokens: "a,b"}
	if s.Server != want || s.Chat.Mode != ChatWebsocket {
		t.Errorf("%+v, chat %+v", s.Server, s.Chat)
	}
	for _, v := range s.Values() {
		if strings.Contains(v.Value, "a,b") {
			t.Errorf("%s shows the tokens", v.Key)
		}
	}
	for _, good := range []string{":0", "127.0.0.1:65535", "[::1]:8421", "localhost:8421", "/run/j.sock", "./j.sock", "run/j.sock", "/run/a:b.sock", "unix:j.sock"} {
		for _, key := range []string{"server.listen", "chat.metrics_listen"} {
			if _, err := load(t, "", nil, map[string]string{key: good}); err != nil {
				t.Errorf("%s: %s: %v", key, good, err)
			}
		}
	}
	for _, bad := range []string{"8421", ":", ":http", ":65536", ":-1", "unix:", "1.2.3.4", "::1:8421", "http://127.0.0.1:8421", "127.0.0.1:8421/metrics"} {
		_, err := load(t, "", nil, map[string]string{"server.listen": bad})
		if err == nil || !strings.Contains(err.Error(), ":8421, 127.0.0.1:8421 or /run/judgement.sock") {
			t.Errorf("%s: %v", bad, err)
		}
		if _, port, _ := strings.Cut(bad, ":"); bad == ":65536" && err != nil && !strings.Contains(err.Error(), "port "+port) {
			t.Errorf("%s: %v does not name the port", bad, err)
		}
	}
	for key, bad := range map[string]string{"server.log_format": "xml", "server.otel_endpoint": "127.0.0.1:4318", "chat.mode": "both", "server.metrics_listen": "9421"} {
		if _, err := load(t, "", nil, map[string]string{key: bad}); err == nil {
			t.Errorf("%s: %s passed", key, bad)
		}
	}
}

func TestKeep(t *testing.T) {
	for text, want := range map[string]time.Duration{"": 90 * 24 * time.Hour, "7d": 7 * 24 * time.Hour, "0": 0, "0d": 0, "36500d": 36500 * 24 * time.Hour} {
		flags := map[string]string{}
		if text != "" {
			flags["database.keep"] = text
		}
		if s, err := load(t, "", nil, flags); err != nil || s.Database.Keep != want {
			t.Errorf("%q: %v, %v; want %v", text, s.Database.Keep, err, want)
		}
	}
	for _, bad := range []string{"90", "6d", "-7d", "36501d", "720h", "d", "7 d", "1.5d"} {
		if _, err := load(t, "", nil, map[string]string{"database.keep": bad}); err == nil || !strings.Contains(err.Error(), "write") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestOneAddressTwice: addresses that one process would listen on twice are refused, as
// are those of several processes if the file has both: it is for all of them.
func TestOneAddressTwice(t *testing.T) {
	for _, c := range []struct {
		file string
		env  map[string]string
		bad  string // the setting that is refused
	}{
		{"server: {listen: ':8421', metrics_listen: ':8421'}", nil, "server.metrics_listen"},
		{"server: {metrics_listen: ':8421'}", nil, "server.metrics_listen"}, // the default of the other
		{"server: {listen: ':8421', metrics_listen: '127.0.0.1:8421'}", nil, "server.metrics_listen"},
		{"server: {listen: '127.0.0.1:8421', metrics_listen: '0.0.0.0:8421'}", nil, "server.metrics_listen"},
		{"server: {listen: 'localhost:8421', metrics_listen: '127.0.0.1:08421'}", nil, "server.metrics_listen"},
		{"server: {listen: '[::1]:8421', metrics_listen: '[::]:8421'}", nil, "server.metrics_listen"},
		{"server: {listen: /run/j.sock, metrics_listen: 'unix:/run/j.sock'}", nil, "server.metrics_listen"},
		{"server: {listen: ':8421'}", map[string]string{"JUDGEMENT_METRICS_LISTEN": ":8421"}, "server.metrics_listen"},
		{"server: {listen: ':8421'}\nworker: {metrics_listen: ':8421'}", nil, "worker.metrics_listen"},
		{"server: {listen: ':8421'}\nchat: {metrics_listen: ':8421'}", nil, "chat.metrics_listen"},
		{"server: {listen: ':8421', metrics_listen: ':9421'}\nworker: {metrics_listen: ':9423'}", nil, ""},
		{"server: {listen: '127.0.0.1:0', metrics_listen: '127.0.0.1:0'}", nil, ""}, // the system chooses two
		{"server: {listen: '127.0.0.1:8421', metrics_listen: '127.0.0.2:8421'}", nil, ""},
		{"server: {listen: '0.0.0.0:8421', metrics_listen: '[::1]:8421'}", nil, ""},
		{"server: {listen: /run/j.sock, metrics_listen: /run/m.sock}", nil, ""},
		// Each in a container of its own.
		{"", map[string]string{"JUDGEMENT_LISTEN": ":8080", "JUDGEMENT_WORKER_METRICS_LISTEN": ":8080"}, ""},
	} {
		_, err := load(t, c.file, c.env, nil)
		switch {
		case c.bad == "" && err != nil:
			t.Errorf("%s: %v", c.file, err)
		case c.bad != "" && (err == nil || !strings.HasPrefix(err.Error(), c.bad+" (from the ") || !strings.Contains(err.Error(), "server.listen")):
			t.Errorf("%s: %v, want that %s is refused", c.file, err, c.bad)
		}
	}
}

func TestWebhookSettings(t *testing.T) {
	s, err := load(t, "webhook:\n  allow_networks: \"10.1.2.3/16, fd00::1, ::1/128\"\n", map[string]string{"JUDGEMENT_WEBHOOK_SECRET": "whsec_x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Webhook.AllowNetworks); got != "[10.1.0.0/16 fd00::1/128 ::1/128]" || s.Webhook.Secrets != "whsec_x" {
		t.Errorf("%s, %q", got, s.Webhook.Secrets)
	}
	for _, v := range s.Values() {
		if strings.Contains(v.Value, "whsec") {
			t.Errorf("%s shows the secret", v.Key)
		}
	}
	for _, bad := range []string{"10.0.0.0/33", "private", "10.0.0", "fe80::1%eth0", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104"} {
		if _, err := load(t, "", map[string]string{"JUDGEMENT_WEBHOOK_ALLOW_NETWORKS": bad}, nil); err == nil || !strings.Contains(err.Error(), "is no network") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
