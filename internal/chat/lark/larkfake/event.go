package larkfake

import (
	"encoding/json"
	"strconv"
	"time"
)

// Event is a message that a person sends to a bot.
type Event struct {
	App, Message, Chat, Sender string
	ChatType                   string // p2p where empty
	Type, Content              string // of the message
	Parent                     string
	Thread                     string // the thread that it is in
	Mentions                   []Mention
	SenderType                 string // user where empty
	Token                      string
	Created                    time.Time // now where it is zero
	Updated                    time.Time // of a message that was edited
}

// Mention is a person who is mentioned in a message.
type Mention struct{ Key, OpenID, Name string }

// JSON is the event as the platform sends it.
func (e Event) JSON() []byte {
	or := func(s, otherwise string) string {
		if s == "" {
			return otherwise
		}
		return s
	}
	if e.Created.IsZero() {
		e.Created = time.Now()
	}
	created := strconv.FormatInt(e.Created.UnixMilli(), 10)
	updated := created
	if !e.Updated.IsZero() {
		updated = strconv.FormatInt(e.Updated.UnixMilli(), 10)
	}
	mentions := []any{}
	for _, m := range e.Mentions {
		mentions = append(mentions, map[string]any{"key": m.Key, "name": m.Name, "id": map[string]string{"open_id": m.OpenID}, "tenant_key": "tk"})
	}
	b, err := json.Marshal(map[string]any{
		"schema": "2.0",
		"header": map[string]string{
			"event_id": "ev_" + e.Message, "token": e.Token, "create_time": created,
			"event_type": "im.message.receive_v1", "tenant_key": "tk", "app_id": e.App,
		},
		"event": map[string]any{
			"sender": map[string]any{"sender_id": map[string]string{"open_id": e.Sender}, "sender_type": or(e.SenderType, "user"), "tenant_key": "tk"},
			"message": map[string]any{
				"message_id": e.Message, "create_time": created, "update_time": updated, "chat_id": e.Chat, "chat_type": or(e.ChatType, "p2p"),
				"message_type": e.Type, "content": e.Content, "parent_id": e.Parent, "root_id": e.Parent, "thread_id": e.Thread, "mentions": mentions,
			},
		},
	})
	if err != nil {
		panic(err) // only strings
	}
	return b
}

// Text is the content of a text message.
func Text(s string) string { return encode(map[string]string{"text": s}) }

// File is the content of a file message.
func File(key, name string) string {
	return encode(map[string]string{"file_key": key, "file_name": name})
}

func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // only strings
	}
	return string(b)
}
