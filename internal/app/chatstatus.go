package app

import (
	"context"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/scene"
)

// ChatStatus is what 'judgement chat status' prints.
type ChatStatus struct {
	Mode    string      `json:"mode"`
	Bots    []BotStatus `json:"bots"`
	Open    int         `json:"open_jobs"`
	Waiting int         `json:"undelivered"` // in the outbox
	Missing bool        `json:"-"`           // a bot that has its variables is not connected
}

// BotStatus is how the bot of one scene is.
type BotStatus struct {
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

// ChatStatus finds out how the bots of the scenes are.
func (p *Process) ChatStatus(ctx context.Context) (*ChatStatus, error) {
	_, s, err := p.Settings()
	if err != nil {
		return nil, err
	}
	if err := p.NeedQueue("the chat"); err != nil {
		return nil, err
	}
	all, err := p.Scenes()
	if err != nil {
		return nil, err
	}
	db, err := p.Database(ctx)
	if err != nil {
		return nil, err
	}
	kept := chatdb.New(db, nil)
	notes, err := kept.Health(ctx)
	if err != nil {
		return nil, err
	}
	out := &ChatStatus{Mode: s.Chat.Mode, Bots: []BotStatus{}}
	if out.Open, out.Waiting, err = kept.Backlog(ctx); err != nil {
		return nil, err
	}
	expected := p.expectedBots(all, s.RateLimit)
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		b := BotStatus{Scene: l.Slug, AppIDEnv: l.Scene.Chat.AppIDEnv, State: "no bot"}
		appID := p.Env(b.AppIDEnv)
		if own := expected[l.Slug]; own != nil {
			appID, b.AppIDEnv, b.Access = own.AppID, own.AppIDEnv, accessOf(own)
		}
		if appID != "" {
			b.State = "not running"
		}
		b.fill(notes, appID)
		out.Missing = out.Missing || b.State == "not running" || b.State == "not connected" || b.State == "stopped"
		out.Bots = append(out.Bots, b)
	}
	return out, nil
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

// expectedBots are the bots that the variables of this process ask for, by scene,
// the single one included. 'judgement chat' says what is wrong with them.
func (p *Process) expectedBots(all []scene.Loaded, perHour int) map[string]*chat.Bot {
	var scenes []*scene.Scene
	for _, l := range all {
		if l.Err == nil {
			scenes = append(scenes, l.Scene)
		}
	}
	out := map[string]*chat.Bot{}
	if r, err := chat.LoadRoster(scenes, p.Env, perHour); err == nil {
		for _, b := range r.Bots {
			out[b.Scene.Slug] = b
		}
	}
	return out
}

// fill takes over what is noted of the scene's bot: of the application if it
// is known, else the youngest note of the scene, as long as its process lives.
func (b *BotStatus) fill(notes []chatdb.Noted, appID string) {
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
