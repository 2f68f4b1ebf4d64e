package attribution_test

import (
	"crypto/sha256"
	"encoding/hex"

	"judgement/internal/casefile"
)

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

// reseal changes the first checkpoint of the first case as somebody would who
// knows how the lock is made.
func reseal(w *world, change func(*casefile.Checkpoint)) {
	w.t.Helper()
	c, _, err := casefile.New(w.st, w.Now).Load(w.t.Context(), "C-2026-0001")
	if err != nil {
		w.t.Fatal(err)
	}
	err = c.Update(w.t.Context(), func(i *casefile.Info) error {
		cp := &i.Checkpoints[0]
		change(cp)
		cp.LockSHA256 = cp.Seal(i.ID)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}
