package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"judgement/internal/fault"
)

// details are what clients read of an error, by its code. "" stands for the error's
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
// an internal error. "" stands for the error's own text.
func Detail(c fault.Code) (string, bool) {
	text, ok := details[c]
	return text, ok
}

// told returns the code in err that details has. That the client left comes before
// all that followed from it.
func told(err error) (fault.Code, bool) {
	if errors.Is(err, fault.ClientLeft) {
		return fault.ClientLeft, true
	}
	for _, c := range fault.Codes() {
		if _, shown := Detail(c); shown && errors.Is(err, c) {
			return c, true
		}
	}
	return "", false
}

// retryAfter is how long clients wait before they retry, in seconds.
var retryAfter = []string{"5"}

// retryable reports whether the same request may succeed soon.
func retryable(err error) bool {
	c, ok := told(err)
	return ok && c.Status() == http.StatusServiceUnavailable && !c.Final()
}

// internalError is what clients see of an error that details does not have.
const internalError = "Internal Server Error"

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
	var bad invalid
	if errors.As(err, &bad) && !errors.Is(err, fault.ClientLeft) {
		return http.StatusUnprocessableEntity, detail([]problem(bad))
	}
	c, ok := told(err)
	if !ok {
		return http.StatusInternalServerError, detail(internalError)
	}
	text := details[c]
	if text == "" {
		text = fault.From(err).Params["text"]
	}
	return c.Status(), detail(text)
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
