package api

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestMetrics: requests count under their route; unknown paths and methods make
// no labels.
func TestMetrics(t *testing.T) {
	f := newFixture(t)
	f.get("/v1/version")
	f.do("BREW", "/v1/version", nil, "")
	f.do("GET", "/a", nil, "")
	f.do("GET", "/b", nil, "")
	srv := httptest.NewServer(MetricsHandler(f.reg, nil))
	defer srv.Close()
	text := func() string {
		resp, err := srv.Client().Get(srv.URL + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		b, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	for _, want := range []string{
		`judgement_http_requests_total{code="200",method="GET",route="/v1/version"} 1`,
		`judgement_http_requests_total{code="405",method="other",route="/v1/version"} 1`,
		`judgement_http_requests_total{code="404",method="GET",route="unmatched"} 2`,
		`judgement_http_request_duration_seconds_count{route="unmatched"} 2`,
		"judgement_http_requests_in_flight 0", "judgement_configuration_problems 0", "judgement_http_panics_total 0", "judgement_attribution_waiting 0",
	} {
		f.settle(want, func() bool { return strings.Contains(text(), want+"\n") })
	}
}
