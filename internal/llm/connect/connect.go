// Package connect owns the connections to model servers: limits, proxies of the
// environment, and what it means if no whole answer comes. It knows no API and sends
// nothing by itself.
package connect

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"judgement/internal/fault"
)

// MaxReplyBytes is the size at which an answer is given up.
const MaxReplyBytes = 4 << 20

// errTooLarge is the cause of an answer above MaxReplyBytes.
var errTooLarge = errors.New("the answer is larger than 4 MiB")

// Read reads an answer whole, within the limit.
func Read(body io.Reader) ([]byte, error) {
	answer, err := io.ReadAll(io.LimitReader(body, MaxReplyBytes+1))
	if err == nil && len(answer) > MaxReplyBytes {
		err = errTooLarge
	}
	return answer, err
}

// Transport returns a transport with at most this many connections per host.
func Transport(maxConns int) *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.Proxy = proxyFor
	t.OnProxyConnectResponse = func(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
		if resp.StatusCode/100 == 2 {
			return nil
		}
		return &proxyError{resp.StatusCode}
	}
	t.MaxIdleConns, t.MaxIdleConnsPerHost = maxConns, maxConns
	// Without this limit a call that finds no idle connection dials one
	// although another is about to come free.
	t.MaxConnsPerHost = maxConns
	return t
}

// proxyFor uses the environment's proxy for public hosts only: a model server
// on this machine or in the private network is always reached directly.
func proxyFor(req *http.Request) (*url.URL, error) {
	if Near(req.URL.Hostname()) {
		return nil, nil
	}
	return http.ProxyFromEnvironment(req)
}

// Near reports a host on this machine or in the private network.
func Near(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".local") || !strings.Contains(host, ".") && !strings.Contains(host, ":") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && (ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast())
}

// proxyError is a proxy that makes no connection.
type proxyError struct{ status int }

func (e *proxyError) Error() string {
	return fmt.Sprintf("the proxy answers %d %s", e.status, http.StatusText(e.status))
}

// Problem says in a few words why no whole answer came. The status is that of the answer
// that began; 0: none did.
func Problem(err error, status int) (fault.Code, string) {
	var dns *net.DNSError
	var op *net.OpError
	var cert *tls.CertificateVerificationError
	var proxy *proxyError
	switch {
	case errors.Is(err, errTooLarge):
		return fault.ModelAnswerSize, errTooLarge.Error()
	case errors.As(err, &proxy) && proxy.status < 500:
		return fault.ModelProxy, proxy.Error()
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return fault.ModelConnect, "can't connect to the proxy: " + op.Err.Error()
	case errors.As(err, &dns):
		return fault.ModelHost, "the host is not known"
	case errors.As(err, &cert):
		return fault.ModelCertificate, "the server's certificate is not trusted: " + cert.Error()
	case errors.Is(err, http.ErrSchemeMismatch):
		return fault.ModelScheme, "the server does not speak https"
	case errors.As(err, &op) && op.Op == "dial":
		return fault.ModelConnect, "can't connect: " + op.Err.Error()
	case status != 0 || errors.Is(err, io.ErrUnexpectedEOF):
		return fault.ModelTransport, "the answer was cut off"
	case errors.Is(err, io.EOF):
		return fault.ModelTransport, "the server closed the connection without an answer"
	}
	return fault.ModelTransport, "the connection failed: " + err.Error()
}
