package ledgertest

import (
	"testing"

	"judgement/internal/jury"
)

// TestMemory: the ledger in memory is a ledger like any other.
func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) jury.Ledger { return &Memory{} })
}
