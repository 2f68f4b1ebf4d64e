package chat

import "time"

// Health is how a bot's long connection is.
type Health struct {
	Scene      string    `json:"scene_slug"`
	AppID      string    `json:"app_id"`
	Connected  bool      `json:"connected"`
	Since      time.Time `json:"since"`      // of the connection
	LastFrame  time.Time `json:"last_frame"` // that came in
	Reconnects int       `json:"reconnects"`
	Malformed  int       `json:"malformed"` // events that could not be read
	Foreign    int       `json:"foreign"`   // events of other applications
	Error      string    `json:"error"`     // why it is not connected; empty while it is

	Process  string `json:"process"`  // that serves the bot: host, number and a mark
	Callback bool   `json:"callback"` // its events come in by HTTP: there is no connection
	Stopped  bool   `json:"stopped"`  // the process was stopped in good order
}

// State says in a few words how a bot is whose note is of that age: connected,
// by callback, not connected, stopped, or not running if its process is heard
// of no more.
func (h Health) State(age time.Duration) string {
	switch {
	case h.Stopped:
		return "stopped"
	case age > StaleAfter:
		return "not running"
	case h.Callback:
		return "by callback"
	case h.Connected:
		return "connected"
	}
	return "not connected"
}

// NoteEvery is how often a process notes how its bots are, and StaleAfter the age
// from which a note says that no process runs the bot any more.
const (
	NoteEvery  = 10 * time.Second
	StaleAfter = 3 * NoteEvery
)
