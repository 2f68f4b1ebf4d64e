package cmd

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/terminal"
)

// service completes the command of a service, which runs until it is interrupted and
// writes a log.
func (a *App) service(c *cobra.Command, run func(context.Context) error) *cobra.Command {
	c.Args = exactArgs(0)
	c.RunE = func(c *cobra.Command, _ []string) error {
		a.OpenLog(a.Err)
		return run(c.Context())
	}
	setting(c, "log-format", "server.log_format", "json, text or none")
	return c
}

// serverSettings adds the flags of every command that serves the HTTP API.
func serverSettings(c *cobra.Command) {
	setting(c, "listen", "server.listen", "host:port, :port, or the path of a Unix socket")
	setting(c, "metrics-listen", "server.metrics_listen", "address of the Prometheus metrics")
}

// workerSettings adds the flags of every command that runs jobs.
func workerSettings(c *cobra.Command) {
	modelSettings(c)
	setting(c, "jobs", "worker.jobs", "jobs at once")
	setting(c, "drain", "worker.drain", "how long running jobs may go on at the end")
}

func (a *App) serveCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "serve",
		Short: "Serve the HTTP API",
		Long: `Serves the HTTP API, versions 1 and 2, with its documentation at /docs and
/redoc, until it is interrupted; then it lets the running requests end. Jobs that
come in over version 2 are run by 'judgement worker'; 'judgement up' does both.

The environment variable SERVICE_API_TOKEN must hold the bearer token, or several
separated by commas while one replaces another. Without it every path but
/v1/healthz answers 503.

A competition scene with board.public: true shows its ranking at /boards/SCENE,
without a token, on a page that follows new boards by itself.

With chat.mode: callback it also takes the chat bots' events at POST /chat/event
and does what 'judgement chat' does.

With --metrics-listen it serves Prometheus metrics of requests and of the queue at
/metrics, and the probes /healthz and /readyz, on an address of their own.

If the workspace can't be written and no database is named (database.url), it
answers everything that only reads; version 2 answers 503 and says why. The same
holds outside of a workspace, where it serves the built-in one and warns of it.

A socket that a service manager hands over (LISTEN_FDS) is used unless --listen
is given.`,
		Example: `  SERVICE_API_TOKEN=$(openssl rand -hex 32) judgement serve --listen 127.0.0.1:8421
  judgement serve --listen /run/judgement/http.sock
  judgement serve --metrics-listen 127.0.0.1:9421`,
	}
	serverSettings(c)
	return a.service(c, func(ctx context.Context) error { return a.Serve(ctx, true) })
}

func (a *App) workerCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "worker",
		Short: "Run queued reviews and meeting summaries",
		Long: `Runs the jobs of the queue until it is interrupted: reviews and meeting summaries,
each with the panel and the pipeline of its scene, and the day's attribution run
from 09:00 on in the configured zone (setting time_zone).

Any number of workers may run on one database. A worker that dies loses nothing:
within ten seconds its jobs go on elsewhere, and what was answered is not paid for
again. On SIGTERM, SIGHUP or Ctrl-C running jobs may go on for a while (setting
worker.drain); what isn't done then is put back. A second Ctrl-C ends the process
at once.

What is past its time (setting database.keep) is removed once an hour by one of
the workers; 'judgement db prune' does it at once.

With --metrics-listen it serves Prometheus metrics at /metrics and probes:
/healthz answers while the process lives, /readyz while it may take jobs.

A model must be set, or the offline baseline asked for by name.`,
		Example: `  judgement worker
  judgement worker --jobs 16 --concurrency 64
  judgement worker --provider offline --metrics-listen 127.0.0.1:9423`,
	}
	workerSettings(c)
	setting(c, "metrics-listen", "worker.metrics_listen", "address of the Prometheus metrics and probes")
	return a.service(c, a.Work)
}

func (a *App) upCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "up",
		Short: "Serve the HTTP API, run jobs and chat bots, in one process",
		Long: `Does what 'judgement serve', 'judgement worker' and, if a scene has a bot,
'judgement chat' do, in one process on one database: the simplest way to run the
whole service on one machine. It ends when it is interrupted, after the running
requests and jobs have had their time.

Each part has metrics at an address of its own: --metrics-listen,
--worker-metrics-listen, which serves the worker's probes too, and the setting
chat.metrics_listen.

SERVICE_API_TOKEN must hold the API's bearer token, and a model must be set, or
the offline baseline asked for by name.`,
		Example: `  SERVICE_API_TOKEN=$(openssl rand -hex 32) judgement up --listen 127.0.0.1:8421
  judgement up --provider offline --listen 127.0.0.1:8421`,
	}
	serverSettings(c)
	workerSettings(c)
	setting(c, "worker-metrics-listen", "worker.metrics_listen", "address of the worker's Prometheus metrics and probes")
	return a.service(c, a.Up)
}

func (a *App) chatCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "chat",
		Short: "Run the chat bots of the scenes",
		Long: `Keeps one long connection to Feishu or Lark for every scene whose application-id
variable (chat.app_id_env) is set, until it is interrupted; the other scenes are
skipped with one line each. Without any, the bot of CHAT_APP_ID and
CHAT_APP_SECRET answers under the scene that CHAT_SCENE names.

A document that is sent to a bot becomes a job of the queue, which 'judgement
worker' runs. One card in the chat shows how far it is, and ends with the result.
What could not be delivered waits in the database; nothing is judged twice.

With chat.mode: callback events come in at POST /chat/event of 'judgement serve',
which then does what this command does.

The platform gives each event to any of an application's connections, so one
process alone serves it. If several run on one database, the others say who
that is, wait, and take over within seconds of its end.`,
		Example: `  CHAT_APP_ID_PITCH_REVIEW=cli_… CHAT_APP_SECRET_PITCH_REVIEW=… judgement chat
  judgement chat --metrics-listen 127.0.0.1:9422
  judgement chat status`,
	}
	setting(c, "base-url", "chat.base_url", "address of the platform")
	setting(c, "metrics-listen", "chat.metrics_listen", "address of the Prometheus metrics")
	setting(c, "provider", "llm.provider", "openai, anthropic, offline or a name of llm.providers")
	c.AddCommand(a.chatStatusCmd())
	return a.service(c, a.Chat)
}

func (a *App) chatStatusCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:   "status",
		Short: "Show how the chat bots are",
		Long: `Shows every scene's bot: whether its variables are set, whether its long
connection is up, when something came in last, how often it was connected again,
who may ask (nobody, if the scene's allow-list is empty), which process serves it
(host, number and a mark), and what waits to be delivered. The chat process notes it every ten seconds.

The exit code is 1 if a bot that has its variables is not connected.`,
		Example: "  judgement chat status\n  judgement chat status --output json",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runChatStatus(c.Context()) },
	})
}

func (a *App) runChatStatus(ctx context.Context) error {
	s, err := a.ChatStatus(ctx)
	if err != nil {
		return err
	}
	if err := a.print(s, func(p *page) { p.chatStatus(s, a.Now()) }); err != nil || !s.Missing {
		return err
	}
	return silent{fault.ExitFailed}
}

func (p *page) chatStatus(s *app.ChatStatus, now time.Time) {
	var rows [][]string
	for _, b := range s.Bots {
		last := ""
		if b.LastFrame != nil {
			last = max(0, now.Sub(*b.LastFrame)).Round(time.Second).String() + " ago"
		}
		rows = append(rows, []string{b.Scene, b.State, last, strconv.Itoa(b.Reconnects), b.Access, b.Process, b.AppIDEnv, b.Error})
	}
	p.Columns([]terminal.Column{
		{Name: "scene", Least: 12},
		{Name: "bot"},
		{Name: "last frame"},
		{Name: "reconnects", Right: true, Drop: 2},
		{Name: "may ask", Drop: 4},
		{Name: "process", Least: 12, Drop: 3},
		{Name: "variable", Least: 16, Drop: 1},
		{Name: "error", Least: 16},
	}, rows)
	p.Printf("mode %s, %d open jobs, %d undelivered\n", s.Mode, s.Open, s.Waiting)
}
