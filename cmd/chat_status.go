package cmd

import (
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"judgement/internal/app"
)

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
	return silent{exitFailed}
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
	p.Table([]string{"scene", "bot", "last frame", "reconnects", "may ask", "process", "variable", "error"}, rows, 3)
	p.Printf("mode %s, %d open jobs, %d undelivered\n", s.Mode, s.Open, s.Waiting)
}
