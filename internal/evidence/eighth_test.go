package evidence

import "testing"

// TestEighth holds the eighth set, of honest forms with dishonest neighbours.
func TestEighth(t *testing.T) {
	checkSet(t, readTestdata(t, "eighth.txt"))
}
