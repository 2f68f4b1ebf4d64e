package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// details are what clients read of an error, by its code. "" means the error's
// own text. Nothing of any other error is shown.
var details = map[fault.Code]string{
	fault.NoPath:           "Not Found",
	fault.NoMethod:         "Method Not Allowed",
	fault.NoToken:          "SERVICE_API_TOKEN is not configured on the server",
	fault.Unauthorized:     "Not authenticated",
	fault.BodyTooLarge:     "Request body too large",
	fault.DocumentTooLarge: "The document is larger than 25 MiB",
	fault.BodyUnreadable:   "There was an error parsing the body",
	fault.NoBoard:          "Not Found",
	fault.NotAcceptable:    "The version has no report in that media type",
	fault.NoLink:           "Not Found",
	fault.CrossSite:        "Forbidden",
	fault.BoardAway:        "The board is not available just now; retry later",
	fault.ViewersFull:      "Too many viewers; retry later",
	fault.UnknownJob:       "There is no such job",
	fault.JobNotDone:       "",
	fault.JobEnded:         "The job has ended and cannot be cancelled",
	fault.JobsAway:         "The job queue is out of reach; retry later",
	fault.SceneBroken:      "The scene's files are broken just now; retry later",
	fault.NoJobs:           "This server has no job queue",
	fault.JobsRefused:      "",
	fault.UploadsBusy:      "Too many documents are being sent; retry later",
	fault.StreamsBusy:      "Too many event streams are open; retry later",
	fault.CheckNotStarted:  "",
	fault.CheckLate:        "",
	fault.ClientLeft:       "The client closed the connection",
}

// Detail is what clients read of an error with a code; false: nothing, the answer is
// an internal error. "" means the error's own text.
func Detail(c fault.Code) (string, bool) {
	text, ok := details[c]
	return text, ok
}

// shownCode returns the code in err that details has; empty: none. That the client
// left comes before all that followed from it.
func shownCode(err error) fault.Code {
	if errors.Is(err, fault.ClientLeft) {
		return fault.ClientLeft
	}
	for _, c := range fault.Codes() {
		if _, shown := Detail(c); shown && errors.Is(err, c) {
			return c
		}
	}
	return ""
}

const (
	// retryAfter is how long clients wait before they retry, in seconds.
	retryAfter = "5"
	// internalError is what clients see of an error that details does not have.
	internalError = "Internal Server Error"
)

// left marks an error that is there only because the client went away.
func left(r *http.Request, err error) error {
	late := errors.Is(err, fault.CheckNotStarted) || errors.Is(err, fault.CheckLate) // it was not the limit of time that ended the check
	if errors.Is(r.Context().Err(), context.Canceled) && (late || errors.Is(err, context.Canceled)) {
		return fmt.Errorf("%w: %w", fault.ClientLeft, err)
	}
	return err
}

// errorAnswer returns the status and body of an error.
func errorAnswer(err error) (int, []byte) {
	c := shownCode(err)
	var bad invalid
	switch {
	case errors.As(err, &bad) && c != fault.ClientLeft:
		return http.StatusUnprocessableEntity, detail([]problem(bad))
	case c == "":
		return http.StatusInternalServerError, detail(internalError)
	case details[c] == "":
		return c.Status(), detail(fault.From(err).Params["text"])
	}
	return c.Status(), detail(details[c])
}

// fail writes the answer of an error and keeps the error for the log.
func (a *API) fail(w http.ResponseWriter, err error) {
	status, body := errorAnswer(err)
	if ex, ok := w.(*exchange); ok && status >= fault.StatusLeft {
		ex.err = err
		if ex.status != 0 {
			panic(http.ErrAbortHandler) // half an answer is out: only closing says so to the client
		}
		if status == http.StatusInternalServerError {
			body = encode(map[string]string{"detail": internalError, "request_id": ex.id})
		}
	}
	if c := shownCode(err); status == http.StatusServiceUnavailable && !c.Final() {
		w.Header().Set("Retry-After", retryAfter)
	}
	writeJSON(w, status, body)
}

func detail(v any) []byte { return encode(map[string]any{"detail": v}) }

// encode writes a value of this package as JSON, without HTML escapes and
// without a line break at the end.
func encode(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // only values of this package's own types get here
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// writeJSON writes a body that no cache keeps.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	write(w, status, "application/json", body)
}

// write writes a body that no cache keeps.
func write(w http.ResponseWriter, status int, mediaType string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = bytes.NewReader(body).WriteTo(w) // the client is gone: no one reads an error
}

// content is a body that is made once. Clients may keep it and ask whether it changed.
type content struct {
	body            []byte
	mediaType, etag string
	policy          string // Content-Security-Policy; empty: it is no page
}

func newContent(body []byte, mediaType, policy string) *content {
	return &content{body, mediaType, `"` + text.Hash(body)[:24] + `"`, policy}
}

// handle is a handler.
func (c *content) handle(w http.ResponseWriter, r *http.Request) error {
	h := w.Header()
	h.Set("Etag", c.etag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Type", c.mediaType)
	if c.policy != "" {
		h.Set("Content-Security-Policy", c.policy)
		h.Set("Referrer-Policy", "no-referrer")
	}
	if matches(r.Header["If-None-Match"], c.etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Length", strconv.Itoa(len(c.body)))
	_, _ = bytes.NewReader(c.body).WriteTo(w) // the client is gone: no one reads an error
	return nil
}

// matches compares tags weakly, as If-None-Match does.
func matches(lines []string, etag string) bool {
	for tag := range strings.SplitSeq(strings.Join(lines, ","), ",") {
		if tag = strings.TrimSpace(tag); tag == "*" || strings.TrimPrefix(tag, "W/") == etag {
			return true
		}
	}
	return false
}
