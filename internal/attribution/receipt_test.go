package attribution

import "testing"

func TestReceiptNames(t *testing.T) {
	for _, n := range []receiptName{{"2026-03-31", 1, true}, {"2026-03-31", 12, false}, {"2026-03-31", 12345, true}} {
		if got, ok := parseReceiptName(n.String()); got != n || !ok {
			t.Errorf("%s: %+v, %v", n, got, ok)
		}
	}
	for _, name := range []string{"", ".json", "2026-03-31.json", "2026-02-31-0001.json", "2026-03-31-1.json", "2026-03-31-0001-half.json", "2026-03-31-0001", "2026-03-31_0001.json", "notes.txt"} {
		if got, ok := parseReceiptName(name); ok {
			t.Errorf("%q: %+v", name, got)
		}
	}
}
