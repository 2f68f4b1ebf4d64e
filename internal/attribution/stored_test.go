package attribution

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestParseSeen: the short way to read attribution.json gives what the whole
// parser gives, and takes nothing else for it.
func TestParseSeen(t *testing.T) {
	full := stored{
		Schema: 1, Case: "C-2026-0001", Outcomes: 2, OutcomesSHA256: "ab", VersionSHA256: "cd",
		Evidence: Evidence{Version: 3, Citations: 20, Proven: 19, Standing: 19}, Status: Due,
		Checkpoints: []Standing{{ID: "v1-1", State: Confirmed, Due: "2026-03-31", Outcome: &StoredOutcome{
			Seq: 1, At: time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), Value: ",\n  \"status\": \"x\"\n}\n", By: ByPerson,
		}}},
	}
	data, err := encodeFile(full)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		t.Fatal(err)
	}
	want := seen{Schema: 1, Outcomes: 2, OutcomesSHA256: "ab", VersionSHA256: "cd", Evidence: full.Evidence}
	for name, in := range map[string][]byte{"as written": data, "in another form": compact.Bytes()} {
		got, ok := parseSeen(in)
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(seen{})); diff != "" || !ok {
			t.Errorf("%s: %v %s", name, ok, diff)
		}
	}
	for n := range data[:len(data)-1] {
		if got, ok := parseSeen(data[:n]); ok {
			t.Fatalf("torn after %d bytes: %+v", n, got)
		}
	}
	// The same keys in another order, so that the cut leaves some out.
	mixed := []byte("{\n  \"schema\": 1,\n  \"status\": \"due\",\n  \"outcomes\": 2,\n  \"outcomes_sha256\": \"ab\"\n}\n")
	if got, ok := parseSeen(mixed); !ok || got.Outcomes != 2 {
		t.Errorf("in another order: %v %+v", ok, got)
	}
}
