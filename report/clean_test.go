package report

import (
	"testing"
)

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "abc": 3, "问题定义": 8, "ＡＢ": 4, "ｱｲ": 2, "한국": 4, "é": 1, "e\u0301": 1, "a\u200bb": 2, "「」": 4, "：": 2,
		"█░": 2, "🙂": 2, "ア": 2, "–±": 2, "㊀": 2, "𠀀": 2, "ㄅ": 2,
	} {
		if got := Width(s); got != want {
			t.Errorf("Width(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"a\x00b\x1b[31m": "ab[31m", "a\r\nb\rc": "a\nb\nc", "\u202eab\u2066": "ab", "a\u200b\u2060\ufeffb": "ab", "x\xffy": "x\uFFFDy",
		"a\tb": "a    b", "\U000E0041x": "x", "plain 文字": "plain 文字", "a\u2028b": "a\nb", "\u115f\u3164a": "a", "a\u0085b": "a\nb",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " ": "", "a": "a", " a": "a", "a ": "a", "a  b": "a b", "a\nb": "a b", "a\u3000字": "a 字", "字 b": "字 b",
		"a\xffb": "a\uFFFDb", "\uFFFD": "\uFFFD", "a\u200bb": "ab", "a\u2028b": "a b",
	} {
		if got := oneLine(in); got != want {
			t.Errorf("oneLine(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestCutCells: a text that is cut has one mark of it, also if it was cut before.
func TestCutCells(t *testing.T) {
	for s, want := range map[string]string{"Cold Bag": "Cold Bag", "Cold Bag in": "Cold Bag…", "Cold Ba… (cold-bag)": "Cold Ba…", "搬家箱循环": "搬家箱循…"} {
		if got := CutCells(s, 9); got != want {
			t.Errorf("CutCells(%q) = %q, want %q", s, got, want)
		}
	}
}
