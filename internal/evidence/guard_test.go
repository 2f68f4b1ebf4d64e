package evidence

import (
	"testing"
)

func TestGuard(t *testing.T) {
	clean := [][2]string{
		{"1000 users", "1,000 users"}, {"三千万元", "3000万元"}, {"the colour", "the color"}, {"5 percent", "5%"},
	}
	for _, p := range clean {
		if why := guard(p[0], p[1]); why != nil {
			t.Errorf("guard(%q, %q) = %s", p[0], p[1], why)
		}
	}
	differs := [][2]string{
		{"1,000 users", "1,001 users"},
		{"3万元", "3亿元"},
		{"5%", "5‰"},
		{"usd 5", "cny 5"},
		{"5 ms", "5 s"},
		{"5 kg", "5 g"},
		{"it is safe", "it is not safe"},
		{"we can ship", "we can't ship"},
		{"能够满足", "不能够满足"},
		{"超过三成", "不足三成"},
		{"at least 5", "at most 5"},
		{"sales increase", "sales decrease"},
		{"profitable shop", "unprofitable shop"},
		{"-5% growth", "5% growth"},
		{"> 5", "< 5"},
		{"三月", "五月"},
		{"harmless dust", "harmful dust"},
		{"5 and 10", "10 and 5"},
	}
	for _, p := range differs {
		if guard(p[0], p[1]) == nil || guard(p[1], p[0]) == nil {
			t.Errorf("guard sees no difference between %q and %q", p[0], p[1])
		}
		checkChinese(t, guard(p[0], p[1]))
		checkChinese(t, guard(p[1], p[0]))
	}
}

// TestGuardNotes: a note says what the source says in place of the quote.
func TestGuardNotes(t *testing.T) {
	for _, tt := range [][3]string{
		{"5 kg of tea", "6 kg of tea", "the document says “6”, not “5”"},
		{"the pump is not sold for 40 euros", "the pump is sold for 40 euros", "the document does not say “not” here"},
		{"the pump is sold for 40 euros", "the pump is not sold for 40 euros", "the document also says “not” here"},
		{"it runs 10 to 20 km", "it runs 10-30 km", "the document says “30”, not “20”"},
		{"a profitable shop", "an unprofitable shop", "the document says “unprofitable”, not “profitable”"},
		{"a harmless dust", "a harmful dust", "the document says “harmful”, not “harmless”"},
		{"every change", "any change", "the document says “any”, not “every”"},
	} {
		if got := guard(tt[0], tt[1]).String(); got != tt[2] {
			t.Errorf("guard(%q, %q) = %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
}

// TestGuardIsDeterministic has a quote with several changes: the note is part of
// reports and of prompts whose hash names a kept reply.
func TestGuardIsDeterministic(t *testing.T) {
	quote := "a profitable shop with harmless and tolerant staff"
	span := "an unprofitable shop with harmful and intolerant staff"
	first, back := guard(quote, span), guard(span, quote)
	if first == nil || back == nil {
		t.Fatalf("guard sees no difference: %q, %q", first, back)
	}
	for range 100 {
		if got := guard(quote, span); got.String() != first.String() {
			t.Fatalf("guard says %q and %q of one quote", first, got)
		}
		if got := guard(span, quote); got.String() != back.String() {
			t.Fatalf("guard says %q and %q of one quote", back, got)
		}
	}
}
