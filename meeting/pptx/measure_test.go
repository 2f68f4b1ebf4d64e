package pptx

import (
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	short := fit(words(false, "One line."), 6, 2, 18)
	if short.size != 18 || short.cut {
		t.Errorf("a short text has size %v, cut %v", short.size, short.cut)
	}
	middle := fit(words(false, strings.Repeat("一二三四五六七八九十", 20)), 6, 2, 18)
	if middle.size >= 18 || middle.size < Floor || middle.cut {
		t.Errorf("a longer text has size %v, cut %v", middle.size, middle.cut)
	}
	long := fit([]para{{text: "kurz"}, {text: strings.Repeat("lang ", 500), tail: "[9:00]", flag: "(not proven)"}, {text: strings.Repeat("长", 900)}}, 6, 2, 18)
	if long.size != Floor || !long.cut || len(long.paras) != 3 {
		t.Fatalf("size %v, cut %v, %d paragraphs", long.size, long.cut, len(long.paras))
	}
	total := 0
	for i := range long.paras {
		total += long.paras[i].lines(Floor, 6)
	}
	if total > room(Floor, 2, 3) || long.paras[0].text != "kurz" || long.paras[1].tail != "[9:00]" || !strings.HasSuffix(long.paras[2].text, "长…") {
		t.Errorf("%d lines of %d: %+v", total, room(Floor, 2, 3), long.paras)
	}
	if many := fit(words(false, make([]string, 50)...), 6, 1, 18); len(many.paras) > room(Floor, 1, 50) && len(many.paras) > 1 {
		t.Errorf("%d paragraphs are left", len(many.paras))
	}
}
