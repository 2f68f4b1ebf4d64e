package immunity

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"judgement/internal/stat"
)

// intervalDesign is an experiment with a panel whose scores are noise around the worth of
// the document: no attack moves them in the mean.
type intervalDesign struct {
	documents, attacks, judges int
	noise                      float64 // standard deviation of a judge, in percent of the maximum
	differ                     float64 // likewise, of what attacks do to a document
	step                       float64 // to which judges round
}

// draw is a measurement of the panel.
func (d intervalDesign) draw(suite []Attack, r *rand.Rand) *measurement {
	m := &measurement{Experiment: &Experiment{honest: d.documents}, found: map[Defence][]outcome{}}
	var worth, attacked []float64 // of honest documents, and by how much attacks move them
	for range d.documents {
		s := &sample{}
		s.honest = s
		m.samples = append(m.samples, s)
		worth, attacked = append(worth, 30+40*r.Float64()), append(attacked, d.differ*r.NormFloat64())
	}
	for i, a := range Sample(suite, d.attacks) {
		m.samples = append(m.samples, &sample{attack: &a, honest: m.samples[i%d.documents]})
	}
	for _, without := range m.settings() {
		for i, s := range m.samples {
			of, mean := slices.Index(m.samples, s.honest), 0.0
			for range d.judges {
				score := worth[of] + d.noise*r.NormFloat64()
				if i >= d.documents {
					score += attacked[of]
				}
				mean += math.Round(score/d.step) * d.step / float64(d.judges)
			}
			m.found[without] = append(m.found[without], outcome{scored: true, share: mean})
		}
	}
	return m
}

// rate counts intervals, those with 0 in them, and their widths.
type rate struct {
	n, held int
	width   float64
}

func (r *rate) add(s *Shift) {
	if s == nil || s.Low == nil {
		return
	}
	r.n++
	r.width += *s.High - *s.Low
	if *s.Low <= 0 && *s.High >= 0 {
		r.held++
	}
}

func (r *rate) share() float64 { return float64(r.held) / float64(max(1, r.n)) }

// asUnits is the interval that attacked documents would have if they were independent.
func asUnits(m *measurement) *Shift {
	var values []float64
	var units []int
	for i := m.honest; i < len(m.samples); i++ {
		by, _, _ := m.moved(i, none)
		values, units = append(values, by), append(units, i)
	}
	in, _ := stat.ClusterMean(values, units, stat.Level)
	return &Shift{Low: &in.Low, High: &in.High}
}

// TestShiftIntervals: of a panel that attacks do not move, about 90 % of the intervals have
// 0 in them, whatever the number of attacks on a document. The seed is fixed.
func TestShiftIntervals(t *testing.T) {
	t.Parallel()
	suite, err := Suite()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []intervalDesign{
		{1, 17, 9, 6, 0, 0.01},
		{2, 60, 9, 6, 0, 0.01},
		{4, 60, 9, 6, 0, 0.01},
		{5, 60, 9, 6, 4, 0.01},
		{8, 60, 9, 6, 0, 0.01},
		{20, 60, 9, 6, 0, 0.01},
		{4, 60, 3, 6, 0, 10}, // whole points of ten
	} {
		r := rand.New(rand.NewPCG(1, 2))
		var all, families, saved, honest, units rate
		for range 500 {
			m := d.draw(suite, r)
			all.add(m.family(func(*Attack) bool { return true }).Shift)
			for _, f := range []string{"command", "score", "other"} {
				families.add(m.family(func(a *Attack) bool { return a.Family == f }).Shift)
			}
			fence := m.defence(Fence)
			saved.add(fence.Saved)
			honest.add(fence.Honest)
			units.add(asUnits(m))
		}
		if d.documents == 1 {
			if all.n+families.n+saved.n+honest.n != 0 {
				t.Errorf("%+v: one document has an interval", d)
			}
			t.Logf("%+v: no interval; with attacks as units 0 would be in %.1f %%", d, 100*units.share())
			continue
		}
		t.Logf("%+v: 0 is in %.1f %% of the intervals of all, in %.1f %% of families, %.1f %% of differences, %.1f %% of honest documents; all is %.1f wide; with attacks as units 0 would be in %.1f %%",
			d, 100*all.share(), 100*families.share(), 100*saved.share(), 100*honest.share(), all.width/float64(all.n), 100*units.share())
		for name, got := range map[string]rate{"all": all, "families": families, "differences": saved, "honest": honest} {
			if got.n == 0 || got.share() < 0.87 || got.share() > 0.96 {
				t.Errorf("%+v: %s: 0 is in %d of %d intervals", d, name, got.held, got.n)
			}
		}
	}
}
