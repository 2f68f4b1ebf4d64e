package meeting

import (
	"testing"
)

// TestKeyIsThatOfOldVersions: a version that an older program began is resumed by
// its key.
func TestKeyIsThatOfOldVersions(t *testing.T) {
	r := sampleRun(t, smallRecord, "en", 0)
	r.Prompts = "p" // the key depends on the wording, this test does not
	key, err := r.Frozen().Key()
	if want := "435f543935b3cd706dd13e0a001e3d6007f9d2ea6903a583370aa723bae4d339"; err != nil || key != want {
		t.Errorf("key %s, %v; want %s", key, err, want)
	}
}
