//go:build unix

package main

import (
	"context"
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/jury/ledgertest"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
)

// engine judges the documents of a workspace as the program does, from intake to the
// aggregated result. It makes no case and publishes nothing.
func engine(ws, url string, atOnce int) error {
	client, err := openai.New(openai.Options{BaseURL: url, APIKey: "none", Model: "fake-1", MaxConns: atOnce, Timeout: time.Minute})
	if err != nil {
		return err
	}
	defer client.Close()
	p := &pipeline.Pipeline{
		Workspace: os.DirFS(ws), Zone: time.UTC, Random: rand.Reader,
		Runner: jury.Runner{
			Model: client, Slots: make(jury.Slots, atOnce), Retry: jury.DefaultRetry(), Now: time.Now, Sleep: jury.Sleep,
			Jitter: mathrand.Float64,
		},
	}
	setup, err := p.Open("bench")
	if err != nil {
		return err
	}
	files, err := os.ReadDir(filepath.Join(ws, "docs"))
	if err != nil {
		return err
	}
	ledger := &ledgertest.Memory{}
	todo := make(chan string)
	errs := make(chan error, len(files))
	var wg sync.WaitGroup
	for range min(len(files), 2*atOnce) {
		wg.Go(func() {
			for name := range todo {
				errs <- judgeOne(p, setup, ledger, filepath.Join(ws, "docs", name))
			}
		})
	}
	for _, f := range files {
		todo <- f.Name()
	}
	close(todo)
	wg.Wait()
	close(errs)
	var all []error
	for err := range errs {
		all = append(all, err)
	}
	return errors.Join(all...)
}

func judgeOne(p *pipeline.Pipeline, setup *pipeline.Setup, ledger jury.Ledger, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	name := filepath.Base(file)
	_, err = p.Judge(context.Background(), setup, job.Spec{
		Schema: 1, SceneSlug: "bench", Brand: strings.TrimSuffix(name, ".md"), Filename: name, Data: data,
		Options: job.Options{Repeats: 1},
	}, ledger)
	return err
}
