package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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

// notStarted is the error of a check that waited for another one until its limit.
func notStarted() error {
	return fault.New(fault.CheckNotStarted, nil, "text", fmt.Sprintf("The attribution check did not start within %s: another one was running. Retry.", attributionLimit))
}

// checkLate is the error of a check that was stopped at its limit with err. oneCase
// says that the client asked for one case.
func checkLate(oneCase bool, err error) error {
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

// checkAttribution is POST /v1/attribution/check.
func (a *API) checkAttribution(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), attributionLimit)
	defer cancel()
	body, err := readBody(w, r, bodyLimit)
	if err != nil {
		return err
	}
	req, err := parseAttribution(r.Header.Get("Content-Type"), body)
	if err != nil {
		return err
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

// parseAttribution reads an AttributionRunRequest: lax booleans, unknown fields
// ignored, the last of duplicate keys. An error is fault.BodyUnreadable or invalid.
func parseAttribution(contentType string, body []byte) (AttributionRequest, error) {
	f := &fields{in: "body", values: map[string]json.RawMessage{}}
	err := readObject(contentType, body, func(name string, v json.RawMessage) bool {
		if name == "dry_run" || name == "case_id" {
			f.values[name] = v
		}
		return true
	})
	req := AttributionRequest{DryRun: true}
	if err != nil {
		return req, err
	}
	if f.has("dry_run") {
		req.DryRun = f.boolean("dry_run")
	}
	if f.has("case_id") && string(f.values["case_id"]) != "null" {
		id, ok := f.text("case_id")
		if ok && id == "" { // to the check it would mean every case
			f.refuse("case_id", noCase)
		}
		req.CaseID = &id
	}
	return req, f.err()
}

const noCase = "there is no case of that id or folder name"

// checked is the outcome of a check.
type checked struct {
	resp AttributionResponse
	err  error
}

// enter waits until no other check runs here. It reports false at the end of ctx.
func (a *API) enter(ctx context.Context) bool {
	a.waiting.Add(1)
	defer a.waiting.Add(-1)
	select {
	case a.checking <- struct{}{}:
	case <-ctx.Done():
		return false
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) { // the turn came as its time ran out
		<-a.checking
		return false
	}
	return true
}

// runAttribution runs one check within ctx. A check that outlives ctx by more than a
// grace keeps the others waiting until it ends.
func (a *API) runAttribution(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
	if !a.enter(ctx) {
		return AttributionResponse{}, notStarted()
	}
	done := make(chan checked, 1)
	go func() {
		defer func() { <-a.checking }()
		done <- a.checkOnceFree(ctx, req)
	}()
	var got checked
	select {
	case got = <-done:
	case <-ctx.Done():
		select {
		case got = <-done:
		case <-time.After(attributionGrace):
			got.err = ctx.Err()
		}
	}
	oneCase := req.CaseID != nil
	switch {
	case got.err == nil:
		return got.resp, nil
	case errors.Is(got.err, fault.NoWorkspace):
		return got.resp, valueError("a real run needs a workspace, and the server was started without one", req.DryRun, "body", "dry_run")
	case errors.Is(got.err, fault.UnknownCase) && oneCase:
		return got.resp, valueError(noCase, *req.CaseID, "body", "case_id")
	case errors.Is(got.err, fault.AmbiguousCase) && oneCase:
		return got.resp, valueError("several cases have that brand; give the id or the folder name of one", *req.CaseID, "body", "case_id")
	case ctx.Err() != nil && errors.Is(got.err, fault.AttributionBusy):
		return got.resp, notStarted()
	case ctx.Err() != nil && errors.Is(got.err, ctx.Err()):
		return got.resp, checkLate(oneCase, got.err)
	}
	return got.resp, fmt.Errorf("check attribution: %w", got.err)
}

// checkOnceFree runs the check. While another process runs one it tries again, until
// ctx ends. A panic of the check is an error.
func (a *API) checkOnceFree(ctx context.Context, req AttributionRequest) (out checked) {
	defer func() {
		if v := recover(); v != nil {
			out.err = newPanic(v)
		}
	}()
	for {
		out.resp, out.err = a.o.Attributor.Check(ctx, req)
		if !errors.Is(out.err, fault.AttributionBusy) {
			return out
		}
		select {
		case <-time.After(attributionPoll):
		case <-ctx.Done():
			return out
		}
	}
}
