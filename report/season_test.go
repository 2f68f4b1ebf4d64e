package report_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/panel"
	"judgement/report"

	gonum "gonum.org/v1/gonum/stat"
)

// season is a season of judged performances with its official results.
type season struct {
	performances, aspects, judges []map[string]string
	scores                        map[string]map[string]panel.Points // by aspect, then judge
	grades                        map[string]map[string]panel.Points // of execution
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

// tally is how much of a season there is, and how much has the official order.
type tally struct {
	components, elements, performances, programmes, sameOrder int
	tied                                                      []string // totals
}

// checkTotals demands every official panel score and total, and the orders.
func checkTotals(t *testing.T, s season, want tally) {
	t.Helper()
	totals := map[string]panel.Points{}
	var got tally
	for _, a := range s.aspects {
		var value panel.Points
		if a["section"] == "components" {
			got.components++
			value = panelMean(t, s.scores[a["aspect_id"]])
		} else {
			got.elements++
			value = panel.MustPoints(a["base_value"]).Add(panelMean(t, s.grades[a["aspect_id"]]))
		}
		if !value.Equal(panel.MustPoints(a["scores_of_panel"])) {
			t.Errorf("aspect %s has the panel score %s, officially %s", a["aspect_id"], value, a["scores_of_panel"])
		}
		if a["section"] == "components" {
			value = report.Round(value.Mul(panel.MustPoints(a["factor"])), 2)
		}
		totals[a["performance_id"]] = totals[a["performance_id"]].Add(value)
	}
	programmes := map[string][]map[string]string{}
	for _, p := range s.performances {
		got.performances++
		total := totals[p["performance_id"]]
		deduction := panel.MustPoints(p["total_deductions"])
		if deduction.Sign() < 0 {
			deduction = panel.Points{}.Sub(deduction)
		}
		total = total.Sub(deduction)
		totals[p["performance_id"]] = total
		if !total.Equal(panel.MustPoints(p["total_segment_score"])) {
			t.Errorf("performance %s has the total %s, officially %s", p["performance_id"], total, p["total_segment_score"])
		}
		programmes[p["program"]] = append(programmes[p["program"]], p)
	}
	for _, list := range programmes {
		var values []panel.Points
		for _, p := range list {
			values = append(values, totals[p["performance_id"]])
		}
		same := true
		for _, p := range report.Places(values) {
			same = same && strconv.Itoa(p.Rank) == list[p.Index]["rank"]
			if p.Tied {
				got.tied = append(got.tied, values[p.Index].String())
			}
		}
		got.programmes++
		if same {
			got.sameOrder++
		}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tally{})); diff != "" {
		t.Errorf("the season (-want +got):\n%s", diff)
	}
}

// homePreference compares what judges give their own country and others, each
// less the mean of the other judges and the judge's own mean of that.
func homePreference(t *testing.T, s season) (difference, welch float64) {
	t.Helper()
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
	ma, va := gonum.MeanVariance(home, nil)
	mb, vb := gonum.MeanVariance(others, nil)
	se := math.Sqrt(va/float64(len(home)) + vb/float64(len(others))) // Welch, Biometrika 34, 1947
	if !(se > 0) {
		t.Fatal("nothing to compare")
	}
	return ma - mb, (ma - mb) / se
}

// rounded is num/den to the next whole number, half away from zero.
func rounded(num, den int) int {
	if num < 0 {
		return -rounded(-num, den)
	}
	return (2*num + den) / (2 * den)
}

// cents writes hundredths as points.
func cents(n int) string {
	if n < 0 {
		return "-" + cents(-n)
	}
	return fmt.Sprintf("%d.%02d", n/100, n%100)
}

// madeSeason draws a season whose official results are computed here with whole
// numbers alone. A judge scores each component of an own country's performance
// higher by so many hundredths. The last programme ends in a tie. Every second
// performance has six judges, so that means of four end in half a cent.
func madeSeason(home int) season {
	const programmes, performances = 6, 12
	factors := []int{80, 100, 125, 160, 200} // hundredths
	random := rand.New(rand.NewPCG(2, 2))
	s := season{scores: map[string]map[string]panel.Points{}, grades: map[string]map[string]panel.Points{}}
	for programme := range programmes {
		name := "Short " + strconv.Itoa(programme)
		for j := range 9 {
			s.judges = append(s.judges, map[string]string{
				"program": name, "clean_role": "J" + strconv.Itoa(j+1), "clean_judge_name": "judge " + strconv.Itoa(j), "judge_country": strconv.Itoa(j),
			})
		}
		totals := make([]int, performances)
		var list []map[string]string
		for performance := range performances {
			id := fmt.Sprintf("%d-%d", programme, performance)
			judges := 9 - 3*(performance%2)
			level, seed := 500+random.IntN(300), random.Uint64()
			if programme == programmes-1 && (performance == performances-1 || performance == performances-3) {
				level, seed = 900, 7 // the tie
			}
			own := rand.New(rand.NewPCG(seed, 3))
			nation := own.IntN(9)
			draw := func(aspect string, into map[string]map[string]panel.Points, low, high, step, more int) int {
				into[aspect] = map[string]panel.Points{}
				var values []int
				for j := range judges {
					v := step * ((low + own.IntN(high-low)) / step)
					if j == nation {
						v += more
					}
					values = append(values, v)
					into[aspect]["J"+strconv.Itoa(j+1)] = panel.MustPoints(cents(v))
				}
				slices.Sort(values)
				sum := 0
				for _, v := range values[1 : judges-1] {
					sum += v
				}
				return rounded(sum, judges-2)
			}
			for i, factor := range factors {
				aspect := fmt.Sprintf("%s-c%d", id, i)
				score := draw(aspect, s.scores, level, level+100, 25, home)
				totals[performance] += rounded(score*factor, 100)
				s.aspects = append(s.aspects, map[string]string{
					"aspect_id": aspect, "performance_id": id, "section": "components", "factor": cents(factor), "scores_of_panel": cents(score),
				})
			}
			for i := range 7 {
				aspect, base := fmt.Sprintf("%s-e%d", id, i), 100+10*own.IntN(80)
				score := base + draw(aspect, s.grades, -300, 300, 7, 0)
				totals[performance] += score
				s.aspects = append(s.aspects, map[string]string{
					"aspect_id": aspect, "performance_id": id, "section": "elements", "base_value": cents(base), "scores_of_panel": cents(score),
				})
			}
			deduction := 100 * own.IntN(2)
			totals[performance] -= deduction
			list = append(list, map[string]string{
				"performance_id": id, "program": name, "nation": strconv.Itoa(nation),
				"total_deductions": cents(deduction), "total_segment_score": cents(totals[performance]),
			})
		}
		for i, p := range list {
			rank := 1
			for j := range totals {
				if totals[j] > totals[i] || totals[j] == totals[i] && j < i {
					rank++
				}
			}
			p["rank"] = strconv.Itoa(rank)
		}
		s.performances = append(s.performances, list...)
	}
	return s
}

func TestMadeTotals(t *testing.T) {
	s := madeSeason(0)
	last := s.performances[len(s.performances)-1]["total_segment_score"]
	tied := panel.MustPoints(last).String()
	checkTotals(t, s, tally{components: 360, elements: 504, performances: 72, programmes: 6, sameOrder: 5, tied: []string{tied, tied}})
}

// TestMadeHomePreference finds a preference that was put in, and none if there is
// none: one point on each component, whose factors add up to 6.65. The other
// judges of the performance are lower by that than the mean of the rest, so that
// a little more is found.
func TestMadeHomePreference(t *testing.T) {
	without, welch := homePreference(t, madeSeason(0))
	if math.Abs(welch) > 2 {
		t.Errorf("without a preference: %.3f, Welch t %.3f", without, welch)
	}
	with, welch := homePreference(t, madeSeason(100))
	if added := with - without; added < 6.65 || added > 8 || welch < 5 {
		t.Errorf("a preference of 6.65 adds %.3f, Welch t %.3f", added, welch)
	}
}
