package evidence

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// longText builds a document of about n bytes from varied sentences.
func longText(n int, han bool) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < n {
		if han {
			for range 20 + r.IntN(40) {
				b.WriteRune(rune(0x4E00 + r.IntN(3000)))
			}
			b.WriteString("。\n")
			continue
		}
		for range 8 + r.IntN(12) {
			for range 2 + r.IntN(8) {
				b.WriteByte(byte('a' + r.IntN(26)*r.IntN(26)/26))
			}
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "costs %d euros.\n", r.IntN(100_000))
	}
	return b.String()
}

// spans cuts quotes of n characters out of a text, between blanks.
func spans(text string, count, n int) []string {
	r := rand.New(rand.NewPCG(3, 4))
	runes := []rune(text)
	out := make([]string, count)
	for i := range out {
		at := r.IntN(len(runes) - 2*n)
		for runes[at] != '\n' {
			at++
		}
		out[i] = string(runes[at+1 : min(len(runes), at+1+n)])
	}
	return out
}

// BenchmarkVerify prepares a 100 KB document and verifies 60 quotes of 120
// characters: the goal is 50 ms where they are exact, 1 s where all need
// alignment.
func BenchmarkVerify(b *testing.B) {
	for _, han := range []bool{false, true} {
		text := longText(100_000, han)
		exact := spans(text, 60, 120)
		altered := make([]string, len(exact))
		for i, q := range exact {
			_, size := utf8.DecodeRuneInString(q[len(q)/2/3*3:])
			altered[i] = q[:len(q)/2/3*3] + "xy" + q[len(q)/2/3*3+size:]
		}
		for name, quotes := range map[string][]string{"exact": exact, "aligned": altered} {
			b.Run(fmt.Sprintf("%s/han=%v", name, han), func(b *testing.B) {
				for b.Loop() {
					x := New(text)
					for _, q := range quotes {
						x.Verify(q)
					}
				}
			})
		}
	}
}

// BenchmarkLarge verifies one altered quote of 4,000 characters against 5 MB.
func BenchmarkLarge(b *testing.B) {
	text := longText(5_000_000, false)
	quote := spans(text, 1, 3900)[0]
	quote = quote[:2000] + "xyz" + quote[2001:]
	x := New(text)
	for b.Loop() {
		x.Verify(quote)
	}
}

// BenchmarkNew prepares a document of 5 MB.
func BenchmarkNew(b *testing.B) {
	text := longText(5_000_000, true)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		New(text)
	}
}

// BenchmarkWorst verifies the quotes that take longest against 250 KB: the goal is 20 ms
// each. The text is prepared before.
func BenchmarkWorst(b *testing.B) {
	for _, han := range []bool{false, true} {
		text := longText(250_000, han)
		long := spans(text, 1, 3900)[0]
		_, size := utf8.DecodeRuneInString(long[1950:])
		for !utf8.RuneStart(long[1950]) {
			long = long[1:]
		}
		same := strings.Repeat("costs 5 euros and may leak, but 可能漏水。", 250_000/50)
		cues, cued := strings.Repeat("if it may, critics claim the plan of the firm to ship, ", 250_000/55), "the plan of the firm to ship"
		if han {
			cues, cued = strings.Repeat("如果可能，批评者认为公司计划按时交货，", 250_000/57), "公司计划按时交货"
		}
		wide := "|" + strings.Repeat(" a |", 20_000) + "\n|" + strings.Repeat("-|", 20_000) + "\n|" + strings.Repeat(" b |", 20_000)
		for name, c := range map[string][2]string{
			"cues":     {cues, cued},
			"hidden":   {cues, strings.Repeat(cued+" … ", 4)},
			"long":     {text, long[:1950] + "xy" + long[1950+size:]},
			"absent":   {text, strings.Repeat("no such words 没有 ", 30)},
			"places":   {same, "leak, but 可能漏水。costs 5 euros and may leak, but 7"},
			"ellipsis": {same, strings.Repeat("costs 5 euros and may … ", 8)},
			"numerals": {text, "costs five euros and 三千五百 more of 五天"},
			"number":   {strings.Repeat("一百零二万", 250_000/15), "一百零二万一百零二万一百零三万"},
			"columns":  {wide, "a: b, a: b, a: b, a: b, a: b"},
			"cells":    {wide, "b | b | b | b | b | b | b | x"},
			"rows":     {strings.Repeat("| a | b |\n", 25_000), "a: b, a: b, a: b, a: b"},
			"heads":    {strings.Repeat("| the plant met it | no |\n", 10_000), strings.Repeat(strings.Repeat("| the plant met it | no |\n", 2)+"| the plant … | no |\n", 40)},
			"items":    {strings.Repeat("- one two\n", 25_000), strings.Repeat("one two; ", 150) + "one"},
			"denials":  {strings.Repeat("not if may claim that ", 250_000/22), strings.Repeat("not if may claim that … ", 8)},
		} {
			b.Run(fmt.Sprintf("%s/han=%v", name, han), func(b *testing.B) {
				x := New(c[0])
				x.Verify("warm up the numerals of 三千; and the rows")
				for b.Loop() {
					x.Verify(c[1])
				}
			})
		}
	}
}
