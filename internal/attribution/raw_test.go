package attribution

import (
	"strings"
	"testing"
)

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain text":                   "plain text",
		"two\nlines\r\n":               "two; lines",
		"\x1b[31mred\u009b0m":          "[31mred; 0m",
		"bad \xff byte":                "bad \uFFFD byte",
		"turned \u202eround":           "turned \uFFFDround",
		"line\u2028end":                "line\uFFFDend",
		"中文也行":                         "中文也行",
		strings.Repeat("ab", 5000):     strings.Repeat("ab", maxReason/2) + "…",
		strings.Repeat("中", maxReason): strings.Repeat("中", maxReason/3) + "…",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("oneLine(%.40q) = %.60q (%d bytes), want %.60q", text, got, len(got), want)
		}
	}
}

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
