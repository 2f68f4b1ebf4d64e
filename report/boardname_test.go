package report

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestName(t *testing.T) {
	for _, tc := range []struct {
		title, brand, en, zh string
		cells                int
	}{
		{"", "entry-03", "entry-03", "entry-03", 0},
		{"entry-03", "entry-03", "entry-03", "entry-03", 0},
		{"Cold bag", "entry-03", "Cold bag (entry-03)", "Cold bag（entry-03）", 0},
		{" Cold\n\tbag ", "entry-03", "Cold bag (entry-03)", "Cold bag（entry-03）", 0},
		{"\u200b\u202e", "entry-03", "entry-03", "entry-03", 0}, // nothing that can be seen
		{"entry\u200b-03", "entry-03", "entry-03", "entry-03", 0},
		{"冷链保温袋", "lengdai", "冷链保温袋 (lengdai)", "冷链保温袋（lengdai）", 0},
		{"冷链保温袋冷链保温袋", "lengdai", "冷链保温袋… (lengdai)", "冷链保温袋…（lengdai）", 20},
		{"A bag that stays cold all day", "bag", "A bag that… (bag)", "A bag that…（bag）", 21},
		{"A bag that stays cold", "a-brand-that-is-longer-than-the-column", "A bag that… (a-brand-that-is-longer-than-the-column)", "A bag that…（a-brand-that-is-longer-than-the-column）", 20},
		{"Z" + strings.Repeat("\u0301", 300), "z", "Z\u0301\u0301\u0301 (z)", "Z\u0301\u0301\u0301（z）", 0},
		{"e\u0301e\u0301e\u0301", "e", "e\u0301e\u0301e\u0301 (e)", "e\u0301e\u0301e\u0301（e）", 0},
	} {
		n := NameOf(tc.title, tc.brand)
		if got := n.In(English, tc.cells); got != tc.en {
			t.Errorf("%q of %s in %d cells: %q, want %q", tc.title, tc.brand, tc.cells, got, tc.en)
		}
		if got := n.In(Chinese, tc.cells); got != tc.zh {
			t.Errorf("%q of %s in %d cells in Chinese: %q, want %q", tc.title, tc.brand, tc.cells, got, tc.zh)
		}
	}
}

// TestRightToLeftNames: what is written from right to left is parted from its
// neighbours in pages, each of title and brand by itself, and Markdown has no marks.
func TestRightToLeftNames(t *testing.T) {
	for _, tc := range []struct{ title, brand, want string }{
		{"אור מדרגות!", "stairlight", "\u2068אור מדרגות!\u2069 (stairlight)"},
		{"Stair light", "אור", "Stair light (\u2068אור\u2069)"},
		{"حقيبة", "تيك", "\u2068حقيبة\u2069 (\u2068تيك\u2069)"},
		{"", "אור", "\u2068אור\u2069"},
		{"\u2068\u2068Stair\u2069 light\u202e", "x", "Stair light (x)"}, // its own marks go
		{"\u2069אור\u2068", "x", "\u2068אור\u2069 (x)"},
	} {
		if got := NameOf(tc.title, tc.brand).In(English, 0); got != tc.want {
			t.Errorf("%q of %q: %q, want %q", tc.title, tc.brand, got, tc.want)
		}
	}
	for _, l := range []Lang{English, Chinese} {
		md := string(Markdown(BoardPage(titledBoard(l, "אור מדרגות!"))))
		if !strings.Contains(md, "אור מדרגות!") || strings.ContainsAny(md, "\u2068\u2069") {
			t.Errorf("the Markdown lacks the title or has marks:\n%s", md)
		}
	}
	for s, want := range map[string]bool{"": false, "Zürich 题 ё Ω": false, "ab א": true, "ﷺ": true, "\ufeff": false, "𞤀": true, "ހ": true} {
		if RightToLeft(s) != want {
			t.Errorf("%q is written from right to left: %v", s, !want)
		}
	}
}

func TestNamesKeepToTheirCells(t *testing.T) {
	for _, title := range []string{strings.Repeat("word ", 60), strings.Repeat("题", 120), strings.Repeat("e\u0301", 200), strings.Repeat("🙂a", 80)} {
		for cells := 20; cells < 60; cells++ {
			got := NameOf(title, "x-1").In(English, cells)
			if w := Width(got); w > cells || w < cells-6 { // a word is not cut
				t.Errorf("%q takes %d cells of %d", got, w, cells)
			}
			if !strings.HasSuffix(got, "… (x-1)") {
				t.Errorf("%q lacks its brand or the mark of the cut", got)
			}
		}
	}
}

// titledBoard is a board on which every section names submissions: two have the
// same title, one has none.
func titledBoard(l Lang, title string) *Board {
	b := comparedBoard(l)
	one, two := 1, 2
	for i := range b.Entries {
		e := &b.Entries[i]
		e.RankLo, e.RankHi, e.Group = &one, &two, &one
		if i < 2 {
			e.Title = title
		}
	}
	b.Unsure = ""
	b.Since = &BoardSince{Version: 2, Date: "2026-02-28", Gone: []Gone{{Case: "C-2026-0009", Brand: "gone-one", Title: title, Rank: 3}}}
	b.Excluded = []Excluded{{Case: "C-2026-0010", Brand: "out-one", Title: title, Reason: ReasonNoScore}}
	b.Pairwise.Planted = append(b.Pairwise.Planted, PairwisePlanted{Case: "C-2026-0001", Brand: "cold bag", Kinds: []string{"fake_reply"}})
	return b
}

// TestTitlesStandEverywhere: whatever section names a submission does so by its
// title, with the brand that tells two of one title apart.
func TestTitlesStandEverywhere(t *testing.T) {
	md := string(Markdown(BoardPage(titledBoard(English, "Twin project"))))
	for name, want := range map[string]string{
		"chart":        "Twin project (cold bag) · 1 ",
		"table":        "| Twin project (cold bag) ",
		"other twin":   "| Twin project (stairlight) ",
		"without one":  "| dream ",
		"too close":    "- Places 1–5: Twin project (cold bag), Twin project (stairlight), dream, ",
		"dimensions":   "| 1 Twin project (cold bag) ",
		"gone":         "No longer ranked: Twin project (gone-one).",
		"excluded":     "| Twin project (out-one) ",
		"against":      "Twin project (stairlight) before Twin project (cold bag) (98%)",
		"speaks":       "Twin project (cold bag) holds text that speaks to the judges",
		"speaks, none": "dream holds text that speaks to the judges",
	} {
		if !strings.Contains(md, want) {
			t.Errorf("%s: the page lacks %q:\n%s", name, want, md)
		}
	}
	if zh := string(Markdown(BoardPage(titledBoard(Chinese, "双生项目")))); !strings.Contains(zh, "双生项目（stairlight）优于双生项目（cold bag）（98%）") ||
		!strings.Contains(zh, "双生项目（cold bag）中含有") || !strings.Contains(zh, "dream 中含有") {
		t.Errorf("the Chinese page names them otherwise:\n%s", zh)
	}
}

// TestHostileTitlesAddNothing: no title adds structure to the page, or leaves what
// can't be seen on it.
func TestHostileTitlesAddNothing(t *testing.T) {
	want := shape(t, BoardPage(titledBoard(English, "word")))
	for _, s := range append([]string{
		"a | b | c", "|---|---|", "Ti\u202etle", "x\u0000\u001b[31m", strings.Repeat("long ", 60), strings.Repeat("长", 300), "{name} {better} {kinds} {v}", "```", "a\n\n# b",
	}, hostile...) {
		page := BoardPage(titledBoard(English, s))
		if got := shape(t, page); got != want {
			t.Errorf("%q changed the page: %v, want %v\n%s", s, got, want, Markdown(page))
		}
		for _, r := range string(Markdown(page)) {
			if r != '\n' && invisible(r) {
				t.Errorf("%q left the invisible %U in the page", s, r)
			}
		}
	}
}

// TestBoardOfBeforeTitles: a board.json without titles is read and shows brands.
func TestBoardOfBeforeTitles(t *testing.T) {
	const old = `{"schema": 1, "scene": "fair", "version": 4, "language": "en", "mode": "scores",
		"entries": [{"rank": 1, "case": "C-2026-0001", "brand": "entry-03", "total": "40", "max": "60", "grade": "C"}],
		"excluded": [{"case": "C-2026-0002", "brand": "entry-04", "reason": "no complete review yet"}],
		"since": {"version": 3, "date": "2026-01-01", "gone": [{"case": "C-2026-0003", "brand": "entry-05", "rank": 2}]}}`
	var b Board
	if err := json.Unmarshal([]byte(old), &b); err != nil {
		t.Fatal(err)
	}
	md := string(Markdown(BoardPage(&b)))
	for _, want := range []string{"| entry-03 ", "| entry-04 ", "No longer ranked: entry-05."} {
		if !strings.Contains(md, want) {
			t.Errorf("the page lacks %q:\n%s", want, md)
		}
	}
}

// TestBaselineIsToldNothing: only judges with a language model were told of planted text.
func TestBaselineIsToldNothing(t *testing.T) {
	for l, told := range map[Lang]string{English: "judges were told", Chinese: "评委已被告知"} {
		b := titledBoard(l, "Twin project")
		b.Pairwise.Planted, b.Flagged = nil, []Flagged{{Brand: "dream", Kinds: []string{"planted_score"}}}
		for _, b.NoModel = range []bool{false, true} {
			if md := string(Markdown(BoardPage(b))); strings.Contains(md, told) == b.NoModel {
				t.Errorf("without a model %t: %s", b.NoModel, md)
			}
		}
	}
}
