package chat

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Platform is one bot's way to its chats. Errors are *PlatformError if the
// platform said something. It is safe for concurrent use.
type Platform interface {
	// Send sends a message and returns its id. The same UUID twice within an
	// hour sends once.
	Send(ctx context.Context, p Post) (messageID string, err error)
	// Update replaces the card of a message that Send has sent.
	Update(ctx context.Context, messageID string, card Card) error
	// Upload stores a file that a Post can name.
	Upload(ctx context.Context, name string, data []byte) (key string, err error)
	// Download fetches a file that a user sent, of at most limit bytes.
	Download(ctx context.Context, f File, limit int) (Fetched, error)
}

// Post is a message to be sent; one of Card, Text and FileKey is set.
type Post struct {
	ChatID  string
	ReplyTo string // empty: to the chat
	UUID    string // at most 50 bytes
	Card    *Card
	Text    string
	FileKey string
}

// Fetched is a file as it came.
type Fetched struct {
	Name  string
	Data  []byte
	Text  bool   // Data is the own text of a message that holds no file; it has no Name
	Title string // of such a message; empty: it has none
}

// Trouble says what a platform's refusal means. The set is closed.
type Trouble string

// The kinds of trouble.
const (
	TroubleBusy     Trouble = "busy"     // try again
	TroubleRecalled Trouble = "recalled" // the message to update is gone: send a new one
	TroubleParent   Trouble = "parent"   // the message to answer is gone: send to the chat
	TroubleContent  Trouble = "content"  // the card is too large or not understood: send text
	TroubleChat     Trouble = "chat"     // the bot can't reach the chat any more
	TroubleFile     Trouble = "file"     // the file is too large, empty or gone
	TroubleAccess   Trouble = "access"   // the application lacks a permission or a right secret
)

// PlatformError is a platform's refusal: what its callers decide by.
type PlatformError struct {
	Trouble Trouble
	Code    int           // the platform's own, 0 if there is none
	Wait    time.Duration // how long to wait, if the platform says so
	Err     error
}

// Error says what the refusal means, with the platform's code.
func (e *PlatformError) Error() string {
	if e.Code == 0 {
		return fmt.Sprintf("%s: %v", e.Trouble, e.Err)
	}
	return fmt.Sprintf("%s (code %d): %v", e.Trouble, e.Code, e.Err)
}

// Unwrap returns the cause.
func (e *PlatformError) Unwrap() error { return e.Err }

// ErrFileSize is the cause of a TroubleFile about a file above the limit.
var ErrFileSize = errors.New("the file is too large")

// troubleOf returns what an error means; what the platform did not say itself,
// such as a broken connection, is worth another try.
func troubleOf(err error) *PlatformError {
	var p *PlatformError
	if errors.As(err, &p) {
		return p
	}
	return &PlatformError{Trouble: TroubleBusy, Err: err}
}
