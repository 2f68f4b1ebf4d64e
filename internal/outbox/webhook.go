package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"code.dny.dev/ssrf"
)

// Bounds of a receiver's answer.
const (
	maxAnswer       = 4 << 10  // bytes of its body that are read
	maxAnswerHeader = 16 << 10 // bytes
)

// Webhook posts messages as Standard Webhooks say: to the address that is the
// message's target, with a signature of each secret. It never connects to an
// address that is not public, whatever name leads there, except for those that are
// allowed; it follows no redirect and uses no proxy; of the answer it keeps the
// status only.
type Webhook struct {
	secrets Secrets
	agent   string
	now     func() time.Time
	client  *http.Client
}

// WebhookOptions are what a Webhook is made of. Secrets and Now must be set.
type WebhookOptions struct {
	Secrets Secrets
	Allow   []netip.Prefix // private networks that receivers may be in
	Agent   string         // value of User-Agent
	Now     func() time.Time
}

// NewWebhook returns a sender of webhooks.
func NewWebhook(o WebhookOptions) *Webhook {
	dialer := &net.Dialer{Control: guardian(o.Allow).Safe}
	return &Webhook{
		secrets: o.Secrets, agent: o.Agent, now: o.Now,
		client: &http.Client{
			Transport: &http.Transport{
				DialContext:            dialer.DialContext, // Control sees the address that a name has led to
				DisableKeepAlives:      true,
				DisableCompression:     true,
				MaxResponseHeaderBytes: maxAnswerHeader,
			},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
}

// Reaches returns a function that reports whether webhooks may go to an address:
// to all public ones and to those of the networks that are allowed.
func Reaches(allow []netip.Prefix) func(netip.Addr) bool {
	g := guardian(allow)
	return func(a netip.Addr) bool { return g.SafeAddr(a.WithZone("").Unmap()) == nil }
}

// guardian refuses every address that is neither public nor allowed.
func guardian(allow []netip.Prefix) *ssrf.Guardian {
	var v4, v6 []netip.Prefix
	for _, p := range allow {
		if p.Addr().Is4() {
			v4 = append(v4, p)
		} else {
			v6 = append(v6, p)
		}
	}
	return ssrf.New(ssrf.WithAnyPort(), ssrf.WithAllowedV4Prefixes(v4...), ssrf.WithAllowedV6Prefixes(v6...))
}

// Send makes one try.
func (w *Webhook) Send(ctx context.Context, m Message) Result {
	at := w.now()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, m.Target, bytes.NewReader([]byte(m.Payload)))
	if err != nil || r.URL.Host == "" || r.URL.Scheme != "http" && r.URL.Scheme != "https" {
		return Result{Error: "the callback address is no http or https address", Status: GaveUp}
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", w.agent)
	r.Header.Set("Webhook-Id", m.ID)
	r.Header.Set("Webhook-Timestamp", strconv.FormatInt(at.Unix(), 10))
	r.Header.Set("Webhook-Signature", w.secrets.Sign(m.ID, at, []byte(m.Payload)))
	resp, err := w.client.Do(r)
	if err != nil {
		return refused(err)
	}
	defer resp.Body.Close()
	_, _ = io.CopyN(io.Discard, resp.Body, maxAnswer)
	return answered(resp, at)
}

// answered reads a receiver's status.
func answered(resp *http.Response, at time.Time) Result {
	out := Result{Code: resp.StatusCode}
	text := fmt.Sprintf("the receiver answered %d", resp.StatusCode)
	switch {
	case resp.StatusCode/100 == 2:
	case resp.StatusCode/100 == 3:
		out.Error = text + "; redirects are not followed"
	case resp.StatusCode == http.StatusGone:
		out.Error, out.Status = text+": it wants no more messages", GaveUp
	default:
		out.Error, out.Wait = text, retryAfter(resp.Header.Get("Retry-After"), at)
	}
	return out
}

// retryAfter reads the header, in seconds or as a date; 0 if it says nothing.
func retryAfter(text string, now time.Time) time.Duration {
	if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 31); err == nil {
		return time.Duration(n) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// refused words an error without the target, which may hold a secret.
func refused(err error) Result {
	var outer *url.Error
	if errors.As(err, &outer) {
		err = outer.Err
	}
	var dns *net.DNSError
	switch {
	case errors.Is(err, ssrf.ErrProhibitedIP), errors.Is(err, ssrf.ErrProhibitedNetwork):
		return Result{Error: "the callback address leads to a network that is not public; allow it with the setting webhook.allow_networks", Status: GaveUp}
	case errors.As(err, &dns):
		return Result{Error: "the callback address has a name that cannot be resolved"}
	case errors.Is(err, context.DeadlineExceeded):
		return Result{Error: "the receiver did not answer in time"}
	case errors.Is(err, context.Canceled):
		return Result{Error: "the try was ended"}
	}
	return Result{Error: fmt.Sprintf("the receiver cannot be reached: %.200s", err)}
}
