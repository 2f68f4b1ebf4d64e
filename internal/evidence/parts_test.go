package evidence

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"width and case", "ＡＢＣ１２３％ Abc", "abc123% abc"},
		{"quotes and dashes", "“a” ‘b’ — 「c」", `"a" 'b'-"c"`},
		{"blanks", "a \u00A0\n b\tc", "a b c"},
		{"ideographs", "增长 15 %，达到 三 千万", "增长15 %,达到三千万"},
		{"digits stay apart", "1 000 2", "1 000 2"},
		{"hyphen at a line end", "profit-\n  able, non-profit", "profitable,nonprofit"},
		{"hyphen between numbers", "3-4 and 2027-03", "3-4 and 2027-03"},
		{"zero width and soft hyphen", "a\u200Bb\u00ADc", "abc"},
		{"composed", "cafe\u0301 CAFE\u0301", "café café"},
		{"ligature", "ﬁne oﬃce", "fine office"},
		{"superscripts stay", "10² m", "10² m"},
		{"heading and bullets", "## Title\n- one\n* two\n> three", "title one two three"},
		{"bullet before a number", "- 5% less", "• 5% less"},
		{"ordered list", "1. one\n2. two", "1. one 2. two"},
		{"emphasis", "**bold** _it_ `code` a*b", "bold it code ab"},
		{"not emphasis", "2*3 snake_case a * b", "2*3 snake_case a * b"},
		{"link", "see [the plan](https://a.b/c) now", "see the plan now"},
		{"no link", "f[0](5) and [x](not really)", "f[0](5)and [x](not really)"},
		{"table", "| a | b |\n|---|:-:|\n| 1 | 2 |", "a b 1 2"},
		{"ellipsis", "a… b... c……", "a... b... c..."},
		{"traditional stays", "體 体", "體体"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, foldDocument(tt.in).Text); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1,000", "1000"},
		{"1,234,567.50", "1234567.5"},
		{"1,00", "1,00"},
		{"007", "7"},
		{"0.50", "0.5"},
		{"3.0", "3"},
		{"三千万", "30000000"},
		{"3千万", "30000000"},
		{"3.5亿", "350000000"},
		{"十五", "15"},
		{"一百零五", "105"},
		{"二〇二六", "2026"},
		{"两万", "20000"},
		{"1万亿", "1000000000000"},
		{"三万亿", "3000000000000"},
		{"万", "10000"},
	}
	for _, tt := range tests {
		if got, end := scanNumber(tt.in, 0); got != tt.want || end != len(tt.in) {
			t.Errorf("scanNumber(%q) = %s, %d, want %s", tt.in, got, end, tt.want)
		}
	}
}

func TestGuard(t *testing.T) {
	clean := [][2]string{
		{"1000 users", "1,000 users"}, {"三千万元", "3000万元"}, {"the colour", "the color"}, {"5 percent", "5%"},
	}
	for _, p := range clean {
		if why := guard(p[0], p[1]); why != "" {
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
		if guard(p[0], p[1]) == "" || guard(p[1], p[0]) == "" {
			t.Errorf("guard sees no difference between %q and %q", p[0], p[1])
		}
		checkChinese(t, guard(p[0], p[1]))
		checkChinese(t, guard(p[1], p[0]))
	}
}

// TestPatternAgainstTable compares the bit-parallel search with the plain
// dynamic programme, over patterns of one and of several blocks.
func TestPatternAgainstTable(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	letters := []rune("abc中")
	random := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteRune(letters[r.IntN(len(letters))])
		}
		return b.String()
	}
	for range 400 {
		text, quote := random(r.IntN(300)), random(1+r.IntN(150))
		want, wantEnd := plainSearch([]rune(text), []rune(quote))
		got, end := newPattern(quote).search(text, len(quote)+1)
		if got != want || end != wantEnd {
			t.Fatalf("search(%q, %q) = %d, %d, want %d, %d", text, quote, got, end, want, wantEnd)
		}
	}
}

func plainSearch(text, quote []rune) (best, end int) {
	column := make([]int, len(quote)+1)
	for i := range column {
		column[i] = i
	}
	best = len(string(quote)) + 1
	size := 0
	for _, c := range text {
		size += len(string(c))
		diagonal := 0
		for i := 1; i < len(column); i++ {
			cost := diagonal
			if quote[i-1] != c {
				cost++
			}
			diagonal = column[i]
			column[i] = min(cost, column[i]+1, column[i-1]+1)
		}
		if column[len(quote)] < best {
			best, end = column[len(quote)], size
		}
	}
	return best, end
}

func TestPagesAndCheck(t *testing.T) {
	text := readTestdata(t, "en.md")
	half := len(text) / 2
	x := New(text, WithPages(func(offset int) int {
		if offset < half {
			return 1
		}
		return 2
	}))
	early, late := x.Verify("None of them had an alarm"), x.Verify("Gross margin is 61%, up from 54%.")
	if early.Page != 1 || late.Page != 2 {
		t.Errorf("pages %d and %d", early.Page, late.Page)
	}
	if !x.Check(late) {
		t.Error("Check refuses what was just found")
	}
	changed := New(strings.Replace(text, "61%", "62%", 1))
	if changed.Check(late) {
		t.Error("Check accepts a changed document")
	}
	late.Status = Altered
	if x.Check(late) {
		t.Error("Check confirms an altered quote")
	}
	if x.Check(Citation{Quote: "x", Status: Exact, Start: 5, End: len(text) + 1}) {
		t.Error("Check accepts offsets beyond the document")
	}
}

// TestLargeDocument looks for an altered and a misspelt quote where windows
// are chosen by grams.
func TestLargeDocument(t *testing.T) {
	text := longText(2_000_000, false)
	x := New(text)
	quote := spans(text, 1, 600)[0]
	quote = strings.TrimSpace(quote[:strings.LastIndex(quote, "euros.")+len("euros.")])
	start := strings.Index(text, quote)
	typo := strings.Replace(quote, " costs", " cosst", 1)
	if c := x.Verify(typo); c.Status != Near || c.Start != start || c.End != start+len(quote) {
		t.Errorf("misspelt quote: %s at %d-%d (%s), want %d-%d", c.Status, c.Start, c.End, c.Note, start, start+len(quote))
	}
	if c := x.Verify(strings.Replace(quote, " euros", " dollars", 1)); c.Status != Altered {
		t.Errorf("altered quote: %s", c.Status)
	}
}

func TestConcurrentUse(t *testing.T) {
	x := New(readTestdata(t, "zh.md"), WithOthers(map[string]string{"skill": "先问清楚谁会用到这个结论再打分。"}))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if c := x.Verify("先问清楚谁会用到这个结论"); c.Status != WrongSource {
				t.Errorf("status %s", c.Status)
			}
			if c := x.Verify("全年收入为三千万元"); c.Status != Exact {
				t.Errorf("status %s (%s)", c.Status, c.Note)
			}
		})
	}
	wg.Wait()
}

// TestGuardIsDeterministic has a quote with several changes: the note is part of
// reports and of prompts whose hash names a kept reply.
func TestGuardIsDeterministic(t *testing.T) {
	quote := "a profitable shop with harmless and tolerant staff"
	span := "an unprofitable shop with harmful and intolerant staff"
	first, back := guard(quote, span), guard(span, quote)
	if first == "" || back == "" {
		t.Fatalf("guard sees no difference: %q, %q", first, back)
	}
	for range 100 {
		if got := guard(quote, span); got != first {
			t.Fatalf("guard says %q and %q of one quote", first, got)
		}
		if got := guard(span, quote); got != back {
			t.Fatalf("guard says %q and %q of one quote", back, got)
		}
	}
}
