package ledgertest

import (
	"context"
	"sync"

	"judgement/internal/jury"
)

// Memory is a ledger in memory. Its zero value is empty.
type Memory struct {
	Fail    error // what Put answers with, if set
	Unready error // what Ready answers with

	mu      sync.Mutex
	records map[jury.Key]jury.Record
}

// Get implements jury.Ledger.
func (m *Memory) Get(_ context.Context, key jury.Key) (jury.Record, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec, ok := m.records[key]
	return rec, ok && !rec.Unanswered, nil
}

// Put implements jury.Ledger.
func (m *Memory) Put(_ context.Context, rec jury.Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Fail != nil {
		return m.Fail
	}
	if m.records == nil {
		m.records = map[jury.Key]jury.Record{}
	}
	if old, ok := m.records[rec.Key]; !ok || old.Unanswered {
		m.records[rec.Key] = rec
	}
	return nil
}

// Ready implements jury.Ledger.
func (m *Memory) Ready(context.Context, int) error { return m.Unready }

// Len counts the records.
func (m *Memory) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.records)
}
