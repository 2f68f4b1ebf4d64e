package scene

// Catalog lists scenes, as the HTTP API and the command line show them.
type Catalog struct {
	Scenes        []Entry `json:"scenes"`
	EnvReadyCount int     `json:"env_ready_count"`
}

// Entry is one scene of a Catalog.
type Entry struct {
	Slug      string `json:"slug"`
	Type      Type   `json:"scene_type"`
	PanelPath string `json:"panel_path"`
	Chat      Bot    `json:"chat"`
}

// Bot says whether a scene's bot is configured: the variable with the id of its
// application is not empty. The value is never in it.
type Bot struct {
	AppIDEnv string `json:"app_id_env"`
	EnvReady bool   `json:"env_ready"`
}

// Entry describes the scene in an environment.
func (s *Scene) Entry(env func(string) string) Entry {
	return Entry{s.Slug, s.Type, s.PanelPath, Bot{s.Chat.AppIDEnv, env(s.Chat.AppIDEnv) != ""}}
}

// Add adds a scene at the end of the list.
func (c *Catalog) Add(e Entry) {
	c.Scenes = append(c.Scenes, e)
	if e.Chat.EnvReady {
		c.EnvReadyCount++
	}
}
