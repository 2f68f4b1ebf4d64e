package audience_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"judgement/internal/audience"
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
		`<td class="rank">=2</td>`, `<td class="num ranks">1</td>`, `· Thin line: the total`, `2–3<span class="vh">, too close to call</span>`,
		`<rect class="spread" x="80.83%"`, `width="10.00%"`, `<svg aria-hidden="true"`, `▲2`, `<td class="change new">new</td>`, `<td class="change down">▼1</td>`,
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
	// What the places are worth stands above them, where a screen never cuts it off.
	if i := strings.Index(page, "词汇基线"); i > strings.Index(page, "<table>") || i < strings.Index(page, "<h1>") {
		t.Errorf("the caution does not stand between heading and table:\n%s", page)
	}
}

// TestComparisons: the rank by comparisons stands beside the ranks, not in their
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
			t.Errorf("%q stands on the page", bad)
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
	for len(b.Entries) < 250 {
		b.Entries = append(b.Entries, report.BoardEntry{Rank: len(b.Entries) + 1, Brand: "x", Total: "1", Max: "60", Grade: "D"})
	}
	page, _ = render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	if n := strings.Count(page, "<tr data-key"); n != 100 || !strings.Contains(page, "150 more submissions stand in the report.") {
		t.Errorf("%d rows of 250", n)
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
