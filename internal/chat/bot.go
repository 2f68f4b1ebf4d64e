package chat

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Names of the variables that bots have beside those of their scenes.
const (
	EnvAppID     = "CHAT_APP_ID"     // single-bot fallback
	EnvAppSecret = "CHAT_APP_SECRET" // of it
	EnvScene     = "CHAT_SCENE"      // of it
)

// Bot is one application of the platform that answers under one scene.
type Bot struct {
	Scene     *scene.Scene
	Panel     *panel.Panel // for the judges' names; may be nil
	AppID     string
	AppIDEnv  string // the variable that names it
	AppSecret string
	// Listed are the open ids and chat ids that may ask; only they may if
	// Closed is set, else anyone.
	Listed  []string
	Closed  bool
	PerHour int // jobs per hour of the scene
}

// Lang is the language that the bot speaks if a message does not say.
func (b *Bot) Lang() report.Lang {
	if b.Scene.Report.Language == string(report.Chinese) {
		return report.Chinese
	}
	return report.English
}

// Admits reports whether a message comes from a person or a chat that may
// ask.
func (b *Bot) Admits(m Message) bool {
	return !b.Closed || slices.Contains(b.Listed, m.Sender) || slices.Contains(b.Listed, m.ChatID)
}

// Roster is what the scenes and the environment give: the bots to run, and a
// line for every scene that has none.
type Roster struct {
	Bots    []*Bot
	Skipped []string // one line per scene
	// Warnings are lines about bots that run but hardly as meant.
	Warnings []string
}

// ErrNoBots says that no scene has a bot.
var ErrNoBots = errors.New("no scene has a bot: none of their application-id variables is set")

// LoadRoster finds the bots of the scenes, in their order. A scene whose
// application-id variable is unset is skipped; if that leaves none, the one
// bot of CHAT_APP_ID answers under CHAT_SCENE. perHour holds for scenes that
// set no rate. Errors are ErrNoBots, and one that
// lists all that is wrong with the variables.
func LoadRoster(scenes []*scene.Scene, env func(string) string, perHour int) (*Roster, error) {
	r := &Roster{}
	var bad []string
	for _, s := range scenes {
		id := strings.TrimSpace(env(s.Chat.AppIDEnv))
		if id == "" {
			r.Skipped = append(r.Skipped, fmt.Sprintf("scene %s has no bot: %s is not set", s.Slug, s.Chat.AppIDEnv))
			continue
		}
		bad = append(bad, r.add(s, id, s.Chat.AppIDEnv, s.Chat.AppSecretEnv, env, perHour)...)
	}
	if len(r.Bots) == 0 && len(bad) == 0 {
		bad = r.single(scenes, env, perHour)
	}
	switch {
	case len(bad) > 0:
		return nil, errors.New(strings.Join(bad, "\n"))
	case len(r.Bots) == 0:
		return r, ErrNoBots
	}
	return r, nil
}

// single adds the one bot that answers if no scene has its own.
func (r *Roster) single(scenes []*scene.Scene, env func(string) string, perHour int) []string {
	id, slug := strings.TrimSpace(env(EnvAppID)), strings.TrimSpace(env(EnvScene))
	if id == "" {
		return nil
	}
	if slug == "" && len(scenes) == 1 {
		slug = scenes[0].Slug
	}
	var names []string
	for _, s := range scenes {
		if names = append(names, s.Slug); s.Slug == slug {
			return r.add(s, id, EnvAppID, EnvAppSecret, env, perHour)
		}
	}
	return []string{fmt.Sprintf("%s is %q, which is no scene; set it to one of: %s", EnvScene, slug, strings.Join(names, ", "))}
}

func (r *Roster) add(s *scene.Scene, id, idEnv, secretEnv string, env func(string) string, perHour int) (bad []string) {
	b := &Bot{Scene: s, AppID: id, AppIDEnv: idEnv, AppSecret: strings.TrimSpace(env(secretEnv)), PerHour: cmp.Or(s.Access.RateLimit, perHour)}
	if b.AppSecret == "" {
		bad = append(bad, fmt.Sprintf("scene %s: %s is set and %s is not; set it to the application's secret", s.Slug, idEnv, secretEnv))
	}
	for _, other := range r.Bots {
		if other.AppID == id {
			bad = append(bad, fmt.Sprintf("scenes %s and %s have the same application id in %s and %s; the platform would give each event to either at random: make an application for each",
				other.Scene.Slug, s.Slug, other.AppIDEnv, idEnv))
		}
	}
	if name := s.Access.WhitelistEnv; name != "" {
		b.Closed, b.Listed = true, splitList(env(name))
		if len(b.Listed) == 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("scene %s admits no one: its allow-list %s is empty; set it to open ids (ou_…) or chat ids (oc_…) separated by commas", s.Slug, name))
		}
	}
	if len(bad) == 0 {
		r.Bots = append(r.Bots, b)
	}
	return bad
}

// splitList splits at commas, semicolons and white space.
func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
}
