package lark

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/chat"
)

// eventMessage is the one kind of event that bots subscribe to.
const eventMessage = "im.message.receive_v1"

// errMalformed says that an event can't be read; a second delivery would not
// read better.
var errMalformed = errors.New("the event is malformed")

// envelope is an event of the platform's schema 2.0, as far as it is used.
type envelope struct {
	Schema string `json:"schema"`
	Header struct {
		EventID    string `json:"event_id"`
		EventType  string `json:"event_type"`
		Token      string `json:"token"`
		AppID      string `json:"app_id"`
		CreateTime stamp  `json:"create_time"`
	} `json:"header"`
	Event struct {
		Sender struct {
			ID   openID `json:"sender_id"`
			Type string `json:"sender_type"`
		} `json:"sender"`
		Message struct {
			MessageID  string    `json:"message_id"`
			ParentID   string    `json:"parent_id"`
			CreateTime stamp     `json:"create_time"`
			ChatID     string    `json:"chat_id"`
			ChatType   string    `json:"chat_type"`
			Type       string    `json:"message_type"`
			Content    string    `json:"content"`
			Mentions   []mention `json:"mentions"`
		} `json:"message"`
	} `json:"event"`
}

// stamp is a time as the platform writes it: milliseconds, in its first schema
// seconds with a fraction.
type stamp string

// time returns the time, false if it is none.
func (s stamp) time() (time.Time, bool) {
	whole, _, _ := strings.Cut(string(s), ".")
	n, err := strconv.ParseInt(whole, 10, 64)
	switch {
	case err != nil || n <= 0:
		return time.Time{}, false
	case n > 1e12:
		return time.UnixMilli(n).UTC(), true
	}
	return time.Unix(n, 0).UTC(), true
}

type openID struct {
	OpenID string `json:"open_id"`
}

type mention struct {
	Key  string `json:"key"`
	ID   openID `json:"id"`
	Name string `json:"name"`
}

// parseEvent reads an event. The message is complete except for Mentioned, which
// needs the bot's own id: mentions holds who was mentioned.
func parseEvent(data []byte) (*envelope, error) {
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, errMalformed
	}
	if e.Header.EventType != "" && e.Header.EventType != eventMessage {
		return &e, nil
	}
	m := e.Event.Message
	if m.MessageID == "" || m.ChatID == "" || m.Type == "" || e.Header.AppID == "" {
		return nil, errMalformed
	}
	return &e, nil
}

// message is the event's message to a bot with that open id.
func (e *envelope) message(own string) chat.Message {
	m := e.Event.Message
	out := chat.Message{
		AppID: e.Header.AppID, MessageID: m.MessageID, ChatID: m.ChatID, Sender: e.Event.Sender.ID.OpenID,
		Group: m.ChatType != "p2p", Type: m.Type, Parent: m.ParentID, Person: e.Event.Sender.Type == "user",
		Mentioned: own != "" && slices.ContainsFunc(m.Mentions, func(x mention) bool { return x.ID.OpenID == own }),
	}
	out.At, _ = m.CreateTime.time()
	c := parseContent(m.Type, m.Content, m.Mentions, own)
	out.Kind, out.Title, out.Text, out.Pictures, out.File = c.kind, c.title, c.text, c.pictures, c.file
	if out.Kind == chat.KindFile {
		out.File.MessageID = m.MessageID
	}
	return out
}

// content is what a message holds.
type content struct {
	kind        chat.Kind
	title, text string
	pictures    int
	file        chat.File
}

// parseContent reads the content of a message; what it does not know is
// chat.KindOther.
func parseContent(kind, data string, mentions []mention, own string) content {
	var c struct {
		Text string `json:"text"`
		Key  string `json:"file_key"`
		Name string `json:"file_name"`
	}
	unread := json.Unmarshal([]byte(data), &c) != nil
	switch {
	case kind == "merge_forward":
		return content{kind: chat.KindForward}
	case unread:
	case kind == "text":
		return content{kind: chat.KindText, text: nameMentions(c.Text, mentions, own)}
	case kind == "file" && c.Key != "":
		return content{kind: chat.KindFile, file: chat.File{Key: c.Key, Name: c.Name}}
	case kind == "post":
		if p, ok := parsePost([]byte(data)); ok {
			p.title, p.text = nameMentions(p.title, mentions, own), nameMentions(p.text, mentions, own)
			return p
		}
	}
	return content{kind: chat.KindOther}
}

// everybody is the mention of all members of a group; it names no person.
const everybody = "@_all"

// nameMentions puts names in the place of mentions and takes the bot's own out.
func nameMentions(text string, mentions []mention, own string) string {
	// Longer keys first: @_user_1 is the beginning of @_user_10.
	sorted := slices.Clone(mentions)
	slices.SortFunc(sorted, func(a, b mention) int { return len(b.Key) - len(a.Key) })
	for _, m := range sorted {
		if m.Key == "" {
			continue
		}
		name := "@" + m.Name
		if own != "" && m.ID.OpenID == own {
			name = ""
		}
		text = strings.ReplaceAll(text, m.Key, name)
	}
	return strings.TrimSpace(strings.ReplaceAll(text, everybody, ""))
}

// post is a rich text; events hold it bare or under a language.
type post struct {
	Title   string       `json:"title"`
	Content [][]postNode `json:"content"`
}

type postNode struct {
	Tag    string `json:"tag"`
	Text   string `json:"text"`
	Href   string `json:"href"`
	UserID string `json:"user_id"` // of at: the key of a mention
}

// parsePost reads a post: its title, its lines as text, and how much of it is
// neither.
func parsePost(data []byte) (content, bool) {
	out := content{kind: chat.KindText}
	byLang := map[string]post{}
	var p post
	if json.Unmarshal(data, &p) != nil || p.Content == nil {
		if json.Unmarshal(data, &byLang) != nil || len(byLang) == 0 {
			return out, false
		}
		p = byLang[slices.Max(slices.Collect(maps.Keys(byLang)))] // zh_cn before en_us: the platform's own order of preference
	}
	if p.Content == nil {
		return out, false
	}
	lines := make([]string, 0, len(p.Content))
	for _, row := range p.Content {
		var b strings.Builder
		for _, n := range row {
			switch n.Tag {
			case "text", "md", "code_block":
				b.WriteString(n.Text)
			case "a":
				b.WriteString(n.Text)
				if n.Href != "" && n.Href != n.Text {
					b.WriteString(" (" + n.Href + ")")
				}
			case "at":
				b.WriteString(n.UserID)
			case "img", "media", "file":
				out.pictures++
			}
		}
		lines = append(lines, b.String())
	}
	out.title, out.text = strings.TrimSpace(p.Title), strings.TrimSpace(strings.Join(lines, "\n"))
	return out, true
}
