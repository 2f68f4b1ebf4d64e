package board_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/board"
	"judgement/panel"
	"judgement/report"
)

// jury is a panel of so many judges and so many lenses of ten points.
func jury(judges, lenses int) *panel.Panel {
	p := &panel.Panel{}
	for j := range judges {
		p.Judges = append(p.Judges, panel.Judge{Slug: fmt.Sprintf("j%d", j), Category: panel.Dimension})
	}
	for l := range lenses {
		p.Lenses = append(p.Lenses, panel.Lens{Slug: fmt.Sprintf("l%d", l), MaxScore: panel.PointsOf(10)})
	}
	return p
}

// entry is a submission: a word a judge, with its scores for the lenses in turn;
// "-" is a missing score, and the word "!" a judge who failed.
func entry(t *testing.T, p *panel.Panel, brand string, judges ...string) board.Submission {
	t.Helper()
	s := board.Submission{Case: "C-" + brand, Version: 1, Brand: brand, Panel: p, PanelSHA256: "aa"}
	for j, text := range judges {
		v := report.Verdict{Judge: p.Judges[j].Slug, Outcome: "ok"}
		if text == "!" {
			v.Outcome, text = "failed", ""
		}
		for l, f := range strings.Fields(text) {
			c := report.LensVerdict{Lens: p.Lenses[l].Slug, Max: p.Lenses[l].MaxScore}
			if f != "-" {
				points, err := panel.ParsePoints(f)
				if err != nil {
					t.Fatal(err)
				}
				c.Score = &points
			}
			v.Cells = append(v.Cells, c)
		}
		s.Verdicts = append(s.Verdicts, v)
	}
	return s
}

// line is an entry in a few words.
func line(e report.BoardEntry) string {
	sd, low := "none", "none"
	if e.SD != nil {
		sd = *e.SD
	}
	if e.RankLo != nil {
		low = fmt.Sprintf("%d to %d", *e.RankLo, *e.RankHi)
	}
	return fmt.Sprintf("%s %s %s %s sd %s ranks %s", e.Place(), e.Brand, e.Total, e.Grade, sd, low)
}

func lines(b *report.Board) []string {
	var out []string
	for _, e := range b.Entries {
		out = append(out, line(e))
	}
	return out
}

// sane holds whatever a board says: no NaN, valid JSON, a page, intervals that
// hold the rank.
func sane(t *testing.T, b *report.Board) {
	t.Helper()
	data, err := json.Marshal(b)
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	for _, lang := range []report.Lang{report.English, report.Chinese} {
		b.Language = lang
		md := string(report.Markdown(report.BoardPage(b)))
		for _, bad := range []string{"NaN", "Inf", "inf ", "%!", "{n}", "{value}"} {
			if strings.Contains(md, bad) || strings.Contains(string(data), bad) {
				t.Errorf("%s is on the board:\n%s", bad, md)
			}
		}
	}
	for _, e := range b.Entries {
		if e.RankLo != nil && (*e.RankLo > e.Rank || *e.RankHi < e.Rank || *e.RankLo < 1 || *e.RankHi > len(b.Entries)) {
			t.Errorf("%s: rank %d is not in %d to %d of %d", e.Brand, e.Rank, *e.RankLo, *e.RankHi, len(b.Entries))
		}
	}
}

func TestTotalsTiesAndSpread(t *testing.T) {
	p := jury(3, 2)
	subs := []board.Submission{
		entry(t, p, "a", "9 8", "8 8", "7 8"),
		entry(t, p, "b", "8 9", "8 8", "8 7"),
		entry(t, p, "c", "5 5", "4.01 5", "5 5"),
		entry(t, p, "d", "8 8.5", "9 7.5", "7 8.5"),
	}
	for name, tc := range map[string]struct {
		rules board.Rules
		want  []string
	}{
		"equals share their rank": {board.Rules{}, []string{
			"1 d 16.17 B sd 0.58", "=2 a 16 B sd 1", "=2 b 16 B sd 1", "4 c 9.67 D sd 0.57",
		}},
		// The second lens: 8 of a, 8 of b, still equal.
		"tie-break that is equal too": {board.Rules{TieBreaks: []string{"l1"}}, []string{
			"1 d 16.17 B sd 0.58", "=2 a 16 B sd 1", "=2 b 16 B sd 1", "4 c 9.67 D sd 0.57",
		}},
		"trimmed": {board.Rules{Trim: 1}, []string{
			"1 d 16.5 B sd 0.58", "=2 a 16 B sd 1", "=2 b 16 B sd 1", "4 c 10 D sd 0.57",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := board.Build(subs, tc.rules)
			sane(t, b)
			var got []string
			for _, l := range lines(b) {
				head, _, _ := strings.Cut(l, " ranks ")
				got = append(got, head)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTieBreakOrders(t *testing.T) {
	p := jury(2, 2)
	b := board.Build([]board.Submission{
		entry(t, p, "flat", "7 7", "7 7"), entry(t, p, "steep", "9 5", "9 5"), entry(t, p, "low", "1 2", "1 3"),
	}, board.Rules{TieBreaks: []string{"l0"}})
	sane(t, b)
	if b.Entries[0].Brand != "steep" || b.Entries[0].Tied || b.Entries[1].Brand != "flat" || b.Entries[1].Rank != 2 {
		t.Errorf("the declared lens doesn't order: %q", lines(b))
	}
}

// TestBadInput: each has a board or a clear reason.
func TestBadInput(t *testing.T) {
	p, one := jury(3, 2), jury(1, 2)
	weightless := jury(3, 2)
	for j := range weightless.Judges {
		weightless.Judges[j].Weight = panel.Points{}
	}
	var single []board.Submission
	crowd := jury(5, 1)
	for i := range 5000 {
		words := []string{"!", "!", "!", "!", "!"}
		words[i%5] = fmt.Sprint(i % 11)
		single = append(single, entry(t, crowd, fmt.Sprintf("s%04d", i), words...))
	}
	for name, tc := range map[string]struct {
		subs   []board.Submission
		rules  board.Rules
		ranked int
		unsure string
		out    string // reason of the first who is not ranked
	}{
		"nothing":        {},
		"one submission": {subs: []board.Submission{entry(t, p, "a", "1 2", "2 2", "3 1")}, ranked: 1, unsure: report.UnsureOne},
		"all equal": {
			subs:   []board.Submission{entry(t, p, "a", "5 5", "5 5", "5 5"), entry(t, p, "b", "5 5", "5 5", "5 5")},
			ranked: 2, unsure: report.UnsureSame,
		},
		"one judge": {
			subs:   []board.Submission{entry(t, one, "a", "5 5"), entry(t, one, "b", "5 6")},
			ranked: 2, unsure: report.UnsureSingle,
		},
		"a judge who gave everyone the same": {
			subs: []board.Submission{
				entry(t, p, "a", "5 5", "9 8", "8 8"), entry(t, p, "b", "5 5", "6 7", "6 6"), entry(t, p, "c", "5 5", "2 1", "3 2"),
			},
			ranked: 3,
		},
		"missing cells": {
			subs: []board.Submission{
				entry(t, p, "a", "- 5", "9 8", "!"), entry(t, p, "b", "5 -", "6 7", "6 6"), entry(t, p, "c", "- -", "- 1", "- 2"),
			},
			ranked: 2, out: report.ReasonNoScore, unsure: report.UnsureSingle,
		},
		"missing cells, corrected": {
			subs: []board.Submission{
				entry(t, p, "a", "- 5", "9 8", "!"), entry(t, p, "b", "5 -", "6 7", "6 6"), entry(t, p, "c", "4 4", "- 1", "3 -"),
			},
			rules: board.Rules{Severity: true}, ranked: 3,
		},
		"nobody scored": {
			subs: []board.Submission{entry(t, p, "a", "!", "!", "!")}, out: report.ReasonNoScore, unsure: report.UnsureOne,
		},
		"zero weights": {
			subs:   []board.Submission{entry(t, weightless, "a", "5 5", "6 6", "7 5"), entry(t, weightless, "b", "4 5", "2 6", "7 1")},
			ranked: 2,
		},
		"beyond the maximum": {
			subs:   []board.Submission{entry(t, p, "a", "99999999999999999999 5", "6 6", "7 5"), entry(t, p, "b", "-4 5", "2 6", "7 1")},
			ranked: 2,
		},
		"one judge each":            {subs: single, ranked: 5000, unsure: report.UnsureSingle},
		"one judge each, corrected": {subs: single, rules: board.Rules{Severity: true}, ranked: 5000, unsure: report.UnsureSingle},
		"trimmed to nothing": {
			subs:  []board.Submission{entry(t, p, "a", "5 5", "6 6", "7 5"), entry(t, p, "b", "4 5", "2 6", "7 1")},
			rules: board.Rules{Trim: 5}, ranked: 2,
		},
		"tie-break that no lens has": {
			subs:  []board.Submission{entry(t, p, "a", "5 5", "6 6", "7 5"), entry(t, p, "b", "4 5", "2 6", "7 1")},
			rules: board.Rules{TieBreaks: []string{"none"}}, ranked: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := board.Build(tc.subs, tc.rules)
			sane(t, b)
			if len(b.Entries) != tc.ranked || b.Unsure != tc.unsure {
				t.Errorf("%d ranked, unsure %q; want %d, %q", len(b.Entries), b.Unsure, tc.ranked, tc.unsure)
			}
			if tc.out != "" && (len(b.Excluded) == 0 || b.Excluded[0].Reason != tc.out) {
				t.Errorf("excluded: %+v, want the reason %q", b.Excluded, tc.out)
			}
			for _, e := range b.Entries {
				if known := e.RankLo != nil; known != (tc.unsure == "") {
					t.Errorf("%s: interval known %v, unsure %q", e.Brand, known, b.Unsure)
				}
			}
		})
	}
}

// TestNaNIsNoScore: a score can't be NaN in a verdict, as its type has none.
func TestNaNIsNoScore(t *testing.T) {
	var p panel.Points
	for _, text := range []string{"NaN", `"NaN"`, "1e999999999", "Infinity"} {
		if err := json.Unmarshal([]byte(text), &p); err == nil {
			t.Errorf("%s is read as the score %s", text, p)
		}
	}
	if _, err := panel.ParsePoints(fmt.Sprint(math.NaN())); err == nil {
		t.Error("NaN is read as a score")
	}
}

// TestSeverityOnTheBoard: a harsh judge's submissions rise where the scene asks
// for it, and only the statement about the order knows where it doesn't.
func TestSeverityOnTheBoard(t *testing.T) {
	p := jury(4, 1)
	var subs []board.Submission
	// Judges 0 and 1 give three points less. Entries alternate between a harsh
	// pair and a mild one, with overlaps that connect them.
	for i := range 24 {
		true10 := 30 + 2*i // tenths
		words := []string{"!", "!", "!", "!"}
		for _, j := range []int{i % 4, (i + 1) % 4} {
			severity := 0
			if j < 2 {
				severity = 20
			}
			words[j] = panel.PointsOf(int64(true10 - severity + (i*7+j*3)%3)).Quo(panel.PointsOf(10)).String()
		}
		subs = append(subs, entry(t, p, fmt.Sprintf("e%02d", i), words...))
	}
	order := func(b *report.Board) int {
		wrong := 0
		for i, e := range b.Entries {
			for _, later := range b.Entries[i+1:] {
				if later.Brand > e.Brand {
					wrong++
				}
			}
		}
		return wrong
	}
	plain, corrected := board.Build(subs, board.Rules{}), board.Build(subs, board.Rules{Severity: true})
	sane(t, plain)
	sane(t, corrected)
	if plain.Design.Complete || plain.Design.Corrected || !corrected.Design.Corrected || !corrected.Design.Connected {
		t.Errorf("design: %+v, corrected %+v", plain.Design, corrected.Design)
	}
	if a, b := order(plain), order(corrected); 2*b > a {
		t.Errorf("%d pairs are in the wrong order by plain means, %d corrected", a, b)
	}
}

// TestLanguage: the scene's language, else that of most reports, English if
// they are even.
func TestLanguage(t *testing.T) {
	p := jury(1, 1)
	for reports, want := range map[string]report.Lang{"zh": "zh", "zh en": "en", "en zh": "en", "zh en en": "en", "en zh zh": "zh"} {
		var subs []board.Submission
		for i, lang := range strings.Fields(reports) {
			s := entry(t, p, string(rune('a'+i)), "5")
			s.Language = report.Lang(lang)
			subs = append(subs, s)
		}
		if got := board.Build(subs, board.Rules{}).Language; got != want {
			t.Errorf("reports in %s: the board is in %s, want %s", reports, got, want)
		}
		if got := board.Build(subs, board.Rules{Language: report.English}).Language; got != report.English {
			t.Errorf("reports in %s: the scene's language is not that of the board: %s", reports, got)
		}
	}
}

func TestDesignThatFallsApart(t *testing.T) {
	p := jury(4, 1)
	b := board.Build([]board.Submission{
		entry(t, p, "a", "5", "6", "!", "!"), entry(t, p, "b", "7", "6", "!", "!"),
		entry(t, p, "c", "!", "!", "2", "3"), entry(t, p, "d", "!", "!", "9", "7"),
	}, board.Rules{Severity: true})
	sane(t, b)
	b.Language = report.English
	if md := string(report.Markdown(report.BoardPage(b))); b.Design.Connected || !strings.Contains(md, "groups that share no judge") {
		t.Errorf("connected %v:\n%s", b.Design.Connected, md)
	}
}

// TestJudgesOfSomeLenses: their spread counts as they differ on what they see.
func TestJudgesOfSomeLenses(t *testing.T) {
	p := jury(3, 2)
	p.Judges[1].Lenses, p.Judges[2].Lenses = []string{"l0"}, []string{"l1"}
	b := board.Build([]board.Submission{entry(t, p, "a", "6 6", "8 -", "- 6"), entry(t, p, "b", "3 3", "3 -", "- 3")}, board.Rules{})
	sane(t, b)
	// Lens means 7 and 6: the judges would give 12, 15 and 13.
	if e := b.Entries[0]; e.SD == nil || *e.SD != "1.53" || e.Judges != 3 || e.Total != "13" {
		t.Errorf("entry %s, %d judges", line(e), e.Judges)
	}
}

// TestOddCompetitions: whatever the scores, weights and rules are, the board is
// sane and twice the same.
func TestOddCompetitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	for round := range 600 {
		judges, lenses := 1+rng.IntN(4), 1+rng.IntN(3)
		p := jury(judges, lenses)
		for j := range p.Judges {
			w, err := panel.ParsePoints(pick("0", "1", "0.000001", "1000000", "3"))
			if err != nil {
				t.Fatal(err)
			}
			p.Judges[j].Weight = w
			if rng.IntN(4) == 0 {
				p.Judges[j].Lenses = []string{fmt.Sprintf("l%d", rng.IntN(lenses))}
			}
		}
		for l := range p.Lenses {
			m, err := panel.ParsePoints(pick("10", "0.01", "1000000", "100"))
			if err != nil {
				t.Fatal(err)
			}
			p.Lenses[l].MaxScore = m
		}
		var subs []board.Submission
		for i := range rng.IntN(14) {
			var words []string
			for range judges {
				var w []string
				for range lenses {
					w = append(w, pick("-", "0", "5", "5", "0.005", "10", "1000000", "0.01", "7.333333333"))
				}
				words = append(words, pick(strings.Join(w, " "), strings.Join(w, " "), "!"))
			}
			subs = append(subs, entry(t, p, fmt.Sprintf("s%02d", i), words...))
		}
		rules := board.Rules{Trim: rng.IntN(3), Severity: rng.IntN(2) == 0, TieBreaks: []string{"l0"}[:rng.IntN(2)], Draws: 50}
		b := board.Build(append([]board.Submission(nil), subs...), rules)
		again := board.Build(append([]board.Submission(nil), subs...), rules)
		if board.Compare(again, b) {
			t.Errorf("round %d: the same scores give another board", round)
		}
		sane(t, b)
		if len(b.Entries)+len(b.Excluded) != len(subs) {
			t.Errorf("round %d: %d ranked and %d not of %d", round, len(b.Entries), len(b.Excluded), len(subs))
		}
		if t.Failed() {
			t.Fatalf("round %d: %+v", round, rules)
		}
	}
}
