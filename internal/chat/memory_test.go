package chat_test

import (
	"testing"
	"time"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
)

func TestMemory(t *testing.T) {
	chattest.Conform(t, func(_ *testing.T, q *chattest.Submitted) chat.Store {
		return chat.NewMemory(time.Now, func(j chat.Job, data []byte) (string, error) { return q.Take(j.Brand, string(data)) })
	})
}

func TestMemoryLeases(t *testing.T) {
	chattest.ConformLeases(t, func(*testing.T) (one, two chat.Leases) {
		m := chat.NewMemory(time.Now, nil)
		return m.Leases("one"), m.Leases("two")
	})
}
