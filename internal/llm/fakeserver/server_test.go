package fakeserver_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm/fakeserver"
)

const scoreSchema = `{"type":"object","properties":{"scores":{"type":"array","items":{"type":"object","properties":{"lens":{"type":"string","enum":["clarity","evidence","risk"]},"score":{"type":"number","description":"clarity 0..10; evidence 0..20"}}}}}}`

const document = "# Plan\n\nWe cut unit cost by 18 % within two quarters. The pilot ran in three shops!\n我们在三个城市试点。结果好于预期。"

func start(t *testing.T, opts fakeserver.Options) *fakeserver.Server {
	t.Helper()
	s, err := fakeserver.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func scoreBody(judge string) string {
	body, _ := json.Marshal(map[string]any{
		"model": "fake-1",
		"messages": []map[string]string{
			{"role": "system", "content": "You judge."},
			{"role": "user", "content": "<<<DOCUMENT 5f3a\n" + document + "\nDOCUMENT 5f3a>>>\n" + judge},
		},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{"name": "score", "schema": json.RawMessage(scoreSchema)}},
	})
	return string(body)
}

type answer struct {
	status  int
	header  http.Header
	body    string
	content string
	finish  string
	err     error
}

func post(t *testing.T, s *fakeserver.Server, body string) answer {
	t.Helper()
	resp, err := http.Post(s.URL()+"/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		return answer{err: err}
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	a := answer{status: resp.StatusCode, header: resp.Header, body: string(data), err: err}
	var e struct {
		Choices []struct {
			Message struct{ Content string }
			Finish  string `json:"finish_reason"`
		}
	}
	if json.Unmarshal(data, &e) == nil && len(e.Choices) > 0 {
		a.content, a.finish = e.Choices[0].Message.Content, e.Choices[0].Finish
	}
	return a
}

func TestScoresEveryLensWithRealQuotes(t *testing.T) {
	s := start(t, fakeserver.Options{Seed: 7})
	first, again, other := post(t, s, scoreBody("strict")), post(t, s, scoreBody("strict")), post(t, s, scoreBody("lenient"))
	if first.content != again.content || first.content == other.content {
		t.Errorf("replies must depend on the judge only:\n%s\n%s\n%s", first.content, again.content, other.content)
	}
	var reply fakeserver.ScoreReply
	if err := json.Unmarshal([]byte(first.content), &reply); err != nil {
		t.Fatal(err)
	}
	var slugs []string
	maxima := map[string]float64{"clarity": 10, "evidence": 20, "risk": 10}
	for _, score := range reply.Scores {
		slugs = append(slugs, score.Lens)
		if score.Score < 0.4*maxima[score.Lens] || score.Score > maxima[score.Lens] {
			t.Errorf("%s: score %v of %v", score.Lens, score.Score, maxima[score.Lens])
		}
		for _, q := range score.Quotes {
			if len(q) < 20 || !strings.Contains(document, q) {
				t.Errorf("%s: %q is not a quote", score.Lens, q)
			}
		}
		if len(score.Quotes) == 0 {
			t.Errorf("%s: no quote", score.Lens)
		}
	}
	if diff := cmp.Diff([]string{"clarity", "evidence", "risk"}, slugs); diff != "" {
		t.Error(diff)
	}
	c := s.Counters()
	if c.Calls != 3 || c.Documents != 1 || c.DocumentsSent != 3 || c.ByStatus[200] != 3 || c.PromptBytes == 0 {
		t.Errorf("counters %+v", c)
	}
}

func TestAnswersAnySchemaWithAnInstance(t *testing.T) {
	s := start(t, fakeserver.Options{})
	schema := `{"type":"object","properties":{"ok":{"type":"boolean"},"p":{"type":"number","minimum":0,"maximum":1},"kind":{"enum":["a"]},"notes":{"type":"array","minItems":3,"items":{"type":["null","string"]}},"quote":{"type":"string"}}}`
	body, _ := json.Marshal(map[string]any{"model": "m", "messages": []map[string]string{{"role": "user", "content": "<<<DOCUMENT a\n" + document + "\nDOCUMENT a>>>\nJSON Schema:\n" + schema}}})
	var got struct {
		OK    bool
		P     float64
		Kind  string
		Notes []string
		Quote string
	}
	if err := json.Unmarshal([]byte(post(t, s, string(body)).content), &got); err != nil {
		t.Fatal(err)
	}
	if !got.OK || got.P < 0 || got.P > 1 || got.Kind != "a" || len(got.Notes) != 3 || !strings.Contains(document, got.Quote) || got.Quote == "" {
		t.Errorf("got %+v", got)
	}
}

func TestFaultsLookLikeTheRealThing(t *testing.T) {
	tests := []struct {
		fault  fakeserver.Fault
		status int
		want   string // in body or content
	}{
		{fakeserver.RateLimit, 429, "rate_limit_exceeded"},
		{fakeserver.ServerError, 500, "server had an error"},
		{fakeserver.Overloaded, 503, "overloaded"},
		{fakeserver.BadGateway, 502, "<html>"},
		{fakeserver.Malformed, 200, `"role":`},
		{fakeserver.Quota, 429, "insufficient_quota"},
		{fakeserver.TooLong, 400, "context_length_exceeded"},
		{fakeserver.Fenced, 200, "```json"},
		{fakeserver.Wrapped, 200, "I hope this helps"},
		{fakeserver.Refusal, 200, `"refusal":"I'm sorry`},
		{fakeserver.FilterFinish, 200, "content_filter"},
		{fakeserver.NaN, 200, `"score":NaN`},
		{fakeserver.StringNumbers, 200, `"score":"8 out of 10"`},
		{fakeserver.UnknownLens, 200, "no-such-lens"},
		{fakeserver.SlowDrip, 200, `"scores"`},
	}
	for _, tt := range tests {
		t.Run(string(tt.fault), func(t *testing.T) {
			s := start(t, fakeserver.Options{Schedule: fakeserver.Always(tt.fault), Drip: time.Microsecond})
			got := post(t, s, scoreBody("j"))
			if got.status != tt.status || !strings.Contains(got.body+got.content, tt.want) {
				t.Errorf("got %d %s", got.status, got.body)
			}
			if s.Counters().Faults[tt.fault] != 1 {
				t.Errorf("counters %+v", s.Counters())
			}
		})
	}
	for _, fault := range []fakeserver.Fault{fakeserver.Cut, fakeserver.Drop} {
		s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fault)})
		if got := post(t, s, scoreBody("j")); got.err == nil {
			t.Errorf("%s: the body came whole: %s", fault, got.body)
		}
	}
}

func TestScoreFaultsChangeTheScores(t *testing.T) {
	count := func(fault fakeserver.Fault) (n int, top float64) {
		s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fault)})
		var reply fakeserver.ScoreReply
		if err := json.Unmarshal([]byte(post(t, s, scoreBody("j")).content), &reply); err != nil {
			t.Fatal(err)
		}
		return len(reply.Scores), reply.Scores[0].Score
	}
	if n, _ := count(fakeserver.MissingLens); n != 2 {
		t.Errorf("missing lens: %d scores", n)
	}
	if n, _ := count(fakeserver.DuplicateLens); n != 4 {
		t.Errorf("duplicate lens: %d scores", n)
	}
	if _, top := count(fakeserver.OutOfRange); top < 1000 {
		t.Errorf("out of range: %v", top)
	}
}

func TestRetryAfter(t *testing.T) {
	s := start(t, fakeserver.Options{Schedule: fakeserver.Script(fakeserver.RateLimitSeconds, fakeserver.RateLimitDate, fakeserver.RateLimit), RetryAfter: 7 * time.Second})
	if got := post(t, s, scoreBody("j")).header.Get("Retry-After"); got != "7" {
		t.Errorf("seconds: %q", got)
	}
	got := post(t, s, scoreBody("j")).header.Get("Retry-After")
	if at, err := http.ParseTime(got); err != nil || time.Until(at) <= 0 {
		t.Errorf("date: %q", got)
	}
	if got := post(t, s, scoreBody("j")).header.Get("Retry-After"); got != "" {
		t.Errorf("none: %q", got)
	}
	if got := post(t, s, scoreBody("j")); got.status != 200 {
		t.Errorf("after the script: %d", got.status)
	}
}

func TestRejectsFormatsAsAsked(t *testing.T) {
	s := start(t, fakeserver.Options{Formats: fakeserver.NoSchema})
	if got := post(t, s, scoreBody("j")); got.status != 400 || !strings.Contains(got.body, "response_format") {
		t.Errorf("got %d %s", got.status, got.body)
	}
	if got := post(t, s, strings.Replace(scoreBody("j"), `"type":"json_schema"`, `"type":"json_object"`, 1)); got.status != 200 {
		t.Errorf("json_object: %d %s", got.status, got.body)
	}
	if c := s.Counters(); c.FormatRejects != 1 {
		t.Errorf("counters %+v", c)
	}
}

func TestPerJudgeBoundsItsFaults(t *testing.T) {
	schedule := fakeserver.PerJudge(3, fakeserver.TransportFaults(), fakeserver.ContentFaults())
	seen := map[int]bool{}
	for key := range uint64(300) {
		n := 0
		for schedule(5, fakeserver.Call{Key: key, Attempt: n}) != fakeserver.None {
			n++
		}
		seen[n] = true
		for later := n; later < n+5; later++ {
			if f := schedule(5, fakeserver.Call{Key: key, Attempt: later}); f != fakeserver.None {
				t.Fatalf("key %d: %s after its last fault", key, f)
			}
		}
	}
	if diff := cmp.Diff(map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestIndependentKeepsItsRate(t *testing.T) {
	schedule := fakeserver.Independent(0.3, fakeserver.ContentFaults())
	n := 0
	for key := range uint64(10_000) {
		if schedule(1, fakeserver.Call{Key: key}) != fakeserver.None {
			n++
		}
	}
	if n < 2850 || n > 3150 {
		t.Errorf("%d of 10000", n)
	}
}

func TestLogNormalDelay(t *testing.T) {
	d := fakeserver.Delay{Median: 200 * time.Millisecond, Sigma: 0.5}
	var sum time.Duration
	below := 0
	for key := range uint64(20_000) {
		v := d.For(3, fakeserver.Call{Key: key})
		sum += v
		if v < d.Median {
			below++
		}
	}
	mean := sum / 20_000 // expected: 200 ms × e^0.125 = 226.6 ms
	if mean < 223*time.Millisecond || mean > 230*time.Millisecond || below < 9700 || below > 10300 {
		t.Errorf("mean %v, %d below the median", mean, below)
	}
}

func TestCloseBreaksAHang(t *testing.T) {
	s := start(t, fakeserver.Options{Schedule: fakeserver.Always(fakeserver.Hang)})
	done := make(chan answer)
	go func() { done <- post(t, s, scoreBody("j")) }()
	for s.Counters().Faults[fakeserver.Hang] == 0 {
		time.Sleep(time.Millisecond)
	}
	s.Close()
	if got := <-done; got.err == nil {
		t.Errorf("got %+v", got)
	}
}

func TestWrongKeyIsEchoed(t *testing.T) {
	s := start(t, fakeserver.Options{APIKey: "right"})
	req, _ := http.NewRequest(http.MethodGet, s.URL()+"/models", bytes.NewReader(nil))
	req.Header.Set("Authorization", "Bearer wrong-key")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, _ := io.ReadAll(resp.Body)
	if resp.StatusCode != 401 || !strings.Contains(string(body), "wrong-key") {
		t.Errorf("got %d %s", resp.StatusCode, body)
	}
}
