package outbox_test

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"judgement/internal/outbox"
)

// TestGuard: no name and no spelling of an address leads into a network that is
// not public.
func TestGuard(t *testing.T) {
	r := newReceiver(t, ok)
	port := r.URL[strings.LastIndex(r.URL, ":"):]
	secrets, err := outbox.ParseSecrets(oneSecret)
	if err != nil {
		t.Fatal(err)
	}
	guarded := outbox.NewWebhook(outbox.WebhookOptions{Secrets: secrets, Now: time.Now})
	for _, host := range []string{
		"127.0.0.1", "localhost", "127.1.2.3", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]",
		"10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "[fe80::1]", "[fd00:ec2::254]", "[fc00::1]",
		"[2002:7f00:1::]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "224.0.0.1", "255.255.255.255", "198.18.0.1", "[2001:db8::1]",
	} {
		out := guarded.Send(t.Context(), outbox.Message{ID: "m", Target: "http://" + host + port + "/", Payload: "{}"})
		if out.Status != outbox.GaveUp || !strings.Contains(out.Error, "webhook.allow_networks") || out.Code != 0 {
			t.Errorf("%s: %+v", host, out)
		}
	}
	for _, host := range []string{"2130706433", "0x7f.1", "127.1", "no-such-host.invalid"} { // no resolver has to know them
		if out := guarded.Send(t.Context(), outbox.Message{ID: "m", Target: "http://" + host + port + "/", Payload: "{}"}); out.Error == "" {
			t.Errorf("%s: %+v", host, out)
		}
	}
	for _, target := range []string{"", "/x", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://a b/", "unix:/run/x.sock"} {
		if out := guarded.Send(t.Context(), outbox.Message{ID: "m", Target: target, Payload: "{}"}); out.Status != outbox.GaveUp || out.Error == "" {
			t.Errorf("%q: %+v", target, out)
		}
	}
	if len(r.got) != 0 {
		t.Errorf("%d requests came through", len(r.got))
	}
	six := outbox.NewWebhook(outbox.WebhookOptions{Secrets: secrets, Now: time.Now, Allow: []netip.Prefix{netip.MustParsePrefix("fd00::/8"), netip.MustParsePrefix("10.0.0.0/8")}})
	if out := six.Send(t.Context(), outbox.Message{ID: "m", Target: r.URL, Payload: "{}"}); out.Status != outbox.GaveUp {
		t.Errorf("the loopback is open if other networks are allowed: %+v", out)
	}
}

// TestReaches: what is said beforehand of an address is what the guard says when
// it is dialled.
func TestReaches(t *testing.T) {
	reaches := outbox.Reaches([]netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd00::/8")})
	for text, want := range map[string]bool{
		"93.184.216.34": true, "2606:2800:220:1::1": true, "10.1.2.3": true, "::ffff:10.1.2.3": true, "fd12::1": true,
		"10.2.0.1": false, "127.0.0.1": false, "::1": false, "::ffff:127.0.0.1": false, "169.254.169.254": false, "fe80::1%eth0": false, "0.0.0.0": false,
	} {
		if got := reaches(netip.MustParseAddr(text)); got != want {
			t.Errorf("Reaches(%s) = %v", text, got)
		}
	}
}

// TestNoProxy: a proxy would dial for us, past the guard.
func TestNoProxy(t *testing.T) {
	proxy := newReceiver(t, ok)
	for _, name := range []string{"HTTP_PROXY", "http_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	w := webhook(t, oneSecret)
	if out := w.Send(t.Context(), outbox.Message{ID: "m", Target: "http://10.1.2.3/", Payload: "{}"}); out.Status != outbox.GaveUp || len(proxy.got) != 0 {
		t.Errorf("%+v, %d requests at the proxy", out, len(proxy.got))
	}
}

// TestErrorsHideTarget: the address may hold a secret; it is in no error.
func TestErrorsHideTarget(t *testing.T) {
	w := webhook(t, oneSecret)
	for _, target := range []string{"http://127.0.0.1:1/s3cret", "http://s3cret.invalid/", "https://127.0.0.1:1/?k=s3cret", "http://[::1]:1/s3cret"} {
		if out := w.Send(t.Context(), outbox.Message{ID: "m", Target: target, Payload: "{}"}); out.Error == "" || strings.Contains(out.Error, "s3cret") {
			t.Errorf("%s: %+v", target, out)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"120": 2 * time.Minute, " 7 ": 7 * time.Second, "-5": 0, "soon": 0, "": 0, "99999999999999999999": 0,
		"Sun, 01 Mar 2026 09:10:00 GMT": 10 * time.Minute, "Sun, 01 Mar 2026 08:00:00 GMT": 0,
	} {
		r := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", text)
			w.WriteHeader(http.StatusTooManyRequests)
		})
		s, err := outbox.ParseSecrets(oneSecret)
		if err != nil {
			t.Fatal(err)
		}
		w := outbox.NewWebhook(outbox.WebhookOptions{
			Secrets: s, Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")},
			Now: func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) },
		})
		if out := w.Send(t.Context(), outbox.Message{ID: "m", Target: r.URL, Payload: "{}"}); out.Wait != want || out.Code != 429 || out.Status != "" {
			t.Errorf("%q: %+v", text, out)
		}
	}
}

func TestSecrets(t *testing.T) {
	// The example of the Standard Webhooks specification.
	s, err := outbox.ParseSecrets(" , " + oneSecret + " ,")
	if err != nil {
		t.Fatal(err)
	}
	const want = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	if got := s.Sign("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for _, blank := range []string{"", " ", ",,"} {
		if s, err := outbox.ParseSecrets(blank); len(s) != 0 || err != nil {
			t.Errorf("%q: %d, %v", blank, len(s), err)
		}
	}
	for _, bad := range []string{"hunter2", "whsec_", "whsec_aGVsbG8=", "whsec_!!!", strings.TrimPrefix(oneSecret, "whsec_"), oneSecret + ",x", "whsec_" + strings.Repeat("AAAA", 22)} {
		if _, err := outbox.ParseSecrets(bad); !errors.Is(err, outbox.ErrSecret) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}
