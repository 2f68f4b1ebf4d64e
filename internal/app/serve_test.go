package app

import (
	"context"
	"errors"
	"fmt"
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
