//go:build facts

package api

import (
	"os"
	"path/filepath"
	"testing"
)

// TestAllObservedRequests holds the parser to all recorded answers, which are not in
// the repository.
func TestAllObservedRequests(t *testing.T) {
	checkObserved(t, filepath.Join(os.Getenv("JUDGEMENT_TEST_FACTS"), "fastapi-validation.jsonl"), 600)
}
