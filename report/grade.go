package report

import "judgement/panel"

// Letter returns the grade of total out of max, taken on the exact numbers
// before any rounding: S from 95 % of max, A from 85, B from 70, C from 55,
// else D. It returns "" where max is not positive: there is nothing to grade.
func Letter(total, max panel.Points) string {
	if max.Sign() <= 0 {
		return ""
	}
	switch {
	case reaches(total, max, 95):
		return "S"
	case reaches(total, max, 85):
		return "A"
	case reaches(total, max, 70):
		return "B"
	case reaches(total, max, 55):
		return "C"
	}
	return "D"
}

// Band says which section of a scored report speaks of a lens.
type Band int

// The bands, by the exact share of the lens maximum.
const (
	BandMustFix    Band = iota // below 60 %
	BandSuggestion             // from 60 % to below 80 %
	BandSound                  // from 80 %
)

// BandOf returns the band of a lens score.
func BandOf(score, max panel.Points) Band {
	switch {
	case !reaches(score, max, 60):
		return BandMustFix
	case !reaches(score, max, 80):
		return BandSuggestion
	}
	return BandSound
}

// reaches reports whether score is at least percent % of max, without
// rounding.
func reaches(score, max panel.Points, percent int64) bool {
	return score.Mul(panel.PointsOf(100)).Cmp(max.Mul(panel.PointsOf(percent))) >= 0
}

// Percent returns 100 × score ÷ max, exact; 0 where max is not positive.
func Percent(score, max panel.Points) panel.Points {
	if max.Sign() <= 0 {
		return panel.Points{}
	}
	return score.Mul(panel.PointsOf(100)).Quo(max)
}
