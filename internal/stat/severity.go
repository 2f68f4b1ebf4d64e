package stat

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Severity is the additive model score = quality of the thing + leniency of the
// judge, fitted by least squares with the leniencies shrunk towards 0 by as much
// as the data ask for.
type Severity struct {
	Quality  []float64 // by row; 0 if no judge scored it
	Leniency []float64 // by column, in points above the average judge; 0 without a score
	// Components is how many separate groups the design falls into. Above 1,
	// things that share no judge, not even through others, are compared on trust
	// that the groups' judges are alike.
	Components int
	Variance   float64 // of what the model leaves over
	DF         int     // degrees of freedom of Variance; 0: unknown
}

// Connected reports whether the design hangs together.
func (s *Severity) Connected() bool { return s.Components <= 1 }

// FitSeverity fits the model. The amount of shrinkage is the ratio of the
// variance left over to that between judges, both by moments. (Searle, Casella
// and McCulloch, Variance Components, 1992.)
func FitSeverity(scores [][]float64) *Severity {
	f := newFit(scores)
	s := &Severity{Components: f.components()}
	b := f.solve(1e-9)
	residual := f.residual(b)
	s.DF = max(0, f.cells-f.usedRows-f.usedCols+s.Components)
	if s.DF > 0 {
		s.Variance = residual / float64(s.DF)
		between := f.between(b, s.Variance)
		lambda := 1e6 * float64(max(1, f.rows)) // no difference to be seen: none is corrected
		if between > 1e-12*max(s.Variance, 1e-12) {
			lambda = max(1e-9, s.Variance/between)
		}
		b = f.solve(lambda)
	} else {
		b = make([]float64, f.cols) // nothing distinguishes a strict judge from a poor entry
	}
	s.Leniency, s.Quality = b, f.qualities(b)
	return s
}

// fit holds a sparse design.
type fit struct {
	y                  [][]entry
	rows, cols, cells  int
	usedRows, usedCols int
	perCol             []float64
	rowMean            []float64
}

type entry struct {
	col   int
	score float64
}

func newFit(scores [][]float64) *fit {
	f := &fit{rows: len(scores), cols: columns(scores), y: make([][]entry, len(scores)), rowMean: make([]float64, len(scores))}
	f.perCol = make([]float64, f.cols)
	for i, row := range scores {
		for j, v := range row {
			if missing(v) {
				continue
			}
			f.y[i] = append(f.y[i], entry{j, v})
			f.perCol[j]++
			f.rowMean[i] += v
		}
		if n := len(f.y[i]); n > 0 {
			f.rowMean[i] /= float64(n)
			f.usedRows++
			f.cells += n
		}
	}
	for _, n := range f.perCol {
		if n > 0 {
			f.usedCols++
		}
	}
	return f
}

// solve returns the leniencies for a ridge, by the equations that remain when the
// qualities are taken out.
func (f *fit) solve(ridge float64) []float64 {
	b := make([]float64, f.cols)
	if f.usedCols == 0 {
		return b
	}
	left, right := mat.NewSymDense(f.cols, nil), mat.NewVecDense(f.cols, nil)
	for j, n := range f.perCol {
		left.SetSym(j, j, n+ridge)
	}
	for i, row := range f.y {
		for k, x := range row {
			right.SetVec(x.col, right.AtVec(x.col)+x.score-f.rowMean[i])
			for _, y := range row[k:] {
				left.SetSym(x.col, y.col, left.At(x.col, y.col)-1/float64(len(row)))
			}
		}
	}
	var root mat.Cholesky
	if root.Factorize(left) && root.SolveVecTo(mat.NewVecDense(f.cols, b), right) != nil {
		clear(b) // no finite leniencies
	}
	return f.centred(b)
}

// centred makes the leniencies of the judges who scored sum to 0.
func (f *fit) centred(b []float64) []float64 {
	sum := 0.0
	for j, n := range f.perCol {
		if n > 0 {
			sum += b[j]
		}
	}
	for j, n := range f.perCol {
		b[j] -= sum / float64(max(1, f.usedCols))
		if n == 0 || !finite(b[j]) {
			b[j] = 0
		}
	}
	return b
}

func (f *fit) qualities(b []float64) []float64 {
	out := make([]float64, f.rows)
	for i, row := range f.y {
		for _, e := range row {
			out[i] += (e.score - b[e.col]) / float64(len(row))
		}
	}
	return out
}

func (f *fit) residual(b []float64) float64 {
	q, sum := f.qualities(b), 0.0
	for i, row := range f.y {
		for _, e := range row {
			d := e.score - q[i] - b[e.col]
			sum += d * d
		}
	}
	return sum
}

// between is the variance of the judges' leniencies without that of measuring
// them.
func (f *fit) between(b []float64, left float64) float64 {
	if f.usedCols < 2 {
		return 0
	}
	sum, noise := 0.0, 0.0
	for j, n := range f.perCol {
		if n > 0 {
			sum += b[j] * b[j]
			noise += left / n
		}
	}
	return math.Max(0, sum/float64(f.usedCols-1)-noise/float64(f.usedCols))
}

// components counts the connected groups of things and judges.
func (f *fit) components() int {
	var pairs [][2]int
	for _, row := range f.y {
		for _, e := range row {
			pairs = append(pairs, [2]int{row[0].col, e.col})
		}
	}
	groups := map[int]bool{}
	for j, part := range parts(f.cols, pairs) {
		if f.perCol[j] > 0 {
			groups[part] = true
		}
	}
	return len(groups)
}
