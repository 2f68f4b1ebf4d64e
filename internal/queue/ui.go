package queue

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"riverqueue.com/riverui"
)

// pages makes River UI, which shows and steers River's own rows.
func (c *riverClient[T]) pages(prefix string, log *slog.Logger) (pages, error) {
	h, err := riverui.NewHandler(&riverui.HandlerOpts{Endpoints: riverui.NewEndpoints(c.Client, nil), Logger: quiet(log), Prefix: prefix})
	if err != nil {
		return nil, fmt.Errorf("set up the pages of jobs: %w", err)
	}
	return h, nil
}

// Pages returns River UI for a path such as /jobs. It asks for no login: put it
// behind one. It works until ctx ends.
func (q *Queue) Pages(ctx context.Context, prefix string) (http.Handler, error) {
	p, err := q.client.pages(prefix, q.log)
	if err != nil {
		return nil, err
	}
	if err := p.Start(ctx); err != nil {
		return nil, fmt.Errorf("set up the pages of jobs: %w", err)
	}
	return p, nil
}
