package attribution

import (
	"slices"
	"sync"

	"judgement/report"
)

// found is what a run keeps of its cases: sums of all, and the cases that
// somebody is told of. It is safe for concurrent use, and what it keeps does not
// depend on the order in which the cases come.
type found struct {
	mu     sync.Mutex
	all    bool        // keep every case
	cases  []*CaseInfo // by the case's number; nil where nobody is told of it
	scored []*scored   // by the case's number
	told   [len(statuses)]lowest
	new    lowest // those with news

	byStatus        Counts
	evidence        Evidence
	changed, broken int
	unrecorded      int
	news            int
	asked, chinese  int // cases with checkpoints, and those of them in Chinese
}

func newFound(n int, all bool) *found {
	return &found{all: all, cases: make([]*CaseInfo, n), scored: make([]*scored, n)}
}

// take adds the case of a number.
func (f *found) take(number int, c CaseInfo) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.Index(statuses[:], c.Status)
	f.byStatus[i]++
	f.evidence.add(c.Evidence)
	if c.changed {
		f.changed++
	}
	if c.broken {
		f.broken++
	}
	f.unrecorded += c.unrecorded
	f.scored[number], c.scored = c.scored, nil
	f.news += len(c.News)
	if c.lang != "" {
		f.asked++
	}
	if c.lang == report.Chinese {
		f.chinese++
	}
	if f.all {
		f.cases[number] = &c
		return
	}
	listed, out := f.told[i].offer(number)
	if len(c.News) > 0 {
		fresh, old := f.new.offer(number)
		listed = listed || fresh
		f.release(old)
	}
	if listed {
		f.cases[number] = &c
	}
	f.release(out)
}

// release lets go of a case that has left a list, unless another one has it.
func (f *found) release(number int) {
	if number < 0 || f.cases[number] == nil {
		return
	}
	i := slices.Index(statuses[:], f.cases[number].Status)
	if !f.told[i].has(number) && !f.new.has(number) {
		f.cases[number] = nil
	}
}

// sum moves what was found into a summary.
func (f *found) sum(s *Summary) {
	s.ByStatus, s.Evidence, s.TotalChecked = f.byStatus, f.evidence, len(f.cases)
	s.Changed, s.EvidenceBroken, s.News, s.Unrecorded = f.changed, f.broken, f.news, f.unrecorded
	s.Cases = slices.DeleteFunc(f.cases, func(c *CaseInfo) bool { return c == nil })
	f.cases = nil
}

// language is that of most cases with checkpoints, English where they are even.
func (f *found) language() report.Lang {
	if 2*f.chinese > f.asked {
		return report.Chinese
	}
	return report.English
}

// lowest are the maxLines lowest numbers of those that were offered, in order.
type lowest []int

// offer takes a number, each once, and reports whether it is among the lowest so
// far, and which one is no longer; −1 where none is.
func (l *lowest) offer(n int) (taken bool, out int) {
	out = -1
	if len(*l) == maxLines {
		if n > (*l)[maxLines-1] {
			return false, -1
		}
		out = (*l)[maxLines-1]
		*l = (*l)[:maxLines-1]
	}
	i, _ := slices.BinarySearch(*l, n)
	*l = slices.Insert(*l, i, n)
	return true, out
}

func (l lowest) has(n int) bool {
	_, ok := slices.BinarySearch(l, n)
	return ok
}
