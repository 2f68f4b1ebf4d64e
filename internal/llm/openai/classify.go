package openai

import (
	"cmp"
	"crypto/tls"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/llm"
)

// classify says which kind of error an answer with an error status is.
func classify(status int, e serverError, hasRetryAfter bool) llm.ErrorKind {
	tags := strings.ToLower(e.code + " " + e.kind)
	text := strings.ToLower(e.message)
	switch {
	case containsAny(tags, "insufficient_quota", "billing", "arrearage", "insufficient_balance", "insufficient_user_quota"):
		return llm.ErrQuota
	case status == http.StatusTooManyRequests:
		if !hasRetryAfter && containsAny(text, "insufficient balance", "insufficient_quota", "out of credits", "check your plan and billing", "余额不足", "欠费") {
			return llm.ErrQuota
		}
		return llm.ErrRateLimit
	case status == http.StatusPaymentRequired:
		return llm.ErrQuota
	case containsAny(tags, "content_filter", "content_policy", "data_inspection_failed", "moderation") ||
		containsAny(text, "content management policy", "flagged by moderation", "requires moderation"):
		return llm.ErrRefused
	case status == http.StatusUnauthorized, status == http.StatusForbidden,
		containsAny(tags, "invalid_api_key", "api_key_invalid"), containsAny(text, "api key not valid"):
		return llm.ErrCredentials
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		return llm.ErrTransport
	case containsAny(tags, "context_length", "context_window", "string_above_max_length") ||
		containsAny(text, "context length", "context window", "context size", "maximum context", "too many tokens", "prompt is too long", "input is too long"):
		return llm.ErrTooLong
	case status < 400, status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone,
		status == http.StatusNotImplemented, containsAny(tags, "model_not_found"), containsAny(text, "unexpected endpoint"):
		return llm.ErrNotFound
	case status < 500:
		return llm.ErrBadRequest
	}
	return llm.ErrTransport
}

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// fixFor says what a user can do about an error of a kind.
func fixFor(kind llm.ErrorKind, status int) string {
	if kind == llm.ErrCredentials && status == http.StatusForbidden {
		return "check that the account behind OPENAI_API_KEY may use this model from here"
	}
	return cmp.Or(map[llm.ErrorKind]string{
		llm.ErrCredentials: "set OPENAI_API_KEY to a valid key of this server",
		llm.ErrQuota:       "top up the account, or use another key or model",
		llm.ErrNotFound:    "check llm.model and llm.base_url (OPENAI_BASE_URL); most addresses end in /v1",
		llm.ErrTooLong:     "use a model with a larger context, or shorten the document",
		llm.ErrRefused:     "use another model, or take out what its filter objects to",
		llm.ErrRateLimit:   "wait, or lower the limit on calls at once",
		llm.ErrTimeout:     "raise the time limit of a call, or use a faster model",
		llm.ErrBadRequest:  "check llm.model and the extra body fields; a field set to null is not sent",
	}[kind], "try again; if it stays, check the server and llm.base_url (OPENAI_BASE_URL)")
}

// longestWait bounds what a server asks for.
const longestWait = 24 * time.Hour

var waitInText = regexp.MustCompile(`(?i)\b(?:retry|try again) in ([0-9][0-9.hms]*[hms])\b`)

// retryAfter reads how long a server asks to wait: retry-after-ms, Retry-After in
// seconds or as a date, or a sentence of its message, such as "Please retry in
// 2.4s" (Gemini) or "try again in 6m0s" (OpenAI, Groq). 0 if none says so.
func retryAfter(h http.Header, message string, now time.Time) time.Duration {
	if ms, ok := parseWait(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return ms
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if s, ok := parseWait(value, time.Second); ok {
		return s
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	if found := waitInText.FindStringSubmatch(message); found != nil {
		wait, _ := time.ParseDuration(found[1]) // 0 if it is none
		return min(wait, longestWait)
	}
	return 0
}

func parseWait(text string, unit time.Duration) (time.Duration, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(f) || f < 0 {
		return 0, false
	}
	if f > float64(longestWait/unit) {
		return longestWait, true
	}
	return time.Duration(f * float64(unit)), true
}

// transportProblem says in a few words why no whole answer came, and what to
// do if that is known.
func transportProblem(err error, status int) (what, fix string) {
	var dns *net.DNSError
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.Is(err, errTooLarge):
		return "the answer is larger than 4 MiB", "lower the model's reply limit, and check that llm.base_url is a model server"
	case errors.As(err, &dns):
		return "the host is not known", "check the host in llm.base_url (OPENAI_BASE_URL) and the network"
	case errors.As(err, &cert):
		return "the server's certificate is not trusted: " + cert.Error(), "install the server's certificate authority, or correct llm.base_url"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "the server does not speak https", "write http:// in llm.base_url (OPENAI_BASE_URL)"
	case errors.As(err, &op) && op.Op == "dial":
		return "can't connect: " + op.Err.Error(), "start the server, or correct llm.base_url (OPENAI_BASE_URL)"
	case status != 0 || errors.Is(err, io.ErrUnexpectedEOF):
		return "the answer was cut off", ""
	case errors.Is(err, io.EOF):
		return "the server closed the connection without an answer", ""
	}
	return "the connection failed: " + err.Error(), ""
}
