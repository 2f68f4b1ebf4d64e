package openai

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/fault"
	"judgement/internal/lazy"
)

// classify says which kind of error an answer with an error status is.
func classify(status int, e serverError, hasRetryAfter bool) fault.Code {
	tags := strings.ToLower(e.code + " " + e.kind)
	text := strings.ToLower(e.message)
	switch {
	case containsAny(tags, "insufficient_quota", "billing", "arrearage", "insufficient_balance", "insufficient_user_quota"), containsAny(text, "credit balance is too low"):
		return fault.ModelQuota
	case status >= 400 && tooManyPerMinute(e):
		return fault.ModelTooLong
	case status == http.StatusTooManyRequests, status == statusNoCapacity:
		if !hasRetryAfter && containsAny(text, "insufficient balance", "insufficient_quota", "out of credits", "check your plan and billing", "余额不足", "欠费") {
			return fault.ModelQuota
		}
		return fault.ModelRateLimit
	case status == http.StatusPaymentRequired:
		return fault.ModelQuota
	case containsAny(tags, "content_filter", "content_policy", "data_inspection_failed", "moderation") ||
		containsAny(text, "content management policy", "flagged by moderation", "requires moderation"):
		return fault.ModelRefused
	case status == http.StatusProxyAuthRequired:
		return fault.ModelProxy
	case status == http.StatusBadRequest && containsAny(text, "http request to an https server", "http request was sent to https port"):
		return fault.ModelScheme
	case status == http.StatusForbidden, containsAny(text, "location is not supported"):
		return fault.ModelForbidden
	case status == http.StatusUnauthorized, containsAny(tags, "invalid_api_key", "api_key_invalid", "no_db_connection"), // LiteLLM looks a wrong key up in its database
		containsAny(text, "api key not valid", "invalid api key", "incorrect api key", "api key not found", "missing or invalid authorization", "missing authorization", "no api key"):
		return fault.ModelCredentials
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly:
		return fault.ModelTransport
	case status == http.StatusRequestEntityTooLarge, tooLong(tags, text) || limitsIn(e, 0) != (limits{}):
		return fault.ModelTooLong
	case status < 400, status == http.StatusNotFound, status == http.StatusMethodNotAllowed, status == http.StatusGone,
		status == http.StatusNotImplemented, containsAny(tags, "model_not_found"), containsAny(text, "unexpected endpoint", "invalid model name", "is not a valid model id"):
		return fault.ModelNotFound
	case status < 500:
		return fault.ModelBadRequest
	}
	return fault.ModelTransport
}

// statusNoCapacity is Groq's for a service tier that is full for now.
const statusNoCapacity = 498

// tooLong reports that a refusal is about the length of the prompt or the reply.
func tooLong(tags, text string) bool {
	return containsAny(tags, "context_length", "context_window", "context_size", "string_above_max_length") ||
		containsAny(text, "context length", "context window", "context size", "maximum context", "context limit", "too many tokens", "prompt is too long", "input is too long",
			"maximum number of tokens", "reduce the length", "range of input length", "must be at least 1, got -")
}

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// longestWait bounds what a server asks for.
const longestWait = 24 * time.Hour

var waitInText = lazy.Regexp(`(?i)\b(?:retry|try again) in ([0-9][0-9.hms]*[hms])\b`)

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
	if found := waitInText().FindStringSubmatch(message); found != nil {
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
