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
}
