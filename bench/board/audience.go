package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// audience is the viewers of the board.
type audience struct {
	mu       sync.Mutex
	changed  *sync.Cond
	versions []int // per viewer: the version that it saw last; -1: none yet
	boards   int   // seen by all viewers together
	returned int   // connections after a viewer's first
}

// watch starts this number of viewers, until ctx ends. They follow the stream of
// events as browsers do: if it ends, they connect again three seconds later.
func watch(ctx context.Context, url string, viewers int) *audience {
	a := &audience{versions: make([]int, viewers)}
	a.changed = sync.NewCond(&a.mu)
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: viewers}}
	for i := range viewers {
		a.versions[i] = -1
		go func() {
			for ctx.Err() == nil {
				a.follow(ctx, client, url, i)
				a.mu.Lock()
				a.returned++
				a.mu.Unlock()
				select {
				case <-ctx.Done():
				case <-time.After(3 * time.Second):
				}
			}
		}()
	}
	return a
}

// versionMark is the text before the version in an event's html.
var versionMark = []byte("Version ")

// follow reads one connection to its end.
func (a *audience) follow(ctx context.Context, client *http.Client, url string, viewer int) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return
	}
	resp, err := client.Do(req)
	if err != nil {
		return
	}
	defer resp.Body.Close()
	lines := bufio.NewReaderSize(resp.Body, 8<<10)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		data, ok := bytes.CutPrefix(line, []byte("data: "))
		if !ok {
			continue
		}
		version := 0 // the page that waits for the first results
		if at := bytes.LastIndex(data, versionMark); at >= 0 {
			digits, _, _ := bytes.Cut(data[at+len(versionMark):], []byte(" "))
			version, _ = strconv.Atoi(string(digits))
		}
		a.mu.Lock()
		a.versions[viewer] = version
		a.boards++
		a.changed.Broadcast()
		a.mu.Unlock()
	}
}

// seated waits until every viewer has seen something.
func (a *audience) seated(patience time.Duration) error {
	if late := a.wait(0, patience); late > 0 {
		return fmt.Errorf("%d viewers saw nothing", late)
	}
	return nil
}

// wait waits until every viewer has seen that version or a later one, and returns
// how many have not.
func (a *audience) wait(version int, patience time.Duration) int {
	over := false
	timer := time.AfterFunc(patience, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		over = true
		a.changed.Broadcast()
	})
	defer timer.Stop()
	a.mu.Lock()
	defer a.mu.Unlock()
	for {
		late := 0
		for _, v := range a.versions {
			if v < version {
				late++
			}
		}
		if late == 0 || over {
			return late
		}
		a.changed.Wait()
	}
}

func (a *audience) counts() (boards, returned int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.boards, a.returned
}
