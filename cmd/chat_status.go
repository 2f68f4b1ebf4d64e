package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/chat/chatdb"
	"judgement/internal/store"
	"judgement/scene"
)

// staleAfter is the age from which a note about a bot says that nobody runs it.
const staleAfter = 3 * healthEvery

func (a *App) chatStatusCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "status",
		Short: "Show how the chat bots are",
		Long: `Shows every scene's bot: whether its variables are set, whether its long
connection stands, when something came in last, how often it was connected again,
and what waits to be delivered. The chat process notes it every ten seconds.

The exit code is 1 where a bot that has its variables is not connected.`,
		Example: "  judgement chat status\n  judgement chat status --output json",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runChatStatus(c.Context()) },
	}
	a.outputFlag(c, "table", "json", "yaml")
	return c
}

// chatStatus is what 'judgement chat status' prints.
type chatStatus struct {
	Mode    string      `json:"mode"`
	Bots    []botStatus `json:"bots"`
	Open    int         `json:"open_jobs"`
	Waiting int         `json:"undelivered"` // in the outbox
}

type botStatus struct {
	Scene      string     `json:"scene_slug"`
	AppIDEnv   string     `json:"app_id_env"`
	State      string     `json:"state"` // connected, by callback, not connected, not running, no bot
	Since      *time.Time `json:"since"`
	LastFrame  *time.Time `json:"last_frame"`
	Reconnects int        `json:"reconnects"`
	Malformed  int        `json:"malformed_events"`
	Foreign    int        `json:"foreign_events"`
	Error      string     `json:"error,omitempty"`
}

func (a *App) runChatStatus(ctx context.Context) (err error) {
	ws, s, err := a.settings(nil)
	if err != nil {
		return err
	}
	defer ws.Close()
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return failed("scenes", "check that the workspace's folder scenes/ may be read", err)
	}
	db, err := store.Open(ctx, databaseAddress(ws, s))
	if err != nil {
		return queueFailure(err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	kept := chatdb.New(db, nil)
	notes, err := kept.Health(ctx)
	out := chatStatus{Mode: s.Chat.Mode, Bots: []botStatus{}}
	if err == nil {
		out.Open, out.Waiting, err = kept.Backlog(ctx)
	}
	if err != nil {
		return queueFailure(err)
	}
	missing := false
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		b := botStatus{Scene: l.Slug, AppIDEnv: l.Scene.Chat.AppIDEnv, State: "no bot"}
		if a.Env(b.AppIDEnv) != "" {
			b.State = "not running"
		}
		for _, n := range notes {
			if n.Scene == l.Slug {
				b.fill(n, s.Chat.Mode == config.ChatCallback)
			}
		}
		missing = missing || b.State == "not running" || b.State == "not connected"
		out.Bots = append(out.Bots, b)
	}
	if err := a.print(out, func(w io.Writer) error { return writeChatStatus(w, out, a.Now()) }); err != nil {
		return err
	}
	if missing {
		return silent{exitFailed}
	}
	return nil
}

func (b *botStatus) fill(n chatdb.Noted, callback bool) {
	b.Reconnects, b.Malformed, b.Foreign, b.Error = n.Reconnects, n.Malformed, n.Foreign, n.Error
	if !n.LastFrame.IsZero() {
		b.LastFrame = &n.LastFrame
	}
	switch {
	case n.Age > staleAfter:
		if b.State == "no bot" {
			*b = botStatus{Scene: b.Scene, AppIDEnv: b.AppIDEnv, State: b.State}
		}
	case n.Connected:
		b.State, b.Since = "connected", &n.Since
	case callback:
		b.State = "by callback"
	default:
		b.State = "not connected"
	}
}

func writeChatStatus(w io.Writer, s chatStatus, now time.Time) error {
	var rows [][]string
	for _, b := range s.Bots {
		last := ""
		if b.LastFrame != nil {
			last = max(0, now.Sub(*b.LastFrame)).Round(time.Second).String() + " ago"
		}
		rows = append(rows, []string{b.Scene, b.State, last, strconv.Itoa(b.Reconnects), b.AppIDEnv, b.Error})
	}
	if err := writeTable(w, []string{"scene", "bot", "last frame", "reconnects", "variable", "error"}, rows, 3); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "mode %s, %d open jobs, %d undelivered\n", s.Mode, s.Open, s.Waiting)
	return err
}
