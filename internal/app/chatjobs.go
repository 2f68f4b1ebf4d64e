package app

import (
	"context"
	"errors"
	"fmt"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chatdb"
	"judgement/internal/format"
	"judgement/internal/job"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/scene"
)

// chatJobs is the queue and the stored reports as bots need them: a chat.Jobs.
type chatJobs struct {
	queue    *Queue
	pipeline *pipeline.Pipeline
}

// Status implements chat.Jobs.
func (c *chatJobs) Status(ctx context.Context, id string, after int64) (chat.JobStatus, error) {
	j, err := c.queue.Job(ctx, id)
	out := chat.JobStatus{Status: j.Status, Reason: j.Reason, Fault: j.Fault}
	if err == nil && j.Status == job.Pending {
		out.Ahead, err = store.Ahead(ctx, c.queue.DB, id)
	}
	if err == nil && j.LastSeq > after {
		out.Events, err = c.queue.Events(ctx, id, after, 1000)
	}
	return out, err
}

// Cancel implements chat.Jobs.
func (c *chatJobs) Cancel(ctx context.Context, id string) error {
	_, err := c.queue.Cancel(ctx, id)
	if errors.Is(err, job.ErrEnded) {
		return nil
	}
	return err
}

// Result implements chat.Jobs. It renders nothing that takes long: one loop asks
// it for the jobs of all bots.
func (c *chatJobs) Result(ctx context.Context, id string) (*pipeline.Result, error) {
	r, err := c.render(ctx, id, nil)
	if err != nil {
		return nil, err
	}
	r.Result.Files = nil
	for _, f := range r.Files {
		r.Result.Files = append(r.Result.Files, f.Name)
	}
	for _, renderer := range c.pipeline.Renderers {
		r.Result.Files = append(r.Result.Files, "report."+renderer.Format)
	}
	return r.Result, nil
}

// File implements chat.Jobs.
func (c *chatJobs) File(ctx context.Context, id, name string) ([]byte, error) {
	var needed []format.Renderer
	for _, r := range c.pipeline.Renderers {
		if "report."+r.Format == name {
			needed = append(needed, r)
		}
	}
	r, err := c.render(ctx, id, needed)
	if err != nil {
		return nil, err
	}
	for _, f := range r.Files {
		if f.Name == name {
			return f.Data, nil
		}
	}
	return nil, fmt.Errorf("the report of job %s has no file %s", id, name)
}

// render makes the report of the version that a job has published, byte for
// byte and with no call of a model, in these formats beside Markdown.
func (c *chatJobs) render(ctx context.Context, id string, formats []format.Renderer) (*pipeline.Rendered, error) {
	j, err := c.queue.Job(ctx, id)
	if err != nil {
		return nil, err
	}
	p := *c.pipeline
	p.Renderers = formats
	made, err := p.Render(ctx, j.CaseID, pipeline.RenderOptions{Version: j.Version})
	if err != nil {
		return nil, fmt.Errorf("report of job %s: %w", id, err)
	}
	return made, nil
}

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
	s := p.Settings
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
	roster, err := loadRoster(all, p.Env, s.RateLimit)
	if err != nil { // 'judgement chat' says what is wrong
		roster = &chat.Roster{}
	}
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		b := p.botStatus(l.Scene, roster, notes)
		out.Missing = out.Missing || b.State == "not running" || b.State == "not connected" || b.State == "stopped"
		out.Bots = append(out.Bots, b)
	}
	return out, nil
}

// botStatus is how the bot of one scene is.
func (p *Process) botStatus(s *scene.Scene, roster *chat.Roster, notes []chatdb.Noted) BotStatus {
	b := BotStatus{Scene: s.Slug, AppIDEnv: s.Chat.AppIDEnv, State: "no bot"}
	appID := p.Env(b.AppIDEnv)
	for _, own := range roster.Bots {
		if own.Scene.Slug == s.Slug {
			appID, b.AppIDEnv, b.Access = own.AppID, own.AppIDEnv, accessOf(own)
		}
	}
	if appID != "" {
		b.State = "not running"
	}
	b.fill(notes, appID)
	return b
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

// fill takes over what is noted of the scene's bot: of the application if it
// is known, else the youngest note of the scene, as long as its process lives.
func (b *BotStatus) fill(notes []chatdb.Noted, appID string) {
	n := youngest(notes, b.Scene, appID)
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
