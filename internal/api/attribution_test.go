package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
	"judgement/internal/logtest"
)

func TestAttribution(t *testing.T) {
	var got []AttributionRequest
	f := newFixture(t, func(o *Options) {
		o.Attributor = fakeCheck(func(_ context.Context, req AttributionRequest) (AttributionResponse, error) {
			got = append(got, req)
			return AttributionResponse{
				InvokedAt: "2026-03-01T09:00:00Z", Today: "2026-03-01", TotalChecked: 3,
				ByStatus: map[string]int{"pending": 2, "due": 1}, RawOutput: "3 cases <checked>\n",
			}, nil
		})
	})
	want := `{"invoked_at":"2026-03-01T09:00:00Z","today":"2026-03-01","total_checked":3,"by_status":{"due":1,"pending":2},"raw_output":"3 cases <checked>\n"}`
	for _, body := range []string{`{}`, `{"dry_run":false,"case_id":"C-2026-0001"}`, `{"dry_run":"off","case_id":null,"more":[1]}`} {
		if a := f.post("/v1/attribution/check", body); a.status != 200 || string(a.body) != want {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	id := "C-2026-0001"
	if diff := cmp.Diff([]AttributionRequest{{DryRun: true}, {CaseID: &id}, {}}, got); diff != "" {
		t.Error(diff)
	}
	empty := newFixture(t)
	if a := empty.post("/v1/attribution/check", `{}`); !strings.Contains(string(a.body), `"by_status":{}`) {
		t.Errorf("no statuses: %s", a.body)
	}
}

// TestObservedOverHTTP sends every recorded body: the same answers, but that a
// case nobody has is refused by our own rule.
func TestObservedOverHTTP(t *testing.T) {
	f := newFixture(t, func(o *Options) {
		o.Attributor = fakeCheck(func(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
			if req.CaseID != nil {
				return AttributionResponse{}, fmt.Errorf("find the case: %w", fault.UnknownCase)
			}
			return emptyCheck(ctx, req)
		})
	})
	for i, row := range observedRows(t, "testdata/observed.jsonl", 50) {
		h := bearerHeader()
		if row.ContentType != nil {
			h.Set("Content-Type", *row.ContentType)
		}
		a := f.do(http.MethodPost, "/v1/attribution/check", h, string(row.Body))
		want := row.Status
		if want == 200 && !strings.Contains(row.Response, `"case_id":null`) {
			want = 422
			if !strings.Contains(string(a.body), `"type":"value_error","loc":["body","case_id"]`) {
				t.Errorf("row %d: %s", i+1, a.body)
			}
		} else if want != 200 {
			recorded, have := jsonValue(t, []byte(row.Response)), jsonValue(t, a.body)
			dropPositions(recorded)
			dropPositions(have)
			if diff := cmp.Diff(recorded, have); diff != "" {
				t.Errorf("row %d: %s", i+1, diff)
			}
		}
		if a.status != want {
			t.Errorf("row %d: status %d, want %d", i+1, a.status, want)
		}
	}
}

func TestAttributionErrors(t *testing.T) {
	tests := []struct {
		name, body string
		check      fakeCheck
		status     int
		want       string // part of the body
	}{
		{
			"unknown case", `{"case_id":"C-1"}`, failing(fmt.Errorf("x: %w", fault.UnknownCase)), 422,
			`{"detail":[{"type":"value_error","loc":["body","case_id"],"msg":"Value error, there is no case of that id or folder name","input":"C-1","ctx":{"error":{}}}]}`,
		},
		{"ambiguous case", `{"case_id":"acme"}`, failing(fmt.Errorf("x: %w", fault.AmbiguousCase)), 422, `"Value error, several cases have that brand; give the id`},
		{"empty case", `{"case_id":""}`, emptyCheck, 422, `"value_error"`},
		{"not found, but no case was named", `{}`, failing(fault.UnknownCase), 500, `{"detail":"Internal Server Error","request_id":"`},
		{"failure", `{}`, failing(errors.New("disk /srv/secret is gone")), 500, `"Internal Server Error"`},
		{"panic", `{}`, func(context.Context, AttributionRequest) (AttributionResponse, error) { panic("out of cheese") }, 500, `"Internal Server Error"`},
		{"too large", `{"x":"` + strings.Repeat("x", bodyLimit) + `"}`, emptyCheck, 413, `{"detail":"Request body too large"}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, func(o *Options) { o.Attributor = test.check })
			a := f.post("/v1/attribution/check", test.body)
			if a.status != test.status || !strings.Contains(string(a.body), test.want) {
				t.Errorf("%d %s", a.status, a.body)
			}
			if strings.Contains(string(a.body), "secret") || strings.Contains(string(a.body), "cheese") {
				t.Errorf("the cause is shown: %s", a.body)
			}
			if a.status == 500 && !strings.Contains(f.logs.String(), `"error":`) {
				t.Errorf("the cause is not in the log: %s", f.logs)
			}
		})
	}
}

// TestNoPathsInRawOutput: what a check says of a file on the server names no folder
// of the server, neither when it ends well nor when it fails.
func TestNoPathsInRawOutput(t *testing.T) {
	const said = "C-2026-0001 error: read /srv/my secret/cases/C-2026-0001/case.yaml: is a directory"
	for _, fails := range []error{nil, fault.New(fault.WriteDenied, nil, "path", "/srv/my secret/a"), fmt.Errorf("%w: %s", fault.UnknownCase, said)} {
		f := newFixture(t, func(o *Options) {
			o.Attributor = fakeCheck(func(context.Context, AttributionRequest) (AttributionResponse, error) {
				return AttributionResponse{InvokedAt: "2026-03-01T09:00:00Z", Today: "2026-03-01", RawOutput: said}, fails
			})
		})
		a := f.post("/v1/attribution/check", `{"case_id":"C-2026-0001"}`)
		if strings.Contains(string(a.body), "secret") || fails == nil && !strings.Contains(string(a.body), "read case.yaml: is a directory") {
			t.Errorf("%v: %d %s", fails, a.status, a.body)
		}
	}
}

func failing(err error) fakeCheck {
	return func(context.Context, AttributionRequest) (AttributionResponse, error) {
		return AttributionResponse{}, err
	}
}

// TestChunkedBodyTooLarge: a body of unannounced length is cut at the limit.
func TestChunkedBodyTooLarge(t *testing.T) {
	f := newFixture(t)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/attribution/check", strings.NewReader(`"`+strings.Repeat("x", bodyLimit)))
	r.ContentLength = -1
	r.Header = bearerHeader()
	w := httptest.NewRecorder()
	f.api.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", w.Code)
	}
}

// late is an API without a network, for tests in a bubble of fake time.
func late(t *testing.T, check fakeCheck) *API {
	t.Helper()
	a, err := New(Options{
		Workspace: mapFS(workspaceFiles()), Env: func(string) string { return "" }, Tokens: testToken,
		Attributor: check, Now: time.Now, Random: strings.NewReader("123456"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func ask(t *testing.T, a *API) (int, string) { return askFor(t, a, "{}") }

func askFor(t *testing.T, a *API, body string) (int, string) {
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/v1/attribution/check", strings.NewReader(body))
	r.Header = bearerHeader()
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	a.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

func TestAttributionLimit(t *testing.T) {
	tests := []struct {
		name  string
		check fakeCheck
		after time.Duration
		want  string
	}{
		{"stops at its context and tells how far it got", func(ctx context.Context, _ AttributionRequest) (AttributionResponse, error) {
			<-ctx.Done()
			return AttributionResponse{}, fmt.Errorf("check: %w", fault.New(fault.CheckStopped, ctx.Err(), "done", "41", "total", "120"))
		}, 30 * time.Second, "did not finish within 30s: 41 of 120 cases were checked"},
		{"stops without telling", func(ctx context.Context, _ AttributionRequest) (AttributionResponse, error) {
			<-ctx.Done()
			return AttributionResponse{}, ctx.Err()
		}, 30 * time.Second, "did not finish within 30s. Retry"},
		{"does not stop", func(context.Context, AttributionRequest) (AttributionResponse, error) {
			time.Sleep(time.Minute)
			return AttributionResponse{}, nil
		}, 30*time.Second + attributionGrace, "did not finish within 30s. Retry"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := late(t, test.check)
				start := time.Now()
				status, body := ask(t, a)
				if took := time.Since(start); status != 504 || !strings.Contains(body, test.want) || took != test.after {
					t.Errorf("%d %s after %s", status, body, took)
				}
				if status, body := askFor(t, a, `{"case_id":"C-2026-0001"}`); status != 504 || strings.Contains(body, "case_id") || !strings.Contains(body, "Retry.") {
					t.Errorf("for one case: %d %s", status, body)
				}
				time.Sleep(time.Hour) // until the check that goes on has ended
			})
		})
	}
}

// TestAttributionBusy: a check waits while another process runs one, for as long
// as its own time lasts.
func TestAttributionBusy(t *testing.T) {
	for _, test := range []struct {
		busy, after time.Duration
		status      int
		want        string
	}{
		{10 * time.Second, 10 * time.Second, 200, `"total_checked":0`},
		{time.Hour, attributionLimit, 504, "did not start within 30s"},
	} {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			a := late(t, func(ctx context.Context, req AttributionRequest) (AttributionResponse, error) {
				if time.Since(start) < test.busy {
					return AttributionResponse{}, fmt.Errorf("lock: %w", fault.AttributionBusy)
				}
				return emptyCheck(ctx, req)
			})
			status, body := ask(t, a)
			if took := time.Since(start); status != test.status || !strings.Contains(body, test.want) || took != test.after {
				t.Errorf("%d %s after %s", status, body, took)
			}
		})
	}
}

// TestAttributionQueue: one at a time, the others wait, and waiting counts
// towards the limit.
func TestAttributionQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		running, most := 0, 0
		a := late(t, func(ctx context.Context, _ AttributionRequest) (AttributionResponse, error) {
			running++
			most = max(most, running)
			defer func() { running-- }()
			select {
			case <-time.After(4 * time.Second):
				return AttributionResponse{}, nil
			case <-ctx.Done():
				return AttributionResponse{}, fault.New(fault.CheckStopped, ctx.Err(), "done", "1", "total", "2")
			}
		})
		type reply struct {
			status int
			body   string
			at     time.Duration
		}
		start := time.Now()
		replies := make(chan reply)
		const asked = 40
		for range asked {
			go func() {
				status, body := ask(t, a)
				replies <- reply{status, body, time.Since(start)}
			}()
		}
		counts := map[int]int{}
		notStarted := 0
		for range asked {
			r := <-replies
			counts[r.status]++
			if strings.Contains(r.body, "did not start") {
				notStarted++
			}
			if r.status == 504 && r.at != attributionLimit {
				t.Errorf("504 after %s", r.at)
			}
		}
		// 7 fit into 30 s at 4 s each; the eighth is stopped, the others never start.
		if diff := cmp.Diff(map[int]int{200: 7, 504: asked - 7}, counts); diff != "" || notStarted != asked-8 {
			t.Errorf("%s; %d did not start", diff, notStarted)
		}
		if most != 1 {
			t.Errorf("%d at once", most)
		}
	})
}

// TestAttributionKeepsGateClosed: a check that outlives its request keeps the
// next one out until it ends.
func TestAttributionKeepsGateClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		calls := 0
		a := late(t, func(context.Context, AttributionRequest) (AttributionResponse, error) {
			if calls++; calls == 1 {
				time.Sleep(50 * time.Second)
			}
			return AttributionResponse{}, nil
		})
		if status, _ := ask(t, a); status != 504 {
			t.Errorf("first: %d", status)
		}
		start := time.Now()
		if status, body := ask(t, a); status != 200 || calls != 2 || time.Since(start) != 50*time.Second-attributionLimit-attributionGrace {
			t.Errorf("second: %d %s after %s", status, body, time.Since(start))
		}
	})
}

// TestAttributionOfGoneClient: a client that goes away ends its check, waiting
// or running; the log and the metrics call it neither late nor a fault.
func TestAttributionOfGoneClient(t *testing.T) {
	checks := map[string]fakeCheck{
		"stops": func(ctx context.Context, _ AttributionRequest) (AttributionResponse, error) {
			<-ctx.Done()
			return AttributionResponse{}, fault.New(fault.CheckStopped, ctx.Err(), "done", "1", "total", "2")
		},
		"does not stop": func(context.Context, AttributionRequest) (AttributionResponse, error) {
			time.Sleep(time.Minute)
			return AttributionResponse{}, nil
		},
	}
	for name, check := range checks {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a, logs := late(t, check), &logtest.Buffer{}
				a.o.Log = slog.New(slog.NewJSONHandler(logs, nil))
				ctx, leave := context.WithCancel(t.Context())
				time.AfterFunc(2*time.Second, leave)
				for range 2 {
					go func() {
						r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/v1/attribution/check", strings.NewReader("{}"))
						r.Header = bearerHeader()
						r.Header.Set("Content-Type", "application/json")
						a.ServeHTTP(httptest.NewRecorder(), r)
					}()
				}
				time.Sleep(time.Hour)
				if got := logs.String(); strings.Count(got, `"status":499`) != 2 || strings.Contains(got, "ERROR") || strings.Contains(got, "30s") {
					t.Errorf("the log: %s", got)
				}
			})
		})
	}
}
