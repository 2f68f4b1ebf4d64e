package lark

import (
	"strings"
	"testing"

	"judgement/internal/chat"
)

// FuzzEvent: no event breaks the parser, and no group message counts as meant
// for the bot unless the bot's own id is mentioned.
func FuzzEvent(f *testing.F) {
	f.Add([]byte(`{"header":{"event_type":"im.message.receive_v1","app_id":"a"},"event":{"sender":{"sender_id":{"open_id":"ou"},"sender_type":"user"},"message":{"message_id":"om","chat_id":"oc","chat_type":"group","message_type":"text","content":"{\"text\":\"@_user_1 hi\"}","mentions":[{"key":"@_user_1","id":{"open_id":"ou_own"}}]}}}`))
	f.Add([]byte(`{"header":{"app_id":"a"},"event":{"message":{"message_id":"om","chat_id":"oc","message_type":"post","content":"{\"zh_cn\":{\"title\":\"t\",\"content\":[[{\"tag\":\"at\",\"user_id\":\"@_user_1\"}]]}}"}}}`))
	f.Add([]byte(`{"header":{"app_id":"a"},"event":{"message":{"message_id":"om","chat_id":"oc","message_type":"file","content":"{\"file_key\":\"k\"}"}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := parseEvent(data)
		if err != nil {
			return
		}
		m := e.message("ou_own")
		if m.Mentioned && !strings.Contains(string(data), "ou_own") && !strings.Contains(string(data), `\u`) {
			t.Errorf("mentioned without the bot's id: %q", data)
		}
		if m.Kind == chat.KindFile && (m.File.Key == "" || m.File.MessageID != m.MessageID) {
			t.Errorf("a file without its place: %+v", m)
		}
		if e.message("").Mentioned {
			t.Error("mentioned while the bot's id is not known")
		}
	})
}
