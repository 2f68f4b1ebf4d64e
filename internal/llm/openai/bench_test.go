//go:build unix

package openai_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
)

// serverEnv makes this test binary a fake server, so that a benchmark counts
// the CPU of the client alone.
const serverEnv = "JUDGEMENT_TEST_FAKE_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverEnv) == "" {
		os.Exit(m.Run())
	}
	s, err := fakeserver.New(fakeserver.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin) // until the benchmark ends
	s.Close()
}

// serverProcess starts a fake server in a process of its own.
func serverProcess(b *testing.B) string {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), serverEnv+"=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(url)
}

func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// spend makes n calls, 16 at once, and returns the CPU time that they took.
func spend(b *testing.B, n int, call func() error) time.Duration {
	b.Helper()
	before := cpu(b)
	var wg sync.WaitGroup
	for worker := range 16 {
		wg.Go(func() {
			for i := worker; i < n; i += 16 {
				if err := call(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return cpu(b) - before
}

// BenchmarkComplete compares the adapter's CPU per call with a bare net/http
// loop that sends the same bytes and reads the answers without parsing them:
// 4 KB documents, 6 lenses, in turns within one run. Goal: ratio ≤ 8.
func BenchmarkComplete(b *testing.B) {
	url := serverProcess(b)
	c, err := openai.New(openai.Options{BaseURL: url, APIKey: testKey, Model: "fake-1", MaxConns: 16})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	req := benchRequest()
	body := bodyOf(b, req)
	transport := &http.Transport{MaxIdleConnsPerHost: 16, MaxConnsPerHost: 16, WriteBufferSize: 16 << 10, ReadBufferSize: 8 << 10}
	defer transport.CloseIdleConnections()
	bare := func() error { return postBare(transport, url, body) }
	adapter := func() error {
		_, err := c.Complete(context.Background(), req)
		return err
	}
	spend(b, 64, bare)
	spend(b, 64, adapter)
	var ours, floor time.Duration
	const turn = 200
	b.ResetTimer()
	calls := 0
	for calls < b.N {
		n := min(turn, b.N-calls)
		floor += spend(b, n, bare)
		ours += spend(b, n, adapter)
		calls += n
	}
	b.ReportMetric(float64(ours.Microseconds())/float64(calls), "cpu-µs/call")
	b.ReportMetric(float64(floor.Microseconds())/float64(calls), "bare-cpu-µs/call")
	b.ReportMetric(float64(ours)/float64(max(floor, 1)), "cpu-ratio")
}

func benchRequest() llm.Request {
	req := scoreRequest("bench")
	req.Messages[1].Content = "<<<DOCUMENT 5f3a\n" + strings.Repeat(document+"\n", 4096/len(document)) + "DOCUMENT 5f3a>>>\nJudge it."
	req.Schema.JSON = []byte(strings.Replace(scoreShape, `["clarity","risk"]`, `["clarity","risk","cost","reach","proof","plan"]`, 1))
	return req
}

// bodyOf captures the bytes that the adapter sends for a request.
func bodyOf(b *testing.B, req llm.Request) []byte {
	b.Helper()
	var body []byte
	s := start(b, fakeserver.Options{OnRequest: func(r fakeserver.Request) { body = r.Body }})
	if _, err := connect(b, s, nil).Complete(context.Background(), req); err != nil {
		b.Fatal(err)
	}
	return body
}

func postBare(transport *http.Transport, url string, body []byte) error {
	req, err := http.NewRequest(http.MethodPost, url+"/chat/completions", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}
