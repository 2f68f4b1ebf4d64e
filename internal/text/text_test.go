package text

import (
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "",
		"the pump\nran  well": "the pump ran well",
		"| A | B |\n| --- | :-: |\n| 1 |  | 2 |\n|x|y|": "A | B / 1 | 2 / x | y",
		"A | B\n--|--\n1 | 2":                           "A | B / 1 | 2",
		"B |\n|---|---|\n| 1":                           "B / 1",
		"Before.\n\n| A | B |\nafter":                   "Before. A | B after",
		"P(A|B) is 3, |x| < 4":                          "P(A|B) is 3, |x| < 4",
		"a || b":                                        "a || b",
		"Head\n---\nbody - end":                         "Head body - end",
		"A | B / 1 | 2":                                 "A | B / 1 | 2",
		"5 -\n- 3":                                      "5 - - 3",
	} {
		if got := Cells(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	if got, want := Hash([]byte("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"", 0, ""}, {"abc", 3, "abc"}, {"abcd", 3, "abc…"}, {"示例文", 2, "示例…"}, {"a\xff", 2, "a\xff"}, {"a\xffb", 2, "a�…"},
	} {
		if got := Clip(c.text, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := OneLine("  a\tb\n\n c\u00a0d\u3000"); got != "a b c d" {
		t.Errorf("got %q", got)
	}
}

// TestForeign: a secret that control characters split is hidden too.
func TestForeign(t *testing.T) {
	hide := func(s string) string { return strings.ReplaceAll(s, "secret", "[redacted]") }
	for in, want := range map[string]string{
		"a\nb\x1b[31m\x00c": "a b[31mc", "sec\x00ret and secret": "[redacted] and [redacted]", "\xffx": "?x", "示例示例示例示例示例示": "示例示例示例示例示例示",
		strings.Repeat("y", 40): strings.Repeat("y", 29) + "…",
	} {
		if got := Foreign(in, 30, hide); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 54846: "54,846", 1234567: "1,234,567", -100: "-100", -1000: "-1,000"} {
		if got := Thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
