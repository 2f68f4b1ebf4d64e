package pptx

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"judgement/meeting"
)

const (
	longChinese = "先看决定是否有负责人与日期，再看数字是否说明来源，最后看没有被问到的人是否被提及；会议把“送餐价格暂不变”与“堂食提价”分开处理，这一点站得住脚，但晚餐试营业只有热情而没有人数，“尽快拿出方案”既没有期限，也没有谁来验收。"
	longEnglish = "I asked of every decision who owns it, by when, and how one would see that it is done; the Sunday trial has all three, while the summer budget has none of them and its fee falls due before the next meeting. "
	emojis      = "👩‍👩‍👧‍👦🏳️‍🌈✅🎉👍🏽"
)

func entries(texts ...string) []meeting.Entry {
	var out []meeting.Entry
	for i, t := range texts {
		out = append(out, meeting.Entry{Text: t, Cites: []meeting.Cite{{Proven: i != 1, Stamp: fmt.Sprintf("09:%02d:12", i), Quote: "a quote", Note: "x"}}})
	}
	return out
}

// hardDeck has what breaks layouts: long and empty fields in every place.
func hardDeck() meeting.Deck {
	zh := strings.Repeat(longChinese, 2)
	en := strings.Repeat(longEnglish, 3)
	return meeting.Deck{
		Lang: "zh", Title: "青禾社区食堂季度经营会 & <weekly> “meeting” " + emojis, Subtitle: "acme · 会议总结 · C-2026-0001 v1 · 2026-11-21",
		Notes: []string{"材料超出模型 8000 个词元的上下文：每位评委分 3 段阅读后合并。", longChinese, longEnglish},
		Slides: []meeting.Slide{
			{Judge: "plan-execution", Name: "计划与执行评委", Logic: []string{longChinese}, Highlights: entries("堂食提价写明了起始日与负责人。", "复核条件可数：降幅超过一成五。", longChinese), Shortcomings: entries("晚餐没有人数。", "没有期限。", "没有验收人。"), Verdict: "两项决定可执行，一项只是愿望。"},
			{Judge: "evidence-auditor", Name: "Evidence auditor", Logic: []string{longEnglish, longEnglish}, Highlights: entries(longEnglish, longEnglish, longEnglish), Shortcomings: entries(longEnglish, "Short.", longEnglish), Verdict: longEnglish},
			{Judge: "too-long-zh", Name: strings.Repeat("名字很长的评委", 20), Logic: []string{zh, zh, zh}, Highlights: entries(zh, zh, zh), Shortcomings: entries(zh, "短。", zh), Verdict: zh, Notes: []string{"给出 4 个亮点，只保留前 3 个。", zh}},
			{Judge: "too-long-en", Name: "Wordsmith", Logic: []string{en, en}, Highlights: entries(en, en, en, en, en, en, en, en), Shortcomings: entries(strings.Repeat("Unbreakable", 60), en), Verdict: en},
			{Judge: "emoji", Name: emojis + " judge", Logic: []string{strings.Repeat(emojis, 60)}, Highlights: entries(emojis, "é̂ combining, עברית, العربية, हिन्दी, ไทย", "tabs\tand\x07control\u202e"), Shortcomings: entries("😀😀😀"), Verdict: emojis},
			{Judge: "empty", Name: "Empty"},
			{Judge: "missing", Name: "风险台账评委", Notes: []string{"没有给出意见：调用失败：连接中断（6 次尝试后）"}},
			{},
		},
	}
}

// tenJudges is a usual deck.
func tenJudges() meeting.Deck {
	d := meeting.Deck{Lang: "en", Title: "Weekly operations meeting", Subtitle: "weekly · Meeting summary"}
	for i := range 10 {
		d.Slides = append(d.Slides, meeting.Slide{
			Judge: fmt.Sprintf("judge-%d", i), Name: fmt.Sprintf("Judge %d", i), Logic: []string{longEnglish + longChinese},
			Highlights: entries(longEnglish, longChinese, longEnglish), Shortcomings: entries(longChinese, longEnglish, longChinese), Verdict: longEnglish,
		})
	}
	return d
}

func themed(t testing.TB) Theme {
	t.Helper()
	logo, err := loadLogo(os.DirFS("testdata"), "logo.png")
	if err != nil {
		t.Fatal(err)
	}
	theme := DefaultTheme()
	theme.Logo, theme.Fonts["latin"], theme.Colours["accent"] = logo, "Georgia", "0B3D2E"
	return theme
}

func samples(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, s := range map[string]struct {
		deck  meeting.Deck
		theme Theme
	}{
		"hard": {hardDeck(), DefaultTheme()}, "themed": {hardDeck(), themed(t)},
		"ten": {tenJudges(), DefaultTheme()}, "empty": {meeting.Deck{}, DefaultTheme()},
	} {
		b, err := Render(s.deck, s.theme)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Render(s.deck, s.theme)
		if err != nil || !bytes.Equal(b, again) {
			t.Errorf("%s: the same deck gives other bytes", name)
		}
		out[name] = b
		if dir := os.Getenv("PPTX_OUT"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name+".pptx"), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

// TestSlides: a cover and one slide per judge, each with a real title that says
// whose it is, alternative text on all else, and no text below the floor.
func TestSlides(t *testing.T) {
	d := hardDeck()
	_, files := unzip(t, samples(t)["hard"])
	for i := range len(d.Slides) + 1 {
		name := fmt.Sprintf("ppt/slides/slide%d.xml", i+1)
		e := tree(t, name, files[name])
		titles := 0
		for _, sp := range e.all("sp") {
			ph := sp.all("ph")
			switch {
			case len(ph) == 1 && strings.Contains(strings.ToLower(ph[0].attr("type")), "title") && ph[0].attr("type") != "subTitle":
				titles++
				if text(sp) == "" {
					t.Errorf("%s has an empty title", name)
				}
			case len(ph) == 0 && sp.all("cNvPr")[0].attr("descr") == "":
				t.Errorf("%s: %q has no alternative text", name, sp.all("cNvPr")[0].attr("name"))
			}
		}
		if titles != 1 {
			t.Errorf("%s has %d titles", name, titles)
		}
		for _, r := range e.all("rPr") {
			if n, err := strconv.Atoi(r.attr("sz")); err != nil || n < Floor*100 {
				t.Errorf("%s: text of size %s", name, r.attr("sz"))
			}
		}
	}
	if files[fmt.Sprintf("ppt/slides/slide%d.xml", len(d.Slides)+2)] != nil {
		t.Error("there are more slides than judges")
	}
	cut := string(files["ppt/slides/slide4.xml"])
	if !strings.Contains(cut, "全文见 reviews/too-long-zh.md") || !strings.Contains(cut, "…") {
		t.Error("cut text has no pointer to the review")
	}
	if whole := string(files["ppt/slides/slide2.xml"]); strings.Contains(whole, "删节") || !strings.Contains(whole, "（未核实）") {
		t.Error("a slide that fits is cut, or an unproven point is not flagged")
	}
}

// TestColumnsShareASize: highlights and shortcomings are set in one size, and
// the logic in no larger one, however different their lengths.
func TestColumnsShareASize(t *testing.T) {
	size := map[string]int{}
	d := meeting.Deck{Slides: []meeting.Slide{{Name: "A", Logic: []string{"Short."}, Highlights: entries(longEnglish, longEnglish, longEnglish), Shortcomings: entries("Short."), Verdict: "Short."}}}
	b, err := Render(d, DefaultTheme())
	if err != nil {
		t.Fatal(err)
	}
	_, files := unzip(t, b)
	for _, sp := range tree(t, "slide2", files["ppt/slides/slide2.xml"]).all("sp") {
		n, err := strconv.Atoi(sp.all("rPr")[0].attr("sz"))
		if err != nil {
			t.Fatal(err)
		}
		size[sp.all("cNvPr")[0].attr("name")] = n
	}
	h, s, l := size["Highlights: text"], size["Shortcomings: text"], size["Judgement logic: text"]
	if h == 0 || h != s || l > h || h >= 100*largest || size["Verdict"] <= h {
		t.Errorf("sizes: %v", size)
	}
}

// TestLogicIsNarrow: the logic takes no more width than it needs, and the points get the
// rest.
func TestLogicIsNarrow(t *testing.T) {
	wide := func(logic string) float64 {
		d := meeting.Deck{Slides: []meeting.Slide{{Name: "A", Logic: []string{logic}, Highlights: entries(longEnglish, longEnglish), Shortcomings: entries(longEnglish), Verdict: "Short."}}}
		b, err := Render(d, DefaultTheme())
		if err != nil {
			t.Fatal(err)
		}
		_, files := unzip(t, b)
		for _, sp := range tree(t, "slide2", files["ppt/slides/slide2.xml"]).all("sp") {
			if sp.all("cNvPr")[0].attr("name") == "Judgement logic: text" {
				n, err := strconv.ParseFloat(sp.all("ext")[0].attr("cx"), 64)
				if err != nil {
					t.Fatal(err)
				}
				return n / inch
			}
		}
		t.Fatal("the slide has no logic")
		return 0
	}
	if short, long := wide("Who owns it, and by when?"), wide(strings.Repeat(longEnglish+" ", 6)); short > leastLogic+0.01 || long < mostLogic-0.01 {
		t.Errorf("a short logic takes %.1f inches, a long one %.1f", short, long)
	}
}

func text(e element) string {
	var b strings.Builder
	for _, t := range e.all("t") {
		b.WriteString(t.Text)
	}
	return b.String()
}

// TestNothingOverflows counts lines by another rule than the writer's: every
// character that is not ASCII is a whole em wide, ASCII is a tenth wider than in Arial, as
// in the fonts of readers who lack it, words move to the next line whole.
func TestNothingOverflows(t *testing.T) {
	for name, data := range samples(t) {
		_, files := unzip(t, data)
		for file, b := range files {
			if !strings.HasPrefix(file, "ppt/slides/slide") {
				continue
			}
			for _, sp := range tree(t, file, b).all("sp") {
				ext := sp.all("ext")[0]
				cx, _ := strconv.Atoi(ext.attr("cx"))
				cy, _ := strconv.Atoi(ext.attr("cy"))
				high := 0.0
				for _, p := range sp.all("p") {
					high += paragraphHeight(t, p, float64(cx)/inch-2*insetX)
				}
				if most := (float64(cy)/inch - 2*insetY) * 72; high > most+0.01 {
					t.Errorf("%s %s: %q needs %.1f pt of %.1f", name, file, sp.all("cNvPr")[0].attr("name"), high, most)
				}
			}
		}
	}
}

func paragraphHeight(t *testing.T, p element, inches float64) float64 {
	t.Helper()
	spacing := p.all("spcPts")
	if len(spacing) != 2 {
		t.Fatalf("%d spacings", len(spacing))
	}
	line, _ := strconv.Atoi(spacing[0].attr("val"))
	before, _ := strconv.Atoi(spacing[1].attr("val"))
	left, _ := strconv.Atoi(p.all("pPr")[0].attr("marL"))
	size := 0
	bold := false
	for _, r := range p.all("rPr") {
		n, _ := strconv.Atoi(r.attr("sz"))
		size, bold = max(size, n), bold || r.attr("b") == "1"
	}
	if size == 0 {
		return float64(before+line) / 100
	}
	wide := (inches - float64(left)/inch) * 72 / (float64(size) / 100)
	lines, at := 1, 0.0
	for _, word := range splitWords(text(p)) {
		w := 0.0
		for _, r := range strings.TrimRight(word, " ") {
			w += wideArial(r, bold)
		}
		if at > 0 && at+w > wide {
			lines, at = lines+1, 0
		}
		for w > wide {
			lines, w = lines+1, w-wide
		}
		at += w
		if strings.HasSuffix(word, " ") {
			at += 0.28
		}
	}
	return float64(before)/100 + float64(lines*line)/100
}

// splitWords breaks after spaces and around every character beyond U+2E80.
func splitWords(s string) (out []string) {
	word := ""
	for _, r := range s {
		if r >= 0x2e80 && !strings.ContainsRune("，。；：、！？”）》", r) {
			if word != "" {
				out = append(out, word)
			}
			word = ""
		}
		word += string(r)
		if r == ' ' || r == '-' || r == '/' {
			out = append(out, word)
			word = ""
		}
	}
	return append(out, word)
}

// wideArial is the width of a character in em, joiners and marks having none.
func wideArial(r rune, bold bool) float64 {
	switch {
	case r >= 0x2000 || r == '“' || r == '”':
		if r == 0x200d || r == 0xfe0f || r >= 0x1f3fb && r <= 0x1f3ff {
			return 0
		}
		return 1
	case r >= ' ' && r <= '~':
		w := 1.1 * float64(arialWidths[r-' ']) / 1000
		if bold {
			w *= 1.08
		}
		return w
	case r >= 0x300 && r < 0x370:
		return 0
	}
	return 0.62
}

// arialWidths are the advances of Arial from U+0020 to U+007E, in thousandths
// of an em.
var arialWidths = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

func BenchmarkTenJudges(b *testing.B) {
	d, theme := tenJudges(), DefaultTheme()
	size := 0
	for b.Loop() {
		out, err := Render(d, theme)
		if err != nil {
			b.Fatal(err)
		}
		size = len(out)
	}
	b.ReportMetric(float64(size), "bytes")
}

func TestTenJudgesAreSmall(t *testing.T) {
	if n := len(samples(t)["ten"]); n > 100_000 {
		t.Errorf("a deck of ten judges has %d bytes, at most 100,000 are wanted", n)
	}
}

// TestStampsAreOrdered: the stamps of a point are in time's order, each once,
// and the flag is not broken over lines.
func TestStampsAreOrdered(t *testing.T) {
	w := &writer{deck: meeting.Deck{Lang: "en"}}
	var cites []meeting.Cite
	for _, s := range []string{"10:00", "9:59", "1:00:01", "10:00"} {
		cites = append(cites, meeting.Cite{Proven: true, Stamp: s})
	}
	got := w.entries([]meeting.Entry{{Text: "a", Cites: cites}, {Text: "b", Cites: []meeting.Cite{{Quote: "x"}}}})
	if want := "[9:59, 10:00, 1:00:01]"; got[0].tail != want {
		t.Errorf("stamps %s, want %s", got[0].tail, want)
	}
	if strings.Contains(got[1].flag, " ") || got[1].flag == "" {
		t.Errorf("the flag %q can be broken", got[1].flag)
	}
}
