package cmd

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/chat"
	"judgement/scene"
)

func (a *App) upCmd() *cobra.Command {
	flags := &settingFlags{}
	c := &cobra.Command{
		Use:   "up",
		Short: "Serve the HTTP API, run jobs and chat bots, in one process",
		Long: `Does what 'judgement serve', 'judgement worker' and, where a scene has a bot,
'judgement chat' do, in one process on one database: the simplest way to run the
whole service on one machine. It ends when it is interrupted, after the running
requests and jobs have had their time.

Each part has metrics at an address of its own: --metrics-listen,
--worker-metrics-listen, which serves the worker's probes too, and the setting
chat.metrics_listen.

SERVICE_API_TOKEN must hold the API's bearer token, and a model must be set, or
the offline baseline asked for by name.`,
		Example: `  SERVICE_API_TOKEN=$(openssl rand -hex 32) judgement up
  judgement up --provider offline --listen 127.0.0.1:8421`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error {
			return a.logged(flags.given(c), func(log *slog.Logger) error { return a.runUp(c.Context(), flags.given(c), log) })
		},
	}
	flags.addServer(c)
	flags.addWorker(c)
	flags.add(c, "worker-metrics-listen", "worker.metrics_listen", "address of the worker's Prometheus metrics and probes (setting worker.metrics_listen)")
	return c
}

// runUp runs the server and a worker side by side; where one of them can't go
// on, the other is stopped as well.
func (a *App) runUp(ctx context.Context, flags map[string]string, log *slog.Logger) error {
	if err := a.needWorkspace("the service"); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	parts := []func() error{
		func() error { return a.runServe(ctx, flags, log, false) },
		func() error { return a.runWorker(ctx, flags, log) },
	}
	if bots, err := a.hasBots(flags); err != nil {
		return err
	} else if bots {
		parts = append(parts, func() error { return a.runChat(ctx, flags, log) })
	}
	errs := make([]error, len(parts))
	var wg sync.WaitGroup
	for i, part := range parts {
		wg.Go(func() {
			defer stop()
			errs[i] = part()
		})
	}
	wg.Wait()
	return firstCause(errs)
}

// firstCause joins the errors of parts that were stopped together: those that
// only say that they were stopped are left out where another says why.
func firstCause(errs []error) error {
	causes := slices.DeleteFunc(slices.Clone(errs), func(err error) bool { return err == nil || errors.Is(err, context.Canceled) })
	if len(causes) > 0 {
		return errors.Join(causes...)
	}
	return errors.Join(errs...)
}

// hasBots reports whether there is a bot that takes events over a long
// connection.
func (a *App) hasBots(flags map[string]string) (bool, error) {
	ws, s, err := a.settings(flags)
	if err != nil {
		return false, err
	}
	defer ws.Close()
	if s.Chat.Mode != config.ChatWebsocket {
		return false, nil
	}
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return false, failed("scenes", "check that the workspace's folder scenes/ may be read", err)
	}
	any := strings.TrimSpace(a.Env(chat.EnvAppID)) != ""
	for _, l := range all {
		any = any || l.Err == nil && strings.TrimSpace(a.Env(l.Scene.Chat.AppIDEnv)) != ""
	}
	return any, nil
}
