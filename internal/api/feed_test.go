package api

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// TestManyTabsOnOneStream: 500 tabs that follow one job get all of its events, and the
// queue is asked once for all.
func TestManyTabsOnOneStream(t *testing.T) {
	f, m := withJobs(t)
	id := f.submit(`{"scene_slug":"pitch","document":"x","brand":"a"}`)
	m.move(t, id, func(j *memJob) { j.run(3) })
	const tabs = 500
	var all sync.WaitGroup
	var ended sync.Map
	for i := range tabs {
		s := f.follow(t, id, "")
		all.Go(func() {
			var got strings.Builder
			for {
				block, err := s.next()
				got.WriteString(block)
				if err != nil || strings.HasPrefix(block, "event: end") {
					break
				}
			}
			_ = s.close()
			ended.Store(i, strings.Count(got.String(), "id: ") == 5 && strings.Contains(got.String(), "event: end"))
		})
	}
	f.api.feeds.mu.Lock()
	if n := len(f.api.feeds.all); n != 1 {
		t.Errorf("%d readings of one job", n)
	}
	f.api.feeds.mu.Unlock()
	m.move(t, id, func(j *memJob) { j.run(1); j.finish() })
	all.Wait()
	n := 0
	ended.Range(func(_, whole any) bool {
		if whole.(bool) {
			n++
		}
		return true
	})
	if n != tabs {
		t.Errorf("%d of %d tabs have all events", n, tabs)
	}
	f.settle("the end of the streams", func() bool { return f.api.streams.Load() == 0 })
	f.api.feeds.mu.Lock()
	defer f.api.feeds.mu.Unlock()
	if len(f.api.feeds.all) != 0 {
		t.Error("a reading goes on without clients")
	}
	if a := f.do(http.MethodGet, "/v2/judgement/"+id, bearerHeader(), ""); a.status != http.StatusOK {
		t.Errorf("afterwards: %d", a.status)
	}
}
