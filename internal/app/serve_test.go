package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"judgement/internal/api"
	"judgement/internal/attribution"
	"judgement/internal/casefile"
	"judgement/internal/casefile/storagetest"
	"judgement/internal/fault"
)

// TestAttributorErrors: what the check says of its end reaches the HTTP API as
// the API's own errors.
func TestAttributorErrors(t *testing.T) {
	dir := t.TempDir()
	for n := range 3 {
		if err := os.MkdirAll(fmt.Sprintf("%s/cases/C-2026-%04d", dir, n+1), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(fmt.Sprintf("%s/cases/C-2026-%04d/case.yaml", dir, n+1), []byte("schema: 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	checker := &attribution.Checker{Storage: st, Files: os.DirFS(dir), Now: time.Now, Zone: time.UTC}
	check := &attributor{checker: checker}

	nobody := "C-2026-0009"
	if _, err := check.Check(t.Context(), api.AttributionRequest{DryRun: true, CaseID: &nobody}); !errors.Is(err, fault.UnknownCase) {
		t.Errorf("an unknown case: %v", err)
	}
	unlock, ok, err := st.Lock(t.Context(), "cases/.attribution/lock")
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if _, err := check.Check(t.Context(), api.AttributionRequest{}); !errors.Is(err, fault.AttributionBusy) {
		t.Errorf("beside another process: %v", err)
	}
	unlock()
	ctx, end := context.WithCancel(t.Context())
	checker.Storage = storagetest.Reads{Storage: st, Before: func(string) { end() }}
	_, err = check.Check(ctx, api.AttributionRequest{DryRun: true})
	if !errors.Is(err, fault.CheckStopped) || fault.From(err).Params["total"] != "3" || !errors.Is(err, context.Canceled) {
		t.Errorf("a check whose time is up: %v", err)
	}
}

// TestEveryInterface: only addresses that other machines may reach are warned of.
func TestEveryInterface(t *testing.T) {
	for addr, want := range map[string]bool{":8421": true, "0.0.0.0:8421": true, "[::]:8421": true, "127.0.0.1:8421": false, "[::1]:8421": false, "192.0.2.7:8421": false} {
		tcp, err := net.ResolveTCPAddr("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := everyInterface(tcp); got != want {
			t.Errorf("%s: %v, want %v", addr, got, want)
		}
	}
	if everyInterface(&net.UnixAddr{Name: "/run/http.sock", Net: "unix"}) {
		t.Error("a socket is no interface")
	}
}
