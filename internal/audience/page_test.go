package audience_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/audience"
	"judgement/internal/browsertest"
	"judgement/report"
)

func ptr[T any](v T) *T { return &v }

// board has a clear winner and two entries that are too close to call.
func board() *report.Board {
	return &report.Board{
		Schema: 1, Version: 7, At: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), Since: &report.BoardSince{Version: 6, Date: "2026-03-01"},
		Entries: []report.BoardEntry{
			{Rank: 1, Brand: "stairlight", Total: "51.5", Max: "60", Grade: "A", SD: ptr("3"), RankLo: ptr(1), RankHi: ptr(1), Group: ptr(1), Delta: &report.Delta{Rank: 2, Total: "1.5"}},
			{Rank: 2, Tied: true, Brand: "cold bag", Total: "40.25", Max: "60", Grade: "C", RankLo: ptr(2), RankHi: ptr(3), Group: ptr(2), Delta: &report.Delta{New: true}},
			{Rank: 2, Tied: true, Brand: "小菜", Total: "40.25", Max: "60", Grade: "C", RankLo: ptr(2), RankHi: ptr(3), Group: ptr(2), Delta: &report.Delta{Rank: -1, Total: "0"}},
		},
	}
}

func render(t *testing.T, s audience.Shown) (page string, event map[string]string) {
	t.Helper()
	f, err := audience.Render(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(f.Event, &event); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(f.Event), "\n") {
		t.Error("the event has a line break, which would end its data")
	}
	if event["id"] != f.ID || !strings.Contains(string(f.Page), event["html"]) {
		t.Error("page and event differ")
	}
	return string(f.Page), event
}

func TestPageIsATable(t *testing.T) {
	page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: board()})
	for _, want := range []string{
		`<caption class="vh">Ranking: Fair</caption>`, `<th scope="row"><bdi class="name">stairlight</bdi></th>`, `<td class="num total">51.50</td>`,
		`<td class="rank">=2</td>`, `<td class="num ranks">1</td>`, `Thin line: the total`, `2–3<span class="vh">, too close to call</span>`,
		`<rect class="spread" x="80.83%"`, `width="10.00%"`, `<svg aria-hidden="true"`, `▲1`, `<td class="change new">new</td>`, `<td class="change down">▼1</td>`,
		`<html lang="en">`, `Version 7`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if want := "Ranking version 7: 3 submissions, first stairlight."; event["say"] != want {
		t.Errorf("said: %q, want %q", event["say"], want)
	}
	zh := board()
	zh.Language, zh.NoModel = report.Chinese, true
	page, _ = render(t, audience.Shown{Scene: "fair", Name: "擂台", Board: zh})
	for _, want := range []string{`<html lang="zh">`, "名次区间", "难分高下", "词汇基线", "细线：总分"} {
		if !strings.Contains(page, want) {
			t.Errorf("the Chinese page lacks %q", want)
		}
	}
	// No entry has a deviation, as if one program answered for all judges.
	for i := range zh.Entries {
		zh.Entries[i].SD = ptr("0")
	}
	if page, _ = render(t, audience.Shown{Scene: "fair", Name: "擂台", Board: zh}); strings.Contains(page, "细线") || strings.Contains(page, `class="spread"`) {
		t.Error("the page explains a line that no bar has")
	}
	// What the places are worth is above them, so that a screen never cuts it off.
	if i := strings.Index(page, "词汇基线"); i > strings.Index(page, "<table>") || i < strings.Index(page, "<h1>") {
		t.Errorf("the caution does not stand between heading and table:\n%s", page)
	}
}

// TestComparisons: the rank by comparisons is beside the ranks, not in their
// place.
func TestComparisons(t *testing.T) {
	b := board()
	page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	if strings.Contains(page, "By pairs") {
		t.Error("a column of comparisons that nobody made")
	}
	b.Mode, b.Pairwise = report.ModePairwise, &report.Pairwise{}
	b.Entries[0].Strength = &report.Strength{Rank: ptr(2), Tied: true}
	page, _ = render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	for _, want := range []string{`<th scope="col" class="num pairs">By pairs</th>`, `<td class="num ranks pairs">=2</td>`, `<td class="num ranks pairs">—</td>`, "it changes no place"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	const caution = "No language model was used to compare"
	if strings.Contains(page, caution) {
		t.Error("the page says that no model compared")
	}
	b.Pairwise.NoModel = true
	if page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b}); !strings.Contains(page, caution) {
		t.Error("the page does not say that the baseline compared")
	}
	if first := strings.Index(page, "stairlight"); first > strings.Index(page, "cold bag") {
		t.Error("the comparisons changed the order")
	}
}

// TestHostileNames: what submitters choose never becomes markup.
func TestHostileNames(t *testing.T) {
	b := board()
	b.Entries[0].Brand = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
	b.Entries[1].Brand = "\u202egnp.exe' onload='x"
	b.Entries[2].Total, b.Entries[2].Max, b.Entries[2].SD = "NaN", "0", ptr("1e999")
	b.Entries[2].Grade = `"><b>`
	page, event := render(t, audience.Shown{Scene: `x" onload="y`, Name: "</title><script>1</script>", Board: b})
	for _, bad := range []string{"<script>", "<img", `" onload="`, "' onload='x\"", "<b>", "</title><script"} {
		if strings.Contains(page, bad) || strings.Contains(event["html"], bad) {
			t.Errorf("%q is on the page", bad)
		}
	}
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d scripts, want the page's own", n)
	}
}

func TestManyAndNone(t *testing.T) {
	page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Lang: report.Chinese})
	if !strings.Contains(page, "正在等待首批结果") || strings.Contains(page, "<table") || event["say"] == "" {
		t.Errorf("without a board: %s", page)
	}
	b := board()
	for len(b.Entries) < 650 {
		b.Entries = append(b.Entries, report.BoardEntry{Rank: len(b.Entries) + 1, Brand: "x", Total: "1", Max: "60", Grade: "D"})
	}
	page, _ = render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	if n := strings.Count(page, "<tr data-key"); n != 500 || !strings.Contains(page, "150 more submissions are in the report.") {
		t.Errorf("%d rows of 650", n)
	}
	b.Unsure, b.Since = report.UnsureSame, nil
	page, _ = render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	if strings.Contains(page, "Ranks:") || strings.Contains(page, ">Change<") {
		t.Error("columns of what is not known")
	}
}

func TestFrameIDs(t *testing.T) {
	one, err := audience.Render(audience.Shown{Scene: "fair", Name: "Fair", Board: board()})
	if err != nil {
		t.Fatal(err)
	}
	again, err := audience.Render(audience.Shown{Scene: "fair", Name: "Fair", Board: board()})
	if err != nil {
		t.Fatal(err)
	}
	next := board()
	next.Version++
	other, err := audience.Render(audience.Shown{Scene: "fair", Name: "Fair", Board: next})
	if err != nil {
		t.Fatal(err)
	}
	if one.ID != again.ID || one.ID == other.ID {
		t.Errorf("ids %s, the same again %s, another board %s", one.ID, again.ID, other.ID)
	}
}

// TestEmptyChangeIsNoColumn: if no row has a change, no column is there for it.
func TestEmptyChangeIsNoColumn(t *testing.T) {
	b := board()
	for i := range b.Entries {
		b.Entries[i].Delta = &report.Delta{Total: "0"}
	}
	if page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b}); strings.Contains(page, "change") {
		t.Errorf("an empty column:\n%s", page)
	}
	b.Entries[1].Delta = nil
	b.Entries[2].Delta = &report.Delta{Total: "-0.5"}
	if page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b}); strings.Count(page, `<td class="change`) != 3 || !strings.Contains(page, "−0.5") {
		t.Errorf("no column for a change:\n%s", page)
	}
}

// countLines gives each header of the page and the number of lines that it takes.
const countLines = `[...document.querySelectorAll("thead th")].map(h => {
	const r = document.createRange()
	r.selectNodeContents(h)
	return h.textContent + " " + new Set([...r.getClientRects()].map(x => Math.round(x.top))).size
}).join(", ")`

// TestHeadersDoNotWrap opens the page in a real browser of 1280 pixels, in the
// language whose words may break anywhere, with columns that are narrower than
// their headers.
func TestHeadersDoNotWrap(t *testing.T) {
	b := board()
	b.Language, b.Mode, b.Pairwise = report.Chinese, report.ModePairwise, &report.Pairwise{}
	for i := range b.Entries {
		b.Entries[i].Delta = nil
	}
	b.Entries[0].Delta = &report.Delta{Rank: 1, Total: "1"}
	b.Entries[1].Title = strings.Repeat("一份题目很长的参评作品", 8)
	page, _ := render(t, audience.Shown{Scene: "fair", Name: "擂台", Board: b})
	want := "名次 1, 参评作品 1, 占满分比例 1, 总分 / 60 1, 等级 1, 名次区间 1, 比较名次 1, 变化 1"
	if got := inBrowser(t, page, countLines); got != want {
		t.Errorf("lines: %s, want %s", got, want)
	}
}

// inBrowser returns what a script gives in a page without its own script, in a real
// browser of 1280 by 720 pixels.
func inBrowser(t *testing.T, page, script string) (result string) {
	t.Helper()
	page = strings.Replace(page, `<link rel="stylesheet" href="`+audience.StylePath+`">`, "<style>"+string(audience.Style())+"</style>", 1)
	page = strings.Replace(page, `<script src="`+audience.ScriptPath+`" defer></script>`, "", 1)
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Start(t).Page(t)
	tab.Look(browsertest.View{Width: 1280, Height: 720})
	tab.Open("file://" + file)
	tab.Eval(script, &result)
	return result
}

// scrollAndMeasure goes to the middle of a board and says where its parts are then.
const scrollAndMeasure = `new Promise(done => {
	scrollTo(0, document.documentElement.scrollHeight / 2)
	requestAnimationFrame(() => {
		const box = s => document.querySelector(s).getBoundingClientRect()
		const line = s => parseFloat(getComputedStyle(document.querySelector(s)).borderTopWidth)
		done(["scrolled " + (scrollY > 720), "head " + Math.round(box("thead th").top),
			"legend " + Math.round(innerHeight - box("#board>footer").bottom),
			"apart " + (line("tr.apart>td") > line("tr:not(.apart)>td"))].join(", "))
	})
})`

// TestHeadAndLegendStay: in the middle of a long board the head is at the top and the
// legend at the bottom of the window, and a thicker line parts the groups.
func TestHeadAndLegendStay(t *testing.T) {
	b := board()
	for len(b.Entries) < 100 {
		b.Entries = append(b.Entries, report.BoardEntry{Rank: len(b.Entries) + 1, Brand: "x", Total: "1", Max: "60", Grade: "D"})
	}
	page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	want := "scrolled true, head 0, legend 0, apart true"
	if got := inBrowser(t, page, scrollAndMeasure); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTitles: an entry is called by its title, whole, with its brand small beside
// it; two of one title differ, and a redacted scene keeps to brands.
func TestTitles(t *testing.T) {
	b := board()
	long := strings.Repeat("冷链保温袋", 24)
	b.Entries[0].Title, b.Entries[1].Title = "Lamp & stairs", long
	b.Entries[2].Title = long
	page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	for _, want := range []string{
		`<tr data-key="stairlight"`,
		`<th scope="row"><div class="who"><bdi class="name">Lamp &amp; stairs</bdi> <bdi class="brand">stairlight</bdi></div></th>`,
		`<bdi class="name">` + long + `</bdi> <bdi class="brand">cold bag</bdi>`,
		`<bdi class="name">` + long + `</bdi> <bdi class="brand">小菜</bdi>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if want := "Ranking version 7: 3 submissions, first Lamp & stairs (stairlight)."; event["say"] != want {
		t.Errorf("said: %q, want %q", event["say"], want)
	}
	redacted, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b, Brands: true})
	if strings.Contains(redacted, "Lamp") || strings.Contains(redacted, "保温") || strings.Contains(event["say"], "Lamp") {
		t.Errorf("a redacted scene shows titles:\n%s", redacted)
	}
	if b.Entries[0].Title == "" {
		t.Error("rendering changed the board")
	}
}

// TestHostileTitles: no title becomes markup or reorders what is around it.
func TestHostileTitles(t *testing.T) {
	for _, title := range []string{
		`"><script>alert(1)</script>`, `</bdi></th></tr></table><img src=x onerror=alert(1)>`, "\u202egnp\u2066.exe\u200b", "a\x00\x1b[31mb\nc\u2028d",
		strings.Repeat("Z\u0301", 5) + strings.Repeat("\u0301", 300), "{{.Name}}", `' onload='x`,
	} {
		b := board()
		b.Entries[0].Title = title
		page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
		for _, bad := range []string{"<script>", "<img", "onload='", "\u202e", "\u2066", "\u200b", "\x1b", "\u2028", strings.Repeat("\u0301", 4)} {
			if strings.Contains(page, bad) || strings.Contains(event["html"], bad) || strings.Contains(event["say"], bad) && bad != "<script>" && bad != "<img" && bad != "onload='" {
				t.Errorf("%q leaves %q on the page", title, bad)
			}
		}
		if n := strings.Count(page, "<tr data-key"); n != 3 {
			t.Errorf("%q: %d rows, want 3", title, n)
		}
	}
}

// away is a source whose boards can't be read.
type away struct{}

func (away) Shown(context.Context, string) (audience.Shown, error) {
	return audience.Shown{Scene: "fair", Name: "Fair", Lang: "zh"}, errors.New("no disk")
}

// TestTops: the three pages begin alike, except for what each does: one follows new
// boards, one asks again by itself, and what is no board no search engine keeps.
func TestTops(t *testing.T) {
	frame, err := audience.Render(audience.Shown{Scene: "fair", Name: "Fair"})
	if err != nil {
		t.Fatal(err)
	}
	unavailable, err := audience.New(away{}, time.Hour, nil).Current(t.Context(), "fair")
	if unavailable == nil {
		t.Fatal(err)
	}
	absent, err := audience.Absent("zh")
	if err != nil {
		t.Fatal(err)
	}
	const (
		begin = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
`
		hidden = `<meta name="robots" content="noindex">` + "\n"
		icon   = `<link rel="icon" href="data:,">` + "\n"
		style  = `<link rel="stylesheet" href="/boards/page.css">` + "\n"
	)
	for name, tc := range map[string]struct {
		page []byte
		want string
	}{
		"page": {frame.Page, `<html lang="en">` + "\n<head>\n" + begin + icon + "<title>Fair · Ranking</title>\n" + style +
			`<noscript><meta http-equiv="refresh" content="30"></noscript>` + "\n" + `<script src="/boards/page.js" defer></script>` + "\n"},
		"unavailable": {unavailable.Page, `<html lang="zh">` + "\n<head>\n" + begin + hidden + `<meta http-equiv="refresh" content="30">` + "\n" + icon + "<title>Fair · 排名榜</title>\n" + style},
		"absent":      {absent, `<html lang="zh">` + "\n<head>\n" + begin + hidden + icon + "<title>排名榜</title>\n" + style},
	} {
		// A name from right to left has its marks at its own end.
		if name != "absent" && !strings.Contains(string(tc.page), "<h1><bdi>Fair</bdi></h1>") {
			t.Errorf("%s: the heading is not parted from the rest:\n%s", name, tc.page)
		}
		top, body, found := strings.Cut(string(tc.page), "</head>\n<body")
		if diff := cmp.Diff("<!doctype html>\n"+tc.want, top); diff != "" || !found || !strings.HasSuffix(body, "</body>\n</html>\n") {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
