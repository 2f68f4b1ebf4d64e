package evidence

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// This file makes quotes in other ways than rates_test.go does, from other documents and
// sentences. Half of them are held out: rules are not changed because of them.

// half is the part of the second set that a test uses.
type half string

const (
	open half = "open"
	held half = "held"
)

// page is a document of the second set, with the quotes that its author marked.
type page struct {
	text      string
	sentences []string // whole ones, and items
	rows      [][]string
	fair      []string // parts of sentences that say what the document says
	unfair    []string // parts that do not
}

// cut is one sentence of the second set, with the quote in brackets, or what an ellipsis
// hides in braces.
type cut struct{ kind, text string }

// second is one half of the second set.
type second struct {
	pages   []page
	clauses [][]string // subject, now, base form, past, with -ing
	han     []string
	cuts    []cut
}

// every second thing is held out.
func (h half) has(n int) bool { return (n%2 == 0) == (h == open) }

func readSecond(t testing.TB, h half) second {
	t.Helper()
	var out second
	out.pages = readPages(t, h)
	data, err := os.ReadFile("testdata/second/cuts.txt")
	if err != nil {
		t.Fatal(err)
	}
	kind, n := "", map[string]int{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case word == "#" || word == "":
		case word == "kind":
			kind = rest
		default:
			of := kind
			if word == "clause" {
				of = rest[:2]
			}
			n[of]++
			if !h.has(n[of]) {
				continue
			}
			switch {
			case word != "clause":
				out.cuts = append(out.cuts, cut{kind, line})
			case of == "en":
				out.clauses = append(out.clauses, strings.Split(rest[3:], " | "))
			default:
				out.han = append(out.han, rest[3:])
			}
		}
	}
	return out
}

var (
	marked    = regexp.MustCompile(`[⟦⟪]([^⟧⟫]*)[⟧⟫]`)
	markSigns = strings.NewReplacer("⟦", "", "⟧", "", "⟪", "", "⟫", "")
	lineSign  = regexp.MustCompile(`^(?:(?:#+|>|[-*]|\d+\.|\([a-z]\)) +|[一二三四]、)`)
	stopSign  = regexp.MustCompile(`[。！？]|[.!?;](?: |$)`)
	headSign  = regexp.MustCompile(`^\*\*[^*]+\*\*\s*`)
)

func readPages(t testing.TB, h half) (out []page) {
	t.Helper()
	data, err := os.ReadFile("testdata/second/documents.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(data), "=== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		if !strings.HasSuffix(name, string(h)) {
			continue
		}
		p := page{text: markSigns.Replace(text)}
		for _, m := range marked.FindAllStringSubmatch(text, -1) {
			if strings.HasPrefix(m[0], "⟦") {
				p.fair = append(p.fair, m[1])
			} else {
				p.unfair = append(p.unfair, m[1])
			}
		}
		for line := range strings.Lines(p.text) {
			line = strings.TrimSpace(line)
			if bare, ok := strings.CutPrefix(line, "|"); ok {
				if !strings.HasPrefix(bare, "-") {
					p.rows = append(p.rows, regexp.MustCompile(` *\| *`).Split(strings.Trim(bare, "| "), -1))
				}
				continue
			}
			if strings.HasPrefix(line, "#") {
				continue
			}
			p.sentences = append(p.sentences, sentencesOf(headSign.ReplaceAllString(lineSign.ReplaceAllString(line, ""), ""))...)
		}
		out = append(out, p)
	}
	if len(out) < 4 {
		t.Fatalf("%d documents", len(out))
	}
	return out
}

func sentencesOf(line string) (out []string) {
	for from := 0; from < len(line); {
		to := len(line)
		if at := stopSign.FindStringIndex(line[from:]); at != nil {
			to = from + at[1]
		}
		for strings.HasSuffix(line[:to], "Dr. ") || strings.HasSuffix(line[:to], "N. ") {
			to += stopSign.FindStringIndex(line[to:] + ".")[1]
			to = min(to, len(line))
		}
		if s := strings.TrimSpace(line[from:to]); !tooShort(s) {
			out = append(out, s)
		}
		from = to
	}
	return out
}

// one draws an element.
func one[E any](r *rand.Rand, from []E) E { return from[r.IntN(len(from))] }

// filled writes the clauses into a sentence, and returns a document with it and the quote.
func (s second) filled(r *rand.Rand, c cut) (doc, quote string) {
	text := c.text
	if strings.Contains(text, "{") {
		head, rest, _ := strings.Cut(text, "{")
		hidden, tail, _ := strings.Cut(rest, "}")
		mark := one(r, []string{" … ", "...", " […] ", " ... ", "……", " (…) ", "…", " [...]"})
		quote = strings.TrimSpace(head) + mark + strings.TrimSpace(tail)
		text = head + hidden + tail
	} else {
		clause := one(r, s.clauses)
		han := one(r, s.han)
		for k, form := range map[string]string{"[S]": clause[0] + " " + clause[1], "[P]": clause[0] + " " + clause[3], "[B]": clause[2], "[G]": clause[4], "[Z]": han} {
			if strings.Contains(text, k) {
				quote = form
				text = strings.Replace(text, k, form, 1)
			}
		}
	}
	if text[0] < 0x80 {
		starts := strings.HasPrefix(text, quote)
		text = strings.ToUpper(text[:1]) + text[1:]
		if starts || strings.HasPrefix(strings.ToLower(text), strings.ToLower(quote[:12])) {
			quote = strings.ToUpper(quote[:1]) + quote[1:]
		}
		if unicode.IsLetter(rune(text[len(text)-1])) {
			text += "."
		}
		before := one(r, []string{"Present were all five members.\n\n", "## Findings\n\n", "Section 4 lists the costs. ", "- ", "The annex has the figures. Page 3 is a map. "})
		after := one(r, []string{" The annex has the figures.", "\n\nThe file was closed.", "\n- Copies go to all members.", ""})
		return before + text + after, quote
	}
	if unicode.IsLetter([]rune(text)[len([]rune(text))-1]) {
		text += "。"
	}
	before := one(r, []string{"全体委员出席。\n\n", "## 结论\n\n", "费用见第四节。", "- ", "附件有数据，第三页是地图。"})
	after := one(r, []string{"附件有数据。", "\n\n卷宗已归档。", "\n- 抄送全体委员。", ""})
	return before + text + after, quote
}

// changes are edits of a quote that change what it says. Each takes one match of a form.
var changes = []struct {
	name, form string
	to         []string
}{
	{"en number", `\b\d+\b`, []string{"7", "16", "93", "418"}},
	{"decimals", `\d[.,]\d+`, []string{"2.7", "31", "0.9", "6,1"}},
	{"factor of ten", `\d\b`, []string{"${0}0"}},
	{"range end", `(\d)(?:–| to |至)(\d)`, []string{"$1", "$2", "$1$2"}},
	{"month", `February|March|June|October|January|April|August|September`, []string{"July", "November", "May"}},
	{"weekday", `Thursdays|Sundays`, []string{"Mondays", "Fridays"}},
	{"unit of measure", `\b(?:kg|mL|m²|N·m|rpm|°C|dB|euros|kilometres|litre|months|percentage points)`, []string{"g", "L", "cm", "kN·m", "Hz", "K", "dollars", "miles", "years", "percent"}},
	{"percent sign", `%`, []string{"‰", "", "pp"}},
	{"sign of currency", `[€$]`, []string{"£", "", "¥"}},
	{"word of number", `\b(?:two|three|five|six|seven|eight|nine|ten|eleven|seventeen|four)\b`, []string{"twelve", "13", "one", "thirty"}},
	{"more and less", `\b(?:less than|more than|up to|below|above|about|at least)\b`, []string{"exactly", "over", "under", "at most", ""}},
	{"rise and fall", `\b(?:fell|rose|leaked|lower|closed|holds|needed)\b`, []string{"grew", "sank", "higher", "opened", "shut"}},
	{"may and must", `\b(?:may|must|will|can|would)\b`, []string{"should", "shall", "cannot", ""}},
	{"no and not", `(?i)\b(?:not|no|neither|nobody|never)\b ?`, []string{"", "also "}},
	{"a not more", `\b(?:is|was|are|were|has|have|will|may|pays|costs|holds|can)\b`, []string{"$0 not", "$0 never", "$0 hardly"}},
	{"each and all", `\b(?:each|every|all|either|both|one|two)\b`, []string{"some", "few", "no", "most"}},
	{"zh number", `\d+`, []string{"7", "16", "93", "418"}},
	{"zh numeral", `[二三四五六七八九十]+`, []string{"一", "六十", "一百"}},
	{"zh scale", `[十百千万]`, []string{"亿", "十", "千", "万", ""}},
	{"zh unit", `万元|元|公里|克|月|日|年|个|册|台|辆|分钟|次`, []string{"美元", "里", "天", "吨", "周", "箱", "小时"}},
	{"zh no", `不|没有|未|无`, []string{"", "已", "也"}},
	{"zh a not more", `应|可|有|为|是|由|需|能`, []string{"不$0", "未$0", "没$0", "$0不"}},
	{"zh bound", `不超过|低于|超过|约|不到|以后|前|内|至`, []string{"高于", "至少", "", "恰好", "以外"}},
	{"zh change", `降|升|减少|更换|修复|关闭|出售|免费`, []string{"涨", "跌", "增加", "破坏", "购买", "收费"}},
}

// forgeries make quotes out of the pages that do not say what the pages say.
func (s second) forgeries() map[string]func(r *rand.Rand) (doc, quote string) {
	out := map[string]func(r *rand.Rand) (string, string){}
	for _, c := range changes {
		form := regexp.MustCompile(c.form)
		out["changed: "+c.name] = func(r *rand.Rand) (string, string) {
			p := one(r, s.pages)
			from := one(r, slices.Concat(p.sentences, p.fair))
			places := form.FindAllStringSubmatchIndex(from, -1)
			if len(places) == 0 {
				return "", ""
			}
			at := one(r, places)
			quote := from[:at[0]] + string(form.ExpandString(nil, one(r, c.to), from, at)) + from[at[1]:]
			if strings.Contains(p.text, strings.TrimSpace(quote)) || sameNumber(from, quote) {
				return "", ""
			}
			return p.text, quote
		}
	}
	bySort := map[string][]cut{}
	for _, c := range s.cuts {
		bySort[c.kind] = append(bySort[c.kind], c)
	}
	for kind, cuts := range bySort {
		out["cut: "+kind] = func(r *rand.Rand) (string, string) { return s.filled(r, one(r, cuts)) }
	}
	out["cut: from a page"] = func(r *rand.Rand) (string, string) {
		p := one(r, s.pages)
		if len(p.unfair) == 0 {
			return "", ""
		}
		return p.text, one(r, p.unfair)
	}
	out["cells of two rows"] = func(r *rand.Rand) (string, string) {
		p := one(r, s.pages)
		if len(p.rows) < 3 {
			return "", ""
		}
		a, b := one(r, p.rows[1:]), one(r, p.rows[1:])
		quote := a[0] + one(r, []string{": ", " | ", ", ", " – "}) + b[len(b)-1]
		if a[len(a)-1] == b[len(b)-1] {
			return "", ""
		}
		return p.text, quote
	}
	out["sentences run together"] = func(r *rand.Rand) (string, string) {
		p := one(r, s.pages)
		k := r.IntN(len(p.sentences) - 1)
		a, b := strings.Fields(p.sentences[k]), strings.Fields(p.sentences[k+1])
		if len(a) < 6 || len(b) < 6 {
			return "", ""
		}
		return p.text, strings.Join(a[:len(a)/2], " ") + one(r, []string{" ", " … ", "... ", " […] "}) + strings.Join(b[len(b)/2:], " ")
	}
	return out
}

// sameNumber reports that an edit only wrote a number another way.
func sameNumber(a, b string) bool {
	return looseForm(foldText(a, nil).Text).Text == looseForm(foldText(b, nil).Text).Text
}

// writings are how models write what they quote.
var writings = []struct {
	name  string
	write func(r *rand.Rand, q string) string
}{
	{"plain", func(_ *rand.Rand, q string) string { return q }},
	{"curly marks", func(_ *rand.Rand, q string) string { return "‘" + q + "’" }},
	{"corner marks", func(_ *rand.Rand, q string) string { return "『" + q + "』" }},
	{"low marks", func(_ *rand.Rand, q string) string { return "„" + q + "“" }},
	{"guillemets", func(_ *rand.Rand, q string) string { return "« " + q + " »" }},
	{"json in json", func(_ *rand.Rand, q string) string { return `\"` + strings.ReplaceAll(q, `"`, `\\\"`) + `\"` }},
	{"no last mark", func(_ *rand.Rand, q string) string { return strings.TrimRight(q, ".。;；") }},
	{"stop and mark", func(_ *rand.Rand, q string) string { return `"` + strings.TrimRight(q, ".。;；") + `."` }},
	{"another last mark", func(r *rand.Rand, q string) string {
		return strings.TrimRight(q, ".。;；") + one(r, []string{"。", ".", ";", "；", "!"})
	}},
	{"dots before", func(r *rand.Rand, q string) string { return one(r, []string{"…", "... ", "[…] ", "……"}) + q }},
	{"dots around", func(_ *rand.Rand, q string) string { return "..." + strings.TrimRight(q, ".。;；") + "..." }},
	{"no marks of style", func(_ *rand.Rand, q string) string { return strings.NewReplacer("*", "", "`", "").Replace(q) }},
	{"in bold", func(_ *rand.Rand, q string) string { return "**" + strings.ReplaceAll(q, "*", "") + "**" }},
	{"wide signs", func(_ *rand.Rand, q string) string {
		return strings.NewReplacer("(", "（", ")", "）", ":", "：", "%", "％").Replace(q)
	}},
	{"narrow signs", func(_ *rand.Rand, q string) string {
		return strings.NewReplacer("（", " (", "）", ") ", "，", ", ", "：", ": ", "；", "; ", "、", ", ", "。", ". ").Replace(q)
	}},
	{"hard blanks", func(_ *rand.Rand, q string) string { return strings.ReplaceAll(q, " ", "\u202f") }},
	{"entities", func(_ *rand.Rand, q string) string {
		return strings.NewReplacer("&", "&amp;", `"`, "&quot;", "'", "&#39;", "–", "&ndash;").Replace(q)
	}},
	{"broken line", func(r *rand.Rand, q string) string {
		words := strings.Split(q, " ")
		k := r.IntN(len(words))
		return strings.Join(words[:k], " ") + "\n" + strings.Join(words[k:], " ")
	}},
	{"hyphen for dash", func(_ *rand.Rand, q string) string {
		return strings.NewReplacer("–", "-", "—", "-", "−", "-").Replace(q)
	}},
	{"straight apostrophe", func(_ *rand.Rand, q string) string { return strings.ReplaceAll(q, "'", "’") }},
	{"first letter", func(_ *rand.Rand, q string) string {
		if q[0] >= 'a' && q[0] <= 'z' {
			return strings.ToUpper(q[:1]) + q[1:]
		}
		return q
	}},
}

// fairQuote is a quote that says what its page says.
func (p page) fairQuote(r *rand.Rand) (sort, quote string) {
	switch n := r.IntN(10); {
	case n < 4:
		return "sentence", one(r, p.sentences)
	case n < 7:
		return "part", one(r, p.fair)
	case n < 8 && len(p.rows) > 1:
		row := one(r, p.rows[1:])
		return "row", strings.Join(row, one(r, []string{" | ", ": ", ", ", "，", " – ", "; ", " "}))
	case n < 9:
		k := r.IntN(len(p.sentences) - 1)
		a, b := p.sentences[k], p.sentences[k+1]
		if at := strings.Index(p.text, a); at >= 0 {
			if rest, ok := strings.CutPrefix(strings.TrimLeft(p.text[at+len(a):], " "), b); ok && rest != "" {
				return "two sentences", p.text[at : strings.Index(p.text[at:], b)+at+len(b)]
			}
		}
		return "sentence", a
	}
	k := r.IntN(len(p.sentences) - 2)
	return "sentence left out", p.sentences[k] + one(r, []string{" … ", " [...] ", "…", " ... "}) + p.sentences[k+2]
}

// TestRatesSecond measures both halves of the second set.
func TestRatesSecond(t *testing.T) {
	for _, h := range []half{open, held} {
		t.Run(string(h), func(t *testing.T) {
			t.Parallel()
			s := readSecond(t, h)
			s.dishonestRates(t)
			s.honestRates(t)
		})
	}
}

func (s second) dishonestRates(t *testing.T) {
	makers := s.forgeries()
	var names []string
	for name := range makers {
		names = append(names, name)
	}
	slices.Sort(names)
	r := rand.New(rand.NewPCG(77, 3))
	size, kinds, tried, proven, withNote := ratesSize(t)/2, 0, 0, 0, 0
	shown := map[string]bool{}
	var lines strings.Builder
	worst := ""
	for _, name := range names {
		n, bad, noted := 0, 0, 0
		for k := 0; k < 4*size && n < size/len(names)+1; k++ {
			doc, quote := makers[name](r)
			if tooShort(quote) {
				continue
			}
			n++
			c := New(doc).Verify(quote)
			if !c.Status.Proven() {
				continue
			}
			if len(c.Note) > 0 {
				noted++
				continue
			}
			if bad++; !shown[name+quote] {
				shown[name+quote] = true
				t.Logf("%s: %q is %s", name, shownIn(doc, c), c.Status)
			}
		}
		if n == 0 {
			continue // no page has such a word
		}
		kinds++
		tried, proven, withNote = tried+n, proven+bad, withNote+noted
		fmt.Fprintf(&lines, "%-34s %5d, %4d proven without a note (%.2f %%), %d with one\n", name, n, bad, 100*float64(bad)/float64(n), noted)
		if float64(bad) > 0.02*float64(n) {
			worst += " " + name
		}
	}
	share := 100 * float64(proven) / float64(tried)
	t.Logf("%d kinds, %d quotes, %d proven without a note (%.2f %%), %d with one\n%s", kinds, tried, proven, share, withNote, lines.String())
	if kinds < 50 {
		t.Errorf("%d kinds", kinds)
	}
	if share > 0.5 || worst != "" {
		t.Errorf("%.2f %% are proven without a note; above 2 %%:%s", share, worst)
	}
}

// shownIn marks a quote in its document.
func shownIn(doc string, c Citation) string {
	return doc[:c.Start] + "⟪" + doc[c.Start:c.End] + "⟫" + doc[c.End:min(len(doc), c.End+60)]
}

func (s second) honestRates(t *testing.T) {
	r := rand.New(rand.NewPCG(77, 4))
	index := make([]*Index, len(s.pages))
	for i, p := range s.pages {
		index[i] = New(p.text)
	}
	tried, refused, size := map[string]int{}, map[string]int{}, ratesSize(t)/2
	bad, noted := 0, 0
	shown := map[string]int{}
	for n := range size {
		i := r.IntN(len(s.pages))
		sort, quote := s.pages[i].fairQuote(r)
		w := writings[n%len(writings)]
		c := index[i].Verify(w.write(r, quote))
		for _, key := range []string{"sort: " + sort, "written: " + w.name} {
			tried[key]++
			if !c.Status.Proven() {
				refused[key]++
			}
		}
		if c.Status.Proven() && len(c.Note) > 0 {
			noted++
		}
		if !c.Status.Proven() {
			bad++
			if shown[quote]++; shown[quote] < 2 {
				t.Logf("%s, %s: %q is %s (%s)", sort, w.name, c.Quote, c.Status, c.Note)
			}
		}
	}
	var names []string
	for name := range tried {
		names = append(names, name)
	}
	slices.Sort(names)
	var lines strings.Builder
	for _, name := range names {
		fmt.Fprintf(&lines, "%-34s %5d, %4d refused (%.2f %%)\n", name, tried[name], refused[name], 100*float64(refused[name])/float64(tried[name]))
	}
	share := 100 * float64(bad) / float64(size)
	t.Logf("%d honest quotes, %d refused (%.2f %%), %d proven with a note\n%s", size, bad, share, noted, lines.String())
	if share > 2 {
		t.Errorf("%.2f %% of honest quotes are refused", share)
	}
}
