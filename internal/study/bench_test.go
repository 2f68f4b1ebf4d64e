package study

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkReport reads a stored study of 10,000 items, 10 judges and 6 lenses, and
// measures it.
func BenchmarkReport(b *testing.B) {
	r := rand.New(rand.NewPCG(9, 9))
	s := &Set{Kind: Scores, Scale: ScoreScale}
	for i := range 10_000 {
		item := fmt.Sprintf("k%05d", i)
		for l := range 6 {
			lens, truth := fmt.Sprintf("lens-%d", l), 5+2*r.NormFloat64()
			s.Labels = append(s.Labels, Label{Item: item, Lens: lens, Person: "p", Value: truth})
			for j := range 10 {
				s.Verdicts = append(s.Verdicts, Verdict{Item: item, Lens: lens, Judge: fmt.Sprintf("j%d", j), Value: truth + r.NormFloat64()})
			}
		}
	}
	data := s.Encode()
	b.ReportAllocs()
	for b.Loop() {
		set, err := Decode(data)
		if err != nil {
			b.Fatal(err)
		}
		if got := set.Measure(); len(got.Lenses) != 6 {
			b.Fatal("lenses are missing")
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	s := &Set{Kind: Scores, Scale: ScoreScale}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 10_000 {
		for l := range 6 {
			truth := r.NormFloat64()
			item, lens := fmt.Sprintf("k%05d", i), fmt.Sprintf("lens %d", l)
			s.Labels = append(s.Labels, Label{Item: item, Person: "p", Lens: lens, Value: truth})
			for j := range 10 {
				s.Verdicts = append(s.Verdicts, Verdict{Item: item, Judge: fmt.Sprintf("j%d", j), Lens: lens, Value: truth + r.NormFloat64()})
			}
		}
	}
	if err := s.Normalise(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Measure()
	}
}
