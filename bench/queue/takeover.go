//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
)

// kills is how often a worker is killed.
const kills = 5

// takeover kills a worker in the middle of a job (SIGKILL), several times, and prints
// how long it takes until another worker continues the job.
func (b *bench) takeover(ctx context.Context, name, address string, q *queueOn) error {
	var took []time.Duration
	for n := range kills {
		d, err := b.killOne(ctx, fmt.Sprintf("%s-killed-%d", name, n), address, q)
		if err != nil {
			return err
		}
		took = append(took, d)
	}
	slices.Sort(took)
	fmt.Printf("%s: worker killed, its job runs again after %s (median of %d), at most %s\n",
		name, took[kills/2].Round(100*time.Millisecond), kills, took[kills-1].Round(100*time.Millisecond))
	return nil
}

func (b *bench) killOne(ctx context.Context, brand, address string, q *queueOn) (time.Duration, error) {
	arrived := make(chan struct{}, 1000)
	server, err := fakeserver.New(fakeserver.Options{
		Delay: fakeserver.Delay{Median: callTakes}, OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
	})
	if err != nil {
		return 0, err
	}
	defer server.Close()
	first, err := b.start(address, modelEnv+"="+server.URL())
	if err != nil {
		return 0, err
	}
	r, err := q.Submit(ctx, job.Submission{SceneSlug: "s", Brand: brand, Filename: "d.md", Data: []byte("# " + brand + "\n\nThe kettle was tried in ten homes.\n")})
	if err != nil {
		return 0, err
	}
	for range judges { // all are asked
		<-arrived
	}
	second, err := b.start(address, modelEnv+"="+server.URL())
	if err != nil {
		return 0, err
	}
	for workers := []string{}; len(workers) < 2; time.Sleep(10 * time.Millisecond) {
		if workers, err = q.Workers(ctx); err != nil {
			return 0, err
		}
	}
	if err := first.cmd.Process.Kill(); err != nil {
		return 0, err
	}
	killed := time.Now()
	_ = first.cmd.Wait()
	<-arrived
	took := time.Since(killed)
	for { // let it end
		j, err := q.Job(ctx, r.Job.ID)
		if err != nil {
			return 0, err
		}
		if j.Status.Ended() {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return took, second.end()
}
