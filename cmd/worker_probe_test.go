package cmd

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// overSocket is a client of a Unix socket in a folder of its own, and its path.
func overSocket(t *testing.T) (client *http.Client, path string) {
	t.Helper()
	short, err := os.MkdirTemp("", "s") // a socket's path has to be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	path = filepath.Join(short, "m")
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", path)
	}}}, path
}

func fetch(t *testing.T, client *http.Client, path string) (status int, body string) {
	t.Helper()
	resp, err := client.Get("http://socket" + path)
	if err != nil {
		return 0, err.Error()
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// TestWorkerProbes: a worker says that it lives, whether it takes jobs, and what
// it counted.
func TestWorkerProbes(t *testing.T) {
	client, socket := overSocket(t)
	s := startStarter(t, map[string]string{"SERVICE_API_TOKEN": serveToken}, "up", "--provider", "offline", "--worker-metrics-listen", socket)
	status, body := 0, ""
	for range 1000 {
		if status, body = fetch(t, client, "/readyz"); status == http.StatusOK {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if status != http.StatusOK || body != "ok\n" {
		t.Fatalf("readyz: %d %s; log:\n%s", status, body, s.logs)
	}
	if status, body := fetch(t, client, "/healthz"); status != http.StatusOK || body != "ok\n" {
		t.Errorf("healthz: %d %s", status, body)
	}
	s.await(t, s.submit(t, `{"scene_slug":"pitch-review","brand":"acme","document":"# Ferry\n\nWe asked 50 passengers at two piers."}`))
	for _, want := range []string{"judgement_database_up 1", "judgement_workers 1", `judgement_jobs{status="done"} `, `judgement_model_calls_total{model="offline-lexical-1",outcome="ok"}`, "process_resident_memory_bytes"} {
		if _, body := fetch(t, client, "/metrics"); !strings.Contains(body, want) {
			t.Errorf("metrics lack %s:\n%s", want, body)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d; log:\n%s", code, s.logs)
	}
	if status, _ := fetch(t, client, "/healthz"); status != 0 {
		t.Errorf("after the end: %d", status)
	}
}
