package report_test

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"judgement/internal/stat"
	"judgement/panel"
	"judgement/report"
)

// skating is a season of judged figure skating; see testdata's README for its
// source and licence.
type skating struct {
	performances, aspects, judges []map[string]string
	scores                        map[string]map[string]panel.Points // by aspect, then judge
	grades                        map[string]map[string]panel.Points // of execution
}

func readSkating(t *testing.T) skating {
	t.Helper()
	read := func(name string) []map[string]string {
		f, err := os.Open("testdata/figure-skating-2018/" + name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var out []map[string]string
		for _, row := range rows[1:] {
			m := map[string]string{}
			for i, key := range rows[0] {
				m[key] = row[i]
			}
			out = append(out, m)
		}
		return out
	}
	byJudge := func(rows []map[string]string, column string) map[string]map[string]panel.Points {
		out := map[string]map[string]panel.Points{}
		for _, r := range rows {
			if out[r["aspect_id"]] == nil {
				out[r["aspect_id"]] = map[string]panel.Points{}
			}
			out[r["aspect_id"]][r["judge"]] = panel.MustPoints(r[column])
		}
		return out
	}
	return skating{
		performances: read("performances"), aspects: read("judged-aspects"), judges: read("judges"),
		scores: byJudge(read("judge-scores"), "score"), grades: byJudge(read("judge-goe"), "judge_goe"),
	}
}

// panelMean is the mean without the highest and the lowest, to the cent.
func panelMean(t *testing.T, byJudge map[string]panel.Points) panel.Points {
	t.Helper()
	var values []panel.Points
	for j := range 9 {
		if v, ok := byJudge["J"+strconv.Itoa(j+1)]; ok {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return panel.Points{} // an element that was not credited has no grades
	}
	mean, ok := report.Trimmed(values, nil, 1)
	if !ok {
		t.Fatal("fewer than three scores")
	}
	return report.Round(mean, 2)
}

// TestSkatingTotals: every panel score and every total of the season to the
// cent, and the official orders.
func TestSkatingTotals(t *testing.T) {
	s := readSkating(t)
	totals := map[string]panel.Points{}
	right, all := map[string]int{}, map[string]int{}
	for _, a := range s.aspects {
		all[a["section"]]++
		var value panel.Points
		if a["section"] == "components" {
			value = panelMean(t, s.scores[a["aspect_id"]])
		} else {
			value = panel.MustPoints(a["base_value"]).Add(panelMean(t, s.grades[a["aspect_id"]]))
		}
		if value.Equal(panel.MustPoints(a["scores_of_panel"])) {
			right[a["section"]]++
		}
		if a["section"] == "components" {
			value = report.Round(value.Mul(panel.MustPoints(a["factor"])), 2)
		}
		totals[a["performance_id"]] = totals[a["performance_id"]].Add(value)
	}
	if right["components"] != 1250 || all["components"] != 1250 || right["elements"] != 2155 || all["elements"] != 2155 {
		t.Errorf("panel scores right: %v of %v, want all of 1250 and 2155", right, all)
	}
	exact := 0
	programmes := map[string][]map[string]string{}
	for _, p := range s.performances {
		total := totals[p["performance_id"]]
		deduction := panel.MustPoints(p["total_deductions"])
		if deduction.Sign() < 0 {
			deduction = panel.Points{}.Sub(deduction)
		}
		totals[p["performance_id"]] = total.Sub(deduction)
		if totals[p["performance_id"]].Equal(panel.MustPoints(p["total_segment_score"])) {
			exact++
		}
		programmes[p["program"]] = append(programmes[p["program"]], p)
	}
	if exact != 250 || len(s.performances) != 250 {
		t.Errorf("%d of %d totals are right to the cent, want 250", exact, len(s.performances))
	}
	checkOrders(t, programmes, totals)
}

func checkOrders(t *testing.T, programmes map[string][]map[string]string, totals map[string]panel.Points) {
	t.Helper()
	same, ties := 0, 0
	for name, list := range programmes {
		var values []panel.Points
		for _, p := range list {
			values = append(values, totals[p["performance_id"]])
		}
		places := report.Places(values)
		equal := true
		var tied []string
		for _, p := range places {
			equal = equal && strconv.Itoa(p.Rank) == list[p.Index]["rank"]
			if p.Tied {
				tied = append(tied, values[p.Index].String())
			}
		}
		if equal {
			same++
		}
		if len(tied) > 0 {
			ties++
			if equal || !slices.Equal(tied, []string{"156.65", "156.65"}) {
				t.Errorf("%s: tied at %v", name, tied)
			}
		}
	}
	if same != 15 || len(programmes) != 16 || ties != 1 {
		t.Errorf("%d of %d orders are the official ones, %d with a tie; want 15 of 16 and 1", same, len(programmes), ties)
	}
}

// TestSkatingHomePreference: how much more judges give their own country.
func TestSkatingHomePreference(t *testing.T) {
	s := readSkating(t)
	totals := map[string]map[string]float64{}
	for _, a := range s.aspects {
		add := func(byJudge map[string]panel.Points, base, factor string) {
			for j, v := range byJudge {
				id := a["performance_id"]
				if totals[id] == nil {
					totals[id] = map[string]float64{}
				}
				totals[id][j] += panel.MustPoints(base).Add(v.Mul(panel.MustPoints(factor))).Float()
			}
		}
		if a["section"] == "components" {
			add(s.scores[a["aspect_id"]], "0", a["factor"])
		} else {
			add(s.grades[a["aspect_id"]], a["base_value"], "1")
		}
	}
	name, country := map[string]string{}, map[string]string{}
	for _, j := range s.judges {
		key := j["program"] + j["clean_role"]
		name[key], country[key] = j["clean_judge_name"], j["judge_country"]
	}
	type rating struct {
		judge string // with the kind of programme
		home  bool
		diff  float64 // to the other judges
	}
	var ratings []rating
	sum, count := map[string]float64{}, map[string]float64{}
	for _, p := range s.performances {
		kind := "free"
		if strings.Contains(p["program"], "Short") {
			kind = "short"
		}
		all, n := 0.0, float64(len(totals[p["performance_id"]]))
		for j := range 9 {
			all += totals[p["performance_id"]]["J"+strconv.Itoa(j+1)]
		}
		for j := range 9 {
			role := "J" + strconv.Itoa(j+1)
			own, ok := totals[p["performance_id"]][role]
			if !ok {
				continue
			}
			key := p["program"] + role
			r := rating{judge: name[key] + " " + kind, home: country[key] == p["nation"], diff: own - (all-own)/(n-1)}
			ratings = append(ratings, r)
			sum[r.judge] += r.diff
			count[r.judge]++
		}
	}
	var home, others []float64
	for _, r := range ratings {
		d := r.diff - sum[r.judge]/count[r.judge]
		if r.home {
			home = append(home, d)
		} else {
			others = append(others, d)
		}
	}
	difference, welch, ok := stat.Welch(home, others)
	if !ok || math.Abs(difference-3.9) > 0.05 || math.Abs(welch-13.525) > 0.001 {
		t.Errorf("home preference %.3f, Welch t %.4f; want 3.9 ± 0.05 and 13.525 ± 0.001", difference, welch)
	}
}

func TestTrimmed(t *testing.T) {
	points := func(texts ...string) (out []panel.Points) {
		for _, s := range texts {
			out = append(out, panel.MustPoints(s))
		}
		return out
	}
	for _, tt := range []struct {
		name            string
		values, weights []panel.Points
		trim            int
		want            string
	}{
		{"plain mean", points("1", "2", "6"), nil, 0, "3"},
		{"without the ends", points("9", "1", "2", "3", "0"), nil, 1, "2"},
		{"weights of what is left", points("0", "1", "4", "9"), points("5", "1", "2", "5"), 1, "3"},
		{"zero weights count as one", points("1", "3"), points("0", "0"), 0, "2"},
		{"nothing left", points("1", "2"), nil, 1, ""},
		{"nothing at all", nil, nil, 0, ""},
	} {
		got, ok := report.Trimmed(tt.values, tt.weights, tt.trim)
		if ok != (tt.want != "") || ok && got.String() != tt.want {
			t.Errorf("%s: %s, %v; want %q", tt.name, got, ok, tt.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	p := panel.PointsOf
	totals := []panel.Points{p(5), p(9), p(5), p(5), p(1)}
	first := []panel.Points{p(1), p(0), p(2), p(1), p(0)}
	got := report.Places(totals, first)
	want := []report.Place{{Index: 1, Rank: 1}, {Index: 2, Rank: 2}, {Index: 0, Rank: 3, Tied: true}, {Index: 3, Rank: 3, Tied: true}, {Index: 4, Rank: 5}}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := report.Places(nil); len(got) != 0 {
		t.Errorf("places of nothing: %v", got)
	}
}

func TestRound(t *testing.T) {
	for in, want := range map[string]string{"1.005": "1.01", "1.0049": "1", "-1.005": "-1.01", "156.65": "156.65"} {
		if got := report.Round(panel.MustPoints(in), 2); !got.Equal(panel.MustPoints(want)) {
			t.Errorf("%s rounded is %s, want %s", in, got, want)
		}
	}
}
