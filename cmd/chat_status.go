package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/api"
	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/store"
	"judgement/scene"
)

func (a *App) chatStatusCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "status",
		Short: "Show how the chat bots are",
		Long: `Shows every scene's bot: whether its variables are set, whether its long
connection stands, when something came in last, how often it was connected again,
who may ask (nobody, where the scene's allow-list is empty), which process serves it
(host, number and a mark), and what waits to be delivered. The chat process notes it every ten seconds.

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
	State      string     `json:"state"`   // connected, by callback, not connected, stopped, not running, no bot
	Access     string     `json:"access"`  // who may ask: anyone, listed, nobody (an empty allow-list); as this process's variables say
	Process    string     `json:"process"` // that serves it, or did last
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
	if err := needQueue(ws, s, "the chat"); err != nil {
		return err
	}
	all, err := scene.LoadAll(ws.FS)
	if err != nil {
		return failed("scenes", "check that the workspace's folder scenes/ may be read", err)
	}
	db, err := store.Open(ctx, databaseAddress(ws, s))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	kept := chatdb.New(db, nil)
	notes, err := kept.Health(ctx)
	out := chatStatus{Mode: s.Chat.Mode, Bots: []botStatus{}}
	if err == nil {
		out.Open, out.Waiting, err = kept.Backlog(ctx)
	}
	if err != nil {
		return err
	}
	expected := a.expectedBots(all, s)
	missing := false
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		b := botStatus{Scene: l.Slug, AppIDEnv: l.Scene.Chat.AppIDEnv, State: "no bot"}
		appID := a.Env(b.AppIDEnv)
		if own := expected[l.Slug]; own != nil {
			appID, b.AppIDEnv, b.Access = own.AppID, own.AppIDEnv, accessOf(own)
		}
		if appID != "" {
			b.State = "not running"
		}
		b.fill(notes, appID)
		switch b.State {
		case "not running", "not connected", "stopped":
			missing = true
		}
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

// accessOf says in a word who may ask a bot.
func accessOf(b *chat.Bot) string {
	switch {
	case !b.Closed:
		return "anyone"
	case len(b.Listed) == 0:
		return "nobody"
	}
	return "listed"
}

// expectedBots are the bots that the variables of this process ask for, by
// scene, the single one included. What is wrong with them is for 'judgement chat'
// to say.
func (a *App) expectedBots(all []scene.Loaded, s *config.Settings) map[string]*chat.Bot {
	var scenes []*scene.Scene
	for _, l := range all {
		if l.Err == nil {
			scenes = append(scenes, l.Scene)
		}
	}
	out := map[string]*chat.Bot{}
	if r, err := chat.LoadRoster(scenes, a.Env, s.RateLimit); err == nil {
		for _, b := range r.Bots {
			out[b.Scene.Slug] = b
		}
	}
	return out
}

// fill takes over what is noted of the scene's bot: of the application where it
// is known, else the youngest note of the scene, as long as its process lives.
func (b *botStatus) fill(notes []chatdb.Noted, appID string) {
	var n *chatdb.Noted
	for i := range notes {
		fits := notes[i].Scene == b.Scene && (appID == "" || notes[i].AppID == appID)
		if fits && (n == nil || notes[i].Age < n.Age) {
			n = &notes[i]
		}
	}
	if n == nil {
		return
	}
	state := n.State()
	if appID == "" && (state == "stopped" || state == "not running") {
		return
	}
	b.State, b.Process = state, n.Process
	b.Reconnects, b.Malformed, b.Foreign, b.Error = n.Reconnects, n.Malformed, n.Foreign, n.Error
	if !n.LastFrame.IsZero() {
		b.LastFrame = &n.LastFrame
	}
	if state == "connected" {
		b.Since = &n.Since
	}
}

func writeChatStatus(w io.Writer, s chatStatus, now time.Time) error {
	var rows [][]string
	for _, b := range s.Bots {
		last := ""
		if b.LastFrame != nil {
			last = max(0, now.Sub(*b.LastFrame)).Round(time.Second).String() + " ago"
		}
		rows = append(rows, []string{b.Scene, b.State, last, strconv.Itoa(b.Reconnects), b.Access, b.Process, b.AppIDEnv, b.Error})
	}
	if err := writeTable(w, []string{"scene", "bot", "last frame", "reconnects", "may ask", "process", "variable", "error"}, rows, 3); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "mode %s, %d open jobs, %d undelivered\n", s.Mode, s.Open, s.Waiting)
	return err
}

// lostFor is how long a bot that is not running counts as ill: its process died
// and should be looked after. Later it may well have been given up.
const lostFor = 24 * time.Hour

// botHealth tells the HTTP API how the bots are that some process serves or did
// last: an api.Bots. A bot that never ran is no concern of the API.
type botHealth struct {
	store *chatdb.Store
	// callback leaves out what is noted of long connections: where events come in
	// by HTTP that is what was before the mode was changed.
	callback bool
}

// Bots implements api.Bots.
func (h *botHealth) Bots(ctx context.Context) ([]api.Bot, error) {
	notes, err := h.store.Health(ctx)
	notes = slices.DeleteFunc(notes, func(n chatdb.Noted) bool { return h.callback && !n.Callback })
	var out []api.Bot
	for i, n := range notes {
		newer := func(o chatdb.Noted) bool { return o.Scene == n.Scene && o.Age < n.Age }
		same := func(o chatdb.Noted) bool { return o.Scene == n.Scene && o.Age == n.Age }
		if n.Age > lostFor || slices.ContainsFunc(notes, newer) || slices.ContainsFunc(notes[:i], same) {
			continue // of a scene's applications the last one counts
		}
		state := n.State()
		out = append(out, api.Bot{
			Scene: n.Scene, State: state, Ill: state == "not connected" || state == "not running",
			Process: n.Process, LastFrame: n.LastFrame, Reconnects: n.Reconnects, Error: n.Error,
		})
	}
	return out, err
}
