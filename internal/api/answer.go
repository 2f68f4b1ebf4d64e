package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"judgement/internal/audience"
	"judgement/internal/job"
)

// Sentinels of the answers that are no success. answers maps each to its status
// and detail.
var (
	errNotFound     = errors.New("no such path")
	errMethod       = errors.New("the path has no such method")
	errNoToken      = errors.New("SERVICE_API_TOKEN is not configured")
	errUnauthorized = errors.New("the bearer token is missing or wrong")
	errTooLarge     = errors.New("the request body is too large")
	errBoardAway    = errors.New("the board can't be shown")
	errLeft         = errors.New("the client closed the connection before it had its answer")
)

// statusLeft is what the log and the metrics have where the client went away
// while it waited: nobody gets it, and it is no fault of the server.
const statusLeft = 499

// answers is the one table of errors and what clients see of them.
var answers = []struct {
	err    error
	status int
	detail string
}{
	{errNotFound, http.StatusNotFound, "Not Found"},
	{errMethod, http.StatusMethodNotAllowed, "Method Not Allowed"},
	{errNoToken, http.StatusServiceUnavailable, "SERVICE_API_TOKEN is not configured on the server"},
	{errUnauthorized, http.StatusUnauthorized, "Not authenticated"},
	{errTooLarge, http.StatusRequestEntityTooLarge, "Request body too large"},
	{errUnreadable, http.StatusBadRequest, "There was an error parsing the body"},
	{audience.ErrNotShown, http.StatusNotFound, "Not Found"},
	{errBoardAway, http.StatusServiceUnavailable, "The board is not available just now; retry later"},
	{audience.ErrFull, http.StatusServiceUnavailable, "Too many viewers; retry later"},
	{job.ErrUnknown, http.StatusNotFound, "There is no such job"},
	{job.ErrEnded, http.StatusConflict, "The job has ended and cannot be cancelled"},
	{job.ErrUnavailable, http.StatusServiceUnavailable, "The job queue is out of reach; retry later"},
	{job.ErrScene, http.StatusServiceUnavailable, "The scene's files are broken just now; retry later"},
	{errNoJobs, http.StatusServiceUnavailable, "This server has no job queue"},
	{errBusyUploads, http.StatusServiceUnavailable, "Too many documents are being sent; retry later"},
	{errBusyStreams, http.StatusServiceUnavailable, "Too many event streams are open; retry later"},
}

// retryAfter is how long clients wait before they retry, in seconds.
var retryAfter = []string{"5"}

// retryable reports whether the same request may succeed soon.
func retryable(err error) bool {
	for _, e := range []error{job.ErrUnavailable, job.ErrScene, errBusyUploads, errBusyStreams, errBoardAway, audience.ErrFull} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// toldError is an error whose cause clients may read.
type toldError struct {
	status int
	detail string
}

func (e *toldError) Error() string { return e.detail }

// internalError is what clients see of an error that the table does not have.
const internalError = "Internal Server Error"

// left marks an error that is there only because the client went away.
func left(r *http.Request, err error) error {
	if !errors.Is(r.Context().Err(), context.Canceled) {
		return err
	}
	var late *lateError
	switch {
	case errors.As(err, &late): // it was not the limit of time that ended the check
		return errLeft
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w: %w", errLeft, err)
	}
	return err
}

// errorAnswer returns the status and body of an error. Nothing of an unknown
// error is shown.
func errorAnswer(err error) (int, []byte) {
	if errors.Is(err, errLeft) {
		return statusLeft, detail("The client closed the connection")
	}
	var bad invalid
	if errors.As(err, &bad) {
		return http.StatusUnprocessableEntity, detail([]problem(bad))
	}
	var told *toldError
	if errors.As(err, &told) {
		return told.status, detail(told.detail)
	}
	var late *lateError
	if errors.As(err, &late) {
		return http.StatusGatewayTimeout, detail(late.Error())
	}
	for _, a := range answers {
		if errors.Is(err, a.err) {
			return a.status, detail(a.detail)
		}
	}
	return http.StatusInternalServerError, detail(internalError)
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

// Header values that every answer shares. A header's list is never changed in
// place, so that they can be shared without a copy.
var (
	typeJSON = []string{"application/json"}
	noStore  = []string{"no-store"}
	noSniff  = []string{"nosniff"}

	// revalidate lets a client's own cache ask whether its copy still holds.
	revalidate = []string{"private, no-cache"}
)

// writeJSON writes a body that no cache keeps.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h["Content-Type"] = typeJSON
	h["Cache-Control"] = noStore
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body) // the client is gone: nobody is left to be told
}
