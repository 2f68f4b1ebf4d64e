//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"judgement/internal/llm/fakeserver"
)

// recorder keeps the bodies of all calls, so that another client can make the same
// calls.
type recorder struct {
	mu     sync.Mutex
	bodies [][]byte
}

func (r *recorder) add(req fakeserver.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bodies = append(r.bodies, bytes.Clone(req.Body))
}

func (r *recorder) save(file string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, err := json.Marshal(r.bodies)
	if err != nil {
		return err
	}
	return os.WriteFile(file, b, 0o600)
}

// bareLoop posts recorded bodies with net/http alone: the lower bound.
func bareLoop(file, url string, atOnce int) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var bodies [][]byte
	if err := json.Unmarshal(b, &bodies); err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: atOnce}}
	next := make(chan []byte)
	failures := make(chan error, atOnce)
	var wg sync.WaitGroup
	for range atOnce {
		wg.Go(func() {
			for body := range next {
				if err := post(client, url, body); err != nil {
					select {
					case failures <- err:
					default:
					}
				}
			}
		})
	}
	for _, body := range bodies {
		next <- body
	}
	close(next)
	wg.Wait()
	select {
	case err := <-failures:
		return err
	default:
		return nil
	}
}

func post(client *http.Client, url string, body []byte) error {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer none")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
