package evidence

import (
	"strings"
	"testing"
)

// TestStruck quotes text that its author struck through.
func TestStruck(t *testing.T) {
	x := New(`~~The pump ran for 40 days in the field.~~ We sold it in May.

- ~~a kiln for the new hall~~
- a desk for ~~the director of~~ the new hall
- <del>the old oven of the bakery</del> and a chair for Ann

Use ~~~ as a fence, ~~ as a mark of ~~nothing.

The value is ~5 days, the other one is ~7 days.

| item | price of it |
|---|---|
| ~~big lamp | for reading~~ |`)
	for _, tt := range []struct {
		quote string
		want  Status
		noted bool
	}{
		{"The pump ran for 40 days in the field.", OutOfScope, true},
		{"~~The pump ran for 40 days in the field.~~", Exact, true},
		{"We sold it in May.", Exact, false},
		{"a kiln for the new hall", OutOfScope, true},
		{"We sold it in May. … a kiln for the new hall", OutOfScope, true},
		{"a desk for ~~the director of~~ the new hall", Exact, true},
		{"the old oven of the bakery", OutOfScope, true},
		{"and a chair for Ann", Exact, true},
		{"as a mark of ~~nothing.", Exact, true},
		{"5 days, the other one is", Altered, true},
	} {
		c := x.Verify(tt.quote)
		if c.Status != tt.want || len(c.Note) > 0 != tt.noted {
			t.Errorf("%s: %s (%s), want %s", tt.quote, c.Status, c.Note, tt.want)
		}
		if c.Status == OutOfScope && c.Start >= 0 && !strings.Contains(c.Before+c.Found+c.After, "~~") && !strings.Contains(c.Before+c.Found+c.After, "<del>") {
			t.Errorf("%s: the context %q %q %q has no mark of struck-through text", tt.quote, c.Before, c.Found, c.After)
		}
		checkChinese(t, c.Note)
	}
}

// TestQuotation quotes a part of a quotation of several sentences.
func TestQuotation(t *testing.T) {
	for _, tt := range []struct {
		text  string // with the quote in brackets
		noted bool
	}{
		{"“We have no losses. [The pump ran for 40 days.] All is well,” said the vendor.", true},
		{"The vendor was clear. \"[The pump ran for 40 days.]\" We left.", true},
		{"“该厂没有亏损。[该厂去年达到了所有限值。]一切都好。”经理说。", true},
		{"“We have no losses.” [The pump ran for 40 days.] “All is well.”", false},
		{"A screen of 5\" is small. [The pump ran for 40 days.]", false},
		{"“We have no losses.\n\n[The pump ran for 40 days.]", false},
	} {
		c := verifyBracketed(t, tt.text)
		if !c.Status.Proven() || len(c.Note) > 0 != tt.noted {
			t.Errorf("%s: %s (%s)", tt.text, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}

// TestNumberBesideStruckText: the mark of struck-through text is no sign of the number behind it.
func TestNumberBesideStruckText(t *testing.T) {
	for text, quote := range map[string]string{
		"We keep ~~30,000 euros as a reserve~~ 12,000 euros as a reserve.": "12,000 euros as a reserve",
		"我们为此留有~~三万欧元的储备~~一万二千欧元的储备。":                                      "一万二千欧元的储备",
	} {
		if c := New(text).Verify(quote); !c.Status.Proven() {
			t.Errorf("%q is %s (%s)", quote, c.Status, c.Note)
		}
	}
	if c := New("We keep ~~30,000 euros as a reserve~~ 12,000 euros.").Verify("30,000 euros as a reserve"); c.Status != OutOfScope {
		t.Errorf("struck-through text is %s (%s)", c.Status, c.Note)
	}
}
