package store_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"judgement/internal/store"
)

// TestConnectAtOnce: processes that start at the same moment on a database that
// isn't there yet, such as after the first boot, all come to have it open.
func TestConnectAtOnce(t *testing.T) {
	for round := range 60 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", round))
		const openers = 6
		errs := make([]error, openers)
		var all sync.WaitGroup
		for i := range openers {
			all.Go(func() {
				db, err := store.Connect(t.Context(), path)
				if err == nil {
					err = db.Close()
				}
				errs[i] = err
			})
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
	}
}
