package evidence

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// alteration rewrites one thing of a quote; ok is false if the quote has
// nothing of the kind.
type alteration struct {
	name string
	edit func(r *rand.Rand, quote string) (string, bool)
}

var (
	digitsForm   = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	hanDigitForm = regexp.MustCompile(`[二三四五六七八九]`)
)

// at picks one match of a form.
func at(r *rand.Rand, form *regexp.Regexp, s string) (lo, hi int, ok bool) {
	all := form.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return 0, 0, false
	}
	m := all[r.IntN(len(all))]
	return m[0], m[1], true
}

func replacing(form string, with func(r *rand.Rand, match string) string) func(*rand.Rand, string) (string, bool) {
	re := regexp.MustCompile(form)
	return func(r *rand.Rand, s string) (string, bool) {
		lo, hi, ok := at(r, re, s)
		if !ok {
			return "", false
		}
		return s[:lo] + with(r, s[lo:hi]) + s[hi:], true
	}
}

func oneOf(words ...string) func(*rand.Rand, string) string {
	return func(r *rand.Rand, match string) string {
		for {
			if w := words[r.IntN(len(words))]; !strings.EqualFold(w, strings.TrimSpace(match)) {
				if strings.HasSuffix(match, " ") && w != "" {
					w += " "
				}
				return w
			}
		}
	}
}

func otherDigit(r *rand.Rand, match string) string {
	i := r.IntN(len(match))
	for !unicode.IsDigit(rune(match[i])) {
		i = r.IntN(len(match))
	}
	return match[:i] + string(rune('0'+(int(match[i]-'0')+1+r.IntN(9))%10)) + match[i+1:]
}

func alterations() []alteration {
	gone := func(*rand.Rand, string) string { return "" }
	return []alteration{
		{"digit changed", replacing(digitsForm.String(), otherDigit)},
		{"digit inserted", replacing(`\d`, func(r *rand.Rand, m string) string { return m + string(rune('0'+r.IntN(10))) })},
		{"digit gone", replacing(`\d`, gone)},
		{"point gone", replacing(`\.\b\d`, func(_ *rand.Rand, m string) string { return m[1:] })},
		{"point inserted", replacing(`\d\d`, func(_ *rand.Rand, m string) string { return m[:1] + "." + m[1:] })},
		{"minus inserted", replacing(`\$?\b\d+`, func(_ *rand.Rand, m string) string { return "-" + m })},
		{"minus gone", replacing(`[-–]\$?\d`, func(_ *rand.Rand, m string) string { return strings.TrimLeft(m, "-–") })},
		{"number gone", replacing(digitsForm.String(), gone)},
		{"numeral changed", replacing(hanDigitForm.String(), func(r *rand.Rand, m string) string {
			return oneOf("二", "三", "四", "五", "六", "七", "八", "九")(r, m)
		})},
		{"numeral gone", replacing(hanDigitForm.String(), gone)},
		{"scale changed", replacing(`[百千万亿]`, oneOf("百", "千", "万", "亿"))},
		{"scale gone", replacing(`[百千万亿]`, gone)},
		{"percent changed", replacing(`%`, oneOf("‰", "", " percentage points"))},
		{"unit changed", replacing(`\b(?:ms|s|mW|kW|m|EUR|USD|months|days|weeks|seconds|euros|million)\b`,
			oneOf("ms", "h", "MW", "W", "km", "CNY", "years", "hours", "billion", "µs"))},
		{"unit in another case", replacing(`\d (?:mW|m|s)\b`, func(_ *rand.Rand, m string) string {
			return m[:2] + strings.ToUpper(m[2:3]) + m[3:]
		})},
		{"unit gone", replacing(`\b(?:ms|mW|kW|EUR|USD|months|days|weeks|seconds|euros|million) ?`, gone)},
		{"han unit changed", replacing(`毫秒|小时|个月|元|℃|年|周|笔|台|户`, oneOf("秒", "分钟", "天", "美元", "℉", "个月", "日", "万笔"))},
		{"currency changed", replacing(`\$`, oneOf("€", "£", "¥", ""))},
		{"negation gone", replacing(`(?i)\b(?:not|never|no|none|without|cannot) |n't`, gone)},
		{"han negation gone", replacing(`不|没有|没|无法|未|并非`, gone)},
		{"negation inserted", replacing(`\b(?:is|are|was|will|keeps|runs|have|has|ask|expect|costs) `, func(r *rand.Rand, m string) string {
			return m + oneOf("not ", "never ", "no longer ")(r, "")
		})},
		{"han negation inserted", replacing(`能|会|需要|收|要求|实现|达到|支撑|申请|提高|合作|用|设|有`, func(r *rand.Rand, m string) string {
			return oneOf("不", "没", "未", "无法")(r, "") + m
		})},
		{"comparator changed", replacing(`(?i)\b(?:more|less|fewer|higher|above|over|below|most|least|minimum|up|increased|fell|longer|deeper) ?`,
			oneOf("more", "less", "lower", "below", "under", "at least", "maximum", "down", "decreased", "rose", "shorter"))},
		{"comparator gone", replacing(`(?i)\b(?:more than|less than|fewer than|higher than|at least|at most|no longer than|below|over|above|up) `, gone)},
		{"han comparator changed", replacing(`超过|不足|低于|高于|至少|最多|不少于|不低于|不高于|小于|以内|增长|下降|提高|长于`,
			oneOf("超过", "不足", "低于", "高于", "至少", "至多", "不少于", "大于", "以上", "增长", "下降", "降低", "短于"))},
		{"han comparator gone", replacing(`超过|不足|低于|高于|至少|最多|不少于|不低于|不高于|小于|以内|不超过`, gone)},
		{"bound inserted", replacing(digitsForm.String(), func(r *rand.Rand, m string) string {
			return oneOf("at least ", "<", "over ", "不足", "超过", "~")(r, "") + m
		})},
	}
}

// sentences cuts a text into what a judge would quote: clauses, sentences and
// neighbouring pairs of them.
func sentences(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimLeft(line, "-#> "))
		if line == "" || strings.HasPrefix(line, "|") {
			continue
		}
		var ends []int
		for i, r := range line {
			end := i + utf8.RuneLen(r)
			next, _ := utf8.DecodeRuneInString(line[end:])
			if strings.ContainsRune("。；，！？", r) || strings.ContainsRune(".,;", r) && next == ' ' || end == len(line) {
				ends = append(ends, end)
			}
		}
		from := 0
		for i, end := range ends {
			out = append(out, strings.TrimSpace(line[from:end]))
			if i+1 < len(ends) {
				out = append(out, strings.TrimSpace(line[from:ends[i+1]]))
			}
			from = end
		}
	}
	var long []string
	for _, s := range out {
		if !tooShort(s) {
			long = append(long, s)
		}
	}
	return long
}

// TestAlteredNeverProven alters one number, unit, negation or comparator of
// real quotes. An altered quote that is elsewhere in the document is a real
// quote and left out; one that is only inside the original, because
// something was cut off its edge, must not be proven either.
func TestAlteredNeverProven(t *testing.T) {
	const want = 10_000
	r := rand.New(rand.NewPCG(20260601, 7))
	edits := alterations()
	type source struct {
		index  *Index
		quotes []string
	}
	var sources []source
	for _, name := range []string{"en.md", "zh.md"} {
		text := readTestdata(t, name)
		sources = append(sources, source{New(text), sentences(text)})
	}
	used := map[string]int{}
	for n := 0; n < want; {
		src := sources[r.IntN(len(sources))]
		quote := src.quotes[r.IntN(len(src.quotes))]
		e := edits[r.IntN(len(edits))]
		altered, ok := e.edit(r, quote)
		altered = strings.TrimSpace(altered)
		if !ok || altered == quote || standsElsewhere(src.index.text, quote, altered) {
			continue
		}
		n++
		used[e.name]++
		c := src.index.Verify(altered)
		if c.Status.Proven() {
			t.Errorf("%s: %q, altered from %q, is %s", e.name, altered, quote, c.Status)
		}
		checkChinese(t, c.Note)
	}
	for _, e := range edits {
		if used[e.name] < 20 {
			t.Errorf("%s was tried %d times only", e.name, used[e.name])
		}
	}
}

func standsElsewhere(text, quote, altered string) bool {
	i := strings.Index(text, quote)
	return strings.Contains(text[:i], altered) || strings.Contains(text[i+len(quote):], altered)
}

// TestNoiseStaysProven makes the harmless changes that models and extraction
// make, and expects proof.
func TestNoiseStaysProven(t *testing.T) {
	r := rand.New(rand.NewPCG(20260601, 8))
	for _, name := range []string{"en.md", "zh.md"} {
		text := readTestdata(t, name)
		x := New(text)
		for _, quote := range sentences(text) {
			if x.Verify(quote).Status == OutOfScope {
				continue // a clause under a condition
			}
			if c := x.Verify(quote); c.Status != Exact && !strings.Contains(quote, "*") || !c.Status.Proven() {
				t.Errorf("%q is %s (%s)", quote, c.Status, c.Note)
			}
			for range 20 {
				noisy := noise(r, quote)
				c := x.Verify(noisy)
				if !c.Status.Proven() {
					t.Errorf("%q, noise on %q, is %s (%s)", noisy, quote, c.Status, c.Note)
				}
				if !x.Check(c) {
					t.Errorf("Check fails for %+v", c)
				}
			}
		}
	}
}

// noise changes blanks, width, case, quotation marks, dashes and emphasis, but not
// the case of units.
func noise(r *rand.Rand, s string) string {
	var b strings.Builder
	afterNumber := false
	for _, c := range s {
		unit := afterNumber
		afterNumber = unicode.IsDigit(c) || afterNumber && c == ' '
		switch {
		case c == ' ' && r.IntN(4) == 0:
			b.WriteString([]string{"  ", "\n", "\u00A0", " \u200B"}[r.IntN(4)])
			continue
		case c == '"' && r.IntN(2) == 0:
			c = '”'
		case c == '\'' && r.IntN(2) == 0:
			c = '’'
		case c == '—' && r.IntN(2) == 0:
			c = '–'
		case c == '*':
			continue
		case c == '，' && r.IntN(3) == 0:
			b.WriteString(", ")
			continue
		case c > ' ' && c < 0x7f && !strings.ContainsRune("*_`|#[]!", c) && r.IntN(12) == 0:
			c += 0xFEE0
		case unicode.IsLower(c) && !unit && r.IntN(12) == 0:
			c = unicode.ToUpper(c)
		case isHan(c) && r.IntN(12) == 0:
			b.WriteRune(c)
			b.WriteByte(' ')
			continue
		}
		b.WriteRune(c)
	}
	return strings.TrimSpace(b.String())
}
