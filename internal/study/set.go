package study

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
)

// Kind is what the verdicts of a set are.
type Kind string

// Kinds of sets.
const (
	Scores      Kind = "scores"      // a number per item
	Preferences Kind = "preferences" // the better one of an item's two candidates
)

// Values of a preference, in verdicts and in labels.
const (
	First  = -1.0
	Tie    = 0.0
	Second = 1.0
)

// Verdict is what one judge said of one item, in one lens.
type Verdict struct {
	Item, Type string // Type is the kind of item, such as a document type; may be empty
	Judge      string
	Lens       string // empty: the item as a whole
	// Order names the order in which an item's two candidates were shown: Given,
	// Swapped, or empty if the set has one order. The value is in the given order.
	Order  string
	Repeat int     // from 0
	Value  float64 // NaN: the judge gave none that can be read

	row int
}

// Orders of an item's candidates.
const (
	Given   = "given"
	Swapped = "swapped"
)

// Scale is what a label's value means.
type Scale string

// Scales of labels.
const (
	ScoreScale      Scale = "score"      // in the unit of the judges' scores
	OrdinalScale    Scale = "ordinal"    // only the order counts: grades, ranks, accept or reject
	PreferenceScale Scale = "preference" // First, Tie or Second
)

// Label is what one person said of one item.
type Label struct {
	Item, Person string
	Lens         string // empty: the item as a whole
	Value        float64
	Comment      string
	Quote        string

	// Of files that have labels only.
	Field    string // the column's field, such as score, grade or decision
	Text     string // the value as it is written
	Other    string // the item's other candidate, of a preference
	Type     string // kind of item
	Document string // SHA-256 of the item, if a column has it
	Scene    string // if a column names it
	// Named says that a column person names the person, or several columns are several
	// people. Otherwise Person is only the name of the column.
	Named bool

	row int
}

// Row is the row of the file that the label is from, from 1.
func (l Label) Row() int { return l.row }

// Set is a set of verdicts and labels. Normalise it before use.
type Set struct {
	Kind     Kind
	Scale    Scale // of the labels
	Verdicts []Verdict
	Labels   []Label
	// Totals are the panel's own values of items as a whole, if it has others than the
	// mean of its judges, such as the sum of its lenses. Encode does not write them.
	Totals map[string]float64
	// Unread are columns of verdicts that hold grades, ranks or decisions, which only
	// files of labels have. Encode does not write them.
	Unread []string
}

// Problem is a row that can't be used.
type Problem struct {
	Row  int    `json:"row"` // from 1, the heading included; 0: the file
	What string `json:"what"`
}

// String names the row and what is wrong.
func (p Problem) String() string {
	if p.Row == 0 {
		return p.What
	}
	return fmt.Sprintf("row %d: %s", p.Row, p.What)
}

// maxProblems is how many different problems an error lists.
const maxProblems = 50

// mostRanges is up to how many ranges of rows a problem names all, and fewRanges how many
// it names of more.
const mostRanges, fewRanges = 100, 20

// ProblemsError lists the rows of a file that can't be used. Nothing of the file
// is used then.
type ProblemsError struct{ Problems []Problem }

// Error names the rows: those with one problem together, at most maxProblems problems in
// words, then the rows of all others. Of rows in more than mostRanges ranges it names the
// first and the last; Problems has all.
func (e *ProblemsError) Error() string {
	rows, order := map[string][]int{}, []string{}
	for _, p := range e.Problems {
		if rows[p.What] == nil {
			order = append(order, p.What)
		}
		rows[p.What] = append(rows[p.What], p.Row)
	}
	var lines []string
	var others []int
	for i, what := range order {
		switch {
		case i >= maxProblems:
			others = append(others, rows[what]...)
		case rows[what][0] == 0:
			lines = append(lines, what)
		default:
			lines = append(lines, ranges(rows[what])+": "+what)
		}
	}
	if len(others) > 0 {
		slices.Sort(others)
		lines = append(lines, fmt.Sprintf("and %d more problems, in %s", len(order)-maxProblems, ranges(others)))
	}
	return strings.Join(lines, "\n")
}

// ranges names sorted rows, such as "rows 2, 5 to 9".
func ranges(rows []int) string {
	rows = slices.Compact(slices.Clone(rows))
	var parts []string
	shown := 0 // rows in the first parts
	for i := 0; i < len(rows); {
		if len(parts) == fewRanges {
			shown = i
		}
		k := i
		for k+1 < len(rows) && rows[k+1] == rows[k]+1 {
			k++
		}
		switch k - i {
		case 0:
			parts = append(parts, strconv.Itoa(rows[i]))
		case 1:
			parts = append(parts, strconv.Itoa(rows[i]), strconv.Itoa(rows[k]))
		default:
			parts = append(parts, fmt.Sprintf("%d to %d", rows[i], rows[k]))
		}
		i = k + 1
	}
	switch {
	case len(rows) == 1:
		return "row " + parts[0]
	case len(parts) > mostRanges:
		return fmt.Sprintf("rows %s and %d more up to %d", strings.Join(parts[:fewRanges], ", "), len(rows)-shown, rows[len(rows)-1])
	}
	return "rows " + strings.Join(parts, ", ")
}

// Problems collects the bad rows of a file.
type Problems []Problem

// Add notes a bad row; row 0 is the file.
func (p *Problems) Add(row int, format string, args ...any) {
	*p = append(*p, Problem{row, fmt.Sprintf(format, args...)})
}

// Err is an error with the code fault.BadRows that lists the rows; nil without any.
func (p Problems) Err() error {
	if len(p) == 0 {
		return nil
	}
	slices.SortStableFunc(p, func(a, b Problem) int { return cmp.Compare(a.Row, b.Row) })
	all := &ProblemsError{p}
	return fault.New(fault.BadRows, all, "text", all.Error())
}

// Normalise sorts a set and refuses rows that disagree. Rows that say the same
// twice count once.
func (s *Set) Normalise() error { return s.disagreeing().Err() }

// disagreeing sorts a set, and returns the rows that disagree with one before.
func (s *Set) disagreeing() (bad Problems) {
	slices.SortStableFunc(s.Verdicts, Verdict.compare)
	s.Verdicts = slices.CompactFunc(s.Verdicts, func(b, a Verdict) bool { // a is the row before
		if a.compare(b) != 0 {
			return false
		}
		if !same(a.Value, b.Value) {
			bad.Add(b.row, "judge %s gives item %s another value than in row %d: keep one of them, or number them in a repeat column", b.Judge, b.Item, a.row)
		}
		if a.Type != b.Type {
			bad.Add(b.row, "item %s has the type %q here and %q in row %d", b.Item, b.Type, a.Type, a.row)
		}
		return true
	})
	slices.SortStableFunc(s.Labels, Label.compare)
	s.Labels = slices.CompactFunc(s.Labels, func(b, a Label) bool {
		if a.compare(b) != 0 {
			return false
		}
		if a.Value != b.Value {
			bad.Add(b.row, "item %s is labelled by %s with another value than in row %d: keep one of them", b.Item, b.Person, a.row)
		}
		return true
	})
	return bad
}

func (v Verdict) compare(o Verdict) int {
	return cmp.Or(cmp.Compare(v.Item, o.Item), cmp.Compare(v.Lens, o.Lens), cmp.Compare(v.Judge, o.Judge), cmp.Compare(v.Order, o.Order), cmp.Compare(v.Repeat, o.Repeat))
}

func (l Label) compare(o Label) int {
	return cmp.Or(cmp.Compare(l.Item, o.Item), cmp.Compare(l.Lens, o.Lens), cmp.Compare(l.Person, o.Person), cmp.Compare(l.Field, o.Field), cmp.Compare(l.Other, o.Other))
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// Count returns how many items and judges the verdicts have.
func (s *Set) Count() (items, judges int) {
	item, judge := map[string]bool{}, map[string]bool{}
	for _, v := range s.Verdicts {
		item[v.Item], judge[v.Judge] = true, true
	}
	return len(item), len(judge)
}
