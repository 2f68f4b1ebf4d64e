package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"

	"judgement/internal/stat"
	"judgement/report"
)

// stopping measures the rules by which repeats stop, on one half of the items, with the
// threshold that the other half chooses.
type stopping struct {
	Half string // seed of the order whose first half chooses
}

// samples are the scores of one item under one condition, by thing and repeat.
type samples [][]float64

// halves are the items of one condition.
type halves struct {
	condition    string
	choose, test []samples
}

// stopped is what a rule did on some items: samples per thing, and the accuracy that it
// lost, or whether the grade was kept.
type stopped struct {
	samples []float64
	effect  []float64
}

func (s *stopped) add(samples int, effect float64) {
	s.samples, s.effect = append(s.samples, float64(samples)), append(s.effect, effect)
}

// saved is the share of the samples that the rule did not need.
func (s *stopped) saved() float64 { return 1 - mean(s.samples)/repeats }

// interval is the mean effect with its normal interval of 95 %.
func (s *stopped) interval() (m, low, high float64) {
	m = mean(s.effect)
	squares := 0.0
	for _, v := range s.effect {
		squares += (v - m) * (v - m)
	}
	n := float64(len(s.effect))
	half := 1.959964 * math.Sqrt(squares/(n-1)/n)
	return m, m - half, m + half
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// stops are the measured rules.
type stops struct {
	threshold, sd     float64 // that the first half chooses
	conditions        []string
	leads, grades     []stopped // by condition, on the second half
	lead, grade, near stopped   // pooled; near: grades of things within 5 points of a cut
	voteThreshold     float64   // that the first half chooses for votes
	votes             []stopped // by condition
	vote              stopped   // pooled
}

// repeats is how many samples the recorded sets have of each thing, maxScore the top of
// their scale.
const repeats, maxScore = 8, 10

// measureStops measures the rules on a file with the columns condition, item, candidate
// and k1 to k8. Gold is candidate 0.
func measureStops(dir string, s set) (*stops, error) {
	data, err := load(filepath.Join(dir, s.Verdicts))
	if err != nil {
		return nil, err
	}
	all, err := readHalves(data, s.Stopping.Half)
	if err != nil {
		return nil, err
	}
	out := &stops{threshold: chooseLead(all), sd: chooseSD(all), voteThreshold: chooseLead(pairsOf(all))}
	for _, h := range pairsOf(all) {
		var vote stopped
		for _, pair := range h.test {
			k, lost := pair.lead(stat.LeadThreshold)
			vote.add(k, lost)
			out.vote.add(k, lost)
		}
		out.votes = append(out.votes, vote)
	}
	for _, h := range all {
		var lead, grade stopped
		for _, item := range h.test {
			k, lost := item.lead(stat.LeadThreshold)
			lead.add(k, lost)
			out.lead.add(k, lost)
			for _, scores := range item {
				k, kept := gradeAt(scores, stat.RepeatSD)
				grade.add(k, kept)
				out.grade.add(k, kept)
				if nearCut(scores) {
					out.near.add(k, kept)
				}
			}
		}
		out.conditions, out.leads, out.grades = append(out.conditions, h.condition), append(out.leads, lead), append(out.grades, grade)
	}
	return out, nil
}

// readHalves reads the items without blanks, by condition in the order of the file.
func readHalves(data []byte, seed string) ([]halves, error) {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	items, blank := map[string]map[string]samples{}, map[[2]string]bool{}
	var conditions []string
	for _, row := range rows[1:] {
		condition, item := row[at["condition"]], row[at["item"]]
		if items[condition] == nil {
			items[condition], conditions = map[string]samples{}, append(conditions, condition)
		}
		scores := make([]float64, repeats)
		for k := range scores {
			text := row[at[fmt.Sprintf("k%d", k+1)]]
			if scores[k], err = strconv.ParseFloat(text, 64); err != nil {
				if text != "" {
					return nil, fmt.Errorf("score %q of %s: %w", text, item, err)
				}
				blank[[2]string{condition, item}] = true
			}
		}
		if candidate := len(items[condition][item]); row[at["candidate"]] != strconv.Itoa(candidate) {
			return nil, fmt.Errorf("%s: the candidates are not in order", item)
		}
		items[condition][item] = append(items[condition][item], scores)
	}
	var out []halves
	for _, condition := range conditions {
		maps.DeleteFunc(items[condition], func(item string, _ samples) bool { return blank[[2]string{condition, item}] })
		out = append(out, halve(condition, seed, items[condition]))
	}
	return out, nil
}

// halve splits the items of a condition by the order of the seed.
func halve(condition, seed string, items map[string]samples) halves {
	h := halves{condition: condition}
	for i, item := range order(seed, slices.Collect(maps.Keys(items))) {
		if i < len(items)/2 {
			h.choose = append(h.choose, items[item])
		} else {
			h.test = append(h.test, items[item])
		}
	}
	return h
}

// pairsOf are the pairs of gold with each other candidate, with votes in place of scores:
// 1 for the one with the higher score, ½ each if they are equal.
func pairsOf(all []halves) []halves {
	pairs := func(items []samples) (out []samples) {
		for _, item := range items {
			for _, other := range item[1:] {
				votes := samples{make([]float64, repeats), make([]float64, repeats)}
				for k := range repeats {
					votes[0][k] = (1 + float64(cmp.Compare(item[0][k], other[k]))) / 2
					votes[1][k] = 1 - votes[0][k]
				}
				out = append(out, votes)
			}
		}
		return out
	}
	out := make([]halves, len(all))
	for i, h := range all {
		out[i] = halves{h.condition, pairs(h.choose), pairs(h.test)}
	}
	return out
}

// lead is at how many samples the lead settles the item, and the accuracy that this
// gains over all samples, with ties split.
func (s samples) lead(threshold float64) (at int, gained float64) {
	sums := make([]float64, len(s))
	early := 0.0
	for k := 1; k <= repeats; k++ {
		for c := range s {
			sums[c] += s[c][k-1]
		}
		if at == 0 && (k == repeats || stat.Leads(sums, k, threshold)) {
			at, early = k, firstWins(sums)
		}
	}
	return at, early - firstWins(sums)
}

// firstWins is 1 if the first sum is the only highest one, and 1/n if n are.
func firstWins(sums []float64) float64 {
	best, at := math.Inf(-1), 0.0
	for _, s := range sums {
		best = max(best, s)
	}
	for _, s := range sums {
		if s >= best-1e-9 {
			at++
		}
	}
	if sums[0] < best-1e-9 {
		return 0
	}
	return 1 / at
}

// gradeAt is at how many samples the grade settles, and 1 if it is that of all samples.
func gradeAt(scores []float64, sd float64) (k int, kept float64) {
	shares := make([]float64, 0, repeats)
	for k = 1; k <= repeats; k++ {
		shares = append(shares, scores[k-1]/maxScore)
		if k == repeats || stat.Settled(shares, repeats, sd, report.GradeCuts()) {
			break
		}
	}
	if gradeOf(scores[:k]) == gradeOf(scores) {
		kept = 1
	}
	return k, kept
}

// gradeOf is the class of the mean, which a settled interval of one point has too.
func gradeOf(scores []float64) int {
	class := 0
	for _, cut := range report.GradeCuts() {
		if mean(scores)/maxScore >= cut-1e-9 {
			class++
		}
	}
	return class
}

// nearCut reports whether the mean of all samples is within 5 points of a hundred of
// where a grade begins.
func nearCut(scores []float64) bool {
	for _, cut := range report.GradeCuts() {
		if math.Abs(mean(scores)/maxScore-cut) <= 0.05+1e-9 {
			return true
		}
	}
	return false
}

// chooseLead is the smallest of 0.25, 0.5, …, 8 that loses at most 0.3 points of
// accuracy on the first halves.
func chooseLead(all []halves) float64 {
	for t := 0.25; t <= 8; t += 0.25 {
		var s stopped
		for _, h := range all {
			for _, item := range h.choose {
				s.add(item.lead(t))
			}
		}
		if m, _, _ := s.interval(); m >= -0.003 {
			return t
		}
	}
	return math.Inf(1)
}

// chooseSD is the smallest whole percentage with which 99 % of the first halves keep
// their grade.
func chooseSD(all []halves) float64 {
	for percent := 1; percent <= 20; percent++ {
		var s stopped
		for _, h := range all {
			for _, item := range h.choose {
				for _, scores := range item {
					s.add(gradeAt(scores, float64(percent)/100))
				}
			}
		}
		if mean(s.effect) >= 0.99 {
			return float64(percent) / 100
		}
	}
	return math.Inf(1)
}

func (s *stops) figure(name string) (float64, bool) {
	lost, _, _ := s.lead.interval()
	lostVotes, _, _ := s.vote.interval()
	v, ok := map[string]float64{
		"lead threshold": s.threshold, "lead saved": s.lead.saved(), "lead lost": -lost,
		"vote threshold": s.voteThreshold, "vote saved": s.vote.saved(), "vote lost": -lostVotes,
		"repeat sd": s.sd, "grade saved": s.grade.saved(), "grade kept": mean(s.grade.effect),
		"grade kept near a cut": mean(s.near.effect),
	}[name]
	return v, ok
}

// page writes the tables of both rules.
func (s *stops) page(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n### Fewer samples of a comparison\n\n"+
		"Sampling stops as soon as (leader − second) · √samples reaches %g. One half of the items chose this threshold, for all conditions together; the table is of the other half. Ties are split; intervals are normal ones of 95 %%. A single condition can lose more than the pool: see its interval. The conditions share their items, which the interval of the pool does not know: it is too narrow.\n\n"+
		"| condition | items | samples of %d | saved | accuracy minus that of %d samples |\n|---|--:|--:|--:|--:|\n", s.threshold, repeats, repeats)
	row := func(name string, p stopped) {
		m, low, high := p.interval()
		fmt.Fprintf(b, "| %s | %d | %.2f | %.1f %% | %+.2f [%+.2f, %+.2f] points |\n", name, len(p.effect), mean(p.samples), 100*p.saved(), 100*m, 100*low, 100*high)
	}
	for i, c := range s.conditions {
		row(c, s.leads[i])
	}
	row("**all**", s.lead)
	fmt.Fprintf(b, "\n### Fewer repeats of a pair\n\n"+
		"Two answers are compared: the one that is known to be better with each of the others. A sample is a vote for the one with the higher score; equal scores give half each. Sampling stops as soon as the difference of the votes, divided by √samples, reaches %g, by the rule of `ranking --compare --repeats auto`. The first half chose the same threshold for votes as for scores.\n\n"+
		"| condition | pairs | samples of %d | saved | accuracy minus that of %d samples |\n|---|--:|--:|--:|--:|\n", s.voteThreshold, repeats, repeats)
	for i, c := range s.conditions {
		row(c, s.votes[i])
	}
	row("**all**", s.vote)
	fmt.Fprintf(b, "\n### Fewer repeats of a single document\n\n"+
		"Each answer is taken as a document of its own, graded by its mean of 10. Repeats stop by the rule of `--repeats auto` ([Scoring](scoring.md#repeats-until-the-grade-is-settled)). The same half chose its constant.\n\n"+
		"| condition | documents | repeats of %d | saved | grade of %d repeats |\n|---|--:|--:|--:|--:|\n", repeats, repeats)
	row = func(name string, p stopped) {
		m, low, high := p.interval()
		fmt.Fprintf(b, "| %s | %d | %.2f | %.1f %% | %.1f %% [%.1f %%, %.1f %%] |\n", name, len(p.effect), mean(p.samples), 100*p.saved(), 100*m, 100*low, 100*min(1, high))
	}
	for i, c := range s.conditions {
		row(c, s.grades[i])
	}
	row("**all**", s.grade)
	row("all whose mean is within 5 points of 100 of a grade's boundary", s.near)
}
