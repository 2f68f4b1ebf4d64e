package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"judgement/internal/fault"
)

// Bounds of the attribution check over HTTP.
const (
	attributionLimit = 30 * time.Second // waiting included
	attributionGrace = 500 * time.Millisecond
	attributionPoll  = 200 * time.Millisecond // of a check that another process runs
	bodyLimit        = 1 << 20                // bytes
)

// AttributionRequest is what a client asks of the check.
type AttributionRequest struct {
	DryRun bool    // nothing is written
	CaseID *string // a case's id or folder name; nil for all cases
}

// AttributionResponse is the check's summary, as the contract has it.
type AttributionResponse struct {
	InvokedAt    string         `json:"invoked_at"` // RFC 3339, UTC
	Today        string         `json:"today"`      // YYYY-MM-DD
	TotalChecked int            `json:"total_checked"`
	ByStatus     map[string]int `json:"by_status"`
	RawOutput    string         `json:"raw_output"`
}

// Attributor runs the attribution check. Its errors are fault.UnknownCase,
// fault.AmbiguousCase, fault.NoWorkspace or fault.AttributionBusy if they apply. When
// ctx ends, Check returns soon with fault.CheckStopped, or with another error that
// wraps ctx's, and leaves no case half-written.
type Attributor interface {
	Check(ctx context.Context, req AttributionRequest) (AttributionResponse, error)
}

// checkLate is the error of a check that reached its limit of time: it has not started, or
// it was stopped with err. oneCase says that the client asked for one case.
func checkLate(started, oneCase bool, err error) error {
	if !started {
		return fault.New(fault.CheckNotStarted, nil, "text", fmt.Sprintf("The attribution check did not start within %s: another one was running. Retry.", attributionLimit))
	}
	text := fmt.Sprintf("The attribution check did not finish within %s", attributionLimit)
	if errors.Is(err, fault.CheckStopped) {
		p := fault.From(err).Params
		text += fmt.Sprintf(": %s of %s cases were checked", p["done"], p["total"])
	}
	text += ". Retry"
	if !oneCase {
		text += "; restrict it with case_id when there are many cases"
	}
	return fault.New(fault.CheckLate, nil, "text", text+".")
}

// gate lets one check run at a time; the others wait.
type gate struct {
	slot    chan struct{} // holds a value while a check runs
	waiting atomic.Int64
}

func newGate() *gate { return &gate{slot: make(chan struct{}, 1)} }

func (g *gate) enter(ctx context.Context) error {
	select {
	case g.slot <- struct{}{}:
		return nil
	default:
	}
	g.waiting.Add(1)
	defer g.waiting.Add(-1)
	select {
	case g.slot <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) { // the turn came as its time ran out
		g.leave()
		return context.DeadlineExceeded
	}
	return nil
}

func (g *gate) leave() { <-g.slot }

// checkAttribution is POST /v1/attribution/check.
func (a *API) checkAttribution(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), attributionLimit)
	defer cancel()
	body, err := readAll(w, r, bodyLimit)
	if err != nil {
		return err
	}
	req, err := parseAttribution(r.Header.Get("Content-Type"), body)
	if err != nil {
		return err
	}
	if req.CaseID != nil && *req.CaseID == "" {
		return wrongCase("", noCase) // to the check it would mean every case
	}
	// The limit for reading a request would otherwise end the check with it.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	resp, err := a.runAttribution(ctx, req)
	if err != nil {
		return err
	}
	if resp.ByStatus == nil {
		resp.ByStatus = map[string]int{}
	}
	resp.RawOutput = fault.Public(resp.RawOutput) // it may name files of the server
	writeJSON(w, http.StatusOK, encode(resp))
	return nil
}

// runAttribution runs one check within ctx. A check that outlives ctx keeps the
// gate closed until it ends.
func (a *API) runAttribution(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
	oneCase := req.CaseID != nil
	if err := a.gate.enter(ctx); err != nil {
		return AttributionResponse{}, checkLate(false, oneCase, nil)
	}
	type result struct {
		resp AttributionResponse
		err  error
	}
	done := make(chan result, 1)
	go func() {
		defer a.gate.leave()
		defer func() {
			if v := recover(); v != nil {
				done <- result{err: &panicError{v, stack()}}
			}
		}()
		resp, err := a.checkOnceFree(ctx, req)
		done <- result{resp, err}
	}()
	var got result
	select {
	case got = <-done:
	case <-ctx.Done():
		grace := time.NewTimer(attributionGrace)
		defer grace.Stop()
		select {
		case got = <-done:
		case <-grace.C:
			return AttributionResponse{}, checkLate(true, oneCase, nil)
		}
	}
	switch {
	case got.err == nil:
		return got.resp, nil
	case errors.Is(got.err, fault.NoWorkspace):
		return got.resp, invalid{at(valueError("a real run needs a workspace: start the server in one, or name one with --workspace", req.DryRun), "body", "dry_run")}
	case errors.Is(got.err, fault.UnknownCase) && req.CaseID != nil:
		return got.resp, wrongCase(*req.CaseID, noCase)
	case errors.Is(got.err, fault.AmbiguousCase) && req.CaseID != nil:
		return got.resp, wrongCase(*req.CaseID, "several cases have that brand; give the id or the folder name of one")
	case ctx.Err() != nil && errors.Is(got.err, fault.AttributionBusy):
		return got.resp, checkLate(false, oneCase, nil)
	case ctx.Err() != nil && errors.Is(got.err, ctx.Err()):
		return got.resp, checkLate(true, oneCase, got.err)
	}
	return got.resp, fmt.Errorf("check attribution: %w", got.err)
}

// checkOnceFree runs the check. While another process runs one it tries again,
// until ctx ends.
func (a *API) checkOnceFree(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
	for {
		resp, err := a.attributor.Check(ctx, req)
		if !errors.Is(err, fault.AttributionBusy) {
			return resp, err
		}
		select {
		case <-time.After(attributionPoll):
		case <-ctx.Done():
			return resp, err
		}
	}
}

const noCase = "there is no case of that id or folder name"

func wrongCase(id, why string) error {
	p := newProblem("value_error", "Value error, "+why, id, "case_id")
	p.Ctx = map[string]any{"error": map[string]any{}}
	return invalid{p}
}

// readAll reads a request's body up to the limit in bytes. A body that breaks
// off is fault.BodyUnreadable.
func readAll(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		// Not a byte is read of what is announced as too much.
		w.Header()["Connection"] = []string{"close"}
		return nil, fault.BodyTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, fault.BodyTooLarge
	case err != nil:
		return nil, fault.BodyUnreadable
	}
	return body, nil
}
